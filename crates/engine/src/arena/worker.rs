//! Plays single games of a match.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use menagerie_game::Rules;
use menagerie_record::{Entry, Record};
use menagerie_search::Random;

use super::balance::BalanceCheck;
use super::engine_match::MatchConfig;
use super::game::{GameOutcome, GameSetup, play_game};
use super::opening::opening;
use super::player::{Player, player};
use super::record::{GameRecord, GameResult};
use super::seating::Seating;
use crate::tracked_match::TrackedMatch;

/// A player's index, and the index among its seats.
type Key = (usize, usize);

/// Plays games of a match of any game.
pub(crate) trait PlaysGames {
    /// Plays the game with this number; `None` if it was halted.
    fn play(&mut self, number: usize, halt: &AtomicBool) -> Result<Option<GameRecord>, String>;
}

/// Plays one game after the other.
pub(crate) struct Worker<'a, R: Rules> {
    config: &'a MatchConfig,
    seatings: &'a [Seating],
    start: R,
    balance: Option<BalanceCheck<R>>,
    /// The players between games. A player with several seats has one instance per seat, because seats
    /// share no knowledge.
    resting: HashMap<Key, Box<dyn Player<R>>>,
}

impl<R: Rules> PlaysGames for Worker<'_, R> {
    fn play(&mut self, number: usize, halt: &AtomicBool) -> Result<Option<GameRecord>, String> {
        let seating = &self.seatings[number % self.seatings.len()];
        let opening_number = number / self.seatings.len();
        let mut luck = Random::new(mixed(self.config.seed, opening_number));
        let mut fits = |play: &TrackedMatch<R>| self.balance.as_mut().is_none_or(|check| check.is_balanced(play));
        let opening = opening(&self.start, self.config.opening, &mut luck, &mut fits)?;
        // All seatings of an opening have the same dice.
        let seed = luck.bits();
        let keys = keys(seating);
        let mut players = self.wake(&keys)?;
        let clocks = seating.iter().map(|player| self.config.players[*player].clock).collect();
        let played = play_game(GameSetup { opening, seed, clocks }, &mut players, halt);
        self.resting.extend(keys.into_iter().zip(players));
        Ok(played?.map(|played| self.record(number, seed, played)))
    }
}

impl<'a, R: Rules> Worker<'a, R> {
    pub(crate) fn new(config: &'a MatchConfig, seatings: &'a [Seating]) -> Self {
        let balance = config.balance_nodes.map(BalanceCheck::new);
        Self { config, seatings, start: R::start(config.chosen.options), balance, resting: HashMap::new() }
    }

    /// Takes the idle players of these keys, or creates new ones.
    fn wake(&mut self, keys: &[Key]) -> Result<Vec<Box<dyn Player<R>>>, String> {
        let game = self.config.chosen.to_string();
        let mut wake = |key: &Key| match self.resting.remove(key) {
            Some(resting) => Ok(resting),
            None => player(&self.config.players[key.0], &game),
        };
        keys.iter().map(&mut wake).collect()
    }

    fn record(&self, number: usize, seed: u64, played: GameOutcome<R>) -> GameRecord {
        let seating = &self.seatings[number % self.seatings.len()];
        let opening = number / self.seatings.len();
        let seats: Vec<_> = self.start.seats().iter().collect();
        let name = |player: &usize| self.config.players[*player].name.clone();
        let mut tags = vec![
            ("Event".to_owned(), "a match of computer players".to_owned()),
            ("Round".to_owned(), (number + 1).to_string()),
            ("Opening".to_owned(), (opening + 1).to_string()),
            ("Seed".to_owned(), seed.to_string()),
        ];
        let clocks = seating.iter().enumerate().filter_map(|(seat, player)| {
            self.config.players[*player].clock.map(|clock| (format!("TimeControl{}", seat + 1), clock.to_string()))
        });
        tags.extend(clocks);
        tags.extend(played.faults.iter().map(|fault| ("Fault".to_owned(), fault.clone())));
        let record = Record {
            game: self.config.chosen.to_string(),
            seats: seats.iter().map(|seat| R::INFO.seat_name(*seat).to_owned()).zip(seating.iter().map(name)).collect(),
            tags,
            events: played.play.log().iter().map(|event| Entry::new(event.text(R::INFO))).collect(),
            ended: played.play.end().map(Into::into),
            ..Record::default()
        };
        let result = GameResult {
            number,
            opening,
            players: seating.clone(),
            scores: seats.iter().map(|seat| played.outcome.score(*seat).as_f64()).collect(),
            faults: played.faults,
            thinking: played.thinking,
        };
        GameRecord { result, record }
    }
}

/// The players in the order of their seats, each with the index among its own seats.
fn keys(seating: &Seating) -> Vec<Key> {
    let before = |seat: usize| seating[..seat].iter().filter(|player| **player == seating[seat]).count();
    (0..seating.len()).map(|seat| (seating[seat], before(seat))).collect()
}

/// Derives a seed for one of many parts of a match.
fn mixed(seed: u64, index: usize) -> u64 {
    Random::new(seed).bits() ^ Random::new(index as u64).bits().rotate_left(17)
}
