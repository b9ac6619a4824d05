//! The check of the port: free, used by a Menagerie server, or used by another program.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use super::Finding;

/// How long another program on the port may take to answer.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Whether a server can listen on this address. `server` is the address of the server that uses the database.
pub(super) fn check(address: SocketAddr, server: Option<&str>) -> Finding {
    if server == Some(&format!("http://{}/", reachable(address))) {
        return Finding::Well(format!("{address} is used by the server of this database"));
    }
    match TcpListener::bind(address) {
        Ok(_) => Finding::Well(format!("{address} is free")),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => in_use(address),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Finding::Fix(format!("{address}: only root may use this port: choose one from 1024 on with --listen"))
        }
        Err(error) => Finding::Fix(format!("{address}: {error}: choose another address with --listen")),
    }
}

fn in_use(address: SocketAddr) -> Finding {
    let port = address.port();
    if is_menagerie(reachable(address)) {
        let advice = "open its page, or choose another port with --listen";
        return Finding::Fix(format!("{address} is used by another Menagerie server: {advice}"));
    }
    let advice =
        format!("end it, choose another port with --listen, or start `menagerie`, which takes a port after {port}");
    Finding::Fix(format!("{address} is used by another program: {advice}"))
}

/// Whether a server of ours answers there.
fn is_menagerie(address: SocketAddr) -> bool {
    let ask = || -> io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.write_all(b"GET /api/about HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.take(10_000).read_to_string(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200") && answer.contains("\"version\""))
}

/// The address at which this machine reaches a server that listens on all interfaces.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_port_is_told_from_one_in_use() {
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = other.local_addr().unwrap();
        let own = format!("http://{address}/");
        assert!(matches!(check(address, Some(&own)), Finding::Well(what) if what.contains("server of this database")));
        drop(other);
        assert!(matches!(check(address, None), Finding::Well(what) if what.ends_with("is free")));
    }

    /// A program that closes every connection is not ours.
    #[test]
    fn another_program_on_the_port_is_named_as_such() {
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = other.local_addr().unwrap();
        let closing = std::thread::spawn(move || drop(other.accept()));
        assert!(matches!(check(address, None), Finding::Fix(what) if what.contains("another program")));
        closing.join().unwrap();
    }
}
