//! A slow generator of moves, written from the rules alone: rings and files counted by hand,
//! pieces in a list, one step at a time. It shares the variant and the set-up with the crate,
//! nothing else.

use circularchess::board::shape::{Centre, Square};
use circularchess::position::moves::Move;
use circularchess::position::setup::Setup;
use circularchess::rules::Piece;
use circularchess::variant::{CheckRule, Checkmate, PawnWay, PieceType, Variant};

/// Ring and file, both from 0.
type Place = (i32, i32);

const COMPASS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// A position as a list of pieces.
#[derive(Clone)]
pub struct Slow<'a> {
    variant: &'a Variant,
    setup: &'a Setup,
    board: Vec<Option<Piece>>,
    in_play: u8,
    turn: usize,
}

impl<'a> Slow<'a> {
    /// The position a playable set-up describes; it names the armies in play.
    pub fn new(variant: &'a Variant, setup: &'a Setup) -> Self {
        let mut board = vec![None; variant.shape.len()];
        for &(square, piece) in &setup.pieces {
            board[usize::from(square)] = Some(piece);
        }
        Self {
            variant,
            setup,
            board,
            in_play: setup.in_play.expect("a position names them"),
            turn: setup.turn,
        }
    }

    /// The legal and the safe moves, in order.
    pub fn moves(&self) -> (Vec<Move>, Vec<Move>) {
        let mut all = self.pseudo();
        all.sort_unstable();
        all.dedup();
        let safe: Vec<Move> = all.iter().copied().filter(|&m| self.is_safe(m)).collect();
        let legal = match self.variant.options.check {
            CheckRule::Snaffle if !safe.is_empty() => all,
            _ => safe.clone(),
        };
        (legal, safe)
    }

    /// Whether an enemy in play attacks the king of an army.
    pub fn is_check(&self, army: usize) -> bool {
        let king =
            |p: &Option<Piece>| p.is_some_and(|p| p.army == army && p.kind == PieceType::King);
        let found = self.board.iter().position(king);
        found.is_some_and(|square| self.attacked_by_enemies(square as Square, army))
    }

    fn place(&self, square: Square) -> Place {
        let rings = i32::from(self.variant.shape.rings());
        (i32::from(square) % rings, i32::from(square) / rings)
    }

    fn square(&self, (ring, file): Place) -> Square {
        let rings = i32::from(self.variant.shape.rings());
        u8::try_from(file * rings + ring).expect("on the board")
    }

    fn is_void(&self, square: Square) -> bool {
        self.variant.shape.is_void(square)
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.board[usize::from(square)]
    }

    fn allied(&self, a: usize, b: usize) -> bool {
        self.variant.armies[a].side == self.variant.armies[b].side
    }

    /// Whether it knows the rules of a variant: not those beyond the six kinds, nor castling
    /// along a file, nor what becomes of more than two armies where the first mate ends the game.
    pub fn knows(variant: &Variant) -> bool {
        let shape = &variant.shape;
        let along_a_ring = variant.armies.iter().all(|army| {
            army.castling.as_ref().is_none_or(|homes| {
                let mut rooks = homes.rooks.iter().flatten();
                rooks.all(|&rook| shape.ring(rook) == shape.ring(homes.king))
            })
        });
        let two_or_eliminates =
            variant.armies.len() == 2 || variant.checkmate == Checkmate::Eliminates;
        two_or_eliminates
            && !variant.is_general()
            && shape.centre() != Centre::Torus
            && along_a_ring
    }

    /// How far beside the opposite file a diagonal step over the centre lands.
    fn null_step(&self) -> i32 {
        i32::from(self.variant.shape.plan().null_step)
    }

    /// The file so many files clockwise, none beyond an open seam.
    fn beside(&self, file: i32, along: i32) -> Option<i32> {
        let shape = &self.variant.shape;
        let files = i32::from(shape.files());
        let reached = file + along;
        let closed = !shape.plan().open_seam;
        (closed || (0..files).contains(&reached)).then(|| reached.rem_euclid(files))
    }

    /// One step and the radial direction after it; voids are not looked at.
    fn step(&self, from: Place, radial: i32, along: i32, shift: i32) -> Option<(Place, i32)> {
        let shape = &self.variant.shape;
        let files = i32::from(shape.files());
        let (ring, file) = (from.0 + radial, from.1);
        if ring >= i32::from(shape.rings()) {
            return None;
        }
        if ring >= 0 {
            let file = self.beside(file, along)?;
            return Some(((ring, file), radial));
        }
        let Centre::Null { .. } = shape.centre() else {
            return None;
        };
        Some(((0, (file + files / 2 + shift * along).rem_euclid(files)), 1))
    }

    /// Where an officer on `from` could capture.
    fn reach(&self, from: Square, kind: PieceType) -> Vec<Square> {
        let origin = self.place(from);
        let mut found = Vec::new();
        match kind {
            PieceType::Pawn => unreachable!("pawns are no officers"),
            PieceType::King => {
                for (radial, along) in COMPASS {
                    found.extend(
                        self.step(origin, radial, along, self.null_step())
                            .map(|s| s.0),
                    );
                }
            }
            PieceType::Knight => {
                for radial in [-1, 1] {
                    for (count, along) in [(1, 2), (1, -2), (2, 1), (2, -1)] {
                        let mut here = Some((origin, radial));
                        for _ in 0..count {
                            here = here.and_then(|(place, way)| self.step(place, way, 0, 0));
                        }
                        let beside = here.and_then(|((r, f), _)| Some((r, self.beside(f, along)?)));
                        found.extend(beside);
                    }
                }
            }
            PieceType::Bishop | PieceType::Rook | PieceType::Queen => {
                for (radial, along) in COMPASS {
                    let diagonal = radial != 0 && along != 0;
                    let goes = match kind {
                        PieceType::Bishop => diagonal,
                        PieceType::Rook => !diagonal,
                        _ => true,
                    };
                    if goes {
                        self.slide(origin, radial, along, &mut found);
                    }
                }
            }
            _ => unreachable!("no kinds of a variant's own"),
        }
        let squares = found.into_iter().map(|place| self.square(place));
        squares.filter(|&s| s != from && !self.is_void(s)).collect()
    }

    fn slide(&self, origin: Place, mut radial: i32, along: i32, found: &mut Vec<Place>) {
        let shift = match self.variant.shape.centre() {
            Centre::Null { shift } => i32::from(shift),
            Centre::Closed | Centre::Torus => 0,
        };
        let mut here = origin;
        while let Some((next, way)) = self.step(here, radial, along, shift) {
            if next == origin || self.is_void(self.square(next)) {
                return;
            }
            found.push(next);
            if self.at(self.square(next)).is_some() {
                return;
            }
            (here, radial) = (next, way);
        }
    }

    /// A pawn's direction straight ahead.
    fn forward(&self, square: Square, piece: Piece) -> Option<(i32, i32)> {
        let file = self.place(square).1 as u16 + 1;
        match &self.variant.armies[piece.army].pawns {
            PawnWay::Inward => Some((if piece.outbound { 1 } else { -1 }, 0)),
            PawnWay::Outward => Some((1, 0)),
            PawnWay::Own => unreachable!("no pawns that keep their way"),
            PawnWay::Ring {
                clockwise,
                anticlockwise,
            } => match (clockwise.contains(&file), anticlockwise.contains(&file)) {
                (true, _) => Some((0, 1)),
                (_, true) => Some((0, -1)),
                _ => None,
            },
        }
    }

    /// Where a pawn could capture.
    fn pawn_reach(&self, from: Square, piece: Piece) -> Vec<Square> {
        let Some((radial, along)) = self.forward(from, piece) else {
            return Vec::new();
        };
        let ways = if along == 0 {
            [(radial, -1), (radial, 1)]
        } else {
            [(-1, along), (1, along)]
        };
        let steps = ways
            .iter()
            .filter_map(|&(r, a)| self.step(self.place(from), r, a, self.null_step()));
        let squares = steps.map(|(place, _)| self.square(place));
        squares.filter(|&s| s != from && !self.is_void(s)).collect()
    }

    fn attacked_by_enemies(&self, square: Square, army: usize) -> bool {
        (0..self.board.len()).any(|from| {
            let from = from as Square;
            self.at(from).is_some_and(|piece| {
                let fights = self.in_play >> piece.army & 1 != 0 && !self.allied(piece.army, army);
                fights && self.captures(from, piece).contains(&square)
            })
        })
    }

    fn captures(&self, from: Square, piece: Piece) -> Vec<Square> {
        match piece.kind {
            PieceType::Pawn => self.pawn_reach(from, piece),
            officer => self.reach(from, officer),
        }
    }

    /// All moves of the army to move, safe or not.
    fn pseudo(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.variant.shape.squares() {
            let Some(piece) = self.at(from).filter(|p| p.army == self.turn) else {
                continue;
            };
            let mut targets = self.captures(from, piece);
            let takes = |to: Square| self.at(to).is_some_and(|p| !self.allied(p.army, self.turn));
            if piece.kind == PieceType::Pawn {
                targets.retain(|&to| takes(to) || self.passed_pawn(to).is_some());
                self.advance(from, piece, &mut targets);
            } else {
                targets.retain(|&to| self.at(to).is_none() || takes(to));
            }
            for to in targets {
                self.push(from, to, piece.kind, &mut moves);
            }
        }
        self.castle(&mut moves);
        moves
    }

    fn push(&self, from: Square, to: Square, kind: PieceType, moves: &mut Vec<Move>) {
        let promotes =
            kind == PieceType::Pawn && self.variant.armies[self.turn].promotion.contains(&to);
        let into: &[Option<PieceType>] = if promotes {
            &[
                Some(PieceType::Knight),
                Some(PieceType::Bishop),
                Some(PieceType::Rook),
                Some(PieceType::Queen),
            ]
        } else {
            &[None]
        };
        moves.extend(into.iter().map(|&promotion| Move {
            from,
            to,
            promotion,
        }));
    }

    /// Steps straight ahead, one or two.
    fn advance(&self, from: Square, piece: Piece, targets: &mut Vec<Square>) {
        let free = |s: Square| !self.is_void(s) && self.at(s).is_none();
        let ahead = |at: Square, (radial, along): (i32, i32)| {
            let (place, way) = self.step(self.place(at), radial, along, 0)?;
            let crossed = way != radial;
            Some((self.square(place), crossed)).filter(|(s, _)| free(*s))
        };
        let Some(forward) = self.forward(from, piece) else {
            return;
        };
        let Some((one, crossed)) = ahead(from, forward) else {
            return;
        };
        targets.push(one);
        let army = &self.variant.armies[piece.army];
        let may = self.variant.options.double_step
            && !piece.outbound
            && !crossed
            && army.start.contains(&(from, PieceType::Pawn))
            && !army.promotion.contains(&one)
            && self.forward(one, piece) == Some(forward);
        if let Some((two, false)) = ahead(one, forward).filter(|_| may) {
            targets.push(two);
        }
    }

    /// The enemy pawn that may be captured on the square it passed over.
    fn passed_pawn(&self, passed: Square) -> Option<Square> {
        if !self.setup.en_passant.contains(&passed) || self.at(passed).is_some() {
            return None;
        }
        for (way, along) in [(-1, 0), (1, 0), (0, 1), (0, -1)] {
            let Some((beyond, after)) = self.step(self.place(passed), way, along, 0) else {
                continue;
            };
            let beyond = self.square(beyond);
            let Some(pawn) = self.at(beyond) else {
                continue;
            };
            // It came from the other side of the passed square, where its pawns start.
            let Some((behind, _)) = self.step(self.place(passed), -way, -along, 0) else {
                continue;
            };
            let start = (self.square(behind), PieceType::Pawn);
            if after == way
                && pawn.kind == PieceType::Pawn
                && !pawn.outbound
                && self.forward(beyond, pawn) == Some((way, along))
                && self.forward(self.square(behind), pawn) == Some((way, along))
                && self.variant.armies[pawn.army].start.contains(&start)
                && !self.allied(pawn.army, self.turn)
            {
                return Some(beyond);
            }
        }
        None
    }

    fn castle(&self, moves: &mut Vec<Move>) {
        for &(army, side) in &self.setup.castling {
            let Some(homes) = &self.variant.armies[army].castling else {
                continue;
            };
            let Some(rook) = homes.rooks[side].filter(|_| army == self.turn) else {
                continue;
            };
            let files = i32::from(self.variant.shape.files());
            let (ring, home) = self.place(homes.king);
            let gap = (self.place(rook).1 - home).rem_euclid(files);
            let (along, distance) = if gap * 2 < files {
                (1, gap)
            } else {
                (-1, files - gap)
            };
            let at = |n: i32| self.square((ring, (home + along * n).rem_euclid(files)));
            let mut lifted = self.clone();
            lifted.board[usize::from(homes.king)] = None;
            let free = (1..distance).all(|n| self.at(at(n)).is_none() && !self.is_void(at(n)));
            if free && (0..3).all(|n| !lifted.attacked_by_enemies(at(n), army)) {
                self.push(homes.king, at(2), PieceType::King, moves);
            }
        }
    }

    /// Whether the move castles: the king's two-file move, which is no step of his.
    fn castling_rook(&self, mv: Move, piece: Piece) -> Option<(Square, Square)> {
        if piece.kind != PieceType::King || self.reach(mv.from, PieceType::King).contains(&mv.to) {
            return None;
        }
        let homes = self.variant.armies[piece.army].castling.as_ref()?;
        let files = i32::from(self.variant.shape.files());
        let (ring, king) = self.place(mv.from);
        let along = if (self.place(mv.to).1 - king).rem_euclid(files) == 2 {
            1
        } else {
            -1
        };
        let passed = self.square((ring, (king + along).rem_euclid(files)));
        let toward = |rook: &Square| {
            let gap = (self.place(*rook).1 - king).rem_euclid(files);
            (gap * 2 < files) == (along == 1)
        };
        let rights = self.setup.castling.iter().filter(|r| r.0 == piece.army);
        let rook = rights.filter_map(|r| homes.rooks[r.1]).find(toward)?;
        Some((rook, passed))
    }

    fn is_safe(&self, mv: Move) -> bool {
        let mut after = self.clone();
        let piece = self.at(mv.from).expect("a pseudo-legal move");
        let mut taken = self.at(mv.to);
        after.board[usize::from(mv.from)] = None;
        if let Some((rook, to)) = self.castling_rook(mv, piece) {
            after.board[usize::from(to)] = after.board[usize::from(rook)].take();
        }
        if piece.kind == PieceType::Pawn
            && taken.is_none()
            && self.pawn_reach(mv.from, piece).contains(&mv.to)
            && let Some(passed) = self.passed_pawn(mv.to)
        {
            taken = after.board[usize::from(passed)].take();
        }
        after.board[usize::from(mv.to)] = Some(piece);
        if let Some(fallen) = taken.filter(|p| p.kind == PieceType::King) {
            after.in_play &= !(1 << fallen.army);
            if self.variant.checkmate == Checkmate::Eliminates {
                for square in &mut after.board {
                    if square.is_some_and(|p| p.army == fallen.army) {
                        *square = None;
                    }
                }
            }
            let enemies = (0..self.variant.armies.len())
                .any(|a| after.in_play >> a & 1 != 0 && !self.allied(a, self.turn));
            if !enemies {
                return true;
            }
        }
        !after.is_check(self.turn)
    }
}
