//! Signals that end, suspend or continue the program. On Windows there are none: Ctrl+C arrives as a key.

use std::io;

#[cfg_attr(not(unix), expect(dead_code, reason = "Windows sends no signals"))]
pub(crate) enum Signal {
    /// End the program.
    Stop,
    /// Suspend the program: Ctrl+Z from outside of it.
    Suspend,
    /// The program continues after a suspension. Other programs may have used the terminal.
    Resume,
}

/// Calls a function for every signal, in a thread of its own, until the function returns `false`.
#[cfg(unix)]
pub(crate) fn watch(mut on_signal: impl FnMut(Signal) -> bool + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};

    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let signal = match signal {
                SIGTSTP => Signal::Suspend,
                SIGCONT => Signal::Resume,
                _ => Signal::Stop,
            };
            if !on_signal(signal) {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn watch(_on_signal: impl FnMut(Signal) -> bool + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Whether a process can be suspended on this system.
pub(crate) const CAN_SUSPEND: bool = cfg!(unix);

/// Suspends this process. SIGCONT resumes it.
#[cfg(unix)]
pub(crate) fn suspend_process() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

#[cfg(not(unix))]
pub(crate) fn suspend_process() -> io::Result<()> {
    Ok(())
}
