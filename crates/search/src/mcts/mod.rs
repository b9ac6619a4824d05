//! Monte-Carlo tree search (MCTS), for games with more than two seats, with chance or with hidden
//! information.
//!
//! Each iteration samples a determinization of the view and descends the tree: every seat maximizes
//! its own value, chance is sampled. The first new position gets the game's static evaluation, and
//! the values are backpropagated. Nodes are information sets. Every thread has its own tree (root
//! parallelization); the root statistics are merged.

pub(crate) mod handicap;
mod parameters;
mod path;
mod policy;
mod root;
mod tree;
mod value_by_seat;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use menagerie_game::{Actor, BySeat, Handicap, Rules, View, Viewer};

use self::handicap::{choose, handicap};
use self::policy::Policy;
use self::root::Candidate;
use self::worker::Worker;
use crate::time_manager::Deadlines;
use crate::{Evaluator, Limits, Random, Report, Request, SearchResult, Settings, Stats, Value};

/// The Monte-Carlo player.
pub(crate) struct MonteCarlo<R: Rules> {
    workers: Vec<Worker<R>>,
    evaluator: Evaluator<R>,
    /// For levels below [`Rules::NET_FROM_LEVEL`].
    weak_evaluator: Evaluator<R>,
}

/// The limits of one request, shared by all threads.
struct Control<'a> {
    deadlines: Deadlines,
    /// The iterations of each thread.
    visits: Option<u64>,
    stop: &'a AtomicBool,
    /// Set by the first thread that finds a reason to stop.
    done: AtomicBool,
    visited: AtomicU64,
}

/// The clock is read once per this many iterations.
const CLOCK_INTERVAL: u64 = 8;
/// The first report comes after this many iterations, each later one after 1.5 times as many.
const FIRST_REPORT: u64 = 500;
/// A depth limit of n allows this many iterations, doubled n times.
const DEPTH_VISITS: u64 = 64;
/// The greatest depth that still doubles the iterations.
const MAX_DEPTH: u32 = 40;

impl<R: Rules> MonteCarlo<R> {
    /// A player with the game's evaluation and move-ordering hints.
    pub(crate) fn new(settings: &Settings) -> Self {
        Self::with_policy(settings, Policy::Guided)
    }

    /// A player with random playouts to the end of the game.
    pub(crate) fn plain(settings: &Settings) -> Self {
        Self::with_policy(settings, Policy::Plain)
    }

    fn with_policy(settings: &Settings, policy: Policy) -> Self {
        let threads = settings.threads.max(1);
        let bytes = (settings.hash.max(1) << 20) / threads;
        let evaluator = Evaluator::new(&settings.evaluation);
        Self {
            workers: (0..threads).map(|_| Worker::new(policy, evaluator.clone(), bytes)).collect(),
            evaluator,
            weak_evaluator: Evaluator::of_weak_level(&settings.evaluation),
        }
    }

    /// Clears the trees.
    pub(crate) fn new_game(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.tree.clear());
    }

    /// See [`Thinker::think`](crate::Thinker::think).
    pub(crate) fn think(
        &mut self,
        request: &Request<R>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<'_, R::Action>),
    ) -> Option<SearchResult<R::Action>> {
        let Viewer::Seat(seat) = request.view.viewer() else { return None };
        if request.view.actor() != Actor::Seat(seat) {
            return None;
        }
        let handicap = request.level.map(handicap::<R>);
        let control = Control::new(&request.limits, handicap, self.workers.len() as u64, stop);
        let weak = request.level.is_some_and(|level| level.number() < R::NET_FROM_LEVEL);
        for (index, worker) in self.workers.iter_mut().enumerate() {
            worker.evaluator.clone_from(if weak { &self.weak_evaluator } else { &self.evaluator });
            worker.begin(request, seat, request.seed.wrapping_add((index as u64) << 32));
        }
        self.run(request, &control, report);
        self.result(request, &control, handicap, report)
    }

    /// All threads iterate until one of them reaches a limit.
    fn run(&mut self, request: &Request<R>, control: &Control<'_>, report: &mut dyn FnMut(&Report<'_, R::Action>)) {
        let Some((first, others)) = self.workers.split_first_mut() else { return };
        std::thread::scope(|scope| {
            for worker in others {
                scope.spawn(move || run_iterations(worker, &request.view, control, &mut |_, _| {}));
            }
            let mut next_report = FIRST_REPORT;
            run_iterations(first, &request.view, control, &mut |worker, visits| {
                if visits >= next_report {
                    next_report += next_report / 2;
                    report_lines(std::slice::from_ref(worker), request, control, report);
                }
            });
            control.done.store(true, Ordering::Relaxed);
        });
    }

    fn result(
        &self,
        request: &Request<R>,
        control: &Control<'_>,
        handicap: Option<Handicap>,
        report: &mut dyn FnMut(&Report<'_, R::Action>),
    ) -> Option<SearchResult<R::Action>> {
        report_lines(&self.workers, request, control, report);
        let candidates = root::candidates(&self.workers);
        let mut random = Random::new(!request.seed);
        let chosen = handicap.map_or(0, |handicap| choose(handicap.error, &candidates, &mut random));
        let chosen = candidates.get(chosen)?;
        let value_by_seat = root::value_by_seat(&self.workers);
        let actions = self.longest_variation(chosen.action);
        Some(SearchResult {
            action: chosen.action,
            ponder: actions.get(1).copied(),
            value: value_of(chosen, &actions, request),
            value_by_seat: BySeat::from_fn(|seat| f64::from(value_by_seat[seat])),
            depth: actions.len() as u32,
            principal_variation: actions,
            stats: control.stats(&self.workers),
        })
    }

    fn longest_variation(&self, action: R::Action) -> Vec<R::Action> {
        let variations = self.workers.iter().map(|worker| root::principal_variation(&worker.tree, action));
        variations.max_by_key(Vec::len).unwrap_or_else(|| vec![action])
    }
}

/// Iterates until a limit is reached.
fn run_iterations<R: Rules>(
    worker: &mut Worker<R>,
    view: &R::View,
    control: &Control<'_>,
    after_iteration: &mut dyn FnMut(&Worker<R>, u64),
) {
    let mut visits = 0;
    while !control.is_over(visits, worker) {
        worker.iterate(view);
        visits += 1;
        control.visited.fetch_add(1, Ordering::Relaxed);
        after_iteration(worker, visits);
    }
    control.done.store(true, Ordering::Relaxed);
}

/// Reports the best lines (`MultiPV`).
fn report_lines<R: Rules>(
    workers: &[Worker<R>],
    request: &Request<R>,
    control: &Control<'_>,
    report: &mut dyn FnMut(&Report<'_, R::Action>),
) {
    let selective_depth = workers.iter().map(|worker| worker.selective_depth).max().unwrap_or(0);
    let stats = control.stats(workers);
    let mut best = root::candidates(workers);
    // An action without visits has no value.
    best.retain(|candidate| candidate.visits > 0);
    best.truncate(request.multipv.max(1));
    for (index, candidate) in best.iter().enumerate() {
        let actions = root::principal_variation(&workers[0].tree, candidate.action);
        report(&Report {
            multipv: index + 1,
            depth: actions.len() as u32,
            selective_depth,
            value: value_of(candidate, &actions, request),
            expected_score: candidate.mean_value,
            last: index + 1 == best.len(),
            principal_variation: &actions,
            stats,
        });
    }
}

/// How good a root action is for the seat.
fn value_of<R: Rules>(candidate: &Candidate<R::Action>, variation: &[R::Action], request: &Request<R>) -> Value {
    let plies = variation.len() as u32;
    match candidate.proven {
        true if candidate.mean_value >= 1.0 => Value::Wins { plies },
        true if candidate.mean_value <= 0.0 => Value::Loses { plies },
        _ => {
            let living = request.view.sample(&mut Random::new(request.seed)).living();
            value_by_seat::to_value(candidate.mean_value, living)
        }
    }
}

impl<'a> Control<'a> {
    fn new(limits: &Limits, handicap: Option<Handicap>, threads: u64, stop: &'a AtomicBool) -> Self {
        let by_depth = limits.depth.map(|depth| DEPTH_VISITS << depth.min(MAX_DEPTH));
        let by_handicap = handicap.map(|handicap| handicap.nodes);
        let visits = [limits.nodes, by_depth, by_handicap].into_iter().flatten().min();
        Self {
            deadlines: Deadlines::new(limits),
            visits: visits.map(|visits| visits.div_ceil(threads)),
            stop,
            done: AtomicBool::new(false),
            visited: AtomicU64::new(0),
        }
    }

    /// Whether this thread must stop. The first iteration always runs: without it there is no
    /// result.
    fn is_over<R: Rules>(&self, visits: u64, worker: &Worker<R>) -> bool {
        if visits == 0 {
            return false;
        }
        self.stop.load(Ordering::Relaxed)
            || self.done.load(Ordering::Relaxed)
            || self.visits.is_some_and(|limit| visits >= limit)
            || worker.is_solved()
            || (visits.is_multiple_of(CLOCK_INTERVAL) && self.is_late(worker))
    }

    /// The hard deadline, or the soft one once the most visited action is also the best.
    fn is_late<R: Rules>(&self, worker: &Worker<R>) -> bool {
        let soft = |soft| self.deadlines.elapsed() >= soft && worker.is_settled();
        self.deadlines.is_over() || self.deadlines.soft.is_some_and(soft)
    }

    fn stats<R: Rules>(&self, workers: &[Worker<R>]) -> Stats {
        let hashfull = workers.iter().map(|worker| worker.tree.fullness()).max().unwrap_or(0);
        Stats { nodes: self.visited.load(Ordering::Relaxed), time: self.deadlines.elapsed(), hashfull }
    }
}
