//! Alpha-beta search, for two seats with nothing hidden and no chance.
//!
//! [`root`] is iterative deepening with aspiration windows, [`node`] principal variation search,
//! [`quiescence`] the search at the leaves, [`move_ordering`] killer moves and the history
//! heuristic, [`no_progress`] the limit of actions without progress, [`proof`] the proof search
//! before the first iteration. This module starts the threads (lazy SMP) and manages time. Threads
//! share the [`transposition_table`] and the limits in [`control`], nothing else.

mod control;
mod endgame_tables;
pub(crate) mod handicap;
mod move_ordering;
mod no_progress;
mod node;
mod parameters;
mod path;
mod proof;
mod quiescence;
mod root;
mod score;
mod search;
mod sort;
#[cfg(test)]
mod tests;
mod transposition_table;

use std::sync::atomic::AtomicBool;
use std::thread;

use menagerie_game::{BySeat, Rules, Seat, View};

use crate::proof_search::ProofSearch;
use crate::{Evaluator, Limits, Random, Report, Request, SearchResult, Settings, Time};

use control::{Contempt, Control};
use handicap::handicap;
use move_ordering::{Choice, short_code};
use root::{MAX_DEPTH, Root, RootAction};
use score::FORCED_WIN;
use search::{Search, ThreadData};
use sort::sort_by_cached_key;
use transposition_table::TranspositionTable;

/// The alpha-beta player.
pub(crate) struct AlphaBeta<R: Rules> {
    table: TranspositionTable,
    /// One for each thread.
    threads: Vec<ThreadData<R>>,
    evaluator: Evaluator<R>,
    /// The evaluator of weak levels.
    weak_evaluator: Evaluator<R>,
    /// What the scores in the transposition table depend on besides the position.
    table_basis: TableBasis,
    /// Finds long forced wins; only in games where it gains strength.
    proof_search: Option<ProofSearch<R>>,
}

/// What the scores in the transposition table depend on besides the position. If it changes, they are worthless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TableBasis {
    /// Whether the player uses the evaluation of weak levels.
    weak: bool,
    /// Whether the player uses endgame tables.
    endgame_tables: bool,
    /// The score of a draw for the first seat.
    draw: i32,
}

/// Receives progress reports.
type ReportSink<'l, A> = &'l mut dyn FnMut(&Report<'_, A>);

impl<R: Rules> AlphaBeta<R> {
    pub(crate) fn new(settings: &Settings) -> Self {
        let threads = (0..settings.threads.max(1)).map(|_| ThreadData::new()).collect();
        Self {
            table: TranspositionTable::new(settings.hash),
            threads,
            evaluator: Evaluator::new(&settings.evaluation),
            weak_evaluator: Evaluator::of_weak_level(&settings.evaluation),
            table_basis: TableBasis { weak: false, endgame_tables: true, draw: 0 },
            proof_search: (R::PROOF_SEARCH && settings.proof_search).then(ProofSearch::new),
        }
    }

    /// Clears the transposition table and the move history.
    pub(crate) fn new_game(&mut self) {
        self.table.clear();
        for data in &mut self.threads {
            data.move_history.clear();
        }
    }

    /// Keeps the scores of earlier requests if they have the same basis.
    fn prepare_table(&mut self, basis: TableBasis) {
        if self.table_basis == basis {
            self.table.new_generation();
        } else {
            self.table.clear();
            self.table_basis = basis;
        }
    }

    /// See [`Thinker::think`](crate::Thinker::think).
    pub(crate) fn think(
        &mut self,
        request: &Request<R>,
        stop: &AtomicBool,
        report: ReportSink<'_, R::Action>,
    ) -> Option<SearchResult<R::Action>> {
        let seat = request.view.actor().seat()?;
        // Nothing is hidden: every determinization is the position itself.
        let position = request.view.sample(&mut Random::new(request.seed));
        let mut root = new_root(request, &position, seat)?;
        let limits = limits_with_level(request);
        let weak = request.level.is_some_and(|level| level.number() < R::NET_FROM_LEVEL);
        // A level with an error plays its endgames with errors too.
        let endgame_tables = request.level.is_none_or(|level| handicap::<R>(level).error == 0.0);
        let contempt = Contempt { seat, score: request.contempt };
        self.prepare_table(TableBasis { weak, endgame_tables, draw: contempt.draw(Seat(0)) });
        let mut control = Control::new(&self.table, &limits, stop);
        (control.endgame_tables, control.contempt) = (endgame_tables, contempt);
        let evaluator = if weak { &self.weak_evaluator } else { &self.evaluator };
        // A level with an error does not get a proof either.
        if R::PROOF_SEARCH
            && endgame_tables
            && let Some(proof_search) = &mut self.proof_search
            && let Some(distance) = proof::find_win(proof_search, &mut root, &control, &limits)
        {
            report_lines(&root, (distance, 1), 0, &control, report);
            return Some(result(&root, &control, evaluator, distance));
        }
        let (first, helpers) = self.threads.split_first_mut()?;
        let depth = thread::scope(|scope| {
            for (index, data) in helpers.iter_mut().enumerate() {
                let (mut root, control) = (root.clone(), &control);
                scope.spawn(move || {
                    let search = Search::new(data, control, evaluator, root.position);
                    search_helper_thread(&mut root, search, index);
                });
            }
            let search = Search::new(first, &control, evaluator, root.position);
            let depth = search_main_thread(&mut root, search, &limits, report);
            control.halt();
            depth
        });
        Some(result(&root, &control, evaluator, depth))
    }
}

/// The stricter of the request's limits and those of its level.
fn limits_with_level<R: Rules>(request: &Request<R>) -> Limits {
    let Some(handicap) = request.level.map(handicap::<R>) else { return request.limits };
    Limits {
        nodes: Some(request.limits.nodes.map_or(handicap.nodes, |nodes| nodes.min(handicap.nodes))),
        depth: Some(request.limits.depth.map_or(handicap.depth, |depth| depth.min(handicap.depth))),
        ..request.limits
    }
}

/// The root with its actions; `None` if there are none.
fn new_root<'r, R: Rules>(request: &'r Request<R>, position: &'r R, seat: Seat) -> Option<Root<'r, R>> {
    let mut listed = Vec::new();
    let _ = request.view.actions(&mut listed);
    listed.retain(|action| request.search_moves.is_empty() || request.search_moves.contains(action));
    let key =
        |&action: &R::Action| (-i64::from(position.order_hint(action)) << 16) | i64::from(short_code::<R>(action));
    sort_by_cached_key(&mut listed, key);
    let score_error = request.level.map_or(0.0, |level| handicap::<R>(level).error);
    let mut random = Random::new(request.seed ^ position.key());
    let actions: Vec<_> = listed
        .into_iter()
        .map(|action| RootAction {
            choice: Choice { action, code: short_code::<R>(action), tactical: position.is_tactical(action), rank: 0 },
            score_error: (score_error * standard_normal(&mut random)) as i32,
            score: 0,
            previous: 0,
            last_score: None,
            pv: new_pv(action),
        })
        .collect();
    let multipv = request.multipv.clamp(1, actions.len().max(1));
    (!actions.is_empty()).then_some(Root { position, seat, history: &request.history, actions, multipv })
}

/// A principal variation that can grow without allocating.
fn new_pv<A>(action: A) -> Vec<A> {
    let mut pv = Vec::with_capacity(score::MAX_PLY + 2);
    pv.push(action);
    pv
}

/// A nearly normal random number with mean 0 and standard deviation 1.
fn standard_normal(random: &mut Random) -> f64 {
    (0..12).map(|_| random.unit()).sum::<f64>() - 6.0
}

/// The main thread: it reports, and it decides when to stop. Returns the last finished depth.
fn search_main_thread<R: Rules>(
    root: &mut Root<'_, R>,
    mut search: Search<'_, R>,
    limits: &Limits,
    report: ReportSink<'_, R::Action>,
) -> u32 {
    let control = search.control;
    search.begin(root.history);
    let mut done = 0;
    let mut stable_iterations = 0;
    for depth in 1..=limits.depth.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32) {
        let best = root.actions[0].choice.code;
        let lines_done = search.search_iteration(root, depth);
        search.check_limits();
        stable_iterations = if root.actions[0].choice.code == best { stable_iterations + 1 } else { 0 };
        if lines_done == 0 {
            break;
        }
        done = depth as u32;
        report_lines(root, (done, lines_done), search.selective_depth, control, report);
        if search.halted || should_stop(root, done, stable_iterations, control, limits) {
            break;
        }
    }
    done
}

/// A helper thread of lazy SMP: it searches the same root at other depths and fills the
/// transposition table.
fn search_helper_thread<R: Rules>(root: &mut Root<'_, R>, mut search: Search<'_, R>, index: usize) {
    search.begin(root.history);
    for depth in 1 + (index as i32 % 2)..=MAX_DEPTH {
        search.search_iteration(root, depth);
        if search.halted {
            return;
        }
    }
}

/// Whether to stop early: the result is decided, or the soft time limit is reached.
fn should_stop<R: Rules>(
    root: &Root<'_, R>,
    depth: u32,
    stable_iterations: u32,
    control: &Control<'_>,
    limits: &Limits,
) -> bool {
    if limits.time == Time::Unlimited && limits.nodes.is_none() {
        return false;
    }
    let best = root.actions[0].score;
    let distance = (score::WIN - best.abs()) as u32;
    if best.abs() >= FORCED_WIN && root.multipv == 1 && depth > distance + 2 {
        return true;
    }
    let Some(soft) = control.deadlines.soft else { return false };
    // A stable best action needs less time.
    let tenths = [14, 11, 9, 8, 7][stable_iterations.min(4) as usize];
    root.actions.len() == 1 || control.deadlines.elapsed() >= soft * tenths / 10
}

/// Reports all lines (`MultiPV`): the finished ones with this depth, the others with the previous
/// one. Actions without a score are not reported.
fn report_lines<R: Rules>(
    root: &Root<'_, R>,
    (depth, done): (u32, usize),
    selective_depth: usize,
    control: &Control<'_>,
    report: ReportSink<'_, R::Action>,
) {
    let stats = control.stats();
    let lines = root.actions[..root.multipv].iter().take_while(|action| action.last_score.is_some()).count();
    let mut ceiling = score::INFINITE;
    for (index, action) in root.actions[..lines].iter().enumerate() {
        // The unfinished lines are worse than the finished ones, so an old score is capped.
        let score = action.last_score.map_or(ceiling, |last_score| last_score.min(ceiling));
        ceiling = score;
        let depth = if index < done { depth } else { depth.saturating_sub(1).max(1) };
        report(&Report {
            multipv: index + 1,
            depth,
            selective_depth: (selective_depth as u32).max(depth),
            value: score::value(score),
            expected_score: score::expected_score(score),
            last: index + 1 == lines,
            principal_variation: &action.pv,
            stats,
        });
    }
}

fn result<R: Rules>(
    root: &Root<'_, R>,
    control: &Control<'_>,
    evaluator: &Evaluator<R>,
    depth: u32,
) -> SearchResult<R::Action> {
    let best = &root.actions[0];
    // Halted before the first score: fall back to the static evaluation.
    let static_score = || score::clamp_evaluation(evaluator.evaluate(root.position, root.seat));
    let best_score = best.last_score.unwrap_or_else(static_score);
    let expected = score::expected_score(best_score);
    let seats = root.position.seats();
    let value_by_seat = BySeat::from_fn(|seat| match seat {
        _ if seat == root.seat => expected,
        _ if seats.contains(seat) => 1.0 - expected,
        _ => 0.0,
    });
    SearchResult {
        action: best.choice.action,
        ponder: best.pv.get(1).copied(),
        value: score::value(best_score),
        value_by_seat,
        principal_variation: best.pv.clone(),
        depth,
        stats: control.stats(),
    }
}
