//! Attack tables: leaps, slides and pawns' ways for every square of a board.

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::board::topology::{DIRECTIONS, Direction, FIRST_DIAGONAL, FIRST_STRAIGHT, Topology};
use crate::tables::rays::Rays;
use crate::tables::rotor::Rotor;
use crate::variant::{PawnWay, Variant};

#[cfg(test)]
mod tests;

/// A set for each square number.
pub(crate) type SquareTable<const W: usize> = Box<[SquareSet<W>; 256]>;

/// An empty table.
pub(crate) fn table<const W: usize>() -> SquareTable<W> {
    Box::new([SquareSet::EMPTY; 256])
}

/// Moves that go equally far by square number, round the width of a set, so that they are made
/// for a whole set at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift<const W: usize> {
    /// Squares that the moves leave.
    pub(crate) sources: SquareSet<W>,
    /// To-square less from-square, at most half the width either way.
    pub(crate) by: i16,
}

/// Double steps of which both halves go equally far. Over the seam between the last file and the
/// first the halves may differ by the whole board, so the middle is not half way by number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoubleShift<const W: usize> {
    /// The first half, from the squares left.
    pub(crate) first: Shift<W>,
    /// To-square less from-square of the whole.
    pub(crate) by: i16,
}

/// Groups moves by how far they go: where the squares fill the width, as many each way round.
pub(crate) fn group_shifts<const W: usize>(
    moves: impl IntoIterator<Item = (Square, Square)>,
) -> Vec<Shift<W>> {
    let mut groups: Vec<Shift<W>> = Vec::new();
    for (from, to) in moves {
        let (width, half) = (64 * W as i16, 32 * W as i16);
        let by = (i16::from(to) - i16::from(from) + half).rem_euclid(width) - half;
        let group = match groups
            .iter()
            .position(|g| g.by == by && !g.sources.has(from))
        {
            Some(index) => &mut groups[index],
            None => {
                let sources = SquareSet::EMPTY;
                groups.push(Shift { sources, by });
                groups.last_mut().expect("just pushed")
            }
        };
        group.sources.insert(from);
    }
    groups
}

/// What a class of pawns attacks, is attacked from, and steps to.
#[derive(Clone, Debug)]
pub(crate) struct PawnTables<const W: usize> {
    /// Squares a pawn on a square attacks.
    pub(crate) attacks: SquareTable<W>,
    /// Squares from which a pawn attacks a square.
    pub(crate) attackers: SquareTable<W>,
    /// The step straight ahead: a set of one square or none.
    pub(crate) push: SquareTable<W>,
    /// The steps ahead of all squares, and their captures, grouped by how far they shift.
    pub(crate) pushes: Vec<Shift<W>>,
    pub(crate) captures: Vec<Shift<W>>,
    /// Squares from which the way ahead crosses the centre.
    pub(crate) crossing: SquareSet<W>,
}

/// Tables of one board: leaps, rays and pawn moves for every square.
#[derive(Clone, Debug)]
pub struct Attacks<const W: usize> {
    pub(crate) king: SquareTable<W>,
    pub(crate) knight: SquareTable<W>,
    /// All squares on a rook's, or a bishop's, lines from a square on an empty board.
    pub(crate) rook_lines: SquareTable<W>,
    pub(crate) bishop_lines: SquareTable<W>,
    pub(crate) rays: Rays<W>,
    /// Slides by rotation, on the closed board of 4 rings and 16 files.
    rotor: Option<Rotor>,
    /// By class: each army's, or where a pawn's heading is its own, both headings.
    pub(crate) pawns: Vec<PawnTables<W>>,
}

impl<const W: usize> Attacks<W> {
    /// Builds the tables of a variant's board and pawns.
    pub(crate) fn new(variant: &Variant, topology: &Topology) -> Self {
        let shape = topology.shape();
        let (mut king, mut knight) = (table(), table());
        let (mut rook_lines, mut bishop_lines) = (table(), table());
        let rays = Rays::new(topology);
        for square in shape.squares() {
            let s = usize::from(square);
            king[s] = topology.king_steps(square).into_iter().collect();
            knight[s] = topology.knight_leaps(square).into_iter().collect();
            for (d, dir) in DIRECTIONS.iter().enumerate() {
                let lines = if dir.is_diagonal() {
                    &mut bishop_lines
                } else {
                    &mut rook_lines
                };
                lines[s] |= rays.whole(square, d);
            }
        }
        Self {
            king,
            knight,
            rook_lines,
            bishop_lines,
            rays,
            rotor: if W <= 2 { Rotor::new(topology) } else { None },
            pawns: pawn_classes(variant, topology),
        }
    }

    /// The tables of slides by rotation, on boards that have them. Sets of two words have
    /// them too, for citadels are squares beyond the first word; no slide begins there.
    #[inline(always)]
    fn rotor(&self, square: Square) -> Option<&Rotor> {
        match &self.rotor {
            Some(rotor) if W == 1 || (W == 2 && square < 64) => Some(rotor),
            _ => None,
        }
    }

    /// Squares on a rook's lines from a square that are seen through one blocker at most; all
    /// of them where that is not cheap to tell.
    #[inline(always)]
    pub(crate) fn rook_through(&self, square: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        match self.rotor(square) {
            Some(rotor) => first_word(rotor.rook_through(square, occupied.0[0])),
            None => SquareSet::ALL,
        }
    }

    /// The same on a bishop's lines.
    #[inline(always)]
    pub(crate) fn bishop_through(&self, square: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        match self.rotor(square) {
            Some(rotor) => first_word(rotor.bishop_through(square, occupied.0[0])),
            None => SquareSet::ALL,
        }
    }

    /// Squares a rook attacks, with blockers but never its own square.
    #[inline(always)]
    #[must_use]
    pub fn rook(&self, square: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        match self.rotor(square) {
            Some(rotor) => first_word(rotor.rook(square, occupied.0[0])),
            None if W == 1 => self.rays.slide_called::<FIRST_STRAIGHT>(square, occupied),
            None => self.rays.slide::<FIRST_STRAIGHT>(square, occupied),
        }
    }

    /// Squares a bishop attacks, with blockers but never its own square.
    #[inline(always)]
    #[must_use]
    pub fn bishop(&self, square: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        match self.rotor(square) {
            Some(rotor) => first_word(rotor.bishop(square, occupied.0[0])),
            None if W == 1 => self.rays.slide_called::<FIRST_DIAGONAL>(square, occupied),
            None => self.rays.slide::<FIRST_DIAGONAL>(square, occupied),
        }
    }

    /// Squares a queen attacks, with blockers but never its own square.
    #[inline(always)]
    #[must_use]
    pub fn queen(&self, square: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        match self.rotor(square) {
            Some(rotor) => first_word(rotor.queen(square, occupied.0[0])),
            None => self.rook(square, occupied) | self.bishop(square, occupied),
        }
    }

    /// Squares a king attacks.
    #[must_use]
    pub fn king(&self, square: Square) -> SquareSet<W> {
        self.king[usize::from(square)]
    }

    /// Squares a knight attacks.
    #[must_use]
    pub fn knight(&self, square: Square) -> SquareSet<W> {
        self.knight[usize::from(square)]
    }
}

/// A set of squares in the first word.
#[inline(always)]
fn first_word<const W: usize>(bits: u64) -> SquareSet<W> {
    SquareSet::in_word_of(0, bits)
}

fn pawn_classes<const W: usize>(variant: &Variant, topology: &Topology) -> Vec<PawnTables<W>> {
    if variant.has_headings() {
        let way = &variant.armies[0].pawns;
        return [false, true]
            .iter()
            .map(|&back| pawn_tables(way, back, topology))
            .collect();
    }
    variant
        .armies
        .iter()
        .map(|army| pawn_tables(&army.pawns, false, topology))
        .collect()
}

/// The way ahead of a pawn on a square, if it has one there; `back` for one of the other
/// heading, outbound or anticlockwise.
pub(crate) fn pawn_forward(way: &PawnWay, back: bool, file: i32) -> Option<Direction> {
    match way {
        PawnWay::Inward if !back => Some(Direction::new(-1, 0)),
        PawnWay::Inward | PawnWay::Outward => Some(Direction::new(1, 0)),
        PawnWay::Own => Some(Direction::new(0, if back { -1 } else { 1 })),
        PawnWay::Ring {
            clockwise,
            anticlockwise,
        } => {
            let on = |files: &[u16]| files.iter().any(|&f| i32::from(f) == file);
            if on(clockwise) {
                Some(Direction::new(0, 1))
            } else if on(anticlockwise) {
                Some(Direction::new(0, -1))
            } else {
                None
            }
        }
    }
}

/// Whether a creek lies before a pawn: moats keep inbound pawns on the two rings within the
/// outermost from capturing to the other side.
pub(crate) fn creek(topology: &Topology, square: Square, capture: Direction) -> bool {
    let shape = topology.shape();
    let near = [1, 2].contains(&(shape.rings() - shape.ring(square)));
    let moat = shape.file(square) - i32::from(capture.along < 0);
    let moat = (moat - 1).rem_euclid(i32::from(shape.files())) + 1;
    near && capture.radial < 0 && shape.plan().moats.iter().any(|&m| i32::from(m) == moat)
}

fn pawn_tables<const W: usize>(way: &PawnWay, back: bool, topology: &Topology) -> PawnTables<W> {
    let mut tables = PawnTables {
        attacks: table(),
        attackers: table(),
        push: table(),
        crossing: SquareSet::EMPTY,
        pushes: Vec::new(),
        captures: Vec::new(),
    };
    let (mut pushes, mut captures) = (Vec::new(), Vec::new());
    let shape = topology.shape();
    for square in shape.squares().filter(|&s| !shape.is_citadel(s)) {
        let Some(forward) = pawn_forward(way, back, shape.file(square)) else {
            continue;
        };
        let s = usize::from(square);
        if let Some(to) = topology.step(square, forward) {
            tables.push[s].insert(to);
            pushes.push((square, to));
        }
        if topology.crosses(square, forward) {
            tables.crossing.insert(square);
        }
        for turn in [-1, 1] {
            let capture = if forward.radial == 0 {
                Direction::new(turn, forward.along)
            } else {
                Direction::new(forward.radial, turn)
            };
            if let Some(to) = topology.step(square, capture)
                && !creek(topology, square, capture)
            {
                if !tables.attacks[s].has(to) {
                    captures.push((square, to));
                }
                tables.attacks[s].insert(to);
                tables.attackers[usize::from(to)].insert(square);
            }
        }
    }
    tables.pushes = group_shifts(pushes);
    tables.captures = group_shifts(captures);
    tables
}
