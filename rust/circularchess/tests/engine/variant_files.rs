//! Variant files that are refused, and that nothing written in one makes the reader panic.

use circularchess::any::Rules;
use circularchess::variant::{BUILTIN, Severity, Variant, VariantError, diagnose};
use fastrand::Rng;

use crate::boards;

/// Files of the first edition that have been written anew since: they are read as before, and a
/// ring cut by void files is as good a board as any.
const FIRST_EDITION: [(&str, &str); 2] = [
    ("orthodox", include_str!("first_edition/orthodox.toml")),
    ("cylinder", include_str!("first_edition/cylinder.toml")),
];

/// The text of a variant file, of the first edition where there is one.
pub(crate) fn text(id: &str) -> &'static str {
    let mut files = FIRST_EDITION.iter().chain(&BUILTIN);
    files.find(|(name, _)| *name == id).unwrap().1
}

/// The message a file is refused with.
fn refusal(text: &str) -> String {
    match Variant::from_toml(text).and_then(Rules::compile).map(drop) {
        Err(VariantError::File(message)) => {
            assert!(!message.contains('\n') && message.len() < 400, "{message}");
            message
        }
        other => panic!("{other:?}"),
    }
}

/// Replaces the first occurrence in a built-in file and gives the refusal.
pub(crate) fn edited(id: &str, old: &str, new: &str) -> String {
    let file = text(id);
    assert!(file.contains(old), "{old:?} is not in {id}");
    refusal(&file.replacen(old, new, 1))
}

#[test]
fn a_start_that_cannot_be_is_refused() {
    // A pawn where pawns of its army promote; Black's queen makes room.
    let promoted = text("circular")
        .replacen("queen = [\"a9\"]", "queen = []", 1)
        .replacen("\"a2\", ", "\"a9\", ", 1);
    let message = refusal(&promoted);
    assert!(
        message.contains("armies.start: White's pawn on a9"),
        "{message}"
    );
    // The queen on e5 looks down file 5 at Black's king once its pawn is gone, White to move.
    let exposed = text("orthodox")
        .replacen("queen = [\"a4\"]", "queen = [\"e5\"]", 1)
        .replacen("\"g5\", ", "", 1);
    let message = refusal(&exposed);
    assert!(
        message.contains("armies.start: Black is not to move"),
        "{message}"
    );
    // Where kings may be taken it is a start like others.
    let loose = exposed.replacen("\"strict\"", "\"snaffle\"", 1);
    assert!(Variant::from_toml(&loose).is_ok());
}

#[test]
fn armies_are_counted() {
    let file = text("circular");
    let cut = file.find("[[armies]]").unwrap();
    let (head, armies) = file.split_at(cut);
    assert!(refusal(head).contains("armies"));
    let first = &armies[..armies[1..].find("[[armies]]").unwrap() + 1];
    assert!(refusal(&format!("{head}{first}")).contains("armies: 1 armies"));
    let seven = first.repeat(7);
    assert!(refusal(&format!("{head}{seven}")).contains("armies: 7 armies"));
}

#[test]
fn castling_that_is_also_a_step_is_refused() {
    // Across the centre of six files a king steps from file 2 to files 4, 5 and 6; castling
    // would take it to file 4. With eight files it steps from file 3 to files 6, 7 and 8.
    let file = |files| {
        let made = boards::Made {
            rings: 1,
            files,
            null_shift: Some(1),
            voids: &[],
            ring_pawns: false,
            armies: 2,
            turn: 0,
            castling: Some([2, 2]),
        };
        made.text()
    };
    let message = refusal(&file(6));
    assert!(
        message.contains("castling.king_side: the king's two-file move is also"),
        "{message}"
    );
    assert!(Variant::from_toml(&file(8)).is_ok());
}

#[test]
fn keys_and_types_are_checked() {
    for id in ["circular", "bhati-3", "orthodox"] {
        let file = text(id);
        for line in file.lines().filter(|line| line.contains(" = ")) {
            let (key, _) = line.split_once(" = ").unwrap();
            // Each value by each wrong type, and by something absurd.
            for value in [
                "1979-05-27",
                "9223372036854775807",
                "-9223372036854775808",
                "1e400",
                "nan",
                "inf",
                "true",
                "{}",
                "[]",
                "[[]]",
                "\"\"",
                "\"\\u0000\"",
                "{ a = 1 }",
                "0x7f",
                "[\"\"]",
                "[1, \"a\"]",
                "'''\n'''",
            ] {
                let _ = Variant::from_toml(&file.replacen(line, &format!("{key} = {value}"), 1));
            }
            let unknown = file.replacen(line, &format!("{line}\nspeed = 1"), 1);
            let message = refusal(&unknown);
            // Among start positions or pieces it would be one of them, but of a wrong type.
            let named = ["speed", "expected a string", "expected a sequence"]
                .iter()
                .any(|w| message.contains(w));
            assert!(named, "{id}: {line}: {message}");
        }
    }
    let twice = edited("circular", "rings = 4", "rings = 4\nrings = 4");
    assert!(
        twice.contains("duplicate key") && twice.contains("line 8"),
        "{twice}"
    );
}

#[test]
fn hostile_texts_are_refused() {
    let depth = 100_000;
    for hostile in [
        String::new(),
        "\0".to_owned(),
        "\u{feff}".to_owned(),
        "[".repeat(depth),
        format!("a = {}", "[".repeat(depth)),
        format!("a = {}", "{a = ".repeat(depth)),
        format!("{}a = 1", "a.".repeat(depth)),
        format!("[{}a]", "a.".repeat(depth)),
        format!("id = {}", "9".repeat(100_000)),
        "id = \"".to_owned() + &"é".repeat(100_000) + "\"",
        format!("{}\n{}", text("circular"), "#".repeat(1 << 20)),
        "rings = 4".to_owned(),
        "[[armies]]\n".repeat(50_000),
    ] {
        refusal(&hostile);
    }
    let long = "#".repeat((1 << 20) + 1);
    assert!(refusal(&long).contains("1048577 bytes"));
    // As long as may be.
    let file = text("circular");
    let filled = format!("{file}#{}", "x".repeat((1 << 20) - file.len() - 1));
    assert!(Variant::from_toml(&filled).is_ok());
}

/// Random damage to the built-in files: whatever is still read can be played.
#[test]
fn damaged_files_never_panic() {
    let mut rng = Rng::with_seed(11);
    let (mut read, mut refused) = (0, 0);
    for round in 0..3000 {
        let (_, file) = BUILTIN[rng.usize(..BUILTIN.len())];
        let mut lines: Vec<String> = file.lines().map(str::to_owned).collect();
        for _ in 0..rng.usize(1..4) {
            let line = rng.usize(..lines.len());
            match rng.u8(..4) {
                0 => drop(lines.remove(line)),
                1 => lines.insert(line, lines[rng.usize(..lines.len())].clone()),
                2 => {
                    let number = rng.i64(-2..300).to_string();
                    let digits = |c: char| c.is_ascii_digit();
                    lines[line] = lines[line].replacen(digits, &number, 1);
                }
                _ => {
                    let square = format!("\"{}{}\"", rng.char('a'..='e'), rng.u8(1..=60));
                    if let Some(at) = lines[line].find('"') {
                        let end = lines[line][at + 1..].find('"').map_or(at, |e| at + e + 1);
                        lines[line].replace_range(at..=end, &square);
                    }
                }
            }
        }
        match Variant::from_toml(&lines.join("\n")) {
            Ok(variant) => {
                read += 1;
                if round % 4 == 0 {
                    let game = Rules::new(variant).start();
                    assert_eq!(game.perft(1), game.count_legal());
                    assert_eq!(game.hash(), game.hash_from_scratch());
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(
        read > 100 && refused > 100,
        "{read} read, {refused} refused"
    );
}

#[test]
fn options_are_refused_where_they_have_no_meaning() {
    type Case = (
        &'static str,
        &'static [(&'static str, &'static str)],
        &'static str,
    );
    let cases: &[Case] = &[
        ("circular", &[("speed", "1")], "no option \"speed\""),
        ("circular", &[("", "")], "no option \"\""),
        (
            "circular",
            &[("check", "Strict")],
            "options.check: \"Strict\"",
        ),
        (
            "circular",
            &[("stalemate", "pass")],
            "options.stalemate: has a meaning only",
        ),
        (
            "circular",
            &[("en_passant", "false")],
            "options.en_passant: has a meaning only",
        ),
        (
            "circular",
            &[("castling", "false")],
            "options.castling: has no meaning",
        ),
        (
            "circular",
            &[("null_shift", "1")],
            "options.null_shift: has a meaning only",
        ),
        (
            "circular",
            &[("double_step", "yes")],
            "option double_step: \"yes\"",
        ),
        (
            "cylinder",
            &[("castling", "true")],
            "options.castling: has no meaning",
        ),
        (
            "cylinder",
            &[("double_step", "false")],
            "options.en_passant: needs double_step",
        ),
        (
            "orthodox",
            &[("en_passant", "1")],
            "option en_passant: \"1\"",
        ),
        (
            "orthodox",
            &[("castling", "TRUE")],
            "option castling: \"TRUE\"",
        ),
        (
            "bhati-2",
            &[("stalemate", "draw")],
            "options.stalemate: has a meaning only",
        ),
        (
            "bhati-3",
            &[("stalemate", "lose")],
            "options.stalemate: \"lose\"",
        ),
        ("bhati-3", &[("null_shift", "3")], "options.null_shift: 3"),
        ("bhati-3", &[("null_shift", "-1")], "options.null_shift: -1"),
        (
            "bhati-3",
            &[("null_shift", "two")],
            "option null_shift: \"two\"",
        ),
        (
            "bhati-3",
            &[("null_shift", "99999999999999999999")],
            "option null_shift: \"999",
        ),
    ];
    for &(id, options, expected) in cases {
        match Variant::with_options(text(id), options) {
            Err(VariantError::Option(message)) => {
                assert!(message.contains(expected), "{id} {options:?}: {message}");
                assert!(!message.contains('\n'));
            }
            other => panic!("{id} {options:?}: {other:?}"),
        }
    }
    // Together they are judged together, whatever their order.
    for options in [
        [("double_step", "false"), ("en_passant", "false")],
        [("en_passant", "false"), ("double_step", "false")],
    ] {
        assert!(Variant::with_options(text("cylinder"), &options).is_ok());
    }
}

#[test]
fn all_that_is_wrong_is_told_at_once_and_where() {
    let file = text("circular")
        .replacen("id = \"circular\"", "id = \"Circular\"", 1)
        .replacen("seat = 0", "seat = 300", 1)
        .replacen("queen = [\"a9\"]", "queen = [\"e9\"]", 1);
    let found = diagnose(&file);
    let keys: Vec<_> = found.iter().map(|found| found.key.as_str()).collect();
    assert_eq!(keys, ["id", "armies[0].seat", "armies[1].start.queen"]);
    for found in &found {
        assert_eq!(found.severity, Severity::Error);
        // It stands on the line that it speaks of.
        let line = file.lines().nth(found.line - 1).unwrap();
        let key = match found.key.as_str() {
            "armies[1].start.queen" => "\"e9\"",
            key => key.rsplit('.').next().unwrap(),
        };
        assert!(
            line[found.column - 1..].starts_with(key),
            "{found}: {line:?}"
        );
    }
    // The first is what the file is refused with.
    assert_eq!(refusal(&file), found[0].text);
}

#[test]
fn every_wrong_form_is_told_at_once() {
    let file = text("circular")
        .replacen("rings = 4", "rings = \"4\"", 1)
        .replacen("centre", "center", 1)
        .replacen("name = \"White\"\n", "", 1);
    let keys: Vec<_> = diagnose(&file).into_iter().map(|found| found.key).collect();
    assert_eq!(
        keys,
        [
            // What is missing is told where its table begins.
            "board.centre",
            "board.rings",
            "board.center",
            "armies[0].name"
        ]
    );
}

#[test]
fn what_is_legal_but_suspicious_is_warned_of() {
    let (_, file) = BUILTIN.iter().find(|(id, _)| *id == "byzantine").unwrap();
    let found = diagnose(file);
    assert!(
        found
            .iter()
            .all(|found| found.severity == Severity::Warning)
    );
    let has = |words: &str| found.iter().any(|found| found.text.contains(words));
    // Elephants keep to eight squares; no pawn ever promotes.
    assert!(has("elephant reaches at most 8 of 64 squares"), "{found:?}");
    assert!(has("White's pawns never promote"), "{found:?}");
    // A ferz keeps to one colour.
    assert!(has("ferz reaches at most 32 of 64 squares"), "{found:?}");
}

#[test]
fn keys_of_the_second_edition_need_its_mark() {
    let file = text("circular").replacen("rings = 4", "seam = \"open\"\nrings = 4", 1);
    assert!(refusal(&file).contains("`seam` needs `format = 2` at the top of the file"));
}
