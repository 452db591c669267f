//! A playing engine for chess on round boards.
//!
//! It plays every variant that the crate `circularchess` knows, and a user's own, by what their
//! files say; nothing in it is for one variant alone. Games of more than two sides are searched as
//! if all others were of one mind against the side to move.
//!
//! ```
//! use circularchess::{any::Rules, variant::Variant};
//! use circularchess_search::{Control, Limits, Search};
//!
//! let rules = Rules::new(Variant::builtin("circular").unwrap());
//! let search = Search::new(&rules, 1, 1).unwrap();
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let report = search.go(&rules.start(), &[], &limits, &Control::default(), &mut |_| {});
//! assert!(rules.start().legal_moves().contains(&report.best.unwrap()));
//! ```
#![allow(clippy::cast_possible_truncation)]

mod evaluate;
mod exchange;
mod limits;
mod lone;
mod order;
mod pawns;
mod root;
mod search;
mod table;
mod worth;

use std::fmt;
use std::sync::Arc;

use circularchess::any;
use circularchess::rules::Rules;
use circularchess::variant::PieceType;

use evaluate::Evaluator;
pub use evaluate::TERMS;
pub use limits::{Control, Features, Info, Limits, MAX_DEPTH, Report, Score, ScoreBound};
use root::Setting;
use table::Table;

/// Why a [`Search`] could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory;

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no memory for the table of positions")
    }
}

impl std::error::Error for NoMemory {}

/// An engine for one variant: its evaluation, and the table of positions it met.
pub struct Search {
    engine: Box<dyn Engine>,
    table: Table,
    threads: usize,
    features: Features,
}

/// What is compiled for each size of board.
trait Engine: Send + Sync {
    fn go(
        &self,
        search: &Search,
        position: &any::Position,
        history: &[u64],
        limits: &Limits,
        control: &Control,
        on_info: &mut dyn FnMut(Info),
    ) -> Option<Report>;
    fn evaluate(&self, position: &any::Position) -> Option<i32>;
    fn explain(&self, position: &any::Position) -> Option<Vec<(&'static str, i32, i32)>>;
    fn values(&self) -> &[i32];
}

struct Sized<const W: usize, const A: usize, const K: usize> {
    rules: Arc<Rules<W, A, K>>,
    evaluator: Evaluator<W, A, K>,
}

impl<const W: usize, const A: usize, const K: usize> Engine for Sized<W, A, K> {
    fn go(
        &self,
        search: &Search,
        position: &any::Position,
        history: &[u64],
        limits: &Limits,
        control: &Control,
        on_info: &mut dyn FnMut(Info),
    ) -> Option<Report> {
        let setting = Setting {
            rules: &*self.rules,
            evaluator: &self.evaluator,
            table: &search.table,
            features: search.features,
            threads: search.threads,
        };
        let position = position.sized::<W, A, K>()?;
        Some(root::search(
            &setting, position, history, limits, control, on_info,
        ))
    }

    fn evaluate(&self, position: &any::Position) -> Option<i32> {
        let position = position.sized::<W, A, K>()?;
        let ours = self.rules.side_of(position.turn());
        Some(self.evaluator.evaluate(position, ours))
    }

    fn explain(&self, position: &any::Position) -> Option<Vec<(&'static str, i32, i32)>> {
        let position = position.sized::<W, A, K>()?;
        let ours = self.rules.side_of(position.turn());
        Some(self.evaluator.explain(position, ours))
    }

    fn values(&self) -> &[i32] {
        &self.evaluator.worth.values
    }
}

fn sized<const W: usize, const A: usize, const K: usize>(
    rules: &any::Rules,
) -> Option<Box<dyn Engine>> {
    let rules = rules.sized::<W, A, K>()?;
    let evaluator = Evaluator::new(&rules);
    Some(Box::new(Sized { rules, evaluator }))
}

impl Search {
    /// An engine for a variant, on so many threads and with a table of so many megabytes.
    ///
    /// # Errors
    /// When there is no memory for the table.
    ///
    /// # Panics
    /// Never: it is compiled for every size of board that rules come in.
    pub fn new(rules: &any::Rules, threads: usize, megabytes: usize) -> Result<Self, NoMemory> {
        let engine = sized::<1, 2, 6>(rules)
            .or_else(|| sized::<1, 2, 10>(rules))
            .or_else(|| sized::<2, 2, 6>(rules))
            .or_else(|| sized::<2, 2, 10>(rules))
            .or_else(|| sized::<2, 4, 6>(rules))
            .or_else(|| sized::<4, 2, 6>(rules))
            .or_else(|| sized::<4, 6, 6>(rules))
            .or_else(|| sized::<4, 6, 25>(rules));
        Ok(Self {
            engine: engine.expect("a size that rules come in"),
            table: Table::new(megabytes).ok_or(NoMemory)?,
            threads: threads.max(1),
            features: Features::ALL,
        })
    }

    /// Searches a position of the variant it was made for, and tells of each iteration.
    ///
    /// `history` are the keys ([`any::Position::hash`]) of the game's positions before it, since
    /// the last capture or pawn move, oldest first. The move is legal whenever the search is
    /// stopped. One thread finds the same each time, from a table that holds the same.
    ///
    /// # Panics
    /// When the position is of another variant's size of board.
    pub fn go(
        &self,
        position: &any::Position,
        history: &[u64],
        limits: &Limits,
        control: &Control,
        on_info: &mut dyn FnMut(Info),
    ) -> Report {
        control.begin(limits);
        self.engine
            .go(self, position, history, limits, control, on_info)
            .expect("a position of the engine's variant")
    }

    /// What the position is worth to the army to move, in centipawns, without any search.
    ///
    /// # Panics
    /// When the position is of another variant's size of board.
    ///
    /// ```
    /// use circularchess::{any::Rules, variant::Variant};
    /// use circularchess_search::Search;
    /// let rules = Rules::new(Variant::builtin("orthodox").unwrap());
    /// let search = Search::new(&rules, 1, 1).unwrap();
    /// // The armies are alike; what remains is the right to move.
    /// assert!((1..50).contains(&search.evaluate(&rules.start())));
    /// ```
    #[must_use]
    pub fn evaluate(&self, position: &any::Position) -> i32 {
        let score = self.engine.evaluate(position);
        score.expect("a position of the engine's variant")
    }

    /// What the evaluation is made of: each term by its name, what it gives to the side to move,
    /// and what to the others.
    ///
    /// # Panics
    /// When the position is of another variant's size of board.
    #[must_use]
    pub fn explain(&self, position: &any::Position) -> Vec<(&'static str, i32, i32)> {
        let terms = self.engine.explain(position);
        terms.expect("a position of the engine's variant")
    }

    /// What a kind of piece is worth on the variant's board, in centipawns; nothing for kings.
    ///
    /// ```
    /// use circularchess::{any::Rules, variant::{PieceType, Variant}};
    /// use circularchess_search::Search;
    /// let rules = Rules::new(Variant::builtin("orthodox").unwrap());
    /// let search = Search::new(&rules, 1, 1).unwrap();
    /// assert!((450..550).contains(&search.value(PieceType::Rook)));
    /// ```
    #[must_use]
    pub fn value(&self, kind: PieceType) -> i32 {
        self.engine.values()[kind as usize]
    }

    /// Forgets all positions met.
    pub fn clear(&self) {
        self.table.clear();
    }

    /// On how many threads it searches.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Sets the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Makes a new table of so many megabytes.
    ///
    /// # Errors
    /// When there is no memory for it; then the old one stays.
    pub fn set_megabytes(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        self.table = Table::new(megabytes).ok_or(NoMemory)?;
        Ok(())
    }

    /// Switches parts of the search on and off.
    pub fn set_features(&mut self, features: Features) {
        self.features = features;
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
