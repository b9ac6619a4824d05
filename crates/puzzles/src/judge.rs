//! Judging a decision by search: the winning chances of the best action and of the next best.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Actor, Rules, RulesExt, Silent};
use menagerie_search::{Limits, Report, Request, Settings, Thinker, Value};

use crate::puzzle::Margin;

/// The size of the transposition table in mebibytes: a fresh one for each search must be cheap.
const TABLE: usize = 4;

/// How many lines are searched where a turn is several actions: some of them lead to the same position.
const LINES: usize = 3;

/// A judged decision.
#[derive(Clone, Debug)]
pub(crate) struct Judged<A> {
    /// The best action.
    pub(crate) best: A,
    /// Winning chances of the best action and of the next best.
    pub(crate) margin: Margin,
    /// Whether the best action is a forced win.
    pub(crate) wins: bool,
    /// The nodes after which the search had settled on the best action.
    pub(crate) effort: u64,
}

impl<A> Judged<A> {
    /// By how much the best action is better.
    pub(crate) fn gap(&self) -> f64 {
        self.margin.best - self.margin.second
    }
}

/// One line of the search.
struct Line<A> {
    chance: f64,
    value: Value,
    actions: Vec<A>,
}

/// A thinker for judging, with the resources that all judgements use.
pub(crate) fn thinker<R: Rules>() -> Thinker<R> {
    Thinker::new(Settings { hash: TABLE, ..Settings::default() })
}

/// Judges the decision of the actor. The result depends on the position and the nodes alone. `None` if no seat acts.
pub(crate) fn judge<R: Rules>(thinker: &mut Thinker<R>, position: &R, nodes: u64) -> Option<Judged<R::Action>> {
    thinker.new_game();
    let choices = position.count_actions();
    let mut request = Request::at(position).within(Limits::nodes(nodes));
    request.multipv = if R::ONE_ACTION_TURNS { 2 } else { LINES }.min(choices);
    let mut lines: Vec<Line<R::Action>> = Vec::new();
    let mut settled: Option<(R::Action, u64)> = None;
    let mut listen = |report: &Report<'_, R::Action>| {
        let Some(&first) = report.principal_variation.first() else { return };
        if report.multipv == 1 {
            lines.clear();
            if settled.is_none_or(|(action, _)| action != first) {
                settled = Some((first, report.stats.nodes));
            }
        }
        let (chance, actions) = (chance(report.expected_score), report.principal_variation.to_vec());
        lines.push(Line { chance, value: report.value, actions });
    };
    let found = thinker.think(&request, &AtomicBool::new(false), &mut listen)?;
    let best = lines.first()?;
    let end = turn_end(position, &best.actions);
    let is_same = |line: &Line<R::Action>| end.is_some() && turn_end(position, &line.actions) == end;
    let other = lines[1..].iter().find(|line| !is_same(line)).or(lines[1..].last());
    let margin = Margin { best: best.chance, second: other.map_or(-1.0, |line| line.chance) };
    let effort = settled.filter(|(action, _)| *action == found.action).map_or(nodes, |(_, nodes)| nodes);
    Some(Judged { best: best.actions[0], margin, wins: matches!(best.value, Value::Wins { .. }), effort })
}

/// The winning chance of the actor, from -1 to 1, by a quick search.
pub(crate) fn glance<R: Rules>(thinker: &mut Thinker<R>, position: &R, nodes: u64) -> Option<(R::Action, f64)> {
    let request = Request::at(position).within(Limits::nodes(nodes));
    let mut last = 0.0;
    let mut listen = |report: &Report<'_, R::Action>| last = chance(report.expected_score);
    let found = thinker.think(&request, &AtomicBool::new(false), &mut listen)?;
    Some((found.action, last))
}

/// A winning chance from -1 to 1, rounded as the files have it.
fn chance(expected_score: f64) -> f64 {
    ((2.0 * expected_score - 1.0) * 1000.0).round() / 1000.0
}

/// The position in which the actor's turn ends if these actions are played; `None` if they stop before.
pub(crate) fn turn_end<R: Rules>(position: &R, actions: &[R::Action]) -> Option<R> {
    let actor = position.actor();
    let mut position = position.clone();
    for &action in actions {
        if position.actor() != actor || !position.is_legal(action) {
            return None;
        }
        let _ = position.apply(action, &mut Silent);
        if position.begins_turn() || !matches!(position.actor(), Actor::Seat(_)) {
            return Some(position);
        }
    }
    None
}
