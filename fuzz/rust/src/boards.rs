//! Variant files for boards of any shape, made from bytes: most of them are accepted.

use std::fmt::Write;

use crate::Bytes;

const PIECES: [&str; 6] = ["king", "pawn", "queen", "rook", "bishop", "knight"];

/// Letters of kinds of the file's own, and movements for them: leapers, riders, compounds, lame
/// ones, hoppers, first moves, split ones; the last ones know which way is ahead.
const LETTERS: [char; 4] = ['C', 'D', 'X', 'Z'];
const MOVEMENTS: [&str; 36] = [
    "F", "W", "D", "A", "H", "C", "Z", "K", "FD", "NN", "DD", "AA", "CC", "W2", "R4", "B2", "K2",
    "BN", "QN", "nD", "nA", "nN", "nH", "gQ", "gR", "mRcpR", "pB", "pR3", "mWcF", "mNcK", "iDW",
    "cRmN", "fRbB", "vN", "flFsW", "mfWcfF",
];
const DIRECTED: usize = 4;

/// The text of a variant file.
pub fn variant_text(bytes: &mut Bytes) -> String {
    let rings = 1 + bytes.below(8);
    let most = (256 / rings).min(40);
    let files = (4 + 2 * bytes.below(most / 2 - 1)).min(most & !1);
    let ring_pawns = bytes.truth();
    let centre = [
        "closed",
        "null",
        if ring_pawns { "torus" } else { "closed" },
    ][bytes.below(3)];
    let (null, closed) = (centre == "null", centre == "closed");
    let files = if null { files } else { files - bytes.below(2) };
    let armies = if bytes.truth() { 2 } else { 2 + bytes.below(5) };
    let armies = armies.min((rings * files / 4).max(2));
    let eliminates = armies > 2 && bytes.truth();
    let mut squares: Vec<usize> = (0..rings * files).collect();
    let mut draw = |bytes: &mut Bytes| {
        let at = bytes.below(squares.len());
        let square = squares.swap_remove(at);
        name(square % rings, square / rings)
    };
    let voids: Vec<String> = (0..bytes.below(6).min(rings * files / 8))
        .map(|_| draw(bytes))
        .collect();
    let double = bytes.truth();
    let of_piece = ring_pawns && bytes.truth();
    let promotes = bytes.below(4) != 0;
    let mut text = format!(
        "format = 2\nid = \"fuzz\"\nname = \"Fuzz\"\nsource = \"fuzz\"\n[board]\n\
         rings = {rings}\nfiles = {files}\ncentre = \"{centre}\"\nvoids = {voids:?}\n"
    );
    if closed && bytes.below(3) == 0 {
        text.push_str("seam = \"open\"\n");
    }
    if closed && bytes.below(3) == 0 {
        let citadels = 1 + bytes.below(files);
        if files.is_multiple_of(citadels) {
            let _ = writeln!(text, "citadels = {citadels}");
        }
    }
    if null && !ring_pawns && bytes.truth() {
        let mut moats: Vec<usize> = (0..1 + bytes.below(3))
            .map(|_| 1 + bytes.below(files))
            .collect();
        moats.sort_unstable();
        moats.dedup();
        let _ = writeln!(text, "moats = {moats:?}");
    }
    if null {
        let _ = writeln!(text, "null_step = {}", bytes.below(3));
    }
    let _ = writeln!(
        text,
        "[pawns]\nkind = \"{}\"\nsidestep = {}",
        if ring_pawns { "ring" } else { "radial" },
        bytes.below(3) == 0
    );
    if of_piece {
        text.push_str("direction_of = \"piece\"\n");
    }
    let directed = !null;
    let kinds: Vec<(char, &str)> = LETTERS[..bytes.below(LETTERS.len() + 1)]
        .iter()
        .map(|&letter| {
            let known = MOVEMENTS.len() - if directed { 0 } else { DIRECTED };
            (letter, MOVEMENTS[bytes.below(known)])
        })
        .collect();
    let promotion: String = "QRBN"
        .chars()
        .chain(kinds.iter().map(|(letter, _)| *letter))
        .skip(bytes.below(4))
        .collect();
    let _ = write!(
        text,
        "[rules]\ncheckmate = \"{}\"\ndead_with_bare_king = []\n\
         dead_same_colour_bishops = false\nfen = \"commas\"\npromotion = \"{promotion}\"\n",
        if eliminates { "eliminates" } else { "ends" },
    );
    if eliminates && bytes.truth() {
        text.push_str("eliminated = \"stay\"\n");
    }
    let _ = write!(
        text,
        "[options]\ncheck = \"{}\"\ndouble_step = {double}\n",
        if bytes.truth() { "strict" } else { "snaffle" },
    );
    if !ring_pawns || bytes.truth() {
        let _ = writeln!(text, "en_passant = {}", double && bytes.truth());
    }
    if null {
        let _ = writeln!(text, "null_shift = {}", bytes.below(3));
    }
    if armies > 2 {
        let rule = ["pass", "eliminate", "draw"][bytes.below(3)];
        let _ = writeln!(text, "stalemate = \"{rule}\"");
    } else {
        let _ = writeln!(
            text,
            "stalemate = \"{}\"\nbare_king = \"{}\"",
            ["loses", "draw"][bytes.below(2)],
            ["loses", "ignore"][bytes.below(2)]
        );
    }
    if of_piece && !promotes {
        let rule = ["removed", "stay"][bytes.below(2)];
        let _ = writeln!(text, "meeting_pawns = \"{rule}\"");
    }
    let castling = bytes.below(3) == 0;
    if castling {
        text.push_str("castling = true\n");
    }
    for (letter, betza) in &kinds {
        let name = letter.to_ascii_lowercase();
        let _ = write!(
            text,
            "[pieces.{letter}]\nname = \"kind{name}\"\nbetza = \"{betza}\"\n"
        );
    }
    let teams = bytes.truth();
    for army in 0..armies {
        let letter = ["w", "b", "r", "g", "o", "y"][army];
        let _ = write!(
            text,
            "[[armies]]\nletter = \"{letter}\"\nname = \"Army{letter}\"\nseat = {army}\n"
        );
        if teams && armies > 3 {
            let _ = writeln!(text, "side = \"team{}\"", army % 2);
        }
        let ahead = ["clockwise", "anticlockwise", "inward", "outward"][bytes.below(4)];
        if directed {
            let _ = writeln!(text, "forward = \"{ahead}\"");
        }
        text.push_str("[armies.pawns]\n");
        if of_piece {
            if promotes {
                let _ = write!(
                    text,
                    "clockwise_promotion_files = [{}]\nanticlockwise_promotion_files = [{}]\n",
                    1 + bytes.below(files),
                    1 + bytes.below(files)
                );
            }
        } else if ring_pawns {
            // Everything turns one way until a goal file.
            let goal = 1 + bytes.below(files);
            let (mut clockwise, mut anticlockwise) = (Vec::new(), Vec::new());
            let split = bytes.below(files);
            for step in 1..files {
                let file = (goal + step - 1) % files + 1;
                // Before the split back to the goal, behind it on to the goal.
                if step <= split {
                    anticlockwise.push(file)
                } else {
                    clockwise.push(file)
                }
            }
            let _ = write!(
                text,
                "clockwise = {clockwise:?}\nanticlockwise = {anticlockwise:?}\n\
                 promotion_files = [{goal}]\n"
            );
        } else {
            let outward = !null && bytes.truth();
            let last = if outward || null { rings - 1 } else { 0 };
            let _ = write!(
                text,
                "direction = \"{}\"\npromotion_rings = [\"{}\"]\n",
                if outward { "outward" } else { "inward" },
                char::from(b'a' + last as u8)
            );
        }
        let mut start: [Vec<String>; 6] = Default::default();
        if castling {
            let (ring, king) = (bytes.below(rings), bytes.below(files));
            let (k, q) = (
                2 + bytes.below(5),
                files - 2 - bytes.below(5).min(files - 2),
            );
            let at = |n: usize| name(ring, (king + n) % files);
            let _ = write!(
                text,
                "[armies.castling]\nking = \"{}\"\nking_side = \"{}\"\nqueen_side = \"{}\"\n",
                at(0),
                at(k),
                at(q)
            );
            start[0].push(at(0));
            start[3].extend([at(k), at(q)]);
        } else {
            start[0].push(draw(bytes));
        }
        for _ in 0..bytes
            .below(8)
            .min((rings * files / (2 * armies)).saturating_sub(2))
        {
            start[1 + bytes.below(5)].push(draw(bytes));
        }
        text.push_str("[armies.start]\n");
        for (name, squares) in PIECES.iter().zip(&start) {
            if !squares.is_empty() {
                let _ = writeln!(text, "{name} = {squares:?}");
            }
        }
        let room = (rings * files / (2 * armies)).saturating_sub(8);
        for (letter, _) in kinds.iter().take(room) {
            let name = letter.to_ascii_lowercase();
            let squares: Vec<String> = (0..bytes.below(3)).map(|_| draw(bytes)).collect();
            let _ = writeln!(text, "kind{name} = {squares:?}");
        }
        if of_piece && room > 8 {
            let squares: Vec<String> = (0..bytes.below(4)).map(|_| draw(bytes)).collect();
            let _ = writeln!(text, "pawn_anticlockwise = {squares:?}");
        }
    }
    text
}

fn name(ring: usize, file: usize) -> String {
    format!("{}{}", char::from(b'a' + ring as u8), file + 1)
}
