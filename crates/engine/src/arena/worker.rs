//! One of those who play games at the same time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use menagerie_game::Rules;
use menagerie_record::{Entry, Record};
use menagerie_search::Random;

use super::contest::Plan;
use super::game::{Beginning, Played, play_game};
use super::opening::opening;
use super::player::{Player, player};
use super::record::GameRecord;
use super::seating::Seating;

/// A player, and which of its seats.
type Key = (usize, usize);

/// Plays one game after the other.
pub(crate) struct Worker<'a, R: Rules> {
    plan: &'a Plan,
    seatings: &'a [Seating],
    games: usize,
    start: R,
    /// The players between games; one who has several seats is there several times, since seats share no thoughts.
    resting: HashMap<Key, Box<dyn Player<R>>>,
}

impl<'a, R: Rules> Worker<'a, R> {
    pub(crate) fn new(plan: &'a Plan, seatings: &'a [Seating], games: usize) -> Self {
        Self { plan, seatings, games, start: R::start(plan.chosen.options), resting: HashMap::new() }
    }

    /// Takes the next game as long as there is one.
    pub(crate) fn run(mut self, next: &AtomicUsize, halt: &AtomicBool, results: &Sender<Result<GameRecord, String>>) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games || halt.load(Ordering::Relaxed) {
                return;
            }
            let result = self.play(number, halt).transpose();
            let failed = matches!(result, Some(Err(_)));
            if result.is_some_and(|result| results.send(result).is_err()) || failed {
                return;
            }
        }
    }

    fn play(&mut self, number: usize, halt: &AtomicBool) -> Result<Option<GameRecord>, String> {
        let seating = &self.seatings[number % self.seatings.len()];
        let opening_number = number / self.seatings.len();
        let mut luck = Random::new(mixed(self.plan.seed, opening_number));
        let opening = opening(&self.start, self.plan.opening, &mut luck)?;
        // The same dice for every seating of an opening.
        let seed = luck.bits();
        let keys = keys(seating);
        let mut players = self.wake(&keys);
        let clocks = seating.iter().map(|player| self.plan.players[*player].clock).collect();
        let played = play_game(Beginning { opening, seed, clocks }, &mut players, halt);
        self.resting.extend(keys.into_iter().zip(players));
        Ok(played?.map(|played| self.record(number, seed, played)))
    }

    /// The players that rest under these keys, or new ones.
    fn wake(&mut self, keys: &[Key]) -> Vec<Box<dyn Player<R>>> {
        let game = self.plan.chosen.to_string();
        let mut wake = |key: &Key| {
            let new = || player(&self.plan.players[key.0], &game);
            self.resting.remove(key).unwrap_or_else(new)
        };
        keys.iter().map(&mut wake).collect()
    }

    fn record(&self, number: usize, seed: u64, played: Played<R>) -> GameRecord {
        let seating = &self.seatings[number % self.seatings.len()];
        let opening = number / self.seatings.len();
        let seats: Vec<_> = self.start.seats().iter().collect();
        let name = |player: &usize| self.plan.players[*player].name.clone();
        let mut tags = vec![
            ("Event".to_owned(), "a match of computer players".to_owned()),
            ("Round".to_owned(), (number + 1).to_string()),
            ("Opening".to_owned(), (opening + 1).to_string()),
            ("Seed".to_owned(), seed.to_string()),
        ];
        let clocks = seating.iter().enumerate().filter_map(|(seat, player)| {
            self.plan.players[*player].clock.map(|clock| (format!("TimeControl{}", seat + 1), clock.to_string()))
        });
        tags.extend(clocks);
        tags.extend(played.faults.iter().map(|fault| ("Fault".to_owned(), fault.clone())));
        let record = Record {
            game: self.plan.chosen.to_string(),
            seats: seats.iter().map(|seat| R::INFO.seat_name(*seat).to_owned()).zip(seating.iter().map(name)).collect(),
            tags,
            events: played.play.log().iter().map(|event| Entry::new(event.text(R::INFO))).collect(),
            ended: played.play.end().map(Into::into),
            ..Record::default()
        };
        GameRecord {
            number,
            opening,
            players: seating.clone(),
            scores: seats.iter().map(|seat| played.outcome.score(*seat).as_f64()).collect(),
            faults: played.faults,
            thinking: played.thinking,
            record,
        }
    }
}

/// The players in the order of their seats, each with the number of seats it has before that.
fn keys(seating: &Seating) -> Vec<Key> {
    let before = |seat: usize| seating[..seat].iter().filter(|player| **player == seating[seat]).count();
    (0..seating.len()).map(|seat| (seating[seat], before(seat))).collect()
}

/// A seed for one of many things that begin with the same seed.
fn mixed(seed: u64, index: usize) -> u64 {
    Random::new(seed).bits() ^ Random::new(index as u64).bits().rotate_left(17)
}
