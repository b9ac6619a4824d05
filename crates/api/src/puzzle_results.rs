//! Choosing puzzles and counting results: what an attempt does to a Glicko-2 rating.

use menagerie_puzzles::{Puzzle, Selection};
use menagerie_wire::puzzles::{PuzzleRating, PuzzleResult, PuzzleResultRequest, RatingChange};
use menagerie_wire::{Code, Refused};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::{puzzles, refused};

const DAY: i64 = 24 * 60 * 60 * 1000;
/// How sure the rating of a puzzle is before its first result: the miner estimates it.
const DEVIATION: f64 = 150.0;
const VOLATILITY: f64 = 0.06;
/// The most ids in `exclude`.
const MOST_EXCLUDED: usize = 200;

/// The puzzle of the day at this time, in milliseconds since 1970.
pub fn daily(game: &str, now: i64) -> Result<&'static Puzzle, Refused> {
    let day = u32::try_from(now / DAY).unwrap_or_default();
    puzzles::of_game(game)?.daily(day).ok_or_else(none_left)
}

/// What the next puzzle should be like.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// Near this rating.
    pub rating: f64,
    /// With this theme; any if empty.
    pub theme: &'w str,
    /// Not one of these: ids, separated by commas.
    pub exclude: &'w str,
    /// Nor one of these.
    pub done: &'w [String],
    /// The random seed.
    pub seed: u64,
}

/// The next puzzle.
pub fn next(game: &str, wanted: &Wanted<'_>) -> Result<&'static Puzzle, Refused> {
    let excluded = wanted.exclude.split(',').filter(|id| !id.is_empty()).take(MOST_EXCLUDED);
    let exclude: Vec<&str> = excluded.chain(wanted.done.iter().map(String::as_str)).collect();
    let selection = Selection {
        rating: wanted.rating.clamp(0.0, 4_000.0) as u16,
        theme: Some(wanted.theme).filter(|theme| !theme.is_empty()),
        game: None,
        exclude: &exclude,
        seed: wanted.seed,
    };
    puzzles::of_game(game)?.next(&selection).ok_or_else(none_left)
}

fn none_left() -> Refused {
    refused(Code::NotFound, "no puzzle is left: choose another theme, or come back later")
}

/// What the actions of a solver have led to. Ratings are another matter.
pub fn result(puzzle: &'static Puzzle, wanted: &PuzzleResultRequest) -> Result<PuzzleResult, Refused> {
    let solved = puzzles::is_solved(puzzle, &wanted.actions)? && !wanted.hint;
    let (line, themes) = (puzzle.line.clone(), puzzles::themes(puzzle));
    Ok(PuzzleResult { solved, line, themes, change: None, guest: None })
}

/// The rating of a solver without any result.
pub fn first_rating() -> PuzzleRating {
    wire(Glicko2Rating::new(), 0)
}

/// The rating of a puzzle without any result.
pub fn estimate(puzzle: &Puzzle) -> PuzzleRating {
    PuzzleRating { value: f64::from(puzzle.rating), deviation: DEVIATION, volatility: VOLATILITY, games: 0 }
}

/// The ratings of a player and of a puzzle after an attempt: a player who solves it beats the puzzle.
pub fn after(player: PuzzleRating, puzzle: PuzzleRating, solved: bool) -> (PuzzleRating, PuzzleRating) {
    let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
    let (one, other) = glicko2(&known(player), &known(puzzle), &outcome, &Glicko2Config::new());
    (wire(one, player.games + 1), wire(other, puzzle.games + 1))
}

/// The result with the rating of a guest after it. Nothing is stored: the guest's browser keeps it.
pub fn for_guest(guest: PuzzleRating, puzzle: PuzzleRating, result: PuzzleResult) -> Result<PuzzleResult, Refused> {
    let before = checked(guest)?;
    let (after, _) = after(before, puzzle, result.solved);
    let change = RatingChange { before: before.value, after: after.value };
    Ok(PuzzleResult { change: Some(change), guest: Some(after), ..result })
}

/// The rating that a guest sends. Numbers outside Glicko-2's range are refused.
fn checked(guest: PuzzleRating) -> Result<PuzzleRating, Refused> {
    let PuzzleRating { value, deviation, volatility, games } = guest;
    let fits = (0.0..=4_000.0).contains(&value)
        && (1.0..=500.0).contains(&deviation)
        && (0.001..=0.2).contains(&volatility)
        && games < 1_000_000;
    fits.then_some(guest).ok_or_else(|| refused(Code::Malformed, "this is no Glicko-2 rating"))
}

fn known(rating: PuzzleRating) -> Glicko2Rating {
    Glicko2Rating { rating: rating.value, deviation: rating.deviation, volatility: rating.volatility }
}

fn wire(it: Glicko2Rating, games: u32) -> PuzzleRating {
    PuzzleRating { value: it.rating, deviation: it.deviation, volatility: it.volatility, games }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_beats_the_puzzle_by_glicko_2() {
        let (solver, puzzle) = after(first_rating(), first_rating(), true);
        assert_eq!((solver.value.round(), puzzle.value.round()), (1662.0, 1338.0));
        assert_eq!((solver.games, puzzle.games), (1, 1));
    }

    #[test]
    fn a_guest_sends_a_glicko_2_rating() {
        let result = PuzzleResult { solved: true, line: Vec::new(), themes: Vec::new(), change: None, guest: None };
        let damaged = PuzzleRating { deviation: 0.0, ..first_rating() };
        assert!(for_guest(damaged, first_rating(), result.clone()).is_err());
        let counted = for_guest(first_rating(), first_rating(), result).unwrap();
        assert!((counted.change.unwrap().before - 1500.0).abs() < 1e-9);
        assert!(counted.guest.unwrap().value > 1500.0);
    }
}
