//! A player that is another program, over UGI or UCI.

use std::time::Duration;

use menagerie_game::{Rules, RulesExt, Viewer};
use menagerie_match::{Departure, Event};

use super::player::{Decision, Fault, Player};
use super::player_spec::{Budget, ExternalSpec, Protocol};
use super::process::{NoReply, Process};
use super::time_control::SeatClock;
use crate::tracked_match::TrackedMatch;

/// The timeout of the handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);
/// The tolerance on top of a time budget, for a busy machine.
pub(crate) const TIME_MARGIN: Duration = Duration::from_secs(1);
/// The timeout of a program without a time budget.
const DEFAULT_TIMEOUT: Duration = Duration::from_mins(2);

/// Another program as a player.
pub(crate) struct ExternalPlayer {
    external: ExternalSpec,
    /// The game's own name.
    game: String,
    /// `None` before the first game and after a fault.
    process: Option<Process>,
}

impl ExternalPlayer {
    pub(crate) fn new(external: ExternalSpec, game: &str) -> Self {
        Self { external, game: game.to_owned(), process: None }
    }

    /// Starts the program and sends its options and the game.
    fn introduce(&self) -> Result<Process, String> {
        let mut process = Process::start(&self.external.command)?;
        let (hello, answer) = match self.external.protocol {
            Protocol::Ugi => ("ugi", "ugiok"),
            Protocol::Uci => ("uci", "uciok"),
        };
        let silent = |silence| {
            let program = self.external.command.join(" ");
            match silence {
                NoReply::TooLong => format!("'{program}' {}", NoReply::TOO_LONG),
                _ => format!("'{program}' did not answer '{hello}' with '{answer}'"),
            }
        };
        process.send(hello).map_err(silent)?;
        process.wait_for(answer, HANDSHAKE_TIMEOUT).map_err(silent)?;
        let variant = self.external.variant.as_ref().unwrap_or(&self.game);
        let options = self.external.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in options.chain([("UCI_Variant", variant.as_str())]) {
            process.send(&format!("setoption name {name} value {value}")).map_err(silent)?;
        }
        Ok(process)
    }

    /// Starts the program for its first game.
    fn start(&self) -> Result<Process, String> {
        let mut process = self.introduce()?;
        let silent = |_| format!("'{}' did not answer 'isready'", self.external.command.join(" "));
        Self::new_game(&mut process, self.external.protocol).map_err(silent)?;
        Ok(process)
    }

    /// The running program, ready for another game; `None` if it does not answer.
    fn ready_again(&self, mut process: Process) -> Option<Process> {
        // What it reported during the last game does not concern this one. All of that comes before this answer.
        Self::wait_until_ready(&mut process).ok()?;
        process.take_error();
        Self::new_game(&mut process, self.external.protocol).ok().map(|()| process)
    }

    fn new_game(process: &mut Process, protocol: Protocol) -> Result<(), NoReply> {
        process.send(if protocol == Protocol::Ugi { "uginewgame" } else { "ucinewgame" })?;
        Self::wait_until_ready(process)
    }

    fn wait_until_ready(process: &mut Process) -> Result<(), NoReply> {
        process.send("isready")?;
        process.wait_for("readyok", HANDSHAKE_TIMEOUT).map(|_| ())
    }

    /// The `go` command with the program's limits and all clocks.
    fn go<R: Rules>(&self, decision: &Decision<'_, R>) -> String {
        let mut go = match self.external.budget {
            Some(Budget::Time(time)) => format!("go movetime {}", time.as_millis()),
            Some(Budget::Nodes(nodes)) => format!("go nodes {nodes}"),
            Some(Budget::Depth(depth)) => format!("go depth {depth}"),
            None => "go".to_owned(),
        };
        for (number, (seat, clock)) in (1..).zip(decision.clocks) {
            let Some(SeatClock { left, increment }) = clock else { continue };
            let side = match self.external.protocol {
                Protocol::Ugi => format!("p{number}"),
                Protocol::Uci => R::INFO.seat_name(*seat).chars().take(1).collect(),
            };
            go.extend([format!(" {side}time {}", left.as_millis()), format!(" {side}inc {}", increment.as_millis())]);
        }
        go
    }

    /// How long to wait for an answer. A clock gets no tolerance: the arena measures it.
    fn timeout(&self, clock: Option<SeatClock>) -> Duration {
        let budget = self.external.budget.and_then(Budget::time).map(|time| time + TIME_MARGIN);
        match (budget, clock.map(|clock| clock.left)) {
            (Some(budget), Some(left)) => budget.min(left),
            (budget, left) => budget.or(left).unwrap_or(DEFAULT_TIMEOUT),
        }
    }

    /// The text of its `bestmove`.
    fn ask<R: Rules>(&mut self, decision: &Decision<'_, R>) -> Result<String, NoReply> {
        let go = self.go(decision);
        let timeout = self.timeout(decision.clock());
        let process = self.process.as_mut().ok_or(NoReply::Gone)?;
        process.send(&placement(decision, self.external.protocol))?;
        process.send(&go)?;
        process.wait_for("bestmove", timeout)
    }
}

impl<R: Rules> Player<R> for ExternalPlayer {
    fn begin(&mut self) -> Result<(), String> {
        let running = self.process.take().and_then(|process| self.ready_again(process));
        let mut process = running.map_or_else(|| self.start(), Ok)?;
        // Without its options it would be another player than the one that was named.
        if let Some(error) = process.take_error() {
            return Err(format!("'{}': {error}", self.external.command.join(" ")));
        }
        self.process = Some(process);
        Ok(())
    }

    fn choose_action(&mut self, decision: &Decision<'_, R>) -> Result<R::Action, Fault> {
        let answer = self.ask(decision).map_err(|silence| {
            self.process = None;
            match silence {
                NoReply::Late => Fault::new(Departure::OutOfTime, "did not answer in time"),
                NoReply::Gone => Fault::new(Departure::Left, "the program ended"),
                NoReply::TooLong => Fault::new(Departure::Left, NoReply::TOO_LONG),
            }
        })?;
        let text = answer.split(' ').next().unwrap_or_default();
        // UCI programs mark a promotion with `+`. Our action texts do not.
        let text = if self.external.protocol == Protocol::Uci { text.trim_end_matches('+') } else { text };
        let action = text.parse().ok().filter(|action| decision.play.position().is_legal(*action));
        action.ok_or_else(|| {
            let text = menagerie_game::text::excerpt(text);
            Fault::new(Departure::Left, format!("answered '{text}', which is not legal"))
        })
    }

    fn time_per_action(&self) -> Option<Duration> {
        self.external.budget.and_then(Budget::time)
    }
}

/// The `position` command. In games with hidden information the program gets its seat's view only.
fn placement<R: Rules>(decision: &Decision<'_, R>, protocol: Protocol) -> String {
    let position = decision.play.position();
    if R::INFO.hidden {
        let view = position.view(Viewer::Seat(decision.seat));
        return format!("position view {} {view}", R::INFO.seat_name(decision.seat));
    }
    match protocol {
        // The program's rules may differ, so it gets the position and not the move list. UCI expects two
        // move counters.
        Protocol::Uci => format!("position fen {position} 0 1"),
        Protocol::Ugi => match played(decision.play) {
            Some(actions) if actions.is_empty() => format!("position fen {position}"),
            Some(actions) => format!("position fen {} moves {}", decision.play.start(), actions.join(" ")),
            None => format!("position fen {position}"),
        },
    }
}

/// The actions since the start; `None` if the match has other events too.
fn played<R: Rules>(play: &TrackedMatch<R>) -> Option<Vec<String>> {
    let action = |event: &Event<R::Action>| match event {
        Event::Act(action) => Some(action.to_string()),
        _ => None,
    };
    play.log().iter().map(action).collect()
}
