//! Records: fetched, replayed, verified.

use serde_json::{Value, json};

use crate::common::{Client, RICH, Server, arrive, here};

#[tokio::test]
async fn a_finished_game_with_dice_can_be_verified_from_its_record() {
    let server = Server::start().await;
    let body = json!({"game": "heaven-hell", "nonce": "ann's", "seats": [here("Ann"), here("Bob")]});
    let made = server.post("/api/tables", body).await;
    let table = made["table"]["id"].as_str().unwrap();
    let commitment = made["table"]["commitment"].as_str().unwrap();
    let path = format!("/api/tables/{table}/record");
    let running = server.get(&path).await;
    assert!(running.as_str().unwrap().contains(commitment));
    assert!(!running.as_str().unwrap().contains("Secret \""), "the secret stays one until the end");
    let token = made["tokens"][0][1].as_str().unwrap();
    let mut ann = Client::join(&server, table, &[token]).await;
    let first = ann.act("white", "e2e4").await;
    assert_eq!(first["t"], "done", "{first}");
    ann.ask(json!({"t": "resign", "seat": "white"})).await;
    let record = server.get(&path).await;
    let checked = server.post_text("/api/records/verify", record.as_str().unwrap()).await;
    assert_eq!(checked["game"], "heaven-hell");
    assert!(record.as_str().unwrap().contains("!resign:white"));
    let altered = record.as_str().unwrap().replacen("e2e4", "e2e5", 1);
    let (status, refusal) = server.call_text("/api/records/verify", &altered).await;
    assert!(status >= 400, "{refusal}");
}

#[tokio::test]
async fn text_and_json_hold_the_same_and_can_stop_early() {
    let server = Server::start().await;
    let (table, ann, _) = server.table_for_two("shogi5").await;
    let mut ann = Client::join(&server, &table, &[&ann]).await;
    ann.act("black", "a5a2").await;
    let text = server.get(&format!("/api/tables/{table}/record")).await;
    assert!(text.as_str().unwrap().contains("a5a2"));
    let early = server.get(&format!("/api/tables/{table}/record?until=0")).await;
    assert!(!early.as_str().unwrap().contains("a5a2"));
    let json: Value = server.get_json(&format!("/api/tables/{table}/record")).await;
    assert_eq!(json["events"][0]["event"], "a5a2");
    assert_eq!(json["seats"], json!([["black", "Ann"], ["white", "Bob"]]));
}

#[tokio::test]
async fn a_record_carries_the_clock_and_an_import_keeps_it() {
    let server = Server::start().await;
    let clock = json!({"kind": "byoyomi", "initial": 90, "period": 30, "periods": 3});
    let body = json!({"game": "shogi5", "seats": [here("Ann"), here("Bob")], "clock": clock});
    let made = server.post("/api/tables", body).await;
    let (table, token) = (made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap());
    let mut ann = Client::join(&server, table, &[token]).await;
    ann.act("black", "a5a2").await;
    ann.ask(json!({"t": "resign", "seat": "black"})).await;
    let text = server.get(&format!("/api/tables/{table}/record")).await;
    let json = server.get_json(&format!("/api/tables/{table}/record")).await;
    assert!(text.as_str().unwrap().contains("[Clock \"1:30+3x30\"]\n"), "{text}");
    assert_eq!(json["tags"][1], json!(["Clock", "1:30+3x30"]));
    assert_eq!(json["tags"][2], Value::Null, "the clocks start with the first action");
    for record in [text.as_str().unwrap().to_owned(), json.to_string()] {
        server.post_text("/api/records/verify", &record).await;
        let (_, imported) = server.call_text("/api/import", &record).await;
        let kept = server.get(&format!("/api/tables/{}", imported["id"].as_str().unwrap())).await;
        assert_eq!(kept["clock"], clock);
    }
    let strange = text.as_str().unwrap().replace("1:30+3x30", "an hourglass");
    assert_eq!(server.call_text("/api/import", &strange).await.0, 201);
    let (plain, _) = finished(&server).await;
    assert!(!server.get(&format!("/api/tables/{plain}/record")).await.as_str().unwrap().contains("[Clock"));
}

/// A finished game of Heaven and Hell with a trap in it, and its record.
async fn finished(server: &Server) -> (String, String) {
    let (table, [white, black]) = server.seated_table("heaven-hell", RICH).await;
    let mut white = Client::join(server, &table, &[&white]).await;
    let mut black = Client::join(server, &table, &[&black]).await;
    for action in ["buy:trap", "@a5"] {
        assert_eq!(white.act("white", action).await["t"], "done", "{action}");
        arrive(&mut white).await;
    }
    black.ask(json!({"t": "resign", "seat": "black"})).await;
    let record = server.get(&format!("/api/tables/{table}/record")).await;
    (table, record.as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_record_is_imported_in_either_form_and_reviewed_by_its_id() {
    let server = Server::start().await;
    let (table, text) = finished(&server).await;
    let json = server.get_json(&format!("/api/tables/{table}/record")).await;
    for record in [text.clone(), json.to_string()] {
        let (status, imported) = server.call_text("/api/import", &record).await;
        assert_eq!(status, 201, "{imported}");
        let id = imported["id"].as_str().unwrap();
        assert_eq!(imported["url"], format!("/t/{id}"));
        let kept = server.get(&format!("/api/tables/{id}")).await;
        assert_eq!((&kept["stage"], &kept["seats"][1]["player"]["name"]), (&json!("over"), &json!("Player 1")));
        let again = server.get_json(&format!("/api/tables/{id}/record")).await;
        let bare = |record: &Value| {
            let events = record["events"].as_array().unwrap().iter().map(|it| it["event"].clone()).collect::<Vec<_>>();
            json!([record["game"], record["start"], record["seats"], events, record["ended"], record["dice"]])
        };
        assert_eq!(bare(&again), bare(&json));
        assert_eq!(server.call_text("/api/records/verify", &again.to_string()).await.0, 200);
        let mut looker = Client::silent(&server, id).await;
        looker.send(json!({"t": "hello", "form": "text"})).await;
        assert_eq!(looker.until("full").await["log"].as_array().unwrap().len(), 3);
    }
}

#[tokio::test]
async fn what_is_no_finished_match_is_not_imported() {
    let server = Server::start().await;
    let (_, text) = finished(&server).await;
    let running = "[Game \"shogi5\"]\n\n1. a5a2 *\n";
    let cases = [
        (text.replacen("@a5", "@a8", 1), 422),
        (text.replace("[Scores \"1 0\"]", "[Scores \"0 1\"]"), 422),
        (running.to_owned(), 409),
        ("[Game \"poker\"]\n\n*\n".to_owned(), 422),
        ("hello".to_owned(), 400),
        (String::new(), 400),
        ("{}".to_owned(), 400),
        ("x".repeat(2_000_000), 413),
        (format!("[Game \"shogi5\"]\n\n{}", "!undo ".repeat(20_001)), 413),
    ];
    for (record, expected) in cases {
        let (status, refusal) = server.call_text("/api/import", &record).await;
        let begin: String = record.chars().take(60).collect();
        assert_eq!(status, expected, "{begin}: {refusal}");
    }
}

#[tokio::test]
async fn a_finished_match_is_replayed_to_any_point_and_open() {
    let server = Server::start().await;
    let (table, _) = finished(&server).await;
    let at = async |version: u32| server.get(&format!("/api/tables/{table}/at/{version}")).await;
    assert_eq!(at(0).await["position"], RICH);
    assert!(at(2).await["position"].as_str().unwrap().contains("a5w"));
    let end = at(3).await;
    assert_eq!((&end["actor"], &end["ended"]["scores"][0]), (&json!("nobody"), &json!(["white", 1.0])));
    assert!(end["scene"]["choices"].as_array().unwrap().is_empty());
    for (version, expected) in [("4", 404), ("-1", 400), ("x", 400)] {
        assert_eq!(server.call("GET", &format!("/api/tables/{table}/at/{version}"), Value::Null).await.0, expected);
    }
}

#[tokio::test]
async fn games_are_exported_as_bot_authors_know_it() {
    let server = Server::start().await;
    let (table, text) = finished(&server).await;
    let path = format!("/game/export/{table}");
    assert_eq!(server.get(&path).await, text);
    let without = server.get(&format!("{path}?clocks=false")).await;
    assert!(without.as_str().unwrap().contains("@a5") && !without.as_str().unwrap().contains("%at"));
    assert!(!server.get(&format!("{path}?moves=false")).await.as_str().unwrap().contains("@a5"));
    let game = server.get_json(&format!("{path}?pgnInJson=true")).await;
    assert_eq!((&game["id"], &game["variant"]), (&json!(table), &json!("heaven-hell")));
    assert_eq!((&game["status"], &game["winner"]), (&json!("resign"), &json!("white")));
    assert_eq!((&game["moves"], &game["pgn"]), (&json!("buy:trap @a5"), &json!(text)));
    assert!(server.get_json(&path).await["pgn"].is_null());
}

#[tokio::test]
async fn an_accounts_games_come_one_per_line() {
    let server = Server::start().await;
    let body = json!({"name": "Ann", "password": "correct horse"}).to_string();
    let response = server.request("POST", "/api/account", &[], body.into()).await;
    let cookie = response.headers().get("set-cookie").unwrap().to_str().unwrap().split(';').next().unwrap().to_owned();
    for resigns in [true, true, false] {
        let body = json!({"game": "shogi5", "seats": [here("x"), here("Bob")]});
        let (_, made) = server.call_with("POST", "/api/tables", &[("cookie", &cookie)], body).await;
        let (table, token) = (made["table"]["id"].as_str().unwrap(), made["tokens"][0][1].as_str().unwrap());
        let mut ann = Client::join(&server, table, &[token]).await;
        ann.act("black", "a5a2").await;
        if resigns {
            ann.ask(json!({"t": "resign", "seat": "black"})).await;
        }
    }
    let games = server.get("/api/games/user/ann").await;
    let games: Vec<Value> = games.as_str().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 2, "those that are over");
    assert_eq!((&games[0]["players"]["black"]["name"], &games[0]["moves"]), (&json!("Ann"), &json!("a5a2")));
    let accept = [("accept", "application/x-chess-pgn")];
    let texts = server.call_with("GET", "/api/games/user/ann?max=1", &accept, Value::Null).await.1;
    assert_eq!(texts.as_str().unwrap().matches("[Game ").count(), 1);
    assert_eq!(server.call("GET", "/api/games/user/nobody", Value::Null).await.0, 404);
}
