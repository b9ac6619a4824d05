//! Monte-Carlo tree search, for games with more seats, with chance or with something hidden.
//!
//! Each visit draws a full position that agrees with the view, goes down the tree (every seat towards its own share of
//! the point, chance by its weights), judges the first new position by the game's evaluation, and counts the result on
//! the way back. Every thread has a tree of its own; the counts at the roots are added up.

mod lines;
mod shares;
mod skill;
mod style;
mod trail;
mod tree;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use menagerie_game::{Actor, BySeat, Rules, View, Viewer};

use self::lines::Candidate;
use self::skill::Skill;
use self::style::Style;
use self::worker::Worker;
use crate::clock::Deadlines;
use crate::{Answer, Limits, Random, Report, Request, Settings, Stats, Value};

/// The Monte-Carlo player.
pub(crate) struct MonteCarlo<R: Rules> {
    workers: Vec<Worker<R>>,
}

/// The limits of one request, shared by all threads.
struct Control<'a> {
    deadlines: Deadlines,
    /// How often each thread may go down its tree.
    visits: Option<u64>,
    stop: &'a AtomicBool,
    /// Set by the first thread that finds a reason to stop.
    done: AtomicBool,
    visited: AtomicU64,
}

/// The clock is read once in so many visits.
const PATIENCE: u64 = 8;
/// The first report comes after so many visits, each later one after half as many again.
const FIRST_REPORT: u64 = 500;
/// A depth, where only that is given, is so many visits, doubled with every further action.
const DEPTH_VISITS: u64 = 64;
/// The greatest depth that still doubles.
const DEEPEST: u32 = 40;

impl<R: Rules> MonteCarlo<R> {
    /// A player that uses what the game tells about good and bad.
    pub(crate) fn new(settings: Settings) -> Self {
        Self::with_style(settings, Style::Guided)
    }

    /// A player that knows the rules only: random games to the end.
    pub(crate) fn plain(settings: Settings) -> Self {
        Self::with_style(settings, Style::Plain)
    }

    fn with_style(settings: Settings, style: Style) -> Self {
        let threads = settings.threads.max(1);
        let bytes = (settings.hash.max(1) << 20) / threads;
        Self { workers: (0..threads).map(|_| Worker::new(style, bytes)).collect() }
    }

    /// Forgets everything.
    pub(crate) fn new_game(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.tree.clear());
    }

    /// See [`Thinker::think`](crate::Thinker::think).
    pub(crate) fn think(
        &mut self,
        request: &Request<R>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<'_, R::Action>),
    ) -> Option<Answer<R::Action>> {
        let Viewer::Seat(seat) = request.view.viewer() else { return None };
        if request.view.actor() != Actor::Seat(seat) {
            return None;
        }
        let skill = request.level.map(Skill::of);
        let control = Control::new(&request.limits, skill, self.workers.len() as u64, stop);
        for (index, worker) in self.workers.iter_mut().enumerate() {
            worker.begin(request, seat, request.seed.wrapping_add((index as u64) << 32));
        }
        self.run(request, &control, report);
        self.answer(request, &control, skill, report)
    }

    /// All threads visit until one finds a reason to stop.
    fn run(&mut self, request: &Request<R>, control: &Control<'_>, report: &mut dyn FnMut(&Report<'_, R::Action>)) {
        let Some((first, others)) = self.workers.split_first_mut() else { return };
        std::thread::scope(|scope| {
            for worker in others {
                scope.spawn(move || grow(worker, &request.view, control, &mut |_, _| {}));
            }
            let mut next_report = FIRST_REPORT;
            grow(first, &request.view, control, &mut |worker, visits| {
                if visits >= next_report {
                    next_report += next_report / 2;
                    tell(std::slice::from_ref(worker), request, control, report);
                }
            });
            control.done.store(true, Ordering::Relaxed);
        });
    }

    fn answer(
        &self,
        request: &Request<R>,
        control: &Control<'_>,
        skill: Option<Skill>,
        report: &mut dyn FnMut(&Report<'_, R::Action>),
    ) -> Option<Answer<R::Action>> {
        tell(&self.workers, request, control, report);
        let candidates = lines::candidates(&self.workers);
        let mut luck = Random::new(!request.seed);
        let chosen = skill.map_or(0, |skill| skill.choose(&candidates, &mut luck));
        let chosen = candidates.get(chosen)?;
        let shares = lines::shares(&self.workers);
        let actions = self.longest_line(chosen.action);
        Some(Answer {
            action: chosen.action,
            ponder: actions.get(1).copied(),
            value: value_of(chosen, &actions, request),
            shares: BySeat::from_fn(|seat| f64::from(shares[seat])),
            depth: actions.len() as u32,
            actions,
            stats: control.stats(&self.workers),
        })
    }

    fn longest_line(&self, action: R::Action) -> Vec<R::Action> {
        let lines = self.workers.iter().map(|worker| lines::line(&worker.tree, action));
        lines.max_by_key(Vec::len).unwrap_or_else(|| vec![action])
    }
}

/// Visits until there is a reason to stop.
fn grow<R: Rules>(
    worker: &mut Worker<R>,
    view: &R::View,
    control: &Control<'_>,
    watch: &mut dyn FnMut(&Worker<R>, u64),
) {
    let mut visits = 0;
    while !control.is_over(visits, worker) {
        worker.visit(view);
        visits += 1;
        control.visited.fetch_add(1, Ordering::Relaxed);
        watch(worker, visits);
    }
    control.done.store(true, Ordering::Relaxed);
}

/// Tells the best lines.
fn tell<R: Rules>(
    workers: &[Worker<R>],
    request: &Request<R>,
    control: &Control<'_>,
    report: &mut dyn FnMut(&Report<'_, R::Action>),
) {
    let deepest = workers.iter().map(|worker| worker.deepest).max().unwrap_or(0);
    let stats = control.stats(workers);
    let mut best = lines::candidates(workers);
    // Nothing is known of what was never tried.
    best.retain(|candidate| candidate.visits > 0);
    best.truncate(request.lines.max(1));
    for (index, candidate) in best.iter().enumerate() {
        let actions = lines::line(&workers[0].tree, candidate.action);
        report(&Report {
            line: index + 1,
            depth: actions.len() as u32,
            deepest,
            value: value_of(candidate, &actions, request),
            share: candidate.share,
            last: index + 1 == best.len(),
            actions: &actions,
            stats,
        });
    }
}

/// How good a root action is for the seat.
fn value_of<R: Rules>(candidate: &Candidate<R::Action>, line: &[R::Action], request: &Request<R>) -> Value {
    let plies = line.len() as u32;
    match candidate.proven {
        true if candidate.share >= 1.0 => Value::Wins { plies },
        true if candidate.share <= 0.0 => Value::Loses { plies },
        _ => {
            let living = request.view.sample(&mut Random::new(request.seed)).living();
            shares::to_value(candidate.share, living)
        }
    }
}

impl<'a> Control<'a> {
    fn new(limits: &Limits, skill: Option<Skill>, threads: u64, stop: &'a AtomicBool) -> Self {
        let by_depth = limits.depth.map(|depth| DEPTH_VISITS << depth.min(DEEPEST));
        let by_skill = skill.map(|skill| skill.visits);
        let visits = [limits.nodes, by_depth, by_skill].into_iter().flatten().min();
        Self {
            deadlines: Deadlines::new(limits),
            visits: visits.map(|visits| visits.div_ceil(threads)),
            stop,
            done: AtomicBool::new(false),
            visited: AtomicU64::new(0),
        }
    }

    /// Whether this thread must stop. One visit is always made: without it there is no answer.
    fn is_over<R: Rules>(&self, visits: u64, worker: &Worker<R>) -> bool {
        if visits == 0 {
            return false;
        }
        self.stop.load(Ordering::Relaxed)
            || self.done.load(Ordering::Relaxed)
            || self.visits.is_some_and(|limit| visits >= limit)
            || worker.is_done()
            || (visits.is_multiple_of(PATIENCE) && self.is_late(worker))
    }

    /// By the clock; on a soft deadline only once the most visited action is also the best.
    fn is_late<R: Rules>(&self, worker: &Worker<R>) -> bool {
        let soft = |soft| self.deadlines.elapsed() >= soft && worker.is_settled();
        self.deadlines.is_over() || self.deadlines.soft.is_some_and(soft)
    }

    fn stats<R: Rules>(&self, workers: &[Worker<R>]) -> Stats {
        let memory = workers.iter().map(|worker| worker.tree.fullness()).max().unwrap_or(0);
        Stats { nodes: self.visited.load(Ordering::Relaxed), time: self.deadlines.elapsed(), memory }
    }
}
