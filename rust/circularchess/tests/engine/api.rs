//! What other crates may ask of a position, held against the board before and after each move.

use std::collections::BTreeSet;

use circularchess::any;
use circularchess::board::square_set::SquareSet;
use circularchess::position::moves::Move;
use circularchess::position::{EventKind, Position};
use circularchess::rules::Rules;
use circularchess::variant::{BUILTIN, PieceType, Variant};

use crate::boards;
use crate::texts::read_position;

/// Strict Circular Chess with hoppers and a lame rider for queens and rooks, so that lines of
/// sight do not tell all.
fn with_hoppers() -> Variant {
    let text = BUILTIN[..].iter().find(|(id, _)| *id == "circular-strict");
    let text = text.unwrap().1.replace("queen =", "grasshopper =");
    let text = text.replace(
        "rook = [\"d1\", \"d16\"]",
        "cannon = [\"d1\"]\nlame = [\"d16\"]",
    );
    let text = text.replace(
        "rook = [\"d8\", \"d9\"]",
        "cannon = [\"d8\"]\nlame = [\"d9\"]",
    );
    let own = "[pieces.L]\nname = \"lame\"\nbetza = \"nN\"\n\n[starts]";
    let text = text
        .replace("[starts]", own)
        .replace("[options]", "[options]\n");
    Variant::from_toml(&format!("format = 2\n{text}")).unwrap()
}

/// The built-in variants, those whose meeting pawns may leave with that rule too, made-up boards,
/// and one with hoppers.
pub(crate) fn variants() -> Vec<Variant> {
    let mut all = vec![with_hoppers()];
    for (_, text) in BUILTIN {
        all.push(Variant::from_toml(text).unwrap());
        all.extend(Variant::with_options(text, &[("meeting_pawns", "removed")]).ok());
    }
    let made = boards::made_up().into_iter();
    all.extend(made.map(|text| Variant::from_toml(&text).unwrap()));
    all
}

/// Published positions of a variant in the middle of a game.
fn middle_games(rules: &any::Rules) -> Vec<any::Position> {
    let text = include_str!("../../../../tests/data/round.perft");
    let mut found = Vec::new();
    for entry in text.split("\n\n") {
        let field = |key: &str| {
            let mut lines = entry.lines().filter_map(|line| line.split_once(' '));
            lines.find(|(name, _)| *name == key).map(|(_, value)| value)
        };
        if let (Some(id), Some(fen)) = (field("variant"), field("fen"))
            && id == rules.variant().id
        {
            let setup = read_position(rules.variant(), fen);
            found.extend(rules.position(&setup).ok().map(|(position, _)| position));
        }
    }
    found
}

/// Positions of random games, made and judged by the wrapper for boards of any size.
pub(crate) fn walk(variant: Variant, seed: u64, mut each: impl FnMut(&any::Position)) {
    let rules = any::Rules::compile(variant).unwrap();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut starts = vec![rules.start(); 4];
    starts.extend(middle_games(&rules));
    for mut position in starts {
        for _ in 0..120 {
            each(&position);
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.usize(..moves.len().max(1))) else {
                break;
            };
            position = position.play(mv).unwrap().0;
        }
    }
}

/// How often each thing that a move may do was met.
#[derive(Debug, Default)]
struct Met {
    captures: u32,
    inert: u32,
    castlings: u32,
    castlings_along_files: u32,
    passings: u32,
    ring_passings: u32,
    promotions: u32,
    meetings: u32,
    citadels: u32,
}

fn hold(position: &any::Position, mv: Move, met: &mut Met) {
    let variant = position.variant();
    let info = position.describe(mv).unwrap();
    let (next, events) = position.play(mv).unwrap();
    assert_eq!(position.piece_at(mv.from), Some(info.piece));
    assert_eq!(info.piece.army, position.turn());
    let swept = variant.eliminated_leave
        && events
            .iter()
            .any(|(kind, _)| *kind == EventKind::Eliminated);
    if !swept {
        // Nothing else fell, so all that changed is what the move changed.
        let squares = variant.shape.squares();
        let changed: BTreeSet<_> = squares
            .filter(|&s| position.piece_at(s) != next.piece_at(s))
            .collect();
        let mut told = BTreeSet::from([mv.from]);
        if info.meets.is_none() {
            told.insert(mv.to);
        }
        told.extend(info.captured.map(|(square, _)| square));
        told.extend(info.meets.map(|(square, _)| square));
        told.extend(info.castling.iter().flat_map(|c| [c.rook_from, c.rook_to]));
        assert_eq!(told, changed, "{} {mv:?}", variant.id);
        let landed = next.piece_at(mv.to).map(|p| (p.army, p.kind));
        let kind = info.promotion.unwrap_or(info.piece.kind);
        let stays = info.meets.is_none().then_some((info.piece.army, kind));
        assert_eq!(landed, stays, "{} {mv:?}", variant.id);
    }
    if let Some((square, victim)) = info.captured {
        assert_eq!(position.piece_at(square), Some(victim));
        assert_eq!(info.en_passant, square != mv.to);
        met.captures += 1;
        met.inert += u32::from(position.in_play() >> victim.army & 1 == 0);
    } else {
        assert!(!info.en_passant && position.piece_at(mv.to).is_none());
    }
    if let Some(castling) = info.castling {
        let rook = next.piece_at(castling.rook_to).map(|p| p.kind);
        assert!(swept || rook == Some(PieceType::Rook));
        met.castlings += 1;
        let file = |square| variant.shape.file(square);
        met.castlings_along_files += u32::from(file(mv.from) == file(castling.rook_from));
    }
    if let Some((square, pawn)) = info.meets {
        assert_eq!(position.piece_at(square), Some(pawn));
        assert_eq!(pawn.army, info.piece.army);
        met.meetings += 1;
    }
    met.passings += u32::from(info.en_passant);
    met.ring_passings += u32::from(info.en_passant && variant.has_ring_pawns());
    met.promotions += u32::from(info.promotion.is_some());
    met.citadels += u32::from(events.iter().any(|(kind, _)| *kind == EventKind::Citadel));
}

#[test]
fn a_move_does_what_it_is_said_to_do() {
    let mut met = Met::default();
    for variant in variants() {
        walk(variant, 3, |position| {
            let mut all = position.legal_moves();
            for &mv in &all {
                hold(position, mv, &mut met);
            }
            let mut both = position.legal_captures();
            assert!(
                both.iter()
                    .all(|&mv| position.describe(mv).unwrap().is_capture())
            );
            both.extend(position.legal_quiets());
            both.sort_unstable();
            all.sort_unstable();
            assert_eq!(both, all);
        });
    }
    assert!(
        met.captures > 500 && met.promotions > 50 && met.castlings > 5,
        "{met:?}"
    );
    assert!(met.passings > 0 && met.ring_passings > 0, "{met:?}");
    assert!(met.castlings_along_files > 0 && met.meetings > 0, "{met:?}");
    assert!(met.citadels > 0 && met.inert > 0, "{met:?}");
}

/// A piece is pinned where its king would be attacked by one more enemy without it; and while
/// its king is not attacked, it may go only where its pins leave it.
fn pins_are_what_uncovers_the_king<const W: usize, const A: usize, const K: usize>(
    variant: Variant,
) {
    let id = variant.id.clone();
    let rules = Rules::<W, A, K>::new(variant.clone());
    let mut found = 0;
    walk(variant, 8, |same| {
        let setup = same.setup();
        let Ok((position, _)) = Position::from_setup(&rules, &setup) else {
            return;
        };
        for army in (0..rules.variant().armies.len()).filter(|a| same.in_play() >> a & 1 != 0) {
            let sees = |position: &Position<W, A, K>| position.checkers(&rules, army);
            let before = sees(&position);
            assert_eq!(!before.is_empty(), position.is_check(&rules, army));
            let (mut pinned, mut unknown) = (SquareSet::EMPTY, SquareSet::EMPTY);
            for square in position
                .army(army)
                .without(position.pieces(PieceType::King, army))
            {
                let mut bare = setup.clone();
                bare.pieces.retain(|(s, _)| *s != square);
                bare.castling.clear();
                bare.en_passant.clear();
                // Where a king may not stand attacked, its own army is to move.
                bare.turn = army;
                let Ok((bare, _)) = Position::from_setup(&rules, &bare) else {
                    unknown.insert(square);
                    continue;
                };
                if bare.army(army).len() + 1 == position.army(army).len()
                    && !sees(&bare).without(before).is_empty()
                {
                    pinned.insert(square);
                }
            }
            let told = position.pinned(&rules, army);
            // A rook that checks round one side of a ring may pin on the other.
            assert!(pinned.without(told).is_empty(), "{id} {setup:?}");
            if before.is_empty() {
                assert_eq!(told.without(unknown), pinned, "{id} {setup:?}");
                found += pinned.len();
            }
        }
        if position.checkers(&rules, position.turn()).is_empty() {
            position.for_each_safe(&rules, |mv| {
                let left = position.pin(&rules, position.turn(), mv.from);
                let info = same.describe(mv);
                let takes_king = info.is_none_or(|info| {
                    info.captured
                        .is_some_and(|(_, p)| p.kind == PieceType::King)
                });
                assert!(takes_king || left.has(mv.to), "{id} {mv:?} {setup:?}");
            });
        }
    });
    assert!(found > 20, "{id}: only {found} pins");
}

#[test]
fn pins_hold_just_the_pieces_that_cover_their_king() {
    let builtin = |id: &str| Variant::builtin(id).unwrap();
    pins_are_what_uncovers_the_king::<1, 2, 6>(builtin("circular-strict"));
    pins_are_what_uncovers_the_king::<1, 2, 6>(builtin("orthodox"));
    pins_are_what_uncovers_the_king::<2, 2, 6>(builtin("mattlage"));
    pins_are_what_uncovers_the_king::<4, 6, 6>(builtin("bhati-3"));
    pins_are_what_uncovers_the_king::<1, 2, 10>(builtin("jelliss"));
    pins_are_what_uncovers_the_king::<4, 6, 25>(builtin("three-man"));
    pins_are_what_uncovers_the_king::<1, 2, 10>(with_hoppers());
}

#[test]
fn a_null_move_changes_the_turn_alone() {
    for variant in variants() {
        walk(variant, 1, |position| {
            let allowed = position.end().is_none() && !position.is_check(position.turn());
            let next = position.null_move();
            assert_eq!(next.is_some(), allowed);
            let Some(next) = next.filter(|next| next.end().is_none()) else {
                return;
            };
            if next.in_play() == position.in_play() {
                assert_eq!(next.setup().pieces, position.setup().pieces);
                assert_ne!(next.turn(), position.turn());
                assert_eq!(next.hash(), next.hash_from_scratch());
            }
        });
    }
}
