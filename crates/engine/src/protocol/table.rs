//! The table at which a session sits: one game with its own types, behind a trait without them.

use std::sync::{Arc, Mutex, PoisonError};

use menagerie_catalog::{Chosen, Visitor, visit};
use menagerie_game::{Actor, Options, Rules, View};
use menagerie_search::{Limits, Request, Settings, Thinker, Value};

use super::command::Placement;
use super::go::Go;
use super::info::{NO_MOVE, best_move, info};
use super::knobs::Knobs;
use super::question::Known;
use super::task::{Task, bench_task, perft_task};
use super::{Dialect, Stop};

/// What a session asks of a game.
pub(crate) trait Table: Send {
    /// Puts a position or a view on the table. If that fails, everything is as before.
    fn place(&mut self, placement: &Placement, dialect: Dialect) -> Result<(), String>;
    /// Answers a query; the error says what could be asked.
    fn query(&self, words: &[String]) -> Result<String, String>;
    /// What it looks like, with its text.
    fn draw(&self) -> Vec<String>;
    /// Forgets what was learned.
    fn forget(&mut self);
    /// Gives the player other means; what was learned is lost.
    fn equip(&mut self, settings: Settings);
    /// Thinks.
    fn think(&self, go: &Go, knobs: &Knobs, dialect: Dialect) -> Task;
    /// Whether thinking ends by itself.
    fn ends(&self, go: &Go) -> bool;
    /// Counts sequences of actions.
    fn perft(&self, depth: u32) -> Result<Task, String>;
    /// Thinks about fixed positions.
    fn bench(&self, deeper: i32) -> Task;
}

/// A table for a game, at its start.
pub(crate) fn table(chosen: Chosen, settings: Settings) -> Box<dyn Table> {
    struct Sit(Options, Settings);
    impl Visitor for Sit {
        type Out = Box<dyn Table>;

        fn visit<R: Rules>(self) -> Box<dyn Table> {
            let start = R::start(self.0);
            let mind = Arc::new(Mutex::new(Thinker::new(self.1)));
            Box::new(Seated { known: Known::whole(start.clone()), start, mind })
        }
    }
    visit(chosen.game.info().id, Sit(chosen.options, settings)).expect("a chosen game is in the catalog")
}

struct Seated<R: Rules> {
    start: R,
    known: Known<R>,
    mind: Arc<Mutex<Thinker<R>>>,
}

impl<R: Rules> Table for Seated<R> {
    fn place(&mut self, placement: &Placement, dialect: Dialect) -> Result<(), String> {
        self.known = match placement {
            Placement::View { seat, text } => Known::read_view(seat, text)?,
            Placement::Whole { fen, actions } => {
                let start = match fen {
                    Some(fen) => read_fen(fen, dialect)?,
                    None => self.start.clone(),
                };
                Known::played(start, actions.iter().map(|action| plain(action, dialect)))?
            }
        };
        Ok(())
    }

    fn query(&self, words: &[String]) -> Result<String, String> {
        self.known.answer(words)
    }

    fn draw(&self) -> Vec<String> {
        let view = self.known.view();
        let picture = menagerie_draw::text(R::INFO, &view.scene());
        let mut lines: Vec<_> = picture.trim_end().lines().map(str::to_owned).collect();
        lines.extend([
            String::new(),
            format!("Fen: {}", self.known.text()),
            format!("Actor: {}", self.known.actor_name()),
        ]);
        lines
    }

    fn forget(&mut self) {
        self.mind.lock().unwrap_or_else(PoisonError::into_inner).new_game();
    }

    fn equip(&mut self, settings: Settings) {
        self.mind = Arc::new(Mutex::new(Thinker::new(settings)));
    }

    fn think(&self, go: &Go, knobs: &Knobs, dialect: Dialect) -> Task {
        let Actor::Seat(seat) = self.known.actor_by_the_rules() else {
            let why = match self.known.actor_by_the_rules() {
                Actor::Chance => "chance acts here, not a seat",
                _ => "the game is over",
            };
            return nothing_to_decide(why);
        };
        let Some(mut request) = self.known.request(seat) else {
            return nothing_to_decide("this view is not that of the seat that acts");
        };
        request.limits = go.limits(R::INFO, self.known.seats(), seat);
        (request.multipv, request.level, request.seed) = (knobs.lines, knobs.level(), knobs.seed);
        request.search_moves = chosen_ones(&request.view, &go.only);
        let unheeded = go.only.len() - request.search_moves.len();
        let thought = Thought { request, mate: go.mate, infinite: go.infinite || go.ponder, dialect, unheeded };
        let mind = Arc::clone(&self.mind);
        Box::new(move |stop, say| {
            // A player that broke down while thinking is none the worse for it: it only forgets.
            thought.run(&mut mind.lock().unwrap_or_else(PoisonError::into_inner), stop, say)
        })
    }

    fn ends(&self, go: &Go) -> bool {
        let limited = |seat| go.limits(R::INFO, self.known.seats(), seat) != Limits::INFINITE;
        !go.infinite && !go.ponder && self.known.actor_by_the_rules().seat().is_none_or(limited)
    }

    fn perft(&self, depth: u32) -> Result<Task, String> {
        let Some(position) = self.known.position() else {
            return Err("perft needs a whole position, and there is only a view".to_owned());
        };
        if depth == 0 {
            return Ok(Box::new(|_, _| Some("Nodes searched: 1".to_owned())));
        }
        Ok(perft_task(position.clone(), depth))
    }

    fn bench(&self, deeper: i32) -> Task {
        bench_task::<R>(deeper)
    }
}

/// One question, and how its answer is told.
struct Thought<R: Rules> {
    request: Request<R>,
    mate: Option<u32>,
    infinite: bool,
    dialect: Dialect,
    /// How many of the actions after `searchmoves` are not legal.
    unheeded: usize,
}

impl<R: Rules> Thought<R> {
    /// The best move; nothing if it is not wanted any more.
    fn run(self, mind: &mut Thinker<R>, stop: &Stop, say: &mut dyn FnMut(String)) -> Option<String> {
        if self.unheeded > 0 {
            say(format!("info string {} of the actions after searchmoves are not legal here", self.unheeded));
        }
        let answer = mind.think(&self.request, stop.flag(), &mut |report| {
            say(info(report, self.dialect));
            if self.mate.is_some_and(|moves| is_win_within(report.value, moves)) {
                stop.give();
            }
        });
        // However early the thinking ends, `infinite` and `ponder` mean: no answer before `stop`.
        if self.infinite {
            stop.wait();
        }
        let best = || answer.map_or_else(|| NO_MOVE.to_owned(), |answer| best_move(&answer, self.dialect));
        stop.wants_answer().then(best)
    }
}

fn is_win_within(value: Value, moves: u32) -> bool {
    matches!(value, Value::Wins { plies } if plies <= moves.saturating_mul(2))
}

fn nothing_to_decide(why: &'static str) -> Task {
    Box::new(move |_, say| {
        say(format!("info string {why}"));
        Some(NO_MOVE.to_owned())
    })
}

/// The legal ones among the actions after `searchmoves`.
fn chosen_ones<V: View>(view: &V, texts: &[String]) -> Vec<<V::Position as Rules>::Action> {
    let mut legal = Vec::new();
    let _ = view.actions(&mut legal);
    texts.iter().filter_map(|text| text.parse().ok()).filter(|action| legal.contains(action)).collect()
}

/// Programs that speak UCI end a text with two counters of moves, which ours does not have.
fn read_fen<R: Rules>(text: &str, dialect: Dialect) -> Result<R, String> {
    let read = text.parse::<R>();
    let is_counter = |field: &str| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    match (read, dialect) {
        (Ok(position), _) => Ok(position),
        (Err(error), Dialect::Ugi) => Err(error.to_string()),
        (Err(error), Dialect::Uci) => {
            let mut fields = text.rsplitn(3, ' ');
            let counters = fields.next().is_some_and(is_counter) && fields.next().is_some_and(is_counter);
            let shorter = fields.next().filter(|_| counters).and_then(|text| text.parse().ok());
            shorter.ok_or_else(|| error.to_string())
        }
    }
}

/// Programs that speak UCI may mark a promotion, which our texts do not spell.
fn plain(action: &str, dialect: Dialect) -> &str {
    match dialect {
        Dialect::Ugi => action,
        Dialect::Uci => action.strip_suffix('+').unwrap_or(action),
    }
}
