//! Programs talk to our computer players through [`protocol`], and computer players meet each other in the [`arena`].
//!
//! ```
//! use menagerie_engine::protocol::{Out, Session};
//!
//! let mut session = Session::new("shogi5".parse().unwrap());
//! let said = session.hear("query actor");
//! assert!(matches!(&said[..], [Out::Say(line)] if line == "response black"));
//! ```

pub mod arena;
mod lines;
mod play;
pub mod protocol;

/// How many levels there are, from 1.
pub fn levels() -> u8 {
    menagerie_search::Level::ALL.len() as u8
}
