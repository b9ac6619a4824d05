//! A proxy between the clients and a node: it passes bytes on, cuts connections in the middle of a message, and lets bytes
//! trickle.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// How the wire is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mood {
    /// Grows whenever all connections are cut.
    cuts: u32,
    /// Nobody gets through.
    closed: bool,
    /// So many bytes at a time, and so long a pause after them.
    trickle: Option<(usize, Duration)>,
}

/// A port that stands for a node's.
pub(crate) struct Wire {
    address: SocketAddr,
    mood: watch::Sender<Mood>,
}

impl Wire {
    /// Begins to pass on to a port of this machine.
    pub(crate) async fn to(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (mood, moods) = watch::channel(Mood { cuts: 0, closed: false, trickle: None });
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connect(client, port, moods.clone()));
            }
        });
        Ok(Self { address, mood })
    }

    /// Where clients connect to.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Cuts every connection, and lets nobody through until [`open`](Self::open).
    pub(crate) fn cut(&self) {
        self.mood.send_modify(|mood| {
            mood.cuts += 1;
            mood.closed = true;
        });
    }

    /// Lets bytes trickle until [`open`](Self::open).
    pub(crate) fn slow(&self, bytes: usize, pause: Duration) {
        self.mood.send_modify(|mood| mood.trickle = Some((bytes, pause)));
    }

    /// All is well.
    pub(crate) fn open(&self) {
        self.mood.send_modify(|mood| {
            mood.closed = false;
            mood.trickle = None;
        });
    }
}

async fn connect(client: TcpStream, port: u16, moods: watch::Receiver<Mood>) {
    if moods.borrow().closed {
        return;
    }
    let Ok(node) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let _ = (client.set_nodelay(true), node.set_nodelay(true));
    let (from_client, to_client) = client.into_split();
    let (from_node, to_node) = node.into_split();
    let there = pass(from_client, to_node, moods.clone());
    let back = pass(from_node, to_client, moods);
    // Where one direction ends, so does the other: both halves are dropped.
    tokio::select! {
        _ = there => {}
        _ = back => {}
    }
}

/// Passes bytes on in one direction until the connection ends or is cut.
async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut moods: watch::Receiver<Mood>) -> io::Result<()> {
    let cuts = moods.borrow().cuts;
    let mut buffer = [0; 4096];
    loop {
        let length = tokio::select! {
            read = from.read(&mut buffer) => read?,
            _ = moods.wait_for(|mood| mood.cuts != cuts) => return Ok(()),
        };
        if length == 0 {
            return Ok(());
        }
        let mut rest = &buffer[..length];
        while !rest.is_empty() {
            let mood = *moods.borrow();
            if mood.cuts != cuts {
                // In the middle of a message, if there is one under way.
                return to.write_all(&rest[..rest.len() / 2]).await;
            }
            let (now, later) = rest.split_at(mood.trickle.map_or(rest.len(), |(bytes, _)| bytes.min(rest.len())));
            to.write_all(now).await?;
            rest = later;
            if let Some((_, pause)) = mood.trickle {
                sleep(pause).await;
            }
        }
    }
}
