//! The `OpenAPI` document matches real requests, responses and messages.

use axum::body::Body;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::common::{Client, RICH, Server, here};

/// The server's document, and the number of checked values.
struct Document {
    document: Value,
    compared: u32,
}

impl Document {
    async fn of(server: &Server) -> Self {
        Self { document: server.get("/api/openapi.json").await, compared: 0 }
    }

    /// A validator for a schema of the document; references point to the document's components.
    fn validator(&self, schema: &Value) -> Validator {
        let schema = json!({"allOf": [schema], "components": self.document["components"]});
        jsonschema::validator_for(&schema).unwrap()
    }

    fn check(&mut self, schema: &Value, value: &Value, what: &str) {
        assert!(schema.is_object(), "{what} has no schema");
        let errors: Vec<String> = self.validator(schema).iter_errors(value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{what}: {errors:?}\n{value}");
        self.compared += 1;
    }

    /// One call; its body and its response are checked against the document.
    async fn call(&mut self, server: &Server, call: &str, headers: &[(&str, &str)], path: &str, body: Value) -> Value {
        let (method, template) = call.split_once(' ').unwrap();
        let operation = self.document["paths"][template][method.to_lowercase()].clone();
        assert!(operation.is_object(), "{call} is not in the document");
        let kind =
            headers.iter().find(|(name, _)| *name == "content-type").map_or("application/json", |(_, kind)| kind);
        if body.is_object() && kind == "application/json" {
            self.check(&operation["requestBody"]["content"][kind]["schema"], &body, call);
        }
        let form = body.as_str().map(|text| Body::from(text.to_owned()));
        let response = match form {
            Some(form) => server.request(method, path, headers, form).await,
            None if body.is_null() => server.request(method, path, headers, Body::empty()).await,
            None => server.request(method, path, headers, Body::from(body.to_string())).await,
        };
        let status = response.status();
        let bytes = axum::body::to_bytes(response.into_body(), 10_000_000).await.unwrap();
        if bytes.is_empty() {
            return Value::Null;
        }
        let answer: Value = serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{call}: {error}"));
        let named = operation["responses"].get(status.as_str()).map(|_| status.as_str());
        let among = named.unwrap_or(if status.is_success() { "2XX" } else { "default" });
        let content = &operation["responses"][among]["content"];
        let schema = ["application/json", "application/x-ndjson"].iter().find_map(|kind| content[*kind].get("schema"));
        self.check(&schema.cloned().unwrap_or_default(), &answer, call);
        answer
    }
}

#[tokio::test]
async fn people_are_answered_as_the_document_says() {
    let server = Server::start().await;
    let mut document = Document::of(&server).await;
    let guest: &[(&str, &str)] = &[];
    document.call(&server, "GET /api/about", guest, "/api/about", Value::Null).await;
    document.call(&server, "GET /api/games", guest, "/api/games", Value::Null).await;
    document.call(&server, "GET /api/games/{id}", guest, "/api/games/djambi", Value::Null).await;
    document.call(&server, "GET /api/games/{id}", guest, "/api/games/poker", Value::Null).await;
    let table = json!({"game": "heaven-hell", "position": RICH, "public": true, "clock": {"kind": "days", "days": 2},
        "seats": [here("Ann"), {"kind": "open"}]});
    document.call(&server, "POST /api/commitments", guest, "/api/commitments", Value::Null).await;
    let made = document.call(&server, "POST /api/tables", guest, "/api/tables", table).await;
    let id = made["table"]["id"].as_str().unwrap();
    document.call(&server, "GET /api/lobby", guest, "/api/lobby", Value::Null).await;
    let join = format!("/api/tables/{id}/join");
    document.call(&server, "POST /api/tables/{id}/join", guest, &join, json!({"name": "Bob"})).await;
    document.call(&server, "POST /api/tables/{id}/join", guest, &join, json!({"name": "Cid"})).await;
    document.call(&server, "GET /api/tables/{id}", guest, &format!("/api/tables/{id}"), Value::Null).await;
    let mut ann = Client::join(&server, id, &[made["tokens"][0][1].as_str().unwrap()]).await;
    ann.act("white", "e2e4").await;
    let at = format!("/api/tables/{id}/at/1");
    document.call(&server, "GET /api/tables/{id}/at/{version}", guest, &at, Value::Null).await;
    ann.ask(json!({"t": "resign", "seat": "white"})).await;
    let record = server.get(&format!("/api/tables/{id}/record")).await;
    let text = [("content-type", "text/plain")];
    document.call(&server, "POST /api/records/verify", &text, "/api/records/verify", record.clone()).await;
    document.call(&server, "POST /api/import", &text, "/api/import", record).await;
    let json = [("accept", "application/json")];
    document.call(&server, "GET /game/export/{id}", &json, &format!("/game/export/{id}"), Value::Null).await;
    let look = json!({"game": "djambi", "events": ["!resign:red"], "explain": "a1a2", "open": true});
    document.call(&server, "POST /api/scene", guest, "/api/scene", look).await;
    for (info, course) in menagerie_lessons::courses() {
        let (path, level) = (format!("/api/lessons/{}", info.id), course.levels().next().unwrap());
        document.call(&server, "GET /api/lessons/{game}", guest, &path, Value::Null).await;
        let (call, path) = ("POST /api/lessons/{game}/{level}", format!("{path}/{}", level.id));
        for actions in [json!([]), json!(["nonsense"]), json!([level.solution[0]])] {
            document.call(&server, call, guest, &path, json!({"actions": actions, "hint": true})).await;
        }
    }
    document.call(&server, "GET /api/lessons", guest, "/api/lessons", Value::Null).await;
    let over = json!({"game": "shogi5", "position": "1bsgk/4p/5/5/+lGSBL[kp] w"});
    document.call(&server, "POST /api/scene", guest, "/api/scene", over).await;
    assert!(document.compared >= 20);
}

#[tokio::test]
async fn accounts_and_programs_are_answered_as_the_document_says() {
    let server = Server::with_operator("tok").await;
    let mut document = Document::of(&server).await;
    let body = json!({"name": "Ann", "password": "correct horse"});
    let response = server.request("POST", "/api/account", &[], Body::from(body.to_string())).await;
    let cookie = response.headers().get("set-cookie").unwrap().to_str().unwrap().split(';').next().unwrap().to_owned();
    let mine: &[(&str, &str)] = &[("cookie", &cookie)];
    document.call(&server, "POST /api/session", &[], "/api/session", body).await;
    let wanted = json!({"label": "test"});
    let made = document.call(&server, "POST /api/account/tokens", mine, "/api/account/tokens", wanted).await;
    for path in ["/api/account", "/api/account/sessions", "/api/account/tokens"] {
        document.call(&server, &format!("GET {path}"), mine, path, Value::Null).await;
    }
    let (info, course) = &menagerie_lessons::courses()[0];
    let stars = json!({"stars": {info.id: {course.levels().next().unwrap().id.as_str(): 2}}});
    document.call(&server, "PUT /api/account/lessons", mine, "/api/account/lessons", stars).await;
    document.call(&server, "GET /api/account/lessons", mine, "/api/account/lessons", Value::Null).await;
    document.call(&server, "GET /api/players/{name}", mine, "/api/players/ann", Value::Null).await;
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let program = [("authorization", &*bearer), ("content-type", "application/x-www-form-urlencoded")];
    document.call(&server, "POST /api/bot/account/upgrade", &program, "/api/bot/account/upgrade", Value::Null).await;
    let wanted = json!("variant=shogi5&level=1&color=black");
    let game = document.call(&server, "POST /api/challenge/ai", &program, "/api/challenge/ai", wanted).await;
    document.call(&server, "POST /api/challenge/open", &program, "/api/challenge/open", json!("variant=jungle")).await;
    document.call(&server, "POST /api/challenge/open", &program, "/api/challenge/open", json!("variant=poker")).await;
    document.call(&server, "POST /api/board/seek", &program, "/api/board/seek", json!("variant=jungle&days=1")).await;
    let game = |verb: &str| format!("/api/bot/game/{}/{verb}", game["id"].as_str().unwrap());
    let said = json!("room=player&text=hello");
    document.call(&server, "POST /api/bot/game/{id}/chat", &program, &game("chat"), said).await;
    document.call(&server, "GET /api/bot/game/{id}/chat", &program, &game("chat"), Value::Null).await;
    document.call(&server, "POST /api/bot/game/{id}/resign", &program, &game("resign"), Value::Null).await;
    document.call(&server, "POST /api/bot/game/{id}/abort", &program, &game("abort"), Value::Null).await;
    document.call(&server, "GET /api/games/user/{name}", &[], "/api/games/user/ann", Value::Null).await;
    document.call(&server, "GET /api/players/{name}/history", mine, "/api/players/ann/history", Value::Null).await;
    let _events = server.request("GET", "/api/stream/event", &program, Body::empty()).await;
    document.call(&server, "GET /api/bot/online", &[], "/api/bot/online", Value::Null).await;
    let operator: &[(&str, &str)] = &[("authorization", "Bearer tok")];
    document.call(&server, "GET /api/operator/reports", operator, "/api/operator/reports", Value::Null).await;
    let ban = json!({"account": "nobody", "reason": "test"});
    document.call(&server, "POST /api/operator/ban", operator, "/api/operator/ban", ban).await;
    assert!(document.compared >= 20);
}

#[tokio::test]
async fn the_messages_of_a_socket_are_those_of_the_document() {
    let server = Server::start().await;
    let mut document = Document::of(&server).await;
    let (table, [white, _]) = server.seated_table("heaven-hell", RICH).await;
    let (asked, told) =
        (json!({"$ref": "#/components/schemas/FromClient"}), json!({"$ref": "#/components/schemas/ToClient"}));
    let mut client = Client::silent(&server, &table).await;
    let messages = [
        json!({"t": "hello", "tokens": [white], "form": "scene", "name": "Ann"}),
        json!({"t": "act", "ack": 1, "at": 0, "seat": "white", "action": "buy:trap"}),
        json!({"t": "act", "ack": 2, "at": 1, "seat": "white", "action": "@a5"}),
        json!({"t": "act", "ack": 3, "at": 2, "seat": "white", "action": "nonsense"}),
        json!({"t": "offer", "ack": 4, "seat": "white", "offer": {"kind": "draw"}}),
        json!({"t": "say", "ack": 5, "seat": "white", "say": {"room": {"kind": "players"}, "text": "hello"}}),
        json!({"t": "resign", "ack": 6, "seat": "white"}),
    ];
    for message in messages {
        document.check(&asked, &message, "a message to the server");
        client.send(message).await;
    }
    let ping = json!({"t": "ping", "n": 1});
    document.check(&asked, &ping, "a ping");
    client.send(ping).await;
    loop {
        let message = client.next().await.unwrap();
        document.check(&told, &message, "a message from the server");
        if message["t"] == "pong" {
            break;
        }
    }
    assert!(document.compared >= 18);
}
