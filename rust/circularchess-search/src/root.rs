//! Iterative deepening at the root, on one thread or more.

use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::{Duration, Instant};

use circularchess::position::Position;
use circularchess::position::moves::Move;
use circularchess::rules::Rules;

use crate::evaluate::Evaluator;
use crate::limits::{
    Control, Features, Info, Limits, MATE, MAX_DEPTH, Report, Score, ScoreBound, WON,
};
use crate::search::{Common, Worker};
use crate::table::Table;

/// Beyond every score.
const INFINITE: i32 = MATE + 1;
/// After so long, scores that are only bounds are told too.
const TELL_BOUNDS: Duration = Duration::from_secs(3);
/// Bytes of stack of each thread that helps: boards of many armies and kinds need much of it.
const STACK: usize = 8 << 20;
/// Lines weakened play chooses among.
const CHOICES: usize = 4;

/// A move at the root and what became of it.
#[derive(Clone)]
struct RootMove {
    mv: Move,
    score: i32,
    /// Its score in the iteration before.
    before: i32,
    line: Vec<Move>,
    seldepth: usize,
}

/// What a search works with.
pub(crate) struct Setting<'a, const W: usize, const A: usize, const K: usize> {
    pub(crate) rules: &'a Rules<W, A, K>,
    pub(crate) evaluator: &'a Evaluator<W, A, K>,
    pub(crate) table: &'a Table,
    pub(crate) features: Features,
    pub(crate) threads: usize,
}

/// Searches a position.
pub(crate) fn search<const W: usize, const A: usize, const K: usize>(
    setting: &Setting<'_, W, A, K>,
    position: &Position<W, A, K>,
    history: &[u64],
    limits: &Limits,
    control: &Control,
    on_info: &mut dyn FnMut(Info),
) -> Report {
    let began = Instant::now();
    let (rules, army) = (setting.rules, position.turn());
    let mut moves = position.legal_moves(rules);
    if let Some(only) = &limits.moves {
        moves.retain(|mv| only.contains(mv));
    }
    let nodes: Vec<AtomicU64> = (0..setting.threads.max(1))
        .map(|_| AtomicU64::new(0))
        .collect();
    let ours = rules.side_of(army);
    let many = rules.sides_count() > 2;
    let common = Common {
        rules,
        evaluator: setting.evaluator,
        table: setting.table,
        control,
        features: setting.features,
        ours,
        salt: if many {
            u64::from(ours).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            0
        },
        draw: -limits.contempt,
        node_limit: node_limit(limits),
        nodes: &nodes,
        reductions: &reductions(),
    };
    setting.table.next_search();
    let mut roots: Vec<RootMove> = moves
        .into_iter()
        .map(|mv| RootMove {
            mv,
            score: -INFINITE,
            before: -INFINITE,
            line: vec![mv],
            seldepth: 1,
        })
        .collect();
    if roots.is_empty() {
        return Report {
            best: None,
            ponder: None,
            infos: Vec::new(),
            nodes: 0,
        };
    }
    // The same first order on every board that looks alike.
    roots.sort_by_key(|root| (root.mv.from, root.mv.to, root.mv.promotion));
    let mut main = Deepening {
        worker: Worker::new(&common, 0, history),
        position,
        limits,
        began,
        roots,
        infos: Vec::new(),
    };
    thread::scope(|scope| {
        for index in 1..nodes.len() {
            let (common, roots) = (&common, main.roots.clone());
            let spawned = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    let mut helper = Deepening {
                        worker: Worker::new(common, index, history),
                        position,
                        limits,
                        began,
                        roots,
                        infos: Vec::new(),
                    };
                    helper.help(index);
                });
            if spawned.is_err() {
                break; // fewer threads are slower, and no worse
            }
        }
        main.deepen(on_info);
        // Front ends take a move sent while they still ponder for an answer to nothing.
        while !control.stopped() && (control.pondering() || limits.infinite) {
            thread::sleep(Duration::from_millis(2));
        }
        control.stop();
    });
    main.report()
}

/// Weak play looks at few positions.
fn node_limit(limits: &Limits) -> u64 {
    let limit = limits.nodes.unwrap_or(u64::MAX).max(1);
    match limits.skill {
        Some(skill) if skill < 20 => {
            let few = 100.0 * 1.6_f64.powi(skill as i32);
            limit.min(few as u64)
        }
        _ => limit,
    }
}

/// By depth and number of the move: how many plies less it is searched.
fn reductions() -> [[u8; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (count, less) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (count as f64).ln();
            *less = (0.2 + product / 2.6) as u8;
        }
    }
    table
}

struct Deepening<'a, const W: usize, const A: usize, const K: usize> {
    worker: Worker<'a, W, A, K>,
    position: &'a Position<W, A, K>,
    limits: &'a Limits,
    began: Instant,
    roots: Vec<RootMove>,
    infos: Vec<Info>,
}

impl<const W: usize, const A: usize, const K: usize> Deepening<'_, W, A, K> {
    fn lines(&self) -> usize {
        let wanted = self.limits.multipv.max(1);
        let wanted = match self.limits.skill {
            Some(skill) if skill < 20 => wanted.max(CHOICES),
            _ => wanted,
        };
        wanted.min(self.roots.len())
    }

    /// A thread that helps by filling the table.
    fn help(&mut self, index: usize) {
        let deepest = self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut depth = 1 + index as u32 % 2;
        while depth <= deepest.saturating_add(2).min(MAX_DEPTH) && !self.worker.stopped {
            self.start_iteration(depth);
            self.best_from(0, depth, &mut |_| {});
            depth += 1;
        }
    }

    fn start_iteration(&mut self, depth: u32) {
        self.worker.root_depth = depth as i32;
        for root in &mut self.roots {
            root.before = root.score;
            root.score = -INFINITE;
        }
    }

    fn deepen(&mut self, on_info: &mut dyn FnMut(Info)) {
        let deepest = self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut settled = 0_u64;
        let mut best = None;
        let mut last = 0;
        for depth in 1..=deepest {
            if self.worker.common.control.stopped() {
                break;
            }
            self.start_iteration(depth);
            let lines = self.lines();
            for first in 0..lines {
                self.worker.seldepth = 0;
                self.best_from(first, depth, on_info);
                if self.worker.stopped {
                    break;
                }
            }
            // A line searched later may have turned out better than one before it.
            if !self.worker.stopped {
                self.roots[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
            }
            // What was not reached keeps its place.
            for root in &mut self.roots {
                if root.score == -INFINITE {
                    root.score = root.before;
                }
            }
            if !self.worker.stopped {
                self.infos = (0..lines)
                    .map(|place| self.info(place, depth, None))
                    .collect();
                for info in &self.infos {
                    on_info(info.clone());
                }
            } else if self.infos.is_empty() || self.infos[0].pv.first() != Some(&self.roots[0].mv) {
                let told = self.info(0, depth, None);
                if self.infos.is_empty() {
                    self.infos.push(told);
                } else {
                    self.infos[0] = told;
                }
            }
            if self.worker.stopped {
                break;
            }
            let (found, score) = (self.roots[0].mv, self.roots[0].score);
            settled = if best == Some(found) { settled + 1 } else { 0 };
            best = Some(found);
            if self.may_end(depth, settled, last - score) {
                break;
            }
            last = score;
        }
        self.worker.publish();
    }

    /// Whether no deeper iteration is to begin.
    fn may_end(&self, depth: u32, settled: u64, drop: i32) -> bool {
        let control = self.worker.common.control;
        let score = self.roots[0].score;
        if let (Some(most), Score::Mate(moves)) = (self.limits.mate, self.told(score))
            && moves > 0
            && moves as u32 <= most
        {
            return true;
        }
        if self.limits.infinite || control.pondering() {
            return false;
        }
        let share = 1000 - 90 * settled.min(6) + (drop.clamp(0, 60) * 8) as u64;
        let share = match self.roots.len() {
            1 => 50,
            _ if score.abs() >= WON && depth as i32 > MATE - score.abs() + 4 => 100,
            _ => share,
        };
        control.soft_is_up(self.began, share)
    }

    /// Finds the best of the moves from one place on, and puts it there.
    fn best_from(&mut self, first: usize, depth: u32, on_info: &mut dyn FnMut(Info)) {
        let before = self.roots[first].before;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut margin = 18;
        let narrow = self.worker.common.features.aspiration && depth >= 5 && before.abs() < WON;
        if narrow {
            (alpha, beta) = (before - margin, before + margin);
        }
        let mut less = 0;
        loop {
            let score = self.try_roots(first, depth as i32 - less, alpha, beta);
            self.roots[first..].sort_by_key(|root| -root.score);
            if self.worker.stopped {
                return;
            }
            let bound = if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - margin).max(-INFINITE);
                less = 0;
                ScoreBound::Upper
            } else if score >= beta {
                beta = (score + margin).min(INFINITE);
                less = (less + 1).min(3).min(depth as i32 - 1);
                ScoreBound::Lower
            } else {
                return;
            };
            margin += margin / 2;
            if margin > 400 || score.abs() >= WON {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            if self.worker.common.control.elapsed() > TELL_BOUNDS && self.lines() == 1 {
                on_info(self.info(first, depth, Some((score, bound))));
            }
            for root in &mut self.roots[first..] {
                if root.score == -INFINITE {
                    continue;
                }
                root.before = root.score;
                root.score = -INFINITE;
            }
        }
    }

    /// Searches the moves from one place on within a window.
    fn try_roots(&mut self, first: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITE;
        for place in first..self.roots.len() {
            let mv = self.roots[place].mv;
            let score =
                self.worker
                    .root_move(self.position, mv, depth, (alpha, beta), place == first);
            if self.worker.stopped {
                return best;
            }
            let root = &mut self.roots[place];
            if place == first || score > alpha {
                root.score = score;
                root.seldepth = self.worker.seldepth;
                root.line.clear();
                root.line.push(mv);
                root.line.extend_from_slice(&self.worker.lines[1]);
            } else {
                root.score = -INFINITE;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// A score as it is told.
    fn told(&self, score: i32) -> Score {
        if score.abs() < WON {
            return Score::Centipawns(score);
        }
        let armies = self.position.in_play().count_ones() as i32;
        let plies = MATE - score.abs();
        let moves = (plies + armies - 1) / armies;
        Score::Mate(if score > 0 { moves } else { -moves })
    }

    fn info(&self, place: usize, depth: u32, bound: Option<(i32, ScoreBound)>) -> Info {
        let root = &self.roots[place];
        let (score, bound) = bound.unwrap_or((root.score, ScoreBound::Exact));
        let common = self.worker.common;
        self.worker.publish();
        let nodes = common.nodes.iter();
        // A search stopped before its first score knows the evaluation and no more.
        let score = if score == -INFINITE {
            self.worker.evaluate(self.position)
        } else {
            score
        };
        Info {
            depth,
            seldepth: root.seldepth.max(1) as u32,
            multipv: place + 1,
            score: self.told(score),
            bound,
            wdl: chances(score),
            nodes: nodes
                .map(|n| n.load(std::sync::atomic::Ordering::Relaxed))
                .sum(),
            time: self.began.elapsed(),
            hashfull: common.table.full(),
            pv: root.line.clone(),
        }
    }

    fn report(mut self) -> Report {
        if self.infos.is_empty() {
            self.infos.push(self.info(0, 1, None));
        }
        let place = self.choose();
        let chosen = &self.roots[place];
        let nodes = self.worker.common.nodes.iter();
        Report {
            best: Some(chosen.mv),
            ponder: chosen.line.get(1).copied(),
            nodes: nodes
                .map(|n| n.load(std::sync::atomic::Ordering::Relaxed))
                .sum(),
            infos: self.infos,
        }
    }

    /// The place of the move to play: the first, or in weakened play one that may be worse.
    fn choose(&self) -> usize {
        let Some(skill) = self.limits.skill.filter(|&skill| skill < 20) else {
            return 0;
        };
        let weakness = 120 - 5 * skill as i32;
        let mut state = self.limits.seed ^ 0x9e37_79b9_7f4a_7c15;
        let top = self.roots[0].score;
        let mut best = (i32::MIN, 0);
        for place in 0..self.lines() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let noise = (state >> 33) as i32 % weakness;
            let score = self.roots[place].score;
            // Moves far below are blunders even to a beginner.
            if score < top - 4 * weakness || score == -INFINITE {
                continue;
            }
            let lure = (top - score).min(weakness) * noise / 128 + noise;
            if score.saturating_add(lure) > best.0 {
                best = (score.saturating_add(lure), place);
            }
        }
        best.1
    }
}

/// Chances per mille of a win, a draw and a loss with a score.
fn chances(score: i32) -> (u32, u32, u32) {
    let share = |score: i32| 1000.0 / (1.0 + ((170.0 - f64::from(score)) / 80.0).exp());
    if score.abs() >= WON {
        return if score > 0 {
            (1000, 0, 0)
        } else {
            (0, 0, 1000)
        };
    }
    let (win, loss) = (share(score).round() as u32, share(-score).round() as u32);
    (win, 1000 - win - loss, loss)
}
