//! A match at this terminal: people, computer players and dice. It is pure: inputs come in,
//! commands go out.

mod offers;
mod record;
mod table_view;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use menagerie_game::{Actor, BySeat, EffectLog, Seat, Viewer};
use menagerie_match::{AnyMatch, Clock, ClockReading, EventText, LogStep, Millis, TimeControl, taken_back_to};
use menagerie_record::dice::{Secret, TableDice};
use menagerie_record::{BeginError, begin};

use crate::command::Command;
use crate::engine::{EngineReport, Purpose, SearchRequest};
use crate::intent::Intent;

pub(crate) use record::players;
use record::{Proof, Resumed};

/// The player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person at this terminal.
    Human,
    /// The computer, from level 1 to 8.
    Computer(u8),
    /// Nobody: the match is a replay.
    Nobody,
}

/// A match at this terminal.
pub(crate) struct LocalTable {
    game: Box<dyn AnyMatch>,
    /// The game with its options.
    name: String,
    players: BySeat<Player>,
    control: TimeControl,
    clock: Clock,
    started: Option<Millis>,
    /// The time at this table. It stands still while the program does not run.
    now: Millis,
    secret: Secret,
    dice: TableDice,
    /// The number of dice draws. It only grows.
    draws: u64,
    log: Vec<Past>,
    /// The seat that has lifted the cover.
    uncovered: Option<Seat>,
    /// The number of events to show, while the person looks back.
    looking_back: Option<usize>,
    /// The record file.
    file: Option<PathBuf>,
    /// The id of the current engine search.
    search_id: u64,
    /// The expected score of each computer player.
    expected: BySeat<Option<f64>>,
    analysing: bool,
    /// Tags and names of the resumed record.
    resumed: Resumed,
    /// How the dice can be verified.
    proof: Proof,
    /// The number of events in the file; `None` before the file is written or read.
    saved: Option<usize>,
    /// The player names of a replayed record.
    names: Vec<(Seat, String)>,
}

/// An event of the log, with what each viewer may know of it.
struct Past {
    by: Option<Seat>,
    /// Its turn, from 1.
    turn: u32,
    step: LogStep,
    at: Millis,
    texts: Vec<(Viewer, String)>,
    told: EffectLog,
    /// The clocks after the event.
    faces: Vec<ClockReading>,
}

impl LocalTable {
    /// A new match from the game's usual start.
    pub(crate) fn new(name: &str, players: BySeat<Player>, secret: Secret) -> Result<Self, BeginError> {
        Ok(Self::with(name, players, secret, begin(name, None)?))
    }

    /// A match that begins with the position of `game`.
    pub(crate) fn with(name: &str, players: BySeat<Player>, secret: Secret, game: Box<dyn AnyMatch>) -> Self {
        let dice = TableDice::new(&secret, []);
        Self {
            game,
            name: name.to_owned(),
            players,
            control: TimeControl::None,
            clock: Clock::new(TimeControl::None),
            started: None,
            now: 0,
            secret,
            dice,
            draws: 0,
            log: Vec::new(),
            uncovered: None,
            looking_back: None,
            file: None,
            search_id: 0,
            expected: BySeat::default(),
            analysing: false,
            resumed: Resumed::default(),
            proof: Proof::Published { nonces: Vec::new() },
            saved: None,
            names: Vec::new(),
        }
    }

    /// Starts the clocks.
    pub(crate) fn start_clocks(&mut self, control: TimeControl, now: Millis) {
        self.set_clocks(control, now);
        self.started = Some(now);
        self.clock.start(&*self.game, now);
    }

    /// Full clocks, which start with the first action.
    fn set_clocks(&mut self, control: TimeControl, now: Millis) {
        (self.control, self.started, self.now) = (control, None, now);
        self.clock = Clock::new(control);
    }

    /// Advances the time. A flag may fall.
    pub(crate) fn tick(&mut self, millis: i64) -> Vec<Command> {
        if self.is_only_looked_at() {
            return Vec::new();
        }
        self.now += millis;
        let Some(seat) = self.clock.fallen(self.now) else { return Vec::new() };
        match self.happen(&format!("!flag:{}", self.name_of(seat))) {
            Ok(()) => self.advance(),
            Err(_) => Vec::new(),
        }
    }

    /// A rematch, in which each player moves on by one seat.
    pub(crate) fn again(&self, secret: Secret) -> Result<Self, String> {
        if self.file.is_some() {
            return Err("a record file holds one match: start the next match with another file".into());
        }
        let seats: Vec<Seat> = self.game.position().seats().iter().collect();
        let next = |seat: Seat| seats.iter().position(|it| *it == seat).map(|at| seats[(at + 1) % seats.len()]);
        let players = BySeat::from_fn(|seat| next(seat).map_or(Player::Human, |from| self.players[from]));
        let start = self.game.start().text();
        let game = begin(&self.name, Some(&start)).map_err(|error| error.to_string())?;
        let mut table = Self::with(&self.name, players, secret, game);
        table.start_clocks(self.control, self.now);
        Ok(table)
    }

    fn is_only_looked_at(&self) -> bool {
        self.players.0.iter().all(|player| *player == Player::Nobody)
    }

    /// Sets the player names of a replay.
    pub(super) fn name_players(&mut self, seats: &[(String, String)]) {
        let info = self.game.info();
        self.names = seats.iter().filter_map(|(seat, name)| Some((info.seat_named(seat)?, name.clone()))).collect();
    }

    /// Saves the match to this file after every event.
    pub(crate) fn save_to(&mut self, file: PathBuf) {
        self.file = Some(file);
    }

    /// Rolls the dice of chance and starts the search of a computer player.
    pub(crate) fn advance(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        if self.is_only_looked_at() {
            return commands;
        }
        while self.game.end().is_none() && self.game.position().actor() == Actor::Chance {
            if self.throw().is_err() {
                break;
            }
        }
        commands.extend(self.saved());
        match self.deciding() {
            Some((seat, Player::Computer(level))) => {
                commands.push(Command::Think(self.search_request(seat, Purpose::Move, Some(level))));
            }
            Some((seat, Player::Human)) if self.analysing => {
                commands.push(Command::Think(self.search_request(seat, Purpose::Analysis, None)));
            }
            _ => commands.push(Command::StopThinking),
        }
        commands
    }

    /// Handles an intent. The error says why it is not possible.
    pub(crate) fn handle(&mut self, intent: Intent) -> Result<Vec<Command>, String> {
        if let Intent::Step(by) = intent {
            self.step(by);
            return Ok(Vec::new());
        }
        if self.looking_back.take().is_some() && matches!(intent, Intent::Act(_)) {
            return Err("You were looking back. The board shows the current position again.".into());
        }
        match intent {
            Intent::Act(action) => self.act(&action)?,
            Intent::Undo => {
                self.person_deciding().ok_or("nothing to undo: it is not your turn")?;
                self.happen("!undo")?;
            }
            Intent::OfferDraw => self.offer_draw()?,
            Intent::OfferTakeback => self.offer_takeback()?,
            Intent::Accept => self.agree()?,
            Intent::Decline => self.decline()?,
            Intent::Resign => {
                let seat = self.speaker().ok_or("nobody here plays")?;
                self.happen(&format!("!resign:{}", self.name_of(seat)))?;
            }
            Intent::LiftCover => self.uncovered = self.game.position().actor().seat(),
            Intent::Hint => {
                let seat = self.person_deciding().ok_or("hints are for the acting player")?;
                return Ok(vec![Command::Think(self.search_request(seat, Purpose::Hint, None))]);
            }
            Intent::Analyse(on) => self.analysing = on,
            Intent::Rematch if self.game.end().is_some() => return Ok(vec![Command::Rematch]),
            Intent::Rematch => return Err("this match is not over yet".into()),
            Intent::ClaimAbandoned => return Err("nobody here has left".into()),
            Intent::Chat { .. } | Intent::Alliance(_) => {
                return Err("chat and alliances need a server".into());
            }
            Intent::Step(_) => {}
        }
        Ok(self.advance())
    }

    /// Handles a report of the engine: plays the computer player's action. The screen shows other
    /// reports.
    pub(crate) fn on_engine_report(&mut self, report: &EngineReport) -> Vec<Command> {
        let EngineReport::Answer { id, purpose: Purpose::Move, action, expected } = report else { return Vec::new() };
        let Some((seat, Player::Computer(_))) = self.deciding().filter(|_| *id == self.search_id) else {
            return Vec::new();
        };
        self.expected[seat] = Some(*expected);
        match self.happen(action) {
            Ok(()) => self.advance(),
            Err(_) => Vec::new(),
        }
    }

    /// Whether a report belongs to the current search.
    pub(crate) fn is_current_search(&self, id: u64) -> bool {
        self.search_id == id
    }

    fn act(&mut self, action: &str) -> Result<(), String> {
        if self.person_deciding().is_none() {
            return Err("it is not your turn".into());
        }
        if !EventText::of(action).is_action() {
            return Err("actions do not begin with an exclamation mark".into());
        }
        self.happen(action)
    }

    /// Applies an event and adds it to the log.
    fn happen(&mut self, event: &str) -> Result<(), String> {
        let position = self.game.position();
        let is_action = EventText::of(event).is_action();
        let by = position.actor().seat().filter(|_| is_action);
        let viewers = position.seats().iter().map(Viewer::Seat).chain([Viewer::Spectator]);
        let text = |viewer: Viewer| {
            let known = position.view(viewer).action_text(event);
            (viewer, known.unwrap_or_else(|_| event.to_owned()))
        };
        let texts = viewers.map(text).collect();
        let turn = self.game.turns() + 1;
        let chance = position.actor() == Actor::Chance && is_action;
        let told = self.clock.try_event(&mut *self.game, event, self.now).map_err(|refusal| refusal.to_string())?;
        self.draws += u64::from(chance);
        let faces = self.clock.faces(self.now, self.game.position().seats());
        let step = LogStep::of(event, taken_back_to(&*self.game, event), chance);
        self.log.push(Past { by, turn, step, at: self.now, texts, told, faces });
        // The next person has not lifted the cover yet.
        if self.game.position().actor().seat().is_some_and(|seat| Some(seat) != self.uncovered) {
            self.uncovered = None;
        }
        Ok(())
    }

    fn throw(&mut self) -> Result<(), String> {
        let position = self.game.position();
        let weights: Vec<u32> = position.probabilities().unwrap_or_default().iter().map(|p| p.weight).collect();
        let chosen = self.dice.choose(self.draws, &weights);
        let action = position.actions().into_iter().nth(chosen).ok_or("chance has nothing to choose from")?;
        self.happen(&action)
    }

    fn search_request(&mut self, seat: Seat, purpose: Purpose, level: Option<u8>) -> SearchRequest {
        self.search_id += 1;
        let open = !self.game.info().hidden;
        let view = self.game.position().view(Viewer::Seat(seat)).text();
        let past = open.then(|| (self.game.start().text(), self.game.log_from(0)));
        let clock = self.time_of(seat);
        SearchRequest { id: self.search_id, purpose, game: self.game.info().id, seat, view, past, level, clock }
    }

    /// The analysis request for the viewed position. The engine gets the acting seat's view only.
    pub(crate) fn search_request_at_view(&mut self) -> Result<SearchRequest, String> {
        let step = self.looking_back.unwrap_or(self.log.len());
        if self.is_at_end() && self.game.end().is_some() {
            return Err("The match is over here.".into());
        }
        let position = self.game.position_at(step);
        let seat = match position.actor() {
            Actor::Seat(seat) => seat,
            Actor::Chance => return Err("Chance acts here. Step on to a player's decision.".into()),
            Actor::Nobody => return Err("The match is over here.".into()),
        };
        self.search_id += 1;
        let info = self.game.info();
        let past = (!info.hidden).then(|| {
            let mut events = self.game.log_from(0);
            events.truncate(step);
            (self.game.start().text(), events)
        });
        let view = position.view(Viewer::Seat(seat)).text();
        let (id, purpose) = (self.search_id, Purpose::Analysis);
        Ok(SearchRequest { id, purpose, game: info.id, seat, view, past, level: None, clock: None })
    }

    /// The acting seat in the viewed position.
    pub(crate) fn viewed_seat_to_move(&self) -> Option<&'static str> {
        let step = self.looking_back.unwrap_or(self.log.len());
        self.game.position_at(step).actor().seat().map(|seat| self.name_of(seat))
    }

    /// Whether the last position is shown.
    pub(crate) fn is_at_end(&self) -> bool {
        self.looking_back.is_none_or(|step| step == self.log.len())
    }

    /// The remaining time of a seat, and its increment per turn.
    fn time_of(&self, seat: Seat) -> Option<(Duration, Duration)> {
        let increment = match self.control {
            TimeControl::Fischer { increment, .. } => increment,
            _ => 0,
        };
        let left = self.clock.left(seat, self.now)?;
        Some((Duration::from_millis(left.max(1) as u64), Duration::from_secs(increment.into())))
    }

    /// The acting seat and its player.
    fn deciding(&self) -> Option<(Seat, Player)> {
        let seat = self.game.position().actor().seat().filter(|_| self.game.end().is_none())?;
        Some((seat, self.players[seat]))
    }

    /// The acting seat, if a person plays it.
    fn person_deciding(&self) -> Option<Seat> {
        self.deciding().filter(|&(_, player)| player == Player::Human).map(|(seat, _)| seat)
    }

    /// The people at this terminal who are still in the game.
    fn people(&self) -> Vec<Seat> {
        self.game.living().iter().filter(|&seat| self.players[seat] == Player::Human).collect()
    }

    /// The person who makes offers or resigns: the acting person, or the first.
    fn speaker(&self) -> Option<Seat> {
        self.person_deciding().or_else(|| self.people().first().copied())
    }

    fn name_of(&self, seat: Seat) -> &'static str {
        self.game.info().seat_name(seat)
    }

    fn step(&mut self, by: i32) {
        let now = self.looking_back.unwrap_or(self.log.len());
        let then = now.saturating_add_signed(by as isize).min(self.log.len());
        self.looking_back = (then < self.log.len() || self.is_only_looked_at()).then_some(then);
    }
}
