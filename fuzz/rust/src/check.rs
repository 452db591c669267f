//! What holds for every position.

use std::cell::Cell;

use circularchess::any::{Position, Rules};
use circularchess::position::moves::Move;
use circularchess::variant::{CheckRule, PieceType, Variant};
use circularchess_referee::Referee;

use crate::Bytes;

thread_local! {
    /// The referee of the game checked last: most inputs stay with one game.
    static REFEREE: Cell<Option<Referee>> = const { Cell::new(None) };
}

/// Asks the slow referee, where it knows the game.
fn with_referee(variant: &Variant, ask: impl FnOnce(&Referee)) {
    if !Referee::covers(variant) {
        return;
    }
    let known = REFEREE.take().filter(|known| known.variant == *variant);
    let referee = known.unwrap_or_else(|| Referee::new(variant.clone()));
    ask(&referee);
    REFEREE.set(Some(referee));
}

/// Moves, hash, set-up and counts of a position against one another and, where it knows
/// the game, the slow referee.
pub fn check_position(rules: &Rules, game: &Position) {
    let mut legal = game.legal_moves();
    let mut safe = game.safe_moves();
    legal.sort_unstable();
    safe.sort_unstable();
    assert!(legal.is_sorted_by(|a, b| a < b), "a move twice: {game:?}");
    assert!(safe.is_sorted_by(|a, b| a < b), "a move twice: {game:?}");
    assert_eq!(game.count_legal(), legal.len() as u64, "{game:?}");
    assert_eq!(game.hash(), game.hash_from_scratch(), "{game:?}");
    assert_eq!(game.perft(1), legal.len() as u64, "{game:?}");
    if game.end().is_some() {
        assert!(legal.is_empty() && safe.is_empty(), "{game:?}");
        return;
    }
    assert!(!safe.is_empty(), "goes on without a safe move: {game:?}");
    check_safety(rules, game, &legal, &safe);
    assert_eq!(game.winners(), 0);
    let setup = game.setup();
    with_referee(rules.variant(), |referee| {
        let state = referee.read(&setup);
        assert_eq!(state.describe(), setup, "{game:?}");
        let (slow_legal, slow_safe) = referee.moves(&state);
        assert_eq!(legal, slow_legal, "legal moves of {game:?}");
        assert_eq!(safe, slow_safe, "safe moves of {game:?}");
        for army in 0..rules.variant().armies.len() {
            let check = referee.in_check(&state, army);
            assert_eq!(game.is_check(army), check, "{army} {game:?}");
        }
    });
    // What a position says of itself makes the same position.
    match rules.position(&setup) {
        Ok((again, events)) => {
            assert!(events.is_empty(), "{events:?} on reading {game:?}");
            assert_eq!(again.setup(), setup);
            assert_eq!(again.hash(), game.hash(), "{game:?}");
            assert_eq!(&again, game);
        }
        Err(problems) => panic!("{problems:?} in {game:?}"),
    }
}

/// What any game's rules say of safe moves: after one, the own king is not attacked unless the game
/// is over; after a legal move that is not safe, it is.
fn check_safety(rules: &Rules, game: &Position, legal: &[Move], safe: &[Move]) {
    let army = game.turn();
    if rules.variant().options.check == CheckRule::Strict {
        assert_eq!(legal, safe, "{game:?}");
    }
    // Of more armies, one that goes out may open a line.
    if rules.variant().armies.len() > 2 {
        return;
    }
    for &mv in legal {
        let Some((next, _)) = game.play(mv) else {
            panic!("{mv:?} is legal in {game:?}");
        };
        if next.end().is_none() {
            let attacked = next.is_check(army);
            assert_eq!(attacked, !safe.contains(&mv), "{mv:?} in {game:?}");
        }
    }
}

/// Some moves of a position, legal or not: `is_legal`, `is_safe` and `play` agree with the
/// lists. Most come from the bytes; all the others of one square are tried besides.
pub fn check_any_move(bytes: &mut Bytes, game: &Position) {
    let (legal, safe) = (game.legal_moves(), game.safe_moves());
    let check = |mv: Move| {
        let (is_legal, is_safe) = (legal.contains(&mv), safe.contains(&mv));
        assert_eq!(game.is_legal(mv), is_legal, "{mv:?} in {game:?}");
        assert_eq!(game.is_safe(mv), is_safe, "{mv:?} in {game:?}");
        if let Some((next, _)) = game.play(mv) {
            assert!(is_legal, "{mv:?} was played in {game:?}");
            assert_eq!(next.hash(), next.hash_from_scratch(), "{mv:?} in {game:?}");
        } else {
            assert!(!is_legal, "{mv:?} was not played in {game:?}");
        }
    };
    let kinds = || std::iter::once(None).chain(PieceType::ALL.map(Some));
    let from = match legal.get(bytes.below(256)) {
        Some(mv) => mv.from,
        None => bytes.next(),
    };
    for to in 0..=255 {
        for promotion in kinds() {
            check(Move {
                from,
                to,
                promotion,
            });
        }
    }
    for _ in 0..16 {
        let (from, to) = (bytes.next(), bytes.next());
        for promotion in kinds() {
            check(Move {
                from,
                to,
                promotion,
            });
        }
    }
}
