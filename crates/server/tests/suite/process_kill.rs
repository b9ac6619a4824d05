//! Nodes and workers killed with SIGKILL, as processes on `PostgreSQL`: acknowledged actions are kept, and other nodes
//! and workers take over.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use menagerie_bus::Bus;
use menagerie_server::{App, Config, Deps, Limits, serve, work};
use menagerie_store::{Store, TableId};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::bot_api::Program;
use crate::cluster::QUICK;
use crate::common::{Client, Server, here};
use crate::services::database;

/// Set for children only: the database, and whether the child is a worker.
const DATABASE: &str = "MENAGERIE_TEST_CHILD_DATABASE";
const WORKS: &str = "MENAGERIE_TEST_CHILD_WORKS";
/// What a node prints before its address.
const READY: &str = "listens on ";

async fn deps(url: &str) -> Deps {
    let store = Store::postgres(url).await.unwrap();
    let bus = Bus::postgres(&store, QUICK);
    bus.wait_until_up().await;
    let seek_lease = Duration::from_secs(5);
    let config = Config { limits: Limits::unlimited(), runs_engine: false, seek_lease, ..Config::default() };
    Deps { bus, config, ..Deps::new(store) }
}

/// The child: a node or a worker until it is killed. Run as a test it does nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    let deps = deps(&url).await;
    if std::env::var_os(WORKS).is_some() {
        writeln!(std::io::stdout(), "{READY}nothing").unwrap();
        return work(deps.store, deps.bus, 1, std::future::pending()).await;
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    writeln!(std::io::stdout(), "{READY}{}", listener.local_addr().unwrap()).unwrap();
    serve(listener, App::new(deps), std::future::pending()).await.unwrap();
}

/// A process that is killed when this value is dropped, if not before.
struct Process {
    child: Child,
    said: String,
}

impl Process {
    fn start(url: &str, works: bool) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "process_kill::child", "--nocapture"]).env(DATABASE, url).stdout(Stdio::piped());
        if works {
            command.env(WORKS, "1");
        }
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let said = lines.find_map(|line| line.split_once(READY).map(|(_, said)| said.to_owned()));
        Self { child, said: said.expect("a child that is ready") }
    }

    fn address(&self) -> SocketAddr {
        self.said.parse().unwrap()
    }

    /// Kills the process with SIGKILL.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: cargo xtask services"]
async fn a_node_killed_in_mid_game_loses_nothing() {
    let url = database().await;
    let stays = Server::with(deps(&url).await).await;
    let dies = Process::start(&url, false);
    let (table, ann, bob) = stays.table_for_two("shogi5").await;
    let mut black = Client::greet_at(dies.address(), &table, &[&ann]).await;
    let mut white = Client::join(&stays, &table, &[&bob]).await;
    black.act("black", "a5a2").await;
    white.event().await;
    white.act("white", "a1b2").await;
    black.event().await;
    black.event().await;
    let answer = black.act("black", "b5a4").await;
    assert_eq!((&answer["t"], &answer["version"]), (&json!("done"), &json!(3)));
    dies.kill();
    let mut again = Client::silent(&stays, &table).await;
    again.send(json!({"t": "hello", "tokens": [ann], "since": 2, "form": "text"})).await;
    assert_eq!(again.event().await["version"], 3, "what was acknowledged is there");
    while white.version < 3 {
        white.event().await;
    }
    assert_eq!(white.act("white", "b2b3").await["version"], 4);
    assert_eq!(again.event().await["version"], 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: cargo xtask services"]
async fn a_flag_falls_although_its_node_has_died() {
    let url = database().await;
    let stays = Server::with(deps(&url).await).await;
    let dies = Process::start(&url, false);
    let clock = json!({"kind": "fischer", "initial": 4, "increment": 0});
    let body = json!({"game": "shogi5", "clock": clock, "seats": [here("Ann"), here("Bob")]});
    let made = stays.post("/api/tables", body).await;
    let table = made["table"]["id"].as_str().unwrap();
    let mut black = Client::greet_at(dies.address(), table, &[made["tokens"][0][1].as_str().unwrap()]).await;
    assert_eq!(black.act("black", "a5a2").await["t"], "done");
    dies.kill();
    let events = events_until(&url, table, "!flag:white").await;
    assert_eq!(events[0], "a5a2");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: cargo xtask services"]
async fn a_worker_killed_in_mid_thought_is_replaced() {
    let url = database().await;
    let server = Server::with(deps(&url).await).await;
    let dies = Process::start(&url, true);
    let body = json!({"game": "shogi5", "seats": [here("Ann"), {"kind": "computer", "level": 8}]});
    let made = server.post("/api/tables", body).await;
    let table = made["table"]["id"].as_str().unwrap();
    let mut ann = Client::join(&server, table, &[made["tokens"][0][1].as_str().unwrap()]).await;
    ann.act("black", "a5a2").await;
    // It has begun to search.
    ann.until("thinking").await;
    dies.kill();
    let _other = Process::start(&url, true);
    let reply = loop {
        let event = ann.event().await;
        if event["version"] == 2 {
            break event;
        }
    };
    assert_eq!(reply["entry"]["by"], "white");
    // The same worker analyses, line by line.
    let position = "lbsgk/4p/5/P4/KGSBL[] b";
    let body = json!({"game": "shogi5", "position": position, "lines": 2, "time": 200});
    let (status, answer) = server.call("POST", "/api/analyse", body).await;
    let text = answer.as_str().map_or_else(|| answer.to_string(), str::to_owned);
    assert_eq!(status, 200, "{text}");
    let last: Value = serde_json::from_str(text.lines().rfind(|line| !line.is_empty()).unwrap()).unwrap();
    assert_eq!(last["lines"].as_array().unwrap().len(), 2, "{last}");
}

/// The texts of a table's events, once this one is among them.
async fn events_until(url: &str, table: &str, wanted: &str) -> Vec<String> {
    let store = Store::postgres(url).await.unwrap();
    let id: TableId = table.parse().unwrap();
    for _ in 0..600 {
        let events: Vec<String> = store.events(&id, 1).await.unwrap().into_iter().map(|event| event.text).collect();
        if events.iter().any(|event| event == wanted) {
            return events;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{wanted} never happened");
}

/// A bot's seek at another process; it lasts as long as this connection.
async fn seek_at(address: SocketAddr, bearer: &str) -> TcpStream {
    let form = "variant=jungle&time=5";
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/board/seek HTTP/1.1\r\nhost: {address}\r\nauthorization: {bearer}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut status = [0; 15];
    stream.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200 OK");
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: cargo xtask services"]
async fn a_killed_nodes_seek_is_over() {
    let url = database().await;
    let stays = Server::with(deps(&url).await).await;
    let dies = Process::start(&url, false);
    let (ann, bob) = (Program::register(&stays, "Ann").await, Program::register(&stays, "Bob").await);
    let _hers = seek_at(dies.address(), &ann.bearer).await;
    assert_eq!(stays.get("/api/lobby").await["waiting"].as_array().unwrap().len(), 1);
    dies.kill();
    while stays.get("/api/lobby").await["waiting"] != json!([]) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // A stream: no opponent was found.
    bob.open("POST", "/api/board/seek", "variant=jungle&time=5").await;
}
