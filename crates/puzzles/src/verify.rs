//! Verification: whether a puzzle is still right under the present rules.

use menagerie_catalog::{Visitor, visit};
use menagerie_game::{GameName, Rules, RulesExt, Seat, Silent, Viewer};

use crate::attempt::{Attempt, AttemptError, Status};
use crate::force::Prover;
use crate::judge::{judge, thinker};
use crate::mine::is_same_turn;
use crate::puzzle::{ProofKind, Puzzle};
use crate::themes::acts;

/// By how much the solution must be better than the next best action. Mining asks for more (0.7), so that a deeper search
/// may move both values.
const CONFIRMED_GAP: f64 = 0.5;
/// A proof of a small position still gets this many nodes.
const MIN_PROOF_NODES: u64 = 100_000;

/// Why a puzzle is not right.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Fault {
    /// The catalog does not have the game or the option.
    #[error("there is no game '{0}'")]
    Game(String),
    /// The position or the line is not legal.
    #[error("{0}")]
    Unplayable(#[from] AttemptError),
    /// The source game cannot be replayed.
    #[error("source: action {number}, {action}, is not legal")]
    Source {
        /// The number of the action, from 1.
        number: usize,
        /// Its text.
        action: String,
    },
    /// The source game leads to another position.
    #[error("source: the game leads to another position: {0}")]
    OtherPosition(String),
    /// Playing the line does not solve the puzzle.
    #[error("playing the line does not solve the puzzle")]
    NotSolved,
    /// The search prefers another action.
    #[error("action {number}: the search prefers {found} to {expected}")]
    OtherBest {
        /// The number of the action in the line, from 1.
        number: usize,
        /// The solution's action.
        expected: String,
        /// What the search found.
        found: String,
    },
    /// Another action is about as good.
    #[error("action {number}, {action}, is not the only one: winning chances {best} and {second}")]
    SeveralGood {
        /// The number of the action in the line, from 1.
        number: usize,
        /// Its text.
        action: String,
        /// Its winning chance.
        best: f64,
        /// The winning chance of the next best.
        second: f64,
    },
    /// The goal is not forced, or not by this turn alone.
    #[error("action {number}: {turns} turns force the goal, not exactly the solution's")]
    NotForced {
        /// The number of the turn's first action in the line, from 1.
        number: usize,
        /// How many turns were found, up to two.
        turns: usize,
    },
    /// The proof needs more nodes than allowed.
    #[error("the proof was not finished within {0} nodes")]
    OutOfNodes(u64),
}

/// Verifies a puzzle: replays its source and its line, and searches again with `factor` times the nodes. With a factor of
/// 0 nothing is searched.
pub fn verify(puzzle: &Puzzle, factor: u64) -> Result<(), Fault> {
    struct Verify<'p>(&'p Puzzle, u64);
    impl Visitor for Verify<'_> {
        type Out = Result<(), Fault>;

        fn visit<R: Rules>(self) -> Self::Out {
            confirm::<R>(self.0, self.1)
        }
    }
    verify_line(puzzle)?;
    let unknown = || Fault::Game(puzzle.game.clone());
    visit(GameName::new(&puzzle.game).id, Verify(puzzle, factor)).ok_or_else(unknown)?
}

/// Plays the line as a solver would.
fn verify_line(puzzle: &Puzzle) -> Result<(), Fault> {
    let chosen = puzzle.chosen().ok_or_else(|| Fault::Game(puzzle.game.clone()))?;
    let mut attempt = Attempt::new(chosen.game, puzzle)?;
    let mut solved = false;
    while let Some(action) = attempt.hint() {
        match attempt.play(&action).status {
            Status::Going => {}
            status => solved = matches!(status, Status::Solved),
        }
    }
    if solved { Ok(()) } else { Err(Fault::NotSolved) }
}

fn confirm<R: Rules>(puzzle: &Puzzle, factor: u64) -> Result<(), Fault> {
    let unknown = || Fault::Game(puzzle.game.clone());
    let solver = puzzle.seat().ok_or_else(unknown)?;
    replay_source::<R>(puzzle, solver)?;
    let start: R = puzzle.position.parse().map_err(AttemptError::Position)?;
    let line: Vec<R::Action> = puzzle.line.iter().filter_map(|action| action.parse().ok()).collect();
    match puzzle.proof.kind {
        _ if factor == 0 => Ok(()),
        ProofKind::Search => confirm_by_search(&start, solver, &line, puzzle.proof.nodes.saturating_mul(factor)),
        ProofKind::Forced => confirm_force(puzzle, &start, solver, &line, factor),
    }
}

/// Replays the source game. It must lead to the puzzle's position, as the solver sees it.
fn replay_source<R: Rules>(puzzle: &Puzzle, solver: Seat) -> Result<(), Fault> {
    let chosen = puzzle.chosen().ok_or_else(|| Fault::Game(puzzle.game.clone()))?;
    let mut position = match puzzle.source.start() {
        Some(text) => text.parse().map_err(AttemptError::Position)?,
        None => R::start(chosen.options),
    };
    for (index, text) in puzzle.source.actions().iter().enumerate() {
        let action = text.parse().ok().filter(|&action| position.is_legal(action));
        let action = action.ok_or_else(|| Fault::Source { number: index + 1, action: text.clone() })?;
        let _ = position.apply(action, &mut Silent);
    }
    let text = position.view(Viewer::Seat(solver)).to_string();
    if text == puzzle.position { Ok(()) } else { Err(Fault::OtherPosition(text)) }
}

fn confirm_by_search<R: Rules>(start: &R, solver: Seat, line: &[R::Action], nodes: u64) -> Result<(), Fault> {
    let mut thinker = thinker::<R>();
    let mut position = start.clone();
    for (index, &action) in line.iter().enumerate() {
        let number = index + 1;
        if let Some(judged) = judge(&mut thinker, &position, nodes).filter(|_| acts(&position, solver)) {
            if judged.best != action && !is_same_turn(&position, judged.best, &line[index..]) {
                let (expected, found) = (action.to_string(), judged.best.to_string());
                return Err(Fault::OtherBest { number, expected, found });
            }
            if judged.gap() < CONFIRMED_GAP {
                let (best, second) = (judged.margin.best, judged.margin.second);
                return Err(Fault::SeveralGood { number, action: action.to_string(), best, second });
            }
        }
        let _ = position.apply(action, &mut Silent);
    }
    Ok(())
}

fn confirm_force<R: Rules>(
    puzzle: &Puzzle,
    start: &R,
    solver: Seat,
    line: &[R::Action],
    factor: u64,
) -> Result<(), Fault> {
    let limit = puzzle.proof.nodes.max(MIN_PROOF_NODES).saturating_mul(factor);
    let mut turns = u32::from(puzzle.proof.turns);
    let mut position = start.clone();
    let mut index = 0;
    while index < line.len() {
        if !acts(&position, solver) {
            let _ = position.apply(line[index], &mut Silent);
            index += 1;
            continue;
        }
        // A turn goes on after the decisions of others in it.
        turns -= u32::from(index > 0 && position.begins_turn() && turns > 0);
        let mut prover = Prover::new(start, solver, puzzle.goal, limit);
        let not_forced = |turns| Fault::NotForced { number: index + 1, turns };
        if turns == 0 {
            return Err(not_forced(0));
        }
        let found = prover.forcing_turns(&position, turns).map_err(|_| Fault::OutOfNodes(limit))?;
        let (after, actions) = end_of_turn(&position, &line[index..]);
        if found.len() != 1 || found[0].1 != after {
            return Err(not_forced(found.len()));
        }
        position = after;
        index += actions;
    }
    Ok(())
}

/// The position after the actor's part of a line, and the number of its actions.
fn end_of_turn<R: Rules>(position: &R, line: &[R::Action]) -> (R, usize) {
    let actor = position.actor();
    let mut position = position.clone();
    for (index, &action) in line.iter().enumerate() {
        let _ = position.apply(action, &mut Silent);
        if position.actor() != actor || position.begins_turn() {
            return (position, index + 1);
        }
    }
    (position, line.len())
}
