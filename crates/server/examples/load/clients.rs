//! Scripted clients: the two ends of a table act in turns.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::arguments::Load;
use crate::report::Figures;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connections that are being opened at the same time.
const OPENING: usize = 32;
/// The clients must not be what is slow: a large buffer is cleared before each reading.
const READ_AT_ONCE: usize = 4 * 1024;
/// As long as an action with its seat and its version.
const PASSED_ON: &str = r#"{"t":"act","ack":123,"at":123,"seat":"black","action":"a1a2"}"#;

/// Where one end connects, and what it says first.
#[derive(Clone)]
pub(crate) struct End {
    pub(crate) url: String,
    pub(crate) hello: Option<String>,
}

/// The two ends of a table.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) ends: [End; 2],
    /// The seats' names, where the table is a real one.
    pub(crate) seats: Option<[&'static str; 2]>,
}

/// When is played, and from when on it counts.
#[derive(Clone, Copy)]
struct Times {
    start: Instant,
    counted: Instant,
    end: Instant,
}

/// Plays at as many tables at once as the load wants. Everybody is connected before the play begins, and it has gone on for
/// a while before it counts. Where a match ends, the next table is taken.
pub(crate) async fn measure(load: &Load, tables: &[Table], spent: impl Fn() -> Duration) -> Figures {
    let shares = connect_shares(load, tables).await;
    let start = Instant::now();
    let counted = start + load.warm_up;
    let times = Times { start, counted, end: counted + load.time };
    let play = |(index, share)| tokio::spawn(play_share(share, load.clone(), times, index));
    let players: Vec<_> = shares.into_iter().enumerate().map(play).collect();
    tokio::time::sleep_until(times.counted.into()).await;
    let before = spent();
    tokio::time::sleep_until(times.end.into()).await;
    let cost = spent().saturating_sub(before);
    let (mut taken, mut ran_out) = (Vec::new(), 0);
    for player in players {
        let played = player.await.expect("a player");
        taken.extend(played.taken);
        ran_out += usize::from(played.ran_out);
    }
    Figures::new(taken, load.time, cost, ran_out)
}

async fn connect_shares(load: &Load, tables: &[Table]) -> Vec<Vec<Pair>> {
    let share = |index: usize| tables.iter().skip(index).step_by(load.tables).cloned().collect::<Vec<_>>();
    let connecting: Vec<_> = connect((0..load.tables).map(share));
    let mut shares = Vec::with_capacity(load.tables);
    for pairs in connecting {
        shares.push(pairs.await.expect("connections"));
    }
    shares
}

/// Connects both ends of tables, a few at a time.
pub(crate) fn connect(shares: impl Iterator<Item = Vec<Table>>) -> Vec<JoinHandle<Vec<Pair>>> {
    let places = Arc::new(Semaphore::new(OPENING));
    let one = |share: Vec<Table>| {
        let places = Arc::clone(&places);
        tokio::spawn(async move {
            let mut pairs = Vec::with_capacity(share.len());
            for table in share {
                let _place = places.acquire().await;
                pairs.push(Pair::connect(&table).await);
            }
            pairs
        })
    };
    shares.map(one).collect()
}

/// What one table's clients did.
struct Played {
    /// How long each action took that counts, from sending to the opponent's receipt.
    taken: Vec<Duration>,
    /// There was no match left to play.
    ran_out: bool,
}

async fn play_share(share: Vec<Pair>, load: Load, times: Times, index: usize) -> Played {
    let mut taken = Vec::new();
    // So that tables with a pause do not all act at the same moment.
    let mut due = times.start + load.pause.mul_f64(index as f64 / load.tables as f64);
    for mut pair in share {
        loop {
            tokio::time::sleep_until(due.into()).await;
            let began = Instant::now();
            if began >= times.end {
                return Played { taken, ran_out: false };
            }
            let Some(took) = pair.act(index).await else { break };
            if began >= times.counted && began + took <= times.end {
                taken.push(took);
            }
            due = (due + load.pause).max(began + took);
        }
    }
    Played { taken, ran_out: true }
}

/// Both clients of a table, connected.
pub(crate) struct Pair {
    sockets: [Socket; 2],
    seats: Option<[&'static str; 2]>,
    version: usize,
    /// The last message that told the actor what can be done.
    told: Utf8Bytes,
}

impl Pair {
    async fn connect(table: &Table) -> Self {
        let [one, other] = &table.ends;
        let (one, first) = open(one).await;
        let (other, second) = open(other).await;
        let told = if first.contains("\"actions\":[") { first } else { second };
        Self { sockets: [one, other], seats: table.seats, version: 0, told }
    }

    /// One action: how long until the opponent had it. `None` when the match is over.
    async fn act(&mut self, index: usize) -> Option<Duration> {
        let (actor, other) = (self.version % 2, 1 - self.version % 2);
        let version = self.version;
        let text = match self.seats {
            None => PASSED_ON.to_owned(),
            Some(seats) => {
                let action = pick(&self.told, version * 7 + index)?;
                json!({"t": "act", "ack": version, "at": version, "seat": seats[actor], "action": action}).to_string()
            }
        };
        let next = format!(r#"{{"t":"event","version":{},"#, version + 1);
        let expected = if self.seats.is_some() { next.as_str() } else { "" };
        let began = Instant::now();
        self.sockets[actor].send(Message::text(text)).await.expect("sent");
        self.told = hear(&mut self.sockets[other], expected).await;
        self.version += 1;
        Some(began.elapsed())
    }
}

/// Connects and says hello; the answer to it.
async fn open(end: &End) -> (Socket, Utf8Bytes) {
    let config = WebSocketConfig::default().read_buffer_size(READ_AT_ONCE);
    let opened = connect_async_with_config(&end.url, Some(config), true).await;
    let (mut socket, _) = opened.expect("a connection");
    let mut full = Utf8Bytes::default();
    if let Some(hello) = &end.hello {
        socket.send(Message::text(hello)).await.expect("sent");
        full = hear(&mut socket, r#"{"t":"full","#).await;
    }
    (socket, full)
}

/// The next message that begins so.
async fn hear(socket: &mut Socket, expected: &str) -> Utf8Bytes {
    loop {
        match socket.next().await.expect("an open connection").expect("an open connection") {
            Message::Text(text) if text.starts_with(expected) => return text,
            Message::Text(text) if text.starts_with(r#"{"t":"refused""#) => panic!("refused: {text}"),
            _ => {}
        }
    }
}

/// One of the legal actions in a message, without reading all of it.
fn pick(message: &str, number: usize) -> Option<&str> {
    let list = message.split_once("\"actions\":[")?.1.split_once(']')?.0;
    let actions = list.split(',').count();
    list.split(',').nth(number % actions).map(|word| word.trim_matches('"')).filter(|word| !word.is_empty())
}
