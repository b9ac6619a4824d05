//! Stars: how well a level was solved.

/// The most stars that a level gives.
pub const MAX_STARS: u8 = 3;

/// The stars of a solved level: 3 without help, one less for each missed try and each hint, but at least 1. Illegal
/// actions cost nothing: they are how a learner discovers the rules.
///
/// ```
/// # use menagerie_lessons::stars;
/// assert_eq!([stars(0, 0), stars(1, 0), stars(1, 1), stars(9, 9)], [3, 2, 1, 1]);
/// ```
pub fn stars(misses: u32, hints: u32) -> u8 {
    let lost = misses.saturating_add(hints).min(u32::from(MAX_STARS) - 1) as u8;
    MAX_STARS - lost
}
