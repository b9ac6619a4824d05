//! The network edge: HTTP statuses, close codes of sockets, and what `MENAGERIE_LIMITS=none` lifts.

use std::time::Duration;

use axum::body::Body;
use menagerie_server::{Config, Deps, Limits, Rate};
use menagerie_store::{Store, StoreOptions};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Client, Server, here};
use crate::log_capture::LogCapture;

async fn with_limits(limits: Limits) -> Server {
    let config = Config { limits, ..Config::default() };
    Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
}

/// Sends bytes and reads until the server closes the connection.
async fn exchange(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    let reading = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut heard)).await;
    // A reset is as good as an orderly close.
    let _ = reading.expect("the server never closes the connection");
    String::from_utf8_lossy(&heard).into_owned()
}

/// Regression: scanners got the page for every path they tried.
#[tokio::test]
async fn only_the_pages_own_addresses_show_the_page() {
    let server = Server::start().await;
    let status = async |method: &str, path: &str| server.request(method, path, &[], Body::empty()).await.status();
    for path in
        ["/", "/t/abcdefghij", "/review/abcdefghij", "/rules/jungle?rule=x", "/board/djambi", "/u/Ann", "/u/A.B"]
    {
        assert_eq!(status("GET", path).await, 200, "{path}");
        assert_eq!(status("HEAD", path).await, 200, "{path}");
    }
    for path in ["/nothing", "/wp-admin", "/t", "/t/a/b", "/.env", "/api", "/api/nothing", "/game/x", "/admin/login"] {
        for method in ["GET", "POST"] {
            assert_eq!(status(method, path).await, 404, "{method} {path}");
        }
    }
    for path in ["/api", "/api/nothing", "/game/x"] {
        assert_eq!(server.call("GET", path, Value::Null).await.1["code"], "not-found", "{path}");
    }
}

#[tokio::test]
async fn a_wrong_method_for_a_file_of_the_page_is_told_the_right_ones() {
    let server = Server::start().await;
    let cases = [
        ("POST", "/", "GET, HEAD"),
        ("DELETE", "/t/abcdefghij", "GET, HEAD"),
        ("PUT", "/healthz", "GET,HEAD"),
        ("GET", "/api/bot/game/abcdefghij/resign", "POST"),
    ];
    for (method, path, allowed) in cases {
        let answer = server.request(method, path, &[], Body::empty()).await;
        assert_eq!(answer.status(), 405, "{method} {path}");
        assert_eq!(answer.headers()["allow"], allowed, "{method} {path}");
    }
}

/// RFC 9112, section 3.2.
#[tokio::test]
async fn a_request_names_its_host_exactly_once() {
    let server = Server::start().await;
    let get = |version: &str, hosts: &str| format!("GET /healthz HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n");
    let wrong =
        ["", "Host: a.example\r\nHost: b.example\r\n", "Host: a\r\nhost: a\r\n", "Host: a b\r\n", "Host: me@a\r\n"];
    for hosts in wrong {
        let answer = exchange(&server, &get("1.1", hosts)).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{hosts:?}: {answer}");
        assert!(answer.contains(r#""code":"malformed""#), "{hosts:?}: {answer}");
    }
    for hosts in ["Host: a.example\r\n", "Host: [::1]:7777\r\n", "host: 127.0.0.1:80\r\n"] {
        assert!(exchange(&server, &get("1.1", hosts)).await.starts_with("HTTP/1.1 200 "), "{hosts}");
    }
    assert!(exchange(&server, &get("1.0", "")).await.starts_with("HTTP/1.0 200 "), "HTTP/1.0 knows no hosts");
}

#[tokio::test]
async fn a_client_that_refuses_a_compression_gets_none() {
    let server = Server::start().await;
    for (accepted, encoding) in
        [("gzip;q=0", None), ("*;q=0, br", None), ("gzip;q=0.5", Some("gzip")), ("gzip", Some("gzip"))]
    {
        let answer = server.request("GET", "/api/games/djambi", &[("accept-encoding", accepted)], Body::empty()).await;
        let got = answer.headers().get("content-encoding").map(|value| value.to_str().unwrap());
        assert_eq!(got, encoding, "{accepted}");
        assert_eq!(answer.headers()["vary"], "accept-encoding");
    }
}

#[tokio::test]
async fn a_request_that_comes_too_slowly_is_answered_with_408() {
    let server = with_limits(Limits { patience: Duration::from_millis(200), ..Limits::default() }).await;
    let head = exchange(&server, "GET /api/games HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
    assert!(head.starts_with("HTTP/1.1 408 "), "{head}");
    assert!(head.contains("too slowly"), "{head}");
    let body = exchange(&server, "POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 90\r\n\r\n{").await;
    assert!(body.starts_with("HTTP/1.1 408 "), "{body}");
    assert!(body.contains("connection: close"), "{body}");
    assert_eq!(exchange(&server, "").await, "", "who asks nothing is told nothing");
    let idle = exchange(&server, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(
        idle.starts_with("HTTP/1.1 200 ") && idle.ends_with("well\n"),
        "an idle connection ends without a word: {idle}"
    );
}

#[tokio::test]
async fn too_many_connections_are_answered_with_429() {
    let server = with_limits(Limits { connections_per_address: 1, ..Limits::default() }).await;
    let _idle = [TcpStream::connect(server.address).await.unwrap(), TcpStream::connect(server.address).await.unwrap()];
    let told = exchange(&server, "").await;
    assert!(told.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{told}");
}

async fn close_code_after(server: &Server, act: impl AsyncFnOnce(&mut Client)) -> Option<u16> {
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut client = Client::join(server, &table, &[&ann]).await;
    act(&mut client).await;
    client.close_code().await
}

#[tokio::test]
async fn a_server_that_ends_says_going_away() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut client = Client::join(&server, &table, &[&ann]).await;
    server.stop().await;
    assert_eq!(client.close_code().await, Some(1001));
}

#[tokio::test]
async fn a_socket_closed_for_a_violation_has_the_right_close_code() {
    let server = Server::start().await;
    let huge = close_code_after(&server, async |client| {
        // Four times the limit for an error response; all of it fits into the socket buffers.
        client.send_text("x".repeat(4 * Limits::default().message + 1)).await;
    });
    assert_eq!(huge.await, Some(1009));
    let messages = Rate { per_minute: 1, burst: 5 };
    let server = with_limits(Limits { messages, ..Limits::default() }).await;
    let flood = close_code_after(&server, async |client| {
        // Five messages pass, five are refused, and the next one ends the connection.
        for _ in 0..11 {
            assert!(client.send_frame(Message::text("x")).await);
        }
    });
    assert_eq!(flood.await, Some(1008));
    let (table, _, _) = server.table_for_two("shogi5").await;
    let mut wrong = Client::silent(&server, &table).await;
    wrong.send(json!({"t": "hello", "tokens": ["guess"]})).await;
    assert_eq!(wrong.close_code().await, Some(1008));
}

#[tokio::test]
async fn a_banned_client_gets_close_code_1008() {
    let server = Server::with_operator("tok").await;
    let code = close_code_after(&server, async |_| {
        assert_eq!(server.operate("POST", "/api/operator/ban", json!({"address": "127.0.0.1"})).await.0, 204);
    });
    assert_eq!(code.await, Some(1008));
}

/// `docs/host/server.md`, limits: `MENAGERIE_LIMITS=none` lifts every rate limit and every concurrency limit.
#[tokio::test]
async fn without_limits_nothing_is_too_fast() {
    let server = Server::without_limits().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut client = Client::join(&server, &table, &[&ann]).await;
    for number in 0..30 {
        let say = json!({"room": {"kind": "players"}, "text": format!("words {number}")});
        assert_eq!(client.ask(json!({"t": "say", "seat": "black", "say": say})).await["t"], "done", "{number}");
        assert_eq!(server.call("POST", "/api/commitments", Value::Null).await.0, 201, "{number}");
    }
    let Limits { connections_per_table, analyses, .. } = Limits::unlimited();
    assert_eq!((connections_per_table, analyses), (usize::MAX, usize::MAX));
}

/// A store on a full disk, in a temporary folder.
async fn full_store(folder: &tempfile::TempDir) -> Store {
    let path = folder.path().join("full.db");
    let tight = StoreOptions { max_bytes: Some(400_000), ..StoreOptions::default() };
    let store = Store::open_with(&path, tight).await.unwrap();
    for number in 0.. {
        if store.create_account(&format!("Ann {number}"), &"x".repeat(500)).await.is_err() {
            break;
        }
    }
    store.close().await;
    Store::open_with(&path, tight).await.unwrap()
}

/// `docs/host/server.md`: the log says once a minute that the disk is full, and the health check knows it from the start.
#[tokio::test]
async fn a_full_disk_is_known_from_the_start_and_is_in_the_log_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = full_store(&folder).await;
    let log = LogCapture::start(tracing::Level::INFO);
    let server = Server::with(Deps::new(store)).await;
    let (status, answer) = server.call("GET", "/healthz", Value::Null).await;
    assert_eq!(status, 500);
    assert!(answer["error"].as_str().unwrap().starts_with("the database is full"), "{answer}");
    let table = json!({"game": "shogi5", "seats": [here(&"A".repeat(30)), here(&"B".repeat(30))]});
    let mut refused = 0;
    for _ in 0..60 {
        let (status, answer) = server.call("POST", "/api/tables", table.clone()).await;
        refused += usize::from(status == 500);
        assert!(status == 201 || answer["error"].as_str().unwrap().contains("cannot store anything"), "{answer}");
    }
    assert!(refused > 20, "the disk is full");
    let log = log.text();
    let lines = log.lines().filter(|line| line.contains("ERROR") || line.contains("the database is full")).count();
    // Another test of this process may have logged it just before.
    assert!(lines <= 1, "{log}");
}
