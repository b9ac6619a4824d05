//! Several seats on one screen: each player sees only their own view.

use serde_json::json;

use crate::common::{Client, Server, here};

/// Nothing is hidden; White can buy a Secret Trap.
const OPEN: &str = "w1 Ke1,Pa2,pa7,ke8 - - 9/9 6,12,8,6+,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -";

/// White has hidden a Secret Trap.
fn trapped() -> String {
    OPEN.replace(" - - 9/9", " - h4w 9/9")
}

async fn two_at_one_screen(server: &Server, start: &str) -> (String, Vec<String>) {
    let body = json!({"game": "heaven-hell", "seats": [here("Ann"), here("Bob")], "position": start});
    let made = server.post("/api/tables", body).await;
    let tokens = made["tokens"].as_array().unwrap().iter().map(|pair| pair[1].as_str().unwrap().to_owned());
    (made["table"]["id"].as_str().unwrap().to_owned(), tokens.collect())
}

#[tokio::test]
async fn the_acting_seat_sees_its_view_only_after_lifting_the_cover() {
    let server = Server::start().await;
    let (table, tokens) = two_at_one_screen(&server, &trapped()).await;
    let mut screen = Client::silent(&server, &table).await;
    screen.send(json!({"t": "hello", "tokens": tokens, "form": "text"})).await;
    let seen = screen.until("full").await["seen"].clone();
    assert_eq!((&seen["viewer"], &seen["covered"]), (&json!("spectator"), &json!(true)));
    assert!(seen["actions"].is_null());
    let actor = seen["actor"].as_str().unwrap().to_owned();
    let other = if actor == "white" { "black" } else { "white" };
    let blind = screen.ask(json!({"t": "act", "at": screen.version, "seat": actor, "action": "a2a3"})).await;
    assert_eq!(blind["error"], "lift the cover first");
    assert_eq!(screen.ask(json!({"t": "uncover", "seat": other})).await["code"], "out-of-turn");
    assert_eq!(screen.ask(json!({"t": "uncover", "seat": actor})).await["t"], "done");
    let seen = screen.until("full").await["seen"].clone();
    assert_eq!((&seen["viewer"], &seen["covered"]), (&json!(actor), &json!(false)));
    assert!(seen["actions"].as_array().is_some_and(|actions| !actions.is_empty()));
}

#[tokio::test]
async fn a_screen_that_comes_back_is_covered_and_lifts_the_cover_again() {
    let server = Server::start().await;
    let (table, tokens) = two_at_one_screen(&server, &trapped()).await;
    for _ in 0..2 {
        let mut screen = Client::silent(&server, &table).await;
        screen.send(json!({"t": "hello", "tokens": tokens, "form": "text", "client": "the screen"})).await;
        let seen = screen.until("full").await["seen"].clone();
        assert_eq!(seen["covered"], true);
        screen.send(json!({"t": "uncover", "ack": 7, "seat": seen["actor"]})).await;
        assert_eq!(screen.until("full").await["seen"]["covered"], false);
    }
}

/// In a game that can hide something the cover comes with the first secret, not before.
#[tokio::test]
async fn the_cover_comes_when_a_player_begins_to_hide_something() {
    let server = Server::start().await;
    let (table, tokens) = two_at_one_screen(&server, OPEN).await;
    let mut screen = Client::silent(&server, &table).await;
    screen.send(json!({"t": "hello", "tokens": tokens, "form": "text"})).await;
    let seen = screen.until("full").await["seen"].clone();
    assert_eq!((&seen["viewer"], &seen["covered"]), (&json!("white"), &json!(false)));
    screen.send(json!({"t": "act", "ack": 1, "at": 0, "seat": "white", "action": "buy:trap"})).await;
    let seen = screen.event().await["seen"].clone();
    assert_eq!((&seen["viewer"], &seen["covered"]), (&json!("spectator"), &json!(true)), "the square is a secret");
}

#[tokio::test]
async fn where_nothing_is_hidden_there_is_no_cover() {
    let server = Server::start().await;
    let made = server.post("/api/tables", json!({"game": "jungle", "seats": [here("Ann"), here("Bob")]})).await;
    let tokens: Vec<&str> = made["tokens"].as_array().unwrap().iter().map(|pair| pair[1].as_str().unwrap()).collect();
    let mut screen = Client::silent(&server, made["table"]["id"].as_str().unwrap()).await;
    screen.send(json!({"t": "hello", "tokens": tokens, "form": "text"})).await;
    let seen = screen.until("full").await["seen"].clone();
    assert_eq!((&seen["viewer"], &seen["covered"]), (&seen["actor"], &json!(false)));
}

/// A screen of one seat shows that seat's view also while the other seat is to move.
#[tokio::test]
async fn a_player_alone_at_a_screen_always_sees_its_own_view() {
    let server = Server::start().await;
    let (table, tokens) = two_at_one_screen(&server, &trapped()).await;
    let mut white = Client::join(&server, &table, &[&tokens[0]]).await;
    let mut black = Client::join(&server, &table, &[&tokens[1]]).await;
    assert_eq!(white.act("white", "a2a3").await["t"], "done");
    for (client, viewer, knows) in [(&mut white, "white", true), (&mut black, "black", false)] {
        let seen = client.event().await["seen"].clone();
        assert_eq!((&seen["viewer"], &seen["covered"]), (&json!(viewer), &json!(false)));
        assert_eq!(seen["text"].as_str().unwrap().contains("h4w"), knows, "{seen}");
    }
}
