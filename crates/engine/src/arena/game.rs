//! One game, from the opening to the end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use menagerie_game::{Actor, Outcome, Rules, Seat, draw};
use menagerie_match::Departure;
use menagerie_search::Random;

use super::peer::GRACE;
use super::player::{Fault, Player, Situation};
use super::time_control::{SeatClock, TimeControl};
use crate::play::Play;

/// A game that the rules let go on for longer is broken off, and drawn.
const LONGEST: usize = 5_000;

/// How a game begins.
pub(crate) struct Beginning<R: Rules> {
    /// The match after the opening.
    pub(crate) opening: Play<R>,
    /// Decides chance, and whatever the players leave to luck.
    pub(crate) seed: u64,
    /// The time controls of the seats in order of play.
    pub(crate) clocks: Vec<Option<TimeControl>>,
}

/// How a game went.
pub(crate) struct Played<R: Rules> {
    pub(crate) play: Play<R>,
    pub(crate) outcome: Outcome,
    /// What players did wrong, in words.
    pub(crate) faults: Vec<String>,
    /// For each player, how long it thought and about how many actions.
    pub(crate) thinking: Vec<(Duration, u32)>,
}

/// Plays a game between players in the order of their seats; nothing if it was halted.
pub(crate) fn play_game<R: Rules>(
    beginning: Beginning<R>,
    players: &mut [Box<dyn Player<R>>],
    halt: &AtomicBool,
) -> Result<Option<Played<R>>, String> {
    for player in &mut *players {
        player.begin()?;
    }
    let mut game = Game::new(beginning, players, halt);
    while game.play.end().is_none() && game.play.log().len() < LONGEST {
        if halt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        game.step()?;
    }
    // A player that was halted in the middle of a thought did not decide by itself.
    Ok((!halt.load(Ordering::Relaxed)).then(|| game.result()))
}

struct Game<'a, R: Rules> {
    play: Play<R>,
    /// The seats in order of play, with their clocks.
    seats: Vec<(Seat, Option<SeatClock>)>,
    /// The seat whose turn is under way: the first that acted in it.
    turn_of: Option<Seat>,
    players: &'a mut [Box<dyn Player<R>>],
    random: Random,
    halt: &'a AtomicBool,
    faults: Vec<String>,
    thinking: Vec<(Duration, u32)>,
}

impl<'a, R: Rules> Game<'a, R> {
    fn new(beginning: Beginning<R>, players: &'a mut [Box<dyn Player<R>>], halt: &'a AtomicBool) -> Self {
        let play = beginning.opening;
        let thinking = vec![(Duration::ZERO, 0); players.len()];
        let clocks = beginning.clocks.into_iter().map(|control| control.map(SeatClock::new));
        let seats = play.start().seats().iter().zip(clocks).collect();
        Self {
            play,
            seats,
            turn_of: None,
            players,
            random: Random::new(beginning.seed),
            halt,
            faults: Vec::new(),
            thinking,
        }
    }

    /// One action, or one fault.
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
                Err(fault) => return self.punish(seat, &fault),
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
        let situation = Situation { play: &self.play, seat, clocks: &self.seats, seed, halt: self.halt };
        let begun = Instant::now();
        let action = player.decide(&situation)?;
        let taken = begun.elapsed();
        if let Some((time, count)) = index.and_then(|index| self.thinking.get_mut(index)) {
            *time += taken;
            *count += 1;
        }
        let allowance = player.allowance();
        if let Some(Err(over)) = self.clock_of(Some(seat)).map(|clock| clock.charge(taken)) {
            let late = format!("ran out of time by {} ms", over.as_millis());
            return Err(Fault::new(Departure::OutOfTime, late));
        }
        match allowance {
            Some(allowed) if taken > allowed + GRACE => {
                let late = format!("took {} ms instead of {}", taken.as_millis(), allowed.as_millis());
                Err(Fault::new(Departure::OutOfTime, late))
            }
            _ => Ok(action),
        }
    }

    /// A player that does something wrong is out.
    fn punish(&mut self, seat: Seat, fault: &Fault) -> Result<(), String> {
        if self.turn_of == Some(seat) {
            self.turn_of = None;
        }
        self.faults.push(format!("{} {}", R::INFO.seat_name(seat), fault.reason));
        self.play.depart(seat, fault.departure).map_err(|refusal| refusal.to_string())
    }

    fn result(self) -> Played<R> {
        let broken_off = || self.play.position().drawn();
        let outcome = self.play.end().map_or_else(broken_off, |end| end.outcome);
        Played { outcome, play: self.play, faults: self.faults, thinking: self.thinking }
    }
}
