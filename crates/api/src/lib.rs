//! The parts of the API that need no server: pure functions from a request to its answer or a refusal.
//!
//! The server answers HTTP requests with them, the browser answers itself with them where it plays without a server.
//! Rate limits, threads and status codes are the caller's.
//!
//! ```
//! use menagerie_wire::http::SceneRequest;
//!
//! let request = SceneRequest {
//!     game: "jungle".to_owned(),
//!     position: None,
//!     events: vec![],
//!     actions: vec!["a3a4".to_owned()],
//!     pass: false,
//!     open: false,
//!     explain: None,
//! };
//! assert_eq!(menagerie_api::scene::look(&request).unwrap().actor, "black");
//! ```

pub mod arrange;
pub mod games;
pub mod lessons;
pub mod moves;
pub mod past;
pub mod puzzle_results;
pub mod puzzles;
pub mod reach;
pub mod scene;
mod steps;
pub mod studies;
pub mod think;

use menagerie_wire::{Code, Refused};

fn refused(code: Code, error: impl Into<String>) -> Refused {
    menagerie_table::refusal::refused(code, error)
}
