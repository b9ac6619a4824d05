//! Self-play: training data for the nets.
//!
//! [`SelfPlay::run`] plays games of the built-in engine against itself from random openings and
//! writes their positions to a file (`data_file.rs`). A game depends on its number, the settings and
//! the program alone. So a stopped run of the same program continues where it was, and the number of
//! threads changes nothing but the order of the games.

mod columns;
mod data_file;
mod game;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use std::{io, thread};

use menagerie_catalog::{Chosen, Visitor, visit};
use menagerie_game::{Options, Rules};
use menagerie_search::{Evaluation, Settings, Thinker};
use thiserror::Error;

use self::columns::Columns;
use self::data_file::{DataFile, Origin};
use self::game::play_game;
use crate::eval_file::{EvalFile, EvalFileError};

/// What to play and where to write it.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The starts, all of one game. The games take turns with them.
    pub starts: Vec<Chosen>,
    /// The file. If it exists, its games are kept and the missing ones are played.
    pub file: PathBuf,
    /// How many games the file will have at the end.
    pub games: u64,
    /// The nodes or visits of each search.
    pub nodes: u64,
    /// The most random actions at the start of a game; at least two are played.
    pub random_opening: u32,
    /// After the opening one of this many actions is random.
    pub random_action_every: u32,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The evaluation.
    pub eval_file: EvalFile,
    /// The number of games at the same time.
    pub threads: usize,
    /// Stop after this time. Unfinished games are dropped.
    pub time: Option<Duration>,
    /// The version and commit of this program. The file names it, because another program's search may play other games.
    pub program: String,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SelfPlayProgress {
    /// The games in the file, those of earlier runs included.
    pub games: u64,
    /// The games of this run.
    pub new_games: u64,
    /// The positions of this run.
    pub new_positions: u64,
}

/// Why a run stopped early.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// The starts are of different games.
    #[error("all starts must be of one game")]
    SeveralGames,
    /// The game has no net.
    #[error("{0} has no learned evaluation, so there is nothing to record")]
    NoNets(&'static str),
    /// The evaluation cannot be used.
    #[error(transparent)]
    Evaluation(#[from] EvalFileError),
    /// The file has games of other settings.
    #[error("{} was begun with other settings.\nthere: {found}\n  now: {expected}", path.display())]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The settings in the file.
        found: String,
        /// The settings of this run.
        expected: String,
    },
    /// The file has games of another version of the program.
    #[error(
        "{} was begun by another version of the program, whose search may play other games. Write to another file.\n\
         there: {found}\n  now: {expected}",
        path.display()
    )]
    OtherProgram {
        /// The file.
        path: PathBuf,
        /// The version in the file.
        found: String,
        /// The version of this program.
        expected: String,
    },
    /// The file has other features.
    #[error("{} was begun with other inputs of the net: the game's features have changed", .0.display())]
    OtherInputs(PathBuf),
    /// The file is something else.
    #[error("{} is not a file of training data", .0.display())]
    NotData(PathBuf),
    /// A block within the file is damaged.
    #[error(
        "{} is damaged: the block of games at byte {offset} has a wrong length or checksum. The file was not changed. \
         The games before that byte are whole; cut the file there to keep them and to play the others again.",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the block begins.
        offset: u64,
    },
    /// Another process has the file open.
    #[error("another run is writing to {}", .0.display())]
    Busy(PathBuf),
    /// No opening was found.
    #[error("{0}")]
    Opening(String),
    /// Reading or writing failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// How many games a thread plays before it writes them.
const GAMES_PER_BLOCK: usize = 16;

impl SelfPlay {
    /// Plays the missing games. `watch` is called after every game. Setting `halt` ends the run; the
    /// finished games are written. The run sets it itself when its time is up or a thread fails.
    pub fn run(
        &self,
        halt: &AtomicBool,
        watch: &mut dyn FnMut(SelfPlayProgress),
    ) -> Result<SelfPlayProgress, SelfPlayError> {
        struct Run<'a>(&'a SelfPlay, &'a AtomicBool, &'a mut dyn FnMut(SelfPlayProgress));
        impl Visitor for Run<'_> {
            type Out = Result<SelfPlayProgress, SelfPlayError>;

            fn visit<R: Rules>(self) -> Self::Out {
                self.0.run_typed::<R>(self.1, self.2)
            }
        }
        let mut ids = self.starts.iter().map(|chosen| chosen.game.info().id);
        let first = ids.next().ok_or(SelfPlayError::SeveralGames)?;
        if ids.any(|id| id != first) {
            return Err(SelfPlayError::SeveralGames);
        }
        visit(first, Run(self, halt, watch)).expect("a chosen game is in the catalog")
    }

    fn run_typed<R: Rules>(
        &self,
        halt: &AtomicBool,
        watch: &mut dyn FnMut(SelfPlayProgress),
    ) -> Result<SelfPlayProgress, SelfPlayError> {
        let inputs = R::NET_INPUTS.ok_or(SelfPlayError::NoNets(R::INFO.id))?;
        let evaluation = self.eval_file.load::<R>()?;
        let settings = self.settings_text::<R>(&evaluation);
        let origin = Origin { inputs: &inputs, settings: &settings, program: &self.program };
        let (file, done) = DataFile::open(&self.file, &origin)?;
        let deadline = self.time.map(|time| Instant::now() + time);
        let run =
            RunState { settings: self, evaluation, done: &done, file: Mutex::new(file), next: AtomicU64::new(0), halt };
        let mut progress = SelfPlayProgress { games: done.len() as u64, ..SelfPlayProgress::default() };
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (run, sender) = (&run, sender.clone());
                scope.spawn(move || {
                    if let Err(error) = run.work::<R>(&sender) {
                        run.halt.store(true, Ordering::Relaxed);
                        let _ = sender.send(Err(error));
                    }
                });
            }
            drop(sender);
            while let Some(message) = next_message(&receiver, deadline, halt) {
                progress.new_positions += message?;
                progress.new_games += 1;
                progress.games += 1;
                watch(progress);
            }
            Ok(progress)
        })
    }

    /// What decides the games, in words. It is in the file.
    fn settings_text<R: Rules>(&self, evaluation: &Evaluation) -> String {
        let starts: Vec<_> = self.starts.iter().map(ToString::to_string).collect();
        let net = match evaluation {
            Evaluation::Classical => None,
            Evaluation::Embedded => R::net(),
            Evaluation::Net(net) => Some(net.clone()),
        };
        let evaluation = net.map_or_else(|| "classical".to_owned(), |net| format!("net {:016x}", net.checksum()));
        format!(
            "{}; {} nodes; 2 to {} random actions at the start, then one in {}; seed {}; evaluation {evaluation}",
            starts.join(" "),
            self.nodes,
            self.random_opening.max(2),
            self.random_action_every,
            self.seed
        )
    }
}

/// What the threads of one run share.
struct RunState<'a> {
    settings: &'a SelfPlay,
    evaluation: Evaluation,
    /// The games of earlier runs.
    done: &'a HashSet<u64>,
    file: Mutex<DataFile>,
    next: AtomicU64,
    halt: &'a AtomicBool,
}

impl RunState<'_> {
    /// Plays games until none is left. Each finished game is announced with its positions.
    fn work<R: Rules>(&self, sender: &Sender<Result<u64, SelfPlayError>>) -> Result<(), SelfPlayError> {
        let settings = Settings { hash: 1, evaluation: self.evaluation.clone(), ..Settings::default() };
        let mut thinker = Thinker::<R>::new(settings);
        let mut columns = Columns::default();
        while let Some(number) = self.next_number() {
            let start = R::start(self.options(number));
            let Some(positions) = play_game(self.settings, number, &start, &mut thinker, self.halt)? else { break };
            let _ = sender.send(Ok(positions.len() as u64));
            columns.add_game(number, &positions);
            if columns.games() >= GAMES_PER_BLOCK {
                self.write(&mut columns)?;
            }
        }
        self.write(&mut columns)
    }

    /// The next game that is not in the file; `None` if the run is over.
    fn next_number(&self) -> Option<u64> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.settings.games || self.halt.load(Ordering::Relaxed) {
                return None;
            }
            if !self.done.contains(&number) {
                return Some(number);
            }
        }
    }

    fn options(&self, number: u64) -> Options {
        let starts = &self.settings.starts;
        starts[(number % starts.len() as u64) as usize].options
    }

    fn write(&self, columns: &mut Columns) -> Result<(), SelfPlayError> {
        if columns.games() > 0 {
            self.file.lock().expect("no thread panics while it writes").append(&columns.to_block())?;
            *columns = Columns::default();
        }
        Ok(())
    }
}

/// The next message of a thread; `None` if all threads have ended. After the deadline the games that are played stop: a
/// single game can take longer than the whole time.
fn next_message<T>(receiver: &Receiver<T>, deadline: Option<Instant>, halt: &AtomicBool) -> Option<T> {
    if let Some(deadline) = deadline {
        let left = deadline.saturating_duration_since(Instant::now());
        if !left.is_zero() {
            match receiver.recv_timeout(left) {
                Ok(message) => return Some(message),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        halt.store(true, Ordering::Relaxed);
    }
    receiver.recv().ok()
}

/// An input or output error of a file.
fn io_error(path: &Path) -> impl Fn(io::Error) -> SelfPlayError {
    move |error| SelfPlayError::Io { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::columns::{PositionRow, games_of};
    use super::*;

    /// Tiny games of shogi5 with the classical evaluation.
    fn tiny(name: &str) -> SelfPlay {
        SelfPlay {
            starts: vec!["shogi5".parse().unwrap()],
            file: env::temp_dir().join(format!("menagerie-selfplay-{name}-{}", process::id())),
            games: 20,
            nodes: 2,
            random_opening: 4,
            random_action_every: 40,
            seed: 1,
            eval_file: EvalFile::Classical,
            threads: 1,
            time: None,
            program: "1.0.0".to_owned(),
        }
    }

    /// Plays the games of a run, and reads them in the order of their numbers.
    fn played(run: &SelfPlay) -> Vec<(u64, Vec<PositionRow>)> {
        run.run(&AtomicBool::new(false), &mut |_| {}).unwrap();
        let mut games: Vec<_> = data_file::blocks(&fs::read(&run.file).unwrap()).flat_map(games_of).collect();
        fs::remove_file(&run.file).unwrap();
        games.sort_by_key(|(number, _)| *number);
        games
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_games() {
        let one = played(&tiny("one-thread"));
        assert_eq!(one.iter().map(|(number, _)| *number).collect::<Vec<_>>(), (0..20).collect::<Vec<_>>());
        assert!(
            one.iter().filter(|(_, positions)| !positions.is_empty()).count() > 10,
            "there is something to compare"
        );
        assert!(one == played(&SelfPlay { threads: 3, ..tiny("three-threads") }));
    }

    /// A single search takes longer than the whole time.
    #[test]
    fn a_run_ends_in_time_although_no_game_does() {
        let run = SelfPlay { nodes: u64::MAX, threads: 2, time: Some(Duration::ZERO), ..tiny("time") };
        let done = run.run(&AtomicBool::new(false), &mut |_| {}).unwrap();
        assert_eq!(done, SelfPlayProgress::default());
        fs::remove_file(run.file).unwrap();
    }

    #[test]
    fn a_game_that_is_halted_gives_no_positions() {
        struct Halted;
        impl Visitor for Halted {
            type Out = Option<Vec<PositionRow>>;

            fn visit<R: Rules>(self) -> Self::Out {
                let run = SelfPlay { nodes: u64::MAX, ..tiny("halted") };
                let mut thinker = Thinker::new(Settings { hash: 1, ..Settings::default() });
                play_game(&run, 0, &R::start(Options::NONE), &mut thinker, &AtomicBool::new(true)).unwrap()
            }
        }
        assert_eq!(visit("shogi5", Halted), Some(None));
    }

    #[test]
    fn a_deadline_ends_a_run_although_messages_wait() {
        let (sender, receiver) = channel();
        sender.send(1).unwrap();
        let halt = AtomicBool::new(false);
        assert_eq!(next_message(&receiver, Some(Instant::now()), &halt), Some(1));
        assert!(halt.load(Ordering::Relaxed));
    }
}
