//! One search of a computer player: a view goes in, an action comes out.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use menagerie_catalog::Visitor;
use menagerie_game::{GameName, Rules, RulesExt, Seat, View, Viewer};
use menagerie_search::{History, Level, Limits, Report, Request, SearchResult, Settings, Time, Value, player};
use menagerie_table::clock::Millis;
use menagerie_wire::{PrincipalVariation, Thought};
use serde::{Deserialize, Serialize};

/// The time limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TimeLimit {
    /// Until it is stopped.
    Unlimited,
    /// Milliseconds for this move.
    Move(u64),
    /// By the clock: milliseconds left, and the increment per turn in milliseconds.
    Clock(u64, u64),
}

impl From<Time> for TimeLimit {
    fn from(time: Time) -> Self {
        let millis = |span: Duration| span.as_millis() as u64;
        match time {
            Time::Unlimited => Self::Unlimited,
            Time::Move(span) => Self::Move(millis(span)),
            Time::Clock { left, increment, .. } => Self::Clock(millis(left), millis(increment)),
        }
    }
}

impl From<TimeLimit> for Time {
    fn from(limit: TimeLimit) -> Self {
        match limit {
            TimeLimit::Unlimited => Self::Unlimited,
            TimeLimit::Move(millis) => Self::Move(Duration::from_millis(millis)),
            TimeLimit::Clock(left, increment) => Self::Clock {
                left: Duration::from_millis(left),
                increment: Duration::from_millis(increment),
                turns_to_go: None,
            },
        }
    }
}

/// A search request: the view of the seat to move, never the position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The game with its options.
    pub game: String,
    /// The seat to move.
    pub seat: Seat,
    /// The text of that seat's view.
    pub view: String,
    /// Start position and events of the match; only for games without hidden information.
    pub past: Option<(String, Vec<String>)>,
    /// The level from 1 to 8; full strength without one.
    pub level: Option<u8>,
    /// The time limit.
    pub time: TimeLimit,
    /// The number of principal variations to report.
    pub lines: usize,
    /// Only these first actions are searched; all if empty.
    #[serde(default)]
    pub actions: Vec<String>,
    /// The random seed.
    pub seed: u64,
}

impl Question {
    /// The longest time of the search in milliseconds. With a clock it is an estimate: the time manager decides.
    pub fn longest(&self) -> i64 {
        /// For a search without a limit, which the caller will stop.
        const UNLIMITED: u64 = 10_000;
        const TURNS_TO_GO: u64 = 20;
        let millis = match self.time {
            TimeLimit::Unlimited => UNLIMITED,
            TimeLimit::Move(millis) => millis,
            TimeLimit::Clock(left, increment) => (left / TURNS_TO_GO + increment).min(left),
        };
        i64::try_from(millis).unwrap_or(i64::MAX)
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// The chosen action.
    pub action: String,
    /// The expected score, from 0 to 1.
    pub expected: f64,
}

/// Searches until a limit is reached or `stop` is set, and tells what it has found so far. `None` if the question makes no
/// sense: no such game, no such view, or nothing to do.
pub fn think(question: &Question, stop: &AtomicBool, tell: &mut dyn FnMut(Thought)) -> Option<Reply> {
    menagerie_catalog::visit(GameName::new(&question.game).id, Think { question, stop, tell }).flatten()
}

/// The time limit of a level, given the clock's remaining time and increment.
pub fn time_for(level: u8, left: Option<(Millis, Millis)>) -> TimeLimit {
    let span = |millis: Millis| Duration::from_millis(millis.max(0) as u64);
    Time::of_level(level, left.map(|(left, increment)| (span(left.max(1)), span(increment)))).into()
}

/// A search request, monomorphised for one game.
struct Think<'a> {
    question: &'a Question,
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(Thought),
}

impl Visitor for Think<'_> {
    type Out = Option<Reply>;

    fn visit<R: Rules>(self) -> Option<Reply> {
        let Question { seat, view, past, level, time, lines, actions, seed, .. } = self.question;
        let view = R::View::read(view, Viewer::Seat(*seat)).ok()?;
        let past = past.as_ref().map(|(start, events)| History::read::<R>(start, events));
        let mut request = Request::<R>::new(view, past.flatten().unwrap_or_default());
        request.limits = Limits { time: (*time).into(), ..Limits::INFINITE };
        request.multipv = *lines;
        request.search_moves = actions.iter().filter_map(|text| text.parse().ok()).collect();
        request.level = level.and_then(Level::new);
        request.seed = *seed;
        let position = request.view.sample(&mut |_: u32| 0);
        let rivals = Rivals::of(&position, *seat);
        let names = rivals.0.iter().map(|&(seat, _)| R::INFO.seat_name(seat).to_owned());
        let mut thought = Thought { seats: names.collect(), ..Thought::default() };
        let mut thinker = player::<R>(Settings { threads: 1, hash: 16, ..Settings::default() });
        let mut report = |report: &Report<'_, R::Action>| {
            add_line(&mut thought, report, &position, &rivals);
            if report.last {
                (self.tell)(thought.clone());
            }
        };
        let SearchResult { action, value_by_seat, .. } = thinker.think(&request, self.stop, &mut report)?;
        Some(Reply { action: action.to_string(), expected: value_by_seat[*seat] })
    }
}

fn add_line<R: Rules>(thought: &mut Thought, report: &Report<'_, R::Action>, position: &R, rivals: &Rivals) {
    thought.depth = report.depth;
    thought.nodes = report.stats.nodes;
    let line = PrincipalVariation {
        expected: rivals.expected(report.expected_score as f32),
        score: score_text(report.value),
        table: table_text(position, report),
        actions: report.principal_variation.iter().map(ToString::to_string).collect(),
    };
    thought.lines.truncate(report.multipv.saturating_sub(1));
    thought.lines.push(line);
}

/// What the endgame tables know of the line's first action. A game with hidden information has no tables.
fn table_text<R: Rules>(position: &R, report: &Report<'_, R::Action>) -> Option<String> {
    let first = *report.principal_variation.first()?;
    position.table_value_after(first).map(|value| value.words().into_owned())
}

/// The seats of a match in order of play. Each rival of the searching seat has its share of the remaining score; the
/// searching seat has none.
struct Rivals(Vec<(Seat, Option<f32>)>);

impl Rivals {
    /// Living rivals share the remaining score by the odds of the game's evaluation; eliminated seats get 0.
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

    /// The expected score of each seat, given that of the searching seat.
    fn expected(&self, own: f32) -> Vec<f32> {
        self.0.iter().map(|(_, part)| part.map_or(own, |part| (1.0 - own) * part)).collect()
    }
}

fn score_text(value: Value) -> String {
    match value {
        Value::Centi(centi) => {
            let sign = if centi < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", centi.unsigned_abs() / 100, centi.unsigned_abs() % 100)
        }
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
        assert_eq!(score_text(Value::Centi(130)), "+1.30");
        assert_eq!([-5, 0].map(|centi| score_text(Value::Centi(centi))), ["-0.05", "+0.00"]);
        assert_eq!(score_text(Value::Loses { plies: 4 }), "loses in 4");
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

    /// All reports about the start position of a game, with this number of lines.
    fn told(game: &str, lines: usize) -> Vec<Thought> {
        told_of(game, &*game.parse::<menagerie_catalog::Chosen>().unwrap().start(), lines)
    }

    /// All reports about a position.
    fn told_of(game: &str, start: &dyn menagerie_game::erased::AnyPosition, lines: usize) -> Vec<Thought> {
        let seat = start.actor().seat().unwrap();
        let question = Question {
            game: game.to_owned(),
            seat,
            view: start.view(Viewer::Seat(seat)).text(),
            past: None,
            level: None,
            time: TimeLimit::Unlimited,
            lines,
            actions: Vec::new(),
            seed: 1,
        };
        let (mut told, stop) = (Vec::new(), AtomicBool::new(false));
        let mut tell = |thought| {
            told.push(thought);
            stop.store(told.len() >= 4, Ordering::Relaxed);
        };
        think(&question, &stop, &mut tell).unwrap();
        told
    }

    /// With one token each every action that does not end the game leads into a table.
    #[test]
    fn a_line_says_what_the_endgame_tables_know_of_its_first_action() {
        let read = |text| menagerie_catalog::find("jungle").unwrap().read(text).unwrap();
        let told = told_of("jungle", &*read("7/7/7/7/w6/7/6E/7/7 r"), 3);
        assert!(told.iter().flat_map(|thought| &thought.lines).all(|line| line.table.is_some()), "{told:?}");
        let told = told_of("jungle", &*read("7/7/7/7/7/7/3Pw2/7/7 r"), 1);
        assert_eq!(told[0].lines[0].table, None, "the game is over after the capture");
    }

    #[test]
    fn all_lines_of_a_depth_are_told_at_once() {
        let told = told("jungle", 3);
        assert!(told.iter().all(|thought| thought.lines.len() == 3), "{told:?}");
        let depths: Vec<_> = told.iter().take(4).map(|thought| thought.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4]);
    }

    /// In sampled games, centipawns are 400 times the logarithm of the odds.
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
