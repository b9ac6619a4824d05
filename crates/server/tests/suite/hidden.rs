//! Nothing hidden leaves: the same public game played twice, with one seat's traps on different squares, is the same
//! game to everybody else, byte for byte.

use std::sync::Arc;

use menagerie_server::Deps;
use menagerie_server::secret::Entropy;
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::common::{Client, Server};

/// Everybody has money, and the whole shop is open.
const START: &str = "w1 Ra1,Nb1,Bc1,Qd1,Ke1,Bf1,Ng1,Rh1,Pa2,Pb2,Pc2,Pd2,Pe2,Pf2,Pg2,Ph2,pa7,pb7,pc7,pd7,pe7,pf7,pg7,\
     ph7,ra8,nb8,bc8,qd8,ke8,bf8,ng8,rh8 c3^o,g3^$2,b6^$2,f6^o,b3_f,f3_o,c6_o,g6_f - 300/300 \
     6+,12+,8+,6+,5+,20+,4+,8+,6+,12+,12+,6+,6+,2+,8+,10+ KQkq - - - a1h8/a1h8 -";

/// The same numbers every time: ids, tokens and dice are equal in both games.
fn repeatable() -> Entropy {
    let state = std::sync::Mutex::new(0x9E37_79B9_7F4A_7C15_u64);
    Arc::new(move |bytes: &mut [u8]| {
        let mut state = state.lock().unwrap();
        for byte in bytes {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (*state >> 56) as u8;
        }
    })
}

/// Plays the game with these squares for the traps; all that black, a spectator and a late comer are sent.
async fn play(traps: [&str; 3]) -> Vec<String> {
    let deps = Deps { entropy: repeatable(), ..Deps::new(Store::memory().await.unwrap()) };
    let server = Server::with(deps).await;
    let open = json!({"kind": "open"});
    let body = json!({"game": "heaven-hell", "position": START, "seats": [open, open]});
    let table = server.post("/api/tables", body).await["table"]["id"].as_str().unwrap().to_owned();
    let join = format!("/api/tables/{table}/join");
    let token = |value: Value| value["tokens"][0][1].as_str().unwrap().to_owned();
    let white_token = token(server.post(&join, json!({"name": "Ann", "nonce": "a"})).await);
    let black_token = token(server.post(&join, json!({"name": "Bob", "nonce": "b"})).await);
    let mut white = Client::join(&server, &table, &[&white_token]).await;
    let mut others = Vec::new();
    for (tokens, form) in [(vec![&black_token], "scene"), (vec![&black_token], "text"), (vec![], "scene")] {
        let mut client = Client::silent(&server, &table).await;
        client.send(json!({"t": "hello", "tokens": tokens, "form": form})).await;
        others.push((client, Vec::new()));
    }
    let [first, second, third] = traps;
    let secret = |square: &str| format!("@{square}");
    let script: [(&str, String); 11] = [
        ("white", "buy:two-actions".into()),
        ("black", "e7e5".into()),
        ("white", "buy:trap".into()),
        ("white", secret(first)),
        ("white", "undo".into()),
        ("white", secret(second)),
        ("white", "e2e4".into()),
        ("black", "b8c6".into()),
        ("white", "buy:trap".into()),
        ("white", secret(third)),
        ("black", "d7d6".into()),
    ];
    for (seat, action) in &script {
        // The black seat's player acts on its second connection.
        let actor = if *seat == "white" { &mut white } else { &mut others[1].0 };
        let answer = match action.as_str() {
            "undo" => actor.ask(json!({"t": "undo", "at": actor.version, "seat": seat})).await,
            action => actor.act(seat, action).await,
        };
        assert_eq!(answer["t"], "done", "{seat} {action}: {answer}");
        let version = answer["version"].as_u64().unwrap();
        for (client, heard) in &mut others {
            while client.version < version {
                heard.push(public(&client.next().await.unwrap()));
            }
        }
        while white.version < version {
            white.event().await;
        }
        if action.starts_with('@') {
            // What white asks and is refused is white's own business.
            white.ask(json!({"t": "explain", "seat": "white", "action": action})).await;
            white.act("white", action).await;
        }
    }
    let mut all: Vec<String> = Vec::new();
    for (_, heard) in others {
        all.extend(heard);
    }
    all.extend(late(&server, &table, &black_token).await);
    all
}

/// What those who come late, with and without a version, are sent; and the running record.
async fn late(server: &Server, table: &str, black: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (tokens, since) in
        [(vec![black], json!(null)), (vec![black], json!(0)), (vec![], json!(2)), (vec![], json!(null))]
    {
        let mut client = Client::silent(server, table).await;
        client.send(json!({"t": "hello", "tokens": tokens, "since": since, "form": "scene"})).await;
        client.send(json!({"t": "explain", "ack": 1, "seat": "black", "action": "a7a5"})).await;
        loop {
            let message = client.next().await.unwrap();
            all.push(public(&message));
            if message["ack"] == 1 {
                break;
            }
        }
    }
    all.push(public(&server.get(&format!("/api/tables/{table}")).await));
    all.push(public(&server.get_json(&format!("/api/tables/{table}/record")).await));
    all
}

/// A message without its times.
fn public(message: &Value) -> String {
    fn without_times(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for time in ["at", "created"] {
                    if fields.get(time).is_some_and(Value::is_number) {
                        fields.insert(time.to_owned(), json!(0));
                    }
                }
                fields.values_mut().for_each(without_times);
            }
            Value::Array(items) => items.iter_mut().for_each(without_times),
            _ => {}
        }
    }
    let mut message = message.clone();
    without_times(&mut message);
    message.to_string()
}

#[tokio::test]
async fn traps_on_different_squares_are_the_same_game_to_everybody_else() {
    let one = play(["a4", "a5", "h5"]).await;
    let other = play(["h4", "b4", "c4"]).await;
    assert!(one.len() > 30, "only {} messages were compared", one.len());
    for (index, (one, other)) in one.iter().zip(&other).enumerate() {
        assert_eq!(one, other, "message {index}");
    }
    assert_eq!(one.len(), other.len());
    let all = one.concat();
    assert!(all.contains("@?"), "others see that something secret was done");
    assert!(!all.contains("@a4") && !all.contains("@a5") && !all.contains("@h5"), "an undone secret stays secret too");
}
