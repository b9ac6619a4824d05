//! Revocation: what a session or an API token opened ends with it.

use std::time::Duration;

use axum::body::Body;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::bot_api::{Lines, Program};
use crate::common::Server;

/// A generous timeout; revocation takes effect at once.
const AT_ONCE: Duration = Duration::from_secs(10);

async fn ends(stream: &mut Lines) -> bool {
    let drained = async { while stream.next().await.is_some() {} };
    timeout(AT_ONCE, drained).await.is_ok()
}

/// Signs in; returns the session cookie.
async fn sign_in(server: &Server, path: &str) -> String {
    let body = Body::from(json!({"name": "Ann", "password": "correct horse"}).to_string());
    let response = server.request("POST", path, &[], body).await;
    let cookie = response.headers().get("set-cookie").unwrap().to_str().unwrap();
    cookie.split(';').next().unwrap().to_owned()
}

async fn token(server: &Server, cookie: &str) -> (Value, String) {
    let wanted = json!({"label": "one of several"});
    let (_, made) = server.call_with("POST", "/api/account/tokens", &[("cookie", cookie)], wanted).await;
    (made["id"].clone(), format!("Bearer {}", made["token"].as_str().unwrap()))
}

#[tokio::test]
async fn streams_end_with_the_token_that_opened_them() {
    let server = Server::without_limits().await;
    let cookie = sign_in(&server, "/api/account").await;
    let (id, stolen) = token(&server, &cookie).await;
    let (_, kept) = token(&server, &cookie).await;
    let (stolen, kept) = (Program::with(&server, stolen), Program::with(&server, kept));
    let (_, made) = kept.post("/api/challenge/ai", "variant=heaven-hell&color=white").await;
    let game = format!("/api/bot/game/stream/{}", made["id"].as_str().unwrap());
    let mut events = stolen.stream("/api/stream/event").await;
    let mut plays = stolen.stream(&game).await;
    let mut own = kept.stream(&game).await;
    assert_eq!(plays.next().await.unwrap()["type"], "gameFull");
    assert_eq!(own.next().await.unwrap()["type"], "gameFull");
    let path = format!("/api/account/tokens/{id}");
    assert_eq!(server.call_with("DELETE", &path, &[("cookie", &cookie)], Value::Null).await.0, 204);
    assert!(ends(&mut plays).await && ends(&mut events).await);
    kept.post(&format!("/api/bot/game/{}/resign", made["id"].as_str().unwrap()), "").await;
    let last = own.until("gameState").await;
    assert_eq!(last["status"], "resign", "a client with another token gets the end");
}

#[tokio::test]
async fn streams_end_with_the_session_that_opened_them() {
    let server = Server::without_limits().await;
    let first = sign_in(&server, "/api/account").await;
    let cookie = sign_in(&server, "/api/session").await;
    let response = server.request("GET", "/api/stream/event", &[("cookie", &cookie)], Body::empty()).await;
    let mut events = Lines::of(response);
    let mine = [("cookie", &*first)];
    assert_eq!(server.call_with("DELETE", "/api/account/sessions", &mine, Value::Null).await.0, 204);
    assert!(ends(&mut events).await);
    let response = server.request("GET", "/api/stream/event", &mine, Body::empty()).await;
    let mut events = Lines::of(response);
    let new = json!({"old": "correct horse", "new": "battery staple"});
    assert_eq!(server.call_with("POST", "/api/account/password", &mine, new).await.0, 200);
    assert!(ends(&mut events).await, "a new password ends all sessions");
}
