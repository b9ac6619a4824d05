//! The computer players: a thread of their own that answers questions, so that the screen never waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use menagerie_catalog::Visitor;
use menagerie_game::{Rules, Seat, View, Viewer};
use menagerie_search::{History, Level, Limits, Report, Request, Settings, Thinker, Time, Value};

/// What the computer is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// Comes back with the answer: one that comes too late is not heard.
    pub(crate) id: u64,
    pub(crate) purpose: Purpose,
    /// The game's id.
    pub(crate) game: &'static str,
    /// Who is to decide.
    pub(crate) seat: Seat,
    /// The text of what that seat sees; the computer knows no more.
    pub(crate) view: String,
    /// Start and events of the match; only where nothing is hidden.
    pub(crate) past: Option<(String, Vec<String>)>,
    /// From 1 to 8; as strong as possible if there is none.
    pub(crate) level: Option<u8>,
    /// What its clock has left, and what it gets back with every turn.
    pub(crate) clock: Option<(Duration, Duration)>,
}

/// What the answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The computer's own action.
    Move,
    /// A hint for a person.
    Hint,
    /// Thinking aloud.
    Analysis,
}

/// What the computer says.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Thought {
    /// How far it has come: its lines in words.
    Progress { id: u64, depth: u32, nodes: u64, lines: Vec<String> },
    /// What it would do, and the share of the point it expects.
    Answer { id: u64, purpose: Purpose, action: String, expected: f64 },
}

impl Question {
    /// How long people like to wait, and how many lines they like to read.
    fn measure(&self) -> (Limits, usize) {
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

/// The way to the thread that thinks.
pub(crate) struct Engine {
    questions: Sender<(Question, Arc<AtomicBool>)>,
    stop: Arc<AtomicBool>,
}

impl Engine {
    /// Starts the thread; it tells its thoughts to `tell`.
    pub(crate) fn start(tell: impl Fn(Thought) + Send + 'static) -> Self {
        let (questions, asked) = mpsc::channel::<(Question, Arc<AtomicBool>)>();
        thread::spawn(move || {
            for (question, stop) in asked {
                let think = Think { question: &question, stop: &stop, tell: &tell };
                menagerie_catalog::visit(question.game, think);
            }
        });
        Self { questions, stop: Arc::default() }
    }

    /// Asks something; what was asked before is dropped.
    pub(crate) fn ask(&mut self, question: Question) {
        self.stop();
        self.stop = Arc::default();
        // If the thread is gone, nobody answers; the person can still leave.
        let _ = self.questions.send((question, Arc::clone(&self.stop)));
    }

    /// Stops thinking.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct Think<'a> {
    question: &'a Question,
    stop: &'a AtomicBool,
    tell: &'a dyn Fn(Thought),
}

impl Visitor for Think<'_> {
    type Out = Option<()>;

    fn visit<R: Rules>(self) -> Option<()> {
        let Question { id, purpose, seat, view, past, level, .. } = self.question;
        let (limits, lines) = self.question.measure();
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
                (self.tell)(Thought::Progress { id: *id, depth, nodes, lines: said.clone() });
            }
        };
        let mut thinker = Thinker::<R>::new(Settings::default());
        let answer = thinker.think(&request, self.stop, &mut report)?;
        let action = answer.action.to_string();
        (self.tell)(Thought::Answer { id: *id, purpose: *purpose, action, expected: answer.value_by_seat[*seat] });
        Some(())
    }
}

/// Levels play differently every time; nothing here needs to be secret.
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
        let question = Question {
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
        let tell = |thought| {
            stop.store(true, Ordering::Relaxed);
            told.borrow_mut().push(thought);
        };
        menagerie_catalog::visit("jungle", Think { question: &question, stop: &stop, tell: &tell }).flatten().unwrap();
        let told = told.into_inner();
        let Some(Thought::Progress { id: 7, lines, .. }) = told.first() else { panic!("nothing was told: {told:?}") };
        assert_eq!(lines.len(), 2, "an elephant in the corner has two ways");
    }
}
