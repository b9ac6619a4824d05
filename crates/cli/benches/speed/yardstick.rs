//! The yardstick: a fixed calculation that all results are compared with.

use std::hint::black_box;

use crate::count::best_of;

const STEPS: u64 = 1 << 27;
const ROUNDS: u32 = 5;

/// The number of 64-bit mixing steps per second, on one core.
pub(crate) fn steps_per_second() -> f64 {
    let seconds = best_of(ROUNDS, || {
        let mut word = black_box(1u64);
        for _ in 0..STEPS {
            word = (word ^ (word >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9).wrapping_add(1);
        }
        black_box(word);
    });
    STEPS as f64 / seconds
}
