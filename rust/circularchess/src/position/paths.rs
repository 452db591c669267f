//! The paths of a move: the squares it passes, and which way round the board.
//!
//! Told for those who draw or animate a move: every movement is walked square by square, as the
//! tables that generation works with do not.

use std::sync::LazyLock;

use crate::board::shape::Square;
use crate::board::topology::{Direction, Gait, Landing, Topology};
use crate::position::Position;
use crate::position::describe::MoveInfo;
use crate::position::moves::Move;
use crate::rules::{Piece, Rules};
use crate::tables::attacks::{creek, pawn_forward};
use crate::tables::movements::{path, stations};
use crate::variant::PieceType;
use crate::variant::movement::{Movement, Passing, Term, turned};

/// One way that a piece may take from the square it leaves to the square it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The squares from the one left to the one reached, both included. A leap passes none.
    pub squares: Vec<Square>,
    /// Which way the first step goes; `None` for leaps. A way through a null centre begins
    /// inward and goes on outward.
    pub direction: Option<Direction>,
    /// Whether it goes through a null centre.
    pub through_centre: bool,
}

/// The movements of the kinds that every game has: knight, bishop, rook, queen and king.
static CLASSIC: LazyLock<[Movement; 5]> = LazyLock::new(|| {
    ["N", "B", "R", "Q", "K"].map(|text| Movement::parse(text).expect("of the usual pieces"))
});

/// What the movement of a piece on a square, no pawn, is made of, and which way it faces.
pub(crate) fn terms_of<const W: usize, const A: usize, const K: usize>(
    rules: &Rules<W, A, K>,
    piece: Piece,
    from: Square,
) -> impl Iterator<Item = (&Term, Direction)> {
    let variant = &rules.variant;
    let army = &variant.armies[piece.army];
    let forward = army.forward.unwrap_or(Direction::new(1, 0));
    let number = piece.kind as usize;
    let movement = if number < PieceType::ALL.len() {
        &CLASSIC[number - 1]
    } else {
        &variant.pieces[number - PieceType::ALL.len()].movement
    };
    let at_home = army.start.contains(&(from, piece.kind));
    let terms = movement.terms.iter();
    terms
        .filter(move |term| at_home || !term.initial)
        .map(move |term| (term, forward))
}

/// What the paths of one move are looked for with.
struct Seeker<'a, const W: usize, const A: usize, const K: usize> {
    position: &'a Position<W, A, K>,
    rules: &'a Rules<W, A, K>,
    mv: Move,
    captures: bool,
    found: Vec<Path>,
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// All ways that a legal move may take; none if it is not legal.
    ///
    /// The shortest comes first. Of ways of one length the clockwise ones come first, then those
    /// straight in or out, then the anticlockwise ones; in each, outward before inward.
    ///
    /// ```
    /// use circularchess::position::{Position, moves::Move, setup::Setup};
    /// use circularchess::{rules::Rules, variant::Variant};
    /// let rules = Rules::<1, 2>::new(Variant::builtin("circular").unwrap());
    /// let start = Position::start(&rules);
    /// let square = |name| rules.variant().shape.parse(name).unwrap();
    /// let mv = Move { from: square("b2"), to: square("b3"), promotion: None };
    /// let paths = start.paths(&rules, mv);
    /// assert_eq!((paths.len(), &paths[0].squares[..]), (1, &[mv.from, mv.to][..]));
    /// assert_eq!(paths[0].direction.unwrap().along, 1);
    /// ```
    #[must_use]
    pub fn paths(&self, rules: &Rules<W, A, K>, mv: Move) -> Vec<Path> {
        self.describe(rules, mv)
            .map_or_else(Vec::new, |info| self.paths_of(rules, mv, &info))
    }

    /// The ways of a legal move that has been described.
    pub(crate) fn paths_of(&self, rules: &Rules<W, A, K>, mv: Move, info: &MoveInfo) -> Vec<Path> {
        let mut seeker = Seeker {
            position: self,
            rules,
            mv,
            captures: info.is_capture(),
            found: Vec::new(),
        };
        let shape = &rules.variant.shape;
        if let Some(castling) = info.castling {
            let way = seeker.topology().way_between(mv.from, castling.rook_from);
            let direction = way.map(|way| way.direction);
            seeker.add(&[castling.rook_to, mv.to], direction, false);
        } else if shape.is_citadel(mv.to) {
            seeker.add(&[mv.to], Some(Direction::new(-1, 0)), false);
        } else if info.piece.kind == PieceType::Pawn {
            seeker.pawn(info.piece);
        } else {
            seeker.piece(info.piece);
        }
        let mut found = seeker.found;
        let place = |s: &Square| (shape.ring(*s), shape.file(*s));
        found.sort_by_cached_key(|way| {
            let direction = way.direction.unwrap_or(Direction::new(0, 0));
            (
                way.squares.len(),
                -direction.along,
                -direction.radial,
                way.through_centre,
                way.squares.iter().map(place).collect::<Vec<_>>(),
            )
        });
        found.dedup();
        found
    }
}

impl<'a, const W: usize, const A: usize, const K: usize> Seeker<'a, W, A, K> {
    fn topology(&self) -> &'a Topology {
        &self.rules.general.topology
    }

    fn occupied(&self, square: Square) -> bool {
        self.position.occupied().has(square)
    }

    fn add(&mut self, beyond: &[Square], direction: Option<Direction>, through_centre: bool) {
        let mut squares = vec![self.mv.from];
        squares.extend_from_slice(beyond);
        self.found.push(Path {
            squares,
            direction,
            through_centre,
        });
    }

    /// The ways of a piece that is no pawn.
    fn piece(&mut self, piece: Piece) {
        for (term, forward) in terms_of(self.rules, piece, self.mv.from) {
            let serves = if self.captures {
                term.capture
            } else {
                term.quiet
            };
            if serves {
                for &leap in &term.leaps {
                    self.line(piece, term, turned(leap, forward));
                }
            }
        }
    }

    /// The way along one line of a movement, if it is open.
    fn line(&mut self, piece: Piece, term: &Term, leap: (i8, i8)) {
        let line = path(term, leap, self.topology(), self.mv.from);
        let ends = (0..line.len()).find(|&end| {
            line[end].to == self.mv.to
                && self.is_open(term, &line[..end])
                && self.crosses_freely(piece, line[end])
        });
        let Some(end) = ends else {
            return;
        };
        if term.passing == Passing::Lame {
            let stops = stations(leap, self.topology(), self.mv.from);
            if stops.is_none_or(|stops| stops.iter().any(|&s| self.occupied(s))) {
                return;
            }
        }
        let squares: Vec<Square> = line[..=end].iter().map(|landing| landing.to).collect();
        let direction = term.is_step().then(|| Direction::new(leap.0, leap.1));
        self.add(&squares, direction, line[end].crossed);
    }

    /// Whether the men passed let a piece through.
    fn is_open(&self, term: &Term, passed: &[Landing]) -> bool {
        let men = passed.iter().filter(|l| self.occupied(l.to)).count();
        match term.passing {
            Passing::Plain | Passing::Lame => men == 0,
            Passing::Over => men == 1,
            Passing::Beyond => men == 1 && passed.last().is_some_and(|l| self.occupied(l.to)),
        }
    }

    /// Whether there is no moat on the way, or only bridged ones that the move may cross.
    fn crosses_freely(&self, piece: Piece, end: Landing) -> bool {
        let position = self.position;
        end.moats == 0
            || (!self.captures
                && end.moats & !position.bridged() == 0
                && !position.would_attack_king(self.rules, piece.kind, self.mv.from, end.to))
    }

    /// The ways of a pawn.
    fn pawn(&mut self, pawn: Piece) {
        let (topology, from, to) = (self.topology(), self.mv.from, self.mv.to);
        let army = &self.rules.variant.armies[pawn.army];
        let file = topology.shape().file(from);
        let Some(ahead) = pawn_forward(&army.pawns, pawn.outbound, file) else {
            return;
        };
        let one = |dir| {
            let landing = topology.landing(from, dir, Gait::Single);
            landing.filter(|landing| landing.to != from && landing.moats == 0)
        };
        let next = one(ahead);
        let blocked = next.is_some_and(|next| self.occupied(next.to));
        if let Some(next) = next.filter(|_| !self.captures && !blocked) {
            if next.to == to {
                self.add(&[to], Some(ahead), next.crossed);
            }
            let doubles = self
                .position
                .doubles(self.rules, pawn.army, pawn.outbound, from);
            if doubles.has(to) {
                self.add(&[next.to, to], Some(ahead), false);
            }
        }
        if !(self.captures || self.rules.general.sidestep && blocked) {
            return;
        }
        for turn in [1, -1] {
            let aside = if ahead.radial == 0 {
                Direction::new(turn, ahead.along)
            } else {
                Direction::new(ahead.radial, turn)
            };
            let landing = one(aside).filter(|landing| landing.to == to);
            if let Some(landing) = landing.filter(|_| !creek(topology, from, aside)) {
                self.add(&[to], Some(aside), landing.crossed);
            }
        }
    }
}
