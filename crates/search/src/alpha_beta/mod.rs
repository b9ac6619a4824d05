//! Alpha-beta search, for two seats with nothing hidden and no chance.
//!
//! One thread's search of one position is in [`node`] (with [`quiescence`] at its leaves); [`root`] repeats it deeper
//! and deeper; here threads are started and the clock is watched. They share the [`table`] and nothing else.

mod control;
mod levels;
mod node;
mod order;
mod path;
mod quiescence;
mod root;
mod score;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod tuning;

use std::sync::atomic::AtomicBool;
use std::thread;

use menagerie_game::{BySeat, Rules, Seat, View};

use crate::{Answer, Limits, Random, Report, Request, Settings, Time};

use control::Control;
use levels::Handicap;
use order::{Choice, folded};
use root::{DEEPEST, Root, RootAction};
use score::DECIDED;
use search::{Memory, Search};
use table::Table;

/// The alpha-beta player.
pub(crate) struct AlphaBeta<R: Rules> {
    table: Table,
    /// One for each thread.
    memories: Vec<Memory<R>>,
}

/// Where progress is told.
type Listener<'l, A> = &'l mut dyn FnMut(&Report<'_, A>);

impl<R: Rules> AlphaBeta<R> {
    pub(crate) fn new(settings: Settings) -> Self {
        let memories = (0..settings.threads.max(1)).map(|_| Memory::new()).collect();
        Self { table: Table::new(settings.hash), memories }
    }

    /// Forgets everything.
    pub(crate) fn new_game(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            memory.lessons.forget();
        }
    }

    /// See [`Thinker::think`](crate::Thinker::think).
    pub(crate) fn think(
        &mut self,
        request: &Request<R>,
        stop: &AtomicBool,
        report: Listener<'_, R::Action>,
    ) -> Option<Answer<R::Action>> {
        let seat = request.view.actor().seat()?;
        // Nothing is hidden, so any sample is the position itself.
        let position = request.view.sample(&mut Random::new(request.seed));
        let mut root = list_root(request, &position, seat)?;
        self.table.grow_older();
        let limits = limits_of(request);
        let control = Control::new(&self.table, &limits, stop);
        let (first, helpers) = self.memories.split_first_mut()?;
        let depth = thread::scope(|scope| {
            for (index, memory) in helpers.iter_mut().enumerate() {
                let (mut root, control) = (root.clone(), &control);
                scope.spawn(move || help(&mut root, memory, control, index));
            }
            let depth = lead(&mut root, first, &control, &limits, report);
            control.halt();
            depth
        });
        Some(answer(&root, &control, depth))
    }
}

/// The request's limits and its level's, whichever is reached first.
fn limits_of<R: Rules>(request: &Request<R>) -> Limits {
    let Some(handicap) = request.level.map(Handicap::of) else { return request.limits };
    Limits {
        nodes: Some(request.limits.nodes.map_or(handicap.nodes, |nodes| nodes.min(handicap.nodes))),
        depth: Some(request.limits.depth.map_or(handicap.depth, |depth| depth.min(handicap.depth))),
        ..request.limits
    }
}

/// The root with the actions to consider; `None` if there are none.
fn list_root<'r, R: Rules>(request: &'r Request<R>, position: &'r R, seat: Seat) -> Option<Root<'r, R>> {
    let mut listed = Vec::new();
    let _ = request.view.actions(&mut listed);
    listed.retain(|action| request.only.is_empty() || request.only.contains(action));
    listed.sort_by_key(|&action| (-position.promise(action), folded::<R>(action)));
    let misjudgement = request.level.map_or(0.0, |level| Handicap::of(level).misjudgement);
    let mut random = Random::new(request.seed ^ position.key());
    let actions: Vec<_> = listed
        .into_iter()
        .map(|action| RootAction {
            choice: Choice { action, code: folded::<R>(action), noisy: position.is_noisy(action), rank: 0 },
            noise: (misjudgement * bell(&mut random)) as i32,
            score: 0,
            previous: 0,
            found: None,
            line: line_of(action),
        })
        .collect();
    let lines = request.lines.clamp(1, actions.len().max(1));
    (!actions.is_empty()).then_some(Root { position, seat, history: &request.history, actions, lines })
}

/// A line that can grow without allocating.
fn line_of<A>(action: A) -> Vec<A> {
    let mut line = Vec::with_capacity(score::MAX_PLY + 2);
    line.push(action);
    line
}

/// A random number with mean 0 and deviation 1, nearly normal.
fn bell(random: &mut Random) -> f64 {
    (0..12).map(|_| random.unit()).sum::<f64>() - 6.0
}

/// The thread that decides when to stop, and reports. Gives the last depth that was done.
fn lead<R: Rules>(
    root: &mut Root<'_, R>,
    memory: &mut Memory<R>,
    control: &Control<'_>,
    limits: &Limits,
    report: Listener<'_, R::Action>,
) -> u32 {
    let mut search = Search::new(memory, control, root.position);
    search.begin(root.history);
    let mut done = 0;
    let mut steady = 0;
    for depth in 1..=limits.depth.map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST as u32) as i32) {
        let best = root.actions[0].choice.code;
        let lines = search.deepen(root, depth);
        search.tell_control();
        steady = if root.actions[0].choice.code == best { steady + 1 } else { 0 };
        if lines == 0 {
            break;
        }
        done = depth as u32;
        tell(root, (done, lines), search.deepest, control, report);
        if search.halted || is_enough(root, done, steady, control, limits) {
            break;
        }
    }
    done
}

/// The other threads search the same, at other depths, and help through the table.
fn help<R: Rules>(root: &mut Root<'_, R>, memory: &mut Memory<R>, control: &Control<'_>, index: usize) {
    let mut search = Search::new(memory, control, root.position);
    search.begin(root.history);
    for depth in 1 + (index as i32 % 2)..=DEEPEST {
        search.deepen(root, depth);
        if search.halted {
            return;
        }
    }
}

/// Whether thinking on would be a waste, though no limit is reached.
fn is_enough<R: Rules>(root: &Root<'_, R>, depth: u32, steady: u32, control: &Control<'_>, limits: &Limits) -> bool {
    if limits.time == Time::Unlimited && limits.nodes.is_none() {
        return false;
    }
    let best = root.actions[0].score;
    let distance = (score::WIN - best.abs()) as u32;
    if best.abs() >= DECIDED && root.lines == 1 && depth > distance + 2 {
        return true;
    }
    let Some(soft) = control.deadlines.soft else { return false };
    // A best action that stays the best needs less time; a new one more.
    let share = [14, 11, 9, 8, 7][steady.min(4) as usize];
    root.actions.len() == 1 || control.deadlines.elapsed() >= soft * share / 10
}

/// Tells all lines: those that were done at this depth, and what is known of the others from the depth before. An
/// action without any score is not told.
fn tell<R: Rules>(
    root: &Root<'_, R>,
    (depth, done): (u32, usize),
    deepest: usize,
    control: &Control<'_>,
    report: Listener<'_, R::Action>,
) {
    let stats = control.stats();
    let lines = root.actions[..root.lines].iter().take_while(|action| action.found.is_some()).count();
    let mut ceiling = score::INFINITE;
    for (index, action) in root.actions[..lines].iter().enumerate() {
        // Found worse than these at this depth, the others are worth no more, whatever they promised before.
        let score = action.found.map_or(ceiling, |found| found.min(ceiling));
        ceiling = score;
        let depth = if index < done { depth } else { depth.saturating_sub(1).max(1) };
        report(&Report {
            line: index + 1,
            depth,
            deepest: (deepest as u32).max(depth),
            value: score::value(score),
            share: score::expected_share(score),
            last: index + 1 == lines,
            actions: &action.line,
            stats,
        });
    }
}

fn answer<R: Rules>(root: &Root<'_, R>, control: &Control<'_>, depth: u32) -> Answer<R::Action> {
    let best = &root.actions[0];
    // Halted before anything was found, there is only what the game says.
    let best_score = best.found.unwrap_or_else(|| score::clamped(root.position.evaluate(root.seat)));
    let share = score::expected_share(best_score);
    let seats = root.position.seats();
    let shares = BySeat::from_fn(|seat| match seat {
        _ if seat == root.seat => share,
        _ if seats.contains(seat) => 1.0 - share,
        _ => 0.0,
    });
    Answer {
        action: best.choice.action,
        ponder: best.line.get(1).copied(),
        value: score::value(best_score),
        shares,
        actions: best.line.clone(),
        depth,
        stats: control.stats(),
    }
}
