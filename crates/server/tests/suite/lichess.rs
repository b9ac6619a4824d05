//! What bots written for Lichess do.

use serde_json::{Value, json};

use crate::bot_api::{Lines, Program};
use crate::common::{Client, RICH, Server};

/// Two bots that play each other: the one that begins, the other, and the game.
async fn two(server: &Server) -> (Program<'_>, Program<'_>, String) {
    let (ann, bob) = (Program::register(server, "Ann").await, Program::register(server, "Bob").await);
    let (_, made) = ann.post("/api/challenge/Bob", "variant=shogi5&color=black").await;
    let id = made["challenge"]["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.post(&format!("/api/challenge/{id}/accept"), "").await.0, 200);
    (ann, bob, format!("/api/bot/game/{id}"))
}

async fn stream(program: &Program<'_>, game: &str) -> (Lines, Value) {
    let mut lines = program.stream(&game.replace("/game/", "/game/stream/")).await;
    let full = lines.until("gameFull").await;
    (lines, full)
}

#[tokio::test]
async fn a_takeback_needs_no_number_of_a_turn() {
    let server = Server::without_limits().await;
    let (ann, bob, game) = two(&server).await;
    let yes = format!("{game}/takeback/yes");
    assert_eq!(ann.post(&yes, "").await.1["code"], "not-now", "nothing was done yet");
    for (player, action) in [(&ann, "a5a4"), (&bob, "a1b2"), (&ann, "a4a3")] {
        assert_eq!(player.post(&format!("{game}/move/{action}"), "").await.0, 200, "{action}");
    }
    // To the start of the bot's own last turn, which was the second.
    assert_eq!(bob.post(&yes, "").await.0, 200);
    assert_eq!(ann.post(&yes, "").await.0, 200);
    let (_, full) = stream(&ann, &game).await;
    assert_eq!((&full["state"]["moves"], &full["state"]["actor"]), (&json!("a5a4"), &json!("white")));
    // After the takeback the last turn is the first.
    assert_eq!(ann.post(&yes, "").await.0, 200);
    assert_eq!(bob.post(&yes, "").await.0, 200);
    let (_, full) = stream(&ann, &game).await;
    assert_eq!((&full["state"]["moves"], &full["state"]["actor"]), (&json!(""), &json!("black")));
}

#[tokio::test]
async fn a_draw_is_offered_with_a_move_that_is_done_and_with_no_other() {
    let server = Server::without_limits().await;
    let (ann, bob, game) = two(&server).await;
    let (_, refusal) = ann.post(&format!("{game}/move/a5a1?offeringDraw=true"), "").await;
    assert_eq!(refusal["code"], "illegal");
    assert!(stream(&bob, &game).await.1["state"]["bdraw"].is_null(), "a move that is refused offers nothing");
    assert_eq!(ann.post(&format!("{game}/draw/yes"), "").await.0, 200);
    let again = ann.post(&format!("{game}/move/a5a4?offeringDraw=true"), "").await;
    assert_eq!(again, (200, json!({"ok": true})), "the offer stands already");
    assert_eq!(stream(&bob, &game).await.1["state"]["bdraw"], true);
    let agreed = bob.post(&format!("{game}/move/a1b2?offeringDraw=true"), "").await;
    assert_eq!(agreed, (200, json!({"ok": true})), "to offer what is offered is to agree");
    let (_, full) = stream(&bob, &game).await;
    assert_eq!((&full["state"]["status"], &full["state"]["moves"]), (&json!("draw"), &json!("a5a4")));
    let late = ann.post(&format!("{game}/move/a4a3?offeringDraw=true"), "").await;
    assert_eq!(late.1["code"], "not-now");
}

#[tokio::test]
async fn a_challenge_tells_its_time_control() {
    let server = Server::without_limits().await;
    let (ann, _bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    let clock = json!({"type": "clock", "limit": 300, "increment": 3, "show": "5+3"});
    let days = json!({"type": "correspondence", "daysPerTurn": 2});
    for (form, expected, speed) in [
        ("clock.limit=300&clock.increment=3", clock, "blitz"),
        ("days=2", days, "correspondence"),
        ("", json!({"type": "unlimited"}), "correspondence"),
    ] {
        let (_, made) = ann.post("/api/challenge/Bob", &format!("variant=jungle&{form}")).await;
        let challenge = &made["challenge"];
        assert_eq!((&challenge["timeControl"], &challenge["speed"]), (&expected, &json!(speed)), "{form}");
    }
}

#[tokio::test]
async fn another_start_is_told_as_the_seat_may_know_it() {
    let server = Server::without_limits().await;
    let ann = Program::register(&server, "Ann").await;
    let start = RICH.replace(" - 300/300 ", " b5w,g5b 300/300 ");
    let fen = start.replace('+', "%2B").replace(' ', "+");
    let (status, made) = ann.post("/api/challenge/ai", &format!("variant=heaven-hell&color=white&fen={fen}")).await;
    assert_eq!(status, 200, "{made}");
    let (_, full) = stream(&ann, &format!("/api/bot/game/{}", made["id"].as_str().unwrap())).await;
    let told = full["initialFen"].as_str().unwrap();
    assert!(told.contains("b5w") && !told.contains("g5b"), "{told}");
}

#[tokio::test]
async fn a_rated_match_is_between_accounts() {
    let server = Server::without_limits().await;
    let (ann, bob) = (Program::register(&server, "Ann").await, Program::register(&server, "Bob").await);
    let (open, here) = (json!({"kind": "open"}), json!({"kind": "here", "name": "A"}));
    let computer = json!({"kind": "computer", "level": 1});
    let rated = |one: &Value, other: &Value| json!({"game": "shogi5", "rated": true, "seats": [one, other]});
    let as_ann = [("authorization", &*ann.bearer)];
    let (_, refusal) = server.call("POST", "/api/tables", rated(&here, &open)).await;
    assert_eq!(refusal["code"], "not-allowed", "a guest");
    for other in [&here, &computer] {
        let (_, refusal) = server.call_with("POST", "/api/tables", &as_ann, rated(&here, other)).await;
        assert_eq!(refusal["code"], "not-allowed", "{other}");
    }
    let (_, made) = server.call_with("POST", "/api/tables", &as_ann, rated(&here, &open)).await;
    let join = format!("/api/tables/{}/join", made["table"]["id"].as_str().unwrap());
    let name = json!({"name": "x"});
    assert_eq!(server.call("POST", &join, name.clone()).await.1["code"], "not-allowed", "a guest");
    assert_eq!(server.call_with("POST", &join, &as_ann, name.clone()).await.1["code"], "taken", "against oneself");
    assert_eq!(server.call_with("POST", &join, &[("authorization", &bob.bearer)], name).await.0, 200);
}

#[tokio::test]
async fn a_token_that_is_shown_twice_is_one() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut client = Client::silent(&server, &table).await;
    client.send(json!({"t": "hello", "tokens": [ann, ann], "form": "text"})).await;
    assert_eq!(client.until("full").await["seen"]["viewer"], "black");
}
