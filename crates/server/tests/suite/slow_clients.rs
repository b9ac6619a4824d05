//! Slow clients do not delay anything: neither a shutdown nor the other players.

use std::time::Duration;

use menagerie_server::{Config, Deps, Limits};
use menagerie_store::Store;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::bot_api::Program;
use crate::common::{Client, Server};

#[tokio::test]
async fn a_client_that_never_reads_does_not_keep_the_server_from_ending() {
    let config =
        Config { shutdown_timeout: Duration::from_millis(200), limits: Limits::unlimited(), ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    let mut deaf = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET /api/games/djambi HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    // Far more responses than the socket buffers hold.
    let asking = async {
        for _ in 0..2_000 {
            deaf.write_all(request.as_bytes()).await.unwrap();
        }
    };
    // When the server can send no more, it stops reading.
    let _ = tokio::time::timeout(Duration::from_millis(500), asking).await;
    tokio::time::timeout(Duration::from_secs(15), server.stop()).await.expect("the server ends");
}

#[tokio::test]
async fn analyses_that_wait_for_their_turn_end_with_the_server() {
    let server = Server::without_limits().await;
    let mut waiting = Vec::new();
    for _ in 0..5 {
        let body = json!({"game": "shogi5", "position": "lbsgk/4p/5/P4/KGSBL[] b", "time": 10_000});
        let stream = TcpStream::connect(server.address).await.unwrap();
        waiting.push(stream);
        let body = body.to_string();
        let head = format!("POST /api/analyse HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        waiting.last_mut().unwrap().write_all(head.as_bytes()).await.unwrap();
    }
    tokio::time::timeout(Duration::from_secs(15), server.stop()).await.expect("the server ends");
}

/// The stream is open, but the client does not read it: after a while its seat is shown as absent.
#[tokio::test]
async fn a_client_that_does_not_read_its_stream_is_shown_as_absent() {
    let limits = Limits { patience: Duration::from_millis(300), ..Limits::unlimited() };
    let config = Config { limits, ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    let (_, made) = ann.post("/api/challenge/bob", "variant=heaven-hell&color=white").await;
    let id = made["challenge"]["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.post(&format!("/api/challenge/{id}/accept"), "").await.0, 200);
    let _unread = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    let mut looker = Client::join(&server, &id, &[]).await;
    let here = async || server.get(&format!("/api/tables/{id}")).await["seats"][0]["here"] == true;
    assert!(here().await);
    // More lines than the queue holds.
    for _ in 0..20 {
        for (player, action) in [(&ann, "b1c3"), (&bob, "b8c6"), (&ann, "c3b1"), (&bob, "c6b8")] {
            let (status, answer) = player.post(&format!("/api/bot/game/{id}/move/{action}"), "").await;
            assert_eq!(status, 200, "{answer}");
        }
    }
    while here().await {
        looker.next().await.expect("how the table looks");
    }
}

/// The queue was full, so events are missing. The client gets what was queued and then the end, not a game with a hole.
#[tokio::test]
async fn a_stream_whose_queue_was_full_ends_after_the_queued_lines() {
    let config = Config { limits: Limits { outbox: 4, ..Limits::unlimited() }, ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    let (_, made) = ann.post("/api/challenge/bob", "variant=heaven-hell&color=white").await;
    let id = made["challenge"]["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.post(&format!("/api/challenge/{id}/accept"), "").await.0, 200);
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    for _ in 0..30 {
        for (player, action) in [(&ann, "b1c3"), (&bob, "b8c6"), (&ann, "c3b1"), (&bob, "c6b8")] {
            let (status, answer) = player.post(&format!("/api/bot/game/{id}/move/{action}"), "").await;
            assert_eq!(status, 200, "{answer}");
        }
    }
    let reading = async {
        let mut lines = 0;
        while stream.next().await.is_some() {
            lines += 1;
        }
        lines
    };
    let lines = tokio::time::timeout(Duration::from_secs(15), reading).await.expect("the stream ends");
    assert!((1..120).contains(&lines), "{lines} lines of 120 moves: the queue was never full");
}
