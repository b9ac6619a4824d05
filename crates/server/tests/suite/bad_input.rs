//! Invalid input: the server answers with a clear error and other clients are not affected.

use axum::body::Body;
use menagerie_server::{Config, Deps, Limits, Proxy, Rate};
use menagerie_store::Store;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::common::{Client, Server, here};

#[tokio::test]
async fn malformed_frames_are_refused_and_the_game_goes_on() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    for text in ["", "hello", "{}", "[]", r#"{"t":"act"}"#, r#"{"t":"nonsense"}"#, "\u{0}", r#"{"t":"ping","n":-1}"#] {
        ann.send_text(text.to_owned()).await;
        let refusal = ann.until("refused").await;
        assert_eq!(refusal["code"], "malformed", "{text}");
    }
    assert_eq!(ann.act("black", "a5a2").await["t"], "done");
    let metrics = server.get("/metrics").await;
    assert!(metrics.as_str().unwrap().contains("menagerie_refusals_total{code=\"malformed\"} 8"), "{metrics}");
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_refused_under_its_number() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    let long = json!({"t": "act", "ack": 8, "action": "x".repeat(Limits::default().message)}).to_string();
    let messages = [
        (r#"{"t":"act","ack":7}"#, json!(7)),
        (r#"{"ack":4294967295,"t":"nonsense"}"#, json!(u32::MAX)),
        (&long, json!(8)),
        (r#"{"t":"act","ack":4294967296}"#, Value::Null),
        (r#"{"t":"act","ack":"7"}"#, Value::Null),
        (r#"{"t":"act","ack":7"#, Value::Null),
        ("[7]", Value::Null),
    ];
    for (text, ack) in messages {
        ann.send_text(text.to_owned()).await;
        assert_eq!(ann.until("refused").await["ack"], ack, "{text}");
    }
}

#[tokio::test]
async fn a_frame_that_is_too_long_ends_only_its_own_connection() {
    let server = Server::start().await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let mut white = Client::join(&server, &table, &[&bob]).await;
    white.send_text("x".repeat(1_000_000)).await;
    while white.next().await.is_some() {}
    assert_eq!(black.act("black", "a5a2").await["t"], "done");
}

#[tokio::test]
async fn a_message_that_is_too_long_is_refused_in_words_and_counted() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    black.send_text("x".repeat(Limits::default().message + 1)).await;
    assert_eq!(black.until("refused").await["code"], "too-much");
    assert_eq!(black.act("black", "a5a2").await["t"], "done");
    let metrics = server.get("/metrics").await;
    assert!(metrics.as_str().unwrap().contains("menagerie_refusals_total{code=\"too-much\"} 1\n"), "{metrics}");
}

#[tokio::test]
async fn a_client_with_a_wrong_token_or_without_a_hello_is_refused() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let hellos = [
        (json!({"t": "hello", "tokens": ["guess"]}), "not-allowed"),
        (json!({"t": "hello", "tokens": [ann, "guess"]}), "not-allowed"),
        (json!({"t": "ping"}), "malformed"),
        (json!({"t": "hello", "tokens": ["1", "2", "3", "4", "5"]}), "too-much"),
        (json!({"t": "hello", "tokens": [], "client": "x".repeat(41)}), "too-much"),
        (json!({"t": "hello", "tokens": [], "client": "x".repeat(42)}), "too-much"),
    ];
    for (hello, code) in hellos {
        let mut client = Client::silent(&server, &table).await;
        client.send(hello).await;
        assert_eq!(client.next().await.unwrap()["code"], code);
        assert_eq!(client.next().await, None);
    }
    let metrics = server.get("/metrics").await;
    for (code, number) in [("not-allowed", 2), ("malformed", 1), ("too-much", 3)] {
        let line = format!("menagerie_refusals_total{{code=\"{code}\"}} {number}\n");
        assert!(metrics.as_str().unwrap().contains(&line), "{line}{metrics}");
    }
}

/// A client id has 40 characters at most; four seats are all that a client can have.
#[tokio::test]
async fn a_hello_may_use_its_limits_and_come_after_a_ping() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut client = Client::silent(&server, &table).await;
    assert!(client.send_frame(Message::Ping(Vec::new().into())).await);
    client.send(json!({"t": "hello", "tokens": [ann, ann, ann, ann], "client": "x".repeat(40)})).await;
    assert_eq!(client.next().await.unwrap()["t"], "full");
}

/// The first message has the same limit as the others, and the client is told so.
#[tokio::test]
async fn a_hello_that_is_far_too_long_is_refused_as_such() {
    let server = Server::start().await;
    let (table, ..) = server.table_for_two("shogi5").await;
    let mut client = Client::silent(&server, &table).await;
    client.send_text("x".repeat(5 * Limits::default().message)).await;
    assert_eq!(client.next().await.unwrap()["code"], "too-much");
    let mut client = Client::silent(&server, &table).await;
    client.send_frame(Message::binary(vec![1])).await;
    assert_eq!(client.next().await.unwrap()["code"], "malformed");
}

#[tokio::test]
async fn a_broken_frame_instead_of_a_hello_is_not_called_too_long() {
    let server = Server::start().await;
    let (table, ..) = server.table_for_two("shogi5").await;
    let mut client = Client::silent(&server, &table).await;
    // Text frames hold UTF-8.
    client.send_frame(Message::Frame(Frame::message(vec![0xff], OpCode::Data(Data::Text), true))).await;
    assert_eq!(client.next().await.unwrap()["code"], "malformed");
}

#[tokio::test]
async fn bodies_that_make_no_sense_are_refused() {
    let server = Server::start().await;
    let cases = [
        (json!({"game": "poker", "seats": []}), 404),
        (json!({"game": "jungle", "seats": []}), 400),
        (json!({"game": "jungle:nonsense", "seats": [here("A"), here("B")]}), 404),
        (json!({"game": "jungle", "seats": [here(""), here("B")]}), 400),
        (json!({"game": "jungle", "seats": [here("A"), {"kind": "computer", "level": 9}]}), 400),
        (json!({"game": "jungle", "position": "x", "seats": [here("A"), here("B")]}), 400),
        (json!({"game": "jungle", "surprise": 1, "seats": [here("A"), here("B")]}), 400),
        (json!({"game": "jungle", "clock": {"kind": "days", "days": 0}, "seats": [here("A"), here("B")]}), 400),
        (json!(7), 400),
    ];
    for (body, expected) in cases {
        let (status, refusal) = server.call("POST", "/api/tables", body.clone()).await;
        assert_eq!(status, expected, "{body}: {refusal}");
        assert!(refusal["error"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{body}");
    }
    let (status, refusal) = server.call_text("/api/tables", &"x".repeat(200_000)).await;
    assert_eq!((status, &refusal["code"]), (413, &json!("too-much")));
    for path in ["/api/tables/none", "/api/tables/AAAAAAAAAA", "/api/games/poker", "/api/nothing"] {
        let (status, refusal) = server.call("GET", path, Value::Null).await;
        assert_eq!((status, &refusal["code"]), (404, &json!("not-found")), "{path}");
    }
}

#[tokio::test]
async fn a_flood_from_one_address_is_answered_with_too_fast() {
    let rate = Rate { per_minute: 1, burst: 5 };
    let limits = Limits { messages: rate, tables: rate, ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    for _ in 0..6 {
        ann.send(json!({"t": "ping", "n": 1})).await;
    }
    assert_eq!(ann.until("refused").await["code"], "too-fast");
    let body = json!({"game": "jungle", "seats": [here("A"), here("B")]});
    let mut last = (0, Value::Null);
    for _ in 0..6 {
        last = server.call("POST", "/api/tables", body.clone()).await;
    }
    assert_eq!((last.0, &last.1["code"]), (429, &json!("too-fast")));
}

#[tokio::test]
async fn a_proxy_is_believed_only_if_the_operator_says_so() {
    let rate = Rate { per_minute: 1, burst: 1 };
    for trust_proxy in [None, Some(Proxy::XForwardedFor)] {
        let limits = Limits { tables: rate, ..Limits::default() };
        let config = Config { limits, trust_proxy, ..Config::default() };
        let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
        let body = json!({"game": "jungle", "seats": [here("A"), here("B")]});
        let mut answers = Vec::new();
        for from in ["198.51.100.1", "198.51.100.2", "198.51.100.2"] {
            let headers = [("x-forwarded-for", from)];
            answers.push(server.call_with("POST", "/api/tables", &headers, body.clone()).await.0);
        }
        assert_eq!(answers, if trust_proxy.is_some() { [201, 201, 429] } else { [201, 429, 429] });
    }
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let server = Server::start().await;
    let cases = [("GET", "/api/tables", "POST"), ("PUT", "/api/account", "GET"), ("DELETE", "/api/bot/online", "GET")];
    for (method, path, right) in cases {
        let answer = server.request(method, path, &[], Body::empty()).await;
        assert_eq!(answer.status(), 405, "{method} {path}");
        assert!(answer.headers()["allow"].to_str().unwrap().contains(right), "{:?}", answer.headers());
        let (_, refusal) = server.call(method, path, Value::Null).await;
        assert_eq!(refusal["code"], "malformed");
        assert!(refusal["error"].as_str().unwrap().contains("method"), "{refusal}");
    }
}

#[tokio::test]
async fn a_client_over_the_rate_limit_gets_the_time_to_wait() {
    // One token a minute.
    let requests = Rate { per_minute: 1, burst: 1 };
    let config = Config { limits: Limits { requests, ..Limits::default() }, ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    assert!(server.request("GET", "/api/lobby", &[], Body::empty()).await.headers().get("retry-after").is_none());
    let answer = server.request("GET", "/api/lobby", &[], Body::empty()).await;
    assert_eq!(answer.status(), 429);
    let seconds: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn a_part_of_a_history_that_nobody_gave_is_refused() {
    let server = Server::start().await;
    let body = json!({"name": "Ann", "password": "correct horse"});
    assert_eq!(server.call("POST", "/api/account", body).await.0, 200);
    for (query, status) in [("", 200), ("?after=1-AAAAAAAAAA", 200), ("?after=garbage", 400), ("?after=x-y", 400)] {
        let (found, answer) = server.call("GET", &format!("/api/players/ann/history{query}"), Value::Null).await;
        assert_eq!(found, status, "{query}: {answer}");
        assert!(status == 200 || answer["error"].as_str().unwrap().contains("after"), "{answer}");
    }
}

/// Regression: the server accepted a head of 40 kB that arrived in one packet.
#[tokio::test]
async fn a_head_has_its_limit_also_when_it_comes_at_once() {
    let server = Server::start().await;
    for (length, status) in [(30_000, "200"), (34_000, "413"), (40_000, "413")] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let long = "x".repeat(length);
        let request = format!("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: {long}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{length}: {answer}");
        assert!(status == "200" || answer.contains(r#""code":"too-much""#), "{answer}");
    }
}
