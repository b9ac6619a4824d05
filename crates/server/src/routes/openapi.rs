//! `GET /api/openapi.json`: the `OpenAPI` document, for generating clients. Schemas come from the Rust types; tests
//! compare the document with the routes and with real responses.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use menagerie_wire::{FromClient, Refused, ToClient};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::routes::api_call::{ApiCall, Auth, RequestBody, ResponseBody};
use crate::routes::api_calls::API_CALLS;
use crate::routes::bot_api_calls::BOT_API_CALLS;

/// The document, built once.
static DOCUMENT: LazyLock<String> = LazyLock::new(|| make().to_string());

/// Serves the document.
pub(crate) async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str()).into_response()
}

fn make() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    let mut shapes = settings.into_generator();
    let mut paths = Map::new();
    for call in API_CALLS.iter().chain(BOT_API_CALLS) {
        let ApiCall(method, path, ..) = call;
        let item = paths.entry(*path).or_insert_with(|| json!({}));
        item[*method] = operation(call, &mut shapes);
    }
    // The messages of a table's WebSocket.
    shapes.subschema_for::<FromClient>();
    shapes.subschema_for::<ToClient>();
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Menagerie", "version": env!("CARGO_PKG_VERSION"), "license": {"name": "MIT OR Apache-2.0"}},
        "paths": paths,
        "components": {
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "session"},
                "token": {"type": "http", "scheme": "bearer"},
                "operator": {"type": "http", "scheme": "bearer"},
            },
            "schemas": shapes.take_definitions(true),
        },
    })
}

fn operation(ApiCall(_, path, takes, gives, by, what): &ApiCall, shapes: &mut SchemaGenerator) -> Value {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}});
    let refused = shapes.subschema_for::<Refused>();
    let mut operation = json!({
        "summary": what,
        "parameters": names.map(parameter).collect::<Vec<_>>(),
        "responses": {
            "2XX": {"description": "Done", "content": answer(*gives, shapes)},
            "429": {"description": "Rate limit exceeded; Retry-After gives the seconds to wait, if known",
                "headers": {"Retry-After": {"schema": {"type": "integer"}}},
                "content": {"application/json": {"schema": refused}}},
            "default": {"description": "Refused, with a sentence", "content": {"application/json": {"schema": refused}}},
        },
    });
    let kinds = body(*takes, shapes);
    if !kinds.is_empty() {
        let content: Map<String, Value> =
            kinds.into_iter().map(|(kind, shape)| (kind.to_owned(), json!({"schema": shape}))).collect();
        operation["requestBody"] = json!({"content": content});
    }
    match by {
        Auth::Public => {}
        Auth::Session => operation["security"] = json!([{"session": []}]),
        Auth::Token => operation["security"] = json!([{"token": []}, {"session": []}]),
        Auth::Operator => operation["security"] = json!([{"operator": []}]),
    }
    operation
}

/// The content types of a request body.
fn body(takes: RequestBody, shapes: &mut SchemaGenerator) -> Vec<(&'static str, Schema)> {
    match takes {
        RequestBody::Nothing => Vec::new(),
        RequestBody::Json(shape) => vec![("application/json", shape(shapes))],
        RequestBody::Form(shape) => {
            vec![("application/x-www-form-urlencoded", shape(shapes)), ("application/json", shape(shapes))]
        }
        RequestBody::Text => vec![("text/plain", shapes.subschema_for::<String>())],
    }
}

fn answer(gives: ResponseBody, shapes: &mut SchemaGenerator) -> Value {
    let words = json!({"schema": {"type": "string"}});
    match gives {
        ResponseBody::Nothing | ResponseBody::Socket => json!({}),
        ResponseBody::Json(shape) => json!({"application/json": {"schema": shape(shapes)}}),
        ResponseBody::Lines(shape) => json!({"application/x-ndjson": {"schema": shape(shapes)}}),
        ResponseBody::Picture => json!({"image/svg+xml": words, "image/png": {}}),
        ResponseBody::Image => json!({"image/png": {}}),
        ResponseBody::PlainText => json!({"text/plain": words}),
        ResponseBody::Record => json!({"text/plain": words, "application/json": {"schema": {"type": "object"}}}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The routes in the source: method and path.
    fn routes() -> Vec<(String, String)> {
        let source = include_str!("mod.rs");
        let mut routes = Vec::new();
        for line in source.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")) {
            let (path, handlers) = line.split_once('"').unwrap();
            // The routes of a game are nested, once for bots and once for boards; the document shows the first.
            let nested = path.starts_with("/game/") && !path.starts_with("/game/export/");
            let path = if nested { format!("/api/bot{path}") } else { path.to_owned() };
            for method in ["get", "post", "put", "delete"] {
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
        let mut listed: Vec<(String, String)> = API_CALLS
            .iter()
            .chain(BOT_API_CALLS)
            .map(|ApiCall(method, path, ..)| ((*method).to_owned(), (*path).to_owned()))
            .collect();
        listed.sort();
        assert!(listed.len() > 40);
        assert_eq!(listed, routes());
    }
}
