//! A variant file: refused in one line, or it plays.
#![no_main]

use circularchess::any::Rules;
use circularchess::variant::{BUILTIN, Variant};
use circularchess_fuzz::{Bytes, check_position, step};
use libfuzzer_sys::fuzz_target;

/// Edits of a built-in file: each cuts out some bytes and puts in some words of the language.
fn edited(bytes: &mut Bytes) -> String {
    const WORDS: [&str; 24] = [
        "",
        "0",
        "1",
        "-1",
        "256",
        "1000000000",
        "99999999999999999999",
        "true",
        "false",
        "\"null\"",
        "\"closed\"",
        "\"a1\"",
        "\"d9\"",
        "\"zz\"",
        "[]",
        "[[armies]]",
        "\n",
        "\"",
        "'",
        "\u{0}",
        "é",
        "{}",
        "\"eliminates\"",
        "\"strict\"",
    ];
    let mut text = BUILTIN[bytes.below(BUILTIN.len())].1.to_owned();
    for _ in 0..bytes.below(6) {
        let mut from = bytes.below(text.len() + 1);
        let mut to = (from + bytes.below(24)).min(text.len());
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        while !text.is_char_boundary(to) {
            to += 1;
        }
        text.replace_range(from..to, WORDS[bytes.below(WORDS.len())]);
    }
    text
}

fuzz_target!(|data: &[u8]| {
    let (text, mut rest) = match data.split_first() {
        Some((0, rest)) => {
            let mut bytes = Bytes(rest);
            (edited(&mut bytes), bytes)
        }
        _ => match std::str::from_utf8(data) {
            Ok(text) => (text.to_owned(), Bytes(&[])),
            Err(_) => return,
        },
    };
    let options = [
        ("check", ["strict", "snaffle"][rest.below(2)]),
        ("null_shift", ["0", "-1", "x", ""][rest.below(4)]),
        ("double_step", ["true", "false", "TRUE"][rest.below(3)]),
    ];
    let count = rest.below(options.len() + 1);
    match Variant::with_options(&text, &options[..count]).and_then(Rules::compile) {
        Ok(rules) => {
            let mut game = rules.start();
            for _ in 0..3 {
                check_position(&rules, &game);
                if !step(&mut rest, &mut game) {
                    break;
                }
            }
        }
        Err(error) => {
            let line = error.to_string();
            assert!(!line.is_empty() && line.len() < 2000, "{line}");
            assert!(!line.chars().any(|c| c == '\n' || c == '\0'), "{line:?}");
        }
    }
});
