//! An attempt at a puzzle, as a pure state machine: the solver's actions go in, replies and judgements come out.

use menagerie_game::erased::{AnyGame, AnyPosition, AnyView, ApplyError};
use menagerie_game::{Actor, Effect, Seat, SeatSet, TextError, Viewer};

use crate::puzzle::{Goal, Puzzle};
use crate::refute::refutation;

/// The most positions that are looked at to see whether an unfinished turn can still become the solution's.
const MAX_TURN_POSITIONS: usize = 4_000;

/// An attempt at a puzzle. It is a function of the puzzle and the solver's actions: replaying them gives the same attempt.
///
/// The unit is the turn: a turn that leads to the same position as the solution's turn is right, whatever the order of its
/// actions. An action that wins the game at once is right too.
pub struct Attempt<'a> {
    puzzle: &'a Puzzle,
    solver: Seat,
    position: Box<dyn AnyPosition>,
    /// The solver's turns in the line, and how many of them are done.
    turns: Vec<Turn>,
    done: usize,
    history: Vec<String>,
    over: bool,
}

/// The solver's actions in a row in one turn of the line.
struct Turn {
    /// Where it ends in the line: the index after its last action.
    end: usize,
    /// The text of the position after it.
    target: String,
}

/// An action and what the solver sees of it.
pub struct Played {
    /// Who acted.
    pub actor: Actor,
    /// The action's text, as the solver may read it.
    pub action: String,
    /// What happened, as far as the solver may know.
    pub effects: Vec<Effect>,
    /// The solver's view after it.
    pub view: Box<dyn AnyView>,
}

/// The answer to an action of the solver.
pub struct Answer {
    /// The solver's action and the replies to it; empty if it was refused.
    pub played: Vec<Played>,
    /// How the attempt stands now.
    pub status: Status,
}

/// How an attempt stands after an action.
pub enum Status {
    /// The action is illegal; nothing has changed.
    Refused {
        /// The id of the rule; `None` for a text that is no action.
        rule: Option<String>,
        /// The reason.
        reason: String,
    },
    /// Right so far; the solver is to act again.
    Going,
    /// The puzzle is solved.
    Solved,
    /// Wrong; the attempt is over.
    Wrong {
        /// What the opponents do about it, shown on the board.
        refutation: Vec<Played>,
    },
}

/// Why a puzzle cannot be played. A checked collection has no such puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AttemptError {
    /// The position text is wrong.
    #[error("position: {0}")]
    Position(#[from] TextError),
    /// The solver is not to act.
    #[error("position: {0} is not to act")]
    NotToAct(String),
    /// An action of the line is not legal.
    #[error("action {number} of the line: {error}")]
    Line {
        /// Its number, from 1.
        number: usize,
        /// Why.
        error: ApplyError,
    },
}

impl<'a> Attempt<'a> {
    /// Starts a puzzle.
    pub fn new(game: &dyn AnyGame, puzzle: &'a Puzzle) -> Result<Self, AttemptError> {
        let position = game.read(&puzzle.position)?;
        let solver = game.info().seat_named(&puzzle.solver);
        let solver = solver.filter(|&seat| position.actor() == Actor::Seat(seat));
        let solver = solver.ok_or_else(|| AttemptError::NotToAct(puzzle.solver.clone()))?;
        let turns = solver_turns(&*position, solver, &puzzle.line)?;
        Ok(Self { puzzle, solver, position, turns, done: 0, history: Vec::new(), over: false })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// The solver's seat.
    pub fn solver(&self) -> Seat {
        self.solver
    }

    /// The seats of the game.
    pub fn seats(&self) -> SeatSet {
        self.position.seats()
    }

    /// What the solver sees.
    pub fn view(&self) -> Box<dyn AnyView> {
        self.position.view(Viewer::Seat(self.solver))
    }

    /// Every action so far, the replies included.
    pub fn history(&self) -> &[String] {
        &self.history
    }

    /// How many turns of the solver the solution has.
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// How many of them are left.
    pub fn turns_left(&self) -> usize {
        self.turns.len() - self.done
    }

    /// Whether the puzzle is solved or missed.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Help: the solver's next action. `None` if the attempt is over.
    pub fn hint(&self) -> Option<String> {
        let turn = self.turns.get(self.done).filter(|_| !self.over)?;
        // On the line the next action is known; in a turn with another order of actions it must be found.
        let on_line = self.puzzle.line.get(self.history.len()).filter(|_| self.puzzle.line.starts_with(&self.history));
        on_line.cloned().or_else(|| next_towards(&*self.position, self.solver, &turn.target))
    }

    /// Plays an action of the solver and the replies to it.
    pub fn play(&mut self, action: &str) -> Answer {
        let mut played = Vec::new();
        let status = if self.over {
            Status::Refused { rule: None, reason: "this attempt is over; start the puzzle again".into() }
        } else {
            let living = self.position.living();
            match self.apply(action) {
                Ok(own) => {
                    played.push(own);
                    self.judge(living, &mut played)
                }
                Err(error) => refused(&error),
            }
        };
        self.over |= matches!(status, Status::Solved | Status::Wrong { .. });
        Answer { played, status }
    }

    /// Judges the solver's action and plays the replies to it.
    fn judge(&mut self, living_before: SeatSet, played: &mut Vec<Played>) -> Status {
        let Some(turn) = self.turns.get(self.done) else { return Status::Solved };
        if self.position.text() == turn.target {
            let end = turn.end;
            self.done += 1;
            if self.done == self.turns.len() {
                return Status::Solved;
            }
            self.reply(end, played);
            return Status::Going;
        }
        if self.is_reached(living_before) {
            return Status::Solved;
        }
        if next_towards(&*self.position, self.solver, &turn.target).is_some() {
            return Status::Going;
        }
        Status::Wrong { refutation: self.refute() }
    }

    /// Plays the line's actions from this index up to the solver's next one.
    fn reply(&mut self, from: usize, played: &mut Vec<Played>) {
        let puzzle = self.puzzle;
        for action in &puzzle.line[from..] {
            if self.position.actor() == Actor::Seat(self.solver) {
                return;
            }
            // The line was replayed at the start; after the solver's turn the position is the line's.
            let Ok(reply) = self.apply(action) else { return };
            played.push(reply);
        }
    }

    /// Whether the solver's last action has reached the goal at once, in another way than the line.
    fn is_reached(&self, living_before: SeatSet) -> bool {
        if let Some(outcome) = self.position.outcome() {
            return outcome.winner() == Some(self.solver);
        }
        let living = self.position.living();
        self.puzzle.goal == Goal::Eliminate
            && self.done + 1 == self.turns.len()
            && living.contains(self.solver)
            && living.len() < living_before.len()
    }

    fn apply(&mut self, action: &str) -> Result<Played, ApplyError> {
        let played = apply(&mut *self.position, self.solver, action)?;
        self.history.push(action.to_owned());
        Ok(played)
    }

    /// The best play after a wrong action, up to the solver's next turn.
    fn refute(&self) -> Vec<Played> {
        let mut position = self.position.boxed();
        let line = refutation(&*position, self.solver);
        line.iter().map_while(|action| apply(&mut *position, self.solver, action).ok()).collect()
    }
}

fn refused(error: &ApplyError) -> Status {
    let (rule, reason) = match error {
        ApplyError::Text(error) => (None, error.to_string()),
        ApplyError::Illegal { verdict, .. } => (Some(verdict.rule.to_string()), verdict.reason.to_string()),
    };
    Status::Refused { rule, reason }
}

/// Applies an action and keeps what the solver may know of it.
fn apply(position: &mut dyn AnyPosition, solver: Seat, action: &str) -> Result<Played, ApplyError> {
    let viewer = Viewer::Seat(solver);
    let actor = position.actor();
    let text = position.view(viewer).action_text(action)?;
    let told = position.apply(action)?;
    let effects = told.into_iter().filter(|told| told.audience.includes(viewer)).map(|told| told.effect).collect();
    Ok(Played { actor, action: text, effects, view: position.view(viewer) })
}

/// The solver's turns in a line, which is replayed.
fn solver_turns(start: &dyn AnyPosition, solver: Seat, line: &[String]) -> Result<Vec<Turn>, AttemptError> {
    let mut position = start.boxed();
    let mut turns: Vec<Turn> = Vec::new();
    let mut continues = false;
    for (index, action) in line.iter().enumerate() {
        let own = position.actor() == Actor::Seat(solver);
        position.apply(action).map_err(|error| AttemptError::Line { number: index + 1, error })?;
        if own {
            let turn = Turn { end: index + 1, target: position.text() };
            match turns.last_mut().filter(|_| continues) {
                Some(last) => *last = turn,
                None => turns.push(turn),
            }
        }
        continues = own && !position.begins_turn();
    }
    Ok(turns)
}

/// The solver's next action on a way to the target within this turn; `None` if there is no way.
fn next_towards(position: &dyn AnyPosition, solver: Seat, target: &str) -> Option<String> {
    let mut left = MAX_TURN_POSITIONS;
    position.actions().into_iter().find(|action| leads_to(position, action, solver, target, &mut left))
}

fn leads_to(position: &dyn AnyPosition, action: &str, solver: Seat, target: &str, left: &mut usize) -> bool {
    if *left == 0 || position.actor() != Actor::Seat(solver) || position.begins_turn() {
        return false;
    }
    *left -= 1;
    let mut next = position.boxed();
    if next.apply(action).is_err() {
        return false;
    }
    next.text() == target || next.actions().iter().any(|action| leads_to(&*next, action, solver, target, left))
}
