//! Positions of any variant behind one type, for callers that do not know the board's size.

mod sizes;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::count::control::Control;
use crate::count::parallel::{PerftError, PerftOptions};
use crate::count::playout::Playout;
use crate::position::describe::MoveInfo;
use crate::position::moves::{Move, Which};
use crate::position::paths::Path;
use crate::position::refusal::Refusal;
use crate::position::setup::{Problem, Setup};
use crate::position::{self, End, Event, EventKind};
use crate::rules::{self, Piece};
use crate::variant::{Checkmate, PieceType, Variant, VariantError};

use sizes::{Compiled, Playable};

/// A set of squares of a board of any size.
pub type Squares = SquareSet<4>;

/// A variant made ready for play. Cheap to clone.
///
/// ```
/// use circularchess::any::Rules;
/// use circularchess::variant::Variant;
/// let rules = Rules::new(Variant::builtin("bhati-6").unwrap());
/// assert_eq!(rules.start().legal_moves().len(), 22);
/// ```
#[derive(Clone)]
pub struct Rules {
    inner: Arc<dyn Compiled>,
}

/// Work that is compiled for each size of board there is; [`Rules::with_size`] does it with the
/// rules of the right one.
pub trait ForEachSize {
    /// What comes of it.
    type Output;

    /// Does the work.
    fn run<const W: usize, const A: usize, const K: usize>(
        self,
        rules: &Arc<rules::Rules<W, A, K>>,
    ) -> Self::Output;
}

/// A playable position of any variant: immutable, moves make a new one.
///
/// Equality follows the repetition rule.
///
/// ```
/// use circularchess::{any::Position, variant::Variant};
/// let start = Position::start(Variant::builtin("bhati-6").unwrap());
/// let (next, _) = start.play(start.legal_moves()[0]).unwrap();
/// assert_eq!((start.turn(), next.turn()), (0, 1));
/// assert_ne!(start, next);
/// ```
#[derive(Clone)]
pub struct Position {
    inner: Box<dyn Playable>,
}

/// Why a variant's start position cannot be played, exposed kings too.
pub(crate) fn start_problems(variant: Variant) -> Vec<Problem> {
    let rules = Rules {
        inner: sizes::compile(variant),
    };
    let found = rules.position(&Setup::start(rules.variant())).err();
    found.unwrap_or_default()
}

impl Rules {
    /// Compiles a variant whose start position is known to be playable.
    ///
    /// # Panics
    /// When it is not, as [`Rules::compile`] tells.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        match Self::compile(variant) {
            Ok(rules) => rules,
            Err(error) => panic!("{error}"),
        }
    }

    /// Compiles a variant for the narrowest board that holds it.
    ///
    /// # Errors
    /// When its start position cannot be played: reading a variant file makes no tables, and so
    /// cannot see a king that stands attacked.
    ///
    /// ```
    /// use circularchess::any::Rules;
    /// use circularchess::variant::Variant;
    /// let mut variant = Variant::builtin("circular-strict").unwrap();
    /// assert!(Rules::compile(variant.clone()).is_ok());
    /// // White's pawns and its pieces but the king and a rook gone: Black's king stands open.
    /// let black = &mut variant.armies[1].start;
    /// black.retain(|(_, kind)| *kind == circularchess::variant::PieceType::King);
    /// let rook = variant.shape.parse("a12").unwrap();
    /// variant.armies[0].start.push((rook, circularchess::variant::PieceType::Rook));
    /// let error = Rules::compile(variant).err().unwrap();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "armies.start: Black is not to move but its king is attacked"
    /// );
    /// ```
    pub fn compile(variant: Variant) -> Result<Self, VariantError> {
        let inner = sizes::compile(variant);
        let rules = Self { inner };
        match rules.position(&Setup::start(rules.variant())) {
            Ok(_) => Ok(rules),
            Err(problems) => {
                let first = problems.first().map_or("", |problem| &problem.text);
                Err(VariantError::File(format!("armies.start: {first}")))
            }
        }
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        self.inner.variant()
    }

    /// The start position.
    ///
    /// # Panics
    /// Never: the start position was checked when the variant was compiled.
    #[must_use]
    pub fn start(&self) -> Position {
        let setup = Setup::start(self.variant());
        match self.position(&setup) {
            Ok((game, _)) => game,
            Err(problems) => unreachable!("start position: {problems:?}"),
        }
    }

    /// The rules with the size known when compiling, if they are of that size: for searches, to
    /// be compiled for each size there is.
    ///
    /// ```
    /// use circularchess::any::Rules;
    /// use circularchess::variant::Variant;
    /// let rules = Rules::new(Variant::builtin("circular").unwrap());
    /// assert!(rules.sized::<1, 2, 6>().is_some() && rules.sized::<4, 6, 6>().is_none());
    /// ```
    #[must_use]
    pub fn sized<const W: usize, const A: usize, const K: usize>(
        &self,
    ) -> Option<Arc<rules::Rules<W, A, K>>> {
        let inner: &dyn Any = &*self.inner;
        let shared = inner.downcast_ref::<sizes::Shared<W, A, K>>()?;
        Some(Arc::clone(&shared.0))
    }

    /// Does work with the rules, whatever their size.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use circularchess::any::{ForEachSize, Rules};
    /// use circularchess::rules;
    /// use circularchess::variant::{BUILTIN, Variant};
    ///
    /// struct Words;
    /// impl ForEachSize for Words {
    ///     type Output = usize;
    ///     fn run<const W: usize, const A: usize, const K: usize>(
    ///         self,
    ///         _: &Arc<rules::Rules<W, A, K>>,
    ///     ) -> usize {
    ///         W
    ///     }
    /// }
    ///
    /// for (id, _) in BUILTIN {
    ///     let rules = Rules::new(Variant::builtin(id).unwrap());
    ///     assert!(rules.with_size(Words) * 64 >= rules.variant().shape.len());
    /// }
    /// ```
    pub fn with_size<S: ForEachSize>(&self, work: S) -> S::Output {
        sizes::with_size(self, work)
    }

    /// The position a set-up describes, judged as at the start of a turn, with what the
    /// judging brought about.
    ///
    /// # Errors
    /// All the reasons why it cannot be played.
    ///
    /// ```
    /// use circularchess::{any::Position, any::Rules, variant::Variant};
    /// let rules = Rules::new(Variant::builtin("cylinder").unwrap());
    /// let start = rules.start();
    /// let (again, events) = rules.position(&start.setup()).unwrap();
    /// assert!(again == start && events.is_empty());
    /// ```
    pub fn position(&self, setup: &Setup) -> Result<(Position, Vec<Event>), Vec<Problem>> {
        self.inner.position(setup)
    }

    /// The position that had this set-up and ended so, if it did. A set-up alone does not tell
    /// a taken king or a resignation from a last side standing.
    ///
    /// # Errors
    /// All the reasons why it cannot be played.
    ///
    /// ```
    /// use circularchess::{any::Rules, variant::Variant};
    /// let rules = Rules::new(Variant::builtin("orthodox").unwrap());
    /// let (over, _) = rules.start().resign(1).unwrap();
    /// let again = rules.restore(&over.setup(), over.end()).unwrap();
    /// assert_eq!((again.end(), again.winners()), (over.end(), over.winners()));
    /// ```
    pub fn restore(&self, setup: &Setup, end: Option<End>) -> Result<Position, Vec<Problem>> {
        self.inner.restore(setup, end)
    }
}

impl Position {
    /// The start position of a variant. To start many games, keep a [`Rules`].
    #[must_use]
    pub fn start(variant: Variant) -> Self {
        Rules::new(variant).start()
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        self.inner.variant()
    }

    /// The army to move, by number in seat order.
    #[must_use]
    pub fn turn(&self) -> usize {
        self.inner.turn()
    }

    /// The armies in play, as bits.
    #[must_use]
    pub fn in_play(&self) -> u8 {
        self.inner.in_play()
    }

    /// Single moves since the last capture, pawn move or elimination.
    #[must_use]
    pub fn halfmove(&self) -> u32 {
        self.inner.halfmove()
    }

    /// The round, from 1.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.inner.round()
    }

    /// How the game ended, if it did by its rules of turns.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.inner.end()
    }

    /// The armies of the winning side, as bits.
    ///
    /// ```
    /// use circularchess::{any::Position, position::End, variant::Variant};
    /// let start = Position::start(Variant::builtin("bhati-2").unwrap());
    /// let (over, _) = start.resign(0).unwrap();
    /// assert_eq!((over.end(), over.winners()), (Some(End::Resignation), 0b10));
    /// ```
    #[must_use]
    pub fn winners(&self) -> u8 {
        self.inner.winners()
    }

    /// What each army has scored, in quarters of a point and seat order; `None` while the game
    /// goes on.
    ///
    /// `events` are those of the action that ended the game: they tell who was mated, lost its
    /// king or resigned. A win is a point, a draw half a point for each. Where the first mate ends
    /// a game of three or more sides, the side of the mater has a point, the loser's none and all
    /// others half of one; after a resignation all others share the points.
    ///
    /// ```
    /// use circularchess::{any::Position, variant::Variant};
    /// let start = Position::start(Variant::builtin("three-circular").unwrap());
    /// let (over, events) = start.resign(1).unwrap();
    /// assert_eq!(over.quarters(&events), Some(vec![3, 0, 3]));
    /// ```
    #[must_use]
    pub fn quarters(&self, events: &[Event]) -> Option<Vec<u32>> {
        let end = self.end()?;
        let variant = self.variant();
        let winners = self.winners();
        let armies = &variant.armies;
        let won = |army: usize| winners >> army & 1 != 0;
        let mut sides: Vec<_> = armies.iter().map(|army| &army.side).collect();
        sides.sort_unstable();
        sides.dedup();
        let losses = [
            EventKind::Checkmated,
            EventKind::KingTaken,
            EventKind::Resigned,
        ];
        let lost = events.iter().rev().find(|(kind, _)| losses.contains(kind));
        let shared = variant.checkmate == Checkmate::Ends && sides.len() > 2;
        let score = |army: usize| match lost {
            _ if winners == 0 => 2,
            Some(_) if shared && won(army) => {
                if end == End::Resignation {
                    // Half a point for each side, shared by all but one.
                    2 * sides.len() as u32 / (sides.len() as u32 - 1)
                } else {
                    4
                }
            }
            Some(&(_, lost)) if shared && armies[lost].side != armies[army].side => 2,
            _ => 4 * u32::from(won(army)),
        };
        Some((0..armies.len()).map(score).collect())
    }

    /// The piece on a square; none where the board has no such square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.inner.piece_at(square).filter(|_| self.has(square))
    }

    fn has(&self, square: Square) -> bool {
        usize::from(square) < self.variant().shape.len()
    }

    /// The set-up that describes this position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.inner.setup()
    }

    /// The hash of the position for the repetition rule.
    ///
    /// The same in every run and release of one major version; not safe against forged collisions.
    ///
    /// ```
    /// use circularchess::{any::Position, position::moves::Move, variant::Variant};
    /// let start = Position::start(Variant::builtin("circular").unwrap());
    /// let shape = start.variant().shape.clone();
    /// let mut game = start.clone();
    /// for (from, to) in [("c1", "d3"), ("c8", "d6"), ("d3", "c1"), ("d6", "c8")] {
    ///     let square = |name| shape.parse(name).unwrap();
    ///     let mv = Move { from: square(from), to: square(to), promotion: None };
    ///     game = game.play(mv).unwrap().0;
    /// }
    /// // The clocks differ, the position does not.
    /// assert_eq!((game.hash(), game.halfmove()), (start.hash(), 4));
    /// ```
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.inner.hash()
    }

    /// The same hash, computed afresh: it always equals [`Position::hash`].
    #[must_use]
    pub fn hash_from_scratch(&self) -> u64 {
        self.inner.hash_from_scratch()
    }

    /// The legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_legal(&mut |mv| moves.push(mv));
        moves
    }

    /// The safe moves: those that do not leave the own king in check.
    #[must_use]
    pub fn safe_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_safe(&mut |mv| moves.push(mv));
        moves
    }

    /// Calls `each` with every legal move.
    pub fn for_each_legal(&self, each: &mut dyn FnMut(Move)) {
        self.inner.for_each_legal(each);
    }

    /// Calls `each` with every safe move.
    pub fn for_each_safe(&self, each: &mut dyn FnMut(Move)) {
        self.inner.for_each_safe(each);
    }

    /// Number of legal moves.
    #[must_use]
    pub fn count_legal(&self) -> u64 {
        self.inner.count_legal()
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.inner.is_legal(mv)
    }

    /// Whether a move is safe.
    #[must_use]
    pub fn is_safe(&self, mv: Move) -> bool {
        self.inner.is_safe(mv)
    }

    /// Whether an enemy in play attacks an army's king.
    /// Never true of an army that the variant does not have.
    #[must_use]
    pub fn is_check(&self, army: usize) -> bool {
        army < self.variant().armies.len() && self.inner.is_check(army)
    }

    /// Squares of an army's pieces that attack a square.
    ///
    /// An attack is a capture that an enemy there would suffer, pins aside; armies out of play
    /// attack nothing.
    ///
    /// None where the board has no such square, or the variant no such army.
    ///
    /// ```
    /// use circularchess::{any::Position, variant::Variant};
    /// let game = Position::start(Variant::builtin("orthodox").unwrap());
    /// let shape = &game.variant().shape;
    /// let attackers = game.attackers(0, shape.parse("f3").unwrap());
    /// let mut names: Vec<_> = attackers.iter().map(|&s| shape.name(s).to_string()).collect();
    /// names.sort();
    /// assert_eq!(names, ["e2", "g1", "g2"]);
    /// ```
    #[must_use]
    pub fn attackers(&self, army: usize, square: Square) -> Vec<Square> {
        if army < self.variant().armies.len() && self.has(square) {
            self.inner.attackers(army, square)
        } else {
            Vec::new()
        }
    }

    /// The position after a move and what it brought about; `None` if the move is not legal.
    ///
    /// ```
    /// use circularchess::{any::Position, variant::Variant};
    /// let game = Position::start(Variant::builtin("circular").unwrap());
    /// let mv = game.legal_moves()[0];
    /// let (next, events) = game.play(mv).unwrap();
    /// assert!(events.is_empty());
    /// // It is Black's turn now, and the move White's.
    /// assert!(next.play(mv).is_none());
    /// ```
    #[must_use]
    pub fn play(&self, mv: Move) -> Option<(Self, Vec<Event>)> {
        self.is_legal(mv).then(|| {
            let mut events = Vec::new();
            (self.inner.play(mv, &mut events), events)
        })
    }

    /// The position after an army resigned; `None` if it is not in play or the game is over.
    ///
    /// ```
    /// use circularchess::{any::Position, position::EventKind, variant::Variant};
    /// let game = Position::start(Variant::builtin("bhati-3").unwrap());
    /// let (next, events) = game.resign(2).unwrap();
    /// assert_eq!(events, [(EventKind::Resigned, 2), (EventKind::Eliminated, 2)]);
    /// assert_eq!(next.in_play(), 0b011);
    /// assert!(next.resign(2).is_none());
    /// ```
    #[must_use]
    pub fn resign(&self, army: usize) -> Option<(Self, Vec<Event>)> {
        let playing = army < 8 && self.in_play() >> army & 1 != 0 && self.end().is_none();
        playing.then(|| {
            let mut events = Vec::new();
            (self.inner.resign(army, &mut events), events)
        })
    }

    /// The number of sequences of `depth` legal moves.
    #[must_use]
    pub fn perft(&self, depth: u8) -> u64 {
        self.perft_with(depth, PerftOptions::default(), &Control::default())
            .unwrap_or(0)
    }

    /// The same on several threads, with a table, under the eyes of another thread.
    ///
    /// ```
    /// use circularchess::{any::Position, count::parallel::PerftOptions, variant::Variant};
    /// let game = Position::start(Variant::builtin("circular").unwrap());
    /// let options = PerftOptions { threads: 2, hash_megabytes: 1 };
    /// assert_eq!(game.perft_with(4, options, &Default::default()), Ok(28904));
    /// ```
    ///
    /// # Errors
    /// When it was stopped, or memory or threads could not be had.
    pub fn perft_with(
        &self,
        depth: u8,
        options: PerftOptions,
        control: &Control,
    ) -> Result<u64, PerftError> {
        self.inner.perft(depth, options, control)
    }

    /// Random games from here, in the order of their numbers; the same for one seed, whatever
    /// the number of threads. `None` when it was stopped or threads could not be started.
    ///
    /// ```
    /// use circularchess::{any::Position, variant::Variant};
    /// let game = Position::start(Variant::builtin("circular").unwrap());
    /// let played = game.playouts(10, 1, 500, 1, &Default::default()).unwrap();
    /// assert!(played.iter().all(|p| p.plies <= 500 && p.choices >= u64::from(p.plies)));
    /// ```
    #[must_use]
    pub fn playouts(
        &self,
        games: u32,
        seed: u64,
        most_plies: u32,
        threads: usize,
        control: &Control,
    ) -> Option<Vec<Playout>> {
        self.inner
            .playouts(games, seed, most_plies, threads, control)
    }

    /// What a move does: who moves, what is taken, whether it castles; `None` if it is not legal.
    #[must_use]
    pub fn describe(&self, mv: Move) -> Option<MoveInfo> {
        self.inner.describe(mv)
    }

    /// The ways a move may take, the shortest first, as
    /// [`crate::position::Position::paths`] says; none if it is not legal.
    ///
    /// ```
    /// use circularchess::{any::Position, position::moves::Move, variant::Variant};
    /// let start = Position::start(Variant::builtin("orthodox").unwrap());
    /// let square = |name| start.variant().shape.parse(name).unwrap();
    /// let mv = Move { from: square("e2"), to: square("e4"), promotion: None };
    /// assert_eq!(start.paths(mv)[0].squares, [square("e2"), square("e3"), square("e4")]);
    /// ```
    #[must_use]
    pub fn paths(&self, mv: Move) -> Vec<Path> {
        self.inner
            .describe(mv)
            .map_or_else(Vec::new, |info| self.inner.paths(mv, &info))
    }

    /// What a move does and the ways it may take; `None` if it is not legal.
    #[must_use]
    pub fn describe_with_paths(&self, mv: Move) -> Option<(MoveInfo, Vec<Path>)> {
        let info = self.inner.describe(mv)?;
        Some((info, self.inner.paths(mv, &info)))
    }

    /// Why a move is not legal; `None` if it is, or if its squares are not on the board.
    ///
    /// ```
    /// use circularchess::{any::Position, position::moves::Move, variant::Variant};
    /// use circularchess::position::refusal::RefusalKind;
    /// let start = Position::start(Variant::builtin("orthodox").unwrap());
    /// let square = |name| start.variant().shape.parse(name).unwrap();
    /// let mv = Move { from: square("a1"), to: square("a4"), promotion: None };
    /// let refusal = start.refusal(mv).unwrap();
    /// assert_eq!((refusal.kind, &refusal.squares[..]), (RefusalKind::Blocked, &[square("a2")][..]));
    /// ```
    #[must_use]
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        let there = self.has(mv.from) && self.has(mv.to);
        there.then(|| self.inner.refusal(mv)).flatten()
    }

    /// The legal moves that take a piece, in passing too.
    #[must_use]
    pub fn legal_captures(&self) -> Vec<Move> {
        self.list(Which::Captures)
    }

    /// The legal moves that take nothing.
    ///
    /// ```
    /// use circularchess::{any::Position, variant::Variant};
    /// let start = Position::start(Variant::builtin("bhati-6").unwrap());
    /// assert_eq!((start.legal_captures().len(), start.legal_quiets().len()), (0, 22));
    /// ```
    #[must_use]
    pub fn legal_quiets(&self) -> Vec<Move> {
        self.list(Which::Quiet)
    }

    fn list(&self, which: Which) -> Vec<Move> {
        let mut moves = Vec::new();
        self.inner.generate(which, &mut |mv| moves.push(mv));
        moves
    }

    /// The squares of an army's pieces of one kind; none if the variant has no such army.
    ///
    /// ```
    /// use circularchess::{any::Position, variant::{PieceType, Variant}};
    /// let start = Position::start(Variant::builtin("circular").unwrap());
    /// assert_eq!(start.pieces(PieceType::Pawn, 1).len(), 8);
    /// ```
    #[must_use]
    pub fn pieces(&self, kind: PieceType, army: usize) -> Squares {
        self.of_army(army, || self.inner.pieces(kind, army))
    }

    /// The enemies in play that attack an army's king.
    #[must_use]
    pub fn checkers(&self, army: usize) -> Squares {
        self.of_army(army, || self.inner.checkers(army))
    }

    /// The pieces of an army that a pin holds.
    #[must_use]
    pub fn pinned(&self, army: usize) -> Squares {
        self.of_army(army, || self.inner.pinned(army))
    }

    fn of_army(&self, army: usize, squares: impl FnOnce() -> Squares) -> Squares {
        if army < self.variant().armies.len() {
            squares()
        } else {
            Squares::EMPTY
        }
    }

    /// Plays a legal move in place, without looking whether it is one. After any other move the
    /// position means nothing.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.inner.play_unchecked(mv);
    }

    /// The position after a null move, for searches: the turn passes on and nothing else
    /// happens. `None` when the game is over or the army to move is in check.
    #[must_use]
    pub fn null_move(&self) -> Option<Self> {
        self.inner.null_move()
    }

    /// Whether nobody could be mated any more, as far as the variant's rules count it.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.inner.is_dead()
    }

    /// The position with the size known when compiling, if it is of that size.
    #[must_use]
    pub fn sized<const W: usize, const A: usize, const K: usize>(
        &self,
    ) -> Option<&position::Position<W, A, K>> {
        let inner: &dyn Any = &*self.inner;
        Some(&inner.downcast_ref::<sizes::Live<W, A, K>>()?.position)
    }

    /// Bytes of the position itself.
    #[must_use]
    pub fn size(&self) -> usize {
        self.inner.size()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.hash() == other.hash() && self.variant() == other.variant()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("variant", &self.variant().id)
            .field("setup", &self.setup())
            .finish()
    }
}
