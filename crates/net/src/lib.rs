//! Small quantised value nets: the learned evaluations of the games.
//!
//! A game describes what its net sees with [`Inputs`] and lists the active features of a position,
//! as one seat sees it, in [`Features`]. A [`Net`] is read from a file ([`Net::read`]) that must fit
//! these inputs, and gives a score in hundredths of the game's smallest piece. It has one hidden
//! layer with a squared, clipped activation:
//!
//! - [`Layout::Pair`], for two seats: the hidden layer once for the seat on turn and once for the
//!   other, both together give the score of the seat on turn;
//! - [`Layout::AllSeats`], for more seats: one hidden layer, as the seat on turn sees the position,
//!   gives the scores of all seats.
//!
//! Nothing is kept from one position to the next: a score is a pure function of the features.

use std::ops::RangeInclusive;

mod error;
mod evaluate;
mod features;
mod file;
mod inputs;
mod loaded;
mod net;

pub use error::NetError;
pub use features::Features;
pub use file::game_of;
pub use inputs::{Inputs, Layout};
pub use loaded::{load, loaded};
pub use net::{Header, Net, Weights};

/// The net in a file beside the source, read once, as `fn net() -> Option<Arc<Net>>`.
///
/// A test of the test kit reads the net of every game, so a file that does not fit is found there.
#[macro_export]
macro_rules! embedded_net {
    ($file:literal, $inputs:expr) => {
        /// The game's own net, if the page has loaded it: in a browser it is not part of the program.
        #[cfg(target_family = "wasm")]
        pub(crate) fn net() -> Option<std::sync::Arc<$crate::Net>> {
            $crate::loaded(&$inputs)
        }

        /// The net that is part of the program.
        #[cfg(not(target_family = "wasm"))]
        pub(crate) fn net() -> Option<std::sync::Arc<$crate::Net>> {
            use std::sync::{Arc, LazyLock};
            static NET: LazyLock<Arc<$crate::Net>> = LazyLock::new(|| {
                Arc::new($crate::Net::read(include_bytes!($file), &$inputs).expect("the embedded net fits its game"))
            });
            Some(Arc::clone(&NET))
        }
    };
}

/// The value of 1 in the hidden layer. Its square is the greatest that fits 16 bits.
pub const ACTIVATION_ONE: i32 = 181;
/// The value of 1 in the weights of the output.
pub const OUTPUT_ONE: i32 = 256;
/// The value of 1 in [`Header::classical_share`].
pub const SHARE_ONE: i32 = 256;
/// The greatest classical share of a net: twice the classical evaluation.
pub const MAX_CLASSICAL_SHARE: u16 = 512;
/// The scales that a net can have. With them no product of a score exceeds 64 bits.
pub const SCALES: RangeInclusive<i32> = 1..=10_000;
/// The numbers of hidden neurons that a net can have.
pub const WIDTHS: [u16; 4] = [32, 64, 128, 256];
/// The most seats of a game.
pub const MAX_SEATS: usize = 4;
/// The bound of a score.
pub const MAX_SCORE: i32 = 20_000;
