//! Computer players: they think on the view of their seat, on threads of their own, never on those of the network.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use menagerie_catalog::Visitor;
use menagerie_game::{GameName, Rules, Seat, View, Viewer};
use menagerie_search::{Answer, History, Level, Limits, Report, Request, Settings, Thinker, Time, Value};
use menagerie_wire::{Line, Thought};
use tokio::sync::Semaphore;

use crate::clock::Millis;

/// What a computer player is asked.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The game with its options.
    pub(crate) game: String,
    /// Who is to decide.
    pub(crate) seat: Seat,
    /// The text of what that seat sees.
    pub(crate) view: String,
    /// Start and events of the match; only where nothing is hidden.
    pub(crate) past: Option<(String, Vec<String>)>,
    /// From 1 to 8; as strong as possible if there is none.
    pub(crate) level: Option<u8>,
    /// How long it may think.
    pub(crate) time: Time,
    /// How many lines to tell.
    pub(crate) lines: usize,
    /// What is left to luck.
    pub(crate) seed: u64,
}

/// What it answers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Reply {
    /// The action to do.
    pub(crate) action: String,
    /// The share of the point it expects.
    pub(crate) expected: f64,
}

/// The threads that think: as many as there are processors, less one for the network.
pub(crate) struct Thinkers {
    places: Arc<Semaphore>,
}

impl Thinkers {
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { places: Arc::new(Semaphore::new(processors.saturating_sub(1).max(1))) }
    }

    /// A single thread.
    pub(crate) fn one() -> Self {
        Self { places: Arc::new(Semaphore::new(1)) }
    }

    /// Thinks as soon as a place is free. `tell` hears how far the thinking has come.
    pub(crate) async fn think(
        &self,
        question: Question,
        stop: Arc<AtomicBool>,
        mut tell: impl FnMut(Thought) + Send + 'static,
    ) -> Option<Reply> {
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        let thought = tokio::task::spawn_blocking(move || {
            let _place = place;
            let id = GameName::new(&question.game).id.to_owned();
            menagerie_catalog::visit(&id, Think { question: &question, stop: &stop, tell: &mut tell }).flatten()
        });
        thought.await.ok().flatten()
    }
}

/// How long a computer player of a level may think, with what its clock has left and gets back with every turn.
pub(crate) fn time_for(level: u8, left: Option<(Millis, Millis)>) -> Time {
    let span = |millis: Millis| Duration::from_millis(millis.max(0) as u64);
    Time::of_level(level, left.map(|(left, increment)| (span(left.max(1)), span(increment))))
}

/// One question, with the game's own types.
struct Think<'a> {
    question: &'a Question,
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(Thought),
}

impl Visitor for Think<'_> {
    type Out = Option<Reply>;

    fn visit<R: Rules>(self) -> Option<Reply> {
        let Question { seat, view, past, level, time, lines, seed, .. } = self.question;
        let view = R::View::read(view, Viewer::Seat(*seat)).ok()?;
        let past = past.as_ref().map(|(start, events)| History::read::<R>(start, events));
        let mut request = Request::<R>::new(view, past.flatten().unwrap_or_default());
        request.limits = Limits { time: *time, ..Limits::INFINITE };
        request.lines = *lines;
        request.level = level.and_then(Level::new);
        request.seed = *seed;
        let seats: Vec<Seat> = request.view.sample(&mut |_: u32| 0).seats().iter().collect();
        let mut thought = Thought::default();
        let mut thinker = Thinker::<R>::new(Settings { threads: 1, hash: 16 });
        let mut report = |report: &Report<'_, R::Action>| {
            note::<R>(&mut thought, report, *seat, &seats);
            if report.line >= request.lines.min(thought.lines.len()) {
                (self.tell)(thought.clone());
            }
        };
        let Answer { action, shares, .. } = thinker.think(&request, self.stop, &mut report)?;
        Some(Reply { action: action.to_string(), expected: shares[*seat] })
    }
}

fn note<R: Rules>(thought: &mut Thought, report: &Report<'_, R::Action>, seat: Seat, seats: &[Seat]) {
    thought.depth = report.depth;
    thought.nodes = report.stats.nodes;
    let line = Line {
        expected: expected(report.value, seat, seats),
        score: words(report.value),
        actions: report.actions.iter().map(ToString::to_string).collect(),
    };
    thought.lines.truncate(report.line.saturating_sub(1));
    thought.lines.push(line);
}

/// The shares of the point that a value means, in order of play: what the actor does not expect, the others share.
fn expected(value: Value, seat: Seat, seats: &[Seat]) -> Vec<f32> {
    /// A lead of four small pieces wins nine of eleven games, as chess players reckon.
    const SCALE: f32 = 400.0;
    let own = match value {
        Value::Wins { .. } => 1.0,
        Value::Loses { .. } => 0.0,
        Value::Centi(centi) => 1.0 / (1.0 + 10f32.powf(-(centi as f32) / SCALE)),
    };
    let others = (1.0 - own) / (seats.len().max(2) - 1) as f32;
    seats.iter().map(|&it| if it == seat { own } else { others }).collect()
}

fn words(value: Value) -> String {
    match value {
        Value::Centi(centi) => format!("{:+.2}", f64::from(centi) / 100.0),
        Value::Wins { plies } => format!("wins in {plies}"),
        Value::Loses { plies } => format!("loses in {plies}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_in_words_and_shares() {
        let seats = [Seat(0), Seat(1)];
        assert_eq!(words(Value::Centi(130)), "+1.30");
        assert_eq!(words(Value::Loses { plies: 4 }), "loses in 4");
        assert_eq!(expected(Value::Centi(0), Seat(1), &seats), [0.5, 0.5]);
        assert_eq!(expected(Value::Wins { plies: 1 }, Seat(1), &seats), [0.0, 1.0]);
    }
}
