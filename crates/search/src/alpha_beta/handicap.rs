//! The usual handicap of each strength level: fewer nodes, less depth, a random error on root scores.

use menagerie_game::{Handicap, Rules};

use crate::Level;

/// Level 1 to level 8. Level 1 sees direct captures and recaptures. Each higher level searches more
/// nodes with a smaller error.
const USUAL: [Handicap; 8] = [
    Handicap::new(100, 200.0).within_depth(1),
    Handicap::new(300, 105.0).within_depth(2),
    Handicap::new(800, 75.0).within_depth(3),
    Handicap::new(2_000, 58.0).within_depth(5),
    Handicap::new(5_000, 44.0).within_depth(7),
    Handicap::new(15_000, 32.0),
    Handicap::new(60_000, 20.0),
    Handicap::new(1_500_000, 0.0),
];

/// The handicap of a level in a game.
pub(crate) fn handicap<R: Rules>(level: Level) -> Handicap {
    level.handicap::<R>(&USUAL)
}
