//! The proof search before the first iteration: a small share of the limits looks for a forced win.

use menagerie_game::Rules;

use crate::Limits;
use crate::proof_search::{Problem, ProofSearch};

use super::control::Control;
use super::root::Root;
use super::score;

/// The share of the node limit and of the time that the proof search gets at most: one twentieth.
const SHARE: u32 = 20;

/// Looks for a forced win of the root's seat, and makes it the root's best line. Returns after how many actions at most the
/// seat wins. Without a limit of nodes or time there is no share: analysis has no proof search.
pub(super) fn find_win<R: Rules>(
    proof_search: &mut ProofSearch<R>,
    root: &mut Root<'_, R>,
    control: &Control<'_>,
    limits: &Limits,
) -> Option<u32> {
    let time = control.deadlines.soft.or(control.deadlines.hard).map(|time| time / SHARE);
    let nodes = control.node_limit / u64::from(SHARE);
    if root.multipv > 1 || time.is_none() && control.node_limit == u64::MAX {
        return None;
    }
    let defender = root.position.seats().iter().find(|&seat| seat != root.seat)?;
    let problem = Problem { position: root.position, attacker: root.seat, defender, history: root.history };
    let mut meter =
        |nodes| control.count_nodes(nodes).is_some() && time.is_none_or(|time| control.deadlines.elapsed() < time);
    let distance = proof_search.prove(&problem, nodes, &mut meter)?;
    let ends_in_time = limits.depth.is_none_or(|depth| distance <= depth) && is_within_match(root, distance);
    let mut line = Vec::with_capacity(score::MAX_PLY + 2);
    proof_search.line(root.position, &mut line);
    let first = line.first().filter(|_| ends_in_time)?;
    // Absent if the request searches other actions only.
    let index = root.actions.iter().position(|action| action.choice.action == *first)?;
    root.actions[..=index].rotate_right(1);
    let best = &mut root.actions[0];
    best.score = score::win_at(distance as usize);
    best.last_score = Some(best.score);
    best.pv = line;
    Some(distance)
}

/// Whether the win comes before the match ends by its limits. Progress on the way is not counted on.
fn is_within_match<R: Rules>(root: &Root<'_, R>, distance: u32) -> bool {
    let (rules, counters) = (root.position.match_rules(), root.history.counters);
    let fits =
        |limit: Option<menagerie_game::Limit>, count: u32| limit.is_none_or(|limit| count + distance <= limit.number);
    fits(rules.no_progress, counters.without_progress) && fits(rules.length, counters.played)
}
