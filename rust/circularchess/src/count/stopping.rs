//! How much work is still done once a count was asked to stop, told by counting nodes.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::square_set::SquareSet;
use crate::count::cpu::{self, Cpu};
use crate::count::parallel::PerftError;
use crate::count::perft::{Control, Watch};
use crate::count::table::CountTable;
use crate::position::Position;
use crate::position::generate::{Flow, Sink};
use crate::position::setup::Setup;
use crate::random::Random;
use crate::rules::Rules;
use crate::variant::Variant;

/// Counts the nodes that are visited, and asks to stop at one of them.
#[derive(Clone, Copy)]
struct Stopper<'a> {
    control: &'a Control,
    visited: &'a AtomicU64,
    stop_at: u64,
}

impl Stopper<'_> {
    fn visit(self) {
        if self.visited.fetch_add(1, Ordering::Relaxed) + 1 == self.stop_at {
            self.control.stop();
        }
    }
}

impl Cpu for Stopper<'_> {
    fn generate_legal<const W: usize, const A: usize, const K: usize>(
        self,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        sink: &mut impl Sink<W>,
    ) -> Flow {
        position.visit_legal(rules, SquareSet::ALL, sink)
    }

    fn count_moves<const W: usize, const A: usize, const K: usize>(
        self,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        watch: &Watch<'_>,
    ) -> u64 {
        self.visit();
        position.count_moves(self, rules, watch)
    }

    fn count_tree<const W: usize, const A: usize, const K: usize>(
        self,
        position: &Position<W, A, K>,
        rules: &Rules<W, A, K>,
        depth: u8,
        watch: &Watch<'_>,
    ) -> u64 {
        self.visit();
        position.count_tree(self, rules, depth, watch)
    }
}

/// A wide position: as far as `plies` random moves lead.
fn wide<const W: usize, const A: usize>(id: &str, plies: u32) -> (Rules<W, A>, Position<W, A>) {
    let variant = Variant::builtin(id).unwrap();
    let setup = Setup::start(&variant);
    let rules = Rules::<W, A, 6>::new(variant);
    let mut position = Position::from_setup(&rules, &setup).unwrap();
    let mut random = Random::new(11, u64::from(plies));
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.for_each_legal(&rules, |mv| moves.push(mv));
        let mv = moves[random.below(moves.len() as u64) as usize];
        position = position.play(&rules, mv, &mut ());
        assert!(position.end().is_none());
    }
    (rules, position)
}

/// The replies to the moves of one piece, or of all pawns that step alike: what may lie between
/// two looks. No piece of these boards has as many moves.
const BETWEEN_LOOKS: u64 = 64;

fn stops<const W: usize, const A: usize, const K: usize>(id: &str, plies: u32) {
    let (rules, position) = wide::<W, A>(id, plies);
    for depth in [2, 3, 5, 9, 40] {
        for stop_at in [1, 2, 50, 3_000] {
            for (threads, megabytes) in [(1, 0), (1, 1), (3, 0), (3, 1)] {
                let (control, visited) = (Control::default(), AtomicU64::new(0));
                let cpu = Stopper {
                    control: &control,
                    visited: &visited,
                    stop_at,
                };
                let table = (megabytes > 0).then(|| CountTable::new(megabytes).unwrap());
                let watch = Watch {
                    control: &control,
                    table: table.as_ref(),
                };
                let _ = position.count_on(cpu, &rules, depth, threads, &watch);
                let visited = visited.into_inner();
                if !control.stopped() {
                    assert!(depth <= 3 && visited < stop_at, "{id} {depth} {visited}");
                    continue;
                }
                let more = visited - stop_at;
                let most = BETWEEN_LOOKS * threads as u64;
                assert!(
                    more <= most,
                    "{id} depth {depth}: {more} nodes after the stop at {stop_at}"
                );
            }
        }
    }
}

#[test]
fn a_count_told_to_stop_counts_no_more_than_one_piece() {
    stops::<2, 2, 6>("orthodox", 0);
    stops::<2, 2, 6>("orthodox", 40);
    stops::<4, 2, 6>("bhati-2", 0);
    stops::<4, 2, 6>("bhati-2", 60);
    stops::<4, 6, 6>("bhati-6", 0);
    stops::<4, 6, 6>("bhati-6", 90);
    stops::<1, 2, 6>("circular", 30);
}

#[test]
fn a_count_told_to_stop_before_it_begins_visits_nothing() {
    let (rules, position) = wide::<4, 6>("bhati-6", 30);
    let (control, visited) = (Control::default(), AtomicU64::new(0));
    control.stop();
    let cpu = Stopper {
        control: &control,
        visited: &visited,
        stop_at: 0,
    };
    let watch = Watch {
        control: &control,
        table: None,
    };
    let counted = position.count_on(cpu, &rules, 9, 1024, &watch);
    assert_eq!(counted, Err(PerftError::Stopped));
    assert_eq!(visited.load(Ordering::Relaxed), 0);
    // Alone, it enters the root and leaves it again.
    assert!(position.count_on(cpu, &rules, 9, 1, &watch).is_ok());
    assert_eq!(visited.into_inner(), 1);
}

#[test]
fn stopped_playouts_play_no_move() {
    let (rules, position) = wide::<4, 6>("bhati-6", 0);
    for threads in [1, 3] {
        let control = Control::default();
        control.stop();
        let played = position.playouts(&rules, 1 << 20, 1, u32::MAX, threads, &control);
        assert_eq!((played, control.nodes()), (None, 0));
    }
}

#[test]
fn a_split_tree_is_the_same_tree() {
    // More subtrees are wanted than may be collected, so that some stay whole.
    let (rules, position) = wide::<4, 6>("bhati-6", 60);
    let control = Control::default();
    let tasks = position.tasks(&rules, 4, usize::MAX, 300, &control);
    let depths: Vec<u8> = tasks.iter().map(|task| task.1).collect();
    assert!(
        depths.contains(&2) && depths.contains(&3),
        "{}",
        tasks.len()
    );
    let watch = Watch {
        control: &control,
        table: None,
    };
    let split = tasks
        .iter()
        .map(|(position, left)| position.count(cpu::Any, &rules, *left, &watch))
        .sum::<u64>();
    assert_eq!(split, position.perft(&rules, 4));
}
