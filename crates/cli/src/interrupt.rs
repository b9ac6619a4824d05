//! Ctrl-C in long work. Either the first ends the work with what is done so far, and the second ends the program at once
//! ([`listen`]), or the first ends the program ([`exit_with`]).

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime::Builder;
use tokio::signal::ctrl_c;

/// The exit status of a program that was interrupted by SIGINT.
const INTERRUPTED: i32 = 130;

/// The flag that the first Ctrl-C sets.
pub(crate) fn listen() -> Arc<AtomicBool> {
    let halt = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&halt);
    on_ctrl_c(async move {
        told.store(true, Ordering::Relaxed);
        let _ = ctrl_c().await;
    });
    halt
}

/// Ends the program at the first Ctrl-C, with a message on standard error. For work that loses nothing by it.
pub(crate) fn exit_with(message: String) {
    // Standard error may be closed. The program ends all the same.
    on_ctrl_c(async move { drop(writeln!(io::stderr(), "{message}")) });
}

/// Runs this at the first Ctrl-C and then ends the program. If the signal handler cannot be installed, Ctrl-C ends the
/// program as usual.
fn on_ctrl_c(last_words: impl Future<Output = ()> + Send + 'static) {
    thread::spawn(move || {
        let Ok(runtime) = Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            if ctrl_c().await.is_ok() {
                last_words.await;
                process::exit(INTERRUPTED);
            }
        });
    });
}
