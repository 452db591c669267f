//! What a piece could capture, who attacks a square, and which king is in check.

use circularchess::board::shape::Square;
use circularchess::rules::Piece;
use circularchess::variant::{PawnWay, PieceType};

use crate::board::Way;
use crate::{Referee, State};

impl Referee {
    /// The way ahead of an army's pawn on a square.
    #[must_use]
    pub fn ahead(&self, army: usize, outbound: bool, square: Square) -> Option<Way> {
        match &self.variant.armies[army].pawns {
            PawnWay::Inward if outbound => Some((1, 0)),
            PawnWay::Inward => Some((-1, 0)),
            PawnWay::Outward => Some((1, 0)),
            PawnWay::Own => unreachable!("no pawns of this referee's"),
            PawnWay::Ring {
                clockwise,
                anticlockwise,
            } => {
                let file = u16::try_from(self.plain.spot(square).1).unwrap();
                if clockwise.contains(&file) {
                    Some((0, 1))
                } else {
                    anticlockwise.contains(&file).then_some((0, -1))
                }
            }
        }
    }

    pub(crate) fn step(&self, square: Square, way: Way) -> Option<Square> {
        let to = self.plain.step(self.plain.spot(square), way)?;
        Some(self.plain.number(to))
    }

    pub(crate) fn crosses(&self, square: Square, way: Way) -> bool {
        self.plain.shift.is_some() && way.0 < 0 && self.plain.spot(square).0 == 1
    }

    pub(crate) fn pawn_captures(&self, pawn: Piece, square: Square) -> Vec<Square> {
        let Some(ahead) = self.ahead(pawn.army, pawn.outbound, square) else {
            return Vec::new();
        };
        let ways = match ahead {
            (0, along) => [(1, along), (-1, along)],
            (radial, _) => [(radial, 1), (radial, -1)],
        };
        let squares = ways.iter().filter_map(|&way| self.step(square, way));
        squares.collect()
    }

    /// Where the piece on a square could capture an enemy.
    #[must_use]
    pub fn reach(&self, state: &State, square: Square) -> Vec<Square> {
        let s = usize::from(square);
        let Some(man) = state.men[s] else {
            return Vec::new();
        };
        let kinds: &[usize] = match man.kind {
            PieceType::Pawn => return self.pawn_captures(man, square),
            PieceType::Knight => return self.leaps[s].clone(),
            PieceType::King => return self.steps[s].clone(),
            PieceType::Rook => &[0],
            PieceType::Bishop => &[1],
            PieceType::Queen => &[0, 1],
            own => unreachable!("{own:?} is no piece of this referee's"),
        };
        let mut seen = Vec::new();
        for line in kinds.iter().flat_map(|&k| &self.slides[s][k]) {
            for &to in line {
                seen.push(to);
                if state.men[usize::from(to)].is_some() {
                    break;
                }
            }
        }
        seen
    }

    pub(crate) fn squares_of(&self, state: &State, army: usize) -> impl Iterator<Item = Square> {
        let squares = self.variant.shape.squares();
        squares.filter(move |&s| state.men[usize::from(s)].is_some_and(|m| m.army == army))
    }

    /// Squares of an army's pieces that attack a square.
    #[must_use]
    pub fn attackers(&self, state: &State, army: usize, target: Square) -> Vec<Square> {
        if !state.in_play[army] {
            return Vec::new();
        }
        let squares = self.squares_of(state, army);
        squares
            .filter(|&s| s != target && self.reach(state, s).contains(&target))
            .collect()
    }

    /// Whether an enemy of `army` attacks a square.
    pub(crate) fn attacked(&self, state: &State, army: usize, target: Square) -> bool {
        self.variant.shape.squares().any(|s| {
            state.men[usize::from(s)].is_some_and(|m| {
                m.army != army
                    && self.are_enemies(state, army, m.army)
                    && self.reach(state, s).contains(&target)
            })
        })
    }

    /// Where an army's king stands.
    #[must_use]
    pub fn king(&self, state: &State, army: usize) -> Option<Square> {
        self.squares_of(state, army)
            .find(|&s| state.men[usize::from(s)].is_some_and(|m| m.kind == PieceType::King))
    }

    /// Whether an enemy attacks an army's king.
    #[must_use]
    pub fn in_check(&self, state: &State, army: usize) -> bool {
        self.king(state, army)
            .is_some_and(|king| self.attacked(state, army, king))
    }

    /// Where an army castles to: side, king's home, rook's home, passed, landing.
    pub(crate) fn castles(&self, army: usize) -> Vec<(usize, Square, Square, Square, Square)> {
        let Some(homes) = &self.variant.armies[army].castling else {
            return Vec::new();
        };
        let (ring, king) = self.plain.spot(homes.king);
        let mut found = Vec::new();
        for (side, rook) in homes.rooks.iter().enumerate() {
            let Some(rook) = *rook else { continue };
            let (along, _) = self.plain.way_round(king, self.plain.spot(rook).1);
            let at = |n: i32| self.plain.number((ring, self.plain.file(king + n * along)));
            found.push((side, homes.king, rook, at(1), at(2)));
        }
        found
    }

    /// Squares strictly between two of one ring, on the way that castling takes.
    pub(crate) fn between(&self, a: Square, b: Square) -> Vec<Square> {
        let ((ring, from), (_, to)) = (self.plain.spot(a), self.plain.spot(b));
        let (along, distance) = self.plain.way_round(from, to);
        (1..distance)
            .map(|n| self.plain.number((ring, self.plain.file(from + n * along))))
            .collect()
    }
}
