//! The protocol session as a pure state machine.

use std::collections::VecDeque;
use std::path::PathBuf;

use menagerie_catalog::Chosen;
use menagerie_game::text::excerpt;
use menagerie_search::Evaluation;

use super::Dialect;
use super::command::Command;
use super::game_engine::{GameEngine, game_engine};
use super::go::Go;
use super::info;
use super::options::{CLEAR, EVAL_FILE, EngineOptions, TABLES, VARIANT, first_variant, option_lines, supports};
use super::task::Task;
use crate::eval_file::{EvalFile, EvalFileError};

/// An output of a session.
pub enum Output {
    /// A line to write.
    Line(String),
    /// A task to start. When it ends, the caller writes its closing line and calls
    /// [`Session::finished`], in one step.
    Start(Task),
    /// Open the endgame tables of a folder, and write an `info string` about it.
    OpenTables(PathBuf),
    /// Stop the running task.
    Stop,
    /// Stop the running task and discard its result.
    Abandon,
    /// The session is over as soon as the running task has ended.
    Quit,
}

/// A protocol session, for one game at a time.
pub struct Session {
    dialect: Dialect,
    /// The game with its options.
    variant: Chosen,
    chosen_by: ChosenBy,
    options: EngineOptions,
    /// The evaluation in use: what `EvalFile` in the options named when it was read.
    evaluation: Evaluation,
    /// The evaluation that the client selected. It is not in use while another game is selected.
    selected_eval: EvalFile,
    engine: Box<dyn GameEngine>,
    /// Whether a task runs. Most commands wait until it ends.
    busy: bool,
    /// Whether the task ends without `stop`.
    ends: bool,
    /// Whether the input has ended.
    closed: bool,
    /// While pondering: the `go` command to run after `ponderhit`.
    pondering: Option<Box<Go>>,
    /// The commands that wait for the end of the task.
    waiting: VecDeque<Command>,
}

/// Who chose the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChosenBy {
    /// Nobody yet: the net of another game may come before its game.
    Default,
    /// The command line or `UCI_Variant`.
    Client,
}

/// The maximum number of waiting commands.
const MAX_QUEUED: usize = 1000;

impl Session {
    /// A session that starts with this game.
    pub fn new(chosen: Chosen) -> Self {
        let options = EngineOptions::default();
        Self {
            dialect: Dialect::Ugi,
            variant: chosen,
            chosen_by: ChosenBy::Client,
            engine: game_engine(chosen, options.settings.with(Evaluation::default())),
            options,
            evaluation: Evaluation::default(),
            selected_eval: EvalFile::default(),
            busy: false,
            ends: true,
            closed: false,
            pondering: None,
            waiting: VecDeque::new(),
        }
    }

    /// A session for a client that chooses the game with `UCI_Variant`. It starts with the first game that both dialects
    /// support; `None` if there is none.
    pub fn of_default_game() -> Option<Self> {
        Some(Self { chosen_by: ChosenBy::Default, ..Self::new(first_variant(Dialect::Uci)?) })
    }

    /// Handles an input line.
    pub fn receive_line(&mut self, line: &str) -> Vec<Output> {
        match Command::read(line) {
            Err(error) => vec![info_string(&error)],
            Ok(command) => self.dispatch(command),
        }
    }

    fn dispatch(&mut self, command: Command) -> Vec<Output> {
        if self.busy { self.dispatch_while_busy(command) } else { self.execute(command) }
    }

    /// The task has ended: dispatches the waiting commands in order. If one starts a new task, a `stop`
    /// or `ponderhit` behind it reaches that task, and the rest waits again.
    pub fn finished(&mut self) -> Vec<Output> {
        self.busy = false;
        self.pondering = None;
        let mut out = Vec::new();
        for command in std::mem::take(&mut self.waiting) {
            out.extend(self.dispatch(command));
        }
        out.extend(self.after_close());
        out
    }

    /// The host has loaded the net of a game: the engine uses it from now on if it is that of its game, unless
    /// `EvalFile` selects another evaluation. Clears the transposition table; the position stays.
    pub fn net_loaded(&mut self) {
        self.update_engine();
    }

    /// The input has ended. Limited tasks and the commands that wait for them still run.
    pub fn close(&mut self) -> Vec<Output> {
        self.closed = true;
        self.after_close().into_iter().collect()
    }

    /// The output due after the end of the input.
    fn after_close(&self) -> Option<Output> {
        match (self.closed, self.busy, self.ends) {
            (false, ..) | (true, true, true) => None,
            (true, true, false) => Some(Output::Stop),
            (true, false, _) => Some(Output::Quit),
        }
    }

    /// Handles a command while a task runs.
    fn dispatch_while_busy(&mut self, command: Command) -> Vec<Output> {
        match command {
            Command::IsReady => vec![say("readyok")],
            Command::Stop => {
                // The opponent played another action: no `ponderhit` can follow.
                self.pondering = None;
                self.queue_behind_waiting_go(Command::Stop);
                vec![Output::Stop]
            }
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => vec![Output::Stop, Output::Quit],
            Command::Nothing => vec![],
            _ if self.waiting.len() >= MAX_QUEUED => {
                vec![info_string("too many commands wait for the thinking to end")]
            }
            _ => {
                self.waiting.push_back(command);
                vec![]
            }
        }
    }

    /// A `stop` or `ponderhit` behind a waiting `go` is meant for that `go`, so it waits too.
    fn queue_behind_waiting_go(&mut self, command: Command) {
        let is_work = |waiting: &Command| matches!(waiting, Command::Go(_) | Command::Bench { .. });
        if self.waiting.iter().any(is_work) && self.waiting.back() != Some(&command) {
            self.waiting.push_back(command);
        }
    }

    fn execute(&mut self, command: Command) -> Vec<Output> {
        match command {
            Command::Ugi => self.handshake(Dialect::Ugi),
            Command::Uci => self.handshake(Dialect::Uci),
            Command::IsReady => vec![say("readyok")],
            Command::NewGame => {
                self.engine.clear();
                vec![]
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position(placement) => error_lines(self.engine.set_position(&placement, self.dialect)),
            Command::Go(go) => self.go(&go),
            Command::Query(words) => match self.engine.query(&words) {
                Ok(answer) => vec![Output::Line(format!("response {answer}"))],
                Err(error) => vec![info_string(&error)],
            },
            Command::Draw => self.engine.draw().into_iter().map(Output::Line).collect(),
            Command::Bench { deeper } => self.begin(self.engine.bench(deeper), true),
            Command::Quit => vec![Output::Quit],
            Command::Stop | Command::PonderHit | Command::Nothing => vec![],
        }
    }

    fn handshake(&mut self, dialect: Dialect) -> Vec<Output> {
        self.dialect = dialect;
        let mut out = vec![
            Output::Line(format!("id name Menagerie {}", env!("CARGO_PKG_VERSION"))),
            say("id author the Menagerie contributors"),
        ];
        if !supports(dialect, self.variant.game.info().id) {
            out.extend(self.fall_back(dialect));
        }
        out.extend(option_lines(dialect, &self.variant.to_string()).into_iter().map(Output::Line));
        out.push(say(if dialect == Dialect::Ugi { "ugiok" } else { "uciok" }));
        out
    }

    /// UCI does not support this game: selects one that it supports.
    fn fall_back(&mut self, dialect: Dialect) -> Vec<Output> {
        let Some(chosen) = first_variant(dialect) else { return vec![] };
        let before = self.variant;
        let refused_net = self.select_game(chosen);
        self.chosen_by = ChosenBy::Default;
        let reason = format!("a turn of {before} may have several actions: use ugi for it; now it is {chosen}");
        let mut out = vec![info_string(&reason)];
        out.extend(refused_net);
        out
    }

    fn set_option(&mut self, name: &str, value: &str) -> Vec<Output> {
        let is = |option: &str| option.eq_ignore_ascii_case(name);
        if is(VARIANT) {
            return self.set_variant(value);
        }
        if is(EVAL_FILE) {
            let selected = if is_unset(value) { EvalFile::Embedded } else { value.parse().unwrap_or_default() };
            return self.set_eval_file(selected).into_iter().collect();
        }
        if is(TABLES) {
            return self.open_tables(value);
        }
        if is(CLEAR) {
            self.engine.clear();
            return vec![];
        }
        let before = self.options.settings.clone();
        if let Err(error) = self.options.set(name, value) {
            return vec![refusal(&error)];
        }
        if self.options.settings != before {
            self.update_engine();
        }
        vec![]
    }

    /// The engine uses the current options and evaluation. Clears the transposition table.
    fn update_engine(&mut self) {
        self.engine.set_resources(self.options.settings.with(self.evaluation.clone()));
    }

    /// Selects the evaluation. If it is refused, the one before stays in use. A good net of another game waits for its
    /// game, because clients may set the options before the game.
    fn set_eval_file(&mut self, selected: EvalFile) -> Option<Output> {
        let Err(error) = self.read_eval_file(&selected) else {
            self.selected_eval = selected;
            self.update_engine();
            return None;
        };
        let may_wait = |game: &&str| self.chosen_by == ChosenBy::Default && supports(self.dialect, game);
        let Some(game) = error.other_game().filter(may_wait) else { return Some(self.refuse_eval(&error)) };
        // The net's own game has the better reason if the file is damaged.
        if let Some(Err(error)) = selected.load_for(game) {
            return Some(self.refuse_eval(&error));
        }
        self.selected_eval = selected;
        Some(info_string(&format!("{error}: {} until {VARIANT} is {game}", self.eval_in_use())))
    }

    /// Reads an evaluation for the game. The engine does not use it yet. After an error the one before stays.
    fn read_eval_file(&mut self, eval_file: &EvalFile) -> Result<(), EvalFileError> {
        let loaded = eval_file.load_for(self.variant.game.info().id).expect("a chosen game is in the catalog");
        self.evaluation = loaded?;
        self.options.settings.eval_file = eval_file.clone();
        Ok(())
    }

    /// Selects another game, at its start position.
    fn set_variant(&mut self, name: &str) -> Vec<Output> {
        match name.parse::<Chosen>() {
            Err(error) => vec![refusal(&error.to_string())],
            Ok(chosen) if !supports(self.dialect, chosen.game.info().id) => {
                vec![refusal(&format!("a turn of {} may have several actions: use ugi for it", excerpt(name)))]
            }
            Ok(chosen) => {
                self.chosen_by = ChosenBy::Client;
                self.select_game(chosen).into_iter().collect()
            }
        }
    }

    /// The engine of a game, with the selected evaluation if that fits the game, and with the embedded one if it does not.
    fn select_game(&mut self, chosen: Chosen) -> Option<Output> {
        let is_in_use = self.options.settings.eval_file == self.selected_eval;
        let keeps_eval = is_in_use && chosen.game.info().id == self.variant.game.info().id;
        self.variant = chosen;
        let refused_net = if keeps_eval { None } else { self.read_selected_eval() };
        self.engine = game_engine(chosen, self.options.settings.with(self.evaluation.clone()));
        refused_net
    }

    fn read_selected_eval(&mut self) -> Option<Output> {
        (self.options.settings.eval_file, self.evaluation) = (EvalFile::Embedded, Evaluation::Embedded);
        let error = self.read_eval_file(&self.selected_eval.clone()).err()?;
        Some(self.refuse_eval(&error))
    }

    fn refuse_eval(&self, error: &EvalFileError) -> Output {
        refusal(&format!("{error}; {}", self.eval_in_use()))
    }

    fn eval_in_use(&self) -> String {
        format!("{EVAL_FILE} {} is in use", self.options.settings.eval_file)
    }

    /// Opens a folder of endgame tables. Scores from before may differ from what the tables know.
    fn open_tables(&mut self, folder: &str) -> Vec<Output> {
        if is_unset(folder) {
            return vec![];
        }
        self.engine.clear();
        vec![Output::OpenTables(folder.into())]
    }

    fn go(&mut self, go: &Go) -> Vec<Output> {
        let task = match go.perft {
            Some(depth) => self.engine.perft(depth),
            None => Ok(self.engine.search(go, &self.options, self.dialect)),
        };
        match task {
            Ok(task) => {
                if go.ponder {
                    self.pondering = Some(Box::new(go.without_ponder()));
                }
                self.begin(task, go.perft.is_some() || self.engine.search_ends(go))
            }
            Err(error) => vec![info_string(&error)],
        }
    }

    /// The opponent played the expected action: restarts the search with the clock, and keeps the
    /// transposition table.
    fn ponder_hit(&mut self) -> Vec<Output> {
        if let Some(go) = self.pondering.take() {
            self.waiting.push_front(Command::Go(go));
            return vec![Output::Abandon];
        }
        self.queue_behind_waiting_go(Command::PonderHit);
        vec![]
    }

    fn begin(&mut self, task: Task, ends: bool) -> Vec<Output> {
        (self.busy, self.ends) = (true, ends);
        vec![Output::Start(task)]
    }
}

/// Graphical clients send such a text for an option that is not set.
fn is_unset(text: &str) -> bool {
    matches!(text, "" | "<empty>")
}

fn say(line: &str) -> Output {
    Output::Line(line.to_owned())
}

fn info_string(text: &str) -> Output {
    Output::Line(format!("info string {text}"))
}

fn refusal(reason: &str) -> Output {
    Output::Line(info::refusal(reason))
}

/// An `info string` line for an error.
fn error_lines(done: Result<(), String>) -> Vec<Output> {
    done.err().iter().map(|error| info_string(error)).collect()
}
