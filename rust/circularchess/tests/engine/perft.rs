//! Perft counts that others found, or that two programs independent of this one agree on.

use circularchess::any::{Position, Rules};
use circularchess::count::parallel::{PerftError, PerftOptions};
use circularchess::count::perft::Control;
use circularchess::position::moves::Move;
use circularchess::position::setup::Setup;
use circularchess::rules::Piece;
use circularchess::variant::{BUILTIN, PieceType, Variant};

use crate::mid_game::MID_GAME;
use crate::published::ORTHODOX;

fn start(id: &str, options: &[(&str, &str)]) -> Position {
    let (_, text) = BUILTIN.iter().find(|(name, _)| *name == id).unwrap();
    Position::start(Variant::with_options(text, options).unwrap())
}

/// Reads `b2b3` or `c7d8q`.
fn read_move(game: &Position, text: &str) -> Move {
    let shape = &game.variant().shape;
    let letters = text.char_indices().skip(1);
    let (cut, _) = letters
        .clone()
        .find(|(_, c)| c.is_ascii_alphabetic())
        .unwrap();
    let (to, promotion) = match text.as_bytes().last().unwrap() {
        b'0'..=b'9' => (&text[cut..], None),
        letter => (&text[cut..text.len() - 1], Some(kind(*letter as char))),
    };
    Move {
        from: shape.parse(&text[..cut]).unwrap(),
        to: shape.parse(to).unwrap(),
        promotion,
    }
}

fn kind(letter: char) -> PieceType {
    match letter.to_ascii_lowercase() {
        'p' => PieceType::Pawn,
        'n' => PieceType::Knight,
        'b' => PieceType::Bishop,
        'r' => PieceType::Rook,
        'q' => PieceType::Queen,
        'k' => PieceType::King,
        other => panic!("no piece {other}"),
    }
}

/// The set-up of an orthodox position from its usual text: rank n is ring n, file a is file 1.
fn read_usual(text: &str) -> Setup {
    let fields: Vec<_> = text.split(' ').collect();
    let square = |ring: u8, file: u8| (file - 1) * 8 + ring - 1;
    let mut pieces = Vec::new();
    for (row, rank) in fields[0].split('/').enumerate() {
        let mut file = 1;
        for c in rank.chars() {
            if let Some(gap) = c.to_digit(10) {
                file += gap as u8;
                continue;
            }
            let piece = Piece {
                army: usize::from(c.is_lowercase()),
                kind: kind(c),
                outbound: false,
            };
            pieces.push((square(8 - row as u8, file), piece));
            file += 1;
        }
    }
    let rights = fields[2].chars().filter(|&c| c != '-');
    let passed = fields[3].as_bytes();
    Setup {
        pieces,
        turn: usize::from(fields[1] == "b"),
        castling: rights
            .map(|c| {
                (
                    usize::from(c.is_lowercase()),
                    usize::from(kind(c) == PieceType::Queen),
                )
            })
            .collect(),
        en_passant: if let [file, rank] = *passed {
            vec![square(rank - b'0', file - b'a' + 1)]
        } else {
            Vec::new()
        },
        halfmove: fields[4].parse().unwrap(),
        round: fields[5].parse().unwrap(),
        in_play: None,
        inert: 0,
        bridged: 0,
    }
}

/// Counts from the start positions. Those of the circular variants and of Bhati's were counted
/// by two programs written apart from this one; the last by three more.
#[test]
fn start_positions() {
    let strict: &[_] = &[("check", "strict")];
    type Case = (
        &'static str,
        &'static [(&'static str, &'static str)],
        &'static [u64],
    );
    let cases: [Case; 13] = [
        ("circular", &[], &[12, 144, 2040, 28904]),
        ("circular-strict", &[], &[12, 144, 2040, 28901, 464_393]),
        ("circular-society", &[], &[20, 400, 8584, 184_031]),
        (
            "circular-society",
            strict,
            &[20, 400, 8584, 184_025, 4_214_325],
        ),
        ("bhati-2", &[], &[22, 484, 12776]),
        ("bhati-3", &[], &[22, 484, 10560]),
        ("bhati-4", &[], &[22, 484, 10648]),
        ("bhati-4-pairs", &[], &[22, 484, 10648]),
        ("bhati-5", &[], &[22, 484, 10648]),
        ("bhati-6", &[], &[22, 484, 10648]),
        ("bhati-6-pairs", &[], &[22, 484, 10648]),
        ("bhati-6-trios", &[], &[22, 484, 10648]),
        ("cylinder", &[], &[20, 392, 9162]),
    ];
    for (id, options, counts) in cases {
        let game = start(id, options);
        assert_eq!(game.perft(0), 1);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(
                game.perft(depth),
                count,
                "{id} {options:?} at depth {depth}"
            );
        }
    }
}

#[test]
fn positions_from_the_middle_of_games() {
    for (id, about, moves, counts) in MID_GAME {
        let mut game = start(id, &[]);
        for text in moves.split_whitespace() {
            let mv = read_move(&game, text);
            let (next, _) = game
                .play(mv)
                .unwrap_or_else(|| panic!("{id}: {text} in {moves}"));
            game = next;
        }
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(game.perft(depth), count, "{id} ({about}) at depth {depth}");
        }
    }
}

#[test]
fn published_orthodox_positions() {
    let rules = Rules::new(Variant::builtin("orthodox").unwrap());
    for (text, depth, count) in ORTHODOX {
        let (game, _) = rules.position(&read_usual(text)).unwrap();
        assert_eq!(game.perft(depth), count, "{text} at depth {depth}");
    }
}

#[test]
fn a_finished_game_has_no_sequences() {
    // Fool's mate.
    let rules = Rules::new(Variant::builtin("orthodox").unwrap());
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let (game, events) = rules.position(&read_usual(mated)).unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!((game.perft(0), game.perft(1), game.perft(2)), (1, 0, 0));
}

#[test]
fn a_stopped_count_says_so() {
    let game = start("circular", &[]);
    let control = Control::default();
    let plain = PerftOptions::default();
    assert_eq!(game.perft_with(4, plain, &control), Ok(28904));
    // Nodes are told where a subtree of three plies is done.
    assert_eq!(control.nodes(), 28904);
    control.stop();
    for threads in [1, 2] {
        let options = PerftOptions { threads, ..plain };
        assert_eq!(
            game.perft_with(6, options, &control),
            Err(PerftError::Stopped)
        );
    }
}

/// Threads and a table, even one so small that subtrees drive each other out, change no count.
#[test]
fn threads_and_tables_count_the_same() {
    for (id, _, moves, counts) in MID_GAME {
        let mut game = start(id, &[]);
        for text in moves.split_whitespace() {
            game = game.play(read_move(&game, text)).unwrap().0;
        }
        for (threads, hash_megabytes) in [(2, 0), (1, 1), (2, 1)] {
            let options = PerftOptions {
                threads,
                hash_megabytes,
            };
            let control = Control::default();
            assert_eq!(
                game.perft_with(3, options, &control),
                Ok(counts[2]),
                "{id} {options:?}"
            );
        }
    }
    let rules = Rules::new(Variant::builtin("orthodox").unwrap());
    for (text, depth, count) in ORTHODOX.iter().filter(|entry| entry.2 > 1_000_000) {
        let (game, _) = rules.position(&read_usual(text)).unwrap();
        let options = PerftOptions {
            threads: 2,
            hash_megabytes: 1,
        };
        let found = game.perft_with(*depth, options, &Control::default());
        assert_eq!(found, Ok(*count), "{text}");
    }
}

/// Turning all pieces of a ring board without pawns by some files changes no count, nor does
/// turning its rings inside out or mirroring its files.
#[test]
fn pieces_do_not_know_where_they_stand() {
    let rules = Rules::new(Variant::builtin("circular").unwrap());
    let pieces = [
        ("a1", 0, 'k'),
        ("b7", 0, 'q'),
        ("d3", 0, 'r'),
        ("c12", 0, 'b'),
        ("a14", 0, 'n'),
        ("c9", 1, 'k'),
        ("d6", 1, 'q'),
        ("b11", 1, 'r'),
        ("d10", 1, 'b'),
        ("c16", 1, 'n'),
    ];
    let count = |map: &dyn Fn(i32, i32) -> (i32, i32)| {
        let shape = &rules.variant().shape;
        let place = |&(name, army, letter): &(&str, usize, char)| {
            let square = shape.parse(name).unwrap();
            let (ring, file) = map(i32::from(shape.ring(square)), shape.file(square));
            let piece = Piece {
                army,
                kind: kind(letter),
                outbound: false,
            };
            (shape.square(ring as u8, file), piece)
        };
        let setup = Setup {
            pieces: pieces.iter().map(place).collect(),
            ..Setup::start(rules.variant())
        };
        rules.position(&setup).unwrap().0.perft(3)
    };
    let here = count(&|ring, file| (ring, file));
    assert!(here > 10_000, "{here}");
    for turn in 1..16 {
        assert_eq!(count(&|ring, file| (ring, file + turn)), here);
    }
    assert_eq!(count(&|ring, file| (5 - ring, file)), here);
    assert_eq!(count(&|ring, file| (ring, 17 - file)), here);
}
