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

use menagerie_game::{Rules, Seat};

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
    /// The search effort, for the rating.
    pub(crate) effort: u64,
}

impl<R: Rules> Found<R> {
    /// The puzzle of a game given with its options.
    fn puzzle(&self, game: &str, source: crate::Source) -> Puzzle {
        let steps = menagerie_game::line_steps(&self.start, &self.line, self.solver);
        let difficulty = Difficulty {
            effort: self.effort,
            turns: solver_turns(&steps).max(usize::from(self.proof.turns)),
            choices: self.start.count_actions(),
            quiet: !self.start.is_tactical(self.line[0]),
        };
        let (position, line) = (self.start.to_string(), self.line.iter().map(ToString::to_string).collect::<Vec<_>>());
        Puzzle {
            id: Puzzle::id_of(game, &position, &line),
            game: game.to_owned(),
            position,
            solver: R::INFO.seat_name(self.solver).to_owned(),
            goal: self.goal,
            line,
            themes: themes(&self.start, &self.line, self.solver, self.goal),
            rating: difficulty.rating(),
            source,
            proof: self.proof.clone(),
        }
    }
}
