//! The history in force: the actions of the log without those that were undone or taken back.

use menagerie_game::{
    Action, Counts, Effect, EffectLog, Leaving, Outcome, Progress, Rules, Seat, SeatSet, Silent, View, Viewer,
};

use crate::Event;
use crate::counters::Counters;
use crate::state::clone_with_capacity;

/// From the start of the match to now.
///
/// It keeps three positions: the match's start, the start of the turn, and now. Of each earlier turn's start it keeps the hash
/// key. If the keys say that a position is repeated, the history is replayed and the positions are compared. That happens
/// once per drawn match and takes microseconds; keeping all positions would make idle matches many times as large.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct History<R> {
    origin: R,
    turn: R,
    now: R,
    steps: Vec<Step>,
    starts: Vec<Start>,
    counters: Counters,
    /// The first of `starts` that a takeback may go back to: a departure cannot be taken back.
    floor: u32,
}

/// An action or a departure in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    /// Its index in the log.
    event: u32,
    /// The seat that acted; `None` for chance and for departures.
    by: Option<Seat>,
    /// What it disclosed.
    disclosure: Disclosure,
}

/// What an action disclosed about hidden information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Disclosure {
    /// Nothing.
    Nothing,
    /// Its seat may have learned something.
    Possible,
    /// Something was revealed.
    Certain,
}

/// The start of a turn. The match's start counts as one, even inside a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Start {
    key: u64,
    /// How many steps lie before it.
    steps: u32,
    counters: Counters,
}

/// Where an action led.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Landing {
    /// The turn goes on.
    MidTurn,
    /// A turn begins, or the game is over.
    TurnBegins,
}

impl<R: Rules> History<R> {
    pub(crate) fn new(origin: R) -> Self {
        let start = Start { key: origin.key(), steps: 0, counters: Counters::default() };
        let (turn, now) = (origin.clone(), origin.clone());
        Self { origin, turn, now, steps: Vec::new(), starts: vec![start], counters: start.counters, floor: 0 }
    }

    /// A copy with spare capacity.
    pub(crate) fn clone_with_capacity(&self) -> Self {
        Self {
            origin: self.origin.clone(),
            turn: self.turn.clone(),
            now: self.now.clone(),
            steps: clone_with_capacity(&self.steps),
            starts: clone_with_capacity(&self.starts),
            counters: self.counters,
            floor: self.floor,
        }
    }

    pub(crate) fn origin(&self) -> &R {
        &self.origin
    }

    pub(crate) fn now(&self) -> &R {
        &self.now
    }

    pub(crate) fn counters(&self) -> Counters {
        self.counters
    }

    /// The keys of the turns' starts.
    pub(crate) fn start_keys(&self) -> impl Iterator<Item = u64> {
        self.starts.iter().map(|start| start.key)
    }

    /// The turn going on, counted from 1.
    pub(crate) fn turn_number(&self) -> u32 {
        self.counters.turns + 1
    }

    /// Whether nothing has been done in this turn yet.
    pub(crate) fn at_turn_start(&self) -> bool {
        self.steps.len() == self.last_start().steps as usize
    }

    /// Whether this turn's start is known. A match that begins inside a turn does not know it.
    pub(crate) fn knows_turn_start(&self) -> bool {
        self.turn.begins_turn()
    }

    /// Whether the turn is this seat's, or the seat is asked inside it.
    pub(crate) fn concerns(&self, seat: Seat) -> bool {
        self.turn.actor().seat() == Some(seat) || self.now.actor().seat() == Some(seat)
    }

    /// The effect of a departure at the start of this turn: the game ends or continues.
    pub(crate) fn departure(&self, seat: Seat) -> Leaving {
        self.turn.clone().leave(seat, &mut Silent)
    }

    /// Applies a legal action, the event of this index.
    pub(crate) fn act(&mut self, event: usize, action: R::Action, effects: &mut EffectLog) -> Landing {
        let told = effects.len();
        let by = self.now.actor().seat();
        let can_reveal = self.can_reveal(by, action);
        let progress = self.now.apply(action, effects);
        let disclosure = if effects[told..].iter().any(|told| matches!(told.effect, Effect::Revealed { .. })) {
            Disclosure::Certain
        } else if can_reveal {
            Disclosure::Possible
        } else {
            Disclosure::Nothing
        };
        self.steps.push(Step { event: event as u32, by, disclosure });
        let counts = self.now.match_rules().counts;
        self.counters.count_action(by.is_some(), progress, counts);
        if self.now.outcome().is_some() || self.now.begins_turn() {
            self.begin_turn(counts);
            return Landing::TurnBegins;
        }
        Landing::MidTurn
    }

    /// Computed from the seat's view alone: whether an undo is possible must tell the seat nothing.
    fn can_reveal(&self, by: Option<Seat>, action: R::Action) -> bool {
        R::INFO.hidden && by.is_some_and(|seat| self.now.view(Viewer::Seat(seat)).can_reveal(action))
    }

    /// A seat leaves at the start of a turn, by the event of this index. The outcome, if the game is over with it.
    pub(crate) fn leave(&mut self, event: usize, seat: Seat, effects: &mut EffectLog) -> Option<Outcome> {
        let leaving = self.now.leave(seat, effects);
        self.steps.push(Step { event: event as u32, by: None, disclosure: Disclosure::Nothing });
        self.counters.count_departure();
        self.begin_turn(self.now.match_rules().counts);
        self.floor = self.starts.len() as u32 - 1;
        match leaving {
            Leaving::Ends(outcome) => Some(outcome),
            Leaving::Continues => self.now.outcome(),
        }
    }

    fn begin_turn(&mut self, counts: Counts) {
        self.counters.begin_turn(counts);
        self.turn = self.now.clone();
        self.starts.push(Start { key: self.now.key(), steps: self.steps.len() as u32, counters: self.counters });
    }

    /// Whether the position at this turn's start has occurred `times` times.
    pub(crate) fn repeats(&self, times: u32, log: &[Event<R::Action>]) -> bool {
        let key = self.last_start().key;
        let same = || self.starts.iter().filter(|start| start.key == key);
        if same().count() < times as usize {
            return false;
        }
        let mut position = self.origin.clone();
        let mut done = 0;
        let equal = same().filter(|start| {
            self.replay(&mut position, done, start.steps as usize, log);
            done = start.steps as usize;
            position == self.turn
        });
        equal.count() >= times as usize
    }

    /// The seat that may undo the last action, or why nobody may.
    pub(crate) fn undoer(&self) -> Result<Seat, &'static str> {
        let seat = self.replayed_undoer()?;
        if self.discloses() { Err("it could have brought something hidden to light") } else { Ok(seat) }
    }

    /// The same for an undo that is in a log: earlier versions allowed it after every action that brought nothing to light.
    pub(crate) fn replayed_undoer(&self) -> Result<Seat, &'static str> {
        match self.steps.last() {
            Some(_) if self.at_turn_start() => Err("nothing has been done in this turn yet"),
            None => Err("nothing has been done yet"),
            Some(Step { by: None, .. }) => Err("chance has acted since"),
            Some(Step { disclosure: Disclosure::Certain, .. }) => Err("something hidden came to light"),
            Some(Step { by: Some(seat), .. }) => Ok(*seat),
        }
    }

    /// The seat whose last action of this turn stays because of what it told about hidden things, and the reason.
    pub(crate) fn undo_barred(&self) -> Option<(Seat, &'static str)> {
        let seat = self.steps.last()?.by.filter(|_| !self.at_turn_start() && self.discloses())?;
        self.undoer().err().map(|why| (seat, why))
    }

    fn discloses(&self) -> bool {
        self.steps.last().is_some_and(|step| step.disclosure != Disclosure::Nothing)
    }

    /// Undoes the last action of the unfinished turn.
    pub(crate) fn undo(&mut self, log: &[Event<R::Action>]) {
        self.steps.pop();
        let start = *self.last_start();
        self.now = self.turn.clone();
        self.counters = start.counters;
        for step in &self.steps[start.steps as usize..] {
            let progress = redo(&mut self.now, &log[step.event as usize]);
            let counts = self.now.match_rules().counts;
            self.counters.count_action(step.by.is_some(), progress, counts);
        }
    }

    /// Goes back to the start of this turn.
    pub(crate) fn rewind_turn(&mut self) {
        let start = *self.last_start();
        self.steps.truncate(start.steps as usize);
        self.counters = start.counters;
        self.now = self.turn.clone();
    }

    /// Whether the match can go back to the start of a turn, counted from 1.
    pub(crate) fn check_takeback(&self, turn: u32) -> Result<(), &'static str> {
        if turn == 0 || turn > self.turn_number() {
            return Err("there was no such turn");
        }
        if turn <= self.starts[self.floor as usize].counters.turns {
            return Err("a seat has left since");
        }
        if turn == self.turn_number() && self.at_turn_start() {
            return Err("nothing has been done in it yet");
        }
        Ok(())
    }

    /// Goes back to the start of a turn that [`check_takeback`](Self::check_takeback) allows.
    pub(crate) fn take_back(&mut self, turn: u32, log: &[Event<R::Action>]) {
        // A turn has two starts if chance acted before the first turn, or if a seat left at its start. The later one counts.
        let Some(index) = self.starts.iter().rposition(|start| start.counters.turns + 1 == turn) else { return };
        let start = self.starts[index];
        self.starts.truncate(index + 1);
        self.steps.truncate(start.steps as usize);
        self.counters = start.counters;
        let mut position = self.origin.clone();
        self.replay(&mut position, 0, self.steps.len(), log);
        self.turn = position.clone();
        self.now = position;
    }

    /// Living seats of the position.
    pub(crate) fn living(&self) -> SeatSet {
        self.now.living()
    }

    fn last_start(&self) -> &Start {
        self.starts.last().expect("the start of the match is never taken off")
    }

    fn replay(&self, position: &mut R, from: usize, to: usize, log: &[Event<R::Action>]) {
        for step in &self.steps[from..to] {
            let _ = redo(position, &log[step.event as usize]);
        }
    }
}

/// Applies an event that was legal when it happened.
fn redo<R: Rules<Action = A>, A: Action>(position: &mut R, event: &Event<A>) -> Progress {
    match event {
        Event::Act(action) => position.apply(*action, &mut Silent),
        Event::Depart(seat, _) => {
            let _ = position.leave(*seat, &mut Silent);
            Progress::Yes
        }
        _ => Progress::No,
    }
}
