//! What the fuzz targets share: reading choices from bytes, damaging positions, and the
//! checks that hold for every position.

mod boards;
mod bytes;
mod check;
mod damage;

pub use boards::variant_text;
pub use bytes::Bytes;
pub use check::{check_any_move, check_position};
pub use damage::{damaged, wild_setup};

use std::sync::LazyLock;

use circularchess::any::{Position, Rules};
use circularchess::variant::{BUILTIN, Variant};

/// Every built-in variant under every combination of its options that changes play.
pub static RULESETS: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for (_, text) in BUILTIN {
        for check in ["strict", "snaffle"] {
            for (key, value) in [
                ("check", check),
                ("stalemate", "eliminate"),
                ("stalemate", "draw"),
                ("null_shift", "0"),
                ("double_step", "true"),
                ("bare_king", "ignore"),
                ("meeting_pawns", "removed"),
            ] {
                let Ok(variant) = Variant::with_options(text, &[("check", check), (key, value)])
                else {
                    continue;
                };
                // An option may be as it is by default.
                if !all.iter().any(|known: &Rules| *known.variant() == variant) {
                    all.extend(Rules::compile(variant).ok());
                }
            }
        }
    }
    all
});

/// A game some random moves (or a resignation) into one of the built-in variants.
pub fn begun<'a>(bytes: &mut Bytes) -> (&'a Rules, Position) {
    let rules = &RULESETS[bytes.below(RULESETS.len())];
    let mut game = rules.start();
    for _ in 0..bytes.below(24) {
        if !step(bytes, &mut game) {
            break;
        }
    }
    (rules, game)
}

/// One random move or, rarely, resignation; false when the game is over.
pub fn step(bytes: &mut Bytes, game: &mut Position) -> bool {
    let moves = game.legal_moves();
    if moves.is_empty() {
        assert!(game.end().is_some(), "no moves, no end: {game:?}");
        return false;
    }
    let choice = bytes.next();
    if choice == 255 {
        let army = bytes.below(8);
        match game.resign(army) {
            Some((next, events)) => {
                assert!(!events.is_empty());
                *game = next;
            }
            None => assert!(game.in_play() >> army & 1 == 0),
        }
    } else {
        let index = (usize::from(choice) << 8 | usize::from(bytes.next())) % moves.len();
        *game = game.play(moves[index]).expect("a legal move is playable").0;
    }
    true
}
