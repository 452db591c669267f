//! Searches stopped anywhere, repeated, and side by side.

use std::thread;
use std::time::{Duration, Instant};

use circularchess::any::Position;
use circularchess::position::setup::Setup;
use circularchess::variant::{BUILTIN, PieceType};
use circularchess_search::{Control, Info, Limits, Report, Score, Search};

use crate::positions::{endings, rules, walk};

fn search(engine: &Search, position: &Position, limits: &Limits) -> Report {
    engine.go(position, &[], limits, &Control::default(), &mut |_| {})
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn of_nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// The line may be played, move by move.
fn assert_playable(position: &Position, info: &Info) {
    let mut at = position.clone();
    for &mv in &info.pv {
        let next = at.play(mv);
        assert!(next.is_some(), "{position:?}: {mv:?} of {:?}", info.pv);
        at = next.expect("just seen").0;
    }
}

#[test]
fn a_search_stopped_at_any_node_gives_a_legal_move() {
    for (id, _) in BUILTIN {
        let rules = rules(id);
        let engine = Search::new(&rules, 1, 1).expect("memory");
        for (index, position) in walk(&rules, 120, 3).into_iter().enumerate().step_by(7) {
            // Each position is stopped at other nodes, from before the first on.
            for nodes in [0, 1, 2 + index as u64, 40 + 13 * index as u64] {
                let report = search(&engine, &position, &of_nodes(nodes));
                let best = report.best.expect("a move");
                assert!(position.is_legal(best), "{id}, {nodes} nodes: {position:?}");
                assert_eq!(report.infos[0].pv.first(), Some(&best));
                assert_playable(&position, &report.infos[0]);
            }
        }
    }
}

#[test]
fn a_search_stopped_before_it_begins_gives_a_legal_move() {
    let rules = rules("circular");
    let engine = Search::new(&rules, 2, 1).expect("memory");
    let control = Control::default();
    control.stop();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let report = engine.go(&rules.start(), &[], &limits, &control, &mut |_| {});
    assert!(rules.start().is_legal(report.best.expect("a move")));
}

#[test]
fn one_thread_finds_the_same_each_time() {
    for id in ["circular", "three-circular", "byzantine-citadel"] {
        let rules = rules(id);
        let found: Vec<_> = (0..2)
            .map(|_| {
                let engine = Search::new(&rules, 1, 1).expect("memory");
                let report = search(&engine, &rules.start(), &to_depth(6));
                engine.clear();
                let again = search(&engine, &rules.start(), &to_depth(6));
                let plain = |report: Report| {
                    let info = report.infos[0].clone();
                    (report.best, report.nodes, info.score, info.pv)
                };
                let (report, again) = (plain(report), plain(again));
                assert_eq!(report, again, "{id}: after the table was cleared");
                report
            })
            .collect();
        assert_eq!(found[0], found[1], "{id}");
    }
}

#[test]
fn two_engines_at_once_do_not_disturb_each_other() {
    let ids = ["circular", "orthodox"];
    let alone = ids.map(|id| {
        let rules = rules(id);
        let engine = Search::new(&rules, 1, 1).expect("memory");
        search(&engine, &rules.start(), &to_depth(8)).nodes
    });
    let running = ids.map(|id| {
        thread::spawn(move || {
            let rules = rules(id);
            let engine = Search::new(&rules, 1, 1).expect("memory");
            search(&engine, &rules.start(), &to_depth(8)).nodes
        })
    });
    assert_eq!(
        running.map(|thread| thread.join().expect("no panic")),
        alone
    );
}

#[test]
fn an_endless_search_ends_when_told() {
    let rules = rules("four-circular");
    let engine = Search::new(&rules, 2, 1).expect("memory");
    let control = Control::default();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let waited = thread::scope(|scope| {
        let (engine, control, limits, start) = (&engine, &control, &limits, rules.start());
        let running = scope.spawn(move || engine.go(&start, &[], limits, control, &mut |_| {}));
        thread::sleep(Duration::from_millis(150));
        assert!(!running.is_finished(), "it ended by itself");
        let told = Instant::now();
        control.stop();
        running.join().expect("no panic");
        told.elapsed()
    });
    assert!(waited < Duration::from_millis(500), "{waited:?}");
}

#[test]
fn a_mated_or_ended_position_has_no_move() {
    let rules = rules("orthodox");
    let (over, _) = rules.start().resign(0).expect("in play");
    let engine = Search::new(&rules, 1, 1).expect("memory");
    let report = search(&engine, &over, &to_depth(3));
    assert!(report.best.is_none() && report.infos.is_empty());
}

#[test]
fn a_lost_side_repeats_the_position() {
    // King against king and queen, with a clock that tells of moves without progress: going where
    // the game has been twice is a draw, all else is lost.
    for id in ["orthodox", "circular"] {
        let rules = rules(id);
        let engine = Search::new(&rules, 1, 1).expect("memory");
        for position in endings(&rules, &[PieceType::Queen], 4, 3) {
            let setup = Setup {
                turn: 1,
                halfmove: 20,
                ..position.setup()
            };
            let Ok((position, _)) = rules.position(&setup) else {
                continue;
            };
            let moves = position.legal_moves();
            let Some(&mv) = moves.last() else {
                continue;
            };
            let (there, _) = position.play(mv).expect("legal");
            if there.is_dead() || there.end().is_some() {
                continue;
            }
            let history = [there.hash(), 1, 2, 3, there.hash(), 4, 5, 6];
            engine.clear();
            let control = Control::default();
            let report = engine.go(&position, &history, &to_depth(6), &control, &mut |_| {});
            assert_eq!(report.infos[0].score, Score::Centipawns(0), "{position:?}");
            assert_eq!(report.best, Some(mv), "{position:?}");
            engine.clear();
            let report = search(&engine, &position, &to_depth(6));
            assert_ne!(report.infos[0].score, Score::Centipawns(0), "{position:?}");
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched_and_each_line_begins_otherwise() {
    let rules = rules("circular");
    let engine = Search::new(&rules, 1, 1).expect("memory");
    let start = rules.start();
    let moves = start.legal_moves();
    let limits = Limits {
        multipv: 5,
        moves: Some(moves[3..6].to_vec()),
        ..to_depth(4)
    };
    let report = search(&engine, &start, &limits);
    let mut firsts: Vec<_> = report.infos.iter().map(|info| info.pv[0]).collect();
    firsts.sort_unstable();
    let mut wanted = moves[3..6].to_vec();
    wanted.sort_unstable();
    assert_eq!(firsts, wanted);
    let scores: Vec<_> = report.infos.iter().map(|info| info.score).collect();
    let worth = |score: &Score| match *score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) => 100_000 * moves.signum() - moves,
    };
    assert!(
        scores
            .windows(2)
            .all(|pair| worth(&pair[0]) >= worth(&pair[1]))
    );
}
