//! Random games, for statistics and searches by sampling.

use std::ops::ControlFlow::{Break, Continue};

use std::sync::{Mutex, PoisonError};

use crate::board::shape::Square;
use crate::board::square_set::SquareSet;
use crate::count::control::Control;
use crate::count::threads::{NextTask, share_out};
use crate::position::generate::{Flow, Sink};
use crate::position::moves::{Move, leaves};
use crate::position::{End, Position};
use crate::random::Random;
use crate::rules::Rules;
use crate::variant::PieceType;

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayoutEnd {
    /// By the rules of turns.
    Finished(End),
    /// Neither side can mate.
    DeadPosition,
    /// A position occurred for the fifth time.
    FivefoldRepetition,
    /// 75 rounds without a capture, a pawn move or an elimination.
    SeventyFiveRounds,
    /// The game was as long as it may be.
    Unfinished,
}

/// A random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How it ended.
    pub end: PlayoutEnd,
    /// The armies of the winning side, as bits.
    pub winners: u8,
    /// Single moves played.
    pub plies: u32,
    /// Legal moves there were to choose from, over all its positions.
    pub choices: u64,
}

/// Picks one move by its number.
struct Pick<'a> {
    kinds: &'a [PieceType],
    left: u64,
    found: Option<(Move, PieceType)>,
}

impl<const W: usize> Sink<W> for Pick<'_> {
    fn moves(&mut self, from: Square, kind: PieceType, to: SquareSet<W>) -> Flow {
        let count = u64::from(to.len());
        if self.left >= count {
            self.left -= count;
            return Continue(());
        }
        for to in to {
            if self.left == 0 {
                let promotion = None;
                let mv = Move {
                    from,
                    to,
                    promotion,
                };
                self.found = Some((mv, kind));
                return Break(());
            }
            self.left -= 1;
        }
        Continue(())
    }

    fn pawn_moves(&mut self, to: SquareSet<W>, by: i16, promotion: &SquareSet<W>) -> Flow {
        for to in to {
            let ways = if promotion.has(to) {
                self.kinds.len() as u64
            } else {
                1
            };
            if self.left < ways {
                let kind = self.kinds.get(self.left as usize).copied();
                let mv = Move {
                    from: leaves::<W>(to, by),
                    to,
                    promotion: kind.filter(|_| promotion.has(to)),
                };
                self.found = Some((mv, PieceType::Pawn));
                return Break(());
            }
            self.left -= ways;
        }
        Continue(())
    }
}

impl<const W: usize, const A: usize, const K: usize> Position<W, A, K> {
    /// One game of random legal moves, each with the same chance. `seen` is scratch space for
    /// the repetition rule, kept between games so that no game needs memory of its own. `None`
    /// when it was stopped.
    fn playout(
        &self,
        rules: &Rules<W, A, K>,
        random: &mut Random,
        most_plies: u32,
        seen: &mut Vec<u64>,
        control: &Control,
    ) -> Option<Playout> {
        let mut position = *self;
        let (mut plies, mut choices) = (0, 0);
        seen.clear();
        let end = loop {
            if let Some(end) = position.end {
                break PlayoutEnd::Finished(end);
            }
            if position.halfmove == 0 {
                seen.clear();
            }
            if plies == 0 || position.halfmove == 0 {
                // Material changes only where the count of moves begins anew.
                if position.is_dead(rules) {
                    break PlayoutEnd::DeadPosition;
                }
            }
            let key = position.hash(rules);
            seen.push(key);
            // An army that moves to and fro while all others pass is back after two plies.
            if seen.len() > 8 && seen.iter().filter(|&&k| k == key).count() >= 5 {
                break PlayoutEnd::FivefoldRepetition;
            }
            if position.halfmove >= 75 * position.in_play.count_ones() {
                break PlayoutEnd::SeventyFiveRounds;
            }
            if plies == most_plies {
                break PlayoutEnd::Unfinished;
            }
            if control.stopped() {
                return None;
            }
            let count = position.count_legal(rules);
            choices += count;
            let mut pick = Pick {
                kinds: rules.promotes_to(position.turn()),
                left: random.below(count),
                found: None,
            };
            let _ = position.visit_legal(rules, SquareSet::ALL, &mut pick);
            let Some((mv, kind)) = pick.found else {
                unreachable!("a judged position that is not over has legal moves");
            };
            position.make(rules, mv.from, mv.to, kind, mv.promotion, &mut ());
            position.judge(rules, &mut ());
            plies += 1;
        };
        control.add(1);
        Some(Playout {
            end,
            winners: match end {
                PlayoutEnd::Finished(_) => position.winners(rules),
                _ => 0,
            },
            plies,
            choices,
        })
    }

    /// `games` random games from here, in the order of their numbers. The same seed gives the
    /// same games whatever the number of threads. `None` when it was stopped, or threads could
    /// not be started.
    #[must_use]
    pub fn playouts(
        &self,
        rules: &Rules<W, A, K>,
        games: u32,
        seed: u64,
        most_plies: u32,
        threads: usize,
        control: &Control,
    ) -> Option<Vec<Playout>> {
        let run = |seen: &mut Vec<u64>, game: u32| {
            let mut random = Random::new(seed, u64::from(game));
            self.playout(rules, &mut random, most_plies, seen, control)
        };
        let mut played = Vec::new();
        let mut seen = Vec::new();
        for first in (0..games).step_by(BATCH) {
            if control.stopped() {
                return None;
            }
            let batch = first..games.min(first.saturating_add(BATCH as u32));
            if threads <= 1 {
                for game in batch {
                    played.push(run(&mut seen, game)?);
                }
                continue;
            }
            let done = Mutex::new(Vec::new());
            let play = |next: &NextTask<'_>| {
                let (mut seen, mut own) = (Vec::new(), Vec::new());
                while let Some(task) = next()
                    && let Some(playout) = run(&mut seen, first + task as u32)
                {
                    own.push((task, playout));
                }
                done.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .append(&mut own);
            };
            share_out(batch.len(), threads, &play).ok()?;
            let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
            if done.len() < batch.len() {
                return None; // stopped
            }
            done.sort_unstable_by_key(|&(task, _)| task);
            played.extend(done.into_iter().map(|(_, playout)| playout));
        }
        Some(played)
    }
}

/// Games that threads play before theirs are put together, so that none of it takes long.
const BATCH: usize = 1 << 16;
