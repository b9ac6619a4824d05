//! A fault-injecting TCP proxy: it forwards bytes, cuts connections in the middle of a message, throttles them, and holds
//! them without closing them. One stands before each node, and one between each node and each service that it uses.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// The faults in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProxyFaults {
    /// Incremented whenever all connections are cut.
    cuts: u32,
    /// No connection gets through.
    closed: bool,
    /// No byte gets through, and no connection is closed: a partition.
    held: bool,
    /// Throttling: the bytes per write, and the pause after it.
    trickle: Option<(usize, Duration)>,
}

/// A proxy for one port.
pub(crate) struct TcpProxy {
    address: SocketAddr,
    faults: watch::Sender<ProxyFaults>,
}

impl TcpProxy {
    /// Starts a proxy for a port of this machine.
    pub(crate) async fn to(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let open = ProxyFaults { cuts: 0, closed: false, held: false, trickle: None };
        let (faults, receiver) = watch::channel(open);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connect(client, port, receiver.clone()));
            }
        });
        Ok(Self { address, faults })
    }

    /// The address for clients.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Cuts every connection and accepts none until [`open`](Self::open).
    pub(crate) fn cut(&self) {
        self.faults.send_modify(|faults| {
            faults.cuts += 1;
            faults.closed = true;
        });
    }

    /// Lets no byte through until [`open`](Self::open). Connections stay open, and new ones are accepted: neither side can
    /// tell this from a network that drops all packets.
    pub(crate) fn hold(&self) {
        self.faults.send_modify(|faults| faults.held = true);
    }

    /// Throttles all connections until [`open`](Self::open).
    pub(crate) fn slow(&self, bytes: usize, pause: Duration) {
        self.faults.send_modify(|faults| faults.trickle = Some((bytes, pause)));
    }

    /// Ends all faults.
    pub(crate) fn open(&self) {
        self.faults.send_modify(|faults| {
            faults.closed = false;
            faults.held = false;
            faults.trickle = None;
        });
    }
}

async fn connect(client: TcpStream, port: u16, mut faults: watch::Receiver<ProxyFaults>) {
    if faults.wait_for(|faults| !faults.held).await.is_ok_and(|faults| faults.closed) {
        return;
    }
    let Ok(node) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let _ = (client.set_nodelay(true), node.set_nodelay(true));
    let (from_client, to_client) = client.into_split();
    let (from_node, to_node) = node.into_split();
    let there = pass(from_client, to_node, faults.clone());
    let back = pass(from_node, to_client, faults);
    // When one direction ends, both halves are dropped, which ends the other.
    tokio::select! {
        _ = there => {}
        _ = back => {}
    }
}

/// Forwards bytes in one direction until the connection ends or is cut.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut faults: watch::Receiver<ProxyFaults>,
) -> io::Result<()> {
    let cuts = faults.borrow().cuts;
    let mut buffer = [0; 4096];
    loop {
        let length = tokio::select! {
            read = from.read(&mut buffer) => read?,
            _ = faults.wait_for(|faults| faults.cuts != cuts) => return Ok(()),
        };
        // While the connection is held, its end is not passed on either.
        if faults.wait_for(|faults| !faults.held || faults.cuts != cuts).await.is_err() || length == 0 {
            return Ok(());
        }
        let mut rest = &buffer[..length];
        while !rest.is_empty() {
            let faults = *faults.borrow();
            if faults.cuts != cuts {
                // Cuts in the middle of a message, if one is in transit.
                return to.write_all(&rest[..rest.len() / 2]).await;
            }
            let (now, later) = rest.split_at(faults.trickle.map_or(rest.len(), |(bytes, _)| bytes.min(rest.len())));
            to.write_all(now).await?;
            rest = later;
            if let Some((_, pause)) = faults.trickle {
                sleep(pause).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    /// A server that sends back what it gets.
    async fn echo() -> io::Result<u16> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.into_split();
                    tokio::io::copy(&mut from, &mut to).await
                });
            }
        });
        Ok(port)
    }

    #[tokio::test]
    async fn a_held_connection_passes_nothing_and_goes_on_afterwards() {
        let proxy = TcpProxy::to(echo().await.unwrap()).await.unwrap();
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        let mut byte = [0; 1];
        stream.write_all(b"a").await.unwrap();
        stream.read_exact(&mut byte).await.unwrap();
        proxy.hold();
        stream.write_all(b"b").await.unwrap();
        let nothing = timeout(Duration::from_millis(100), stream.read_exact(&mut byte)).await;
        assert!(nothing.is_err(), "a byte got through");
        let mut late = TcpStream::connect(proxy.address()).await.expect("accepted, as by a network that drops packets");
        late.write_all(b"c").await.unwrap();
        proxy.open();
        stream.read_exact(&mut byte).await.unwrap();
        assert_eq!(&byte, b"b");
        late.read_exact(&mut byte).await.unwrap();
        assert_eq!(&byte, b"c");
    }
}
