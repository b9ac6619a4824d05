//! Puzzles from outside: files, attempts, verification, choosing, and the collections in the repository.

mod attempts;
mod catalog;
mod choose;
mod files;
mod mining;
mod verification;

use menagerie_puzzles::{Goal, Proof, ProofKind, Puzzle, Source};

/// Red's cat is one step from the den, and so is black's wolf: every other action loses.
pub(crate) const DEN: &str = "7/3C3/7/7/7/7/7/3w3/6L r";

/// A puzzle with this position and line, whose source game begins there.
pub(crate) fn puzzle(game: &str, solver: &str, position: &str, line: &[&str]) -> Puzzle {
    let line: Vec<String> = line.iter().map(|action| (*action).to_owned()).collect();
    Puzzle {
        id: Puzzle::id_of(game, position, &line),
        game: game.to_owned(),
        position: position.to_owned(),
        solver: solver.to_owned(),
        goal: Goal::Win,
        line,
        themes: vec!["win-in-1".to_owned()],
        rating: 1000,
        source: Source::Record { name: "test".to_owned(), start: Some(position.to_owned()), actions: Vec::new() },
        proof: Proof { kind: ProofKind::Search, nodes: 2_000, turns: 0, effort: 100, steps: Vec::new() },
    }
}

pub(crate) fn den() -> Puzzle {
    puzzle("jungle", "red", DEN, &["d8d9"])
}
