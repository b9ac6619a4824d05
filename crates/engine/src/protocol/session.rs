//! The conversation as a state machine.

use std::collections::VecDeque;

use menagerie_catalog::{Chosen, NotAGame};
use menagerie_game::text::excerpt;

use super::Dialect;
use super::command::Command;
use super::go::Go;
use super::knobs::{CLEAR, Knobs, VARIANT, first_variant, option_lines, speaks};
use super::table::{Table, table};
use super::task::Task;

/// What comes out of a session.
pub enum Out {
    /// A line to write.
    Say(String),
    /// Work to begin. When it has ended, its closing line is written and [`Session::finished`] called, in one step.
    Begin(Task),
    /// The work that is being done should end.
    Stop,
    /// The same, and its answer is not wanted.
    Abandon,
    /// The conversation is over, as soon as the work that is being done has ended.
    Quit,
}

/// A conversation about one game at a time.
pub struct Session {
    dialect: Dialect,
    /// The game as it was asked for.
    variant: String,
    knobs: Knobs,
    table: Box<dyn Table>,
    /// Whether work is being done; until it ends only a few commands are answered.
    busy: bool,
    /// Whether that work ends by itself.
    ends: bool,
    /// Whether nothing more will be heard.
    closed: bool,
    /// While it thinks on the other side's time: what to think about in earnest once the expected action is played.
    pondering: Option<Box<Go>>,
    /// The commands that wait for it.
    waiting: VecDeque<Command>,
}

/// More commands than this do not wait.
const MOST_WAITING: usize = 1000;

impl Session {
    /// A conversation that begins with this game.
    pub fn new(chosen: Chosen) -> Self {
        let knobs = Knobs::default();
        Self {
            dialect: Dialect::Ugi,
            variant: chosen.to_string(),
            knobs,
            table: table(chosen, knobs.settings),
            busy: false,
            ends: true,
            closed: false,
            pondering: None,
            waiting: VecDeque::new(),
        }
    }

    /// Answers a line.
    pub fn hear(&mut self, line: &str) -> Vec<Out> {
        match Command::read(line) {
            Err(error) => vec![complaint(&error)],
            Ok(command) => self.dispatch(command),
        }
    }

    fn dispatch(&mut self, command: Command) -> Vec<Out> {
        if self.busy { self.meanwhile(command) } else { self.obey(command) }
    }

    /// The work has ended: the commands that waited for it are dispatched in the order in which they came. If one begins new
    /// work, a `stop` or `ponderhit` behind it reaches that work, and the rest waits again.
    pub fn finished(&mut self) -> Vec<Out> {
        self.busy = false;
        self.pondering = None;
        let mut out = Vec::new();
        for command in std::mem::take(&mut self.waiting) {
            out.extend(self.dispatch(command));
        }
        out.extend(self.wind_up());
        out
    }

    /// Nothing more will be heard: what ends by itself is still done, and what waits for it.
    pub fn close(&mut self) -> Vec<Out> {
        self.closed = true;
        self.wind_up().into_iter().collect()
    }

    /// What is left to say once nothing more will be heard.
    fn wind_up(&self) -> Option<Out> {
        match (self.closed, self.busy, self.ends) {
            (false, ..) | (true, true, true) => None,
            (true, true, false) => Some(Out::Stop),
            (true, false, _) => Some(Out::Quit),
        }
    }

    /// A command while work is being done.
    fn meanwhile(&mut self, command: Command) -> Vec<Out> {
        match command {
            Command::IsReady => vec![say("readyok")],
            Command::Stop => {
                // The ponder was missed: no hit can follow.
                self.pondering = None;
                self.also_wait(Command::Stop);
                vec![Out::Stop]
            }
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => vec![Out::Stop, Out::Quit],
            Command::Nothing => vec![],
            _ if self.waiting.len() >= MOST_WAITING => {
                vec![complaint("too many commands wait for the thinking to end")]
            }
            _ => {
                self.waiting.push_back(command);
                vec![]
            }
        }
    }

    /// A `stop` or `ponderhit` behind a `go` that still waits is meant for that `go`, so it waits in its place.
    fn also_wait(&mut self, command: Command) {
        let is_work = |waiting: &Command| matches!(waiting, Command::Go(_) | Command::Bench { .. });
        if self.waiting.iter().any(is_work) && self.waiting.back() != Some(&command) {
            self.waiting.push_back(command);
        }
    }

    fn obey(&mut self, command: Command) -> Vec<Out> {
        match command {
            Command::Ugi => self.introduce(Dialect::Ugi),
            Command::Uci => self.introduce(Dialect::Uci),
            Command::IsReady => vec![say("readyok")],
            Command::NewGame => {
                self.table.forget();
                vec![]
            }
            Command::SetOption { name, value } => told(self.set_option(&name, &value)),
            Command::Position(placement) => told(self.table.place(&placement, self.dialect)),
            Command::Go(go) => self.go(&go),
            Command::Query(words) => match self.table.query(&words) {
                Ok(answer) => vec![Out::Say(format!("response {answer}"))],
                Err(error) => vec![complaint(&error)],
            },
            Command::Draw => self.table.draw().into_iter().map(Out::Say).collect(),
            Command::Bench { deeper } => self.begin(self.table.bench(deeper), true),
            Command::Quit => vec![Out::Quit],
            Command::Stop | Command::PonderHit | Command::Nothing => vec![],
        }
    }

    fn introduce(&mut self, dialect: Dialect) -> Vec<Out> {
        self.dialect = dialect;
        let mut out = vec![
            Out::Say(format!("id name Menagerie {}", env!("CARGO_PKG_VERSION"))),
            say("id author the Menagerie contributors"),
        ];
        if !self.variant.parse().is_ok_and(|chosen: Chosen| speaks(dialect, chosen.game.info().id)) {
            out.extend(self.fall_back(dialect));
        }
        out.extend(option_lines(dialect, &self.variant).into_iter().map(Out::Say));
        out.push(say(if dialect == Dialect::Ugi { "ugiok" } else { "uciok" }));
        out
    }

    /// UCI cannot be used for this game: another one is put on the table.
    fn fall_back(&mut self, dialect: Dialect) -> Vec<Out> {
        let Some(chosen) = first_variant(dialect) else { return vec![] };
        let before = std::mem::replace(&mut self.variant, chosen.to_string());
        self.table = table(chosen, self.knobs.settings);
        let now = &self.variant;
        vec![complaint(&format!("a turn of {before} may have several actions: use ugi for it; now it is {now}"))]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is = |option: &str| option.eq_ignore_ascii_case(name);
        if is(VARIANT) {
            return self.choose(value);
        }
        if is(CLEAR) {
            self.table.forget();
            return Ok(());
        }
        let before = self.knobs.settings;
        self.knobs.set(name, value)?;
        if self.knobs.settings != before {
            self.table.equip(self.knobs.settings);
        }
        Ok(())
    }

    /// Puts another game on the table, at its start.
    fn choose(&mut self, name: &str) -> Result<(), String> {
        let chosen: Chosen = name.parse().map_err(|error: NotAGame| error.to_string())?;
        if !speaks(self.dialect, chosen.game.info().id) {
            return Err(format!("a turn of {} may have several actions: use ugi for it", excerpt(name)));
        }
        self.variant = chosen.to_string();
        self.table = table(chosen, self.knobs.settings);
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Vec<Out> {
        let task = match go.perft {
            Some(depth) => self.table.perft(depth),
            None => Ok(self.table.think(go, &self.knobs, self.dialect)),
        };
        match task {
            Ok(task) => {
                if go.ponder {
                    self.pondering = Some(Box::new(go.in_earnest()));
                }
                self.begin(task, go.perft.is_some() || self.table.ends(go))
            }
            Err(error) => vec![complaint(&error)],
        }
    }

    /// What was pondered on has been played: the same question in earnest, with all that was learned until now.
    fn ponder_hit(&mut self) -> Vec<Out> {
        if let Some(go) = self.pondering.take() {
            self.waiting.push_front(Command::Go(go));
            return vec![Out::Abandon];
        }
        self.also_wait(Command::PonderHit);
        vec![]
    }

    fn begin(&mut self, task: Task, ends: bool) -> Vec<Out> {
        (self.busy, self.ends) = (true, ends);
        vec![Out::Begin(task)]
    }
}

fn say(line: &str) -> Out {
    Out::Say(line.to_owned())
}

fn complaint(text: &str) -> Out {
    Out::Say(format!("info string {text}"))
}

/// Nothing, or what went wrong.
fn told(done: Result<(), String>) -> Vec<Out> {
    done.err().iter().map(|error| complaint(error)).collect()
}
