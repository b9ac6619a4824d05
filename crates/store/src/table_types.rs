//! The types of a table's columns: stage, seat plan, time control and result.
//!
//! They are the store's own. Existing databases hold their written forms, so these never change, whatever the messages to
//! clients look like. The stage is written as a word, the others as JSON.

use serde::{Deserialize, Serialize};

use crate::{Result, StoreError};

/// The stage of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Seats are open.
    Waiting,
    /// The match is on.
    Playing,
    /// The match is over.
    Over,
    /// Nobody came, the creator cancelled it, or an operator closed it.
    Closed,
}

impl Stage {
    const ALL: [Self; 4] = [Self::Waiting, Self::Playing, Self::Over, Self::Closed];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Over => "over",
            Self::Closed => "closed",
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self> {
        let stage = Self::ALL.into_iter().find(|stage| stage.as_str() == text);
        stage.ok_or_else(|| StoreError::damaged("a table's stage"))
    }
}

/// Who was to sit on a seat when the table was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SeatPlan {
    /// Any player who joins.
    Open,
    /// A player at the creator's screen. Several such players share it.
    Here {
        /// The player's name.
        name: String,
    },
    /// A computer player.
    Computer {
        /// From 1 to 8.
        level: u8,
    },
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// Fischer: time for the game, and an increment after each of the player's turns.
    Fischer {
        /// Seconds at the start.
        initial: u32,
        /// Seconds after each turn.
        increment: u32,
    },
    /// Byoyomi: time for the game, then periods per turn.
    Byoyomi {
        /// Seconds at the start.
        initial: u32,
        /// Seconds of a period.
        period: u32,
        /// The number of periods.
        periods: u32,
    },
    /// Correspondence: days for each turn.
    Days {
        /// The number of days.
        days: u32,
    },
}

/// The result of a match that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchResult {
    /// The score of each seat, in order of play.
    pub scores: Vec<(String, f64)>,
    /// The id of the rule that ended the match.
    pub rule: String,
    /// The reason, in words.
    pub reason: String,
    /// The cause as a fixed word, such as `resigned`. Results of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_reads_with_and_without_a_cause() {
        let old = r#"{"scores":[["red",0.5],["black",0.5]],"rule":"any/1","reason":"a draw"}"#;
        let new = r#"{"scores":[["red",0.5],["black",0.5]],"rule":"any/1","reason":"a draw","cause":"agreed"}"#;
        for (json, cause) in [(old, None), (new, Some("agreed"))] {
            let result: MatchResult = serde_json::from_str(json).unwrap();
            assert_eq!(result.cause.as_deref(), cause);
            assert_eq!(serde_json::to_string(&result).unwrap(), json);
        }
    }

    #[test]
    fn a_stage_is_read_as_it_was_written_and_another_word_is_damage() {
        for stage in Stage::ALL {
            assert_eq!(Stage::parse(stage.as_str()).unwrap(), stage);
        }
        assert!(matches!(Stage::parse("asleep"), Err(StoreError::Damaged(_))));
    }
}
