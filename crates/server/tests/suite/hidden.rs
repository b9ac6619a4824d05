//! Hidden information never leaks. The same public game is played twice, with one seat's traps on different squares.
//! All other clients get the same bytes up to the event that reveals the difference.

use menagerie_server::{Config, Deps, Limits};
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::common::{Client, RICH, Server, arrive, public, repeatable};

/// What other clients get: until the last action, and by it.
struct Sent {
    before: Vec<String>,
    by_last: Vec<Vec<Value>>,
}

/// A client that records every message.
struct Listener {
    client: Client,
    heard: Vec<Value>,
}

impl Listener {
    async fn open(server: &Server, table: &str, hello: Value) -> Self {
        let mut client = Client::silent(server, table).await;
        client.send(hello).await;
        let mut listener = Self { client, heard: Vec::new() };
        listener.catch_up().await;
        listener
    }

    /// Reads everything that was sent so far.
    async fn catch_up(&mut self) {
        self.client.send(json!({"t": "ping", "n": 1})).await;
        loop {
            let message = self.client.next().await.unwrap();
            if message["t"] == "pong" {
                return;
            }
            self.heard.push(public(&message));
        }
    }
}

/// The script: White's traps on these squares, Black's attempts to learn more, and chat.
pub(crate) fn script(traps: [&str; 3]) -> Vec<(&'static str, Value)> {
    let act = |action: &str| json!({"t": "act", "action": action});
    let secret = |square: &str| act(&format!("@{square}"));
    let say = |room: &str, text: &str| json!({"t": "say", "say": {"room": {"kind": room}, "text": text}});
    let explain = |action: &str| json!({"t": "explain", "action": action});
    let draw = json!({"kind": "draw"});
    let [first, second, third] = traps;
    vec![
        ("white", act("buy:two-actions")),
        ("black", act("e7e5")),
        ("black", act("d7d5")),
        ("white", act("buy:trap")),
        ("white", secret(first)),
        ("black", say("players", "where is it?")),
        ("white", json!({"t": "undo"})),
        ("black", json!({"t": "undo"})),
        ("white", secret(second)),
        ("white", explain(&format!("@{second}"))),
        ("white", secret(second)),
        ("white", act("e2e4")),
        ("black", explain("a7a2")),
        ("black", act("a7a2")),
        ("black", explain("h7h5")),
        ("black", act("b8c6")),
        ("white", act("buy:trap")),
        ("white", secret(third)),
        ("black", json!({"t": "offer", "offer": draw})),
        ("white", json!({"t": "decline", "offer": draw})),
        ("spectator", say("spectators", "exciting")),
        ("black", act("d7d6")),
        ("white", act("g1f3")),
        // In the first game a trap lies there, in the second none.
        ("black", act("h7h5")),
    ]
}

/// Plays the game with traps on these squares: one that lies there from the start, and those of the script.
async fn play(before: &str, traps: [&str; 3]) -> Sent {
    let config = Config { limits: Limits::unlimited(), ..Config::default() };
    let deps = Deps { config, entropy: repeatable(), ..Deps::new(Store::memory().await.unwrap()) };
    let server = Server::with(deps).await;
    let start = RICH.replace(" - 300/300 ", &format!(" {before}w 300/300 "));
    let (table, [white_token, black_token]) = server.seated_table("heaven-hell", &start).await;
    let mut white = Client::join(&server, &table, &[&white_token]).await;
    let hello = |tokens: &[&str], form: &str| json!({"t": "hello", "tokens": tokens, "form": form});
    let mut others = [
        Listener::open(&server, &table, hello(&[&black_token], "text")).await,
        Listener::open(&server, &table, hello(&[&black_token], "scene")).await,
        Listener::open(&server, &table, hello(&[], "scene")).await,
        Listener::open(&server, &table, hello(&[], "text")).await,
    ];
    let script = script(traps);
    let mut before = Vec::new();
    // A disconnect is announced after a delay, so all clients read everything before one disconnects.
    let mut late = Vec::new();
    for (number, (who, message)) in script.iter().enumerate() {
        if number + 1 == script.len() {
            for other in &mut others {
                before.extend(other.heard.drain(..).map(|message| message.to_string()));
            }
            before.extend(learn(&server, &table, &black_token, &mut late).await);
        }
        let actor = match *who {
            "white" => &mut white,
            "black" => &mut others[0].client,
            _ => &mut others[2].client,
        };
        let mut message = message.clone();
        message["ack"] = json!(number);
        if *who != "spectator" {
            message["seat"] = json!(who);
        }
        if message["t"] == "act" || message["t"] == "undo" {
            message["at"] = json!(actor.version);
        }
        actor.send(message).await;
        // White first: its action has happened when it is acknowledged.
        arrive(&mut white).await;
        for other in &mut others {
            other.catch_up().await;
        }
        arrive(&mut white).await;
    }
    let by_last = others.into_iter().map(|other| other.heard).collect();
    Sent { before, by_last }
}

/// What late and reconnecting clients get at every version, and what records and replays hold.
async fn learn(server: &Server, table: &str, black: &str, late: &mut Vec<Listener>) -> Vec<String> {
    let mut all = Vec::new();
    let bearer = format!("Bearer {black}");
    let headers = [vec![("authorization", &*bearer)], vec![]];
    let mut since = vec![json!(null)];
    since.extend((0..24).step_by(3).map(|version| json!(version)));
    for since in since {
        for tokens in [vec![black], vec![]] {
            let hello = json!({"t": "hello", "tokens": tokens, "since": since, "form": "scene"});
            let mut comer = Listener::open(server, table, hello).await;
            all.extend(comer.heard.drain(..).map(|message| message.to_string()));
            late.push(comer);
        }
    }
    for headers in &headers {
        for path in ["record", "record?until=9", "at/5", "at/6", "at/7", "at/9", "at/16"] {
            let path = format!("/api/tables/{table}/{path}");
            all.push(public(&server.call_with("GET", &path, headers, Value::Null).await.1).to_string());
        }
        let json = [headers.clone(), vec![("accept", "application/json")]].concat();
        for path in [format!("/api/tables/{table}/record"), format!("/game/export/{table}?pgnInJson=true")] {
            all.push(public(&server.call_with("GET", &path, &json, Value::Null).await.1).to_string());
        }
    }
    all.push(public(&server.get(&format!("/api/tables/{table}")).await).to_string());
    all
}

#[tokio::test]
async fn traps_on_different_squares_are_the_same_game_to_everybody_else_until_one_is_sprung() {
    let one = play("g5", ["a4", "a5", "h5"]).await;
    let other = play("b5", ["h4", "b4", "c4"]).await;
    assert!(one.before.len() > 100, "only {} messages were compared", one.before.len());
    for (index, (one, other)) in one.before.iter().zip(&other.before).enumerate() {
        assert_eq!(one, other, "message {index}");
    }
    assert_eq!(one.before.len(), other.before.len());
    let all = one.before.concat();
    assert!(all.contains("@?"), "others see that something secret was done");
    for secret in ["@a4", "@a5", "@h5", "a5w", "h5w", "g5w"] {
        assert!(!all.contains(secret), "{secret}: also an undone secret stays one");
    }
    for (one, other) in one.by_last.iter().zip(&other.by_last) {
        let differs = one.iter().zip(other).find(|(one, other)| one != other);
        let (one, other) = differs.expect("a trap is sprung in one of the games");
        assert_eq!((&one["t"], &one["entry"]["event"]), (&json!("event"), &json!("h7h5")));
        let (sprung, quiet) = (one["entry"]["happened"].to_string(), other["entry"]["happened"].to_string());
        assert!(sprung.contains("revealed") && !quiet.contains("revealed"), "{sprung}\n{quiet}");
    }
}

/// What exports and records of a running match show to Black and to a spectator. White has undone one trap, taken back
/// another by agreement, and set a third.
async fn exported_after_going_back(traps: [&str; 3]) -> Vec<Value> {
    let config = Config { limits: Limits::unlimited(), ..Config::default() };
    let deps = Deps { config, entropy: repeatable(), ..Deps::new(Store::memory().await.unwrap()) };
    let server = Server::with(deps).await;
    let (table, [white_token, black_token]) = server.seated_table("heaven-hell", RICH).await;
    let mut white = Client::join(&server, &table, &[&white_token]).await;
    let mut black = Client::join(&server, &table, &[&black_token]).await;
    let [undone, taken_back, stays] = traps.map(|square| format!("@{square}"));
    let third_turn = json!({"kind": "takeback", "turn": 3});
    let act = |action: &str| json!({"t": "act", "action": action});
    let script = [
        ("white", act("buy:two-actions")),
        ("black", act("e7e5")),
        ("white", act("buy:trap")),
        ("white", act(&undone)),
        ("white", json!({"t": "undo"})),
        ("white", act(&taken_back)),
        ("white", act("e2e4")),
        ("black", act("d7d5")),
        ("white", json!({"t": "offer", "offer": third_turn})),
        ("black", json!({"t": "offer", "offer": third_turn})),
        ("white", act("buy:trap")),
        ("white", act(&stays)),
        ("white", act("d2d4")),
    ];
    for (seat, mut message) in script {
        let client = if seat == "white" { &mut white } else { &mut black };
        arrive(client).await;
        message["seat"] = json!(seat);
        if message["t"] != "offer" {
            message["at"] = json!(client.version);
        }
        let answer = client.ask(message.clone()).await;
        assert_eq!(answer["t"], "done", "{message}: {answer}");
    }
    let mut told = Vec::new();
    let bearer = format!("Bearer {black_token}");
    for headers in [vec![("authorization", &*bearer)], vec![]] {
        let json = [headers, vec![("accept", "application/json")]].concat();
        for path in [format!("/game/export/{table}?pgnInJson=true"), format!("/api/tables/{table}/record")] {
            told.push(public(&server.call_with("GET", &path, &json, Value::Null).await.1));
        }
    }
    told
}

#[tokio::test]
async fn exports_of_a_running_match_keep_what_was_undone_and_taken_back_secret() {
    let one = exported_after_going_back(["a4", "a5", "h5"]).await;
    assert_eq!(one, exported_after_going_back(["h4", "b4", "c4"]).await);
    let all = json!(one).to_string();
    for secret in ["@a4", "@a5", "@h5", "a5w", "h5w"] {
        assert!(!all.contains(secret), "{secret}");
    }
    for export in [&one[0], &one[2]] {
        assert_eq!(export["moves"], "buy:two-actions e7e5 buy:trap @? d2d4", "what is in force, and no more");
    }
}

#[tokio::test]
async fn when_a_match_is_over_by_resignation_everything_is_open() {
    let server = Server::start().await;
    let (table, [white_token, black_token]) = server.seated_table("heaven-hell", RICH).await;
    let mut white = Client::join(&server, &table, &[&white_token]).await;
    let mut black = Client::join(&server, &table, &[&black_token]).await;
    for action in ["buy:trap", "@a5"] {
        assert_eq!(white.act("white", action).await["t"], "done", "{action}");
        arrive(&mut white).await;
    }
    let mut looker = Client::silent(&server, &table).await;
    looker.send(json!({"t": "hello", "form": "scene"})).await;
    let hidden = looker.until("full").await;
    assert!(!hidden["seen"]["text"].as_str().unwrap().contains("a5w"));
    black.ask(json!({"t": "resign", "seat": "black"})).await;
    for client in [&mut looker, &mut black] {
        let mut seen = client.event().await["seen"].clone();
        while !seen["ended"].is_object() {
            seen = client.event().await["seen"].clone();
        }
        assert!(seen["text"].as_str().unwrap().contains("a5w"), "{seen}");
    }
    let mut late = Client::silent(&server, &table).await;
    late.send(json!({"t": "hello", "tokens": [black_token], "form": "scene"})).await;
    let full = late.until("full").await;
    assert!(full["seen"]["text"].as_str().unwrap().contains("a5w"), "{}", full["seen"]["text"]);
    let events: Vec<&str> = full["log"].as_array().unwrap().iter().map(|it| it["event"].as_str().unwrap()).collect();
    assert_eq!(events, ["buy:trap", "@a5", "!resign:black"]);
    let kinds = |scene: &Value| scene["pieces"].to_string() + &scene["planes"].to_string();
    assert_ne!(kinds(&full["seen"]["scene"]), kinds(&hidden["seen"]["scene"]), "the trap is drawn");
}

/// Everything that the other seats at a table of Djambi get, and what they get when they reconnect.
async fn secretly_allied(private: &[(&str, Option<Value>)]) -> Vec<String> {
    let config = Config { limits: Limits::unlimited(), ..Config::default() };
    let deps = Deps { config, entropy: repeatable(), ..Deps::new(Store::memory().await.unwrap()) };
    let server = Server::with(deps).await;
    let (table, tokens) = server.seated_table::<4>("djambi", "").await;
    let hello = |tokens: &[&str]| json!({"t": "hello", "tokens": tokens, "form": "text"});
    let mut red = Client::join(&server, &table, &[&tokens[0]]).await;
    let mut blue = Client::join(&server, &table, &[&tokens[1]]).await;
    let mut others = Vec::new();
    for holds in [&[&*tokens[2]][..], &[&*tokens[3]][..], &[]] {
        others.push(Listener::open(&server, &table, hello(holds)).await);
    }
    for (seat, message) in private {
        let client = if *seat == "red" { &mut red } else { &mut blue };
        if let Some(message) = message {
            let answer = client.ask(message.clone()).await;
            assert_eq!(answer["t"], "done", "{answer}");
        }
        client.ask(json!({"t": "say", "seat": seat, "say": {"room": {"kind": "players"}, "text": "hm"}})).await;
    }
    let mut all = Vec::new();
    for (index, other) in others.iter_mut().enumerate() {
        other.catch_up().await;
        all.extend(other.heard.drain(..).map(|message| message.to_string()));
        let holds: &[&str] = if index < 2 { &[&tokens[index + 2]] } else { &[] };
        let mut late = Listener::open(&server, &table, hello(holds)).await;
        all.extend(late.heard.drain(..).filter(|message| message["t"] != "table").map(|message| message.to_string()));
    }
    all
}

#[tokio::test]
async fn private_words_and_alliances_are_heard_by_the_two_alone() {
    let whisper = |text: &str| json!({"t": "say", "seat": "red", "say": {"room": {"kind": "seat", "seat": "blue"}, "text": text}});
    let step = |seat: &str, step: Value| json!({"t": "ally", "seat": seat, "step": step});
    let offer = step("red", json!({"step": "offer", "seat": "blue", "open": false}));
    let accept = step("blue", json!({"step": "accept", "seat": "red"}));
    let refuse = step("blue", json!({"step": "refuse", "seat": "red"}));
    let friends = [("red", Some(whisper("let us ally"))), ("red", Some(offer.clone())), ("blue", Some(accept))];
    let enemies = [("red", Some(whisper("never"))), ("red", Some(offer)), ("blue", Some(refuse))];
    let strangers = [("red", None), ("red", None), ("blue", None)];
    let one = secretly_allied(&friends).await;
    for other in [secretly_allied(&enemies).await, secretly_allied(&strangers).await] {
        assert_eq!(one, other);
    }
    assert!(one.concat().contains("hm") && !one.concat().contains("ally"));
}

/// In the first of two actions White steps where a hidden trap might lie: the step stays, and White gets the reason.
#[tokio::test]
async fn a_seat_that_cannot_undo_because_of_hidden_information_gets_the_reason() {
    let server = Server::start().await;
    let start = format!("w2{}", &RICH[2..]);
    for (trap, barred) in [("h6b", true), ("h6w", false)] {
        let start = start.replace(" - 300/300 ", &format!(" {trap} 300/300 "));
        let (table, [white, black]) = server.seated_table::<2>("heaven-hell", &start).await;
        let mut client = Client::join(&server, &table, &[&white]).await;
        let mut other = Client::join(&server, &table, &[&black]).await;
        client.send(json!({"t": "act", "ack": 1, "at": 0, "seat": "white", "action": "a2a3"})).await;
        let seen = client.event().await["seen"].clone();
        assert_eq!((&seen["canUndo"], seen["undoBarred"].is_string()), (&json!(!barred), barred), "{trap}: {seen}");
        assert!(other.event().await["seen"]["undoBarred"].is_null(), "it is nobody else's business");
        client.send(json!({"t": "undo", "ack": 2, "at": 1, "seat": "white"})).await;
        let answer = client.answer(2).await;
        let expected = if barred { (json!("refused"), json!("not-now")) } else { (json!("done"), Value::Null) };
        assert_eq!((answer["t"].clone(), answer["code"].clone()), expected);
    }
}
