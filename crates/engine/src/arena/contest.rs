//! A match of many games, several at a time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use menagerie_catalog::{Chosen, Visitor, visit};
use menagerie_game::Rules;

use super::record::GameRecord;
use super::seating::{Seating, Versus, seatings};
use super::spec::Spec;
use super::sprt::{Bounds, Verdict};
use super::standing::Standing;
use super::worker::Worker;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub chosen: Chosen,
    /// Who plays.
    pub players: Vec<Spec>,
    /// How two players share more than two seats.
    pub versus: Versus,
    /// How many games at most; rounded up, so that every opening is played with every seating.
    pub games: usize,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// How many random actions of the seats a game begins with.
    pub opening: u32,
    /// Decides openings, chance and the players' luck.
    pub seed: u64,
    /// Stop as soon as this is decided.
    pub sprt: Option<Bounds>,
}

impl Plan {
    /// A hundred games, one after the other, from openings of four actions.
    pub fn new(chosen: Chosen, players: Vec<Spec>) -> Self {
        Self { chosen, players, versus: Versus::Halves, games: 100, concurrency: 1, opening: 4, seed: 1, sprt: None }
    }
}

/// Why a match cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ArenaError(String);

/// A match that can be played.
pub struct Contest<'a> {
    plan: &'a Plan,
    seatings: Vec<Seating>,
}

/// A difference in strength is expected to give so many points only where nobody has more seats.
const UNEVEN: &str = "a sequential test compares two players with as many seats each: name two players who share the \
                      seats evenly, or do without the test";

/// Told after every game, with what is known then.
type Watch<'a> = &'a mut dyn FnMut(&GameRecord, &Standing);

impl<'a> Contest<'a> {
    /// Finds out who sits where; an error if the number of players does not suit the game, or the test not the players.
    pub fn new(plan: &'a Plan) -> Result<Self, ArenaError> {
        let seats = plan.chosen.start().seats().len();
        let seatings = seatings(plan.players.len(), seats, plan.versus).map_err(ArenaError)?;
        let contest = Self { plan, seatings };
        if plan.sprt.is_some() && !contest.is_even() {
            return Err(ArenaError(UNEVEN.to_owned()));
        }
        Ok(contest)
    }

    /// How many games are played if nothing ends the match before.
    pub fn games(&self) -> usize {
        self.plan.games.div_ceil(self.seatings.len()) * self.seatings.len()
    }

    /// Plays; `watch` is told after every game.
    pub fn run(&self, watch: Watch<'_>) -> Result<Standing, ArenaError> {
        self.run_until(&AtomicBool::new(false), watch)
    }

    /// Plays until all games are played, the test is decided or `halt` is set; games that are not over then do not count.
    /// It sets `halt` itself when the test is decided.
    pub fn run_until(&self, halt: &AtomicBool, watch: Watch<'_>) -> Result<Standing, ArenaError> {
        struct Run<'a, 'w>(&'a Contest<'a>, &'w AtomicBool, Watch<'w>);
        impl Visitor for Run<'_, '_> {
            type Out = Result<Standing, ArenaError>;

            fn visit<R: Rules>(self) -> Self::Out {
                self.0.run_typed::<R>(self.1, self.2).map_err(ArenaError)
            }
        }
        visit(self.plan.chosen.game.info().id, Run(self, halt, watch)).expect("a chosen game is in the catalog")
    }

    /// Whether there are two players and the first has half of all seats.
    fn is_even(&self) -> bool {
        let seats = self.seatings.iter().flatten();
        self.plan.players.len() == 2 && 2 * seats.clone().filter(|player| **player == 0).count() == seats.count()
    }

    fn run_typed<R: Rules>(&self, halt: &AtomicBool, watch: Watch<'_>) -> Result<Standing, String> {
        let plan = self.plan;
        let names = plan.players.iter().map(|spec| spec.name.clone()).collect();
        let mut standing = Standing::new(names, self.seatings.len(), self.is_even(), plan.sprt);
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..plan.concurrency.clamp(1, self.games()) {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || Worker::<R>::new(plan, &self.seatings, self.games()).run(next, halt, &sender));
            }
            drop(sender);
            let mut done = Ok(());
            for result in results {
                match result {
                    Ok(_) if halt.load(Ordering::Relaxed) => {}
                    Ok(record) => {
                        standing.add(&record);
                        watch(&record, &standing);
                    }
                    Err(error) => done = Err(error),
                }
                let decided = standing.sprt().is_some_and(|sprt| sprt.verdict != Verdict::Open);
                if decided || done.is_err() {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            done.map(|()| standing)
        })
    }
}
