//! Positions for the tests.

use circularchess::any::{Position, Rules};
use circularchess::position::setup::Setup;
use circularchess::rules::Piece;
use circularchess::variant::{PieceType, Variant};

/// A row of numbers that looks random and is always the same.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % most
    }
}

pub(crate) fn rules(id: &str) -> Rules {
    Rules::new(Variant::builtin(id).expect("a built-in variant"))
}

/// The positions of a random game, as far as it goes on.
pub(crate) fn walk(rules: &Rules, plies: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut position = rules.start();
    let mut met = vec![position.clone()];
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position
            .play(moves[random.below(moves.len())])
            .expect("legal")
            .0;
        if position.end().is_some() {
            break;
        }
        met.push(position.clone());
    }
    met
}

/// A position of two armies: `("Ka1", 0)` is the first army's king on a1.
pub(crate) fn placed(rules: &Rules, pieces: &[(&str, usize)], turn: usize) -> Position {
    let variant = rules.variant();
    let mut setup = Setup::start(variant);
    setup.castling.clear();
    setup.turn = turn;
    setup.pieces = pieces
        .iter()
        .map(|&(text, army)| {
            let (letter, square) = text.split_at(1);
            let kind = match letter {
                "K" => PieceType::King,
                "Q" => PieceType::Queen,
                "R" => PieceType::Rook,
                "B" => PieceType::Bishop,
                "N" => PieceType::Knight,
                _ => PieceType::Pawn,
            };
            let square = variant.shape.parse(square).expect("a square");
            let piece = Piece {
                army,
                kind,
                outbound: false,
            };
            (square, piece)
        })
        .collect();
    rules.position(&setup).expect("a position").0
}

/// Random positions with these men of the first army against a king, the first to move, not yet
/// decided.
pub(crate) fn endings(rules: &Rules, men: &[PieceType], count: usize, seed: u64) -> Vec<Position> {
    let variant = rules.variant();
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut setup = Setup::start(variant);
        setup.castling.clear();
        setup.pieces.clear();
        let kinds = [(PieceType::King, 0), (PieceType::King, 1)];
        for (kind, army) in kinds.into_iter().chain(men.iter().map(|&kind| (kind, 0))) {
            let square = random.below(variant.shape.len()) as u8;
            let piece = Piece {
                army,
                kind,
                outbound: false,
            };
            setup.pieces.push((square, piece));
        }
        if let Ok((position, _)) = rules.position(&setup)
            && position.end().is_none()
            && !position.is_check(1)
        {
            found.push(position);
        }
    }
    found
}
