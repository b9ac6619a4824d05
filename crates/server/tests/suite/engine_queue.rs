//! The engine's queue: long searches do not delay other players, and games without spectators pause.

use menagerie_server::{Config, Deps, Limits, usual_threads};
use menagerie_store::{Store, TableId};
use serde_json::{Value, json};

use crate::common::{Client, Server, here};

async fn server() -> (Server, Store) {
    let store = Store::memory().await.unwrap();
    let config = Config { limits: Limits::unlimited(), ..Config::default() };
    (Server::with(Deps { config, ..Deps::new(store.clone()) }).await, store)
}

/// Creates a table of computers of this level; returns its id.
async fn computers(server: &Server, game: &str, seats: usize, level: u8) -> TableId {
    let seats = vec![json!({"kind": "computer", "level": level}); seats];
    let made = server.post("/api/tables", json!({"game": game, "seats": seats})).await;
    made["table"]["id"].as_str().unwrap().parse().unwrap()
}

/// A person moves against a computer of level 1 and waits for its reply.
async fn move_and_wait(server: &Server) {
    let body = json!({"game": "shogi5", "seats": [here("Ann"), {"kind": "computer", "level": 1}]});
    let made = server.post("/api/tables", body).await;
    let token = made["tokens"][0][1].as_str().unwrap();
    let mut ann = Client::join(server, made["table"]["id"].as_str().unwrap(), &[token]).await;
    assert_eq!(ann.act("black", "a5a2").await["t"], "done");
    while ann.event().await["entry"]["by"] != "white" {}
}

async fn moves(store: &Store, table: &TableId) -> usize {
    store.events(table, 1).await.unwrap().len()
}

/// `docs/host/server.md`: a low level answers at once, also while more tables of level 8 are watched than there are threads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_low_level_answers_while_long_searches_run_and_wait() {
    let (server, store) = server().await;
    let mut tables = Vec::new();
    for _ in 0..2 * usual_threads() + 10 {
        let table = computers(&server, "djambi", 4, 8).await;
        let watcher = Client::join(&server, table.as_str(), &[]).await;
        tables.push((table, watcher));
    }
    move_and_wait(&server).await;
    let mut moved = 0;
    for (table, _) in &tables {
        moved += usize::from(moves(&store, table).await > 0);
    }
    assert!(moved < tables.len() / 2, "{moved} of {} tables have moved before", tables.len());
}

/// `docs/host/server.md`: a game between computers pauses while no client is connected to it.
#[tokio::test]
async fn a_game_of_computers_pauses_while_nobody_watches() {
    let (server, store) = server().await;
    let table = computers(&server, "shogi5", 2, 1).await;
    // A request that comes after the search is answered after it.
    move_and_wait(&server).await;
    assert_eq!(moves(&store, &table).await, 0);
    let mut watcher = Client::join(&server, table.as_str(), &[]).await;
    while watcher.version < 3 {
        watcher.event().await;
    }
}

#[tokio::test]
async fn a_program_that_asks_over_http_again_and_again_watches_too() {
    let (server, store) = server().await;
    let table = computers(&server, "shogi5", 2, 1).await;
    for _ in 0..2_000 {
        server.get(&format!("/api/tables/{table}")).await;
        if moves(&store, &table).await >= 2 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the computers do not play");
}

/// `docs/host/server.md`: a player who is away still gets the computer's reply.
#[tokio::test]
async fn a_computer_replies_to_a_player_who_has_left() {
    let (server, store) = server().await;
    let body = json!({"game": "shogi5", "seats": [here("Ann"), {"kind": "computer", "level": 1}]});
    let made = server.post("/api/tables", body).await;
    let (id, token) = (made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap());
    let mut ann = Client::join(&server, id, &[token]).await;
    assert_eq!(ann.act("black", "a5a2").await["t"], "done");
    drop(ann);
    let table: TableId = id.parse().unwrap();
    for _ in 0..2_000 {
        if moves(&store, &table).await == 2 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the computer does not reply");
}

/// `docs/host/server.md`: the metrics of queue waits and searches.
#[tokio::test]
async fn metrics_tell_how_long_things_take_by_route_and_never_by_path() {
    let (server, _) = server().await;
    let table = computers(&server, "shogi5", 2, 1).await;
    server.get(&format!("/api/tables/{table}")).await;
    server.call("GET", "/api/no/such/call", Value::Null).await;
    server.call("FROB", "/no/such/page", Value::Null).await;
    move_and_wait(&server).await;
    let text = server.get("/metrics").await.as_str().unwrap().to_owned();
    for line in [
        "# TYPE menagerie_http_request_duration_seconds histogram\n",
        "menagerie_http_request_duration_seconds_count{method=\"POST\",route=\"/api/tables\"} 2\n",
        "menagerie_http_request_duration_seconds_count{method=\"GET\",route=\"/api/tables/{id}\"} 1\n",
        "menagerie_http_request_duration_seconds_count{method=\"GET\",route=\"/api/{*rest}\"} 1\n",
        "menagerie_http_request_duration_seconds_count{method=\"other\",route=\"page\"} 1\n",
        "# TYPE menagerie_append_duration_seconds histogram\n",
        "# TYPE menagerie_commit_duration_seconds histogram\n",
        "menagerie_commit_duration_seconds_bucket{le=\"+Inf\"} ",
        "# TYPE menagerie_engine_queue_wait_seconds histogram\n",
        "menagerie_engine_queue_wait_seconds_count{kind=\"unattended\"} 0\n",
        "menagerie_engine_queue_length{kind=\"attended\"} ",
        "# HELP menagerie_engine_queue Deprecated: use menagerie_engine_queue_length.\n",
        "menagerie_engine_queue{kind=\"attended\"} ",
        "menagerie_request_seconds_count{method=\"POST\",route=\"/api/tables\"} 2\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let count = |name: &str| -> u64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().parse().unwrap()
    };
    assert!(count("menagerie_append_duration_seconds_count") >= 2, "{text}");
    assert!(count("menagerie_commit_duration_seconds_count") >= 2, "{text}");
    assert!(count("menagerie_engine_queue_wait_seconds_count{kind=\"attended\"}") >= 1, "{text}");
    assert!(!text.contains(table.as_str()) && !text.contains("such"), "{text}");
}
