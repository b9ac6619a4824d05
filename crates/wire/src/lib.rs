//! The messages between server and clients, and nothing else: no logic, no transport.
//!
//! - [`http`]: the bodies of the HTTP calls that the page and the terminal client make;
//! - [`FromClient`] and [`ToClient`]: the two closed sets of messages on a table's WebSocket;
//! - [`table`]: what a table is to those who look at it;
//! - [`facts`]: what a client needs to know of a game to draw it.
//!
//! Scenes and effects are those of `menagerie-game`. A position is not among the types here: only views go over the wire,
//! as text and as a scene made from the view.
//!
//! Every message is JSON. A WebSocket frame is one message with its kind in `t`:
//!
//! ```
//! use menagerie_wire::FromClient;
//! let act: FromClient =
//!     serde_json::from_str(r#"{"t":"act","ack":7,"at":12,"seat":"black","action":"a5a2"}"#).unwrap();
//! assert!(matches!(act, FromClient::Act { ack: 7, .. }));
//! ```

mod client;
pub mod facts;
pub mod http;
mod refusal;
mod server;
pub mod table;
mod talk;

pub use client::{Claim, Form, FromClient, Offer};
pub use refusal::{Code, Refused};
pub use server::{Ended, Entry, Happened, Line, Seen, Thought, ToClient};
pub use talk::{Alliance, AllianceStep, Room, Said, Say, Whispered};

pub use menagerie_game::{Effect, Piece, Place, Scene};
