//! Words and alliances: who hears what.

use std::time::Duration;

use menagerie_server::secret::Digest;
use menagerie_server::{Config, Deps};
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::common::{Client, Server};

#[expect(clippy::needless_pass_by_value, reason = "it reads better where it is called")]
fn say(seat: Value, room: Value, text: &str) -> Value {
    json!({"t": "say", "seat": seat, "say": {"room": room, "text": text}})
}

/// Everything of this kind that has arrived by the time a ping comes back.
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
async fn who_talked_too_much_does_not_go_on_by_another_connection() {
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

#[tokio::test]
async fn who_is_muted_is_not_heard_and_who_is_reported_is_noted() {
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
