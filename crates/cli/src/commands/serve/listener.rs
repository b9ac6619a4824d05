//! The listening socket. A player's server takes the next free port if the usual one is in use.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::error::CliError;

/// How many ports after the usual one are tried. Then the system chooses one.
const OTHER_PORTS: u16 = 10;

/// Listens on exactly this address.
pub(super) async fn listen(address: SocketAddr) -> Result<TcpListener, CliError> {
    TcpListener::bind(address).await.map_err(|error| refused(address, &error))
}

/// Listens on this address, or if its port is in use on one of the next ports, or on any free port.
pub(super) async fn listen_nearby(address: SocketAddr) -> Result<TcpListener, CliError> {
    let first = address.port();
    for port in (first..=first.saturating_add(OTHER_PORTS)).chain([0]) {
        match TcpListener::bind(SocketAddr::new(address.ip(), port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            bound => return bound.map_err(|error| refused(address, &error)),
        }
    }
    Err(refused(address, &io::ErrorKind::AddrInUse.into()))
}

fn refused(address: SocketAddr, error: &io::Error) -> CliError {
    CliError::Usage(format!("cannot listen on {address}: {error}; choose another address with --listen"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_passed_over() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(pass_over_a_port());
    }

    async fn pass_over_a_port() {
        let first = listen("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let taken = first.local_addr().unwrap();
        assert!(listen(taken).await.is_err(), "an operator's port is not replaced");
        let second = listen_nearby(taken).await.unwrap().local_addr().unwrap();
        assert_eq!(second.ip(), taken.ip());
        assert_ne!(second.port(), taken.port());
    }
}
