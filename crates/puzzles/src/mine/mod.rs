//! Mining: finding puzzles in games.
//!
//! [`Mining::run`] plays games of the computer against itself, or reads records, and looks for positions with exactly one
//! solution. A game depends on its number and the settings alone, so a stopped run continues where it was.

mod forced;
mod game;
mod run;
mod search;

pub use run::{MinedGame, Mining, MiningError};
pub(crate) use search::is_same_turn;

use menagerie_catalog::{Visitor, visit};
use menagerie_game::{GameName, Rules, RulesExt, Seat, line_steps};

use crate::difficulty::Difficulty;
use crate::puzzle::{Goal, Proof, Puzzle};
use crate::themes::{solver_turns, themes};

/// A puzzle without its source.
pub(crate) struct Found<R: Rules> {
    /// How many actions of the game lie before it.
    pub(crate) at: usize,
    /// The error that was tried after them instead of the game's own action; nothing if the puzzle is in the game itself.
    pub(crate) error: Vec<R::Action>,
    pub(crate) start: R,
    pub(crate) solver: Seat,
    pub(crate) goal: Goal,
    pub(crate) line: Vec<R::Action>,
    pub(crate) proof: Proof,
}

impl<R: Rules> Found<R> {
    /// The puzzle of a game given with its options.
    fn puzzle(&self, game: &str, source: crate::Source) -> Puzzle {
        let (position, line) = (self.start.to_string(), self.line.iter().map(ToString::to_string).collect::<Vec<_>>());
        Puzzle {
            id: Puzzle::id_of(game, &position, &line),
            game: game.to_owned(),
            position,
            solver: R::INFO.seat_name(self.solver).to_owned(),
            goal: self.goal,
            line,
            themes: themes(&self.start, &self.line, self.solver, self.goal),
            rating: rating(&self.start, &self.line, self.solver, &self.proof),
            source,
            proof: self.proof.clone(),
        }
    }
}

/// The initial rating of a line.
fn rating<R: Rules>(start: &R, line: &[R::Action], solver: Seat, proof: &Proof) -> u16 {
    let steps = line_steps(start, line, solver);
    let difficulty = Difficulty {
        effort: proof.effort,
        turns: solver_turns(&steps).max(usize::from(proof.turns)),
        choices: start.count_actions(),
        quiet: steps.first().is_some_and(|step| !start.is_tactical(step.action)),
    };
    difficulty.rating()
}

/// Brings the themes and the rating of a puzzle up to date, after a change of the motifs or of the rating's formula. A
/// puzzle that cannot be replayed stays as it is; [`verify`](crate::verify()) names it.
pub fn refresh(puzzle: &mut Puzzle) {
    struct Refresh<'p>(&'p mut Puzzle);
    impl Visitor for Refresh<'_> {
        type Out = ();

        fn visit<R: Rules>(self) {
            let puzzle = self.0;
            let (Some(solver), Ok(start)) = (puzzle.seat(), puzzle.position.parse::<R>()) else { return };
            let mut position = start.clone();
            let legal = |action: &String| action.parse().ok().filter(|&action| position.play(action).is_some());
            let line: Option<Vec<R::Action>> = puzzle.line.iter().map(legal).collect();
            if let Some(line) = line {
                puzzle.themes = themes(&start, &line, solver, puzzle.goal);
                puzzle.rating = rating(&start, &line, solver, &puzzle.proof);
            }
        }
    }
    let id = GameName::new(&puzzle.game).id.to_owned();
    let _ = visit(&id, Refresh(puzzle));
}
