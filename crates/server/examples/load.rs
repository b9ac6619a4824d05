//! Load: N tables of two scripted clients each, over WebSocket on loopback, beside a bare relay without rules or storage in
//! the same run. `cargo xtask load` runs it.
//!
//! ```text
//! load [--tables N] [--seconds S] [--rate R]     R actions per second at each table; flat out without it
//! ```

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt};
use menagerie_server::{App, Config, Deps, Limits, app, serve};
use menagerie_store::Store;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What was asked for.
#[derive(Clone, Copy)]
struct Load {
    tables: usize,
    time: Duration,
    /// Between two actions at a table.
    pause: Duration,
}

impl Load {
    fn from_arguments() -> Self {
        let words: Vec<String> = std::env::args().collect();
        let number = |name: &str, usual: f64| {
            let given = words.iter().position(|word| word == name).and_then(|index| words.get(index + 1));
            given.and_then(|text| text.parse().ok()).unwrap_or(usual)
        };
        let rate = number("--rate", f64::INFINITY);
        Self {
            tables: number("--tables", 50.0) as usize,
            time: Duration::from_secs_f64(number("--seconds", 5.0)),
            pause: Duration::from_secs_f64(1.0 / rate),
        }
    }
}

#[tokio::main]
async fn main() {
    let load = Load::from_arguments();
    let relay = measure(load, &relay_tables(load.tables).await).await;
    report("bare relay", load, &relay);
    let folder = std::env::temp_dir().join(format!("menagerie-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let server = Server::start(&folder.join("load.db")).await;
    let before = resident_kilobytes();
    // Scripted matches end: flat out, each table needs a few to follow.
    let matches = if load.pause.is_zero() { 40 } else { 1 };
    let tables = server.tables(load.tables * matches).await;
    let played = measure(load, &tables).await;
    report("menagerie", load, &played);
    let ratio = played.len() as f64 / relay.len().max(1) as f64;
    println!("actions against the relay: {ratio:.2}");
    server.report_idle(before).await;
    let _ = std::fs::remove_dir_all(folder);
}

/// Two ends of a table: where to connect, what to say first, and how to answer.
#[derive(Clone)]
struct Table {
    urls: [String; 2],
    hellos: [Option<String>; 2],
    /// The seats' names, for real tables.
    seats: Option<[&'static str; 2]>,
}

/// Plays for the time of the load, at as many tables at once as it wants; how long each action took from sending to the
/// opponent's receipt. Where a match ends, the next table is taken.
async fn measure(load: Load, tables: &[Table]) -> Vec<Duration> {
    let end = Instant::now() + load.time;
    let share = |index: usize| tables.iter().skip(index).step_by(load.tables).cloned().collect::<Vec<_>>();
    let one_by_one = |index: usize| async move {
        // So that tables with a pause do not all act at the same moment.
        let offset = load.pause.min(Duration::from_secs(1)).mul_f64(index as f64 / load.tables as f64);
        tokio::time::sleep(offset).await;
        index
    };
    let players: Vec<_> = (0..load.tables)
        .map(|index| {
            let (share, waited) = (share(index), one_by_one(index));
            tokio::spawn(async move {
                let index = waited.await;
                let mut taken = Vec::new();
                for table in share {
                    taken.extend(play(table, load, end, index).await);
                }
                taken
            })
        })
        .collect();
    let mut all = Vec::new();
    for player in players {
        all.extend(player.await.expect("a player"));
    }
    all
}

/// One table: the two ends act in turns, as long as there is time and the match goes on.
async fn play(table: Table, load: Load, end: Instant, index: usize) -> Vec<Duration> {
    if Instant::now() >= end {
        return Vec::new();
    }
    let mut sockets = Vec::new();
    for (url, hello) in table.urls.iter().zip(&table.hellos) {
        let (mut socket, _) = connect_async(url).await.expect("a connection");
        if let Some(hello) = hello {
            socket.send(Message::text(hello.clone())).await.expect("sent");
        }
        sockets.push(socket);
    }
    let mut taken = Vec::new();
    let mut actions = match table.seats {
        Some(_) => first_actions(&mut sockets).await,
        None => String::new(),
    };
    let mut version = 0;
    while Instant::now() < end {
        let began = Instant::now();
        let (actor, other) = (version % 2, 1 - version % 2);
        let text = match table.seats {
            None => "a message as long as an action with its seat and its version".to_owned(),
            Some(seats) => {
                let Some(action) = pick(&actions, version * 7 + index) else { break };
                json!({"t": "act", "ack": version, "at": version, "seat": seats[actor], "action": action}).to_string()
            }
        };
        sockets[actor].send(Message::text(text)).await.expect("sent");
        let Some(heard) = event(&mut sockets[other], table.seats.is_some()).await else { break };
        taken.push(began.elapsed());
        if table.seats.is_some() {
            let _ = event(&mut sockets[actor], true).await;
        }
        actions = heard;
        version += 1;
        tokio::time::sleep(load.pause.saturating_sub(began.elapsed())).await;
    }
    taken
}

/// The next message that says that something happened.
async fn event(socket: &mut Socket, filtered: bool) -> Option<String> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) if !filtered || text.starts_with("{\"t\":\"event\"") => {
                return Some(text.to_string());
            }
            Ok(Message::Text(text)) if text.starts_with("{\"t\":\"refused\"") => panic!("{text}"),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

async fn first_actions(sockets: &mut [Socket]) -> String {
    let mut first = String::new();
    for socket in sockets {
        loop {
            let message = socket.next().await.expect("a greeting").expect("a greeting");
            if let Message::Text(text) = message
                && text.starts_with("{\"t\":\"full\"")
            {
                if text.contains("\"actions\":[") {
                    first = text.to_string();
                }
                break;
            }
        }
    }
    first
}

/// One of the legal actions in a message, without reading all of it.
fn pick(message: &str, number: usize) -> Option<&str> {
    let list = message.split_once("\"actions\":[")?.1.split_once(']')?.0;
    let actions: Vec<&str> = list.split(',').map(|word| word.trim_matches('"')).collect();
    actions.get(number % actions.len().max(1)).copied().filter(|word| !word.is_empty())
}

fn report(name: &str, load: Load, taken: &[Duration]) {
    let mut sorted = taken.to_vec();
    sorted.sort_unstable();
    let at = |share: f64| sorted.get((sorted.len() as f64 * share) as usize).copied().unwrap_or_default();
    let seconds = load.time.as_secs_f64();
    println!(
        "{name}: {} tables, {:.0} actions per second, p50 {:.2} ms, p99 {:.2} ms",
        load.tables,
        taken.len() as f64 / seconds,
        at(0.5).as_secs_f64() * 1e3,
        at(0.99).as_secs_f64() * 1e3
    );
}

/// The real thing, with its database in a file.
struct Server {
    app: Arc<App>,
    address: SocketAddr,
}

impl Server {
    async fn start(file: &std::path::Path) -> Self {
        let store = Store::open(file).await.expect("a database");
        let config = Config { limits: Limits::generous(), idle: Duration::from_secs(2), ..Config::default() };
        let app = App::new(Deps { config, ..Deps::new(store) });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(serve(listener, Arc::clone(&app), std::future::pending()));
        Self { app, address }
    }

    async fn tables(&self, number: usize) -> Vec<Table> {
        let mut tables = Vec::new();
        for _ in 0..number {
            let here = |name: &str| json!({"kind": "here", "name": name});
            // A game without repetition, so that scripted matches last.
            let body = json!({"game": "jungle", "seats": [here("a"), here("b")]}).to_string();
            let request =
                axum::http::Request::post("/api/tables").body(axum::body::Body::from(body)).expect("a request");
            let answer = app(Arc::clone(&self.app)).oneshot(request).await.expect("an answer");
            let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
            let made: Value = serde_json::from_slice(&bytes).expect("JSON");
            let id = made["table"]["id"].as_str().expect("an id");
            let url = format!("ws://{}/api/tables/{id}/socket", self.address);
            let hello = |place: usize| json!({"t": "hello", "tokens": [made["tokens"][place][1]], "form": "text"});
            tables.push(Table {
                urls: [url.clone(), url],
                hellos: [Some(hello(0).to_string()), Some(hello(1).to_string())],
                seats: Some(["red", "black"]),
            });
        }
        tables
    }

    /// What an idle table costs once nobody is connected: it is forgotten, and the log is in the store.
    async fn report_idle(&self, before: u64) {
        tokio::time::sleep(Duration::from_secs(4)).await;
        let grown = resident_kilobytes().saturating_sub(before);
        println!("tables in memory when all have left: {}; the process has grown by {grown} kB", self.app.open_rooms());
    }
}

fn resident_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

type Waiting = Arc<Mutex<HashMap<usize, oneshot::Sender<WebSocket>>>>;

/// A server that passes texts from one end of a table to the other, and nothing else.
async fn relay_tables(number: usize) -> Vec<Table> {
    async fn meet(
        State(waiting): State<Waiting>,
        Path(id): Path<usize>,
        upgrade: WebSocketUpgrade,
    ) -> axum::response::Response {
        upgrade.write_buffer_size(0).on_upgrade(move |socket| async move {
            let first = waiting.lock().expect("no panic").remove(&id);
            if let Some(other) = first {
                drop(other.send(socket));
                return;
            }
            let (sender, other) = oneshot::channel();
            waiting.lock().expect("no panic").insert(id, sender);
            if let Ok(other) = other.await {
                pass(socket, other).await;
            }
        })
    }
    let router = Router::new().route("/{id}", get(meet)).with_state(Waiting::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let table = |id: usize| {
        let url = format!("ws://{address}/{id}");
        Table { urls: [url.clone(), url], hellos: [None, None], seats: None }
    };
    (0..number).map(table).collect()
}

async fn pass(one: WebSocket, other: WebSocket) {
    let (mut to_one, mut from_one) = one.split();
    let (mut to_other, mut from_other) = other.split();
    let there = async {
        while let Some(Ok(frame @ Frame::Text(_))) = from_one.next().await {
            if to_other.send(frame).await.is_err() {
                break;
            }
        }
    };
    let back = async {
        while let Some(Ok(frame @ Frame::Text(_))) = from_other.next().await {
            if to_one.send(frame).await.is_err() {
                break;
            }
        }
    };
    tokio::join!(there, back);
}
