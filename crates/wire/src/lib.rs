//! The messages between server and clients, and nothing else: no logic, no transport.
//!
//! - [`http`]: the bodies of the HTTP calls that the page and the terminal client make;
//! - [`FromClient`] and [`ToClient`]: the two closed sets of messages on a table's WebSocket;
//! - [`table`]: what a table is to those who look at it;
//! - [`facts`]: what a client needs to know of a game to draw it;
//! - [`lessons`]: courses for newcomers;
//! - [`puzzles`] and [`studies`]: puzzles and their results; games with variations and comments.
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

mod chat;
mod client;
mod end;
pub mod facts;
pub mod http;
pub mod lessons;
pub mod puzzles;
mod refusal;
mod server;
pub mod studies;
pub mod table;

pub use chat::{Alliance, AllianceStep, ChatChannel, ChatMessage, ChatPost, PrivateChatNotice};
pub use client::{Claim, FromClient, Offer, ViewFormat};
pub use end::{EndCause, Ended};
pub use refusal::{Code, Refused};
pub use server::{DescribedEffect, LogEntry, PrincipalVariation, TableView, Thought, ToClient};

pub use menagerie_game::{Effect, Piece, Place, Scene};
