//! The counts of the round chesses, from the start and from positions in the middle.

use circularchess::any::{Position, Rules};
use circularchess::variant::{BUILTIN, Variant};

use crate::texts::read_position;

/// From the start: variant, then counts by depth.
const STARTS: [(&str, &[u64]); 13] = [
    ("byzantine", &[14, 196, 2912, 43267]),
    ("byzantine-mirror", &[14, 196, 2912, 43267]),
    ("byzantine-citadel", &[14, 196, 2912, 43267]),
    ("byzantine-torus", &[14, 196, 2968, 44945]),
    ("jelliss", &[12, 144, 2112, 30987]),
    ("three-circular", &[20, 400, 8000, 171_680]),
    ("four-circular", &[20, 400, 8000, 160_000]),
    ("big-four", &[20, 400, 8240, 169_744]),
    ("mattlage", &[22, 484, 12318, 311_396]),
    ("mattlage-68", &[20, 400, 9380, 218_308]),
    ("mattlage-66", &[20, 400, 9342, 216_673]),
    ("three-man", &[20, 400, 8000, 206_240]),
    ("bhati-4-small", &[22, 484, 10648, 232_320]),
];

#[test]
fn starts_count_as_published() {
    for (id, counts) in STARTS {
        let start = Position::start(Variant::builtin(id).unwrap());
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(start.perft(depth), count, "{id} at depth {depth}");
        }
    }
}

#[test]
fn byzantine_mirror_counts_as_jocly_does() {
    let (_, text) = BUILTIN
        .iter()
        .find(|(id, _)| *id == "byzantine-mirror")
        .unwrap();
    let options = [("stalemate", "draw"), ("bare_king", "ignore")];
    let rules = Rules::new(Variant::with_options(text, &options).unwrap());
    assert_eq!(rules.start().perft(5), 679_749);
}

#[test]
fn positions_count_as_published() {
    let text = include_str!("../../../../tests/data/round.perft");
    let mut checked = 0;
    for entry in text.split("\n\n") {
        let field = |key: &str| {
            let lines = entry.lines().filter_map(|line| line.split_once(' '));
            let mut found = lines.filter(|(name, _)| *name == key);
            found.next().map(|(_, value)| value)
        };
        let (Some(id), Some(fen)) = (field("variant"), field("fen")) else {
            continue;
        };
        let Some((_, file)) = BUILTIN.iter().find(|(name, _)| *name == id) else {
            continue;
        };
        let options: Vec<(&str, &str)> = field("options")
            .into_iter()
            .flat_map(|set| set.split([',', ' ']))
            .filter_map(|option| option.split_once('='))
            .collect();
        let rules = Rules::new(Variant::with_options(file, &options).unwrap());
        let setup = read_position(rules.variant(), fen);
        let (position, _) = rules.position(&setup).unwrap();
        for line in entry.lines().filter_map(|line| line.strip_prefix("perft ")) {
            let (depth, count) = line.split_once(' ').unwrap();
            let (depth, count): (u8, u64) = (depth.parse().unwrap(), count.parse().unwrap());
            if count < 100_000 {
                let id = field("id").unwrap_or(fen);
                assert_eq!(position.perft(depth), count, "{id}: {fen} at depth {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked > 60, "{checked} counts");
}
