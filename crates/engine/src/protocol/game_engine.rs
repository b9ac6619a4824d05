//! The engine of one game behind a trait without the game's types (type erasure).

use std::sync::{Arc, Mutex, PoisonError};

use menagerie_catalog::{Chosen, Visitor, visit};
use menagerie_game::{Actor, Options, Rules, View};
use menagerie_search::{Limits, Player, Request, Settings, Value, player};

use super::command::PositionCommand;
use super::go::Go;
use super::info::{NO_MOVE, best_move, info};
use super::known_position::KnownPosition;
use super::options::EngineOptions;
use super::task::{Task, bench_task, perft_task};
use super::{Dialect, StopSignal};

/// What a session needs of a game.
pub(crate) trait GameEngine: Send {
    /// Sets a position or a view. After an error the old one stays.
    fn set_position(&mut self, placement: &PositionCommand, dialect: Dialect) -> Result<(), String>;
    /// Answers a query. The error lists the valid queries.
    fn query(&self, words: &[String]) -> Result<String, String>;
    /// Draws the position and prints its text.
    fn draw(&self) -> Vec<String>;
    /// Clears the transposition table and the move history.
    fn clear(&mut self);
    /// Changes hash size, threads, evaluation and proof search, which also clears the transposition table.
    fn set_resources(&mut self, settings: Settings);
    /// A task that searches the position.
    fn search(&self, go: &Go, options: &EngineOptions, dialect: Dialect) -> Task;
    /// Whether the search ends without `stop`.
    fn search_ends(&self, go: &Go) -> bool;
    /// A task that runs perft.
    fn perft(&self, depth: u32) -> Result<Task, String>;
    /// A task that runs the benchmark.
    fn bench(&self, deeper: i32) -> Task;
}

/// The engine of a game, at its start position.
pub(crate) fn game_engine(chosen: Chosen, settings: Settings) -> Box<dyn GameEngine> {
    struct Build(Options, Settings);
    impl Visitor for Build {
        type Out = Box<dyn GameEngine>;

        fn visit<R: Rules>(self) -> Box<dyn GameEngine> {
            let start = R::start(self.0);
            let thinker = Arc::new(Mutex::new(player(self.1)));
            Box::new(TypedEngine { known: KnownPosition::full(start.clone()), start, thinker })
        }
    }
    visit(chosen.game.info().id, Build(chosen.options, settings)).expect("a chosen game is in the catalog")
}

struct TypedEngine<R: Rules> {
    start: R,
    known: KnownPosition<R>,
    thinker: Arc<Mutex<Box<dyn Player<R>>>>,
}

impl<R: Rules> GameEngine for TypedEngine<R> {
    fn set_position(&mut self, placement: &PositionCommand, dialect: Dialect) -> Result<(), String> {
        self.known = match placement {
            PositionCommand::View { seat, text } => KnownPosition::read_view(seat, text)?,
            PositionCommand::Full { fen, actions } => {
                let start = match fen {
                    Some(fen) => read_fen(fen, dialect)?,
                    None => self.start.clone(),
                };
                KnownPosition::played(start, actions.iter().map(|action| strip_promotion_mark(action, dialect)))?
            }
        };
        Ok(())
    }

    fn query(&self, words: &[String]) -> Result<String, String> {
        self.known.query(words)
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

    fn clear(&mut self) {
        self.thinker.lock().unwrap_or_else(PoisonError::into_inner).new_game();
    }

    fn set_resources(&mut self, settings: Settings) {
        self.thinker = Arc::new(Mutex::new(player(settings)));
    }

    fn search(&self, go: &Go, options: &EngineOptions, dialect: Dialect) -> Task {
        let Actor::Seat(seat) = self.known.actor_by_rules() else {
            let why = match self.known.actor_by_rules() {
                Actor::Chance => "chance acts here, not a seat",
                _ => "the game is over",
            };
            return nothing_to_decide(why);
        };
        let Some(mut request) = self.known.request(seat) else {
            return nothing_to_decide("this view is not that of the seat that acts");
        };
        request.limits = go.limits(R::INFO, self.known.seats(), seat);
        (request.multipv, request.level, request.seed) = (options.multipv, options.level(), options.seed);
        // An endless search is analysis.
        request.contempt = if go.infinite { 0 } else { options.contempt() };
        request.search_moves = legal_search_moves(&request.view, &go.search_moves);
        let illegal_count = go.search_moves.len() - request.search_moves.len();
        let thought = SearchJob { request, mate: go.mate, infinite: go.infinite || go.ponder, dialect, illegal_count };
        let thinker = Arc::clone(&self.thinker);
        Box::new(move |stop, say| {
            // After a panic in a search the thinker is still usable: only its tables may be incomplete.
            thought.run(&mut **thinker.lock().unwrap_or_else(PoisonError::into_inner), stop, say)
        })
    }

    fn search_ends(&self, go: &Go) -> bool {
        let limit_strength = |seat| go.limits(R::INFO, self.known.seats(), seat) != Limits::INFINITE;
        !go.infinite && !go.ponder && self.known.actor_by_rules().seat().is_none_or(limit_strength)
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

/// One search and how it is reported.
struct SearchJob<R: Rules> {
    request: Request<R>,
    mate: Option<u32>,
    infinite: bool,
    dialect: Dialect,
    /// The number of illegal actions after `searchmoves`.
    illegal_count: usize,
}

impl<R: Rules> SearchJob<R> {
    /// Runs the search. Returns the `bestmove` line; `None` if the client no longer wants it.
    fn run(self, thinker: &mut dyn Player<R>, stop: &StopSignal, say: &mut dyn FnMut(String)) -> Option<String> {
        if self.illegal_count > 0 {
            say(format!("info string {} of the actions after searchmoves are not legal here", self.illegal_count));
        }
        let answer = thinker.think(&self.request, stop.flag(), &mut |report| {
            say(info(report, self.dialect));
            if self.mate.is_some_and(|moves| is_win_within(report.value, moves)) {
                stop.set();
            }
        });
        // With `infinite` and `ponder` there is no `bestmove` before `stop`, however early the search ends.
        if self.infinite {
            stop.wait();
        }
        let best = || answer.map_or_else(|| NO_MOVE.to_owned(), |answer| best_move(&answer, self.dialect));
        stop.wants_result().then(best)
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

/// The legal actions among those after `searchmoves`.
fn legal_search_moves<V: View>(view: &V, texts: &[String]) -> Vec<<V::Position as Rules>::Action> {
    let mut legal = Vec::new();
    let _ = view.actions(&mut legal);
    texts.iter().filter_map(|text| text.parse().ok()).filter(|action| legal.contains(action)).collect()
}

/// UCI programs append two move counters to a position text. Ours has none.
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

/// UCI programs may mark a promotion with `+`. Our action texts do not.
fn strip_promotion_mark(action: &str, dialect: Dialect) -> &str {
    match dialect {
        Dialect::Ugi => action,
        Dialect::Uci => action.strip_suffix('+').unwrap_or(action),
    }
}
