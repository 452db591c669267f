//! Variant files for boards of any shape, made from bytes: most of them are accepted.

use std::fmt::Write;

use crate::Bytes;

const PIECES: [&str; 6] = ["king", "pawn", "queen", "rook", "bishop", "knight"];

/// The text of a variant file.
pub fn variant_text(bytes: &mut Bytes) -> String {
    let rings = 1 + bytes.below(8);
    let most = (256 / rings).min(40);
    let files = (4 + 2 * bytes.below(most / 2 - 1)).min(most & !1);
    let null = bytes.truth();
    let ring_pawns = bytes.truth();
    let armies = if bytes.truth() { 2 } else { 2 + bytes.below(5) };
    let armies = armies.min((rings * files / 4).max(2));
    let eliminates = armies > 2 || bytes.truth();
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
    let mut text = format!(
        "id = \"fuzz\"\nname = \"Fuzz\"\nsource = \"fuzz\"\n[board]\nrings = {rings}\n\
         files = {files}\ncentre = \"{}\"\nvoids = {voids:?}\n[pawns]\nkind = \"{}\"\n\
         [rules]\ncheckmate = \"{}\"\ndead_with_bare_king = []\n\
         dead_same_colour_bishops = false\nfen = \"commas\"\n[options]\ncheck = \"{}\"\n\
         double_step = {double}\n",
        if null { "null" } else { "closed" },
        if ring_pawns { "ring" } else { "radial" },
        if eliminates { "eliminates" } else { "ends" },
        if bytes.below(4) == 0 {
            "strict"
        } else {
            "snaffle"
        },
    );
    if !ring_pawns {
        let _ = writeln!(text, "en_passant = {}", double && bytes.truth());
    }
    if null {
        let _ = writeln!(text, "null_shift = {}", bytes.below(3));
    }
    if armies > 2 {
        let rule = ["pass", "eliminate", "draw"][bytes.below(3)];
        let _ = writeln!(text, "stalemate = \"{rule}\"");
    }
    let castling = bytes.below(3) == 0;
    if castling {
        text.push_str("castling = true\n");
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
        text.push_str("[armies.pawns]\n");
        if ring_pawns {
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
    }
    text
}

fn name(ring: usize, file: usize) -> String {
    format!("{}{}", char::from(b'a' + ring as u8), file + 1)
}
