//! What the API's document says of a call.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The schema of a type, by reference.
pub(crate) type Shape = fn(&mut SchemaGenerator) -> Schema;

pub(crate) fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// A line of a stream: `type` says what else it holds.
pub(crate) fn line(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}}})
}

/// How a call's body is written.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    Nothing,
    Json(Shape),
    /// A form, or a JSON object with the same fields.
    Form(Shape),
    Text,
}

/// How its answer is written.
#[derive(Clone, Copy)]
pub(crate) enum Gives {
    Nothing,
    Json(Shape),
    /// One object per line.
    Lines(Shape),
    Words,
    /// A record as text, or as JSON.
    Record,
    /// An SVG or PNG picture.
    Picture,
    /// A WebSocket.
    Socket,
}

/// Who may call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Anybody,
    Session,
    Token,
    Operator,
}

/// One call: method, path, what it takes and gives, who may call, and what it does in one sentence.
pub(crate) struct Call(
    pub(crate) &'static str,
    pub(crate) &'static str,
    pub(crate) Takes,
    pub(crate) Gives,
    pub(crate) By,
    pub(crate) &'static str,
);
