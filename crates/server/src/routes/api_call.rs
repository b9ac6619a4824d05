//! The description of an API call in the `OpenAPI` document.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The schema of a type, by reference.
pub(crate) type Shape = fn(&mut SchemaGenerator) -> Schema;

pub(crate) fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// A line of a stream: `type` says which fields it has.
pub(crate) fn line(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}}})
}

/// The format of a request body.
#[derive(Clone, Copy)]
pub(crate) enum RequestBody {
    Nothing,
    Json(Shape),
    /// A form, or a JSON object with the same fields.
    Form(Shape),
    Text,
}

/// The format of a response.
#[derive(Clone, Copy)]
pub(crate) enum ResponseBody {
    Nothing,
    Json(Shape),
    /// One JSON object per line.
    Lines(Shape),
    PlainText,
    /// A record as text, or as JSON.
    Record,
    /// An SVG or PNG picture.
    Picture,
    /// A PNG picture.
    Image,
    /// A WebSocket.
    Socket,
}

/// The authentication that a call requires.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Auth {
    Public,
    Session,
    Token,
    Operator,
}

/// One call: method, path, request, response, authentication, and a one-sentence summary.
pub(crate) struct ApiCall(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) RequestBody,
    pub(crate) ResponseBody,
    pub(crate) Auth,
    pub(crate) &'static str,
);
