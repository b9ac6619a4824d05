//! Several matches with one pool of threads: no core waits for the last game of a match.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::engine_match::{ArenaError, EngineMatch};
use super::match_score::MatchScore;
use super::record::{GameRecord, GameResult};
use super::worker::PlaysGames;

/// The index of a match in the queue, and the number of a game in it.
type Job = (usize, usize);
type GameSender = Sender<Result<(usize, GameRecord), String>>;
type GameReceiver = Receiver<Result<(usize, GameRecord), String>>;

/// Before a deadline the last matches of the queue are played for this long, so that the games of the first ones, which
/// are the longest, can end.
const WIND_DOWN: Duration = Duration::from_mins(2);

/// Matches that are played together. Those with the longest games come first.
pub struct MatchQueue<'a> {
    matches: &'a [EngineMatch<'a>],
    scores: Vec<MatchScore>,
    /// The games that were added with their results.
    known: HashSet<Job>,
}

/// A callback after every game, with the index of its match and the scores of all matches so far.
type Watch<'a> = &'a mut dyn FnMut(usize, &GameRecord, &[MatchScore]);

impl<'a> MatchQueue<'a> {
    /// A queue in which no game was played yet.
    pub fn new(matches: &'a [EngineMatch<'a>]) -> Self {
        Self { matches, scores: matches.iter().map(EngineMatch::no_score).collect(), known: HashSet::new() }
    }

    /// Adds the result of a game that was played earlier. It is not played again. Ignored if the match has no such game, or
    /// already has its result.
    pub fn add(&mut self, index: usize, result: &GameResult) {
        let planned = self.matches.get(index).is_some_and(|one| result.number < one.games());
        if planned && self.known.insert((index, result.number)) {
            self.scores[index].add(result);
        }
    }

    /// The scores of the matches.
    pub fn scores(&self) -> &[MatchScore] {
        &self.scores
    }

    /// How many games are left.
    pub fn games_left(&self) -> usize {
        self.matches.iter().map(EngineMatch::games).sum::<usize>() - self.known.len()
    }

    /// Plays the games that are left, `concurrency` at a time, until all are over, the deadline has passed or `halt` is set.
    /// Unfinished games do not count. Sets `halt` at the deadline and after an error.
    pub fn run_until(
        &mut self,
        concurrency: usize,
        deadline: Option<Instant>,
        halt: &AtomicBool,
        watch: Watch<'_>,
    ) -> Result<(), ArenaError> {
        let jobs: VecDeque<_> = self.jobs().filter(|job| !self.known.contains(job)).collect();
        let threads = concurrency.clamp(1, jobs.len().max(1));
        let pool = Pool { matches: self.matches, jobs: Mutex::new(jobs), deadline, halt };
        thread::scope(|scope| {
            let (sender, games) = channel();
            for _ in 0..threads {
                let (pool, sender) = (&pool, sender.clone());
                scope.spawn(move || pool.work(&sender));
            }
            drop(sender);
            self.collect(&pool, &games, watch)
        })
    }

    fn jobs(&self) -> impl Iterator<Item = Job> {
        let matches = self.matches.iter().enumerate();
        matches.flat_map(|(index, one)| (0..one.games()).map(move |number| (index, number)))
    }

    /// Receives the games until all threads have ended.
    fn collect(&mut self, pool: &Pool<'_>, games: &GameReceiver, watch: Watch<'_>) -> Result<(), ArenaError> {
        let mut done = Ok(());
        while let Some(game) = pool.next_game(games) {
            match game {
                Ok(_) if pool.halt.load(Ordering::Relaxed) => {}
                Ok((index, record)) => {
                    self.add(index, &record.result);
                    watch(index, &record, &self.scores);
                }
                Err(error) => {
                    done = Err(ArenaError::new(error));
                    pool.halt.store(true, Ordering::Relaxed);
                }
            }
        }
        done
    }
}

/// What the threads share.
struct Pool<'a> {
    matches: &'a [EngineMatch<'a>],
    jobs: Mutex<VecDeque<Job>>,
    deadline: Option<Instant>,
    halt: &'a AtomicBool,
}

impl Pool<'_> {
    /// One thread: plays games until none is left.
    fn work(&self, games: &GameSender) {
        // Only the players of one match are in memory.
        let mut current: Option<(usize, Box<dyn PlaysGames + '_>)> = None;
        while let Some((index, number)) = self.next_job() {
            let player = match &mut current {
                Some((playing, player)) if *playing == index => player,
                _ => &mut current.insert((index, self.matches[index].worker())).1,
            };
            let game = player.play(number, self.halt).map(|game| game.map(|record| (index, record))).transpose();
            let failed = matches!(game, Some(Err(_)));
            if game.is_some_and(|game| games.send(game).is_err()) || failed {
                return;
            }
        }
    }

    /// The next game: the first of the queue, or shortly before the deadline the last.
    fn next_job(&self) -> Option<Job> {
        if self.halt.load(Ordering::Relaxed) {
            return None;
        }
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = self.deadline.is_some_and(|deadline| Instant::now() + WIND_DOWN >= deadline);
        if ends { jobs.pop_back() } else { jobs.pop_front() }
    }

    /// The next game that ends; `None` if all threads have ended. Sets `halt` at the deadline.
    fn next_game(&self, games: &GameReceiver) -> Option<Result<(usize, GameRecord), String>> {
        let deadline = self.deadline.filter(|_| !self.halt.load(Ordering::Relaxed));
        let Some(deadline) = deadline else { return games.recv().ok() };
        match games.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(game) => Some(game),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                self.halt.store(true, Ordering::Relaxed);
                games.recv().ok()
            }
        }
    }
}
