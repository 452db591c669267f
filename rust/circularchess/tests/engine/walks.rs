//! Random games by the crate and by the slow referee, compared at every ply.

use std::collections::HashMap;

use circularchess::any::{Position, Rules};
use circularchess::position::moves::Move;
use circularchess::position::setup::{ProblemKind, Setup};
use circularchess::rules::Piece;
use circularchess::variant::{BUILTIN, PieceType, Variant};
use circularchess_referee::{Referee, State};
use fastrand::Rng;

use crate::boards;
use crate::random;

/// What a run of games has met, so that a test can say that it met the rarer things.
#[derive(Default, Debug)]
struct Met {
    plies: u32,
    ends: u32,
    eliminations: u32,
    castlings: u32,
    passing: u32,
    promotions: u32,
    unsafe_moves: u32,
    refused: u32,
    resignations: u32,
}

/// Positions by what the rule of repetition sees, and their hashes.
#[derive(Default)]
struct Seen {
    by_key: HashMap<Vec<u16>, u64>,
    by_hash: HashMap<u64, Vec<u16>>,
}

impl Seen {
    /// Equal positions have equal hashes, and different ones different hashes.
    fn add(&mut self, key: Vec<u16>, hash: u64) {
        let known = *self.by_key.entry(key.clone()).or_insert(hash);
        assert_eq!(known, hash, "one position, two hashes");
        let known = self.by_hash.entry(hash).or_insert_with(|| key.clone());
        assert_eq!(*known, key, "two positions, one hash");
    }
}

struct Walk<'a> {
    referee: &'a Referee,
    rules: &'a Rules,
    rng: &'a mut Rng,
    seen: Seen,
    met: Met,
}

impl Walk<'_> {
    /// All that can be asked of a position, both ways.
    fn compare(&mut self, game: &Position, state: &State) -> Vec<Move> {
        let setup = game.setup();
        assert_eq!(setup, state.describe());
        assert_eq!(game.end().map(|end| (end, game.winners())), state.end);
        assert_eq!(game.turn(), state.turn);
        assert_eq!(game.in_play(), state.in_play_bits());
        assert_eq!(
            (game.halfmove(), game.round()),
            (state.halfmove, state.round)
        );
        for square in self.referee.variant.shape.squares() {
            assert_eq!(game.piece_at(square), state.men[usize::from(square)]);
        }
        let (legal, safe) = self.referee.moves(state);
        let mut found = game.legal_moves();
        found.sort_unstable();
        assert_eq!(found, legal, "legal moves");
        let mut found = game.safe_moves();
        found.sort_unstable();
        assert_eq!(found, safe, "safe moves");
        self.met.unsafe_moves += u32::try_from(legal.len() - safe.len()).unwrap();
        assert_eq!(game.count_legal(), legal.len() as u64);
        for army in 0..state.in_play.len() {
            let check = self.referee.in_check(state, army);
            assert_eq!(game.is_check(army), check, "check of army {army}");
            let square = self.rng.u8(..=(state.men.len() - 1) as u8);
            let attackers = self.referee.attackers(state, army, square);
            assert_eq!(game.attackers(army, square), attackers, "on {square}");
        }
        assert_eq!(game.hash(), game.hash_from_scratch());
        self.seen
            .add(self.referee.repetition_key(state), game.hash());
        self.read_again(game, state, &setup);
        legal
    }

    /// A described position, read again, is the same, by the crate and by the referee.
    fn read_again(&self, game: &Position, state: &State, setup: &Setup) {
        if random::is_over_and_gone(state, &self.referee.variant) {
            return;
        }
        let (again, _) = self.rules.position(setup).unwrap();
        assert_eq!(again.setup(), *setup);
        assert_eq!(again.end(), game.end());
        assert_eq!((again.hash(), &again), (game.hash(), game));
        let mut read = self.referee.read(setup);
        read.end = state.end;
        assert_eq!(read, *state);
    }

    /// From one position until the game ends or for some plies.
    fn play(&mut self, mut game: Position, mut state: State, plies: u32) {
        for _ in 0..plies {
            let legal = self.compare(&game, &state);
            if legal.is_empty() {
                assert!(state.end.is_some());
                self.met.ends += 1;
                break;
            }
            let before = (game.clone(), state.clone());
            let (next, events) = if self.rng.u8(..100) == 0 {
                let playing = (0..state.in_play.len()).filter(|&a| state.in_play[a]);
                let playing: Vec<_> = playing.collect();
                let army = playing[self.rng.usize(..playing.len())];
                self.met.resignations += 1;
                let (after, expected) = self.referee.resign(&state, army);
                state = after;
                let (next, events) = game.resign(army).unwrap();
                assert_eq!(events, expected, "army {army} resigns: {before:?}");
                (next, events)
            } else {
                let mv = random::choose(self.referee, &state, &legal, self.rng);
                self.count(&state, mv);
                let (after, expected) = self.referee.play(&state, mv);
                state = after;
                let (next, events) = game.play(mv).unwrap();
                assert_eq!(events, expected, "{mv:?}: {before:?}");
                (next, events)
            };
            self.met.eliminations += u32::try_from(events.len()).unwrap();
            self.met.plies += 1;
            game = next;
        }
    }

    fn count(&mut self, state: &State, mv: Move) {
        let man = state.men[usize::from(mv.from)].unwrap();
        let pawn = man.kind == PieceType::Pawn;
        self.met.promotions += u32::from(mv.promotion.is_some());
        self.met.passing += u32::from(pawn && state.passed.contains(&Some(mv.to)));
        let steps = self.referee.reach(state, mv.from);
        self.met.castlings += u32::from(man.kind == PieceType::King && !steps.contains(&mv.to));
    }
}

/// Games of a variant with random options, from its start and from random positions.
fn walk(text: &str, seed: u64, rounds: u32, plies: u32) -> Met {
    let mut rng = Rng::with_seed(seed);
    let mut met = Met::default();
    for round in 0..rounds {
        let variant = random::with_random_options(text, &mut rng);
        let referee = Referee::new(variant.clone());
        let rules = Rules::new(variant);
        let mut walk = Walk {
            referee: &referee,
            rules: &rules,
            rng: &mut rng,
            seen: Seen::default(),
            met,
        };
        let whole = round % 8 == 0;
        for _ in 0..if whole { 1 } else { 3 } {
            let mut state = random::random_state(&referee, walk.rng);
            if whole {
                state = start_state(&referee);
            }
            match rules.position(&state.describe()) {
                Ok((game, events)) => {
                    assert!(random::can_be(&referee, &state), "{state:?}");
                    let mut expected = Vec::new();
                    let state = referee.judge(state, &mut expected);
                    assert_eq!(events, expected);
                    walk.play(game, state, plies);
                }
                Err(problems) => {
                    assert!(!random::can_be(&referee, &state), "{problems:?} {state:?}");
                    let kinds: Vec<_> = problems.iter().map(|p| p.kind).collect();
                    assert_eq!(kinds, [ProblemKind::OppositeCheck]);
                    walk.met.refused += 1;
                }
            }
        }
        met = walk.met;
    }
    met
}

/// The start position, not yet judged.
fn start_state(referee: &Referee) -> State {
    referee.read(&Setup::start(&referee.variant))
}

fn builtin_walks(ids: &[&str], rounds: u32, plies: u32) -> Met {
    let mut all = Met::default();
    for (seed, id) in ids.iter().enumerate() {
        let text = crate::variant_files::text(id);
        let met = walk(text, seed as u64 + 1, rounds, plies);
        all.plies += met.plies;
        all.ends += met.ends;
        all.eliminations += met.eliminations;
        all.castlings += met.castlings;
        all.passing += met.passing;
        all.promotions += met.promotions;
        all.unsafe_moves += met.unsafe_moves;
        all.refused += met.refused;
        all.resignations += met.resignations;
    }
    all
}

#[test]
fn ring_pawns() {
    let met = builtin_walks(&["circular", "circular-strict", "circular-society"], 40, 60);
    assert!(
        met.promotions > 20 && met.unsafe_moves > 20 && met.ends > 20,
        "{met:?}"
    );
    assert!(met.refused > 0 && met.resignations > 0, "{met:?}");
}

#[test]
fn radial_pawns_on_a_closed_centre() {
    let met = builtin_walks(&["orthodox", "cylinder"], 48, 60);
    assert!(
        met.promotions > 20 && met.passing > 5 && met.castlings > 5,
        "{met:?}"
    );
}

#[test]
fn two_and_three_armies_round_a_null_centre() {
    let met = builtin_walks(&["bhati-2", "bhati-3"], 16, 60);
    assert!(
        met.promotions > 10 && met.castlings > 5 && met.eliminations > 20,
        "{met:?}"
    );
}

#[test]
fn four_and_five_armies_round_a_null_centre() {
    let met = builtin_walks(&["bhati-4", "bhati-4-pairs", "bhati-5"], 10, 50);
    assert!(met.eliminations > 50 && met.castlings > 5, "{met:?}");
}

#[test]
fn six_armies_round_a_null_centre() {
    let met = builtin_walks(&["bhati-6", "bhati-6-pairs", "bhati-6-trios"], 8, 50);
    assert!(met.eliminations > 50 && met.castlings > 5, "{met:?}");
}

/// Boards and games of the second edition whose rules the referee knows.
#[test]
fn later_games_of_the_same_rules() {
    let ids = ["mattlage", "mattlage-68", "mattlage-66", "bhati-4-small"];
    let met = builtin_walks(&ids, 6, 40);
    assert!(met.plies > 500 && met.promotions > 5, "{met:?}");
    let (_, open_seam) = BUILTIN.iter().find(|(id, _)| *id == "orthodox").unwrap();
    let met = walk(open_seam, 9, 48, 60);
    assert!(
        met.promotions > 10 && met.passing > 0 && met.castlings > 2,
        "{met:?}"
    );
}

#[test]
fn made_up_variants() {
    for (seed, text) in boards::made_up().iter().enumerate() {
        let met = walk(text, 100 + seed as u64, 16, 40);
        assert!(met.plies > 50, "{text}: {met:?}");
    }
}

/// Every from-square, to-square and promotion, on the board or not, asked of `is_legal` and
/// `is_safe`.
#[test]
fn every_move_is_judged_alone_as_in_the_list() {
    let mut rng = Rng::with_seed(7);
    let mut texts: Vec<_> = ["circular", "orthodox", "bhati-4-pairs"]
        .map(|id| crate::variant_files::text(id).to_owned())
        .into();
    texts.extend(boards::made_up().into_iter().take(5));
    for text in &texts {
        let rules = Rules::new(Variant::from_toml(text).unwrap());
        let referee = Referee::new(rules.variant().clone());
        let mut sampled = 0;
        while sampled < 3 {
            let state = random::random_state(&referee, &mut rng);
            let Ok((game, _)) = rules.position(&state.describe()) else {
                continue;
            };
            let state = referee.judge(state, &mut Vec::new());
            if state.end.is_some() {
                continue;
            }
            sampled += 1;
            let (legal, safe) = referee.moves(&state);
            judge_all(&game, &legal, &safe);
        }
    }
}

fn judge_all(game: &Position, legal: &[Move], safe: &[Move]) {
    let mut promotions = vec![None];
    promotions.extend(PieceType::ALL.map(Some));
    for from in 0..=u8::MAX {
        for to in 0..=u8::MAX {
            for &promotion in &promotions {
                let mv = Move {
                    from,
                    to,
                    promotion,
                };
                assert_eq!(
                    game.is_legal(mv),
                    legal.binary_search(&mv).is_ok(),
                    "{mv:?}"
                );
                assert_eq!(game.is_safe(mv), safe.binary_search(&mv).is_ok(), "{mv:?}");
            }
        }
    }
}

/// A ring pawn's double step over the seam looks at the square it passes.
#[test]
fn a_double_step_over_the_seam_is_blocked_as_any_other() {
    for text in boards::made_up() {
        let rules = Rules::new(Variant::from_toml(&text).unwrap());
        let referee = Referee::new(rules.variant().clone());
        if !rules.variant().has_ring_pawns() {
            continue;
        }
        let start = start_state(&referee);
        for square in rules.variant().shape.squares() {
            let mut state = start.clone();
            if state.men[usize::from(square)].is_some() || rules.variant().shape.is_void(square) {
                continue;
            }
            state.men[usize::from(square)] = Some(Piece {
                army: 1,
                kind: PieceType::Knight,
                outbound: false,
            });
            let (game, _) = rules.position(&state.describe()).unwrap();
            let mut found = game.legal_moves();
            found.sort_unstable();
            let state = referee.judge(state, &mut Vec::new());
            assert_eq!(
                found,
                referee.legal_moves(&state),
                "a knight on {square}: {text}"
            );
        }
    }
}
