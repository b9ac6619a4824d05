//! Ctrl-C: the first ends a match with what is known until then, the second ends at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime::Builder;
use tokio::signal::ctrl_c;

/// The exit status of a program that was interrupted, as shells know it.
const INTERRUPTED: i32 = 130;

/// Set at the first Ctrl-C from now on. Where signals cannot be heard, they end the program as ever.
pub(crate) fn listen() -> Arc<AtomicBool> {
    let halt = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&halt);
    thread::spawn(move || {
        let Ok(runtime) = Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            if ctrl_c().await.is_ok() {
                told.store(true, Ordering::Relaxed);
                let _ = ctrl_c().await;
                process::exit(INTERRUPTED);
            }
        });
    });
    halt
}
