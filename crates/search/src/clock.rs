//! The clock of all searches: that of the system, unless the host passes another one in.
//!
//! WebAssembly in a browser has no system clock. Without one that was passed in, time stands still there: searches end by
//! their other limits only.

use std::sync::OnceLock;
use std::time::Duration;

static HOST: OnceLock<fn() -> Duration> = OnceLock::new();

/// Passes a clock in: the time since any fixed moment, never going back. The first one stays.
pub fn set_clock(clock: fn() -> Duration) {
    let _ = HOST.set(clock);
}

/// The time since a fixed moment.
pub(crate) fn now() -> Duration {
    HOST.get().map_or_else(system_time, |clock| clock())
}

#[cfg(not(target_family = "wasm"))]
fn system_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    STARTED.elapsed()
}

#[cfg(target_family = "wasm")]
const fn system_time() -> Duration {
    Duration::ZERO
}
