//! What review and board editor request: arranged positions, pictures, analyses for every seat.

use serde_json::{Value, json};

use crate::common::Server;

async fn scene(server: &Server, game: &str) -> Value {
    server.call("POST", "/api/scene", json!({ "game": game })).await.1
}

#[tokio::test]
async fn the_pieces_of_a_scene_are_written_as_its_position_and_a_missing_one_is_told_in_words() {
    let server = Server::start().await;
    // Without one side's pieces, the second and the fourth game are over.
    let games = [("shogi5", true), ("jungle:classic", false), ("chess2:bear", true), ("djambi:2", false)];
    for (game, refused) in games {
        let looked = scene(&server, game).await;
        let mut pieces = looked["scene"]["pieces"].as_array().unwrap().clone();
        let body = |pieces: &[Value]| json!({"game": game, "pieces": pieces, "mover": looked["seats"][0]});
        let (status, arranged) = server.call("POST", "/api/arrange", body(&pieces)).await;
        assert_eq!((status, &arranged["position"], &arranged["error"]), (200, &looked["position"], &Value::Null));
        pieces.retain(|piece| piece["color"] != 0);
        let (_, emptied) = server.call("POST", "/api/arrange", body(&pieces)).await;
        assert_eq!(emptied["error"].is_string(), refused, "{game}: {emptied}");
    }
}

#[tokio::test]
async fn an_editor_is_offered_something_to_put_down_in_every_game() {
    let server = Server::start().await;
    for game in server.get("/api/games").await.as_array().unwrap() {
        let facts = server.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).await;
        let kinds: Vec<_> = facts["kinds"].as_array().unwrap().iter().map(|kind| &kind["id"]).collect();
        let palette = facts["palette"].as_array().unwrap();
        assert!(!palette.is_empty() && palette.iter().all(|piece| kinds.contains(&&piece["kind"])), "{palette:?}");
    }
}

#[tokio::test]
async fn strangers_arrangements_are_refused_with_a_sentence() {
    let server = Server::start().await;
    let refused = [
        json!({"game": "chess3", "pieces": [], "mover": "white"}),
        json!({"game": "jungle", "pieces": [], "mover": "green"}),
        json!({"game": "jungle", "position": "nonsense", "pieces": [], "mover": "red"}),
        json!({"game": "jungle", "pieces": [{"at": "x".repeat(100)}], "mover": "red"}),
    ];
    for body in refused {
        let (status, answer) = server.call("POST", "/api/arrange", body.clone()).await;
        assert!((400..500).contains(&status) && answer["error"].is_string(), "{body}: {status} {answer}");
    }
}

#[tokio::test]
async fn pictures_are_images_that_can_do_nothing_and_have_a_largest_size() {
    let server = Server::start().await;
    for (format, kind) in [("png", "image/png"), ("svg", "image/svg+xml")] {
        let headers = server.headers(&format!("/api/picture?game=shogi5&width=300&format={format}")).await;
        assert_eq!(headers["content-type"], kind);
        assert!(headers["content-security-policy"].to_str().unwrap().contains("sandbox"));
    }
    for wrong in ["game=shogi5&format=png&width=100000", "game=chess3", "game=shogi5&position=nonsense"] {
        let (status, answer) = server.call("GET", &format!("/api/picture?{wrong}"), Value::Null).await;
        assert!((400..500).contains(&status) && answer["error"].is_string(), "{wrong}: {status} {answer}");
    }
}
