//! The threats of `docs/host/security.md` that no other test covers.

use std::time::Duration;

use axum::body::Body;
use menagerie_server::{Config, Deps, Limits, Proxy, Rate};
use menagerie_store::Store;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::common::{Client, Server, here};
use crate::log_capture::LogCapture;

const START: &str = "lbsgk/4p/5/P4/KGSBL[] b";

async fn with_limits(limits: Limits) -> Server {
    let config = Config { limits, ..Config::default() };
    Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
}

/// Opens a socket as a browser does for a page of this origin.
async fn socket_from(server: &Server, table: &str, origin: &str) -> bool {
    let mut request = format!("ws://{}/api/tables/{table}/socket", server.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", origin.parse().unwrap());
    tokio_tungstenite::connect_async(request).await.is_ok()
}

#[tokio::test]
async fn another_sites_page_opens_no_socket() {
    let server = Server::start().await;
    let (table, _, _) = server.table_for_two("shogi5").await;
    assert!(socket_from(&server, &table, &format!("http://{}", server.address)).await);
    for origin in ["https://elsewhere.example", "null", "http://127.0.0.1:1"] {
        assert!(!socket_from(&server, &table, origin).await, "{origin}");
    }
}

#[tokio::test]
async fn another_sites_page_does_nothing_with_a_session_and_begins_none() {
    let server = Server::start().await;
    let ann = json!({"name": "Ann", "password": "correct horse"}).to_string();
    let response = server.request("POST", "/api/account", &[], Body::from(ann.clone())).await;
    let cookie = response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let elsewhere = ("origin", "https://elsewhere.example");
    let home = [("origin", "http://play.example"), ("host", "play.example")];
    let token = json!({"label": "x"});
    let (status, refusal) =
        server.call_with("POST", "/api/account/tokens", &[elsewhere, ("cookie", &cookie)], token.clone()).await;
    assert_eq!((status, &refusal["code"]), (403, &json!("not-allowed")));
    let (status, _) = server.call_with("DELETE", "/api/session", &[elsewhere, ("cookie", &cookie)], Value::Null).await;
    assert_eq!(status, 403);
    for path in ["/api/session", "/api/account"] {
        let response = server.request("POST", path, &[elsewhere], Body::from(ann.clone())).await;
        assert!(response.status() == 403 && !response.headers().contains_key("set-cookie"), "{path}");
    }
    let at_home = [home[0], home[1], ("cookie", cookie.as_str())];
    assert_eq!(server.call_with("POST", "/api/account/tokens", &at_home, token).await.0, 201);
}

#[tokio::test]
async fn a_cookie_that_came_encrypted_goes_out_encrypted_only() {
    for trust_proxy in [None, Some(Proxy::XForwardedFor)] {
        let config = Config { trust_proxy, ..Config::default() };
        let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
        let body = Body::from(json!({"name": "Ann", "password": "correct horse"}).to_string());
        let response = server.request("POST", "/api/account", &[("x-forwarded-proto", "https")], body).await;
        let cookie = response.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        assert_eq!(cookie.contains("; Secure"), trust_proxy.is_some(), "{cookie}");
    }
}

#[tokio::test]
async fn every_answer_says_what_it_is_and_is_taken_for_nothing_else() {
    let server = Server::start().await;
    for path in ["/", "/api/games", "/api/nothing", "/metrics"] {
        assert_eq!(server.headers(path).await["x-content-type-options"], "nosniff", "{path}");
    }
}

/// Reads until the server closes the connection.
async fn until_closed(stream: &mut TcpStream) -> String {
    let mut heard = Vec::new();
    let reading = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut heard)).await;
    // A reset is as good as an orderly close.
    let _ = reading.expect("the server waits for ever");
    String::from_utf8_lossy(&heard).into_owned()
}

#[tokio::test]
async fn a_client_that_sends_a_request_too_slowly_is_disconnected() {
    let server = with_limits(Limits { patience: Duration::from_millis(200), ..Limits::default() }).await;
    let mut silent = TcpStream::connect(server.address).await.unwrap();
    let mut head = TcpStream::connect(server.address).await.unwrap();
    head.write_all(b"GET /api/games HTTP/1.1\r\nhost: x\r\nx-slow: ").await.unwrap();
    let mut body = TcpStream::connect(server.address).await.unwrap();
    let begun = b"POST /api/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 90\r\n\r\n{";
    body.write_all(begun).await.unwrap();
    assert!(!until_closed(&mut silent).await.contains("200 OK"));
    assert!(!until_closed(&mut head).await.contains("200 OK"));
    let told = until_closed(&mut body).await;
    assert!(told.starts_with("HTTP/1.1 408 ") && told.contains("the body arrived too slowly"), "{told}");
    assert_eq!(server.get("/healthz").await, "well\n");
}

#[tokio::test]
async fn one_address_does_not_hold_all_connections() {
    let server = with_limits(Limits { connections_per_address: 1, ..Limits::default() }).await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let _first = Client::join(&server, &table, &[&ann]).await;
    assert!(!socket_from(&server, &table, &format!("http://{}", server.address)).await, "one socket is enough");
    let mut idle = Vec::new();
    for _ in 0..3 {
        idle.push(TcpStream::connect(server.address).await.unwrap());
    }
    let mut last = idle.pop().unwrap();
    let told = until_closed(&mut last).await;
    assert!(told.starts_with("HTTP/1.1 429 "), "{told}");
    assert!(told.contains(r#"{"code":"too-much","error":"too many connections"#), "two of any kind, and words: {told}");
    let counted = server.get("/metrics").await;
    assert!(counted.as_str().unwrap().contains("menagerie_refusals_total{code=\"too-much\"} 2\n"), "{counted}");
}

#[tokio::test]
async fn analyses_of_one_address_do_not_fill_the_queue() {
    let server = with_limits(Limits { analyses_per_address: 1, ..Limits::default() }).await;
    let wanted = || Body::from(json!({"game": "shogi5", "position": START, "time": 10_000}).to_string());
    let first = server.request("POST", "/api/analyse", &[], wanted()).await;
    assert_eq!(first.status(), 200);
    let second = server.request("POST", "/api/analyse", &[], wanted()).await;
    assert_eq!(second.status(), 429);
    // A client that hangs up frees its place.
    drop(first);
    loop {
        let third = server.request("POST", "/api/analyse", &[], wanted()).await;
        if third.status() == 200 {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn replaying_long_matches_is_work() {
    let work = Rate { per_minute: 1, burst: 8 };
    let server = with_limits(Limits { work, ..Limits::default() }).await;
    let (table, _, _) = server.table_for_two("shogi5").await;
    let record = format!("/api/tables/{table}/record");
    let calls = [record.clone(), format!("/api/tables/{table}/at/0"), format!("/game/export/{table}")];
    for path in &calls {
        assert_eq!(server.call("GET", path, Value::Null).await.0, 200, "{path}");
    }
    // Stepping through a match is cheap; replaying the longest match counts as work.
    let look = async |length: usize| {
        let events = vec!["a5a4"; length];
        server.call("POST", "/api/scene", json!({"game": "shogi5", "events": events})).await.0
    };
    for _ in 0..20 {
        assert_eq!(look(1).await, 200);
    }
    assert_eq!(look(2_500).await, 422, "five pieces of work");
    assert_eq!(look(2_500).await, 429);
    for path in &calls {
        assert_eq!(server.call("GET", path, Value::Null).await.0, 429, "{path}");
    }
    assert_eq!(server.call_text("/api/records/verify", "x").await.0, 429);
}

#[tokio::test]
async fn giant_records_are_refused() {
    let server = Server::start().await;
    let (status, _) = server.call_text("/api/import", &"x".repeat((1 << 20) + 1)).await;
    assert_eq!(status, 413);
    let events = vec![json!({"event": "a5a4"}); 20_001];
    let (status, refusal) = server.call("POST", "/api/import", json!({"game": "shogi5", "events": events})).await;
    assert_eq!((status, &refusal["code"]), (413, &json!("too-much")));
    let (status, _) = server.call_text("/api/import", &"[".repeat(100_000)).await;
    assert_eq!(status, 400, "depth costs nothing");
    let (status, refusal) =
        server.call_text("/api/import", &format!("[Game \"shogi5\"]\n\n{}", "(".repeat(500_000))).await;
    assert_eq!(status, 422);
    assert!(refusal["error"].as_str().unwrap().len() < 1_000, "what was wrong is quoted, not repeated");
}

#[tokio::test]
async fn a_slow_client_is_disconnected_and_the_others_play_on() {
    let server = with_limits(Limits { outbox: 4, ..Limits::unlimited() }).await;
    // A game without a repetition rule.
    let (table, ann, bob) = server.table_for_two("heaven-hell").await;
    let mut white = Client::join(&server, &table, &[&ann]).await;
    let mut black = Client::join(&server, &table, &[&bob]).await;
    let mut deaf = Client::narrow(&server, &table).await;
    deaf.send(json!({"t": "hello"})).await;
    deaf.until("full").await;
    // The socket buffers fill up, then the outgoing queue.
    for turn in 0..40 {
        let (seat, player) = if turn % 2 == 0 { ("white", &mut white) } else { ("black", &mut black) };
        for _ in 0..5 {
            player.ask(json!({"t": "offer", "seat": seat, "offer": {"kind": "draw"}})).await;
            player.ask(json!({"t": "decline", "seat": seat, "offer": {"kind": "draw"}})).await;
        }
        let action = ["b1c3", "b8c6", "c3b1", "c6b8"][turn % 4];
        assert_eq!(player.act(seat, action).await["t"], "done", "the others play on");
    }
    // Then the connection is closed: the other clients see the disconnect.
    while white.until("table").await["table"]["watching"] != 0 {}
    assert_eq!(white.act("white", "a2a3").await["t"], "done");
}

#[tokio::test]
async fn a_guessed_table_is_not_told_from_one_that_never_was() {
    let server = Server::start().await;
    let made = server.post("/api/tables", json!({"game": "jungle", "seats": [here("A"), here("B")]})).await;
    let id = made["table"]["id"].as_str().unwrap();
    assert!(id.len() == 10 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "59 bits: {id}");
    let lobby = server.get("/api/lobby").await.to_string();
    assert!(!lobby.contains(id), "a private table is in no list");
    let answers = ["AAAAAAAAAA", "BBBBBBBBBB", "x"].map(|id| format!("/api/tables/{id}"));
    let mut seen = Vec::new();
    for path in answers {
        seen.push(server.call("GET", &path, Value::Null).await);
    }
    assert!(seen.iter().all(|answer| *answer == seen[0] && answer.0 == 404), "{seen:?}");
}

/// The log lines of that session.
const LINES: [&str; 13] = [
    "log capture works",
    "server started version=",
    "store=\"SQLite\" bus=\"none\" node=",
    "an account is registered account=\"Ann\" address=127.0.0.1",
    "sign-in failed account=\"Ann\" address=127.0.0.1",
    "sign-in failed address=127.0.0.1",
    "a table is made table=",
    "a match begins table=",
    "a match is over table=",
    "operator moderated a table",
    "operator added a ban subject=Account(\"ann\")",
    "a request method=\"GET\" route=\"/api/tables/{id}\" address=127.0.0.1 status=404",
    "shutdown complete node=",
];

/// A whole session at the most verbose log level: registration, failed and successful sign-ins, a table, moves, chat,
/// an API token, the operator. None of the secrets is in the log.
#[tokio::test]
async fn no_secret_is_ever_in_the_log() {
    let log = LogCapture::start(tracing::Level::TRACE);
    tracing::info!("log capture works");
    let server = Server::with_operator("tok-of-the-operator").await;
    let registered = json!({"name": "Ann", "password": "correct horse"});
    let response = server.request("POST", "/api/account", &[], Body::from(registered.to_string())).await;
    let cookie = response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    server.call("POST", "/api/session", json!({"name": "Ann", "password": "wrong horse"})).await;
    // A user types the password into the name field.
    server.call("POST", "/api/session", json!({"name": "staple battery", "password": "Ann"})).await;
    let mine = [("cookie", cookie.as_str())];
    let (_, made) = server.call_with("POST", "/api/account/tokens", &mine, json!({"label": "bot"})).await;
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    server.call_with("GET", "/api/account", &[("authorization", &bearer)], Value::Null).await;
    let (table, ann, bob) = server.table_for_two("heaven-hell").await;
    let mut white = Client::join(&server, &table, &[&ann]).await;
    white.ask(json!({"t": "say", "seat": "white", "say": {"room": {"kind": "players"}, "text": "my words"}})).await;
    white.act("white", "a2a4").await;
    white.ask(json!({"t": "resign", "seat": "white"})).await;
    let secret_path = format!("/api/tables/{ann}?token={bob}");
    server.call("GET", &secret_path, Value::Null).await;
    let operator = [("authorization", "Bearer tok-of-the-operator")];
    let close = format!("/api/operator/tables/{table}/close");
    assert_eq!(server.call_with("POST", &close, &operator, Value::Null).await.0, 204);
    let ban = json!({"account": "ann", "reason": "my reason"});
    assert_eq!(server.call_with("POST", "/api/operator/ban", &operator, ban).await.0, 204);
    server.stop().await;
    let log = log.text();
    for line in LINES {
        assert!(log.contains(line), "{line} is not in the log: {log}");
    }
    let session = cookie.split('=').nth(1).unwrap();
    let token = made["token"].as_str().unwrap();
    for secret in [
        session,
        token,
        &ann,
        &bob,
        "correct horse",
        "wrong horse",
        "staple battery",
        "tok-of-the-operator",
        "my words",
    ] {
        assert!(secret.len() > 6 && !log.contains(secret), "{secret} is in the log: {log}");
    }
}

#[tokio::test]
async fn sessions_and_tokens_of_others_cannot_be_ended() {
    let server = Server::start().await;
    let mut cookies = Vec::new();
    for name in ["Ann", "Eve"] {
        let body = Body::from(json!({"name": name, "password": "correct horse"}).to_string());
        let response = server.request("POST", "/api/account", &[], body).await;
        cookies.push(response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned());
    }
    let [ann, eve] = [0, 1].map(|index| [("cookie", cookies[index].as_str())]);
    let (_, sessions) = server.call_with("GET", "/api/account/sessions", &ann, Value::Null).await;
    let path = format!("/api/account/sessions/{}", sessions[0]["id"]);
    server.call_with("DELETE", &path, &eve, Value::Null).await;
    assert_eq!(server.call_with("GET", "/api/account", &ann, Value::Null).await.0, 200, "Ann is still signed in");
}

#[tokio::test]
async fn attempts_to_sign_in_are_limited() {
    let sign_ins = Rate { per_minute: 1, burst: 3 };
    let server = with_limits(Limits { sign_ins, ..Limits::default() }).await;
    let guess = json!({"name": "Ann", "password": "x"});
    let mut answers = Vec::new();
    for _ in 0..4 {
        answers.push(server.call("POST", "/api/session", guess.clone()).await.0);
    }
    assert_eq!(answers, [403, 403, 403, 429]);
}

#[tokio::test]
async fn only_the_operators_token_operates() {
    let (with, without) = (Server::with_operator("tok").await, Server::start().await);
    let calls = [("GET", "/api/operator/reports"), ("POST", "/api/operator/tables/AAAAAAAAAA/close")];
    for (method, path) in calls {
        for header in [None, Some("Bearer "), Some("Bearer to"), Some("Bearer tokk"), Some("tok")] {
            let headers: Vec<_> = header.map(|value| ("authorization", value)).into_iter().collect();
            for server in [&with, &without] {
                assert_eq!(server.call_with(method, path, &headers, Value::Null).await.0, 403, "{path} {header:?}");
            }
        }
    }
}

/// CORS preflight requests pass the same checks as all others.
#[tokio::test]
async fn a_browser_that_asks_first_passes_bans_and_limits_too() {
    let asks = [("origin", "https://elsewhere.example"), ("access-control-request-method", "POST")];
    let ask = async |server: &Server| server.request("OPTIONS", "/api/tables", &asks, Body::empty()).await;
    let server = with_limits(Limits { requests: Rate { per_minute: 1, burst: 2 }, ..Limits::default() }).await;
    for status in [204, 204, 429] {
        let answer = ask(&server).await;
        assert_eq!(answer.status(), status);
        assert_eq!(answer.headers()["access-control-allow-origin"], "*", "refusals can be read");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    }
    let server = Server::with_operator("tok").await;
    assert_eq!(server.operate("POST", "/api/operator/ban", json!({"address": "127.0.0.1"})).await.0, 204);
    assert_eq!(ask(&server).await.status(), 403);
}

/// `docs/reference/limits.md`: health checks have a limit of their own. A node whose players are too fast is well.
#[tokio::test]
async fn an_address_that_has_spent_its_requests_still_learns_that_the_server_is_well() {
    let once = Rate { per_minute: 1, burst: 1 };
    let server = with_limits(Limits { requests: once, ..Limits::default() }).await;
    let status = async |server: &Server, path: &str| server.call("GET", path, Value::Null).await.0;
    assert_eq!([status(&server, "/api/lobby").await, status(&server, "/api/lobby").await], [200, 429]);
    assert_eq!(status(&server, "/healthz").await, 200);
    let server = with_limits(Limits { health_checks: once, ..Limits::default() }).await;
    assert_eq!([status(&server, "/healthz").await, status(&server, "/healthz").await], [200, 429]);
    assert_eq!(status(&server, "/api/lobby").await, 200);
}

/// `docs/reference/limits.md`: a first visit loads over a hundred files. People who share an address can all visit.
#[tokio::test]
async fn the_files_of_the_page_do_not_use_up_the_requests_of_an_address() {
    let once = Rate { per_minute: 1, burst: 1 };
    let get = async |server: &Server, path: &str| server.request("GET", path, &[], Body::empty()).await.status();
    let server = with_limits(Limits::default()).await;
    for number in 0..1_000 {
        assert_eq!(get(&server, &format!("/assets/{number}.js")).await, 404, "file {number}");
    }
    assert_eq!(get(&server, "/api/lobby").await, 200);
    let server = with_limits(Limits { assets: once, ..Limits::default() }).await;
    assert_eq!([get(&server, "/assets/a.js").await, get(&server, "/assets/a.js").await], [404, 429]);
    assert_eq!(get(&server, "/api/lobby").await, 200);
}

#[tokio::test]
async fn a_flood_is_in_the_log_once() {
    let log = LogCapture::start(tracing::Level::INFO);
    let server = with_limits(Limits { requests: Rate { per_minute: 1, burst: 2 }, ..Limits::default() }).await;
    for _ in 0..50 {
        server.call("GET", "/api/lobby", Value::Null).await;
    }
    let log = log.text();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("a limit is hit")).collect();
    assert_eq!(lines.len(), 1, "{log}");
    assert!(lines[0].contains("limit=\"requests\" address=127.0.0.1 refused=1"), "{log}");
}
