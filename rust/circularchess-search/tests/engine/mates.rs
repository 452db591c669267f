//! Mates found at their length, which full search by the rules alone proves.

use circularchess::any::Position;
use circularchess::variant::PieceType;
use circularchess_search::{Control, Features, Limits, Report, Score, Search};

use crate::positions::{endings, placed, rules, walk};

/// Variants of two armies, each way a game can be won among them.
const VARIANTS: [&str; 9] = [
    "circular",
    "circular-strict",
    "orthodox",
    "cylinder",
    "jelliss",
    "mattlage",
    "byzantine-torus",
    "byzantine-citadel",
    "bhati-2",
];

/// Whether the army to move wins by force within so many of its moves: every line is looked at,
/// and nothing known but the rules.
fn wins_within(position: &Position, moves: u32) -> bool {
    let army = position.turn();
    position.legal_moves().into_iter().any(|mv| {
        let (next, _) = position.play(mv).expect("legal");
        match next.end() {
            Some(_) => next.winners() >> army & 1 != 0,
            None => moves > 1 && loses_within(&next, army, moves - 1),
        }
    })
}

/// Whether all answers lose within so many moves of the other army.
fn loses_within(position: &Position, winner: usize, moves: u32) -> bool {
    position.legal_moves().into_iter().all(|mv| {
        let (next, _) = position.play(mv).expect("legal");
        match next.end() {
            Some(_) => next.winners() >> winner & 1 != 0,
            None => wins_within(&next, moves),
        }
    })
}

fn search(engine: &Search, position: &Position, depth: u32) -> Report {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    engine.go(position, &[], &limits, &Control::default(), &mut |_| {})
}

/// Positions of random games with a win in so many moves and no fewer.
pub(crate) fn problems(id: &str, moves: u32, count: usize) -> Vec<Position> {
    let rules = rules(id);
    let mut found = Vec::new();
    for seed in 1..400 {
        for position in walk(&rules, 160, seed).into_iter().rev().take(6) {
            if position.is_dead() || position.halfmove() > 60 {
                continue;
            }
            if (1..=moves).find(|&n| wins_within(&position, n)) == Some(moves) {
                found.push(position);
                break;
            }
        }
        if found.len() == count {
            break;
        }
    }
    found
}

fn assert_found(engine: &Search, position: &Position, moves: u32) {
    let limits = Limits {
        mate: Some(moves),
        nodes: Some(200_000),
        ..Limits::default()
    };
    let report = engine.go(position, &[], &limits, &Control::default(), &mut |_| {});
    let told = &report.infos[0];
    assert_eq!(
        told.score,
        Score::Mate(moves as i32),
        "{position:?}: {told:?}"
    );
    // The move told keeps the win at its length.
    let (next, _) = position.play(report.best.expect("a move")).expect("legal");
    match next.end() {
        Some(_) => assert!(next.winners() >> position.turn() & 1 != 0),
        None => assert!(
            loses_within(&next, position.turn(), moves - 1),
            "{position:?}"
        ),
    }
}

#[test]
fn wins_in_one_and_two_are_found_at_their_length() {
    for id in VARIANTS {
        let rules = rules(id);
        let engine = Search::new(&rules, 1, 2).expect("memory");
        for (moves, count) in [(1, 4), (2, 3)] {
            let problems = problems(id, moves, count);
            assert!(!problems.is_empty(), "{id}: no win in {moves}");
            for position in problems {
                engine.clear();
                assert_found(&engine, &position, moves);
            }
        }
    }
}

#[test]
fn a_search_without_pruning_proves_the_same() {
    for id in ["circular", "orthodox", "byzantine-torus"] {
        let rules = rules(id);
        let mut engine = Search::new(&rules, 1, 1).expect("memory");
        engine.set_features(Features::FULL_WIDTH);
        for position in problems(id, 2, 2) {
            assert_eq!(search(&engine, &position, 4).infos[0].score, Score::Mate(2));
        }
    }
}

#[test]
fn the_side_that_is_mated_is_told_so() {
    for id in ["circular-strict", "orthodox"] {
        let rules = rules(id);
        let engine = Search::new(&rules, 1, 1).expect("memory");
        let mut seen = 0;
        for position in problems(id, 2, 3) {
            let first = search(&engine, &position, 7).best.expect("a move");
            let (next, _) = position.play(first).expect("legal");
            if next.end().is_none() && loses_within(&next, position.turn(), 1) {
                assert_eq!(search(&engine, &next, 6).infos[0].score, Score::Mate(-1));
                seen += 1;
            }
        }
        assert!(seen > 0, "{id}");
    }
}

#[test]
fn a_queen_mates_a_king_on_a_ring_in_time() {
    for id in ["circular", "orthodox"] {
        let rules = rules(id);
        let engine = Search::new(&rules, 1, 4).expect("memory");
        for start in endings(&rules, &[PieceType::Queen], 3, 7) {
            let mut position = start;
            let mut keys = Vec::new();
            let limits = Limits {
                nodes: Some(20_000),
                ..Limits::default()
            };
            for ply in 0..=40 {
                if position.end().is_some() {
                    break;
                }
                assert!(ply < 40, "{id}: not mated within 20 moves");
                let report = engine.go(&position, &keys, &limits, &Control::default(), &mut |_| {});
                keys.push(position.hash());
                position.play_unchecked(report.best.expect("a move"));
            }
            assert_eq!(position.winners(), 1, "{id}");
        }
    }
}

#[test]
fn a_king_that_may_be_taken_is_taken() {
    let rules = rules("circular");
    let engine = Search::new(&rules, 1, 1).expect("memory");
    // Black's king stands on the white rook's ring: nobody has to see it, but the engine does.
    let position = placed(&rules, &[("Ka1", 0), ("Rd1", 0), ("Kd6", 1), ("Rb9", 1)], 0);
    let report = search(&engine, &position, 1);
    assert_eq!(report.infos[0].score, Score::Mate(1));
    let shape = &rules.variant().shape;
    assert_eq!(report.best.map(|mv| mv.to), shape.parse("d6"));
}
