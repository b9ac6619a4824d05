//! A bot that reconnects gets all its running games.

use std::collections::BTreeSet;

use menagerie_server::{Config, Deps, Limits};
use menagerie_store::{NewTable, Player, Seat, SeatPlan, Settings, Stage, Store, TableId};
use serde_json::json;

use crate::bot_api::Program;
use crate::common::{Client, Server};

#[tokio::test]
async fn all_games_that_go_on_are_told_however_many_there_are() {
    let store = Store::memory().await.unwrap();
    let config = Config { limits: Limits::unlimited(), ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(store.clone()) }).await;
    let bot = Program::register(&server, "Botty").await;
    let account = store.account_named("Botty").await.unwrap().id;
    let mut expected = BTreeSet::new();
    for number in 0..240 {
        let person = |account| Player::Person { name: "x".to_owned(), account, bot: false };
        let seat = |seat: &str, player| Seat { seat: seat.to_owned(), plan: SeatPlan::Open, player, token: None };
        let new = NewTable {
            id: TableId::from_random(number),
            game: "shogi5".to_owned(),
            start: "lbsgk/4p/5/P4/KGSBL[] b".to_owned(),
            settings: Settings::default(),
            // The oldest go on; many newer ones do not.
            stage: if number < 130 { Stage::Playing } else { Stage::Closed },
            seats: vec![seat("black", person(Some(account))), seat("white", person(None))],
            dice: None,
            rematch_of: None,
            creator: None,
        };
        store.create_table(&new).await.unwrap();
        if new.stage == Stage::Playing {
            expected.insert(new.id.to_string());
        }
    }
    let mut events = bot.stream("/api/stream/event").await;
    let mut told = BTreeSet::new();
    for _ in 0..expected.len() {
        told.insert(events.until("gameStart").await["game"]["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(told, expected);
}

/// Four players: one requests a takeback and one of the three others agrees. Nothing is taken back before all agree.
#[tokio::test]
async fn a_takeback_that_not_all_have_agreed_to_takes_nothing_back() {
    let server = Server::without_limits().await;
    let (table, tokens) = server.seated_table::<4>("djambi", "").await;
    let (mut players, mut actions) = (Vec::new(), Vec::new());
    for token in &tokens {
        let mut client = Client::silent(&server, &table).await;
        client.send(json!({"t": "hello", "tokens": [token], "form": "text"})).await;
        actions.push(client.until("full").await["seen"]["actions"][0].clone());
        players.push(client);
    }
    let program = Program::register(&server, "Botty").await;
    let path = format!("/api/bot/game/stream/{table}");
    let fresh = async || program.stream(&path).await.until("gameFull").await["state"].clone();
    let shown = server.get(&format!("/api/tables/{table}")).await;
    let seats = [0, 1, 2, 3].map(|number| shown["seats"][number]["seat"].as_str().unwrap());
    let action = actions[0].as_str().unwrap();
    assert_eq!(players[0].act(seats[0], action).await["t"], "done");
    for (player, seat) in players.iter_mut().zip(seats) {
        assert_eq!(fresh().await["moves"], action, "before {seat} asks or agrees");
        let back = json!({"t": "offer", "seat": seat, "offer": {"kind": "takeback", "turn": 1}});
        assert_eq!(player.ask(back).await["t"], "done", "{seat}");
    }
    assert_eq!(fresh().await["moves"], "");
}
