//! Ctrl-C in long work: the first ends it with what is done so far, the second ends the program at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime::Builder;
use tokio::signal::ctrl_c;

/// The exit status of a program that was interrupted by SIGINT.
const INTERRUPTED: i32 = 130;

/// The flag that the first Ctrl-C sets. If the signal handler cannot be installed, Ctrl-C ends the program as usual.
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
