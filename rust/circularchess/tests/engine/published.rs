//! Orthodox positions with perft counts as others published them, each at the greatest depth
//! that is quick to count.

/// The usual text of a position, a depth and the count.
pub(crate) type Entry = (&'static str, u8, u64);

pub(crate) const ORTHODOX: [Entry; 65] = [
    // The start position: the On-Line Encyclopedia of Integer Sequences, A048987.
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
        4865609,
    ),
    // Source: the perft results page of the Chess Programming Wiki.
    // Castling, en passant, promotion, pins.
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        4085603,
    ),
    // En passant that uncovers a check along the rank.
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624),
    // Promotion with check, castling rights lost by capture.
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        4,
        422333,
    ),
    // The same with colours exchanged.
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        4,
        422333,
    ),
    // Promotion that captures a rook.
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        4,
        2103487,
    ),
    // A quiet middle game.
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
        3894594,
    ),
    // Source: Martin Sedlak's positions for single faults, TalkChess topic 47318;
    // chessprogramming.net lists them too.
    // En passant that is illegal, the pawn being pinned along the rank.
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888),
    // En passant that is illegal, the pawn being pinned on a diagonal.
    ("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1015133),
    // En passant that gives check.
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467),
    // En passant that is illegal, the captured pawn shielding the king on a diagonal.
    ("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 6, 824064),
    // The same with colours exchanged.
    ("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", 6, 824064),
    // En passant that gives check, by White.
    ("8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", 6, 1440467),
    // Castling on the king's side that gives check.
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072),
    // Castling on the queen's side that gives check.
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711),
    // Castling rights lost by capture.
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206),
    // Castling prevented.
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476),
    // Promotion out of check.
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001),
    // Discovered check.
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658),
    // Promotion that gives check.
    ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342),
    // Under-promotion that gives check.
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683),
    // The side to move stalemates itself.
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217),
    // Stalemate and checkmate.
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584),
    // Double check.
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527),
    // Source: Peter Ellis Jones' collection of perft positions, published on GitHub.
    // Castling out of and through check.
    ("r6r/1b2k1bq/8/8/7B/8/8/R3K2R b KQ - 3 2", 1, 8),
    // En passant that answers a check.
    ("8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3", 1, 8),
    // Opening moves.
    (
        "r1bqkbnr/pppppppp/n7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 2 2",
        1,
        19,
    ),
    // A check by the queen.
    (
        "r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2",
        1,
        5,
    ),
    // The same after castling.
    (
        "2kr3r/p1ppqpb1/bn2Qnp1/3PN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQ - 3 2",
        1,
        44,
    ),
    // A pinned queen.
    (
        "rnb2k1r/pp1Pbppp/2p5/q7/2B5/8/PPPQNnPP/RNB1K2R w KQ - 3 9",
        1,
        39,
    ),
    // A blocked passed pawn.
    ("2r5/3pk3/8/2P5/8/2K5/8/8 w - - 5 4", 1, 9),
    // Source: Roman Hartmann's perft positions for his program ROCE, rocechess.ch/perft.html.
    // Promotion, with captures on both sides.
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3605103),
    // Promotion of the last pawn.
    ("8/Pk6/8/8/8/8/6Kp/8 w - - 0 1", 6, 1030499),
    // Promotion, nothing to capture.
    ("8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1", 5, 1533145),
    // Castling on the king's side alone.
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 6, 764643),
    // Castling on the queen's side alone.
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 846648),
    // The army not to move may castle.
    ("r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", 6, 3517770),
    // Castling past a king, on the king's side.
    ("8/8/8/8/8/8/6k1/4K2R w K - 0 1", 6, 185867),
    // Castling past a king, on the queen's side.
    ("8/8/8/8/8/8/1k6/R3K3 w Q - 0 1", 6, 413018),
    // A king takes away castling, on the king's side.
    ("4k2r/6K1/8/8/8/8/8/8 w k - 0 1", 6, 179869),
    // A king takes away castling, on the queen's side.
    ("r3k3/1K6/8/8/8/8/8/8 w q - 0 1", 6, 367724),
    // All rights of castling.
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4, 314346),
    // A rook that has left home.
    ("r3k2r/8/8/8/8/8/8/1R2K2R w Kkq - 0 1", 4, 328965),
    // A rook that has left home, of the army not to move.
    ("r3k1r1/8/8/8/8/8/8/R3K2R w KQq - 0 1", 4, 320792),
    // Knights.
    ("8/1k6/8/5N2/8/4n3/8/2K5 w - - 0 1", 6, 2594412),
    // Knights and a king in the corner.
    ("K7/8/2n5/1n6/8/8/8/k6N w - - 0 1", 6, 588695),
    // Bishops.
    ("8/8/1B6/7b/7k/8/2B1b3/7K w - - 0 1", 5, 1713368),
    // Bishops and a king in the corner.
    ("k7/B7/1B6/1B6/8/8/8/K6b w - - 0 1", 5, 787524),
    // Rooks side by side.
    ("7k/RR6/8/8/8/8/rr6/7K w - - 0 1", 5, 2161211),
    // Rooks in all corners.
    ("R6r/8/8/2K5/5k2/8/8/r6R w - - 0 1", 4, 771461),
    // A queen against the bare king.
    ("6kq/8/8/8/8/8/8/7K w - - 0 1", 6, 391507),
    // Pinned queens.
    ("K7/8/8/3Q4/4q3/8/8/7k w - - 0 1", 5, 166741),
    // A king before its own pawn.
    ("8/8/8/8/8/K7/P7/k7 w - - 0 1", 6, 6249),
    // Blocked pawns.
    ("8/2k1p3/3pP3/3P2K1/8/8/8/8 w - - 0 1", 6, 34834),
    // The same, the other army to move.
    ("8/2k1p3/3pP3/3P2K1/8/8/8/8 b - - 0 1", 6, 34822),
    // Kings about blocked pawns.
    ("8/8/3k4/3p4/3P4/3K4/8/8 w - - 0 1", 6, 53138),
    // A pawn's capture on the h-file.
    ("k7/8/8/7p/6P1/8/8/K7 w - - 0 1", 6, 41874),
    // A pawn's capture on the a-file.
    ("7k/8/8/p7/1P6/8/8/7K w - - 0 1", 6, 41874),
    // A pawn's capture from the h-file.
    ("k7/8/8/6p1/7P/8/8/K7 b - - 0 1", 6, 41874),
    // A pawn's capture from the a-file.
    ("7k/8/8/1p6/P7/8/8/7K b - - 0 1", 6, 41874),
    // En passant on the h-file.
    ("k7/7p/8/8/8/8/6P1/K7 w - - 0 1", 6, 55338),
    // Double steps in the middle.
    ("3k4/3pp3/8/8/8/8/3PP3/3K4 w - - 0 1", 6, 199002),
    // Source: Albert Bertilsson's perft page for his program Sharper, albert.nu/programs/sharper.
    // A queen, rook and bishop about a bare king.
    ("8/3K4/2p5/p2b2r1/5k2/8/8/1q6 b - - 1 67", 2, 279),
    // Source: Roland Tomasi at TalkChess, "Perft position to debug check-evasions via en passant
    // capture", topic 78119.
    // En passant as the answer to a check.
    ("4k3/3p1p2/8/4P3/4K3/8/8/8 b - - 0 1", 3, 426),
    // Source: Steve Maughan's list for his program Maverick, chessprogramming.net/perfect-perft.
    // Rook and castling against a bishop.
    ("1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1", 5, 1063513),
];
