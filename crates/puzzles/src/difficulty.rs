//! The difficulty of a puzzle as a rating: how hard it is for our own search, how long it is, how much there is to choose
//! from. A collection turns the order of these ratings into its initial ratings (`curate.rs`).

/// What makes a puzzle hard.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Difficulty {
    /// The nodes after which the search had settled on the solution: the largest number of all steps.
    pub(crate) effort: u64,
    /// The solver's turns.
    pub(crate) turns: usize,
    /// The number of legal actions at the start.
    pub(crate) choices: usize,
    /// Whether the first action is quiet: no capture, no promotion.
    pub(crate) quiet: bool,
}

/// The bounds of an estimate.
const LOWEST: f64 = 700.0;
const HIGHEST: f64 = 2600.0;

impl Difficulty {
    /// The estimate. Each doubling of the search effort counts 75 points, each turn 110, each doubling of the
    /// choices 70, a quiet start 120.
    pub(crate) fn rating(self) -> u16 {
        let effort = (self.effort.max(32) as f64 / 32.0).log2();
        let choices = (self.choices.max(1) as f64 / 16.0).log2();
        let quiet = if self.quiet { 120.0 } else { 0.0 };
        let rating = 780.0 + 75.0 * effort + 110.0 * (self.turns.saturating_sub(1) as f64) + 70.0 * choices + quiet;
        rating.clamp(LOWEST, HIGHEST).round() as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: Difficulty = Difficulty { effort: 40, turns: 1, choices: 16, quiet: false };

    #[test]
    fn more_effort_more_turns_more_choices_and_a_quiet_start_are_harder() {
        for harder in [
            Difficulty { effort: 4_000, ..EASY },
            Difficulty { turns: 3, ..EASY },
            Difficulty { choices: 60, ..EASY },
            Difficulty { quiet: true, ..EASY },
        ] {
            assert!(harder.rating() > EASY.rating(), "{harder:?}");
        }
    }

    #[test]
    fn ratings_span_the_range_of_players() {
        assert!(EASY.rating() < 900);
        let hard = Difficulty { effort: 200_000, turns: 4, choices: 60, quiet: true };
        assert!((2200..=2600).contains(&hard.rating()), "{}", hard.rating());
    }
}
