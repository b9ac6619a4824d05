//! What libFuzzer's wrappers share.

use std::sync::Once;

/// Reads an input. A panic in a task that would swallow it ends the run too.
pub fn run(target: &str, input: &[u8]) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            usual(info);
            std::process::abort();
        }));
    });
    let target = menagerie_fuzz_targets::target(target).expect("every wrapper names a target");
    (target.read)(input);
}
