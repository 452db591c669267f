//! Why a move is not legal, for those who must tell a player.

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::board::topology::{Direction, Gait, Topology};
use crate::position::Position;
use crate::position::moves::Move;
use crate::position::paths::terms_of;
use crate::rules::{Castle, Piece, Rules};
use crate::tables::attacks::pawn_forward;
use crate::tables::movements::{path, stations};
use crate::variant::PieceType;
use crate::variant::movement::{ENDLESS, Passing, Term, turned};

/// Kinds of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The game is over.
    Over,
    /// The square to leave is empty.
    Empty,
    /// The piece there is of another army.
    NotYours,
    /// The move goes nowhere.
    Same,
    /// The target is void.
    Void,
    /// A man of the own side stands on the target.
    Own,
    /// A pawn would have to promote there.
    MustPromote,
    /// Nothing promotes there.
    NoPromotion,
    /// Pawns do not become that.
    BadPromotion,
    /// It leaves the king attacked, from these squares.
    Exposes,
    /// Men on these squares are in the way: the first on each way there is.
    Blocked,
    /// Water is in the way.
    Moat,
    /// A hopper has not just one man to go over.
    Hop,
    /// The piece captures there, but there is nothing to capture.
    OnlyCaptures,
    /// The piece goes there, but does not capture there.
    OnlyQuiet,
    /// So many steps straight on, more than the piece goes.
    Far,
    /// The right of castling is lost, or never was.
    NoRight,
    /// The king is in check, from these squares, and may not castle.
    CastlingInCheck,
    /// The first square, which a castling king would cross or reach, is attacked from the others.
    CastlingThrough,
    /// The piece does not move so.
    Unreachable,
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What kind of reason it is.
    pub kind: RefusalKind,
    /// The squares it names, as its kind says; else none. By ring and then by file.
    pub squares: Vec<Square>,
    /// For [`RefusalKind::Far`]: the number of steps.
    pub steps: u16,
}

impl From<RefusalKind> for Refusal {
    fn from(kind: RefusalKind) -> Self {
        Self {
            kind,
            squares: Vec::new(),
            steps: 0,
        }
    }
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// Why a move is not legal; `None` if it is. Its squares are on the board.
    ///
    /// ```
    /// use circularchess::position::{Position, moves::Move, refusal::RefusalKind};
    /// use circularchess::{rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let square = |name| rules.variant().shape.parse(name).unwrap();
    /// let mv = Move { from: square("b2"), to: square("b5"), promotion: None };
    /// let refusal = Position::start(&rules).refusal(&rules, mv).unwrap();
    /// assert_eq!((refusal.kind, refusal.steps), (RefusalKind::Far, 3));
    /// ```
    #[must_use]
    pub fn refusal(&self, rules: &Rules<W, A, K>, mv: Move) -> Option<Refusal> {
        if self.is_legal(rules, mv) {
            return None;
        }
        if self.end().is_some() {
            return Some(RefusalKind::Over.into());
        }
        let army = self.turn();
        let Some(piece) = self.piece_at(mv.from) else {
            return Some(RefusalKind::Empty.into());
        };
        let kind = if piece.army != army {
            RefusalKind::NotYours
        } else if mv.from == mv.to {
            RefusalKind::Same
        } else if rules.variant.shape.is_void(mv.to) {
            RefusalKind::Void
        } else if self.may_but_for_king(rules, mv.from, mv.to) {
            return Some(self.refused_promotion_or_check(rules, piece, mv));
        } else if self.occupied().has(mv.to) && !self.may_take_on(rules, mv.to) {
            RefusalKind::Own
        } else {
            return Some(self.refused_way(rules, piece, mv));
        };
        Some(kind.into())
    }

    /// Whether an enemy, or an inert man, stands there.
    fn may_take_on(&self, rules: &Rules<W, A, K>, square: Square) -> bool {
        (self.enemies_of(rules, self.turn()) | self.inert(rules)).has(square)
    }

    fn listed(
        rules: &Rules<W, A, K>,
        kind: RefusalKind,
        squares: impl IntoIterator<Item = Square>,
    ) -> Refusal {
        let shape = &rules.variant.shape;
        let mut squares: Vec<_> = squares.into_iter().collect();
        squares.sort_unstable_by_key(|&s| (shape.ring(s), shape.file(s)));
        squares.dedup();
        Refusal {
            kind,
            squares,
            steps: 0,
        }
    }

    /// Why a move is refused that the piece could make, but for what it becomes or its king.
    fn refused_promotion_or_check(
        &self,
        rules: &Rules<W, A, K>,
        piece: Piece,
        mv: Move,
    ) -> Refusal {
        let pawn = piece.kind == PieceType::Pawn;
        let promotes = pawn && self.promotion_at(rules, piece.army, mv.from).has(mv.to);
        let kind = match mv.promotion {
            None if promotes => RefusalKind::MustPromote,
            Some(_) if !promotes => RefusalKind::NoPromotion,
            Some(kind) if !rules.promotes_to(piece.army).contains(&kind) => {
                RefusalKind::BadPromotion
            }
            _ => {
                let mut next = *self;
                next.make(rules, mv.from, mv.to, piece.kind, mv.promotion, &mut ());
                let enemies = next.enemies_of(rules, piece.army);
                let attackers = next.king_of(piece.army).map(|king| {
                    next.attackers_among(rules, king, enemies, next.occupied())
                        .into_iter()
                });
                let attackers = attackers.into_iter().flatten();
                return Self::listed(rules, RefusalKind::Exposes, attackers);
            }
        };
        kind.into()
    }

    /// Why a piece cannot go there at all.
    fn refused_way(&self, rules: &Rules<W, A, K>, piece: Piece, mv: Move) -> Refusal {
        if piece.kind == PieceType::Pawn {
            return self.refused_pawn(rules, piece, mv);
        }
        if piece.kind == PieceType::King {
            let mut castles = rules.castles[piece.army].iter().flatten();
            if let Some(castle) = castles.find(|it| it.king == mv.from && it.king_to == mv.to) {
                return self.refused_castling(rules, castle);
            }
        }
        self.refused_lines(rules, piece, mv)
    }

    fn refused_castling(&self, rules: &Rules<W, A, K>, castle: &Castle<W>) -> Refusal {
        if self.castling & castle.right == 0 {
            return RefusalKind::NoRight.into();
        }
        let way = rules
            .general
            .topology
            .way_between(castle.king, castle.rook)
            .expect("checked with the variant");
        let between = &way.squares[..way.squares.len() - 1];
        if let Some(&first) = between.iter().find(|&&s| self.occupied().has(s)) {
            return Self::listed(rules, RefusalKind::Blocked, [first]);
        }
        if way.moats & !self.bridged() != 0 {
            return RefusalKind::Moat.into();
        }
        let enemies = self.enemies_of(rules, self.turn());
        let lifted = self.occupied() ^ SquareSet::from_square(castle.king);
        for square in [castle.king, castle.passed, castle.king_to] {
            let attackers = self.attackers_among(rules, square, enemies, lifted);
            if attackers.is_empty() {
                continue;
            }
            if square == castle.king {
                return Self::listed(rules, RefusalKind::CastlingInCheck, attackers);
            }
            let mut refusal = Self::listed(rules, RefusalKind::CastlingThrough, attackers);
            refusal.squares.insert(0, square);
            return refusal;
        }
        RefusalKind::Unreachable.into()
    }

    fn refused_lines(&self, rules: &Rules<W, A, K>, piece: Piece, mv: Move) -> Refusal {
        let topology = &rules.general.topology;
        let captures = self.occupied().has(mv.to);
        let (mut blocked, mut far) = (Vec::new(), None);
        let (mut moat, mut hop, mut otherwise) = (false, false, false);
        for (term, forward) in terms_of(rules, piece, mv.from) {
            for &leap in &term.leaps {
                let leap = turned(leap, forward);
                let line = path(term, leap, topology, mv.from);
                let Some(end) = line.iter().position(|landing| landing.to == mv.to) else {
                    far = shorter(far, steps_on(term, leap, topology, mv));
                    continue;
                };
                let stops = match term.passing {
                    Passing::Lame => match stations(leap, topology, mv.from) {
                        Some(stops) => stops,
                        None => continue,
                    },
                    _ => line[..end].iter().map(|landing| landing.to).collect(),
                };
                if !(if captures { term.capture } else { term.quiet }) {
                    otherwise = true;
                    continue;
                }
                let jumps = matches!(term.passing, Passing::Over | Passing::Beyond);
                let first = stops.into_iter().find(|&s| self.occupied().has(s));
                let moats = line[end].moats;
                let wet = moats != 0 && (captures || moats & !self.bridged() != 0);
                match first {
                    _ if jumps => hop = true,
                    _ if wet => moat = true,
                    Some(first) => blocked.push(first),
                    None => moat |= moats != 0,
                }
            }
        }
        let kind = if !blocked.is_empty() {
            return Self::listed(rules, RefusalKind::Blocked, blocked);
        } else if moat {
            RefusalKind::Moat
        } else if hop {
            RefusalKind::Hop
        } else if otherwise && captures {
            RefusalKind::OnlyQuiet
        } else if otherwise {
            RefusalKind::OnlyCaptures
        } else {
            return far_or_unreachable(far);
        };
        kind.into()
    }

    fn refused_pawn(&self, rules: &Rules<W, A, K>, pawn: Piece, mv: Move) -> Refusal {
        let topology = &rules.general.topology;
        let army = &rules.variant.armies[pawn.army];
        let file = topology.shape().file(mv.from);
        let Some(ahead) = pawn_forward(&army.pawns, pawn.outbound, file) else {
            return RefusalKind::Unreachable.into();
        };
        let next = topology.landing(mv.from, ahead, Gait::Single);
        let next = next.filter(|landing| landing.to != mv.from);
        let doubles = self.doubles(rules, pawn.army, pawn.outbound, mv.from);
        let captures = self.occupied().has(mv.to);
        if let Some(next) = next {
            let through = doubles.has(mv.to);
            if through && self.occupied().has(next.to) {
                return Self::listed(rules, RefusalKind::Blocked, [next.to]);
            }
            if captures && (through || next.to == mv.to) {
                return RefusalKind::OnlyQuiet.into();
            }
        }
        let class = &rules.attacks.pawns[rules.pawn_class(pawn.army, pawn.outbound)];
        if class.attacks[usize::from(mv.from)].has(mv.to) {
            return RefusalKind::OnlyCaptures.into();
        }
        for turn in [1, -1] {
            let aside = if ahead.radial == 0 {
                Direction::new(turn, ahead.along)
            } else {
                Direction::new(ahead.radial, turn)
            };
            let landing = topology.landing(mv.from, aside, Gait::Single);
            if landing.is_some_and(|landing| landing.to == mv.to && mv.to != mv.from) {
                return RefusalKind::Moat.into();
            }
        }
        let promotion = self.promotion_at(rules, pawn.army, mv.from);
        let goes_on = |at: Square| {
            let file = topology.shape().file(at);
            !promotion.has(at) && pawn_forward(&army.pawns, pawn.outbound, file) == Some(ahead)
        };
        far_or_unreachable(straight_steps(topology, mv, ahead, goes_on))
    }
}

fn shorter(one: Option<u16>, other: Option<u16>) -> Option<u16> {
    one.into_iter().chain(other).min()
}

fn far_or_unreachable(far: Option<u16>) -> Refusal {
    far.map_or_else(
        || RefusalKind::Unreachable.into(),
        |steps| Refusal {
            steps,
            ..RefusalKind::Far.into()
        },
    )
}

/// How many steps of a short slide it would take to the target.
fn steps_on(term: &Term, leap: (i8, i8), topology: &Topology, mv: Move) -> Option<u16> {
    let short = term.range != ENDLESS && term.is_step();
    short
        .then(|| straight_steps(topology, mv, Direction::new(leap.0, leap.1), |_| true))
        .flatten()
}

/// How many steps straight on, not over the centre, the target is away; at least two. It must be
/// possible to go on from all squares before it.
fn straight_steps(
    topology: &Topology,
    mv: Move,
    direction: Direction,
    goes_on: impl Fn(Square) -> bool,
) -> Option<u16> {
    let mut at = mv.from;
    for steps in 1.. {
        let landing = topology.landing(at, direction, Gait::Single)?;
        if landing.crossed || landing.to == mv.from {
            return None;
        }
        at = landing.to;
        if at == mv.to {
            return (steps > 1).then_some(steps);
        }
        if !goes_on(at) {
            return None;
        }
    }
    None
}
