//! A mining run: threads that take games by number.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use menagerie_catalog::{Chosen, Visitor, visit};
use menagerie_game::Rules;
use menagerie_record::Record;
use menagerie_search::{Method, Random, Thinker};

use super::{forced, game, search};
use crate::judge;
use crate::puzzle::{Puzzle, Source};

/// What to mine.
#[derive(Clone, Debug)]
pub struct Mining {
    /// The starts, all of one game. The games take turns with them.
    pub starts: Vec<Chosen>,
    /// Records to read instead of playing, each with its name.
    pub records: Vec<(String, Record)>,
    /// How many games there are; with records, at most their number.
    pub games: u64,
    /// The seed of the games.
    pub seed: u64,
    /// The number of games at the same time.
    pub threads: usize,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// The numbers of games that were mined before.
    pub done: HashSet<u64>,
}

/// A mined game.
#[derive(Clone, Debug)]
pub struct MinedGame {
    /// Its number.
    pub number: u64,
    /// Its puzzles.
    pub puzzles: Vec<Puzzle>,
    /// The positions that were judged.
    pub candidates: u64,
}

/// Why a run cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MiningError {
    /// The starts or records are of different games.
    #[error("all starts and records must be of one game")]
    SeveralGames,
}

impl Mining {
    /// Mines the missing games. `watch` is called after every game. Setting `halt` ends the run after the current games.
    pub fn run(&self, halt: &AtomicBool, watch: &mut dyn FnMut(MinedGame)) -> Result<(), MiningError> {
        struct Run<'a>(&'a Mining, &'a AtomicBool, &'a mut dyn FnMut(MinedGame));
        impl Visitor for Run<'_> {
            type Out = ();

            fn visit<R: Rules>(self) {
                self.0.run_typed::<R>(self.1, self.2);
            }
        }
        let mut ids = self.starts.iter().map(|chosen| chosen.game.info().id);
        let first = ids.next().ok_or(MiningError::SeveralGames)?;
        let mut others =
            ids.chain(self.records.iter().map(|(_, record)| menagerie_game::GameName::new(&record.game).id));
        if others.any(|id| id != first) {
            return Err(MiningError::SeveralGames);
        }
        visit(first, Run(self, halt, watch)).ok_or(MiningError::SeveralGames)
    }

    fn run_typed<R: Rules>(&self, halt: &AtomicBool, watch: &mut dyn FnMut(MinedGame)) {
        let next = AtomicU64::new(0);
        let deadline = self.time.map(|time| Instant::now() + time);
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || self.work::<R>(next, deadline, halt, &sender));
            }
            drop(sender);
            receiver.into_iter().for_each(watch);
        });
    }

    fn work<R: Rules>(
        &self,
        next: &AtomicU64,
        deadline: Option<Instant>,
        halt: &AtomicBool,
        sender: &Sender<MinedGame>,
    ) {
        let mut thinker = judge::thinker::<R>();
        let games = if self.records.is_empty() { self.games } else { self.games.min(self.records.len() as u64) };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late || number >= games || halt.load(Ordering::Relaxed) {
                return;
            }
            if !self.done.contains(&number) && sender.send(self.mine::<R>(number, &mut thinker)).is_err() {
                return;
            }
        }
    }

    fn mine<R: Rules>(&self, number: u64, thinker: &mut Thinker<R>) -> MinedGame {
        let mut mined = MinedGame { number, puzzles: Vec::new(), candidates: 0 };
        let Some((name, start, actions)) = self.game::<R>(number, thinker) else { return mined };
        let errors = self.records.is_empty().then(|| Random::new(self.game_seed(number) ^ 1));
        let game = game::Game { start: &start, actions: &actions, errors };
        let find = if Method::of::<R>() == Method::AlphaBeta { search::find } else { forced::find };
        let found = find(game, thinker, &mut mined.candidates);
        let puzzle = |one: &super::Found<R>| {
            let played = actions[..one.at].iter().chain(&one.error).map(ToString::to_string).collect();
            one.puzzle(&name, self.source(number, played))
        };
        mined.puzzles = found.iter().map(puzzle).collect();
        mined
    }

    /// The game with this number: its name with options, its start and its actions. `None` if a record is broken.
    fn game<R: Rules>(&self, number: u64, thinker: &mut Thinker<R>) -> Option<(String, R, Vec<R::Action>)> {
        let index = usize::try_from(number).ok()?;
        if let Some((_, record)) = self.records.get(index) {
            let chosen: Chosen = record.game.parse().ok()?;
            let start = match &record.start {
                Some(text) => text.parse().ok()?,
                None => R::start(chosen.options),
            };
            return Some((record.game.clone(), start.clone(), actions_of(&start, record)));
        }
        let chosen = self.starts[index % self.starts.len()];
        let start = R::start(chosen.options);
        let actions = game::play(&start, self.game_seed(number), thinker);
        Some((chosen.to_string(), start, actions))
    }

    fn game_seed(&self, number: u64) -> u64 {
        Random::new(Random::new(self.seed).bits() ^ number).bits()
    }

    fn source(&self, number: u64, actions: Vec<String>) -> Source {
        match self.records.get(number as usize) {
            Some((name, record)) => Source::Record { name: name.clone(), start: record.start.clone(), actions },
            None => Source::SelfPlay { seed: self.seed, number, actions },
        }
    }
}

/// The actions of a record up to the first event that is none, or that is illegal.
fn actions_of<R: Rules>(start: &R, record: &Record) -> Vec<R::Action> {
    let mut position = start.clone();
    let legal = |entry: &menagerie_record::Entry| {
        let action: R::Action = entry.event.parse().ok()?;
        menagerie_game::RulesExt::play(&mut position, action).map(|_| action)
    };
    record.events.iter().map_while(legal).collect()
}
