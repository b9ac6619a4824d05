//! Hostile clients: their resource use is bounded, they get a reason, and other clients are not affected.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::body::Body;
use futures_util::stream;
use menagerie_server::{Config, Deps, Limits, Rate};
use menagerie_store::Store;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Client, Server};

/// A generous timeout.
const PATIENCE: Duration = Duration::from_secs(20);

async fn with_limits(limits: Limits) -> Server {
    let config = Config { limits, ..Config::default() };
    Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
}

/// `docs/host/server.md`: every refusal has one shape and is counted, also for an invalid path, query or form.
#[tokio::test]
async fn what_cannot_be_read_is_refused_in_the_same_shape_and_counted() {
    const FORM: &str = "application/x-www-form-urlencoded";
    let server = Server::start().await;
    let large = "x".repeat(70_000);
    let cases: [(&str, &str, &str, &[u8], u16); 12] = [
        ("GET", "/api/picture", "", b"", 400),
        ("GET", "/api/picture?game=jungle&width=abc", "", b"", 400),
        ("GET", "/api/bot/online?nb=x", "", b"", 400),
        ("GET", "/api/tables/AAAAAAAAAA/record?until=-1", "", b"", 400),
        ("GET", "/api/tables/AAAAAAAAAA/socket", "", b"", 400),
        ("GET", "/api/tables/%FF%FE", "", b"", 400),
        ("DELETE", "/api/account/sessions/abc", "", b"", 400),
        ("POST", "/api/import", "", b"\xff\xfe", 400),
        ("POST", "/api/records/verify", "", b"\xff\xfe", 400),
        ("POST", "/api/bot/game/AAAAAAAAAA/chat", "application/json", b"{}", 400),
        ("POST", "/api/bot/game/AAAAAAAAAA/chat", FORM, b"room=player", 400),
        ("POST", "/api/challenge/ai", FORM, large.as_bytes(), 413),
    ];
    for (method, path, kind, body, expected) in cases {
        let response = server.request(method, path, &[("content-type", kind)], Body::from(body.to_vec())).await;
        assert_eq!(response.status(), expected, "{method} {path}");
        let bytes = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        let refusal: Value = serde_json::from_slice(&bytes).unwrap_or_else(|_| panic!("{method} {path}: {bytes:?}"));
        assert_eq!(refusal["code"], if expected == 413 { "too-much" } else { "malformed" }, "{path}");
        assert!(refusal["error"].as_str().is_some_and(|it| !it.is_empty() && it.len() < 1_000), "{path}: {refusal}");
    }
    let counted = server.get("/metrics").await;
    for (code, number) in [("malformed", 11), ("too-much", 1)] {
        let line = format!("menagerie_refusals_total{{code=\"{code}\"}} {number}\n");
        assert!(counted.as_str().unwrap().contains(&line), "{line}{counted}");
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_a_response_is_disconnected() {
    let server = with_limits(Limits { patience: Duration::from_millis(200), ..Limits::default() }).await;
    let mut deaf = TcpStream::connect(server.address).await.unwrap();
    // Many long responses that the client does not read: in the end the connection is closed.
    let asking = async { while deaf.write_all(b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n").await.is_ok() {} };
    timeout(PATIENCE, asking).await.expect("the server keeps the answer for ever");
    assert_eq!(server.get("/healthz").await, "well\n");
}

#[tokio::test]
async fn one_address_brings_only_a_few_records_at_the_same_time() {
    // Without any other limit, so that only this one can refuse.
    let server = with_limits(Limits { records_per_address: 1, ..Limits::unlimited() }).await;
    let begun = Arc::new(Notify::new());
    let reads = Arc::clone(&begun);
    let endless = stream::poll_fn(move |_| {
        reads.notify_one();
        Poll::<Option<std::io::Result<Vec<u8>>>>::Pending
    });
    let mut slow = Box::pin(server.request("POST", "/api/import", &[], Body::from_stream(endless)));
    tokio::select! {
        answer = &mut slow => panic!("an incomplete record is answered: {answer:?}"),
        () = begun.notified() => {}
    }
    let second = server.call_text("/api/import", "no record").await;
    assert_eq!((second.0, &second.1["code"]), (429, &json!("too-fast")));
    assert_eq!(second.1["error"], "too many records at once: send one after the other");
    let (status, _) = server.call_text("/api/records/verify", "no record").await;
    assert_eq!(status, 400, "other calls do not wait for it");
    drop(slow);
    let (status, _) = server.call_text("/api/import", "no record").await;
    assert_eq!(status, 400, "one after the other");
}

/// Few pictures are drawn at once: a client that requests many must not delay the others.
#[tokio::test]
async fn one_address_does_not_keep_everybody_else_from_pictures() {
    let server = with_limits(Limits { pictures_per_address: 1, ..Limits::default() }).await;
    let large = || server.request("GET", "/api/picture?game=jungle&format=png&width=2400", &[], Body::empty());
    let (first, second) = tokio::join!(large(), large());
    assert_eq!((first.status().as_u16(), second.status().as_u16()), (200, 429));
    assert_eq!(large().await.status(), 200, "one after the other");
}

#[tokio::test]
async fn a_client_that_floods_a_socket_is_disconnected_and_the_others_play_on() {
    let messages = Rate { per_minute: 1, burst: 10 };
    for frame in [Message::text("x"), Message::binary(vec![1]), Message::Ping(Vec::new().into())] {
        let server = with_limits(Limits { messages, ..Limits::default() }).await;
        let (table, ann, bob) = server.table_for_two("shogi5").await;
        let mut black = Client::join(&server, &table, &[&ann]).await;
        let mut white = Client::join(&server, &table, &[&bob]).await;
        let flooding = async { while white.send_frame(frame.clone()).await {} };
        timeout(PATIENCE, flooding).await.expect("the server listens for ever");
        assert_eq!(black.act("black", "a5a2").await["t"], "done", "{frame:?}");
        let counted = server.get("/metrics").await;
        let ten = "menagerie_refusals_total{code=\"too-fast\"} 10\n";
        assert!(counted.as_str().unwrap().contains(ten), "{frame:?}: {counted}");
    }
}

#[tokio::test]
async fn a_client_that_sends_pings_without_a_hello_is_refused() {
    let server = with_limits(Limits { patience: Duration::from_millis(200), ..Limits::default() }).await;
    let (table, _, _) = server.table_for_two("shogi5").await;
    let mut client = Client::silent(&server, &table).await;
    let pinging = async { while client.send_frame(Message::Ping(Vec::new().into())).await {} };
    timeout(PATIENCE, pinging).await.expect("the server waits for ever");
}

#[tokio::test]
async fn a_table_has_a_limited_number_of_connections() {
    let server = with_limits(Limits { connections_per_table: 2, ..Limits::default() }).await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let _white = Client::join(&server, &table, &[&bob]).await;
    let mut third = Client::silent(&server, &table).await;
    third.send(json!({"t": "hello"})).await;
    assert_eq!(third.next().await.unwrap()["code"], "too-fast");
    assert_eq!(third.next().await, None);
    assert_eq!(black.act("black", "a5a2").await["t"], "done");
}
