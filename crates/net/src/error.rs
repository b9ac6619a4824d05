//! Why a file is not a usable net.

use thiserror::Error;

use crate::{MAX_CLASSICAL_SHARE, SCALES, SHARE_ONE};

/// Why a file is not a usable net.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetError {
    /// The file begins with something else.
    #[error("this is not a net: it does not begin with MNGNET01")]
    NotANet,
    /// The header names no game.
    #[error("the net is damaged: its header names no game")]
    GameName,
    /// The net belongs to another game.
    #[error("this net is for {found}, not for {expected}")]
    OtherGame {
        /// The game that the net is for.
        found: String,
        /// The game that asked for it.
        expected: &'static str,
    },
    /// The net was trained on other features than this version lists.
    #[error("this net was trained on other features of {game} (hash {found:016x}, this version has {expected:016x})")]
    OtherFeatures {
        /// The game.
        game: &'static str,
        /// The hash in the file.
        found: u64,
        /// The hash of this version.
        expected: u64,
    },
    /// The header contradicts the hash of the features.
    #[error("the net is damaged: its header has other numbers of features or buckets than {game}")]
    Shape {
        /// The game.
        game: &'static str,
    },
    /// The file ends too early.
    #[error("the net is truncated: {found} bytes instead of {expected}")]
    Truncated {
        /// The length of the file.
        found: usize,
        /// The length that its header promises.
        expected: usize,
    },
    /// The file is longer than its header says.
    #[error("the net has {0} bytes too many")]
    TooLong(usize),
    /// A width for which there is no code.
    #[error("a net has 32, 64, 128 or 256 hidden neurons, not {0}")]
    Width(u16),
    /// The bytes were changed.
    #[error("the net is damaged: its checksum is {found:016x} instead of {expected:016x}")]
    Checksum {
        /// The checksum of the bytes.
        found: u64,
        /// The checksum in the file.
        expected: u64,
    },
    /// The sum of the output could exceed 32 bits.
    #[error("the output weights of bucket {0} are so large that their sum can overflow")]
    OutputTooLarge(usize),
    /// The scale is not a sensible one.
    #[error("the scale of a net is from {least} to {most}, not {0}", least = SCALES.start(), most = SCALES.end())]
    Scale(i32),
    /// The classical share is not a sensible one.
    #[error("the classical share of a net is from 0 to {most}/{SHARE_ONE}, not {0}/{SHARE_ONE}", most = MAX_CLASSICAL_SHARE)]
    ClassicalShare(u16),
    /// The note is not text.
    #[error("the note of the net is not UTF-8")]
    Note,
}
