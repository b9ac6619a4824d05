//! How a match ended.

use menagerie_match::{Cause, Departure as Leaving};
use serde::{Deserialize, Serialize};

/// How a match ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ended {
    /// What each seat got, in order of play.
    pub scores: Vec<(String, f64)>,
    /// The rule's id.
    pub rule: String,
    /// Why, in words.
    pub reason: String,
    /// What ended it; missing in matches that an earlier version stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cause: Option<EndCause>,
}

/// What ended a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndCause {
    /// The game's own rules.
    Rules,
    /// The same position occurred too often.
    Repetition,
    /// There was no progress for too long.
    NoProgress,
    /// The match reached its greatest length.
    Length,
    /// All seats agreed on a draw.
    Agreement,
    /// A seat resigned.
    Resignation,
    /// A seat ran out of time.
    Timeout,
    /// A seat left the match.
    Departure,
}

impl From<Cause> for EndCause {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::Rules => Self::Rules,
            Cause::Repetition => Self::Repetition,
            Cause::NoProgress => Self::NoProgress,
            Cause::Length => Self::Length,
            Cause::Agreement => Self::Agreement,
            Cause::Departure(_, Leaving::Resigned) => Self::Resignation,
            Cause::Departure(_, Leaving::OutOfTime) => Self::Timeout,
            Cause::Departure(_, Leaving::Left) => Self::Departure,
        }
    }
}
