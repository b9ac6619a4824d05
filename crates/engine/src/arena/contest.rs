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

/// Told after every game, with what is known then.
type Watch<'a> = &'a mut dyn FnMut(&GameRecord, &Standing);

impl<'a> Contest<'a> {
    /// Finds out who sits where; an error if the number of players does not suit the game.
    pub fn new(plan: &'a Plan) -> Result<Self, ArenaError> {
        let seats = plan.chosen.start().seats().len();
        let seatings = seatings(plan.players.len(), seats, plan.versus).map_err(ArenaError)?;
        Ok(Self { plan, seatings })
    }

    /// How many games are played if nothing ends the match before.
    pub fn games(&self) -> usize {
        self.plan.games.div_ceil(self.seatings.len()) * self.seatings.len()
    }

    /// Plays; `watch` is told after every game.
    pub fn run(&self, watch: Watch<'_>) -> Result<Standing, ArenaError> {
        struct Run<'a, 'w>(&'a Contest<'a>, Watch<'w>);
        impl Visitor for Run<'_, '_> {
            type Out = Result<Standing, ArenaError>;

            fn visit<R: Rules>(self) -> Self::Out {
                self.0.run_typed::<R>(self.1).map_err(ArenaError)
            }
        }
        visit(self.plan.chosen.game.info().id, Run(self, watch)).expect("a chosen game is in the catalog")
    }

    /// Whether the first player has half of all seats.
    fn is_even(&self) -> bool {
        let seats = self.seatings.iter().flatten();
        2 * seats.clone().filter(|player| **player == 0).count() == seats.count()
    }

    fn run_typed<R: Rules>(&self, watch: Watch<'_>) -> Result<Standing, String> {
        let plan = self.plan;
        let names = plan.players.iter().map(|spec| spec.name.clone()).collect();
        let mut standing = Standing::new(names, self.seatings.len(), self.is_even(), plan.sprt);
        let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..plan.concurrency.clamp(1, self.games()) {
                let (next, halt, sender) = (&next, &halt, sender.clone());
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
