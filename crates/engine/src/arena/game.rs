//! One game of an engine match, from the opening to the end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use menagerie_game::{Actor, Outcome, Rules, Seat, draw};
use menagerie_match::Departure;
use menagerie_search::Random;

use super::external_player::TIME_MARGIN;
use super::player::{Decision, Fault, Player};
use super::record::ThinkingTime;
use super::time_control::{SeatClock, TimeControl};
use crate::tracked_match::TrackedMatch;

/// The maximum number of actions. A longer game is drawn.
const MAX_LINE: usize = 5_000;

/// The start of a game.
pub(crate) struct GameSetup<R: Rules> {
    /// The match after the opening.
    pub(crate) opening: TrackedMatch<R>,
    /// The random numbers of chance and of the players.
    pub(crate) seed: u64,
    /// The time controls of the seats in order of play.
    pub(crate) clocks: Vec<Option<TimeControl>>,
}

/// The result of a game.
pub(crate) struct GameOutcome<R: Rules> {
    pub(crate) play: TrackedMatch<R>,
    pub(crate) outcome: Outcome,
    /// The players' faults, as text.
    pub(crate) faults: Vec<String>,
    /// How long each player thought.
    pub(crate) thinking: Vec<ThinkingTime>,
}

/// Plays a game. `players` are in the order of their seats. Returns `None` if it was halted.
pub(crate) fn play_game<R: Rules>(
    setup: GameSetup<R>,
    players: &mut [Box<dyn Player<R>>],
    halt: &AtomicBool,
) -> Result<Option<GameOutcome<R>>, String> {
    for player in &mut *players {
        player.begin()?;
    }
    let mut game = Game::new(setup, players, halt);
    while game.play.end().is_none() && game.play.log().len() < MAX_LINE {
        if halt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        game.step()?;
    }
    // A halted search does not count as the player's decision.
    Ok((!halt.load(Ordering::Relaxed)).then(|| game.result()))
}

struct Game<'a, R: Rules> {
    play: TrackedMatch<R>,
    /// The seats in order of play, with their clocks.
    seats: Vec<(Seat, Option<SeatClock>)>,
    /// The seat whose turn it is: the first that acted in this turn.
    turn_of: Option<Seat>,
    players: &'a mut [Box<dyn Player<R>>],
    random: Random,
    halt: &'a AtomicBool,
    faults: Vec<String>,
    thinking: Vec<ThinkingTime>,
}

impl<'a, R: Rules> Game<'a, R> {
    fn new(setup: GameSetup<R>, players: &'a mut [Box<dyn Player<R>>], halt: &'a AtomicBool) -> Self {
        let play = setup.opening;
        let thinking = vec![ThinkingTime::default(); players.len()];
        let clocks = setup.clocks.into_iter().map(|control| control.map(SeatClock::new));
        let seats = play.start().seats().iter().zip(clocks).collect();
        Self {
            play,
            seats,
            turn_of: None,
            players,
            random: Random::new(setup.seed),
            halt,
            faults: Vec::new(),
            thinking,
        }
    }

    /// Plays one action, or handles one fault.
    fn step(&mut self) -> Result<(), String> {
        let position = self.play.position();
        let actor = position.actor();
        let action = match actor {
            Actor::Nobody => return Err(format!("nobody acts in {position}, and the match goes on")),
            Actor::Chance => {
                draw(position, &mut self.random).ok_or_else(|| format!("chance cannot act in {position}"))?
            }
            Actor::Seat(seat) => match self.ask(seat) {
                Ok(action) => action,
                Err(fault) => return self.forfeit(seat, &fault),
            },
        };
        let turns = self.play.turns();
        self.play.act(action).map_err(|refusal| refusal.to_string())?;
        self.turn_of = self.turn_of.or(actor.seat());
        if self.play.turns() > turns {
            let ended = self.turn_of.take();
            self.clock_of(ended).into_iter().for_each(SeatClock::renew);
        }
        Ok(())
    }

    fn clock_of(&mut self, seat: Option<Seat>) -> Option<&mut SeatClock> {
        let found = self.seats.iter_mut().find(|(other, _)| Some(*other) == seat);
        found.and_then(|(_, clock)| clock.as_mut())
    }

    fn ask(&mut self, seat: Seat) -> Result<R::Action, Fault> {
        let index = self.seats.iter().position(|(other, _)| *other == seat);
        let Some(player) = index.and_then(|index| self.players.get_mut(index)) else {
            return Err(Fault::new(Departure::Left, "nobody sits there"));
        };
        let seed = self.random.bits();
        let decision = Decision { play: &self.play, seat, clocks: &self.seats, seed, halt: self.halt };
        let begun = Instant::now();
        let action = player.choose_action(&decision)?;
        let taken = begun.elapsed();
        if let Some(thinking) = index.and_then(|index| self.thinking.get_mut(index)) {
            thinking.reply(taken);
        }
        let time_per_action = player.time_per_action();
        if let Some(Err(over)) = self.clock_of(Some(seat)).map(|clock| clock.charge(taken)) {
            let late = format!("ran out of time by {} ms", over.as_millis());
            return Err(Fault::new(Departure::OutOfTime, late));
        }
        match time_per_action {
            Some(allowed) if taken > allowed + TIME_MARGIN => {
                let late = format!("took {} ms instead of {}", taken.as_millis(), allowed.as_millis());
                Err(Fault::new(Departure::OutOfTime, late))
            }
            _ => Ok(action),
        }
    }

    /// A player that commits a fault is out of the game.
    fn forfeit(&mut self, seat: Seat, fault: &Fault) -> Result<(), String> {
        if self.turn_of == Some(seat) {
            self.turn_of = None;
        }
        self.faults.push(format!("{} {}", R::INFO.seat_name(seat), fault.reason));
        self.play.depart(seat, fault.departure).map_err(|refusal| refusal.to_string())
    }

    fn result(self) -> GameOutcome<R> {
        let broken_off = || self.play.position().drawn();
        let outcome = self.play.end().map_or_else(broken_off, |end| end.outcome);
        GameOutcome { outcome, play: self.play, faults: self.faults, thinking: self.thinking }
    }
}
