//! Every refusal of a variant file names its key.

use crate::variant_files::edited;

#[test]
fn every_refusal_names_its_key() {
    let long = format!("name = {:?}", "x".repeat(1001));
    let many = "promotion_files = [8, 9]\n";
    let cases: &[(&str, &str, &str, &str)] = &[
        // The file's words.
        (
            "circular",
            "id = \"circular\"",
            "id = \"Circular\"",
            "id: \"Circular\"",
        ),
        ("circular", "id = \"circular\"", "id = \"\"", "id: \"\""),
        (
            "circular",
            "name = \"Circular Chess\"",
            "name = \" \"",
            "name: \" \"",
        ),
        (
            "circular",
            "name = \"Circular Chess\"",
            "name = \"a\\nb\"",
            "name: \"a\\nb\"",
        ),
        (
            "circular",
            "name = \"Circular Chess\"",
            &long,
            "name: \"xxx",
        ),
        (
            "circular",
            "source = \"David",
            "source = \"\\u0000David",
            "source: ",
        ),
        // The board.
        ("circular", "rings = 4", "rings = 0", "board.rings: 0"),
        ("circular", "rings = 4", "rings = 27", "board.rings: 27"),
        ("circular", "rings = 4", "rings = -4", "board.rings: -4"),
        ("circular", "files = 16", "files = 15", "board.files: 15"),
        ("circular", "files = 16", "files = 2", "board.files: 2"),
        ("circular", "files = 16", "files = 258", "board.files: 258"),
        (
            "circular",
            "files = 16",
            "files = 66",
            "board.files: 4 rings of 66",
        ),
        (
            "circular",
            "\"closed\"",
            "\"open\"",
            "unknown variant `open`",
        ),
        (
            "circular",
            "\"closed\"",
            "\"closed\"\nvoids = [\"e1\"]",
            "board.voids[0]: \"e1\"",
        ),
        (
            "circular",
            "\"closed\"",
            "\"closed\"\nvoids = [\"a0\"]",
            "board.voids[0]: \"a0\"",
        ),
        (
            "circular",
            "\"closed\"",
            "\"closed\"\nvoids = [\"b5\", \"b5\"]",
            "board.voids[1]: \"b5\" is listed twice",
        ),
        (
            "circular",
            "\"closed\"",
            "\"closed\"\nvoids = [\"a1\"]",
            "armies[0].start.king: \"a1\"",
        ),
        // Rules.
        (
            "circular",
            "[\"bishop\", \"knight\"]",
            "[\"king\"]",
            "rules.dead_with_bare_king: \"king\"",
        ),
        (
            "circular",
            "[\"bishop\", \"knight\"]",
            "[\"pawn\"]",
            "rules.dead_with_bare_king: \"pawn\"",
        ),
        (
            "circular",
            "[\"bishop\", \"knight\"]",
            "[\"ferz\"]",
            "rules.dead_with_bare_king: \"ferz\"",
        ),
        (
            "bhati-3",
            "\"eliminates\"",
            "\"ends\"",
            "rules.checkmate: \"ends\"",
        ),
        (
            "bhati-3",
            "\"commas\"",
            "\"letters\"",
            "rules.fen: \"letters\"",
        ),
        // Options.
        (
            "circular",
            "\"snaffle\"",
            "\"loose\"",
            "options.check: \"loose\"",
        ),
        (
            "circular",
            "double_step",
            "stalemate = \"pass\"\ndouble_step",
            "options.stalemate: has a meaning only with three or more armies",
        ),
        (
            "bhati-3",
            "\"pass\"",
            "\"lose\"",
            "options.stalemate: \"lose\"",
        ),
        (
            "circular",
            "double_step = false",
            "double_step = true\nen_passant = true",
            "options.en_passant: has a meaning only with radial pawns",
        ),
        (
            "orthodox",
            "en_passant = true",
            "",
            "options.en_passant: missing",
        ),
        (
            "orthodox",
            "double_step = true",
            "double_step = false",
            "options.en_passant: needs",
        ),
        (
            "orthodox",
            "castling = true",
            "",
            "options.castling: missing",
        ),
        (
            "cylinder",
            "double_step",
            "castling = true\ndouble_step",
            "options.castling: has no meaning",
        ),
        (
            "circular",
            "double_step",
            "null_shift = 1\ndouble_step",
            "options.null_shift: has a meaning",
        ),
        (
            "bhati-3",
            "null_shift = 2",
            "null_shift = 3",
            "options.null_shift: 3",
        ),
        (
            "bhati-3",
            "null_shift = 2",
            "null_shift = -1",
            "options.null_shift: -1",
        ),
        // Armies.
        (
            "circular",
            "letter = \"w\"",
            "letter = \"W\"",
            "armies[0].letter: \"W\"",
        ),
        (
            "circular",
            "letter = \"w\"",
            "letter = \"wb\"",
            "armies[0].letter: \"wb\"",
        ),
        (
            "circular",
            "letter = \"w\"",
            "letter = \"b\"",
            "armies: letter 'b' is used twice",
        ),
        (
            "circular",
            "name = \"White\"",
            "name = \"The White\"",
            "armies[0].name: \"The White\"",
        ),
        (
            "circular",
            "name = \"White\"",
            "name = \"Black\"",
            "armies: name \"Black\" is used twice",
        ),
        (
            "circular",
            "seat = 0",
            "seat = 1",
            "armies: seat 1 is used twice",
        ),
        ("circular", "seat = 0", "seat = 256", "armies[0].seat: 256"),
        ("circular", "seat = 0", "seat = -1", "armies[0].seat: -1"),
        (
            "circular",
            "seat = 0",
            "seat = 0\nside = \"a b\"",
            "armies[0].side: \"a b\"",
        ),
        (
            "circular",
            "seat = 0",
            "seat = 0\nside = \"b\"",
            "armies: all are of one side",
        ),
        // Pawns.
        (
            "circular",
            many,
            "",
            "armies[0].pawns.promotion_files: missing",
        ),
        (
            "circular",
            "clockwise = [2, 3, 4, 5, 6, 7]\n",
            "",
            "armies[0].pawns.clockwise: missing",
        ),
        (
            "circular",
            "anticlockwise = [10, 11, 12, 13, 14, 15]\n",
            "",
            "armies[0].pawns.anticlockwise: missing",
        ),
        (
            "circular",
            many,
            "promotion_files = [17]\n",
            "armies[0].pawns.promotion_files: 17",
        ),
        (
            "circular",
            many,
            "promotion_files = [0]\n",
            "armies[0].pawns.promotion_files: 0",
        ),
        (
            "circular",
            "clockwise = [2, 3",
            "clockwise = [99, 3",
            "armies[0].pawns.clockwise: 99",
        ),
        (
            "circular",
            "clockwise = [2, 3",
            "clockwise = [8, 3",
            "pawns.clockwise: file 8 is also",
        ),
        (
            "circular",
            "clockwise = [2, 3",
            "clockwise = [2, 10, 3",
            "file 10 is also anticlockwise",
        ),
        (
            "circular",
            "clockwise = [2, 3, 4",
            "clockwise = [2, 4",
            "pawns.clockwise: file 2 leads to",
        ),
        (
            "circular",
            many,
            "promotion_files = [8, 9]\ndirection = \"inward\"\n",
            "armies[0].pawns.direction: is not for ring",
        ),
        (
            "circular",
            many,
            "promotion_files = [8, 9]\npromotion_rings = [\"a\"]\n",
            "armies[0].pawns.promotion_rings: is not for ring",
        ),
        (
            "orthodox",
            "direction = \"outward\"\n",
            "",
            "armies[0].pawns.direction: missing",
        ),
        (
            "orthodox",
            "promotion_rings = [\"h\"]\n",
            "",
            "armies[0].pawns.promotion_rings: missing",
        ),
        (
            "orthodox",
            "[\"h\"]",
            "[\"i\"]",
            "armies[0].pawns.promotion_rings: \"i\"",
        ),
        (
            "orthodox",
            "[\"h\"]",
            "[\"hh\"]",
            "armies[0].pawns.promotion_rings: \"hh\"",
        ),
        (
            "orthodox",
            "[\"h\"]",
            "[\"g\"]",
            "pawns.promotion_rings: lacks the outermost ring",
        ),
        (
            "orthodox",
            "[\"a\"]",
            "[\"b\"]",
            "pawns.promotion_rings: lacks the innermost ring",
        ),
        (
            "bhati-3",
            "[\"d\"]",
            "[\"a\"]",
            "pawns.promotion_rings: lacks the outermost ring",
        ),
        (
            "bhati-3",
            "\"inward\"",
            "\"outward\"",
            "pawns.direction: pawns start inward",
        ),
        (
            "orthodox",
            "direction =",
            "clockwise = [1]\ndirection =",
            "pawns.clockwise: is not for radial",
        ),
        (
            "orthodox",
            "direction =",
            "anticlockwise = [1]\ndirection =",
            "pawns.anticlockwise: is not for radial",
        ),
        (
            "orthodox",
            "direction =",
            "promotion_files = [1]\ndirection =",
            "pawns.promotion_files: is not for radial",
        ),
        // Castling.
        (
            "orthodox",
            "king = \"a5\"",
            "king = \"i5\"",
            "armies[0].castling.king: \"i5\"",
        ),
        (
            "orthodox",
            "king_side = \"a8\"",
            "king_side = \"a9\"",
            "armies[0].castling.king_side: \"a9\"",
        ),
        (
            "orthodox",
            "queen_side = \"a1\"",
            "queen_side = \"z\"",
            "armies[0].castling.queen_side: \"z\"",
        ),
        (
            "orthodox",
            "king_side = \"a8\"",
            "king_side = \"a6\"",
            "castling.king_side: rook and king",
        ),
        (
            "orthodox",
            "king_side = \"a8\"",
            "king_side = \"b8\"",
            "castling.king_side: rook and king",
        ),
        (
            "orthodox",
            "king = \"a5\"",
            "king = \"a8\"",
            "castling.king_side: rook and king",
        ),
        // Three files apart, the short way, but over the void files.
        (
            "orthodox",
            "king = \"a5\"",
            "king = \"a2\"",
            "castling.king_side: a void square lies between",
        ),
        (
            "orthodox",
            "queen_side = \"a1\"",
            "queen_side = \"a8\"",
            "castling.queen_side: is the same rook",
        ),
        // Start.
        (
            "circular",
            "king = [\"a1\"]",
            "king = []",
            "start.king: 0 kings",
        ),
        (
            "circular",
            "king = [\"a1\"]",
            "king = [\"a1\", \"a3\"]",
            "start.king: 2 kings",
        ),
        (
            "circular",
            "queen = [\"a16\"]",
            "queen = [\"a1\"]",
            "a1 already holds a piece",
        ),
        (
            "circular",
            "queen = [\"a16\"]",
            "queen = [\"e1\"]",
            "armies[0].start.queen: \"e1\"",
        ),
        (
            "circular",
            "queen = [\"a16\"]",
            "ferz = [\"a16\"]",
            "armies[0].start.\"ferz\": no such piece",
        ),
        (
            "orthodox",
            "pawn = [\"b1\"",
            "pawn = [\"a1\"",
            "already holds a piece",
        ),
        (
            "orthodox",
            "pawn = [\"b1\"",
            "pawn = [\"h9\"",
            "armies[0].start.pawn: \"h9\"",
        ),
    ];
    for &(id, old, new, expected) in cases {
        let message = edited(id, old, new);
        assert!(message.contains(expected), "{old:?} -> {new:?}: {message}");
    }
}
