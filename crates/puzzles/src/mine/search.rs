//! Puzzles by search: for games with two seats, no chance and nothing hidden.
//!
//! A puzzle starts where an error has swung the winning chances to a clear advantage. At each of the solver's decisions the
//! best action is clearly better than the next best.

use menagerie_game::{Actor, LineStep, Rules, Seat, Silent, line_steps};
use menagerie_search::{Random, Thinker};

use super::Found;
use super::game::{Game, random_turn, weak_turn};
use crate::judge::{glance, judge, turn_end};
use crate::puzzle::{Goal, Proof, ProofKind};
use crate::themes::{acts, solver_turns};

/// The nodes of the search at every position of a game.
const GLANCE_NODES: u64 = 1_200;
/// The nodes of a first look at an error, and the swing that it must show.
const FIRST_LOOK_NODES: u64 = 250;
const FIRST_LOOK_SWING: f64 = 0.4;
/// The nodes of a judgement. The verification takes ten times as many.
pub(crate) const NODES: u64 = 10_000;
/// The factor of the verification.
pub(crate) const VERIFY_FACTOR: u64 = 10;
/// By how much the error has swung the solver's winning chances.
const MIN_SWING: f64 = 0.6;
/// A clear advantage.
const MIN_CHANCE: f64 = 0.5;
/// By how much the best action is better than the next best.
pub(crate) const MIN_GAP: f64 = 0.7;
/// The most turns of the solver.
const MAX_TURNS: usize = 6;
/// The most actions of the source game before the puzzle.
const MAX_SOURCE: usize = 120;

/// At a balanced position of a game that was played for mining, this many turns are tried as errors: random ones, and the
/// last by a weak player.
const ERRORS: usize = 10;
/// A balanced position: neither seat has more than this winning chance.
const BALANCED: f64 = 0.7;

/// The puzzles of a game. `candidates` counts the positions that were judged.
pub(crate) fn find<R: Rules>(mut game: Game<'_, R>, thinker: &mut Thinker<R>, candidates: &mut u64) -> Vec<Found<R>> {
    let mut found = Vec::new();
    let mut position = game.start.clone();
    // The winning chance of the seat before, for itself.
    let mut before = None;
    thinker.new_game();
    for (at, &action) in game.actions.iter().enumerate().take(MAX_SOURCE) {
        if matches!(position.actor(), Actor::Seat(_)) && position.begins_turn() {
            let Some((_, chance)) = glance(thinker, &position, GLANCE_NODES) else { break };
            let mut tried = vec![(Vec::new(), position.clone(), before, chance)];
            if let Some(random) = game.errors.as_mut().filter(|_| chance.abs() < BALANCED) {
                tried.extend(errors(&position, chance, random, thinker));
            }
            before = Some((position.actor(), chance));
            for (error, position, before, chance) in tried {
                if is_swing(&position, before, chance) {
                    *candidates += 1;
                    let puzzle = build(&position, &found, thinker);
                    found.extend(puzzle.map(|puzzle| Found { at, error, ..puzzle }));
                }
            }
        }
        let _ = position.apply(action, &mut Silent);
    }
    found
}

/// A position on trial: the error that led to it, the position, the winning chance of the seat before, and the actor's.
type Tried<R> = (Vec<<R as Rules>::Action>, R, Option<(Actor, f64)>, f64);

/// Positions after errors, each once.
fn errors<R: Rules>(position: &R, chance: f64, random: &mut Random, thinker: &mut Thinker<R>) -> Vec<Tried<R>> {
    let mut tried: Vec<Tried<R>> = Vec::new();
    for index in 0..ERRORS {
        let is_last = index + 1 == ERRORS;
        let error = if is_last { weak_turn(position, random, thinker) } else { random_turn(position, random) };
        let Some((error, after)) = error else { continue };
        if tried.iter().any(|(_, known, ..)| *known == after) {
            continue;
        }
        let Some((_, first)) = glance(thinker, &after, FIRST_LOOK_NODES) else { continue };
        if chance + first < FIRST_LOOK_SWING {
            continue;
        }
        let Some((_, theirs)) = glance(thinker, &after, GLANCE_NODES) else { continue };
        tried.push((error, after, Some((position.actor(), chance)), theirs));
    }
    tried
}

/// Whether the turn before has swung the actor's winning chance to a clear advantage.
fn is_swing<R: Rules>(position: &R, before: Option<(Actor, f64)>, chance: f64) -> bool {
    let swing = before.filter(|(other, _)| *other != position.actor()).map_or(0.0, |(_, theirs)| chance + theirs);
    swing > MIN_SWING && chance >= MIN_CHANCE && position.count_actions() > 1
}

/// Builds the line from a position and verifies it. `None` if there is no puzzle, or if an earlier one of the same game
/// begins with the same action: then the same piece is still in danger.
fn build<R: Rules>(start: &R, earlier: &[Found<R>], thinker: &mut Thinker<R>) -> Option<Found<R>> {
    let solver = start.actor().seat()?;
    let (mut line, mut wins) = (Vec::new(), false);
    let mut position = start.clone();
    // The length of the line after the solver's last action that was the only one.
    let mut end = 0;
    let mut turns = 0;
    while matches!(position.actor(), Actor::Seat(_)) {
        if acts(&position, solver) {
            turns += usize::from(position.begins_turn());
            if turns > MAX_TURNS {
                break;
            }
            let judged = judge(thinker, &position, NODES)?;
            if judged.gap() <= MIN_GAP || judged.margin.best < MIN_CHANCE {
                break;
            }
            let is_known = |old: &Found<R>| old.solver == solver && old.line[0] == judged.best;
            if line.is_empty() && earlier.iter().any(is_known) {
                return None;
            }
            wins |= line.is_empty() && judged.wins;
            line.push(judged.best);
            end = line.len();
        } else {
            line.push(glance(thinker, &position, NODES)?.0);
        }
        let _ = position.apply(*line.last()?, &mut Silent);
    }
    line.truncate(end);
    cut_forced_tail(start, solver, &mut line);
    let goal = if wins { Goal::Win } else { Goal::Advantage };
    let steps = line_steps(start, &line, solver);
    if steps.is_empty() || is_trivial(&steps, goal) {
        return None;
    }
    let proof = verified(start, solver, &line, thinker)?;
    Some(Found { at: 0, error: Vec::new(), start: start.clone(), solver, goal, line, proof })
}

/// Cuts turns at the end in which the solver has no choice and which do not win.
fn cut_forced_tail<R: Rules>(start: &R, solver: Seat, line: &mut Vec<R::Action>) {
    let steps = line_steps(start, line, solver);
    let mut keep = 0;
    for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.own) {
        let is_choice = step.before.count_actions() > 1;
        let same_turn = keep == index && !step.before.begins_turn();
        if is_choice || same_turn || step.after.outcome().is_some() {
            keep = index + 1;
        }
    }
    line.truncate(keep);
}

/// Whether a puzzle is a single plain capture: it neither wins the game nor shows a motif.
fn is_trivial<R: Rules>(steps: &[LineStep<R>], goal: Goal) -> bool {
    let captures = steps.iter().any(|step| step.own && step.before.is_tactical(step.action));
    solver_turns(steps) == 1 && captures && goal != Goal::Win && R::motifs(steps).is_empty()
}

/// Judges every decision of the solver with ten times the nodes. `None` if one of them is not the only good one.
fn verified<R: Rules>(start: &R, solver: Seat, line: &[R::Action], thinker: &mut Thinker<R>) -> Option<Proof> {
    let (mut margins, mut effort) = (Vec::new(), 0);
    let mut position = start.clone();
    for (index, &action) in line.iter().enumerate() {
        if acts(&position, solver) {
            let judged = judge(thinker, &position, NODES * VERIFY_FACTOR)?;
            let same = judged.best == action || is_same_turn(&position, judged.best, &line[index..]);
            if !same || judged.gap() <= MIN_GAP || judged.margin.best < MIN_CHANCE {
                return None;
            }
            margins.push(judged.margin);
            effort = effort.max(judged.effort);
        }
        let _ = position.apply(action, &mut Silent);
    }
    Some(Proof { kind: ProofKind::Search, nodes: NODES, turns: 0, effort, steps: margins })
}

/// Whether a single action ends the turn in the same position as the line does.
pub(crate) fn is_same_turn<R: Rules>(position: &R, action: R::Action, line: &[R::Action]) -> bool {
    let end = turn_end(position, line);
    end.is_some() && turn_end(position, &[action]) == end
}
