//! Forced puzzles: for games with chance, hidden information or more than two seats.
//!
//! Exactly one turn of the solver forces the goal, whatever the others do and chance draws. With more than two seats the
//! goal is to eliminate an opponent; with two it is to win.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Actor, Rules, RulesExt, Seat, Silent, Viewer};
use menagerie_search::{Limits, Request, Thinker};

use super::Found;
use super::game::{Game, random_turn};
use crate::force::{OutOfNodes, Prover};
use crate::puzzle::{Goal, Proof, ProofKind};
use crate::themes::acts;

/// The node limits of a proof within one and within two turns.
const LIMITS: [u64; 2] = [60_000, 300_000];
/// Proofs within two turns are tried in the last actions before a seat falls or the game ends: elsewhere they are rare.
const BEFORE_THE_FALL: usize = 14;
/// This many random turns are tried as errors at each position of a game that was played for mining.
const ERRORS: usize = 3;
/// The most replies that are tried for the main line.
const MAX_REPLIES: usize = 300;
/// The most actions of the source game before the puzzle.
const MAX_SOURCE: usize = 160;
/// The iterations of Monte-Carlo tree search that measure the difficulty.
const LADDER: [u64; 4] = [60, 250, 1_000, 4_000];

/// The goal of forced puzzles in a game.
pub(crate) fn goal<R: Rules>(position: &R) -> Goal {
    if position.living().len() > 2 { Goal::Eliminate } else { Goal::Win }
}

/// The puzzles of a game. `candidates` counts the positions that were searched.
pub(crate) fn find<R: Rules>(mut game: Game<'_, R>, thinker: &mut Thinker<R>, candidates: &mut u64) -> Vec<Found<R>> {
    let mut found: Vec<Found<R>> = Vec::new();
    let mut position = game.start.clone();
    let falls = falls(game.start, game.actions);
    for (at, &action) in game.actions.iter().enumerate().take(MAX_SOURCE) {
        if matches!(position.actor(), Actor::Seat(_)) && position.begins_turn() {
            let near = falls.iter().any(|&fall| (at..at + BEFORE_THE_FALL).contains(&fall));
            let mut tried = vec![(Vec::new(), position.clone(), if near { 2 } else { 1 })];
            if let Some(random) = &mut game.errors {
                let errors = (0..ERRORS).filter_map(|_| random_turn(&position, random));
                tried.extend(errors.map(|(error, after)| (error, after, 1)));
            }
            for (error, start, turns) in tried {
                *candidates += 1;
                // The same chance a few actions later would be the same puzzle.
                let is_same = |old: &Found<R>| Some(old.solver) == start.actor().seat() && at < old.at + 12;
                if !found.iter().any(is_same) {
                    found.extend(build(&start, turns, thinker).map(|found| Found { at, error, ..found }));
                }
            }
        }
        let _ = position.apply(action, &mut Silent);
    }
    found
}

/// The actions of a game after which a seat was out or the game was over.
fn falls<R: Rules>(start: &R, actions: &[R::Action]) -> Vec<usize> {
    let mut position = start.clone();
    let mut falls = Vec::new();
    for (at, &action) in actions.iter().enumerate() {
        let living = position.living().len();
        let _ = position.apply(action, &mut Silent);
        if position.living().len() < living || position.outcome().is_some() {
            falls.push(at);
        }
    }
    falls
}

/// Whether the solver knows the whole position.
fn is_open<R: Rules>(position: &R, solver: Seat) -> bool {
    !R::INFO.hidden || position.view(Viewer::Seat(solver)).to_string() == position.to_string()
}

/// The puzzle at a position whose goal is forced within at most this many turns.
fn build<R: Rules>(start: &R, most: usize, thinker: &mut Thinker<R>) -> Option<Found<R>> {
    let (solver, goal) = (start.actor().seat()?, goal(start));
    if !is_open(start, solver) {
        return None;
    }
    for (turns, &limit) in (1..).zip(&LIMITS[..most]) {
        let mut prover = Prover::new(start, solver, goal, limit);
        let forcing = prover.forcing_turns(start, turns).ok()?;
        match forcing.as_slice() {
            [] => {}
            [(turn, after)] => {
                let mut line = turn.clone();
                // The proof of the first turn was complete; a main line that cannot be completed ends earlier.
                let _ = extend(&mut line, after, turns - 1, &mut prover, solver);
                let nodes = prover.nodes();
                let (kind, turns, steps) = (ProofKind::Forced, turns as u8, Vec::new());
                let proof = Proof { kind, nodes, turns, effort: effort(start, line[0], thinker), steps };
                let (at, error) = (0, Vec::new());
                return Some(Found { at, error, start: start.clone(), solver, goal, line, proof });
            }
            _ => return None,
        }
    }
    None
}

/// Goes on with replies after which the solver again has exactly one forcing turn, as long as there are such replies.
fn extend<R: Rules>(
    line: &mut Vec<R::Action>,
    after: &R,
    turns: u32,
    prover: &mut Prover<R>,
    solver: Seat,
) -> Result<(), OutOfNodes> {
    let is_reached = prover.reached(after, Actor::Seat(solver)).is_some();
    if is_reached || turns == 0 && after.begins_turn() {
        return Ok(());
    }
    let mut left = MAX_REPLIES;
    if let Some(next) = reply(after, turns, prover, solver, &mut left)? {
        line.extend(next.replies);
        line.extend(next.turn);
        extend(line, &next.after, next.turns, prover, solver)?;
    }
    Ok(())
}

/// How a line goes on.
struct Continued<R: Rules> {
    /// The actions of others and of chance.
    replies: Vec<R::Action>,
    /// The solver's only forcing turn after them.
    turn: Vec<R::Action>,
    /// The position then.
    after: R,
    /// How many turns of the solver may still begin.
    turns: u32,
}

fn reply<R: Rules>(
    position: &R,
    turns: u32,
    prover: &mut Prover<R>,
    solver: Seat,
    left: &mut usize,
) -> Result<Option<Continued<R>>, OutOfNodes> {
    if acts(position, solver) {
        *left = left.saturating_sub(1);
        let later = turns - u32::from(position.begins_turn() && turns > 0);
        let mut forcing = prover.forcing_turns(position, later + 1)?;
        let only = forcing.pop().filter(|_| forcing.is_empty());
        return Ok(only.map(|(turn, after)| Continued { replies: Vec::new(), turn, after, turns: later }));
    }
    for action in position.list() {
        if *left == 0 {
            break;
        }
        let mut next = position.clone();
        let _ = next.apply(action, &mut Silent);
        if next.outcome().is_some() {
            continue;
        }
        if let Some(mut next) = reply(&next, turns, prover, solver, left)? {
            next.replies.insert(0, action);
            return Ok(Some(next));
        }
    }
    Ok(None)
}

/// The search effort: the iterations of the smallest search that finds the first action, as nodes of alpha-beta would
/// count.
fn effort<R: Rules>(start: &R, first: R::Action, thinker: &mut Thinker<R>) -> u64 {
    let finds = |&&iterations: &&u64| {
        thinker.new_game();
        let request = Request::at(start).within(Limits::nodes(iterations));
        let found = thinker.think(&request, &AtomicBool::new(false), &mut |_| {});
        found.is_some_and(|found| found.action == first)
    };
    LADDER.iter().find(finds).map_or(LADDER[3] * 4, |&iterations| iterations) * 8
}
