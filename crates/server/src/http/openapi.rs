//! `GET /api/openapi.json`: what can be called, for those who make clients by machine. Tests compare it with the routes.

use serde_json::{Map, Value, json};

/// How a call's body is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    Json,
    Form,
    Text,
}

/// Who may call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Anybody,
    Session,
    Token,
    Operator,
}

use By::*;
use Takes::*;

/// One call: method, path, body, who may call, what it does.
struct Call(&'static str, &'static str, Takes, By, &'static str);

const CALLS: &[Call] = &[
    Call("get", "/api/about", Nothing, Anybody, "What the server is and how it can be reached"),
    Call("get", "/api/games", Nothing, Anybody, "The games, without their long texts"),
    Call("get", "/api/games/{id}", Nothing, Anybody, "A game's facts, guide and rules"),
    Call("get", "/api/lobby", Nothing, Anybody, "Public tables that wait or are being played at"),
    Call(
        "post",
        "/api/tables",
        Json,
        Anybody,
        "Makes a table; answers with the tokens of the seats at one's own screen",
    ),
    Call("get", "/api/tables/{id}", Nothing, Anybody, "A table"),
    Call("post", "/api/tables/{id}/join", Json, Anybody, "Sits down; answers with the seat's token"),
    Call("get", "/api/tables/{id}/socket", Nothing, Anybody, "The WebSocket of the table"),
    Call(
        "get",
        "/api/tables/{id}/record",
        Nothing,
        Anybody,
        "The record as text, or as JSON by Accept; ?until=N stops early",
    ),
    Call(
        "get",
        "/api/tables/{id}/at/{version}",
        Nothing,
        Anybody,
        "What the match looked like after so many events, as far as one may know",
    ),
    Call("post", "/api/tables/{id}/mute", Json, Anybody, "The holder of a seat's token does not want to hear a seat"),
    Call("post", "/api/tables/{id}/report", Json, Anybody, "Complains about something that was said"),
    Call("post", "/api/records/verify", Text, Anybody, "Plays a record through and checks actions, result and dice"),
    Call("post", "/api/import", Text, Anybody, "Keeps a record of a match that is over as a table"),
    Call(
        "get",
        "/game/export/{id}",
        Nothing,
        Anybody,
        "A game as the text of its record, or as JSON by Accept; ?moves= ?clocks= ?pgnInJson=",
    ),
    Call(
        "get",
        "/api/games/user/{name}",
        Nothing,
        Anybody,
        "An account's games that are over, one JSON object per line; ?max= and as for one game",
    ),
    Call("post", "/api/scene", Json, Anybody, "What a position looks like"),
    Call("post", "/api/analyse", Json, Anybody, "The computer's opinion of a position, one JSON object per line"),
    Call("get", "/api/openapi.json", Nothing, Anybody, "This document"),
    Call("get", "/healthz", Nothing, Anybody, "Whether the server is well"),
    Call("get", "/metrics", Nothing, Anybody, "Counters"),
    Call("post", "/api/account", Json, Anybody, "Registers and signs in"),
    Call("get", "/api/account", Nothing, Token, "Who one is"),
    Call("post", "/api/account/password", Json, Session, "Changes the password and ends all sessions but a new one"),
    Call("get", "/api/account/sessions", Nothing, Session, "One's sessions"),
    Call("delete", "/api/account/sessions/{id}", Nothing, Session, "Ends a session"),
    Call("get", "/api/account/tokens", Nothing, Session, "One's API tokens, without the tokens themselves"),
    Call("post", "/api/account/tokens", Json, Session, "Makes an API token, shown this once"),
    Call("delete", "/api/account/tokens/{id}", Nothing, Session, "Revokes an API token"),
    Call("post", "/api/session", Json, Anybody, "Signs in"),
    Call("delete", "/api/session", Nothing, Session, "Signs out"),
    Call("get", "/api/players/{name}", Nothing, Anybody, "An account's profile with its ratings"),
    Call(
        "get",
        "/api/players/{name}/history",
        Nothing,
        Anybody,
        "An account's games, newest first; ?after=NEXT goes on",
    ),
    Call("get", "/api/stream/event", Nothing, Token, "What happens to one's account, as a stream"),
    Call("get", "/api/bot/game/stream/{id}", Nothing, Token, "What happens in a game, as a stream"),
    Call(
        "post",
        "/api/bot/game/{id}/move/{action}",
        Nothing,
        Token,
        "Does an action; ?offeringDraw=true offers a draw with it",
    ),
    Call("post", "/api/bot/game/{id}/resign", Nothing, Token, "Resigns; in Djambi concedes"),
    Call("post", "/api/bot/game/{id}/abort", Nothing, Token, "Ends a match in which somebody has not acted yet"),
    Call("post", "/api/bot/game/{id}/claim-draw", Nothing, Token, "Refused: says how a draw comes about here"),
    Call("post", "/api/bot/game/{id}/berserk", Nothing, Token, "Refused: there are no tournaments here"),
    Call("post", "/api/bot/game/{id}/claim-victory", Nothing, Token, "Claims that the acting seat has left"),
    Call("post", "/api/bot/game/{id}/draw/{answer}", Nothing, Token, "Offers, accepts or declines a draw: yes or no"),
    Call(
        "post",
        "/api/bot/game/{id}/takeback/{answer}",
        Nothing,
        Token,
        "Offers, accepts or declines to go back: yes or no, ?turn=N",
    ),
    Call("get", "/api/bot/game/{id}/chat", Nothing, Token, "What was said lately"),
    Call("post", "/api/bot/game/{id}/chat", Form, Token, "Says something"),
    Call("post", "/api/board/seek", Form, Token, "Looks for an opponent; to close the stream cancels"),
    Call("get", "/api/bot/online", Nothing, Anybody, "The programs that listen to their events, one per line; ?nb="),
    Call("post", "/api/bot/account/upgrade", Nothing, Token, "The account is a program from now on"),
    Call("post", "/api/challenge/ai", Form, Token, "Plays a computer level"),
    Call("post", "/api/challenge/open", Form, Token, "Makes a table with a link for whoever comes"),
    Call("post", "/api/challenge/{id}", Form, Token, "Challenges another account, named in the path"),
    Call("post", "/api/challenge/{id}/accept", Nothing, Token, "Accepts a challenge"),
    Call("post", "/api/challenge/{id}/decline", Nothing, Token, "Declines a challenge"),
    Call("post", "/api/challenge/{id}/cancel", Nothing, Token, "Takes one's challenge back"),
    Call("get", "/api/operator/reports", Nothing, Operator, "Complaints that nobody has dealt with yet"),
    Call("post", "/api/operator/reports/{id}/settle", Nothing, Operator, "A complaint was dealt with"),
    Call("post", "/api/operator/tables/{id}/close", Nothing, Operator, "Closes a table"),
    Call("delete", "/api/operator/tables/{id}/said/{number}", Nothing, Operator, "Removes something that was said"),
    Call("post", "/api/operator/ban", Json, Operator, "Keeps an address or an account out"),
    Call("post", "/api/operator/unban", Json, Operator, "Lets an address or an account in again"),
];

/// The document.
pub(crate) async fn document() -> axum::Json<Value> {
    let mut paths = Map::new();
    for call in CALLS {
        let item = paths.entry(call.1).or_insert_with(|| json!({}));
        item[call.0] = operation(call);
    }
    let code = json!({"type": "string"});
    axum::Json(json!({
        "openapi": "3.1.0",
        "info": {"title": "Menagerie", "version": env!("CARGO_PKG_VERSION"), "license": {"name": "MIT OR Apache-2.0"}},
        "paths": paths,
        "components": {
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "session"},
                "token": {"type": "http", "scheme": "bearer"},
                "operator": {"type": "http", "scheme": "bearer"},
            },
            "schemas": {"Refused": {
                "type": "object",
                "required": ["code", "error"],
                "properties": {"code": code, "error": {"type": "string"}, "rule": {"type": "string"}},
            }},
        },
    }))
}

fn operation(Call(_, path, takes, by, summary): &Call) -> Value {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}});
    let refused = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}});
    let mut operation = json!({
        "summary": summary,
        "parameters": names.map(parameter).collect::<Vec<_>>(),
        "responses": {
            "2XX": {"description": "Done"},
            "default": {"description": "Refused, with a sentence", "content": refused},
        },
    });
    let body = match takes {
        Nothing => None,
        Json => Some("application/json"),
        Form => Some("application/x-www-form-urlencoded"),
        Text => Some("text/plain"),
    };
    if let Some(kind) = body {
        operation["requestBody"] = json!({"content": {kind: {"schema": {}}}});
    }
    match by {
        Anybody => {}
        Session => operation["security"] = json!([{"session": []}]),
        Token => operation["security"] = json!([{"token": []}, {"session": []}]),
        Operator => operation["security"] = json!([{"operator": []}]),
    }
    operation
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The routes as they stand in the source: method and path.
    fn routes() -> Vec<(String, String)> {
        let source = include_str!("mod.rs");
        let mut routes = Vec::new();
        for line in source.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
            let (path, handlers) = line.split_once('"').unwrap();
            // The routes of a game are nested, once for bots and once for boards; the document shows the first.
            let path = if path.starts_with("/game/") { format!("/api/bot{path}") } else { path.to_owned() };
            for method in ["get", "post", "delete"] {
                let begins = handlers.contains(&format!(" {method}(")) || handlers.contains(&format!(").{method}("));
                if begins {
                    routes.push((method.to_owned(), path.clone()));
                }
            }
        }
        routes.sort();
        routes
    }

    #[test]
    fn the_document_lists_exactly_the_routes() {
        let mut listed: Vec<(String, String)> =
            CALLS.iter().map(|Call(method, path, ..)| ((*method).to_owned(), (*path).to_owned())).collect();
        listed.sort();
        assert!(listed.len() > 40);
        assert_eq!(listed, routes());
    }
}
