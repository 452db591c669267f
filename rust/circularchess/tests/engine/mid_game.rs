//! Positions from the middle of games, by the moves that lead there from the start, and their
//! perft counts at depths 1, 2 and 3. They reach what start positions do not: castling, kings
//! taken, outbound pawns, promotion, elimination and allies. Two programs written independently
//! of each other from the rules agree on each count.

/// A variant, what the position exercises, the moves, and the counts.
pub(crate) type Entry = (&'static str, &'static str, &'static str, [u64; 3]);

pub(crate) const MID_GAME: [Entry; 27] = [
    (
        "circular",
        "elimination next, king can be taken",
        "c16d14 d10d11 d14c12 d7d6 c12b10 c9b11",
        [18, 367, 6757],
    ),
    (
        "circular",
        "elimination next, king can be taken, promotion",
        "a2a3 c10c11 a3a4 c8d6 c1a2 c11c12 a4a5 a10a11 a2c1 c7c6 c2c3 b9c8 a15a14 b7b6 a5b6 \
         b10b11 b6b7 b11b12",
        [27, 549, 14694],
    ),
    (
        "circular-strict",
        "promotion",
        "c2c3 d10d11 d2d3 d7d6 c15c14 b7b6 b16d14 a8b7 a16b16 b6b5 a2a3 c10c11 b15b14 b7b6 \
         b2b3 b5b4 b14b13 b4a3 a15a14 a3a2 d3d4",
        [26, 768, 20318],
    ),
    (
        "circular-strict",
        "check",
        "c16d14 d10d11 d14c12 d7d6 c12b10",
        [2, 24, 503],
    ),
    (
        "cylinder",
        "en passant",
        "c2c4 g7g5 d1f7 e8f7 g1f3 g5g4 h2h4",
        [31, 647, 18568],
    ),
    (
        "cylinder",
        "promotion",
        "a2a3 e7e5 f2f4 b7b5 f4e5 f8a3 e5e6 a3f8 e6d7 e8e7",
        [28, 730, 21176],
    ),
    (
        "bhati-2",
        "castling",
        "d2b3 d32b33 c4b4 c38b38 d3c40 d37b36",
        [40, 997, 40488],
    ),
    (
        "bhati-2",
        "en passant, outbound",
        "c6a6 c38b38 a6a36 c32b32 d7c9 c34a34 d2b1 c35a35",
        [35, 1639, 69489],
    ),
    (
        "bhati-2",
        "outbound, promotion",
        "c1a1 c35a35 d7c9 d37b36 c3b3 d36a1 d1a1 b36a34 a1a32 a34b3 d2b3 a35a5 a32c32 c31b31 \
         c32c33 d34c33 b3a5 c34b34 c7a7 c38a38 a7a38 b31a31 a38b38 a31a1 b38c37 c33b33",
        [38, 1715, 70178],
    ),
    ("bhati-2", "check", "c7b7 c35a35 d6a9", [6, 206, 5859]),
    (
        "bhati-3",
        "castling",
        "d7b8 d22b23 d47c49 c5b5 c24b24 c42b42 d6d28 d23d1 d43c6 c2b2",
        [40, 1400, 58494],
    ),
    (
        "bhati-3",
        "elimination next, king can be taken, outbound",
        "c5a5 c23a23 c44a44 d5c5 c24a24 d43d21 c5c41 c27a27 d47b48 c41c40 d26c3 b48c50 d4c3 \
         c21b21 d21c22 c7b7 a23a53 c22d23 c40b10 a24a54 d41b41 b10c35 b21a21 d23d1 c35c28 \
         d28c28 d1c2 d6c43 c28c42 d44c44 a5a35 a53b53 c2c26 c43d42",
        [49, 801, 31055],
    ),
    (
        "bhati-3",
        "outbound, promotion",
        "c1a1 d22b21 c48b48 c2a2 c24b24 c41a41 c8b8 c23b23 d42b41 c5a5 b21a19 a41a11 c7b7 \
         a19b17 c47b47 d3a28 c26b26 d41d42 d8c8 d25a28 a11b11 d6d28 a28a5 c45a45 c8c21 a5a45 \
         d45a45 d5a5 b24a24 a45a24 a5b35 b23a24 b41a39 c21d21 c22b22 b11c11 d28c27 c28b28",
        [37, 2558, 50819],
    ),
    (
        "bhati-4",
        "en passant, outbound",
        "c2a2 c18a18 c33a33 c42a42 a2a33 c14b14 d32b33 c45a45 d3b27 d15c38 c34a34 d46d8",
        [35, 1912, 61904],
    ),
    (
        "bhati-4",
        "elimination next, king can be taken, outbound",
        "c4a4 c15a15 c36a36 c47a47 d3d41 d16d38 d35c12 a47a17 d41c42 d38c37 c38a38 c43b43 \
         c42d43 c37d38 c12d42 d47c49 d43c44 d13a38",
        [38, 370, 14533],
    ),
    (
        "bhati-4-pairs",
        "castling",
        "c2a2 c18a18 c31b31 c45a45 d3b1 d12b13 d37b38 c44a44 d2b3 c11b11 c34a34 d46d8",
        [30, 720, 26832],
    ),
    (
        "bhati-4-pairs",
        "outbound, promotion",
        "d7c9 c16b16 c36b36 c41a41 c7b7 c18b18 c31b31 d47b48 c5a5 d12c10 d35c12 d42b41 a5a35 \
         d13c12 c33a33 c42a42 c1b1 d14d12 a33a3 c44a44 d6a41 c10d8 d34c33 c45b45 c9b11 c12b11 \
         c38b38 b48a17 c2b2 d8c6 d37c39 d46c9 d5c6 d15c52 c39d41 c9a7 d4d5 c52c3 b36a36 \
         a44a14 a35b35 c3d2 c34b34 a7b34 c8b8 d2b38 c35b34 c47b47 b35c35 c15a15 b34a34 d43c44",
        [38, 1884, 44821],
    ),
    (
        "bhati-4-pairs",
        "elimination next, king can be taken, outbound",
        "c4a4 c15a15 c36a36 c47a47 d3d41 d16d38 d35c12 a47a17 d41c42 d38c37 d36c37 c43b43 \
         c42d43 c16a16 c12d42 d47c49 d43c44 c17b17",
        [45, 371, 13306],
    ),
    (
        "bhati-5",
        "en passant, outbound",
        "c8b8 c18b18 c21a21 c31b31 c42a42 c2a2 c17b17 c26b26 c33a33 c43b43 a2a33 d12b13 \
         d25a28 c34a34 d43c6",
        [24, 528, 26246],
    ),
    (
        "bhati-5",
        "castling, outbound",
        "c8b8 c12a12 d27b28 c37b37 d47c49 c1b1 d13b37 d22b21 c35a35 c41a41 c4b4 d12b13 d28d27 \
         c32b32 a41a12 d3d41",
        [35, 875, 37635],
    ),
    (
        "bhati-6",
        "check, elimination next, outbound",
        "d7b6 c15b15 c24b24 c32a32 c44a44 d52c50 c2b2 c12a12 c25a25 c34a34 d43d21 c54b54 \
         d3c26 a12a42 d23a58 d33a58 d45a42 c56a56 c26c50 d13b37 d25c25 a58b57 c45b45 c58b58 \
         b2a2 b37d1 d27b26 d35b33 d44c45 a56a25 c50d51 c16b16 c27b27 b57d55 d21c22 d54d55 \
         d51c52 d1a4 c25b25 b33c3 c22b57",
        [2, 90, 4314],
    ),
    (
        "bhati-6",
        "en passant, outbound",
        "d7c9 c16b16 c26b26 c31a31 c48b48 c56b56 c2a2 d15c52 c25a25 a31a2 b48a48 d55c32 c1a1 \
         c52d51 c27a27",
        [25, 575, 26536],
    ),
    (
        "bhati-6-pairs",
        "castling",
        "c6a6 c16b16 c25b25 c32a32 d42c40 c53b53 d5c42 d15c52 d26d48 d33c56 d43c42 d57b58 \
         d2c60 d14d15 d48c47 c38b38",
        [37, 777, 19287],
    ),
    (
        "bhati-6-pairs",
        "elimination next, king can be taken, outbound",
        "c8b8 c17b17 c23b23 c32b32 c48b48 c51b51 d7b6 d16c53 d24c23 d33c56 c46b46 d54c53 b6d7 \
         d12b11 c23b22 c56d55 c41a41 c55a55 b8a8 b11a42 b23a23 d55c54 d45c22 d56c55 d2b1 \
         d17b16 b22c22 c37a37 d41c41 d52c54 c4a4 b17a17 c22c23 c38a38 c43b43 c55d18 d5c28 \
         c18b18 c23b22 c34b34 c41c36 d18b16 c28d27 d15d16 d28d27 d38b38 c44b44 b16c41 c6a6 \
         a42c41 d27d28 b38b43 b48a48 c53d54 d4c4 c41b43 b22b23 c31b31 c36d36 d54d55 c5a5 \
         c15a15 d23a48 d34d33 d43c20 d57c55 d6d28 a17a48 c24a24 d35d36 c20d21 d55d56 d28c5 \
         a48b48 b23b22 d36c13 c47a47 d58d57 c5d42 d14d15 d25d47 a37a7 d44d43 c54b56 a5a35 \
         b43d42 d22b23",
        [36, 327, 9674],
    ),
    (
        "bhati-6-trios",
        "en passant, outbound",
        "c5a5 c12a12 d22b23 c34a34 c45b45 c56b56 a5a34 c17a17 c28a28 c35a35 d46a43 c55b55",
        [34, 1054, 25265],
    ),
    (
        "bhati-6-trios",
        "outbound, promotion",
        "c5a5 d12c10 c27a27 c36a36 c46b46 c57a57 c6a6 d17b16 c23a23 a36a5 c48a48 d56c57 c4b4 \
         c10d8 c25b25 a5b4 c42a42 c57a23 c1a1 d8c10 d26b28 b4c3 c44a44 a23c21 d4c5 c10a11 \
         c22b22",
        [29, 1102, 29754],
    ),
    (
        "bhati-6-trios",
        "check",
        "d2b3 c17b17 c23b23 c37b37 c42b42 c58a58 c5a5 c13b13 c26b26 d36a39 c47b47 d58b58",
        [7, 175, 4200],
    ),
];
