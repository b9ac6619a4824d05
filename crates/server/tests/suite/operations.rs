//! What operators rely on: health check, metrics, shutdown, moderation.

use std::sync::Arc;

use menagerie_server::{Config, Deps, Limits};
use menagerie_store::{Store, StoreOptions};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::bot_api::Program;
use crate::common::{Client, Server, here};

#[tokio::test]
async fn health_and_metrics_answer() {
    let server = Server::start().await;
    assert_eq!(server.get("/healthz").await, "well\n");
    let metrics = server.get("/metrics").await;
    for line in ["menagerie_tables_open 0\n", "menagerie_database_writable 1\n", "menagerie_bus_up 1\n"] {
        assert!(metrics.as_str().unwrap().contains(line), "{metrics}");
    }
}

/// Regression: the health check succeeded while the database was not writable.
#[tokio::test]
async fn health_says_that_nothing_can_be_written() {
    let folder = std::env::temp_dir().join(format!("menagerie-full-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let tight = StoreOptions { max_bytes: Some(400_000), ..StoreOptions::default() };
    let store = Store::open_with(&folder.join("test.db"), tight).await.unwrap();
    let config = Config { limits: Limits::unlimited(), ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(store) }).await;
    assert_eq!(server.get("/healthz").await, "well\n");
    let body = || json!({"game": "shogi5", "seats": [here("Ann"), here("Bob")]});
    let full = loop {
        let (status, refusal) = server.call("POST", "/api/tables", body()).await;
        if status >= 300 {
            break refusal;
        }
    };
    assert_eq!(full["code"], "trouble", "{full}");
    let (status, answer) = server.call("GET", "/healthz", Value::Null).await;
    assert_eq!(status, 500);
    assert!(answer["error"].as_str().unwrap().starts_with("the database is full"), "{answer}");
    assert!(server.get("/metrics").await.as_str().unwrap().contains("\nmenagerie_database_writable 0\n"));
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn an_orderly_end_loses_nothing_that_was_acknowledged() {
    let folder = std::env::temp_dir().join(format!("menagerie-end-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("test.db");
    let server = Server::with(Deps::new(Store::open(&file).await.unwrap())).await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    assert_eq!(black.act("black", "a5a2").await["t"], "done");
    server.stop().await;
    while black.next().await.is_some() {}
    let server = Server::with(Deps::new(Store::open(&file).await.unwrap())).await;
    let mut white = Client::join(&server, &table, &[&bob]).await;
    assert_eq!(white.version, 1);
    assert_eq!(white.act("white", "a1b2").await["t"], "done");
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn an_operator_closes_tables_and_bans_addresses() {
    let server = Server::with_operator("tok").await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    assert_eq!(server.operate("POST", &format!("/api/operator/tables/{table}/close"), Value::Null).await.0, 204);
    assert_eq!(black.act("black", "a5a2").await["error"], "the table is closed");
    let say = json!({"t": "say", "seat": "black", "say": {"room": {"kind": "players"}, "text": "hello"}});
    assert_eq!(black.ask(say).await["error"], "the table is closed");
    let (status, refusal) = server.operate("POST", "/api/operator/ban", json!({"account": "nobody"})).await;
    assert_eq!((status, &refusal["error"]), (404, &json!("there is no account 'nobody'")));
    let (status, _) = server.operate("POST", "/api/operator/ban", json!({"address": "127.0.0.1"})).await;
    assert_eq!(status, 204);
    let (status, refusal) = server.call("GET", "/api/lobby", Value::Null).await;
    assert_eq!((status, &refusal["code"]), (403, &json!("not-allowed")));
}

#[tokio::test]
async fn a_table_whose_match_is_over_can_be_closed() {
    let server = Server::with_operator("tok").await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    assert_eq!(black.ask(json!({"t": "resign", "seat": "black"})).await["t"], "done");
    let (status, answer) = server.operate("POST", &format!("/api/operator/tables/{table}/close"), Value::Null).await;
    assert_eq!((status, answer), (204, json!("")));
}

#[tokio::test]
async fn a_ban_closes_what_is_open() {
    let server = Server::with_operator("tok").await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    let (mut anns, mut bobs) = (ann.stream("/api/stream/event").await, bob.stream("/api/stream/event").await);
    let (_, made) = ann.post("/api/challenge/bob", "variant=jungle").await;
    assert!(made["challenge"]["id"].is_string());
    bobs.until("challenge").await;
    let (table, token, _) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&token]).await;

    assert_eq!(server.operate("POST", "/api/operator/ban", json!({"account": "ann"})).await.0, 204);
    assert_eq!(anns.next().await, None, "an account's stream");
    assert_eq!(black.act("black", "a5a2").await["t"], "done", "others are not concerned");

    assert_eq!(server.operate("POST", "/api/operator/ban", json!({"address": "127.0.0.1"})).await.0, 204);
    assert_eq!(bobs.next().await, None, "an address' stream");
    while black.next().await.is_some() {}
}

/// Every call that takes a seat's token, made with this one: the responses.
async fn calls_with(server: &Server, table: &str, token: &str) -> Vec<(u16, Value)> {
    let bearer = format!("Bearer {token}");
    let mut answers = Vec::new();
    for path in
        [format!("/api/tables/{table}/record"), format!("/api/tables/{table}/at/0"), format!("/game/export/{table}")]
    {
        answers.push(server.call_with("GET", &path, &[("authorization", &*bearer)], Value::Null).await);
    }
    let mute = json!({"token": token, "speaker": "white", "muted": true});
    answers.push(server.call("POST", &format!("/api/tables/{table}/mute"), mute).await);
    let complaint = json!({"token": token, "message": 1, "reason": "rude"});
    answers.push(server.call("POST", &format!("/api/tables/{table}/report"), complaint).await);
    answers
}

/// The sockets are closed, and the seat's token is refused in every other call.
#[tokio::test]
async fn a_banned_accounts_seat_is_refused_in_every_call() {
    let server = Server::with_operator("tok").await;
    let ann = Program::register(&server, "Ann").await;
    let body = json!({"game": "shogi5", "seats": [here("Ann"), {"kind": "open"}]});
    let (_, made) = server.call_with("POST", "/api/tables", &[("authorization", &*ann.bearer)], body).await;
    let (table, hers) = (made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap());
    let joined = server.post(&format!("/api/tables/{table}/join"), json!({"name": "Bob"})).await;
    let his = joined["tokens"][0][1].as_str().unwrap();
    let mut bob = Client::join(&server, table, &[his]).await;
    let say = json!({"t": "say", "seat": "white", "say": {"room": {"kind": "players"}, "text": "hello"}});
    assert_eq!(bob.ask(say).await["t"], "done");

    let fine = [200, 200, 200, 204, 204];
    let statuses = |answers: &[(u16, Value)]| answers.iter().map(|(status, _)| *status).collect::<Vec<_>>();
    assert_eq!(statuses(&calls_with(&server, table, hers).await), fine);
    assert_eq!(server.operate("POST", "/api/operator/ban", json!({"account": "ann"})).await.0, 204);
    let sentence = "the account on this seat was banned by the operator";
    for answer in calls_with(&server, table, hers).await {
        assert_eq!(answer, (403, json!({"code": "not-allowed", "error": sentence})));
    }
    assert_eq!(statuses(&calls_with(&server, table, his).await), fine, "others are not concerned");
    assert_eq!(server.operate("POST", "/api/operator/unban", json!({"account": "ann"})).await.0, 204);
    assert_eq!(statuses(&calls_with(&server, table, hers).await), fine);
}

#[tokio::test]
async fn the_page_may_load_nothing_from_elsewhere() {
    let server = Server::start().await;
    let headers = server.headers("/").await;
    let policy = headers.get("content-security-policy").unwrap().to_str().unwrap();
    assert!(policy.starts_with("default-src 'self'") || policy.starts_with("default-src 'none'"), "{policy}");
    // WebAssembly is compiled code of this server's own files; nothing else that is unsafe is allowed.
    assert!(policy.contains("; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
    let policy = policy.replacen("'wasm-unsafe-eval'", "", 1);
    assert!(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains('*'), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "no other page shows it in a frame: {policy}");
    assert_eq!(headers.get("x-content-type-options").unwrap(), "nosniff");
}

#[tokio::test]
async fn a_scene_shows_a_position_and_explains() {
    let server = Server::start().await;
    let looked = server.post("/api/scene", json!({"game": "shogi5", "actions": ["a5a2"], "explain": "a1a1"})).await;
    assert_eq!(looked["actor"], "white");
    assert_eq!(looked["verdict"]["legal"], false);
    assert!(!looked["scene"]["choices"].as_array().unwrap().is_empty());
    assert!(!looked["happened"].as_array().unwrap().is_empty());
    assert_eq!(server.get("/api/games").await.as_array().unwrap().len(), menagerie_catalog::games().len());
    assert!(server.get("/api/games/jungle").await["rules"].as_str().unwrap().len() > 100);
    assert!(server.get("/api/about").await["how"].is_string());
}

/// A record of Djambi in which Red concedes and the others agree on a draw, stepped through event by event.
#[tokio::test]
async fn a_scene_follows_every_event_of_a_record() {
    let server = Server::start().await;
    let events =
        ["!resign:red", "!offer-draw:blue", "!agree-draw:yellow", "!agree-draw:green"].map(str::to_owned).to_vec();
    let actors = ["red", "blue", "blue", "blue", "nobody"];
    for (length, actor) in actors.into_iter().enumerate() {
        let looked = server.post("/api/scene", json!({"game": "djambi", "events": events[..length]})).await;
        assert_eq!(looked["actor"], actor, "after {length} events");
        assert_eq!(looked["ended"].is_null(), actor != "nobody");
        assert_eq!(looked["happened"].as_array().unwrap().is_empty(), length == 0);
    }
    let (status, refusal) = server.call("POST", "/api/scene", json!({"game": "djambi", "events": ["!undo"]})).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("not-now")));
    let (status, _) = server.call("POST", "/api/scene", json!({"game": "djambi", "events": ["!nonsense"]})).await;
    assert_eq!(status, 400);
    let too_many = json!({"game": "djambi", "actions": vec!["x"; 5_001]});
    assert_eq!(server.call("POST", "/api/scene", too_many).await.0, 413);
}

#[tokio::test]
async fn every_documented_call_is_answered() {
    let server = Server::without_limits().await;
    let document = server.get("/api/openapi.json").await;
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            let concrete = path.replace("{number}", "1").replace("{id}", "1").replace(['{', '}'], "x");
            let (status, answer) = server.call(&method.to_uppercase(), &concrete, Value::Null).await;
            let sentences = ["unknown API call", "method not allowed"];
            let nobody = sentences.iter().any(|sentence| answer["error"] == *sentence);
            assert!(!nobody, "{method} {path}: {status} {answer}");
            assert!(status < 500, "{method} {path}: {status} {answer}");
        }
    }
}

/// `docs/host/cluster.md`: an upgrade refuses nothing. A request during a shutdown is answered, or its connection closes and
/// the client asks another node.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_shutdown_refuses_no_request() {
    const CLIENTS: usize = 40;
    let server = Server::without_limits().await;
    let (table, ..) = server.table_for_two("jungle").await;
    let request = format!("GET /api/tables/{table} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let all_ask = Arc::new(Barrier::new(CLIENTS + 1));
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let stream = BufReader::new(TcpStream::connect(server.address).await.unwrap());
        let (request, all_ask) = (request.clone(), Arc::clone(&all_ask));
        clients.spawn(async move {
            let mut stream = stream;
            assert_eq!(ask(&mut stream, &request).await.as_deref(), Some("http/1.1 200 ok"));
            all_ask.wait().await;
            while let Some(status) = ask(&mut stream, &request).await {
                assert_eq!(status, "http/1.1 200 ok");
            }
        });
    }
    all_ask.wait().await;
    server.stop().await;
    while let Some(ended) = clients.join_next().await {
        ended.unwrap();
    }
}

/// The status line of the answer; `None` if the connection is closed.
async fn ask(stream: &mut BufReader<TcpStream>, request: &str) -> Option<String> {
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        head.push(line.trim().to_ascii_lowercase());
    }
    let length = head.iter().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
    stream.read_exact(&mut vec![0; length.parse().unwrap()]).await.ok()?;
    head.into_iter().next()
}
