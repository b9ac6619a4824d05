//! The bot API, as authors of Lichess bots know it.

use axum::body::Body;
use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::common::Server;

/// A bot account with a token.
pub(crate) struct Program<'a> {
    server: &'a Server,
    pub(crate) bearer: String,
}

impl<'a> Program<'a> {
    pub(crate) async fn register(server: &'a Server, name: &str) -> Self {
        Self::register_with(server, name, &[]).await
    }

    /// A bot whose token has these scopes; all scopes if none is named.
    pub(crate) async fn register_with(server: &'a Server, name: &str, scopes: &[&str]) -> Self {
        let body = Body::from(json!({"name": name, "password": "correct horse"}).to_string());
        let response = server.request("POST", "/api/account", &[], body).await;
        let cookie = response.headers().get("set-cookie").unwrap().to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap();
        let wanted = json!({"label": "test", "scopes": scopes});
        let (_, made) = server.call_with("POST", "/api/account/tokens", &[("cookie", cookie)], wanted).await;
        Self { server, bearer: format!("Bearer {}", made["token"].as_str().unwrap()) }
    }

    /// A bot with this bearer token.
    pub(crate) fn with(server: &'a Server, bearer: String) -> Self {
        Self { server, bearer }
    }

    /// The same bot at another node.
    pub(crate) fn at<'b>(&self, server: &'b Server) -> Program<'b> {
        Program { server, bearer: self.bearer.clone() }
    }

    pub(crate) async fn post(&self, path: &str, form: &str) -> (u16, Value) {
        self.send(path, "application/x-www-form-urlencoded", form).await
    }

    /// The same with a JSON body.
    pub(crate) async fn post_json(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send(path, "application/json", &body.to_string()).await
    }

    async fn send(&self, path: &str, kind: &str, body: &str) -> (u16, Value) {
        let headers = [("authorization", &*self.bearer), ("content-type", kind)];
        let response = self.server.request("POST", path, &headers, Body::from(body.to_owned())).await;
        let status = response.status().as_u16();
        let bytes = axum::body::to_bytes(response.into_body(), 1_000_000).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.server.call_with("GET", path, &[("authorization", &self.bearer)], Value::Null).await
    }

    pub(crate) async fn stream(&self, path: &str) -> Lines {
        self.open("GET", path, "").await
    }

    pub(crate) async fn open(&self, method: &str, path: &str, form: &str) -> Lines {
        let headers = [("authorization", &*self.bearer), ("content-type", "application/x-www-form-urlencoded")];
        let response = self.server.request(method, path, &headers, Body::from(form.to_owned())).await;
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers().get("content-type").unwrap(), "application/x-ndjson");
        Lines::of(response)
    }
}

pub(crate) struct Lines {
    body: axum::body::BodyDataStream,
}

impl Lines {
    pub(crate) fn of(response: axum::response::Response) -> Self {
        Self { body: response.into_body().into_data_stream() }
    }

    pub(crate) async fn next(&mut self) -> Option<Value> {
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
    let server = Server::without_limits().await;
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
    let last = play(&bot, id, &mut game, full["state"].clone()).await;
    // The level's play depends on its time: it may win before the bot resigns, or lose.
    let named = ["resign", "variantEnd"].iter().any(|status| last["status"] == *status);
    assert!(named && last["winner"].is_string() && last["reason"]["rule"].is_string(), "{last}");
    assert_eq!(game.next().await, None, "the stream ends with the game");
    assert_eq!(events.until("gameFinish").await["game"]["id"], id);
}

/// Three moves and a resignation, if the game lasts that long; returns its last state.
async fn play(bot: &Program<'_>, id: &str, game: &mut Lines, mut state: Value) -> Value {
    let mut played = 0;
    while state["status"] == "started" {
        if let Some(action) = state["legal"][0].as_str() {
            assert_eq!(state["moves"].as_str().unwrap().split_whitespace().count(), 2 * played);
            let verb = if played < 3 { format!("move/{action}") } else { "resign".to_owned() };
            let (status, answer) = bot.post(&format!("/api/bot/game/{id}/{verb}"), "").await;
            assert_eq!((status, &answer), (200, &json!({"ok": true})));
            played += 1;
        }
        state = game.until("gameState").await;
    }
    state
}

#[tokio::test]
async fn two_programs_meet_by_a_challenge() {
    let server = Server::without_limits().await;
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
        assert_eq!((status, &refusal["code"]), (401, &json!("not-allowed")), "{path}");
    }
}

/// Two bots at a game, the first of them to move.
async fn at_a_game<'a>(server: &'a Server, game: &str) -> (Program<'a>, Program<'a>, String) {
    let (ann, bob) = (Program::register(server, "Ann").await, Program::register(server, "Bob").await);
    let (_, made) = ann.post("/api/challenge/bob", &format!("variant={game}&color=white")).await;
    let id = made["challenge"]["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.post(&format!("/api/challenge/{id}/accept"), "").await.0, 200);
    (ann, bob, id)
}

#[tokio::test]
async fn a_game_can_be_aborted_until_everybody_has_acted() {
    let server = Server::without_limits().await;
    let (ann, bob, id) = at_a_game(&server, "jungle").await;
    let mut game = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    let action = game.next().await.unwrap()["state"]["legal"][0].as_str().unwrap().to_owned();
    ann.post(&format!("/api/board/game/{id}/move/{action}"), "").await;
    assert_eq!(bob.post(&format!("/api/bot/game/{id}/abort"), "").await, (200, json!({"ok": true})));
    let last = loop {
        let state = game.until("gameState").await;
        if state["status"] != "started" {
            break state;
        }
    };
    assert_eq!((&last["status"], &last["winner"]), (&json!("aborted"), &Value::Null));
    assert_eq!(game.next().await, None);
    assert_eq!(bob.post(&format!("/api/bot/game/{id}/abort"), "").await.1["code"], "not-now");
}

#[tokio::test]
async fn when_everybody_has_acted_it_is_too_late_to_abort() {
    let server = Server::without_limits().await;
    let (ann, bob, id) = at_a_game(&server, "jungle").await;
    for program in [&ann, &bob] {
        let mut game = program.stream(&format!("/api/bot/game/stream/{id}")).await;
        let action = game.next().await.unwrap()["state"]["legal"][0].as_str().unwrap().to_owned();
        assert_eq!(program.post(&format!("/api/bot/game/{id}/move/{action}"), "").await.0, 200);
    }
    let (status, refusal) = ann.post(&format!("/api/bot/game/{id}/abort"), "").await;
    assert_eq!(status, 409);
    assert!(refusal["error"].as_str().unwrap().contains("resign"));
    for verb in ["claim-draw", "berserk"] {
        let (status, refusal) = ann.post(&format!("/api/board/game/{id}/{verb}"), "").await;
        assert_eq!((status, &refusal["code"]), (409, &json!("not-now")), "{verb}");
    }
}

#[tokio::test]
async fn what_was_said_can_be_read() {
    let server = Server::without_limits().await;
    let (ann, bob, id) = at_a_game(&server, "jungle").await;
    let path = format!("/api/bot/game/{id}/chat");
    assert_eq!(ann.post(&path, "room=player&text=good%20luck").await.0, 200);
    let said = json!([{"user": "Ann", "text": "good luck", "room": "player"}]);
    assert_eq!(bob.get(&path).await, (200, said));
    let cid = Program::register(&server, "Cid").await;
    assert_eq!(cid.get(&path).await, (200, json!([])), "those who look on do not hear the players");
}

#[tokio::test]
async fn two_seeks_that_fit_meet_and_a_closed_one_is_cancelled() {
    let server = Server::without_limits().await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    let mut events = ann.stream("/api/stream/event").await;
    let terms = "variant=jungle&time=5&increment=3";
    let waiting = ann.open("POST", "/api/board/seek", &format!("{terms}&color=white")).await;
    let listed = server.get("/api/lobby").await["waiting"][0]["id"].clone();
    assert!(listed.is_string(), "a seek is in the lobby");
    drop(waiting);
    while server.get("/api/lobby").await["waiting"] != json!([]) {
        tokio::task::yield_now().await;
    }
    let mut waiting = ann.open("POST", "/api/board/seek", &format!("{terms}&color=white")).await;
    let (status, found) = bob.post("/api/board/seek", &format!("{terms}&color=black")).await;
    assert_eq!(status, 200, "{found}");
    assert_eq!(waiting.next().await, None, "the stream ends when the game begins");
    let start = events.until("gameStart").await;
    assert_eq!((&start["game"]["id"], &start["game"]["color"]), (&found["id"], &json!("white")));
    let (status, kept) = ann.post("/api/board/seek", "variant=jungle&days=2").await;
    assert_eq!((status, kept["id"].is_string()), (200, true), "without haste nobody has to wait");
    let (status, _) = ann.post("/api/board/seek", "variant=djambi&days=2").await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn programs_that_listen_are_online_and_a_token_has_one_stream() {
    let server = Server::without_limits().await;
    let bot = Program::register(&server, "Botty").await;
    bot.post("/api/bot/account/upgrade", "").await;
    assert_eq!(server.get("/api/bot/online").await, "");
    let mut first = bot.stream("/api/stream/event").await;
    assert_eq!(server.get("/api/bot/online").await["username"], "Botty");
    let _second = bot.stream("/api/stream/event").await;
    assert_eq!(first.next().await, None, "a new stream closes the old");
}

#[tokio::test]
async fn pages_from_elsewhere_may_call_with_a_token_and_never_with_a_cookie() {
    let server = Server::start().await;
    let asked = [("origin", "https://elsewhere.example"), ("access-control-request-method", "POST")];
    for (path, allowed) in [("/api/challenge/ai", true), ("/api/account/tokens", false), ("/api/operator/ban", false)] {
        let response = server.request("OPTIONS", path, &asked, Body::empty()).await;
        let headers = response.headers();
        assert_eq!(headers.get("access-control-allow-origin").is_some_and(|it| it == "*"), allowed, "{path}");
        assert!(headers.get("access-control-allow-credentials").is_none());
        if allowed {
            let names = headers.get("access-control-allow-headers").unwrap().to_str().unwrap();
            assert!(names.contains("authorization"));
        }
    }
    assert_eq!(server.headers("/api/games").await.get("access-control-allow-origin").unwrap(), "*");
    assert!(server.headers("/").await.get("access-control-allow-origin").is_none());
}

/// Regression: the option was ignored, and the bot was paired with any opponent.
#[tokio::test]
async fn a_seek_for_some_ratings_only_is_refused_in_words() {
    let server = Server::start().await;
    let ann = Program::register(&server, "Ann").await;
    let (status, refusal) = ann.post("/api/board/seek", "variant=jungle&days=1&ratingRange=1500-1800").await;
    assert_eq!((status, &refusal["code"]), (400, &json!("malformed")), "{refusal}");
    assert!(refusal["error"].as_str().unwrap().contains("ratingRange"), "{refusal}");
    assert_eq!(ann.post("/api/board/seek", "variant=jungle&days=1&ratingRange=").await.0, 200);
}
