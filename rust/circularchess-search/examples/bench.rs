//! Measures the engine.
//!
//! - `bench speed SECONDS VARIANT...`: depth, nodes a second and branching from each start.
//! - `bench threads SECONDS VARIANT`: the nodes of two threads against those of one.
//! - `bench match GAMES NODES VARIANT FEATURE`: the engine without a feature against itself.
//! - `bench values VARIANT...`: what the kinds of piece are worth.
#![allow(clippy::print_stdout, clippy::cast_precision_loss)]

use std::time::Duration;

use circularchess::any::{Position, Rules};
use circularchess::variant::Variant;
use circularchess_search::{Control, Features, Info, Limits, Score, Search};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["speed", seconds, variants @ ..] => {
            for id in variants {
                speed(id, number(seconds));
            }
        }
        ["threads", seconds, id] => {
            let one = nodes(id, number(seconds), 1);
            let two = nodes(id, number(seconds), 2);
            println!(
                "{id}: 1 thread {one} nodes, 2 threads {two}, {:.2} times",
                two as f64 / one as f64
            );
        }
        ["match", games, nodes, id, feature] => {
            contest(id, feature, number(games), number(nodes));
        }
        ["values", variants @ ..] => {
            for id in variants {
                values(id);
            }
        }
        _ => println!("see the head of this file for usage"),
    }
}

fn number(text: &str) -> u64 {
    text.parse().expect("a whole number")
}

fn rules(id: &str) -> Rules {
    Rules::new(Variant::builtin(id).expect("a built-in variant"))
}

fn values(id: &str) {
    let rules = rules(id);
    let search = Search::new(&rules, 1, 1).expect("memory");
    let variant = rules.variant();
    let told = variant
        .kinds()
        .map(|kind| format!("{} {}", variant.kind_name(kind), search.value(kind)));
    println!("{id}: {}", told.collect::<Vec<_>>().join(", "));
}

fn timed(seconds: u64) -> Limits {
    Limits {
        hard: Some(Duration::from_secs(seconds)),
        ..Limits::default()
    }
}

fn nodes(id: &str, seconds: u64, threads: usize) -> u64 {
    let rules = rules(id);
    let search = Search::new(&rules, threads, 64).expect("memory");
    let control = Control::default();
    let report = search.go(&rules.start(), &[], &timed(seconds), &control, &mut |_| {});
    report.nodes
}

fn speed(id: &str, seconds: u64) {
    let rules = rules(id);
    let search = Search::new(&rules, 1, 64).expect("memory");
    let mut infos: Vec<Info> = Vec::new();
    let control = Control::default();
    let mut keep = |info: Info| infos.push(info);
    let report = search.go(&rules.start(), &[], &timed(seconds), &control, &mut keep);
    let shape = &rules.variant().shape;
    for info in &infos {
        let line: Vec<String> = info
            .pv
            .iter()
            .take(6)
            .map(|mv| format!("{}{}", shape.name(mv.from), shape.name(mv.to)))
            .collect();
        let score = match info.score {
            Score::Centipawns(score) => format!("{score:+}"),
            Score::Mate(moves) => format!("#{moves}"),
        };
        println!(
            "{:3}/{:<3} {score:>6} {:>10} {:>6} ms  {}",
            info.depth,
            info.seldepth,
            info.nodes,
            info.time.as_millis(),
            line.join(" ")
        );
    }
    let Some(last) = infos.last() else {
        return;
    };
    let branching = (last.nodes as f64).powf(1.0 / f64::from(last.depth));
    println!(
        "{id}: depth {}, {} nodes, {:.2} million a second, branching {branching:.2}",
        last.depth,
        report.nodes,
        report.nodes as f64 / seconds as f64 / 1e6,
    );
}

/// Openings of random moves, each played twice with sides changed; the score of the engine with
/// the feature off.
fn contest(id: &str, feature: &str, games: u64, nodes: u64) {
    let rules = rules(id);
    let mut without = Features::ALL;
    let found = without
        .switches()
        .into_iter()
        .find(|(name, _)| *name == feature);
    if let Some((_, switch)) = found {
        *switch = false;
    } else {
        println!("no feature {feature:?}: playing against itself");
    }
    let mut players = [
        Search::new(&rules, 1, 4).expect("memory"),
        Search::new(&rules, 1, 4).expect("memory"),
    ];
    players[1].set_features(without);
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut counts = [0_u64; 3];
    let mut seed = 1;
    let mut opening = rules.start();
    for game in 0..games {
        if game % 2 == 0 {
            opening = random_opening(&rules, &mut seed);
        }
        for player in &players {
            player.clear();
        }
        let first = (game % 2) as usize;
        let result = play(&opening, &players, first, &limits);
        counts[result] += 1;
    }
    let [losses, draws, wins] = counts.map(|count| count as f64);
    let n = games as f64;
    let score = (wins + draws / 2.0) / n;
    let spread =
        (wins * (1.0 - score).powi(2) + draws * (0.5 - score).powi(2) + losses * score.powi(2)) / n;
    let error = 1.96 * (spread / n).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{id} without {feature}: {wins} won, {draws} drawn, {losses} lost of {games}; {:+.0} [{:+.0}, {:+.0}] Elo",
        elo(score),
        elo(score - error),
        elo(score + error)
    );
}

fn random_opening(rules: &Rules, seed: &mut u64) -> Position {
    loop {
        let mut position = rules.start();
        for _ in 0..8 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            *seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            position.play_unchecked(moves[(*seed >> 33) as usize % moves.len()]);
        }
        if position.end().is_none() {
            return position;
        }
    }
}

/// The result for player 1: 0 lost, 1 drawn, 2 won. `first` moves first.
fn play(opening: &Position, players: &[Search; 2], first: usize, limits: &Limits) -> usize {
    let mut position = opening.clone();
    let mut keys: Vec<u64> = Vec::new();
    let begins = position.turn();
    // Plies in a row on which both agree that the army that moved first wins, or loses.
    let mut agreed = 0_i32;
    for _ in 0..300 {
        if position.end().is_some() {
            break;
        }
        if position.halfmove() == 0 {
            keys.clear();
        }
        let key = position.hash();
        let repeated = keys.iter().filter(|&&k| k == key).count() >= 2;
        if repeated || position.is_dead() || position.halfmove() >= 100 {
            return 1;
        }
        let mover = if position.turn() == begins {
            first
        } else {
            1 - first
        };
        let report = players[mover].go(&position, &keys, limits, &Control::default(), &mut |_| {});
        let Some(mv) = report.best else {
            break;
        };
        let score = match report.infos[0].score {
            Score::Centipawns(score) => score,
            Score::Mate(moves) => 10_000 * moves.signum(),
        };
        let score = if position.turn() == begins {
            score
        } else {
            -score
        };
        agreed = match score {
            700.. if agreed >= 0 => agreed + 1,
            ..=-700 if agreed <= 0 => agreed - 1,
            _ => 0,
        };
        if agreed.abs() >= 6 {
            return if (agreed > 0) == (first == 1) { 2 } else { 0 };
        }
        keys.push(key);
        position.play_unchecked(mv);
    }
    if position.end().is_none() {
        return 1;
    }
    match position.winners() {
        0 => 1,
        winners => {
            let ours = if first == 1 { begins } else { 1 - begins };
            if winners >> ours & 1 != 0 { 2 } else { 0 }
        }
    }
}
