//! What an operator meets: the log, signals.

use tokio::signal;
use tracing::Level;

use crate::operations::log_format::JsonLines;

/// Writes the log to standard error. `MENAGERIE_LOG` chooses how much: error, warn, info, debug; `MENAGERIE_LOG_FORMAT` how:
/// as lines with `key=value`, or, if it is `json`, as an object per line.
pub fn log_to_stderr() {
    let wanted = std::env::var("MENAGERIE_LOG").ok().and_then(|text| text.parse::<Level>().ok());
    let level = wanted.unwrap_or(Level::WARN);
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).with_max_level(level);
    let as_json = std::env::var("MENAGERIE_LOG_FORMAT").is_ok_and(|format| format == "json");
    // A second call in one process changes nothing.
    let _ = if as_json { log.event_format(JsonLines).try_init() } else { log.try_init() };
}

/// Done when the process is asked to end: Ctrl-C, or the signal that service managers send.
pub async fn asked_to_stop() {
    let interrupted = async {
        let _ = signal::ctrl_c().await;
    };
    #[cfg(unix)]
    {
        let Ok(mut terminated) = signal::unix::signal(signal::unix::SignalKind::terminate()) else {
            return interrupted.await;
        };
        tokio::select! {
            () = interrupted => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    interrupted.await;
}
