//! Chat and alliances: which connection gets what.

use std::time::Duration;

use menagerie_server::{Config, Deps};
use menagerie_store::{ChatOptions, NewAllianceStep, Store};
use menagerie_table::secret::Digest;
use serde_json::{Value, json};

use crate::common::{Client, Server};

#[expect(clippy::needless_pass_by_value, reason = "it reads better where it is called")]
fn say(seat: Value, room: Value, text: &str) -> Value {
    json!({"t": "say", "seat": seat, "say": {"room": room, "text": text}})
}

/// Everything of this kind that arrived before the answer to a ping.
async fn heard(client: &mut Client, kind: &str) -> Vec<Value> {
    client.send(json!({"t": "ping", "n": 5})).await;
    let mut heard = Vec::new();
    loop {
        let message = client.next().await.unwrap();
        match message["t"].as_str().unwrap() {
            "pong" => return heard,
            it if it == kind => heard.push(message),
            _ => {}
        }
    }
}

#[tokio::test]
async fn players_and_spectators_have_rooms_of_their_own() {
    let server = Server::start().await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    let mut bob = Client::join(&server, &table, &[&bob]).await;
    let mut cid = Client::join(&server, &table, &[]).await;
    let players = json!({"kind": "players"});
    let spectators = json!({"kind": "spectators"});
    assert_eq!(ann.ask(say(json!("black"), players.clone(), "hello")).await["t"], "done");
    assert_eq!(cid.ask(say(Value::Null, spectators.clone(), "nice game")).await["t"], "done");
    assert_eq!(cid.ask(say(Value::Null, players, "psst")).await["code"], "not-allowed");
    assert_eq!(ann.ask(say(json!("black"), spectators, "hi")).await["code"], "not-allowed");
    assert_eq!(heard(&mut bob, "said").await[0]["said"]["text"], "hello");
    assert_eq!(heard(&mut cid, "said").await.len(), 0, "its own words came before the answer");
    bob.ask(json!({"t": "resign", "seat": "white"})).await;
    let mut late = Client::silent(&server, &table).await;
    late.send(json!({"t": "hello", "tokens": []})).await;
    let talk = late.until("full").await["talk"].clone();
    assert_eq!(talk.as_array().unwrap().len(), 1);
    assert_eq!(talk[0]["text"], "nice game");
}

#[tokio::test]
async fn long_empty_and_too_many_words_are_refused() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    let players = || json!({"kind": "players"});
    assert_eq!(ann.ask(say(json!("black"), players(), &"x".repeat(301))).await["code"], "too-much");
    assert_eq!(ann.ask(say(json!("black"), players(), "  ")).await["code"], "malformed");
    assert_eq!(ann.ask(say(json!("black"), players(), "a\u{202e}b")).await["code"], "malformed");
    for _ in 0..5 {
        assert_eq!(ann.ask(say(json!("black"), players(), "hi")).await["t"], "done");
    }
    assert_eq!(ann.ask(say(json!("black"), players(), "hi")).await["code"], "too-fast");
}

#[tokio::test]
async fn the_chat_rate_limit_holds_across_connections() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let (players, spectators) = (json!({"kind": "players"}), json!({"kind": "spectators"}));
    for (tokens, seat, room) in [(&[&*ann][..], json!("black"), players), (&[][..], Value::Null, spectators)] {
        for number in 0..6 {
            let mut client = Client::join(&server, &table, tokens).await;
            let answer = client.ask(say(seat.clone(), room.clone(), "hi")).await;
            let expected = if number < 5 { ("done", Value::Null) } else { ("refused", json!("too-fast")) };
            assert_eq!((answer["t"].as_str().unwrap(), answer["code"].clone()), expected, "{room} {number}");
        }
    }
}

#[tokio::test]
async fn what_an_operator_removed_is_not_there_when_the_table_is_opened_again() {
    let config = Config { operator: Some(Digest::of("tok")), idle: Duration::ZERO, ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let mut said = Vec::new();
    for text in ["rude", "sorry"] {
        assert_eq!(black.ask(say(json!("black"), json!({"kind": "players"}), text)).await["t"], "done");
        said.extend(heard(&mut black, "said").await);
    }
    let rude = &said[0]["said"]["id"];
    let path = format!("/api/operator/tables/{table}/said/{rude}");
    assert_eq!(server.operate("DELETE", &path, Value::Null).await.0, 204);
    drop(black);
    while server.app.open_rooms() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut late = Client::silent(&server, &table).await;
    late.send(json!({"t": "hello", "tokens": [ann]})).await;
    let talk = late.until("full").await["talk"].clone();
    let texts: Vec<&str> = talk.as_array().unwrap().iter().map(|said| said["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["sorry"]);
}

#[tokio::test]
async fn private_talk_and_secret_alliances_stay_between_two() {
    let server = Server::start().await;
    let open = json!({"kind": "open"});
    let body = json!({"game": "djambi", "seats": [open, open, open, open]});
    let table = server.post("/api/tables", body).await["table"]["id"].as_str().unwrap().to_owned();
    let mut clients = Vec::new();
    let (mut names, mut tokens) = (Vec::new(), Vec::new());
    for name in ["Ann", "Bob", "Cid", "Dan"] {
        let joined = server.post(&format!("/api/tables/{table}/join"), json!({"name": name})).await;
        let token = joined["tokens"][0][1].as_str().unwrap().to_owned();
        names.push(joined["tokens"][0][0].as_str().unwrap().to_owned());
        clients.push(Client::join(&server, &table, &[&token]).await);
        tokens.push(token);
    }
    let [ann, bob, cid, dan] = &mut clients[..] else { unreachable!() };
    let [a, b, ..] = &names[..] else { unreachable!() };
    let to_bob = json!({"kind": "seat", "seat": b});
    assert_eq!(ann.ask(say(json!(a), to_bob.clone(), "let us ally")).await["t"], "done");
    let whispered = heard(bob, "said").await;
    assert_eq!(whispered.len(), 1);
    assert_eq!(heard(cid, "said").await.len(), 0);
    let complain = |token: &str| json!({"token": token, "message": whispered[0]["said"]["id"], "reason": "rude"});
    let path = format!("/api/tables/{table}/report");
    assert_eq!(server.call("POST", &path, complain(&tokens[2])).await.0, 404, "one complains of what one has heard");
    assert_eq!(server.call("POST", &path, complain(&tokens[1])).await.0, 204);
    let offer = json!({"t": "ally", "seat": a, "step": {"step": "offer", "seat": b, "open": false}});
    let accept = json!({"t": "ally", "seat": b, "step": {"step": "accept", "seat": a}});
    assert_eq!(bob.ask(accept.clone()).await["code"], "not-now");
    assert_eq!(ann.ask(offer).await["t"], "done");
    assert_eq!(bob.ask(accept).await["t"], "done");
    assert_eq!(heard(dan, "alliance").await.len(), 0, "a secret alliance");
    let broken = json!({"t": "ally", "seat": b, "step": {"step": "break", "seat": a, "open": true}});
    assert_eq!(bob.ask(broken).await["t"], "done");
    let known = heard(dan, "alliance").await;
    assert_eq!(known.len(), 1);
    assert_eq!(known[0]["alliance"]["what"], "broken");
    assert_eq!(heard(cid, "whisper").await.len(), 0);
}

/// A table of four with its tokens, and this number of alliance steps: Red offers and withdraws in turn.
async fn table_with_steps(number: usize) -> (Server, String, [String; 4]) {
    let store = Store::memory().await.unwrap();
    let (table, tokens) = Server::with(Deps::new(store.clone())).await.seated_table::<4>("djambi", "").await;
    let id = table.parse().unwrap();
    for what in ["offered", "refused"].into_iter().cycle().take(number) {
        let step = NewAllianceStep { by: "red".into(), partner: "blue".into(), what: what.into(), open: true };
        store.add_alliance_step(&id, step, ChatOptions::default()).await.unwrap();
    }
    // A server that has not loaded the table yet.
    (Server::with(Deps::new(store)).await, table, tokens)
}

fn offer(by: &str, with: &str) -> Value {
    json!({"t": "ally", "seat": by, "step": {"step": "offer", "seat": with, "open": true}})
}

/// Regression: two seats locked all others out of their table, because each new connection got more messages than its
/// queue holds.
#[tokio::test]
async fn a_long_log_of_alliances_keeps_nobody_out() {
    let (server, table, [red, ..]) = table_with_steps(600).await;
    for tokens in [&[&*red][..], &[]] {
        let mut late = Client::join(&server, &table, tokens).await;
        let told = heard(&mut late, "alliance").await;
        assert!(told.len() > 100, "{}", told.len());
        assert_eq!(told.last().unwrap()["alliance"]["what"], "refused", "its end");
    }
}

#[tokio::test]
async fn alliance_offers_between_two_seats_are_limited_and_others_are_not_affected() {
    let (server, table, [red, blue, yellow, _]) = table_with_steps(29).await;
    let mut reds = Client::join(&server, &table, &[&red]).await;
    let mut blues = Client::join(&server, &table, &[&blue]).await;
    assert_eq!(heard(&mut reds, "alliance").await.len(), 29);
    let step = |step: &str| json!({"t": "ally", "seat": "blue", "step": {"step": step, "seat": "red", "open": true}});
    assert_eq!(
        blues.ask(json!({"t": "ally", "seat": "blue", "step": {"step": "accept", "seat": "red"}})).await["t"],
        "done"
    );
    assert_eq!(blues.ask(step("break")).await["t"], "done", "what stands can be broken");
    assert_eq!(reds.ask(offer("red", "blue")).await["code"], "too-much");
    assert_eq!(blues.ask(offer("blue", "red")).await["code"], "too-much");
    let mut yellows = Client::join(&server, &table, &[&yellow]).await;
    assert_eq!(yellows.ask(offer("yellow", "red")).await["t"], "done");
}

#[tokio::test]
async fn steps_of_alliances_are_paced_like_words() {
    let server = Server::start().await;
    let (table, [red, blue, ..]) = server.seated_table::<4>("djambi", "").await;
    let mut reds = Client::join(&server, &table, &[&red]).await;
    let withdraw = json!({"t": "ally", "seat": "red", "step": {"step": "refuse", "seat": "blue"}});
    for _ in 0..2 {
        assert_eq!(reds.ask(offer("red", "blue")).await["t"], "done");
        assert_eq!(reds.ask(withdraw.clone()).await["t"], "done");
    }
    assert_eq!(reds.ask(say(json!("red"), json!({"kind": "players"}), "hm")).await["t"], "done");
    assert_eq!(reds.ask(offer("red", "blue")).await["code"], "too-fast");
    let mut blues = Client::join(&server, &table, &[&blue]).await;
    assert_eq!(blues.ask(offer("blue", "red")).await["t"], "done", "each seat has a pace of its own");
}

/// Regression: the same report was stored as often as it was sent.
#[tokio::test]
async fn a_report_is_stored_once_with_its_message_and_too_many_are_refused() {
    let server = Server::with_operator("tok").await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    black.ask(say(json!("black"), json!({"kind": "players"}), "rude words")).await;
    let number = heard(&mut black, "said").await.first().map_or(json!(1), |it| it["said"]["id"].clone());
    let path = format!("/api/tables/{table}/report");
    for _ in 0..20 {
        let complaint = json!({"token": bob, "message": number, "reason": "rude"});
        assert_eq!(server.call("POST", &path, complaint).await.0, 204, "a repetition is answered as done");
    }
    let complaint = json!({"token": bob, "message": number, "reason": "rude"});
    assert_eq!(server.call("POST", &path, complaint).await.1["code"], "too-fast");
    let removed = server.operate("DELETE", &format!("/api/operator/tables/{table}/said/{number}"), Value::Null).await;
    assert_eq!(removed.0, 204);
    let (_, reports) = server.operate("GET", "/api/operator/reports", Value::Null).await;
    assert_eq!(reports.as_array().unwrap().len(), 1, "{reports}");
    assert_eq!((&reports[0]["words"], &reports[0]["by"]), (&json!("rude words"), &json!("white")));
}

#[tokio::test]
async fn a_muted_seat_is_not_heard_and_a_report_is_stored() {
    let server = Server::with_operator("tok").await;
    let (table, ann, bob) = server.table_for_two("shogi5").await;
    let mut black = Client::join(&server, &table, &[&ann]).await;
    let mut white = Client::join(&server, &table, &[&bob]).await;
    let players = json!({"kind": "players"});
    black.ask(say(json!("black"), players.clone(), "rude")).await;
    assert_eq!(heard(&mut white, "said").await.len(), 1);
    server.post(&format!("/api/tables/{table}/report"), json!({"token": bob, "message": 1, "reason": "rude"})).await;
    server.post(&format!("/api/tables/{table}/mute"), json!({"token": bob, "speaker": "black", "muted": true})).await;
    black.ask(say(json!("black"), players, "rude again")).await;
    assert_eq!(heard(&mut white, "said").await.len(), 0);
    let (status, _) = server.call("GET", "/api/operator/reports", Value::Null).await;
    assert_eq!(status, 403);
    let (_, reports) = server.operate("GET", "/api/operator/reports", Value::Null).await;
    assert_eq!((&reports[0]["about"], &reports[0]["by"]), (&json!("black"), &json!("white")));
    let (status, _) = server.operate("DELETE", &format!("/api/operator/tables/{table}/said/1"), Value::Null).await;
    assert_eq!(status, 204);
    let mut late = Client::silent(&server, &table).await;
    late.send(json!({"t": "hello", "tokens": [ann]})).await;
    assert_eq!(late.until("full").await["talk"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn spectators_are_heard_under_the_names_they_chose() {
    let server = Server::start().await;
    let (table, ..) = server.table_for_two("shogi5").await;
    let mut cid = Client::silent(&server, &table).await;
    cid.send(json!({"t": "hello", "name": "  Cid "})).await;
    cid.until("full").await;
    let mut dan = Client::join(&server, &table, &[]).await;
    cid.ask(say(Value::Null, json!({"kind": "spectators"}), "hello")).await;
    assert_eq!(heard(&mut dan, "said").await[0]["said"]["name"], "Cid");
    let mut eve = Client::silent(&server, &table).await;
    eve.send(json!({"t": "hello", "name": "x".repeat(31)})).await;
    assert_eq!(eve.next().await.unwrap()["code"], "malformed");
}

/// What can be done about an alliance depends on the last step between these two seats, and on no other seat's.
#[tokio::test]
async fn a_step_of_an_alliance_follows_from_the_last_one_between_two_seats() {
    let server = Server::start().await;
    let (table, [red, blue, yellow, _]) = server.seated_table::<4>("djambi", "").await;
    let mut red = Client::join(&server, &table, &[&red]).await;
    let mut blue = Client::join(&server, &table, &[&blue]).await;
    let mut yellow = Client::join(&server, &table, &[&yellow]).await;
    let step = |by: &str, step: &str, with: &str| {
        let mut body = json!({"step": step, "seat": with});
        if step == "offer" || step == "break" {
            body["open"] = json!(true);
        }
        json!({"t": "ally", "seat": by, "step": body})
    };
    assert_eq!(blue.ask(step("blue", "accept", "red")).await["error"], "they have offered nothing");
    assert_eq!(blue.ask(step("blue", "refuse", "red")).await["error"], "no offer stands between you");
    assert_eq!(blue.ask(step("blue", "break", "red")).await["error"], "you are not allied");
    assert_eq!(red.ask(step("red", "offer", "blue")).await["t"], "done");
    let stands = "an offer stands already: accept or refuse it";
    assert_eq!(blue.ask(step("blue", "offer", "red")).await["error"], stands);
    assert_eq!(red.ask(step("red", "accept", "blue")).await["error"], "they have offered nothing", "its own offer");
    assert_eq!(yellow.ask(step("yellow", "accept", "red")).await["error"], "they have offered nothing");
    assert_eq!(yellow.ask(step("yellow", "refuse", "blue")).await["error"], "no offer stands between you");
    assert_eq!(blue.ask(step("blue", "accept", "red")).await["t"], "done");
    assert_eq!(red.ask(step("red", "offer", "blue")).await["error"], "you are allied already");
    assert_eq!(yellow.ask(step("yellow", "break", "red")).await["error"], "you are not allied");
    assert_eq!(yellow.ask(step("yellow", "offer", "red")).await["t"], "done", "the alliance is not yellow's");
    assert_eq!(red.ask(step("red", "break", "blue")).await["t"], "done");
}

/// Others see that two open allies talk in private, but not what they say.
#[tokio::test]
async fn private_talk_of_open_allies_is_noticed_by_others() {
    let server = Server::start().await;
    let (table, [red, blue, yellow, _]) = server.seated_table::<4>("djambi", "").await;
    let mut red = Client::join(&server, &table, &[&red]).await;
    let mut blue = Client::join(&server, &table, &[&blue]).await;
    let mut yellow = Client::join(&server, &table, &[&yellow]).await;
    let to_blue = json!({"kind": "seat", "seat": "blue"});
    assert_eq!(red.ask(say(json!("red"), to_blue.clone(), "before")).await["t"], "done");
    assert!(heard(&mut yellow, "whisper").await.is_empty(), "they are not allied");
    let offer = json!({"t": "ally", "seat": "red", "step": {"step": "offer", "seat": "blue", "open": true}});
    let accept = json!({"t": "ally", "seat": "blue", "step": {"step": "accept", "seat": "red"}});
    assert_eq!(red.ask(offer).await["t"], "done");
    assert_eq!(blue.ask(accept).await["t"], "done");
    assert_eq!(red.ask(say(json!("red"), to_blue, "after")).await["t"], "done");
    let noticed = heard(&mut yellow, "whisper").await;
    assert_eq!(noticed.len(), 1, "{noticed:?}");
    assert!(heard(&mut blue, "whisper").await.is_empty(), "blue reads the message itself");
}

#[tokio::test]
async fn an_eliminated_seat_makes_no_alliance() {
    let server = Server::start().await;
    let (table, [red, blue, ..]) = server.seated_table::<4>("djambi", "").await;
    let mut red = Client::join(&server, &table, &[&red]).await;
    let mut blue = Client::join(&server, &table, &[&blue]).await;
    let offer =
        |by: &str, to: &str| json!({"t": "ally", "seat": by, "step": {"step": "offer", "seat": to, "open": true}});
    assert_eq!(red.ask(offer("red", "blue")).await["t"], "done");
    assert_eq!(red.ask(json!({"t": "resign", "seat": "red"})).await["t"], "done");
    assert_eq!(red.ask(offer("red", "green")).await["code"], "not-now");
    let accept = json!({"t": "ally", "seat": "blue", "step": {"step": "accept", "seat": "red"}});
    assert_eq!(blue.ask(accept).await["code"], "not-now");
    let refuse = json!({"t": "ally", "seat": "blue", "step": {"step": "refuse", "seat": "red"}});
    assert_eq!(blue.ask(refuse).await["t"], "done", "what stands can still be cleared away");
}
