//! What a search is asked for, what it tells, and how it is stopped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use circularchess::position::moves::Move;

/// More than any evaluation; a win in `n` plies is worth `MATE - n`.
pub(crate) const MATE: i32 = 32_000;
/// No line is longer: each ply takes some kilobytes of a thread's stack.
pub(crate) const MAX_PLY: usize = 160;
/// The least score that says that the game is won.
pub(crate) const WON: i32 = MATE - 2 * MAX_PLY as i32;
/// No evaluation is beyond.
pub(crate) const MOST_EVAL: i32 = 16_000;
/// The deepest iteration.
pub const MAX_DEPTH: u32 = 120;

/// When a search ends, and what it looks at. What is `None` sets no limit; with no limit at all
/// it goes on until it is stopped or sees no deeper.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
    /// Positions searched, by all threads together.
    pub nodes: Option<u64>,
    /// Ends when a mate in at most so many own moves was found.
    pub mate: Option<u32>,
    /// The time after which no new iteration begins.
    pub soft: Option<Duration>,
    /// The time after which the search ends.
    pub hard: Option<Duration>,
    /// Go on until stopped, however deep.
    pub infinite: bool,
    /// Times count only from [`Control::ponderhit`] on.
    pub ponder: bool,
    /// How many best lines to tell; at least one.
    pub multipv: usize,
    /// Only these moves at the root.
    pub moves: Option<Vec<Move>>,
    /// Weakened play, from 0 to 20; `None` for full strength.
    pub skill: Option<u32>,
    /// What a draw is worth less than nothing, to the side to move, in centipawns.
    pub contempt: i32,
    /// A number that weakened play varies with.
    pub seed: u64,
}

/// A score from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// A game won in so many own moves; lost where negative.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreBound {
    /// It is.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

/// What is told of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies of the iteration.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// Place among the best lines, from 1.
    pub multipv: usize,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: ScoreBound,
    /// Chances per mille of a win, a draw and a loss.
    pub wdl: (u32, u32, u32),
    /// Positions searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// How full the table is, per mille.
    pub hashfull: u32,
    /// The line.
    pub pv: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The move to play; `None` if there is none.
    pub best: Option<Move>,
    /// The move expected in answer.
    pub ponder: Option<Move>,
    /// The last that is to be told of each of the best lines.
    pub infos: Vec<Info>,
    /// Positions searched.
    pub nodes: u64,
}

/// Stops a search from another thread and sets its times. Shared by reference.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Milliseconds from `began`; `u64::MAX` for none.
    soft: AtomicU64,
    hard: AtomicU64,
    began: Instant,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            soft: AtomicU64::new(u64::MAX),
            hard: AtomicU64::new(u64::MAX),
            began: Instant::now(),
        }
    }
}

impl Control {
    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether it is to end.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The move pondered on was played: times, where given, count from now on.
    pub fn ponderhit(&self, soft: Option<Duration>, hard: Option<Duration>) {
        self.set_times(soft, hard);
        self.pondering.store(false, Relaxed);
    }

    pub(crate) fn begin(&self, limits: &Limits) {
        self.pondering.store(limits.ponder, Relaxed);
        if limits.ponder {
            self.set_times(None, None);
        } else {
            self.set_times(limits.soft, limits.hard);
        }
    }

    fn set_times(&self, soft: Option<Duration>, hard: Option<Duration>) {
        let now = self.began.elapsed();
        let at = |time: Option<Duration>| {
            time.map_or(u64::MAX, |time| {
                u64::try_from((now + time).as_millis()).unwrap_or(u64::MAX)
            })
        };
        self.soft.store(at(soft), Relaxed);
        self.hard.store(at(hard), Relaxed);
    }

    fn passed(&self, limit: &AtomicU64) -> bool {
        let limit = limit.load(Relaxed);
        limit != u64::MAX && self.began.elapsed().as_millis() >= u128::from(limit)
    }

    /// Whether the time is up; stops the search if so.
    pub(crate) fn time_is_up(&self) -> bool {
        let up = self.passed(&self.hard);
        if up {
            self.stop();
        }
        up
    }

    /// Whether so large a part, per mille, of the time for new iterations has passed.
    pub(crate) fn soft_is_up(&self, began: Instant, per_mille: u64) -> bool {
        let soft = self.soft.load(Relaxed);
        if soft == u64::MAX {
            return false;
        }
        let begin = began.duration_since(self.began).as_millis() as u64;
        let span = soft.saturating_sub(begin) * per_mille / 1000;
        self.began.elapsed().as_millis() as u64 >= begin + span
    }

    pub(crate) fn pondering(&self) -> bool {
        self.pondering.load(Relaxed) && !self.stopped()
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

/// Parts of the search that can be switched off, to measure what each is worth or to search
/// every line to the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // switches, each on its own
pub struct Features {
    /// Cut-offs by the table of positions met.
    pub table: bool,
    /// Narrow windows round the score of the iteration before.
    pub aspiration: bool,
    /// Null moves.
    pub null_move: bool,
    /// Later moves are searched less deep.
    pub reductions: bool,
    /// Quiet moves are left out near the horizon where the evaluation is far below.
    pub futility: bool,
    /// A node far above the window is cut off near the horizon.
    pub reverse_futility: bool,
    /// Nodes far below are looked at by captures only.
    pub razoring: bool,
    /// Late quiet moves are left out near the horizon.
    pub late_moves: bool,
    /// Moves that lose material by exchange are left out or looked at late.
    pub exchanges: bool,
    /// Killer moves are tried early.
    pub killers: bool,
    /// Quiet moves are tried in the order of what they did before.
    pub history: bool,
    /// The same by the move before.
    pub continuation: bool,
    /// Checks are searched a ply deeper.
    pub extensions: bool,
    /// Nodes without a known best move are searched a ply less.
    pub internal_reductions: bool,
    /// A move far better than all others is searched a ply deeper.
    pub singular: bool,
    /// Leaves are searched until no capture promises more.
    pub quiescence: bool,
}

impl Default for Features {
    fn default() -> Self {
        Self::ALL
    }
}

impl Features {
    /// Everything on.
    pub const ALL: Self = Self {
        table: true,
        aspiration: true,
        null_move: true,
        reductions: true,
        futility: true,
        reverse_futility: true,
        razoring: true,
        late_moves: true,
        exchanges: true,
        killers: true,
        history: true,
        continuation: true,
        extensions: true,
        internal_reductions: true,
        singular: true,
        quiescence: true,
    };

    /// Nothing that leaves out lines or searches some deeper than others: alpha and beta, and
    /// captures at the leaves. The score depends on the position and the depth alone.
    pub const FULL_WIDTH: Self = Self {
        table: false,
        aspiration: false,
        null_move: false,
        reductions: false,
        futility: false,
        reverse_futility: false,
        razoring: false,
        late_moves: false,
        exchanges: false,
        killers: true,
        history: true,
        continuation: true,
        extensions: false,
        internal_reductions: false,
        singular: false,
        quiescence: true,
    };

    /// Names of the switches, and each switch.
    pub fn switches(&mut self) -> [(&'static str, &mut bool); 16] {
        [
            ("table", &mut self.table),
            ("aspiration", &mut self.aspiration),
            ("null_move", &mut self.null_move),
            ("reductions", &mut self.reductions),
            ("futility", &mut self.futility),
            ("reverse_futility", &mut self.reverse_futility),
            ("razoring", &mut self.razoring),
            ("late_moves", &mut self.late_moves),
            ("exchanges", &mut self.exchanges),
            ("killers", &mut self.killers),
            ("history", &mut self.history),
            ("continuation", &mut self.continuation),
            ("extensions", &mut self.extensions),
            ("internal_reductions", &mut self.internal_reductions),
            ("singular", &mut self.singular),
            ("quiescence", &mut self.quiescence),
        ]
    }
}
