//! Scripted clients: the two clients of a table move in turns.

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
use crate::cpu_time::{Part, spent_since};
use crate::profile::Sampling;
use crate::report::LoadResult;

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connections opened at once.
const OPENING: usize = 32;
/// The clients must not be the bottleneck: the library clears the whole buffer before each read.
const READ_AT_ONCE: usize = 4 * 1024;
/// A relay message as long as a real action with its seat and version.
const PASSED_ON: &str = r#"{"t":"act","ack":123,"at":123,"seat":"black","action":"a1a2"}"#;
/// How the opponent's message from a relay begins.
pub(crate) const PASSED_ON_START: &str = "{";

/// The URL of one client, and its first message.
#[derive(Clone)]
pub(crate) struct ClientSetup {
    pub(crate) url: String,
    pub(crate) hello: Option<String>,
}

/// The two clients of a table.
#[derive(Clone)]
pub(crate) struct TableSetup {
    pub(crate) clients: [ClientSetup; 2],
    /// The seats' names; none at the relay.
    pub(crate) seats: Option<[&'static str; 2]>,
}

/// The start of the play, of the measurement, and the end.
#[derive(Clone, Copy)]
struct Schedule {
    start: Instant,
    counted: Instant,
    end: Instant,
}

/// Plays at all tables of the load at once. All clients connect first, and the warm-up is not measured. When a match
/// ends, its clients take the next table.
pub(crate) async fn measure(load: &Load, tables: &[TableSetup], parts: &[Part]) -> LoadResult {
    let parts: Vec<Part> = parts.iter().cloned().chain([Part::clients()]).collect();
    let shares = connect_shares(load, tables).await;
    let start = Instant::now();
    let counted = start + load.warm_up;
    let times = Schedule { start, counted, end: counted + load.time };
    let play = |(index, share)| tokio::spawn(play_share(share, load.clone(), times, index));
    let players: Vec<_> = shares.into_iter().enumerate().map(play).collect();
    tokio::time::sleep_until(times.counted.into()).await;
    let sampling = load.profile.then(|| Sampling::start(&parts, load.time));
    let before: Vec<Duration> = parts.iter().map(Part::spent).collect();
    tokio::time::sleep_until(times.end.into()).await;
    let costs = spent_since(&parts, before);
    let (mut latencies, mut out_of_matches) = (Vec::new(), 0);
    for player in players {
        let played = player.await.expect("a player");
        latencies.extend(played.latencies);
        out_of_matches += usize::from(played.out_of_matches);
    }
    if let Some(sampling) = sampling {
        sampling.print();
    }
    LoadResult::new(latencies, load.time, costs, out_of_matches)
}

async fn connect_shares(load: &Load, tables: &[TableSetup]) -> Vec<Vec<Pair>> {
    let share = |index: usize| tables.iter().skip(index).step_by(load.tables).cloned().collect::<Vec<_>>();
    let connecting: Vec<_> = connect((0..load.tables).map(share));
    let mut shares = Vec::with_capacity(load.tables);
    for pairs in connecting {
        shares.push(pairs.await.expect("connections"));
    }
    shares
}

/// Connects both clients of all tables, a few at a time.
pub(crate) fn connect(shares: impl Iterator<Item = Vec<TableSetup>>) -> Vec<JoinHandle<Vec<Pair>>> {
    let places = Arc::new(Semaphore::new(OPENING));
    let one = |share: Vec<TableSetup>| {
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

/// The results of one table.
struct TableResult {
    /// The measured latencies, from sending an action to its receipt by the opponent.
    latencies: Vec<Duration>,
    /// No match was left to play.
    out_of_matches: bool,
}

async fn play_share(share: Vec<Pair>, load: Load, times: Schedule, index: usize) -> TableResult {
    let mut latencies = Vec::new();
    // Spreads the tables, so that they do not all act at the same moment.
    let mut due = times.start + load.pause.mul_f64(index as f64 / load.tables as f64);
    for mut pair in share {
        loop {
            // Even a timer that is due already would wait for the runtime's next millisecond.
            if due > Instant::now() {
                tokio::time::sleep_until(due.into()).await;
            }
            if !load.think_time.is_zero() {
                tokio::time::sleep(load.think_time).await;
            }
            let began = Instant::now();
            if began >= times.end {
                return TableResult { latencies, out_of_matches: false };
            }
            let Some(took) = pair.act(index).await else { break };
            if began >= times.counted && began + took <= times.end {
                latencies.push(took);
            }
            due = (due + load.pause).max(began + took);
        }
    }
    TableResult { latencies, out_of_matches: true }
}

/// Both clients of a table, connected.
pub(crate) struct Pair {
    sockets: [Socket; 2],
    seats: Option<[&'static str; 2]>,
    version: usize,
    /// The last message with the legal actions.
    told: Utf8Bytes,
}

impl Pair {
    pub(crate) async fn connect(table: &TableSetup) -> Self {
        let [one, other] = &table.clients;
        let (one, first) = open(one).await;
        let (other, second) = open(other).await;
        let told = if first.contains("\"actions\":[") { first } else { second };
        Self { sockets: [one, other], seats: table.seats, version: 0, told }
    }

    /// The version after the last action.
    pub(crate) const fn version(&self) -> usize {
        self.version
    }

    /// One action: its latency until the opponent has it. `None` when the match is over.
    pub(crate) async fn act(&mut self, index: usize) -> Option<Duration> {
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
        let expected = if self.seats.is_some() { next.as_str() } else { PASSED_ON_START };
        let began = Instant::now();
        self.sockets[actor].send(Message::text(text)).await.expect("sent");
        self.told = hear(&mut self.sockets[other], expected).await;
        self.version += 1;
        Some(began.elapsed())
    }
}

/// Connects and says hello; returns the response.
pub(crate) async fn open(end: &ClientSetup) -> (Socket, Utf8Bytes) {
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

/// The version of the next event; `None` when the connection ends.
pub(crate) async fn next_version(socket: &mut Socket) -> Option<usize> {
    loop {
        if let Message::Text(text) = socket.next().await?.ok()?
            && let Some(rest) = text.strip_prefix(r#"{"t":"event","version":"#)
        {
            return rest.split(',').next()?.parse().ok();
        }
    }
}

/// The next message with this prefix.
async fn hear(socket: &mut Socket, expected: &str) -> Utf8Bytes {
    loop {
        match socket.next().await.expect("an open connection").expect("an open connection") {
            Message::Text(text) if text.starts_with(expected) => return text,
            Message::Text(text) if text.starts_with(r#"{"t":"refused""#) => panic!("refused: {text}"),
            _ => {}
        }
    }
}

/// One of the legal actions in a message, found without parsing all of it.
fn pick(message: &str, number: usize) -> Option<&str> {
    let list = message.split_once("\"actions\":[")?.1.split_once(']')?.0;
    let actions = list.split(',').count();
    list.split(',').nth(number % actions).map(|word| word.trim_matches('"')).filter(|word| !word.is_empty())
}
