//! A seeded generator with a stable stream: golden games must not change with a library's version.

use menagerie_game::Dice;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Dice that fall the same way for the same seed, always.
pub fn dice(seed: u64) -> impl Dice {
    let mut stream = ChaCha8Rng::seed_from_u64(seed);
    move |sides: u32| stream.random_range(0..sides)
}
