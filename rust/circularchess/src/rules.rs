//! A variant made ready for play: tables, masks and keys.

use crate::board::shape::{Centre, Square};
use crate::board::square_set::SquareSet;
use crate::board::topology::{Direction, Topology};
use crate::tables::attacks::{
    Attacks, DoubleShift, Shift, SquareTable, group_shifts, pawn_forward,
};
use crate::tables::zobrist::Zobrist;
use crate::variant::castling_way;
use crate::variant::{
    CheckRule, Checkmate, MAX_ARMIES, PawnWay, PieceType, StalemateRule, Variant,
};

/// One castling of one army.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castle<const W: usize> {
    pub(crate) king: Square,
    pub(crate) rook: Square,
    pub(crate) king_to: Square,
    /// The square the king passes and the rook lands on.
    pub(crate) passed: Square,
    /// Squares between king and rook.
    pub(crate) between: SquareSet<W>,
    /// Squares that no enemy may attack: where the king stands, passes and lands.
    pub(crate) way: SquareSet<W>,
    /// Whether squares follow beyond the rook's home, so that its leaving may open a line.
    pub(crate) opens_line: bool,
    /// Its bit among the rights.
    pub(crate) right: u16,
}

/// A variant compiled for boards of `W` words and at most `A` armies.
///
/// For callers who know the size when compiling; [`crate::any::Rules`] finds it out.
///
/// ```
/// use circularchess::rules::Rules;
/// use circularchess::board::square_set::SquareSet;
/// use circularchess::variant::Variant;
/// let rules = Rules::<1, 2, 6>::new(Variant::builtin("circular").unwrap());
/// // A rook alone: 15 squares of its ring and 3 of its file.
/// assert_eq!(rules.attacks().rook(0, SquareSet::EMPTY).len(), 18);
/// ```
#[derive(Clone, Debug)]
pub struct Rules<const W: usize, const A: usize, const K: usize = 6> {
    pub(crate) variant: Variant,
    pub(crate) attacks: Attacks<W>,
    pub(crate) zobrist: Zobrist,
    /// Squares that are not void.
    pub(crate) board: SquareSet<W>,
    /// By army: the armies of other sides, and the armies of its own side, as bits.
    pub(crate) enemies: [u8; A],
    pub(crate) sides: [u8; A],
    pub(crate) promotion: [SquareSet<W>; A],
    /// By army: the double steps of all its start squares, grouped, if double steps are on;
    /// each group of them leaves the squares passed over, after a single step.
    pub(crate) double_shifts: Vec<Vec<DoubleShift<W>>>,
    /// By army and start square: where a double step lands, if double steps are on.
    pub(crate) double_to: Vec<SquareTable<W>>,
    pub(crate) castles: [[Option<Castle<W>>; 2]; A],
    /// Rights that end when a piece leaves or lands on a square.
    pub(crate) rights_at: Box<[u16; 256]>,
    /// Radial pawns on a null-centre board: inbound and outbound are two classes.
    pub(crate) by_bound: bool,
    pub(crate) en_passant: bool,
    pub(crate) eliminates: bool,
    pub(crate) snaffle: bool,
    pub(crate) stalemate: Option<StalemateRule>,
    /// Whether a king can be taken, so that moves which do need a closer look.
    pub(crate) kings_can_fall: bool,
}

/// The bit of a castling right; side 0 is the king's, 1 the queen's.
pub(crate) const fn right_bit(army: usize, side: usize) -> u16 {
    1 << (army * 2 + side)
}

impl<const W: usize, const A: usize, const K: usize> Rules<W, A, K> {
    /// Compiles a variant that fits the width and the number of armies.
    ///
    /// # Panics
    /// When it does not fit.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        assert!(variant.shape.len() <= W * 64 && variant.armies.len() <= A && A <= MAX_ARMIES);
        let topology = Topology::new(variant.shape.clone());
        let attacks = Attacks::new(&variant, &topology);
        let shape = &variant.shape;
        let by_bound = matches!(shape.centre(), Centre::Null { .. }) && !variant.has_ring_pawns();
        let (mut enemies, mut sides) = ([0; A], [0; A]);
        let mut promotion = [SquareSet::EMPTY; A];
        let mut castles = [[None; 2]; A];
        let mut rights_at = Box::new([0; 256]);
        for (a, army) in variant.armies.iter().enumerate() {
            for (b, other) in variant.armies.iter().enumerate() {
                if army.side == other.side {
                    sides[a] |= 1 << b;
                } else {
                    enemies[a] |= 1 << b;
                }
            }
            promotion[a] = army.promotion.iter().copied().collect();
            let homes = army.castling.as_ref().filter(|_| variant.options.castling);
            for (side, castle) in castles[a].iter_mut().enumerate() {
                let Some((king, rook)) = homes.and_then(|h| Some((h.king, h.rooks[side]?))) else {
                    continue;
                };
                let right = right_bit(a, side);
                rights_at[usize::from(king)] |= right;
                rights_at[usize::from(rook)] |= right;
                let (along, distance) =
                    castling_way(shape, king, rook).expect("checked with the variant");
                let at = |n: i32| shape.square(shape.ring(king), shape.file(king) + along * n);
                *castle = Some(Castle {
                    king,
                    rook,
                    king_to: at(2),
                    passed: at(1),
                    between: (1..distance).map(at).collect(),
                    way: (0..3).map(at).collect(),
                    opens_line: topology
                        .step(rook, Direction::new(0, along as i8))
                        .is_some(),
                    right,
                });
            }
        }
        let double_to: Vec<SquareTable<W>> = (0..variant.armies.len())
            .map(|a| double_steps(&variant, &topology, a, promotion[a]))
            .collect();
        let double_shifts = double_to
            .iter()
            .enumerate()
            .map(|(a, table)| {
                let pushes = &attacks.pawns[if by_bound { 0 } else { a }].push;
                double_shifts(table, pushes, shape.squares())
            })
            .collect();
        let two_strict = variant.armies.len() == 2 && variant.options.check == CheckRule::Strict;
        Self {
            attacks,
            zobrist: Zobrist::new(variant.armies.len()),
            board: shape.squares().filter(|&s| !shape.is_void(s)).collect(),
            enemies,
            sides,
            promotion,
            double_to,
            double_shifts,
            castles,
            rights_at,
            by_bound,
            en_passant: variant.options.en_passant,
            eliminates: variant.checkmate == Checkmate::Eliminates,
            snaffle: variant.options.check == CheckRule::Snaffle,
            stalemate: variant.options.stalemate,
            kings_can_fall: !two_strict,
            variant,
        }
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The attack tables of the board.
    #[must_use]
    pub fn attacks(&self) -> &Attacks<W> {
        &self.attacks
    }

    /// The class of an army's pawns, for the pawn tables.
    #[inline]
    pub(crate) fn pawn_class(&self, army: usize, outbound: bool) -> usize {
        if self.by_bound {
            usize::from(outbound)
        } else {
            army
        }
    }
}

/// Where double steps of an army land: two steps straight ahead from where its pawns start,
/// neither across the centre, nor over a promotion square or a file that turns a ring pawn.
fn double_steps<const W: usize>(
    variant: &Variant,
    topology: &Topology,
    army: usize,
    promotion: SquareSet<W>,
) -> SquareTable<W> {
    let mut table: SquareTable<W> = Box::new([SquareSet::EMPTY; 256]);
    if !variant.options.double_step {
        return table;
    }
    let way: &PawnWay = &variant.armies[army].pawns;
    let shape = topology.shape();
    for from in variant.pawn_start_squares(army) {
        let Some(forward) = pawn_forward(way, shape.file(from)) else {
            continue;
        };
        let Some(passed) = topology.step(from, forward) else {
            continue;
        };
        let goes_on = pawn_forward(way, shape.file(passed)) == Some(forward)
            && !promotion.has(passed)
            && !topology.crosses(from, forward)
            && !topology.crosses(passed, forward);
        if let Some(to) = topology.step(passed, forward).filter(|_| goes_on) {
            table[usize::from(from)].insert(to);
        }
    }
    table
}

/// The double steps of a table, grouped by how far their halves go.
fn double_shifts<const W: usize>(
    table: &SquareTable<W>,
    pushes: &SquareTable<W>,
    squares: impl Iterator<Item = Square>,
) -> Vec<DoubleShift<W>> {
    let steps: Vec<(Square, Square, Square)> = squares
        .filter_map(|from| {
            let row = usize::from(from);
            Some((from, pushes[row].first()?, table[row].first()?))
        })
        .collect();
    let firsts = group_shifts(steps.iter().map(|&(from, passed, _)| (from, passed)));
    let mut groups = Vec::new();
    for first in firsts {
        let of_group = steps.iter().filter(|step| first.sources.has(step.0));
        for whole in group_shifts(of_group.map(|&(from, _, to)| (from, to))) {
            let (sources, by) = (whole.sources, whole.by);
            let first = Shift { sources, ..first };
            groups.push(DoubleShift { first, by });
        }
    }
    groups
}

/// A piece: its army by number (in seat order), its kind, and whether it is an outbound pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Number of the army in seat order.
    pub army: usize,
    /// Kind.
    pub kind: PieceType,
    /// A pawn that has crossed a null centre.
    pub outbound: bool,
}
