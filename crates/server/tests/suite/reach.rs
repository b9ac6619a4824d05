//! Where pieces could go: of any seat, at a table and in a position, without telling secrets.

use axum::body::Body;
use serde_json::{Value, json};

use crate::common::{Client, Server};

/// A table of Heaven and Hell where Black has a trap on this square. White's rook can step on a4. The trap would kill it, and
/// in Heaven it would capture the knight above.
fn trapped(square: &str) -> String {
    format!("w1 Ke1,Ra2,ra7,ke8,na4^,nh5^ - {square}b 9/9 6,12,8,6+,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -")
}

async fn reach(server: &Server, table: &str, place: &str, token: Option<&str>) -> Value {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let headers: Vec<_> = bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
    let response = server.request("GET", &format!("/api/tables/{table}/reach/{place}"), &headers, Body::empty()).await;
    let bytes = axum::body::to_bytes(response.into_body(), 100_000).await.unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

fn targets(reach: &Value) -> Vec<String> {
    let mut places: Vec<_> = reach["targets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|target| target["place"].as_str().unwrap().to_owned())
        .collect();
    places.sort_unstable();
    places
}

#[tokio::test]
async fn reach_of_an_own_piece_is_its_legal_actions() {
    let server = Server::start().await;
    let (table, [red, black]) = server.seated_table::<2>("jungle", "").await;
    let mut client = Client::silent(&server, &table).await;
    client.send(json!({"t": "hello", "tokens": [red], "form": "text"})).await;
    let actions = client.until("full").await["seen"]["actions"].clone();
    let from_a3 = actions.as_array().unwrap().iter().filter_map(|action| action.as_str()?.strip_prefix("a3"));
    let expected: Vec<_> = from_a3.map(str::to_owned).collect();
    assert!(!expected.is_empty());
    for token in [Some(&*red), Some(&*black), None] {
        assert_eq!(targets(&reach(&server, &table, "a3", token).await), expected);
    }
    let enemy = reach(&server, &table, "a7", Some(&red)).await;
    assert_eq!(targets(&enemy), ["a6", "a8", "b7"], "as if it were black's turn");
    assert_eq!(targets(&reach(&server, &table, "d5", None).await), [""; 0], "nothing stands there");
}

#[tokio::test]
async fn reach_tells_nothing_about_hidden_traps() {
    let server = Server::start().await;
    let mut heard = Vec::new();
    for square in ["a4", "h5"] {
        let (table, [white, _]) = server.seated_table::<2>("heaven-hell", &trapped(square)).await;
        let mut answers = Vec::new();
        for place in ["a2", "e1", "a7", "e8", square] {
            answers.push(reach(&server, &table, place, Some(&white)).await["targets"].clone());
            answers.push(reach(&server, &table, place, None).await["targets"].clone());
        }
        heard.push(answers);
    }
    assert_eq!(heard[0], heard[1]);
    assert!(heard[0].iter().any(|targets| targets.as_array().is_some_and(|targets| targets.len() > 5)));
}

#[tokio::test]
async fn reach_in_a_position_needs_no_table() {
    let server = Server::start().await;
    let ask = |position: Value, place: &str| json!({"game": "shogi5", "position": position, "place": place});
    let start = server.post("/api/reach", ask(Value::Null, "a1")).await;
    assert_eq!(targets(&start), ["b2"], "white's king, though black begins");
    let taking = server.post("/api/reach", ask(json!("4k/2p2/2+S2/3G1/K4[] w"), "c3")).await;
    assert!(taking["targets"].as_array().unwrap().contains(&json!({"place": "c4", "capture": true})));
    assert_eq!(server.call("POST", "/api/reach", ask(json!("nonsense"), "a1")).await.0, 400);
    let (status, _) = server.call("POST", "/api/reach", ask(Value::Null, &"a".repeat(1000))).await;
    assert_eq!(status, 400);
    let (table, _) = server.seated_table::<2>("jungle", "").await;
    let (status, _) = server.call("GET", &format!("/api/tables/{table}/reach/{}", "a".repeat(1000)), Value::Null).await;
    assert_eq!(status, 404);
}
