//! The API for programs, as bot authors know it from Lichess.

use axum::body::Body;
use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::common::Server;

/// A program with an account and a token.
pub(crate) struct Program<'a> {
    server: &'a Server,
    bearer: String,
}

impl<'a> Program<'a> {
    pub(crate) async fn register(server: &'a Server, name: &str) -> Self {
        let body = Body::from(json!({"name": name, "password": "correct horse"}).to_string());
        let response = server.request("POST", "/api/account", &[], body).await;
        let cookie = response.headers().get("set-cookie").unwrap().to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap();
        let wanted = json!({"label": "test"});
        let (_, made) = server.call_with("POST", "/api/account/tokens", &[("cookie", cookie)], wanted).await;
        Self { server, bearer: format!("Bearer {}", made["token"].as_str().unwrap()) }
    }

    /// The same program at another node.
    pub(crate) fn at<'b>(&self, server: &'b Server) -> Program<'b> {
        Program { server, bearer: self.bearer.clone() }
    }

    pub(crate) async fn post(&self, path: &str, form: &str) -> (u16, Value) {
        let headers = [("authorization", &*self.bearer), ("content-type", "application/x-www-form-urlencoded")];
        let response = self.server.request("POST", path, &headers, Body::from(form.to_owned())).await;
        let status = response.status().as_u16();
        let bytes = axum::body::to_bytes(response.into_body(), 1_000_000).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }

    pub(crate) async fn stream(&self, path: &str) -> Lines {
        let response = self.server.request("GET", path, &[("authorization", &self.bearer)], Body::empty()).await;
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers().get("content-type").unwrap(), "application/x-ndjson");
        Lines { body: response.into_body().into_data_stream() }
    }
}

pub(crate) struct Lines {
    body: axum::body::BodyDataStream,
}

impl Lines {
    async fn next(&mut self) -> Option<Value> {
        loop {
            let bytes = self.body.next().await?.unwrap();
            if bytes.as_ref() != b"\n" {
                return Some(serde_json::from_slice(&bytes).unwrap());
            }
        }
    }

    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let line = self.next().await.expect("a line");
            if line["type"] == kind {
                return line;
            }
        }
    }
}

#[tokio::test]
async fn a_program_plays_a_level_to_the_end() {
    let server = Server::with_generous_limits().await;
    let bot = Program::register(&server, "Botty").await;
    assert_eq!(bot.post("/api/bot/account/upgrade", "").await.0, 200);
    let mut events = bot.stream("/api/stream/event").await;
    let (status, made) = bot.post("/api/challenge/ai", "variant=shogi5&level=1&color=black").await;
    assert_eq!(status, 200, "{made}");
    let start = events.until("gameStart").await;
    assert_eq!((&start["game"]["id"], &start["game"]["color"]), (&made["id"], &json!("black")));
    let id = made["id"].as_str().unwrap();
    let mut game = bot.stream(&format!("/api/bot/game/stream/{id}")).await;
    let full = game.next().await.unwrap();
    assert_eq!((&full["type"], &full["initialFen"]), (&json!("gameFull"), &json!("startpos")));
    assert_eq!((&full["black"]["title"], &full["white"]["aiLevel"]), (&json!("BOT"), &json!(1)));
    let mut state = full["state"].clone();
    for _ in 0..3 {
        let action = state["legal"][0].as_str().expect("the program is to move").to_owned();
        let (status, answer) = bot.post(&format!("/api/bot/game/{id}/move/{action}"), "").await;
        assert_eq!((status, &answer), (200, &json!({"ok": true})));
        state = game.until("gameState").await;
        while state["legal"].is_null() {
            state = game.until("gameState").await;
        }
    }
    assert_eq!(state["moves"].as_str().unwrap().split(' ').count(), 6);
    assert_eq!(bot.post(&format!("/api/bot/game/{id}/resign"), "").await.0, 200);
    let last = game.until("gameState").await;
    assert_eq!((&last["status"], &last["winner"]), (&json!("resign"), &json!("white")));
    assert_eq!(game.next().await, None, "the stream ends with the game");
    assert_eq!(events.until("gameFinish").await["game"]["id"], id);
}

#[tokio::test]
async fn two_programs_meet_by_a_challenge() {
    let server = Server::with_generous_limits().await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    let mut bobs = bob.stream("/api/stream/event").await;
    let (_, made) =
        ann.post("/api/challenge/bob", "variant=jungle&color=white&clock.limit=300&clock.increment=3").await;
    let id = made["challenge"]["id"].as_str().unwrap();
    assert_eq!(bobs.until("challenge").await["challenge"]["challenger"]["name"], "Ann");
    assert_eq!(ann.post(&format!("/api/challenge/{id}/accept"), "").await.0, 403);
    let (_, made) =
        ann.post("/api/challenge/bob", "variant=jungle&color=white&clock.limit=300&clock.increment=3").await;
    let id = made["challenge"]["id"].as_str().unwrap();
    assert_eq!(bob.post(&format!("/api/challenge/{id}/accept"), "").await.0, 200);
    let start = bobs.until("gameStart").await;
    assert_eq!((&start["game"]["id"], &start["game"]["color"]), (&json!(id), &json!("black")));
    let mut game = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    let full = game.next().await.unwrap();
    assert_eq!(full["clock"], json!({"initial": 300_000, "increment": 3_000}));
    assert_eq!((&full["white"]["name"], &full["speed"]), (&json!("Ann"), &json!("blitz")));
    let action = full["state"]["legal"][0].as_str().unwrap();
    assert_eq!(bob.post(&format!("/api/bot/game/{id}/move/{action}"), "").await.1["code"], "out-of-turn");
    assert_eq!(ann.post(&format!("/api/bot/game/{id}/move/{action}?offeringDraw=true"), "").await.0, 200);
    assert_eq!(bob.post(&format!("/api/bot/game/{id}/draw/yes"), "").await.0, 200);
    let end = loop {
        let state = game.until("gameState").await;
        if state["status"] != "started" {
            break state;
        }
    };
    assert_eq!(end["status"], "draw");
}

#[tokio::test]
async fn without_a_token_programs_are_refused() {
    let server = Server::start().await;
    for (method, path) in [("GET", "/api/stream/event"), ("POST", "/api/bot/account/upgrade")] {
        let (status, refusal) = server.call(method, path, Value::Null).await;
        assert_eq!((status, &refusal["code"]), (403, &json!("not-allowed")), "{path}");
    }
}
