//! Moves and resignations with all that follows from them: mate, stalemate, elimination, the end.

use circularchess::position::moves::Move;
use circularchess::position::{End, Event, EventKind};
use circularchess::variant::{Checkmate, StalemateRule};

use crate::{Referee, State};

impl Referee {
    /// The position after a legal move, judged, and what happened.
    #[must_use]
    pub fn play(&self, state: &State, mv: Move) -> (State, Vec<Event>) {
        let mut events = Vec::new();
        let next = self.after(state, mv, &mut events);
        (self.judge(next, &mut events), events)
    }

    /// The position after an army in play has resigned, judged, and what happened.
    #[must_use]
    pub fn resign(&self, state: &State, army: usize) -> (State, Vec<Event>) {
        let mut events = vec![(EventKind::Resigned, army)];
        let mut next = state.clone();
        self.eliminate(&mut next, army, &mut events);
        if next.turn == army {
            self.pass_turn(&mut next);
        }
        if self.one_side_left(&next) {
            next.end = Some((self.last_end(End::Resignation), self.side_bits(next.turn)));
            return (next, events);
        }
        (self.judge(next, &mut events), events)
    }

    fn one_side_left(&self, state: &State) -> bool {
        let armies = || (0..state.in_play.len()).filter(|&a| state.in_play[a]);
        armies().all(|a| armies().all(|b| self.is_friend(a, b)))
    }

    /// How a game ends whose last side is left: `of_two` where two armies began.
    fn last_end(&self, of_two: End) -> End {
        if self.variant.armies.len() == 2 {
            of_two
        } else {
            End::LastSideStanding
        }
    }

    /// Judges the army to move, and those that come after it if it cannot.
    #[must_use]
    pub fn judge(&self, mut state: State, events: &mut Vec<Event>) -> State {
        if state.end.is_some() {
            return state;
        }
        if self.one_side_left(&state) {
            state.end = Some((End::LastSideStanding, self.side_bits(state.turn)));
            return state;
        }
        let mut row: Vec<State> = Vec::new();
        loop {
            let moves = self.tries(&state);
            if moves.into_iter().any(|mv| self.is_safe(&state, mv)) {
                return state;
            }
            let army = state.turn;
            let playing = state.in_play.iter().filter(|&&p| p).count();
            if self.in_check(&state, army) {
                events.push((EventKind::Checkmated, army));
                if self.variant.checkmate == Checkmate::Ends {
                    let winner = self.side_bits(1 - army);
                    state.end = Some((End::Checkmate, winner));
                    return state;
                }
            } else {
                events.push((EventKind::Stalemated, army));
                match self.variant.options.stalemate.filter(|_| playing > 2) {
                    Some(StalemateRule::Loses) => unreachable!("for two armies"),
                    None | Some(StalemateRule::Draw) => {
                        state.end = Some((End::Stalemate, 0));
                        return state;
                    }
                    Some(StalemateRule::Eliminate) => {}
                    Some(StalemateRule::Pass) => {
                        events.push((EventKind::Passed, army));
                        row.push(state.clone());
                        if row.len() == playing {
                            let mut first = row.swap_remove(0);
                            first.end = Some((End::Stalemate, 0));
                            return first;
                        }
                        self.pass_turn(&mut state);
                        continue;
                    }
                }
            }
            row.clear();
            self.eliminate(&mut state, army, events);
            self.pass_turn(&mut state);
            if self.one_side_left(&state) {
                state.end = Some((self.last_end(End::Checkmate), self.side_bits(state.turn)));
                return state;
            }
        }
    }
}
