//! Set-ups that cannot be played, each reason by its kind; and single moves worked out by hand.

use circularchess::any::{Position, Rules};
use circularchess::board::shape::Square;
use circularchess::position::moves::Move;
use circularchess::position::setup::{ProblemKind, Setup};
use circularchess::position::{End, EventKind};
use circularchess::rules::Piece;
use circularchess::variant::{BUILTIN, PieceType, Variant};

use crate::boards;

fn rules(id: &str, options: &[(&str, &str)]) -> Rules {
    let text = crate::variant_files::text(id);
    Rules::new(Variant::with_options(text, options).unwrap())
}

fn square(rules: &Rules, name: &str) -> Square {
    rules.variant().shape.parse(name).unwrap()
}

/// A set-up of pieces written as army letter, piece letter and square: `wKa1`, `rOb3` for an
/// outbound pawn. The first army named moves.
fn setup(rules: &Rules, pieces: &str) -> Setup {
    let placed: Vec<_> = pieces
        .split_whitespace()
        .map(|text| {
            let mut letters = text.chars();
            let (army, kind) = (letters.next().unwrap(), letters.next().unwrap());
            let armies = &rules.variant().armies;
            let piece = Piece {
                army: armies.iter().position(|a| a.letter == army).unwrap(),
                kind: match kind {
                    'K' => PieceType::King,
                    'Q' => PieceType::Queen,
                    'R' => PieceType::Rook,
                    'B' => PieceType::Bishop,
                    'N' => PieceType::Knight,
                    _ => PieceType::Pawn,
                },
                outbound: kind == 'O',
            };
            (square(rules, letters.as_str()), piece)
        })
        .collect();
    Setup {
        turn: placed[0].1.army,
        pieces: placed,
        castling: Vec::new(),
        en_passant: Vec::new(),
        halfmove: 0,
        round: 1,
        in_play: None,
        inert: 0,
        bridged: 0,
    }
}

/// The kinds of all reasons, in order.
fn kinds(rules: &Rules, setup: &Setup) -> Vec<&'static str> {
    match rules.position(setup) {
        Ok(_) => Vec::new(),
        Err(problems) => {
            for problem in &problems {
                assert!(!problem.text.is_empty() && !problem.to_string().contains('\n'));
            }
            problems.iter().map(|p| p.kind.name()).collect()
        }
    }
}

fn game(rules: &Rules, setup: &Setup) -> Position {
    rules.position(setup).unwrap().0
}

fn mv(rules: &Rules, from: &str, to: &str) -> Move {
    Move {
        from: square(rules, from),
        to: square(rules, to),
        promotion: None,
    }
}

#[test]
fn kings_and_pieces() {
    let circular = rules("circular", &[]);
    let orthodox = rules("orthodox", &[]);
    let kinds_of = |rules: &Rules, pieces: &str| kinds(rules, &setup(rules, pieces));
    assert!(kinds_of(&circular, "wKa1 bKc9").is_empty());
    assert_eq!(kinds_of(&circular, "wKa1 wKb5 bKc9"), ["kings"]);
    assert_eq!(kinds_of(&circular, "wQa1 bKc9"), ["kings"]);
    assert_eq!(kinds_of(&circular, "wQa1 bQc9"), ["kings", "kings"]);
    assert_eq!(kinds_of(&circular, "wKa1 bKc9 bQa1"), ["square"]);
    assert_eq!(kinds_of(&orthodox, "wKa1 bKc8 bQc9"), ["void"]);
    // One army alone has won.
    let alone = game(&circular, &setup(&circular, "wKa1"));
    assert_eq!(
        (alone.end(), alone.winners()),
        (Some(End::LastSideStanding), 1)
    );
    let mut beyond = setup(&circular, "wKa1 bKc9");
    beyond.pieces[1].0 = 64;
    assert!(kinds(&circular, &beyond).contains(&"square"));
    let mut nobody = setup(&circular, "wKa1 bKc9");
    nobody.pieces[1].1.army = 2;
    assert!(kinds(&circular, &nobody).contains(&"square"));
    let mut empty = setup(&circular, "wKa1");
    empty.pieces.clear();
    assert_eq!(kinds(&circular, &empty), ["turn"]);
}

#[test]
fn turns_armies_in_play_and_counters() {
    let three = rules("bhati-3", &[]);
    let good = setup(&three, "rKd4 yKd24 bKd44");
    assert!(kinds(&three, &good).is_empty());
    let with = |change: fn(&mut Setup)| {
        let mut changed = good.clone();
        change(&mut changed);
        kinds(&three, &changed)
    };
    assert_eq!(with(|s| s.turn = 3), ["turn"]);
    assert_eq!(with(|s| s.turn = usize::MAX), ["turn"]);
    assert_eq!(with(|s| s.in_play = Some(0b110)), ["in_play", "turn"]);
    assert_eq!(with(|s| s.in_play = Some(0b1111)), ["in_play"]);
    assert_eq!(with(|s| s.pieces.truncate(0)), ["turn"]);
    assert_eq!(with(|s| s.round = 0), ["counter"]);
    assert_eq!(with(|s| s.round = 1 << 31), ["counter"]);
    assert_eq!(with(|s| s.halfmove = u32::MAX), ["counter"]);
    assert!(with(|s| (s.round, s.halfmove) = ((1 << 31) - 1, (1 << 31) - 1)).is_empty());
    let mut bare = good.clone();
    bare.pieces.pop();
    bare.in_play = Some(0b111);
    assert_eq!(kinds(&three, &bare), ["in_play", "kings"]);
    // In a game of two an army that lost its king leaves its pieces behind.
    let circular = rules("circular", &[]);
    let mut over = setup(&circular, "wKa1 bQc9");
    over.in_play = Some(1);
    assert_eq!(game(&circular, &over).end(), Some(End::LastSideStanding));
}

#[test]
fn pawns_stand_where_they_can() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "circular",
            "wPa2 wPd7 wPb10 wPc15 bPa2 bPd7 bPb10 bPc15",
            &[],
        ),
        ("circular", "wPa1", &["wPa1"]),
        ("circular", "wPb8 bPd9", &["wPb8", "bPd9"]),
        ("circular", "bPc16 wPa16", &["bPc16", "wPa16"]),
        ("circular", "wOa2", &["wOa2"]),
        ("orthodox", "wPb1 wPg8 bPb1 bPg8", &[]),
        ("orthodox", "wPa1 bPa2", &["wPa1", "bPa2"]),
        ("orthodox", "wPh1 bPh2", &["wPh1", "bPh2"]),
        ("orthodox", "wOc1", &["wOc1"]),
        ("bhati-2", "rPa1 rPc1 rOa1 gOc9 gPc60", &[]),
        ("bhati-2", "rPd1", &["rPd1"]),
        ("bhati-2", "rOd1", &["rOd1"]),
        ("bhati-2", "gOd35", &["gOd35"]),
    ];
    for &(id, pawns, wrong) in cases {
        let rules = rules(id, &[("check", "snaffle")]);
        let kings = if id == "bhati-2" {
            "rKb4 gKb40"
        } else {
            "wKc3 bKc12"
        };
        let kings = if id == "orthodox" { "wKe1 bKe8" } else { kings };
        for pawn in pawns.split_whitespace() {
            let found = kinds(&rules, &setup(&rules, &format!("{kings} {pawn}")));
            let expected: &[_] = if wrong.contains(&pawn) {
                &["pawn"]
            } else {
                &[]
            };
            assert_eq!(found, expected, "{id}: {pawn}");
        }
    }
    let three = rules("bhati-3", &[]);
    let mut knight = setup(&three, "rKd4 rNa1 yKd24");
    knight.pieces[1].1.outbound = true;
    assert_eq!(kinds(&three, &knight), ["pawn"]);
}

#[test]
fn rights_need_king_and_rook_at_home() {
    let orthodox = rules("orthodox", &[]);
    let with = |pieces: &str, rights: &[(usize, usize)]| {
        let mut setup = setup(&orthodox, pieces);
        setup.castling = rights.to_vec();
        kinds(&orthodox, &setup)
    };
    let home = "wKa5 wRa1 wRa8 bKh5 bRh1 bRh8";
    assert!(with(home, &[(0, 0), (0, 1), (1, 0), (1, 1)]).is_empty());
    assert_eq!(with(home, &[(0, 0), (0, 0)]), ["castling"]);
    assert_eq!(with(home, &[(0, 2)]), ["castling"]);
    assert_eq!(
        with(home, &[(2, 0), (usize::MAX, usize::MAX)]),
        ["castling", "castling"]
    );
    assert_eq!(
        with("wKa4 wRa1 wRa8 bKh5", &[(0, 0), (0, 1)]),
        ["castling", "castling"]
    );
    assert_eq!(with("wKa5 wRa1 bRa8 bKh4", &[(0, 0)]), ["castling"]);
    assert_eq!(with("wKa5 wBa1 wRa8 bKh5", &[(0, 1)]), ["castling"]);
    for (id, options) in [
        ("cylinder", None),
        ("orthodox", Some(("castling", "false"))),
    ] {
        let none = rules(id, options.as_slice());
        let mut setup = setup(&none, home);
        setup.castling = vec![(0, 0)];
        assert!(kinds(&none, &setup).contains(&"castling"), "{id}");
    }
}

#[test]
fn passed_squares_need_their_pawn() {
    let orthodox = rules("orthodox", &[]);
    let with = |pieces: &str, passed: &[&str]| {
        let mut setup = setup(&orthodox, pieces);
        setup.en_passant = passed.iter().map(|name| square(&orthodox, name)).collect();
        kinds(&orthodox, &setup)
    };
    let kings = "wKa5 bKh5";
    assert!(with(&format!("{kings} bPe3"), &["f3"]).is_empty());
    // No pawn beyond; a pawn of the army to move; a man on the square; one behind it.
    assert_eq!(with(kings, &["f3"]), ["en_passant"]);
    assert_eq!(with(&format!("{kings} wPd3"), &["c3"]), ["en_passant"]);
    assert_eq!(with(&format!("{kings} bPe3 wNf3"), &["f3"]), ["en_passant"]);
    assert_eq!(with(&format!("{kings} bPe3 wBg3"), &["f3"]), ["en_passant"]);
    // Not from a start square; another piece than a pawn; two squares of one army.
    assert_eq!(with(&format!("{kings} bPd3"), &["e3"]), ["en_passant"]);
    assert_eq!(with(&format!("{kings} bRe3"), &["f3"]), ["en_passant"]);
    assert_eq!(
        with(&format!("{kings} bPe3 bPe1"), &["f3", "f1"]),
        ["en_passant"]
    );
    let mut beyond = setup(&orthodox, kings);
    beyond.en_passant = vec![255];
    assert_eq!(kinds(&orthodox, &beyond), ["square"]);
    let off = rules("orthodox", &[("en_passant", "false")]);
    let mut none = setup(&off, &format!("{kings} bPe3"));
    none.en_passant = vec![square(&off, "f3")];
    assert_eq!(kinds(&off, &none), ["en_passant"]);
    // An army out of play has no rights, even where its pieces stay.
    let mut gone = setup(&orthodox, "wKa5 bPe3");
    gone.in_play = Some(1);
    gone.en_passant = vec![square(&orthodox, "f3")];
    assert_eq!(kinds(&orthodox, &gone), ["en_passant"]);
    // With three armies another may have gone where the pawn came from.
    let three = rules("bhati-3", &[]);
    for (behind, fits) in [("yNc1", true), ("rNc1", false), ("bRd1", true)] {
        let mut passed = setup(&three, &format!("bKd44 yKd24 rKd4 rPa1 {behind}"));
        passed.en_passant = vec![square(&three, "b1")];
        assert_eq!(kinds(&three, &passed).is_empty(), fits, "{behind}");
    }
    let mut outbound = setup(&three, "bKd44 yKd24 rKd4 rOa1");
    outbound.en_passant = vec![square(&three, "b1")];
    assert_eq!(kinds(&three, &outbound), ["en_passant"]);
}

#[test]
fn the_army_that_has_moved_is_not_in_check() {
    let strict = rules("circular-strict", &[]);
    // The rook's only free way is the long one round the ring.
    let pieces = "wKd1 wRa3 wNa4 bKa5";
    assert_eq!(kinds(&strict, &setup(&strict, pieces)), ["opposite_check"]);
    let both = "wKd1 wRa3 wNa4 wNa1 bKa5";
    assert!(kinds(&strict, &setup(&strict, both)).is_empty());
    let loose = rules("circular", &[]);
    assert!(kinds(&loose, &setup(&loose, pieces)).is_empty());
    // With three armies it may come about, even when two are left.
    let three = rules("bhati-3", &[]);
    assert!(kinds(&three, &setup(&three, "rKd4 rRa24 yKd24")).is_empty());
    let two = rules("bhati-2", &[]);
    assert_eq!(
        kinds(&two, &setup(&two, "rKd4 rRa34 gKd34")),
        ["opposite_check"]
    );
}

/// All reasons come at once, and each kind has a name of its own.
#[test]
fn all_reasons_are_given() {
    let orthodox = rules("orthodox", &[]);
    let mut worst = setup(&orthodox, "wKa5 wKa6 bQc9 wPh1 bKh5");
    worst.castling = vec![(0, 0)];
    worst.en_passant = vec![square(&orthodox, "f3")];
    worst.round = 0;
    let found = kinds(&orthodox, &worst);
    assert_eq!(
        found,
        ["void", "kings", "counter", "pawn", "castling", "en_passant"]
    );
    let all = [
        ProblemKind::Kings,
        ProblemKind::Turn,
        ProblemKind::Void,
        ProblemKind::Square,
        ProblemKind::Pawn,
        ProblemKind::Castling,
        ProblemKind::EnPassant,
        ProblemKind::OppositeCheck,
        ProblemKind::InPlay,
        ProblemKind::Counter,
    ];
    let names: std::collections::HashSet<_> = all.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), all.len());
}

/// With the rook two files from the king, the king lands on the rook's home: no capture.
#[test]
fn castling_onto_the_rooks_home_counts_as_a_quiet_move() {
    let file = boards::Made {
        rings: 4,
        files: 12,
        null_shift: None,
        voids: &[],
        ring_pawns: false,
        armies: 2,
        turn: 0,
        castling: Some([2, 3]),
    };
    let rules = Rules::new(Variant::from_toml(&file.text()).unwrap());
    let mut start = setup(&rules, "wKa4 wRa6 wRa1 bKd10");
    start.castling = vec![(0, 0), (0, 1)];
    start.halfmove = 7;
    let game = game(&rules, &start);
    let (next, events) = game.play(mv(&rules, "a4", "a6")).unwrap();
    assert!(events.is_empty());
    assert_eq!(next.halfmove(), 8);
    let kind = |name| next.piece_at(square(&rules, name)).map(|p| p.kind);
    assert_eq!(kind("a6"), Some(PieceType::King));
    assert_eq!(kind("a5"), Some(PieceType::Rook));
    assert_eq!((kind("a4"), kind("a1")), (None, Some(PieceType::Rook)));
    assert!(next.setup().castling.is_empty());
    assert_eq!(next.hash(), next.hash_from_scratch());
    // The other way it goes as usual.
    let (next, _) = game.play(mv(&rules, "a4", "a2")).unwrap();
    assert_eq!(next.halfmove(), 8);
    assert_eq!(
        next.piece_at(square(&rules, "a3")).map(|p| p.kind),
        Some(PieceType::Rook)
    );
}

/// Red uncovers yellow's line to green's king and red's move passes the turn to yellow, which
/// takes the king: green is out and its pieces are gone.
#[test]
fn a_king_is_taken_by_a_third_army() {
    let four = rules("bhati-4", &[]);
    let pieces = "rKd4 rNb20 oKd14 oRb18 gKb22 gRd38 gPc35 bKd44";
    let start = game(&four, &setup(&four, pieces));
    assert_eq!(start.count_legal(), start.legal_moves().len() as u64);
    let (next, _) = start.play(mv(&four, "b20", "d21")).unwrap();
    assert!(next.is_check(2) && next.turn() == 1);
    let (after, events) = next.play(mv(&four, "b18", "b22")).unwrap();
    assert_eq!(
        events,
        [(EventKind::KingTaken, 2), (EventKind::Eliminated, 2)]
    );
    assert_eq!(
        (after.in_play(), after.turn(), after.halfmove()),
        (0b1011, 3, 0)
    );
    assert_eq!(after.piece_at(square(&four, "d38")), None);
    assert_eq!(after.piece_at(square(&four, "c35")), None);
}

#[test]
fn resigning_out_of_turn_and_out_of_play() {
    let three = rules("bhati-3", &[]);
    let start = three.start();
    let (next, events) = start.resign(1).unwrap();
    assert_eq!(
        events,
        [(EventKind::Resigned, 1), (EventKind::Eliminated, 1)]
    );
    assert_eq!((next.turn(), next.in_play(), next.end()), (0, 0b101, None));
    assert!(next.resign(1).is_none() && next.resign(200).is_none());
    let (over, _) = next.resign(0).unwrap();
    assert_eq!(
        (over.end(), over.winners()),
        (Some(End::LastSideStanding), 0b100)
    );
    assert!(over.resign(2).is_none() && over.legal_moves().is_empty());
}

/// What a board or a game does not have is empty and quiet, not a panic.
#[test]
fn squares_and_armies_that_are_not_there() {
    for (id, _) in BUILTIN {
        let game = Position::start(Variant::builtin(id).unwrap());
        let squares = game.variant().shape.len();
        let armies = game.variant().armies.len();
        for square in (0..=u8::MAX).filter(|&s| usize::from(s) >= squares) {
            assert_eq!(game.piece_at(square), None);
            assert!((0..armies).all(|army| game.attackers(army, square).is_empty()));
        }
        for army in [armies, 7, 8, 64, usize::MAX] {
            assert!(!game.is_check(army) && game.attackers(army, 0).is_empty());
            assert!(game.resign(army).is_none());
        }
    }
}
