//! The engine thread: searches run beside the user interface and never block it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use menagerie_catalog::Visitor;
use menagerie_game::{Rules, Seat, View, Viewer};
use menagerie_search::{History, Level, Limits, Report, Request, Settings, Thinker, Time, Value};

/// A search request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SearchRequest {
    /// The engine's reports carry this id. Reports of an older request are ignored.
    pub(crate) id: u64,
    pub(crate) purpose: Purpose,
    /// The game's id.
    pub(crate) game: &'static str,
    /// The acting seat.
    pub(crate) seat: Seat,
    /// The text of that seat's view. The engine knows nothing else.
    pub(crate) view: String,
    /// Start and events of the match, in games without hidden information.
    pub(crate) past: Option<(String, Vec<String>)>,
    /// The level from 1 to 8; `None` is full strength.
    pub(crate) level: Option<u8>,
    /// The remaining time and the increment per turn.
    pub(crate) clock: Option<(Duration, Duration)>,
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The computer player's own action.
    Move,
    /// A hint for a person.
    Hint,
    /// Continuous analysis.
    Analysis,
}

/// A report of the engine.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum EngineReport {
    /// The progress, with the best lines as text.
    Progress { id: u64, depth: u32, nodes: u64, lines: Vec<String> },
    /// The best action, and the expected score of the acting seat.
    Answer { id: u64, purpose: Purpose, action: String, expected: f64 },
}

impl SearchRequest {
    /// The search limits and the number of lines for this purpose.
    fn limits_and_lines(&self) -> (Limits, usize) {
        match self.purpose {
            Purpose::Move => {
                let time = Time::of_level(self.level.unwrap_or(8), self.clock);
                (Limits { time, ..Limits::INFINITE }, 1)
            }
            Purpose::Hint => (Limits::move_time(Duration::from_millis(1_500)), 1),
            Purpose::Analysis => (Limits::move_time(Duration::from_secs(20)), 3),
        }
    }
}

/// The handle of the engine thread.
pub(crate) struct Engine {
    questions: Sender<(SearchRequest, Arc<AtomicBool>)>,
    stop: Arc<AtomicBool>,
}

impl Engine {
    /// Starts the thread. It calls `report_to` with its reports.
    pub(crate) fn start(report_to: impl Fn(EngineReport) + Send + 'static) -> Self {
        let (questions, asked) = mpsc::channel::<(SearchRequest, Arc<AtomicBool>)>();
        thread::spawn(move || {
            for (search_request, stop) in asked {
                let task = SearchTask { search_request: &search_request, stop: &stop, report_to: &report_to };
                menagerie_catalog::visit(search_request.game, task);
            }
        });
        Self { questions, stop: Arc::default() }
    }

    /// Starts a search and drops the current one.
    pub(crate) fn ask(&mut self, search_request: SearchRequest) {
        self.stop();
        self.stop = Arc::default();
        // If the thread has died, no report comes; the person can still leave.
        let _ = self.questions.send((search_request, Arc::clone(&self.stop)));
    }

    /// Stops the search.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct SearchTask<'a> {
    search_request: &'a SearchRequest,
    stop: &'a AtomicBool,
    report_to: &'a dyn Fn(EngineReport),
}

impl Visitor for SearchTask<'_> {
    type Out = Option<()>;

    fn visit<R: Rules>(self) -> Option<()> {
        let SearchRequest { id, purpose, seat, view, past, level, .. } = self.search_request;
        let (limits, lines) = self.search_request.limits_and_lines();
        let past = past.as_ref().and_then(|(start, events)| History::read::<R>(start, events));
        let view = R::View::read(view, Viewer::Seat(*seat)).ok()?;
        let mut request = Request::<R>::new(view, past.unwrap_or_default()).within(limits);
        request.multipv = lines;
        request.level = level.and_then(Level::new);
        request.seed = random_seed();
        let mut said: Vec<String> = Vec::new();
        let mut report = |report: &Report<'_, R::Action>| {
            said.truncate(report.multipv.saturating_sub(1));
            said.push(line_in_words(report));
            if report.last {
                let (depth, nodes) = (report.depth, report.stats.nodes);
                (self.report_to)(EngineReport::Progress { id: *id, depth, nodes, lines: said.clone() });
            }
        };
        let mut thinker = Thinker::<R>::new(Settings::default());
        let answer = thinker.think(&request, self.stop, &mut report)?;
        let action = answer.action.to_string();
        (self.report_to)(EngineReport::Answer {
            id: *id,
            purpose: *purpose,
            action,
            expected: answer.value_by_seat[*seat],
        });
        Some(())
    }
}

/// A random seed, so that levels vary their play. It is not a secret.
fn random_seed() -> u64 {
    getrandom::u64().unwrap_or_default()
}

fn line_in_words<A: ToString>(report: &Report<'_, A>) -> String {
    let value = match report.value {
        Value::Centi(centi) => format!("{:+.2}", f64::from(centi) / 100.0),
        Value::Wins { plies } => format!("wins in {plies}"),
        Value::Loses { plies } => format!("loses in {plies}"),
    };
    let actions: Vec<String> = report.principal_variation.iter().take(8).map(ToString::to_string).collect();
    format!("{value}  {}", actions.join(" "))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn with_fewer_actions_than_lines_it_still_thinks_aloud() {
        let search_request = SearchRequest {
            id: 7,
            purpose: Purpose::Analysis,
            game: "jungle",
            seat: Seat(0),
            view: "l6/7/7/7/7/7/7/7/6E r".to_owned(),
            past: None,
            level: None,
            clock: None,
        };
        let (stop, told) = (AtomicBool::new(false), RefCell::new(Vec::new()));
        let report_to = |report| {
            stop.store(true, Ordering::Relaxed);
            told.borrow_mut().push(report);
        };
        menagerie_catalog::visit(
            "jungle",
            SearchTask { search_request: &search_request, stop: &stop, report_to: &report_to },
        )
        .flatten()
        .unwrap();
        let told = told.into_inner();
        let Some(EngineReport::Progress { id: 7, lines, .. }) = told.first() else {
            panic!("nothing was told: {told:?}")
        };
        assert_eq!(lines.len(), 2, "an elephant in the corner has two ways");
    }
}
