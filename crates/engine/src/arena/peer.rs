//! Another program as a player, over UGI or UCI.

use std::time::Duration;

use menagerie_game::{Rules, RulesExt, Viewer};
use menagerie_match::{Departure, Event};

use super::external::{Process, Silence};
use super::player::{Fault, Player, Situation};
use super::spec::{Budget, External, Protocol};
use super::time_control::SeatClock;
use crate::play::Play;

/// How long another program may take to say that it is there.
const GREETING: Duration = Duration::from_secs(20);
/// What may come on top of a time budget: the way of the lines through a busy machine.
pub(crate) const GRACE: Duration = Duration::from_secs(1);
/// How long a program without a time budget may think.
const PATIENCE: Duration = Duration::from_mins(2);

/// Another program.
pub(crate) struct Peer {
    external: External,
    /// The game as we call it.
    game: String,
    /// None before the first game and after a fault.
    process: Option<Process>,
}

impl Peer {
    pub(crate) fn new(external: External, game: &str) -> Self {
        Self { external, game: game.to_owned(), process: None }
    }

    /// Starts the program and tells it its options and the game.
    fn introduce(&self) -> Result<Process, String> {
        let mut process = Process::start(&self.external.command)?;
        let (hello, answer) = match self.external.protocol {
            Protocol::Ugi => ("ugi", "ugiok"),
            Protocol::Uci => ("uci", "uciok"),
        };
        let silent = |silence| {
            let program = self.external.command.join(" ");
            match silence {
                Silence::TooLong => format!("'{program}' {}", Silence::TOO_LONG),
                _ => format!("'{program}' did not answer '{hello}' with '{answer}'"),
            }
        };
        process.say(hello).map_err(silent)?;
        process.hear(answer, GREETING).map_err(silent)?;
        let variant = self.external.variant.as_ref().unwrap_or(&self.game);
        let options = self.external.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in options.chain([("UCI_Variant", variant.as_str())]) {
            process.say(&format!("setoption name {name} value {value}")).map_err(silent)?;
        }
        Ok(process)
    }

    fn new_game(process: &mut Process, protocol: Protocol) -> Result<(), Silence> {
        process.say(if protocol == Protocol::Ugi { "uginewgame" } else { "ucinewgame" })?;
        process.say("isready")?;
        process.hear("readyok", GREETING).map(|_| ())
    }

    /// Its own limits, and what all clocks show.
    fn go<R: Rules>(&self, situation: &Situation<'_, R>) -> String {
        let mut go = match self.external.budget {
            Some(Budget::Time(time)) => format!("go movetime {}", time.as_millis()),
            Some(Budget::Nodes(nodes)) => format!("go nodes {nodes}"),
            Some(Budget::Depth(depth)) => format!("go depth {depth}"),
            None => "go".to_owned(),
        };
        for (number, (seat, clock)) in (1..).zip(situation.clocks) {
            let Some(SeatClock { left, increment }) = clock else { continue };
            let side = match self.external.protocol {
                Protocol::Ugi => format!("p{number}"),
                Protocol::Uci => R::INFO.seat_name(*seat).chars().take(1).collect(),
            };
            go.extend([format!(" {side}time {}", left.as_millis()), format!(" {side}inc {}", increment.as_millis())]);
        }
        go
    }

    /// How long it may take to answer. A flag falls without grace; what is measured besides is left to the clock.
    fn patience(&self, clock: Option<SeatClock>) -> Duration {
        let budget = self.external.budget.and_then(Budget::time).map(|time| time + GRACE);
        match (budget, clock.map(|clock| clock.left)) {
            (Some(budget), Some(left)) => budget.min(left),
            (budget, left) => budget.or(left).unwrap_or(PATIENCE),
        }
    }

    /// The text of its answer.
    fn ask<R: Rules>(&mut self, situation: &Situation<'_, R>) -> Result<String, Silence> {
        let go = self.go(situation);
        let patience = self.patience(situation.clock());
        let process = self.process.as_mut().ok_or(Silence::Gone)?;
        process.say(&placement(situation, self.external.protocol))?;
        process.say(&go)?;
        process.hear("bestmove", patience)
    }
}

impl<R: Rules> Player<R> for Peer {
    fn begin(&mut self) -> Result<(), String> {
        let protocol = self.external.protocol;
        if let Some(process) = &mut self.process
            && Self::new_game(process, protocol).is_ok()
        {
            return Ok(());
        }
        let mut process = self.introduce()?;
        let name = || self.external.command.join(" ");
        Self::new_game(&mut process, protocol).map_err(|_| format!("'{}' did not answer 'isready'", name()))?;
        self.process = Some(process);
        Ok(())
    }

    fn decide(&mut self, situation: &Situation<'_, R>) -> Result<R::Action, Fault> {
        let answer = self.ask(situation).map_err(|silence| {
            self.process = None;
            match silence {
                Silence::Late => Fault::new(Departure::OutOfTime, "did not answer in time"),
                Silence::Gone => Fault::new(Departure::Left, "the program ended"),
                Silence::TooLong => Fault::new(Departure::Left, Silence::TOO_LONG),
            }
        })?;
        let text = answer.split(' ').next().unwrap_or_default();
        // Programs that speak UCI mark a promotion, which our texts do not spell.
        let text = if self.external.protocol == Protocol::Uci { text.trim_end_matches('+') } else { text };
        let action = text.parse().ok().filter(|action| situation.play.position().is_legal(*action));
        action.ok_or_else(|| {
            let text = menagerie_game::text::excerpt(text);
            Fault::new(Departure::Left, format!("answered '{text}', which is not legal"))
        })
    }

    fn allowance(&self) -> Option<Duration> {
        self.external.budget.and_then(Budget::time)
    }
}

/// The position as the program is told it: where something is hidden, only what its seat sees.
fn placement<R: Rules>(situation: &Situation<'_, R>, protocol: Protocol) -> String {
    let position = situation.play.position();
    if R::INFO.hidden {
        let view = position.view(Viewer::Seat(situation.seat));
        return format!("position view {} {view}", R::INFO.seat_name(situation.seat));
    }
    match protocol {
        // Its rules may differ in what a list of moves leads to: it gets where we are. It expects two counters of moves.
        Protocol::Uci => format!("position fen {position} 0 1"),
        Protocol::Ugi => match played(situation.play) {
            Some(actions) if actions.is_empty() => format!("position fen {position}"),
            Some(actions) => format!("position fen {} moves {}", situation.play.start(), actions.join(" ")),
            None => format!("position fen {position}"),
        },
    }
}

/// The actions since the start; nothing if something else happened too.
fn played<R: Rules>(play: &Play<R>) -> Option<Vec<String>> {
    let action = |event: &Event<R::Action>| match event {
        Event::Act(action) => Some(action.to_string()),
        _ => None,
    };
    play.log().iter().map(action).collect()
}
