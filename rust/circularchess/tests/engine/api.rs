//! What other crates may ask of a position, held against the board before and after each move.

use circularchess::any;
use circularchess::board::square_set::SquareSet;
use circularchess::position::Position;
use circularchess::rules::Rules;
use circularchess::variant::{BUILTIN, PieceType, Variant};

/// Positions of random games, made and judged by the wrapper for boards of any size.
fn walk(variant: Variant, seed: u64, mut each: impl FnMut(&any::Position)) {
    let rules = any::Rules::compile(variant).unwrap();
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..4 {
        let mut position = rules.start();
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

#[test]
fn a_move_does_what_it_is_said_to_do() {
    let (mut captures, mut castlings, mut passings, mut promotions) = (0, 0, 0, 0);
    for (id, _) in BUILTIN {
        walk(Variant::builtin(id).unwrap(), 3, |position| {
            let squares = || position.variant().shape.squares();
            for mv in position.legal_moves() {
                let info = position.describe(mv).unwrap();
                let (next, events) = position.play(mv).unwrap();
                assert_eq!(position.piece_at(mv.from), Some(info.piece));
                assert_eq!(info.piece.army, position.turn());
                let landed = next.piece_at(mv.to);
                if events.is_empty() {
                    // Nothing else fell, so all that changed is what the move changed.
                    let mut changed: Vec<_> = squares()
                        .filter(|&s| position.piece_at(s) != next.piece_at(s))
                        .collect();
                    let mut told = vec![mv.from, mv.to];
                    told.extend(info.captured.map(|(square, _)| square));
                    told.extend(info.castling.iter().flat_map(|c| [c.rook_from, c.rook_to]));
                    told.sort_unstable();
                    told.dedup();
                    changed.sort_unstable();
                    assert_eq!(told, changed, "{id} {mv:?}");
                    let kind = info.promotion.unwrap_or(info.piece.kind);
                    assert_eq!(
                        landed.map(|p| (p.army, p.kind)),
                        Some((info.piece.army, kind))
                    );
                }
                if let Some((square, victim)) = info.captured {
                    assert_eq!(position.piece_at(square), Some(victim));
                    assert_eq!(info.en_passant, square != mv.to);
                    captures += 1;
                } else {
                    assert!(!info.en_passant && position.piece_at(mv.to).is_none());
                }
                if let Some(castling) = info.castling {
                    let rook = next.piece_at(castling.rook_to).map(|p| p.kind);
                    assert!(!events.is_empty() || rook == Some(PieceType::Rook));
                    castlings += 1;
                }
                passings += usize::from(info.en_passant);
                promotions += usize::from(info.promotion.is_some());
            }
            let mut both = position.legal_captures();
            assert!(
                both.iter()
                    .all(|&mv| position.describe(mv).unwrap().is_capture())
            );
            both.extend(position.legal_quiets());
            let mut all = position.legal_moves();
            both.sort_unstable();
            all.sort_unstable();
            assert_eq!(both, all);
        });
    }
    assert!(captures > 500 && castlings > 5 && passings > 0 && promotions > 50);
}

/// A piece is pinned where the king would be attacked by one more slider without it.
fn pins_are_what_uncovers_the_king<const W: usize, const A: usize>(id: &str) {
    let variant = Variant::builtin(id).unwrap();
    let rules = Rules::<W, A>::new(variant.clone());
    let mut found = 0;
    walk(variant, 8, |same| {
        let setup = same.setup();
        let Ok((position, _)) = Position::from_setup(&rules, &setup) else {
            return;
        };
        for army in (0..rules.variant().armies.len()).filter(|a| same.in_play() >> a & 1 != 0) {
            let sees = |position: &Position<W, A>| position.checkers(&rules, army);
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
    });
    assert!(found > 20, "{id}: only {found} pins");
}

#[test]
fn pins_hold_just_the_pieces_that_cover_their_king() {
    pins_are_what_uncovers_the_king::<1, 2>("circular-strict");
    pins_are_what_uncovers_the_king::<2, 2>("orthodox");
    pins_are_what_uncovers_the_king::<4, 6>("bhati-3");
}

#[test]
fn a_null_move_changes_the_turn_alone() {
    for id in ["circular-strict", "orthodox", "bhati-4"] {
        walk(Variant::builtin(id).unwrap(), 1, |position| {
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
