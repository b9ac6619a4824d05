//! The engine: [`protocol`] runs computer players for other programs (UGI, UCI), and [`arena`]
//! plays them against each other (matches, Elo, SPRT).
//!
//! ```
//! use menagerie_engine::protocol::{Output, Session};
//!
//! let mut session = Session::new("shogi5".parse().unwrap());
//! let said = session.receive_line("query actor");
//! assert!(matches!(&said[..], [Output::Line(line)] if line == "response black"));
//! ```

pub mod arena;
mod eval_file;
mod line_reader;
pub mod protocol;
pub mod selfplay;
mod tracked_match;

pub use eval_file::{EvalFile, EvalFileError, OwnSettings};

/// The number of strength levels, from 1.
pub fn levels() -> u8 {
    menagerie_search::Level::ALL.len() as u8
}
