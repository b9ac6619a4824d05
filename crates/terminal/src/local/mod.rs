//! A match played at this terminal: people, computers and dice. Pure: what it needs of the world comes in, and what it wants
//! of the world goes out as commands.

mod offers;
mod record;
mod sight;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use menagerie_game::{Actor, BySeat, EffectLog, Seat, Viewer};
use menagerie_match::{AnyMatch, Clock, Face, Millis, TimeControl, went_back};
use menagerie_record::dice::{Secret, TableDice};
use menagerie_record::{BeginError, begin};

use crate::command::Command;
use crate::engine::{Purpose, Question, Thought};
use crate::sight::Wish;
use crate::takeback::Step;

pub(crate) use record::players;
use record::{Proof, Resumed};

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person at this terminal.
    Human,
    /// The computer, from level 1 to 8.
    Computer(u8),
    /// Nobody: the match is only looked at.
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
    started: Millis,
    /// The time at this table: it stands still while the program does not run.
    now: Millis,
    secret: Secret,
    dice: TableDice,
    /// How many times the dice were thrown; it only grows.
    draws: u64,
    log: Vec<Past>,
    /// The seat that has lifted the cover.
    uncovered: Option<Seat>,
    /// How many events are looked at, while one looks back.
    looking_back: Option<usize>,
    /// Where the match is saved.
    file: Option<PathBuf>,
    /// The number of the question that the computer is asked.
    asked: u64,
    /// The share of the point that each computer player expects.
    expected: BySeat<Option<f64>>,
    analysing: bool,
    /// What the record said that this match goes on with.
    resumed: Resumed,
    /// How the dice can be checked.
    proof: Proof,
    /// How many events the file holds; nothing before it is written or read.
    saved: Option<usize>,
    /// Who played, where a record that is only looked at names them.
    names: Vec<(Seat, String)>,
}

/// Something that happened, with what each viewer may know of it.
struct Past {
    by: Option<Seat>,
    /// The turn it belongs to, counted from 1.
    turn: u32,
    step: Step,
    at: Millis,
    texts: Vec<(Viewer, String)>,
    told: EffectLog,
    /// What the clocks showed then.
    faces: Vec<Face>,
}

impl LocalTable {
    /// A new match from the game's usual start.
    pub(crate) fn new(name: &str, players: BySeat<Player>, secret: Secret) -> Result<Self, BeginError> {
        Ok(Self::with(name, players, secret, begin(name, None)?))
    }

    /// A match that begins as `game` does.
    pub(crate) fn with(name: &str, players: BySeat<Player>, secret: Secret, game: Box<dyn AnyMatch>) -> Self {
        let dice = TableDice::new(&secret, []);
        Self {
            game,
            name: name.to_owned(),
            players,
            control: TimeControl::None,
            clock: Clock::new(TimeControl::None),
            started: 0,
            now: 0,
            secret,
            dice,
            draws: 0,
            log: Vec::new(),
            uncovered: None,
            looking_back: None,
            file: None,
            asked: 0,
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
        (self.control, self.started, self.now) = (control, now, now);
        self.clock = Clock::new(control);
        self.clock.start(&*self.game, now);
    }

    /// Time goes by: a flag may fall.
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

    /// Another match of the same kind, in which everybody has moved on by one seat.
    pub(crate) fn again(&self, secret: Secret) -> Result<Self, String> {
        if self.file.is_some() {
            return Err("a record holds one match: start the next one with another file".into());
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

    /// Says who played a match that is only looked at.
    pub(super) fn name_players(&mut self, seats: &[(String, String)]) {
        let info = self.game.info();
        self.names = seats.iter().filter_map(|(seat, name)| Some((info.seat_named(seat)?, name.clone()))).collect();
    }

    /// Saves the match there after every event.
    pub(crate) fn save_to(&mut self, file: PathBuf) {
        self.file = Some(file);
    }

    /// Lets chance and the computers do what is theirs to do.
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
                commands.push(Command::Think(self.question(seat, Purpose::Move, Some(level))));
            }
            Some((seat, Player::Human)) if self.analysing => {
                commands.push(Command::Think(self.question(seat, Purpose::Analysis, None)));
            }
            _ => commands.push(Command::StopThinking),
        }
        commands
    }

    /// Does what the person wants, or says why not.
    pub(crate) fn wish(&mut self, wish: Wish) -> Result<Vec<Command>, String> {
        if let Wish::Step(by) = wish {
            self.step(by);
            return Ok(Vec::new());
        }
        if self.looking_back.take().is_some() && matches!(wish, Wish::Act(_)) {
            return Err("that was the past; now it is the present again".into());
        }
        match wish {
            Wish::Act(action) => self.act(&action)?,
            Wish::Undo => {
                self.person_deciding().ok_or("nothing to undo: it is not your turn")?;
                self.happen("!undo")?;
            }
            Wish::Draw => self.offer_draw()?,
            Wish::Back => self.offer_takeback()?,
            Wish::Agree => self.agree()?,
            Wish::Decline => self.decline()?,
            Wish::Resign => {
                let seat = self.speaker().ok_or("nobody here plays")?;
                self.happen(&format!("!resign:{}", self.name_of(seat)))?;
            }
            Wish::Uncover => self.uncovered = self.game.position().actor().seat(),
            Wish::Hint => {
                let seat = self.person_deciding().ok_or("a hint is for the person who decides")?;
                return Ok(vec![Command::Think(self.question(seat, Purpose::Hint, None))]);
            }
            Wish::Analyse(on) => self.analysing = on,
            Wish::Again if self.game.end().is_some() => return Ok(vec![Command::Again]),
            Wish::Again => return Err("this match is not over yet".into()),
            Wish::Claim => return Err("nobody here has left".into()),
            Wish::Say { .. } | Wish::Ally(_) => {
                return Err("there is nobody to talk to but those in the room".into());
            }
            Wish::Step(_) => {}
        }
        Ok(self.advance())
    }

    /// Hears the computer. Its own action is done; everything else is for the screen to show.
    pub(crate) fn hear(&mut self, thought: &Thought) -> Vec<Command> {
        let Thought::Answer { id, purpose: Purpose::Move, action, expected } = thought else { return Vec::new() };
        let Some((seat, Player::Computer(_))) = self.deciding().filter(|_| *id == self.asked) else {
            return Vec::new();
        };
        self.expected[seat] = Some(*expected);
        match self.happen(action) {
            Ok(()) => self.advance(),
            Err(_) => Vec::new(),
        }
    }

    /// Whether an answer belongs to the present question.
    pub(crate) fn awaits(&self, id: u64) -> bool {
        self.asked == id
    }

    fn act(&mut self, action: &str) -> Result<(), String> {
        if self.person_deciding().is_none() {
            return Err("it is not your turn".into());
        }
        if action.starts_with('!') {
            return Err("actions do not begin with an exclamation mark".into());
        }
        self.happen(action)
    }

    /// Lets an event happen and remembers what it did.
    fn happen(&mut self, event: &str) -> Result<(), String> {
        let position = self.game.position();
        let by = position.actor().seat().filter(|_| !event.starts_with('!'));
        let viewers = position.seats().iter().map(Viewer::Seat).chain([Viewer::Spectator]);
        let text = |viewer: Viewer| {
            let known = position.view(viewer).action_text(event);
            (viewer, known.unwrap_or_else(|_| event.to_owned()))
        };
        let texts = viewers.map(text).collect();
        let turn = self.game.turns() + 1;
        let chance = position.actor() == Actor::Chance && !event.starts_with('!');
        let told = self.clock.try_event(&mut *self.game, event, self.now).map_err(|refusal| refusal.to_string())?;
        self.draws += u64::from(chance);
        let faces = self.clock.faces(self.now, self.game.position().seats());
        let step = Step::of(event, went_back(&*self.game, event));
        self.log.push(Past { by, turn, step, at: self.now, texts, told, faces });
        // Whoever decides next has not lifted the cover yet.
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

    fn question(&mut self, seat: Seat, purpose: Purpose, level: Option<u8>) -> Question {
        self.asked += 1;
        let open = !self.game.info().hidden;
        let view = self.game.position().view(Viewer::Seat(seat)).text();
        let past = open.then(|| (self.game.start().text(), self.game.log_from(0)));
        let clock = self.time_of(seat);
        Question { id: self.asked, purpose, game: self.game.info().id, seat, view, past, level, clock }
    }

    /// What the computer is asked about the position that is looked at: it gets what the seat that decides there sees, and no
    /// more.
    pub(crate) fn question_there(&mut self) -> Result<Question, String> {
        let step = self.looking_back.unwrap_or(self.log.len());
        if self.is_at_end() && self.game.end().is_some() {
            return Err("The match is over here.".into());
        }
        let position = self.game.position_at(step);
        let seat = match position.actor() {
            Actor::Seat(seat) => seat,
            Actor::Chance => return Err("Chance decides here: step on to a decision of a player.".into()),
            Actor::Nobody => return Err("The match is over here.".into()),
        };
        self.asked += 1;
        let info = self.game.info();
        let past = (!info.hidden).then(|| {
            let mut events = self.game.log_from(0);
            events.truncate(step);
            (self.game.start().text(), events)
        });
        let view = position.view(Viewer::Seat(seat)).text();
        let (id, purpose) = (self.asked, Purpose::Analysis);
        Ok(Question { id, purpose, game: info.id, seat, view, past, level: None, clock: None })
    }

    /// The seat that decides in the position that is looked at.
    pub(crate) fn seat_there(&self) -> Option<&'static str> {
        let step = self.looking_back.unwrap_or(self.log.len());
        self.game.position_at(step).actor().seat().map(|seat| self.name_of(seat))
    }

    /// Whether the last position is looked at.
    pub(crate) fn is_at_end(&self) -> bool {
        self.looking_back.is_none_or(|step| step == self.log.len())
    }

    /// What a seat's clock has left, and what it gets back with every turn.
    fn time_of(&self, seat: Seat) -> Option<(Duration, Duration)> {
        let increment = match self.control {
            TimeControl::Fischer { increment, .. } => increment,
            _ => 0,
        };
        let left = self.clock.left(seat, self.now)?;
        Some((Duration::from_millis(left.max(1) as u64), Duration::from_secs(increment.into())))
    }

    /// The seat that decides, with its player.
    fn deciding(&self) -> Option<(Seat, Player)> {
        let seat = self.game.position().actor().seat().filter(|_| self.game.end().is_none())?;
        Some((seat, self.players[seat]))
    }

    /// The seat that decides, if a person plays it.
    fn person_deciding(&self) -> Option<Seat> {
        self.deciding().filter(|&(_, player)| player == Player::Human).map(|(seat, _)| seat)
    }

    /// The people at this terminal who are still in the game.
    fn people(&self) -> Vec<Seat> {
        self.game.living().iter().filter(|&seat| self.players[seat] == Player::Human).collect()
    }

    /// The person who speaks: the one who decides, or the only one.
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
