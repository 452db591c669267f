//! A variant made ready for play: tables, masks and keys.

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::board::topology::Topology;
use crate::tables::attacks::{
    Attacks, DoubleShift, Shift, SquareTable, group_shifts, pawn_forward, table,
};
use crate::tables::movements::Movements;
use crate::tables::zobrist::Zobrist;
use crate::variant::{
    BareKingRule, CheckRule, Checkmate, MAX_ARMIES, MeetingPawns, PieceType, StalemateRule, Variant,
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
    /// By army: where its pawns promote, those of the other heading in `general`.
    pub(crate) promotion: [SquareSet<W>; A],
    /// By army: the double steps of all its start squares, grouped, if double steps are on;
    /// each group of them leaves the squares passed over, after a single step.
    pub(crate) double_shifts: Vec<Vec<DoubleShift<W>>>,
    /// By army and start square: where a double step lands, if double steps are on.
    pub(crate) double_to: Vec<SquareTable<W>>,
    pub(crate) castles: [[Option<Castle<W>>; 2]; A],
    /// Rights that end when a piece leaves or lands on a square.
    pub(crate) rights_at: Box<[u16; 256]>,
    /// Whether a pawn's heading is part of the position: the headings are two classes.
    pub(crate) by_heading: bool,
    pub(crate) en_passant: bool,
    /// Whether a mate eliminates, and whether an eliminated army's men leave the board.
    pub(crate) eliminates: bool,
    pub(crate) leave: bool,
    /// Whether every man on the board is of an army in play.
    pub(crate) all_in_play: bool,
    /// Number of sides.
    pub(crate) sides_count: usize,
    pub(crate) snaffle: bool,
    pub(crate) stalemate: Option<StalemateRule>,
    pub(crate) general: General<W>,
    /// Whether a king can be taken, so that moves which do need a closer look.
    pub(crate) kings_can_fall: bool,
}

/// What only games beyond the six kinds and their usual rules ask for.
#[derive(Clone, Debug)]
pub(crate) struct General<const W: usize> {
    pub(crate) topology: Topology,
    pub(crate) movements: Movements<W>,
    /// By army: where pawns of the other heading promote, and what its pawns become.
    pub(crate) promotion_back: Vec<SquareSet<W>>,
    pub(crate) promotes_to: Vec<Vec<PieceType>>,
    /// By army: how many moves a promotion is beyond the first.
    pub(crate) more_promotions: [u64; MAX_ARMIES.next_power_of_two()],
    /// By army and start square: double steps of the other heading.
    pub(crate) double_back: Vec<SquareTable<W>>,
    /// By army: the moats at the ends of its men's first row on the outermost ring.
    pub(crate) moats: Vec<u16>,
    /// Whether the board has moats, and citadels.
    pub(crate) has_moats: bool,
    pub(crate) has_citadels: bool,
    /// Whether a move may have done more than move, take and promote: bridged a moat, ended in a
    /// citadel, or made pawns meet that vanish.
    pub(crate) marks_moves: bool,
    /// Whether pawns of the other heading make double steps.
    pub(crate) doubles_back: bool,
    /// Whether rays may not tell all that moves do to a king.
    pub(crate) may_look: bool,
    /// The outermost ring.
    pub(crate) rim: SquareSet<W>,
    pub(crate) sidestep: bool,
    pub(crate) removes_meeting: bool,
    pub(crate) bare_king_loses: bool,
}

/// The bit of a castling right; side 0 is the king's, 1 the queen's.
pub(crate) const fn right_bit(army: usize, side: usize) -> u16 {
    1 << (army * 2 + side)
}

impl<const W: usize, const A: usize, const K: usize> Rules<W, A, K> {
    /// Compiles a variant that fits the width, the number of armies and that of kinds: more than
    /// six also where [`Variant::is_general`].
    ///
    /// # Panics
    /// When it does not fit.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        assert!(variant.shape.len() <= W * 64 && variant.armies.len() <= A && A <= MAX_ARMIES);
        assert!(PieceType::ALL.len() + variant.pieces.len() <= K);
        assert!(K > 6 || !variant.is_general());
        let topology = Topology::new(variant.shape.clone());
        let attacks = Attacks::new(&variant, &topology);
        let shape = &variant.shape;
        let by_heading = variant.has_headings();
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
                let way = topology
                    .way_between(king, rook)
                    .expect("checked with the variant");
                let (passed, king_to) = (way.squares[0], way.squares[1]);
                let count = way.squares.len();
                *castle = Some(Castle {
                    king,
                    rook,
                    king_to,
                    passed,
                    between: way.squares[..count - 1].iter().copied().collect(),
                    way: [king, passed, king_to].into_iter().collect(),
                    opens_line: topology.step(rook, way.direction).is_some(),
                    right,
                });
            }
        }
        let double_to: Vec<SquareTable<W>> = (0..variant.armies.len())
            .map(|a| double_steps(&variant, &topology, a, false))
            .collect();
        let double_shifts = double_to
            .iter()
            .enumerate()
            .map(|(a, table)| {
                let pushes = &attacks.pawns[if by_heading { 0 } else { a }].push;
                double_shifts(table, pushes, shape.squares())
            })
            .collect();
        let mut side_names: Vec<&str> = variant.armies.iter().map(|a| a.side.as_str()).collect();
        side_names.sort_unstable();
        side_names.dedup();
        let sides_count = side_names.len();
        let two_strict = variant.armies.len() == 2 && variant.options.check == CheckRule::Strict;
        Self {
            attacks,
            zobrist: Zobrist::new(variant.armies.len(), !variant.pieces.is_empty()),
            board: shape
                .squares()
                .filter(|&s| !shape.is_void(s) && !shape.is_citadel(s))
                .collect(),
            enemies,
            sides,
            promotion,
            double_to,
            double_shifts,
            castles,
            rights_at,
            by_heading,
            en_passant: variant.options.en_passant,
            eliminates: variant.checkmate == Checkmate::Eliminates,
            leave: variant.eliminated_leave,
            all_in_play: variant.checkmate == Checkmate::Eliminates && variant.eliminated_leave,
            sides_count,
            general: General::new(&variant, topology),
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

    /// The key of a piece on a square.
    #[inline]
    pub(crate) fn piece_key(&self, piece: Piece, at: Square) -> u64 {
        if K > 6 && piece.kind > PieceType::King {
            return self.zobrist.own_piece(piece.army, piece.kind, at);
        }
        let Piece {
            army,
            kind,
            outbound,
        } = piece;
        self.zobrist.piece(army, kind, outbound, at)
    }

    /// The class of an army's pawns, for the pawn tables.
    #[inline]
    pub(crate) fn pawn_class(&self, army: usize, outbound: bool) -> usize {
        if self.by_heading {
            usize::from(outbound)
        } else {
            army
        }
    }
}

impl<const W: usize> General<W> {
    fn new(variant: &Variant, topology: Topology) -> Self {
        let shape = &variant.shape;
        let rim = |s: Square| shape.ring(s) == shape.rings();
        let files = i32::from(shape.files());
        let armies = &variant.armies;
        // Going each way along the rim from where its men start, the first moat is an army's.
        let moats = |army: &crate::variant::Army| {
            let all = &shape.plan().moats;
            let mut own = 0;
            for &(square, _) in army.start.iter().filter(|(s, _)| rim(*s)) {
                let file = shape.file(square);
                for ahead in [1, -1] {
                    let distance = |moat: u16| {
                        let first = i32::from(moat) + i32::from(ahead < 0);
                        ((first - file) * ahead).rem_euclid(files)
                    };
                    let nearest = (0..all.len()).min_by_key(|&index| distance(all[index]));
                    own |= nearest.map_or(0, |index| 1 << index);
                }
            }
            own
        };
        let movements = Movements::new(variant, &topology);
        let double_back: Vec<SquareTable<W>> = (0..armies.len())
            .map(|a| double_steps(variant, &topology, a, true))
            .collect();
        let (has_moats, has_citadels) = (!shape.plan().moats.is_empty(), shape.plan().citadels > 0);
        let removes_meeting = variant.options.meeting_pawns == Some(MeetingPawns::Removed);
        Self {
            marks_moves: has_moats || has_citadels || removes_meeting,
            doubles_back: double_back
                .iter()
                .any(|table| table.iter().any(|to| !to.is_empty())),
            may_look: movements.irregular || removes_meeting,
            movements,
            promotion_back: armies
                .iter()
                .map(|a| a.promotion_back.iter().copied().collect())
                .collect(),
            promotes_to: armies.iter().map(|a| a.promotes_to.clone()).collect(),
            more_promotions: std::array::from_fn(|a| {
                armies.get(a).map_or(0, |a| a.promotes_to.len() as u64 - 1)
            }),
            double_back,
            moats: armies.iter().map(moats).collect(),
            rim: shape.squares().filter(|&s| rim(s)).collect(),
            has_moats,
            has_citadels,
            sidestep: variant.sidestep,
            removes_meeting,
            bare_king_loses: variant.options.bare_king == Some(BareKingRule::Loses),
            topology,
        }
    }
}

/// Where double steps of an army land: two steps straight ahead from where its pawns start,
/// neither across the centre, nor over a promotion square or a file that turns a ring pawn.
fn double_steps<const W: usize>(
    variant: &Variant,
    topology: &Topology,
    army: usize,
    back: bool,
) -> SquareTable<W> {
    let mut table: SquareTable<W> = table();
    if !variant.options.double_step {
        return table;
    }
    let data = &variant.armies[army];
    let shape = topology.shape();
    let promotion = if back {
        &data.promotion_back
    } else {
        &data.promotion
    };
    for from in variant.pawn_start_squares(army) {
        if data.start_back.contains(&from) != back {
            continue;
        }
        let forward_at = |square| pawn_forward(&data.pawns, back, shape.file(square));
        let Some(forward) = forward_at(from) else {
            continue;
        };
        let Some(passed) = topology.step(from, forward) else {
            continue;
        };
        let goes_on = forward_at(passed) == Some(forward)
            && !promotion.contains(&passed)
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
    /// A pawn of the other heading: outbound, having crossed a null centre, or anticlockwise,
    /// where each pawn keeps its direction.
    pub outbound: bool,
}
