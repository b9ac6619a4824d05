//! The signals that ask the process for a graceful shutdown.

use tokio::signal;

/// Resolves on Ctrl-C or on SIGTERM, the signal of service managers.
pub async fn shutdown_signal() {
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
