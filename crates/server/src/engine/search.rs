//! One search of a computer player: a question about a view in, an action out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use menagerie_catalog::Visitor;
use menagerie_game::{GameName, Rules, Seat, View, Viewer};
use menagerie_search::{History, Level, Limits, Report, Request, SearchResult, Settings, Thinker, Time, Value};
use menagerie_table::clock::Millis;
use menagerie_wire::{Line, Thought};
use serde::{Deserialize, Serialize};

/// How long a computer player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Allowed {
    /// Until it is told to stop.
    Unlimited,
    /// So many milliseconds.
    Move(u64),
    /// What its clock allows: so many milliseconds left, so many more with each turn.
    Clock(u64, u64),
}

impl From<Time> for Allowed {
    fn from(time: Time) -> Self {
        let millis = |span: Duration| span.as_millis() as u64;
        match time {
            Time::Unlimited => Self::Unlimited,
            Time::Move(span) => Self::Move(millis(span)),
            Time::Clock { left, increment, .. } => Self::Clock(millis(left), millis(increment)),
        }
    }
}

impl From<Allowed> for Time {
    fn from(allowed: Allowed) -> Self {
        match allowed {
            Allowed::Unlimited => Self::Unlimited,
            Allowed::Move(millis) => Self::Move(Duration::from_millis(millis)),
            Allowed::Clock(left, increment) => Self::Clock {
                left: Duration::from_millis(left),
                increment: Duration::from_millis(increment),
                turns_to_go: None,
            },
        }
    }
}

/// What a computer player is asked: what its seat sees, never the position.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    pub(crate) time: Allowed,
    /// How many lines to tell.
    pub(crate) lines: usize,
    /// What is left to luck.
    pub(crate) seed: u64,
}

impl Question {
    /// The most milliseconds that the search may take. With a clock it is an estimate: the time manager decides.
    pub(crate) fn longest(&self) -> i64 {
        /// Of a search without a limit, which somebody will stop.
        const UNLIMITED: u64 = 10_000;
        const TURNS_TO_GO: u64 = 20;
        let millis = match self.time {
            Allowed::Unlimited => UNLIMITED,
            Allowed::Move(millis) => millis,
            Allowed::Clock(left, increment) => (left / TURNS_TO_GO + increment).min(left),
        };
        i64::try_from(millis).unwrap_or(i64::MAX)
    }
}

/// What it answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Reply {
    /// The action to do.
    pub(crate) action: String,
    /// The share of the point it expects.
    pub(crate) expected: f64,
}

/// As many as there are processors, less one for the network.
pub fn usual_threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    processors.saturating_sub(1).max(1)
}

/// Thinks at once, on a thread of its own, which keeps `held` as long as it thinks.
pub(crate) async fn think(
    question: Question,
    stop: Arc<AtomicBool>,
    mut tell: impl FnMut(Thought) + Send + 'static,
    held: impl Send + 'static,
) -> Option<Reply> {
    let thought = tokio::task::spawn_blocking(move || {
        let _held = held;
        let id = GameName::new(&question.game).id.to_owned();
        menagerie_catalog::visit(&id, Think { question: &question, stop: &stop, tell: &mut tell }).flatten()
    });
    thought.await.ok().flatten()
}

/// How long a computer player of a level may think, with what its clock has left and gets back with every turn.
pub(crate) fn time_for(level: u8, left: Option<(Millis, Millis)>) -> Allowed {
    let span = |millis: Millis| Duration::from_millis(millis.max(0) as u64);
    Time::of_level(level, left.map(|(left, increment)| (span(left.max(1)), span(increment)))).into()
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
        request.limits = Limits { time: (*time).into(), ..Limits::INFINITE };
        request.multipv = *lines;
        request.level = level.and_then(Level::new);
        request.seed = *seed;
        let rivals = Rivals::of(&request.view.sample(&mut |_: u32| 0), *seat);
        let names = rivals.0.iter().map(|&(seat, _)| R::INFO.seat_name(seat).to_owned());
        let mut thought = Thought { seats: names.collect(), ..Thought::default() };
        let mut thinker = Thinker::<R>::new(Settings { threads: 1, hash: 16 });
        let mut report = |report: &Report<'_, R::Action>| {
            note::<R>(&mut thought, report, &rivals);
            if report.last {
                (self.tell)(thought.clone());
            }
        };
        let SearchResult { action, value_by_seat, .. } = thinker.think(&request, self.stop, &mut report)?;
        Some(Reply { action: action.to_string(), expected: value_by_seat[*seat] })
    }
}

fn note<R: Rules>(thought: &mut Thought, report: &Report<'_, R::Action>, rivals: &Rivals) {
    thought.depth = report.depth;
    thought.nodes = report.stats.nodes;
    let line = Line {
        expected: rivals.expected(report.expected_score as f32),
        score: words(report.value),
        actions: report.principal_variation.iter().map(ToString::to_string).collect(),
    };
    thought.lines.truncate(report.multipv.saturating_sub(1));
    thought.lines.push(line);
}

/// The seats of a match in order of play; each rival of the actor with its part of what the actor does not expect, the
/// actor itself with none.
struct Rivals(Vec<(Seat, Option<f32>)>);

impl Rivals {
    /// Living rivals divide the rest by the odds that the game's own evaluation gives them; who is out gets nothing.
    fn of<R: Rules>(position: &R, actor: Seat) -> Self {
        const SCALE: f32 = 400.0;
        let evaluations = position.evaluations();
        let odds = |seat: Seat| match seat {
            _ if seat == actor => None,
            _ if position.living().contains(seat) => Some((evaluations[seat] as f32 / SCALE).clamp(-20.0, 20.0).exp()),
            _ => Some(0.0),
        };
        let all: Vec<_> = position.seats().iter().map(|seat| (seat, odds(seat))).collect();
        let total: f32 = all.iter().filter_map(|&(_, odds)| odds).sum();
        Self(all.into_iter().map(|(seat, odds)| (seat, odds.map(|odds| odds / total.max(f32::MIN_POSITIVE)))).collect())
    }

    /// The share of the point that each seat can expect if the actor expects this.
    fn expected(&self, own: f32) -> Vec<f32> {
        self.0.iter().map(|(_, part)| part.map_or(own, |part| (1.0 - own) * part)).collect()
    }
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
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn a_value_in_words_and_shares() {
        let two = Rivals(vec![(Seat(0), Some(1.0)), (Seat(1), None)]);
        assert_eq!(words(Value::Centi(130)), "+1.30");
        assert_eq!(words(Value::Loses { plies: 4 }), "loses in 4");
        assert_eq!(two.expected(0.5), [0.5, 0.5]);
        assert_eq!(two.expected(1.0), [0.0, 1.0]);
    }

    #[test]
    fn among_four_the_rest_is_shared_by_the_living_and_the_dead_get_nothing() {
        let even = Rivals(vec![(Seat(0), Some(0.5)), (Seat(1), None), (Seat(2), Some(0.5)), (Seat(3), Some(0.0))]);
        let shares = even.expected(1.0 / 3.0);
        assert!(
            shares.iter().zip([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]).all(|(a, b)| (a - b).abs() < 1e-6),
            "{shares:?}"
        );
    }

    /// What is told first about the start of a game, with so many lines.
    fn told(game: &str, lines: usize) -> Vec<Thought> {
        let start = game.parse::<menagerie_catalog::Chosen>().unwrap().start();
        let seat = start.actor().seat().unwrap();
        let question = Question {
            game: game.to_owned(),
            seat,
            view: start.view(Viewer::Seat(seat)).text(),
            past: None,
            level: None,
            time: Allowed::Unlimited,
            lines,
            seed: 1,
        };
        let (mut told, stop) = (Vec::new(), AtomicBool::new(false));
        let mut tell = |thought| {
            told.push(thought);
            stop.store(told.len() >= 4, Ordering::Relaxed);
        };
        let think = Think { question: &question, stop: &stop, tell: &mut tell };
        menagerie_catalog::visit(GameName::new(game).id, think).flatten().unwrap();
        told
    }

    #[test]
    fn all_lines_of_a_depth_are_told_at_once() {
        let told = told("jungle", 3);
        assert!(told.iter().all(|thought| thought.lines.len() == 3), "{told:?}");
        let depths: Vec<_> = told.iter().take(4).map(|thought| thought.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4]);
    }

    /// Hundredths are 400 times the logarithm of the odds where a game is sampled.
    #[test]
    fn the_share_that_is_shown_is_the_share_that_was_found() {
        for thought in told("djambi:2", 3) {
            for line in &thought.lines {
                let Ok(score) = line.score.parse::<f32>() else { continue };
                let own = 1.0 / (1.0 + (-score / 4.0).exp());
                assert!((line.expected[0] - own).abs() < 0.01, "{line:?}");
            }
        }
    }
}
