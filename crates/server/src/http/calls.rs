//! Every call but those that programs know from Lichess (`program_calls.rs`): its method and path, what it takes, what it gives, and who may call. `openapi.rs` makes the document of it.

use menagerie_wire::Thought;
use menagerie_wire::facts::Game;
use menagerie_wire::http::{
    About, Analyse, Arrange, Arranged, Commitment, CreateTable, Imported, Join, Lobby, Look, Looked, Seated,
};
use menagerie_wire::table::Table;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use super::accounts::{Credentials, Listed, MadeToken, Me, NewPassword, NewToken, OwnAccount};
use super::operator::{Banning, Complaint as Report};
use super::players::{History, Profile};
use super::records::Checked;
use super::talk::{Complaint, Mute};

/// The schema of a type, by reference.
pub(super) type Shape = fn(&mut SchemaGenerator) -> Schema;

pub(super) fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// How a call's body is written.
#[derive(Clone, Copy)]
pub(super) enum Takes {
    Nothing,
    Json(Shape),
    /// A form, or a JSON object with the same fields.
    Form(Shape),
    Text,
}

/// How its answer is written.
#[derive(Clone, Copy)]
pub(super) enum Gives {
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
pub(super) enum By {
    Anybody,
    Session,
    Token,
    Operator,
}

use By::{Anybody, Operator, Session, Token};
use Gives::{Json, Lines, Picture, Record, Socket, Words};
use Takes::Nothing;

/// One call: method, path, what it takes and gives, who may call, and what it does in one sentence.
pub(super) struct Call(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) Takes,
    pub(super) Gives,
    pub(super) By,
    pub(super) &'static str,
);

pub(super) const CALLS: &[Call] = &[
    Call("get", "/api/about", Nothing, Json(of::<About>), Anybody, "What the server is and how it can be reached"),
    Call("get", "/api/games", Nothing, Json(of::<Vec<Game>>), Anybody, "The games, without their long texts"),
    Call("get", "/api/games/{id}", Nothing, Json(of::<Game>), Anybody, "A game's facts, guide and rules"),
    Call("get", "/api/lobby", Nothing, Json(of::<Lobby>), Anybody, "Public tables that wait or are being played at"),
    Call(
        "post",
        "/api/commitments",
        Nothing,
        Json(of::<Commitment>),
        Anybody,
        "Draws the secret of a table's dice and tells its hash, before whoever makes the table adds to them",
    ),
    Call(
        "post",
        "/api/tables",
        Takes::Json(of::<CreateTable>),
        Json(of::<Seated>),
        Anybody,
        "Makes a table; answers with the tokens of the seats at one's own screen",
    ),
    Call("get", "/api/tables/{id}", Nothing, Json(of::<Table>), Anybody, "A table"),
    Call(
        "post",
        "/api/tables/{id}/join",
        Takes::Json(of::<Join>),
        Json(of::<Seated>),
        Anybody,
        "Sits down; answers with the seat's token",
    ),
    Call("get", "/api/tables/{id}/socket", Nothing, Socket, Anybody, "The WebSocket of the table"),
    Call(
        "get",
        "/api/tables/{id}/record",
        Nothing,
        Record,
        Anybody,
        "The record as text, or as JSON by Accept; ?until=N stops early",
    ),
    Call(
        "get",
        "/api/tables/{id}/at/{version}",
        Nothing,
        Json(of::<Looked>),
        Anybody,
        "What the match looked like after so many events, as far as one may know",
    ),
    Call(
        "post",
        "/api/tables/{id}/mute",
        Takes::Json(of::<Mute>),
        Gives::Nothing,
        Anybody,
        "The holder of a seat's token does not want to hear a seat",
    ),
    Call(
        "post",
        "/api/tables/{id}/report",
        Takes::Json(of::<Complaint>),
        Gives::Nothing,
        Anybody,
        "Complains about something that was said",
    ),
    Call(
        "post",
        "/api/records/verify",
        Takes::Text,
        Json(of::<Checked>),
        Anybody,
        "Plays a record through and checks actions, result and dice",
    ),
    Call(
        "post",
        "/api/import",
        Takes::Text,
        Json(of::<Imported>),
        Anybody,
        "Keeps a record of a match that is over as a table",
    ),
    Call("post", "/api/scene", Takes::Json(of::<Look>), Json(of::<Looked>), Anybody, "What a position looks like"),
    Call(
        "post",
        "/api/arrange",
        Takes::Json(of::<Arrange>),
        Json(of::<Arranged>),
        Anybody,
        "The position text of pieces put down by hand, and what is wrong with it",
    ),
    Call(
        "get",
        "/api/picture",
        Nothing,
        Picture,
        Anybody,
        "A position as SVG or PNG: ?game=&position=&format=&width=&flipped=&dark=",
    ),
    Call(
        "post",
        "/api/analyse",
        Takes::Json(of::<Analyse>),
        Lines(of::<Thought>),
        Anybody,
        "The computer's opinion of a position, one JSON object per line",
    ),
    Call("get", "/api/openapi.json", Nothing, Json(of::<Value>), Anybody, "This document"),
    Call("get", "/healthz", Nothing, Words, Anybody, "Whether the server is well"),
    Call("get", "/metrics", Nothing, Words, Anybody, "Counters"),
    Call("post", "/api/account", Takes::Json(of::<Credentials>), Json(of::<Me>), Anybody, "Registers and signs in"),
    Call("get", "/api/account", Nothing, Json(of::<OwnAccount>), Token, "Who one is"),
    Call(
        "post",
        "/api/account/password",
        Takes::Json(of::<NewPassword>),
        Json(of::<Me>),
        Session,
        "Changes the password and ends all sessions but a new one",
    ),
    Call("get", "/api/account/sessions", Nothing, Json(of::<Vec<Listed>>), Session, "One's sessions"),
    Call(
        "delete",
        "/api/account/sessions",
        Nothing,
        Gives::Nothing,
        Session,
        "Ends all of one's sessions but this one",
    ),
    Call("delete", "/api/account/sessions/{id}", Nothing, Gives::Nothing, Session, "Ends a session"),
    Call(
        "get",
        "/api/account/tokens",
        Nothing,
        Json(of::<Vec<Listed>>),
        Session,
        "One's API tokens, without the tokens themselves",
    ),
    Call(
        "post",
        "/api/account/tokens",
        Takes::Json(of::<NewToken>),
        Json(of::<MadeToken>),
        Session,
        "Makes an API token, shown this once",
    ),
    Call("delete", "/api/account/tokens/{id}", Nothing, Gives::Nothing, Session, "Revokes an API token"),
    Call("post", "/api/session", Takes::Json(of::<Credentials>), Json(of::<Me>), Anybody, "Signs in"),
    Call("delete", "/api/session", Nothing, Gives::Nothing, Session, "Signs out"),
    Call("get", "/api/players/{name}", Nothing, Json(of::<Profile>), Anybody, "An account's profile with its ratings"),
    Call(
        "get",
        "/api/players/{name}/history",
        Nothing,
        Json(of::<History>),
        Anybody,
        "An account's games, newest first; ?after=NEXT goes on",
    ),
    Call(
        "get",
        "/api/operator/reports",
        Nothing,
        Json(of::<Vec<Report>>),
        Operator,
        "Complaints that nobody has dealt with yet",
    ),
    Call("post", "/api/operator/reports/{id}/settle", Nothing, Gives::Nothing, Operator, "A complaint was dealt with"),
    Call("post", "/api/operator/tables/{id}/close", Nothing, Gives::Nothing, Operator, "Closes a table"),
    Call(
        "delete",
        "/api/operator/tables/{id}/said/{number}",
        Nothing,
        Gives::Nothing,
        Operator,
        "Removes something that was said",
    ),
    Call(
        "post",
        "/api/operator/ban",
        Takes::Json(of::<Banning>),
        Gives::Nothing,
        Operator,
        "Keeps an address or an account out",
    ),
    Call(
        "post",
        "/api/operator/unban",
        Takes::Json(of::<Banning>),
        Gives::Nothing,
        Operator,
        "Lets an address or an account in again",
    ),
];
