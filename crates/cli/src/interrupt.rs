//! Ctrl-C in long work. Either the first ends the work with what is done so far, and the second ends the program at once
//! ([`listen`]), or the first ends the program ([`exit_with`]).

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use tokio::runtime::Builder;
#[cfg(windows)]
use tokio::signal::windows::ctrl_c;

/// The exit status of a program that was interrupted by SIGINT.
const INTERRUPTED: i32 = 130;

/// The flag that the first Ctrl-C sets.
pub(crate) fn listen() -> Arc<AtomicBool> {
    let halt = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&halt);
    on_ctrl_c(2, move || flag.store(true, Ordering::Relaxed));
    halt
}

/// Ends the program at the first Ctrl-C, with a message on standard error. For work that loses nothing by it.
pub(crate) fn exit_with(message: String) {
    // Standard error may be closed. The program still ends.
    on_ctrl_c(1, move || drop(writeln!(io::stderr(), "{message}")));
}

/// Runs this at the first Ctrl-C and ends the program after `last` of them. When it returns, the signal handler is
/// installed. If it cannot be installed, Ctrl-C ends the program as usual.
fn on_ctrl_c(last: usize, at_first: impl FnOnce() + Send + 'static) {
    let (installing, installed) = channel::<()>();
    thread::spawn(move || {
        let Ok(runtime) = Builder::new_current_thread().enable_io().build() else { return };
        runtime.block_on(async {
            let Ok(mut signals) = ctrl_c() else { return };
            drop(installing);
            signals.recv().await;
            at_first();
            for _ in 1..last {
                signals.recv().await;
            }
            process::exit(INTERRUPTED);
        });
    });
    // Nothing is sent: this waits until the thread has dropped the sender, also after a failure.
    let _ = installed.recv();
}

#[cfg(unix)]
fn ctrl_c() -> io::Result<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())
}
