//! What the example programs find out, found out another way.

use circularchess::position::setup::Setup;
use circularchess::position::{End, Position};
use circularchess::rules::Rules;
use circularchess::variant::Variant;

#[allow(dead_code)]
#[path = "../../examples/endgame.rs"]
mod endgame;
#[allow(dead_code)]
#[path = "../../examples/search.rs"]
mod search;

use endgame::Men;

/// Forward instead of backward: a position is won in n if a move leads to one lost in n - 1, and
/// lost in n if all moves lead to ones won in n - 1 at the most. The board is turned so that the
/// black king stands on file 1, not the white one.
#[test]
fn king_and_queen_mate_as_a_search_from_every_position_says() {
    let rules = Rules::<1, 2>::new(Variant::builtin("circular-strict").unwrap());
    let place = |men: Men| {
        let turned = men.bare / 4 * 4;
        let turn = |square: u8| usize::from(square.wrapping_sub(turned) % 64);
        ((turn(men.bare) * 64 + turn(men.king)) * 64 + turn(men.queen)) * 2 + men.turn
    };
    let mut children: Vec<Option<Vec<Option<usize>>>> = vec![None; 4 * 64 * 64 * 2];
    let mut known: Vec<Option<u16>> = vec![None; children.len()];
    for bare in 0..4 {
        for king in 0..64 {
            for queen in 0..64 {
                for turn in 0..2 {
                    let men = Men {
                        king,
                        queen,
                        bare,
                        turn,
                    };
                    let Some(position) = men.position(&rules) else {
                        continue;
                    };
                    if position.end() == Some(End::Checkmate) {
                        known[place(men)] = Some(0);
                    }
                    let moves = position.legal_moves(&rules).into_iter();
                    let next = moves.map(|mv| Men::of(&position.play(&rules, mv).unwrap().0));
                    children[place(men)] = Some(next.map(|men| men.map(place)).collect());
                }
            }
        }
    }
    for n in 1.. {
        let before = known.clone();
        for (index, children) in children.iter().enumerate() {
            let Some(children) = children else { continue };
            if before[index].is_some() || children.is_empty() {
                continue;
            }
            let lost = |child: &Option<usize>| child.is_some_and(|child| before[child].is_some());
            let decided = if index % 2 == 0 {
                children.iter().any(lost)
            } else {
                children.iter().all(lost)
            };
            if decided {
                known[index] = Some(n);
            }
        }
        if known == before {
            break;
        }
    }
    let mut forward: Vec<u16> = known.into_iter().flatten().collect();
    let mut backward: Vec<u16> = endgame::solve(&rules).into_iter().flatten().collect();
    forward.sort_unstable();
    backward.sort_unstable();
    assert!(forward.last() > Some(&4), "{:?}", forward.last());
    assert_eq!(forward, backward);
}

/// Minimax without cuts, over the wrapper for boards of any size.
fn plain_best(position: &circularchess::any::Position, army: usize, depth: u8) -> i32 {
    use circularchess::any::Position;
    fn worth(position: &Position, army: usize) -> i32 {
        let armies = &position.variant().armies;
        let values = [1, 3, 3, 5, 9, 0, 3, 3, 3];
        (0..armies.len())
            .flat_map(|a| position.variant().kinds().map(move |kind| (a, kind)))
            .map(|(a, kind)| {
                let sign = if armies[a].side == armies[army].side {
                    1
                } else {
                    -1
                };
                let pieces = i32::try_from(position.pieces(kind, a).len()).unwrap();
                sign * values[kind as usize] * pieces
            })
            .sum()
    }
    if position.end().is_some() {
        return match position.winners() {
            0 => 0,
            winners if winners >> army & 1 != 0 => 1_000_000 + i32::from(depth),
            _ => -1_000_000 - i32::from(depth),
        };
    }
    if depth == 0 {
        return worth(position, army);
    }
    let armies = &position.variant().armies;
    let ours = armies[position.turn()].side == armies[army].side;
    let values = position.legal_moves().into_iter().map(|mv| {
        let (next, _) = position.play(mv).unwrap();
        plain_best(&next, army, depth - 1)
    });
    if ours { values.max() } else { values.min() }.unwrap()
}

fn search_agrees<const W: usize, const A: usize, const K: usize>(id: &str, depth: u8) {
    let variant = Variant::builtin(id).unwrap();
    let any = circularchess::any::Rules::new(variant.clone());
    let rules = Rules::<W, A, K>::new(variant);
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..3 {
        let mut position = Position::start(&rules);
        for _ in 0..30 {
            let moves = position.legal_moves(&rules);
            let Some(&mv) = moves.get(random.usize(..moves.len().max(1))) else {
                break;
            };
            position.play_unchecked(&rules, mv);
        }
        let setup: Setup = position.setup(&rules);
        let Ok((same, _)) = any.position(&setup) else {
            continue;
        };
        let (_, value) = search::best(&rules, &position, depth, &mut 0).unwrap();
        assert_eq!(
            value,
            plain_best(&same, position.turn(), depth),
            "{id} {setup:?}"
        );
    }
}

#[test]
fn the_search_finds_what_plain_minimax_finds() {
    search_agrees::<1, 2, 6>("circular-strict", 3);
    search_agrees::<1, 2, 6>("circular", 3);
    search_agrees::<1, 2, 6>("orthodox", 2);
    search_agrees::<4, 6, 6>("bhati-3", 2);
    search_agrees::<1, 2, 10>("byzantine", 2);
    search_agrees::<4, 6, 25>("byzantine-citadel", 2);
}
