//! Studies: a game or a position with variations and comments, saved and shared by link.
//!
//! | call | body | answer |
//! |---|---|---|
//! | `POST /api/studies` | [`StudyContent`] | [`SavedStudy`] |
//! | `GET /api/studies/{id}` | – | [`Study`] |
//! | `PUT /api/studies/{id}` | [`ChangeStudy`] | [`Study`] |
//! | `DELETE /api/studies/{id}` | – | – |
//! | `GET /api/account/studies` | – | [`StudySummary`] of each study of the account |

use serde::{Deserialize, Serialize};

/// What a study holds. The server checks that every event and action is legal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StudyContent {
    /// Its title: 1 to 100 characters.
    pub title: String,
    /// The game with its options.
    pub game: String,
    /// The position at its start; the usual one if left out.
    #[serde(default)]
    pub position: Option<String>,
    /// The events of a match that begins there, as they stand in a record. Empty for a study of one position.
    #[serde(default)]
    pub events: Vec<String>,
    /// The variations.
    #[serde(default)]
    pub variations: Vec<StudyVariation>,
    /// The comments.
    #[serde(default)]
    pub comments: Vec<StudyComment>,
}

/// A variation: actions that were not played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StudyVariation {
    /// The number of events before it.
    pub at: u32,
    /// Its actions.
    pub actions: Vec<String>,
}

/// A comment on a position of the game or of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StudyComment {
    /// The number of events before the position.
    pub at: u32,
    /// The first actions of a variation that lead on to the position; empty for a position of the game.
    #[serde(default)]
    pub actions: Vec<String>,
    /// The comment: plain text of 1 to 1000 characters.
    pub text: String,
}

/// A study that was saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SavedStudy {
    /// Its id.
    pub id: String,
    /// Its address.
    pub url: String,
    /// The right to change it, for a guest: `Authorization: Bearer TOKEN`. An account needs none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub token: Option<String>,
}

/// A study as its readers see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Study {
    /// Its id.
    pub id: String,
    /// The name of the account that owns it; nothing for a guest's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub owner: Option<String>,
    /// Whether the signed-in account owns it.
    pub own: bool,
    /// Its version: one more with each change.
    pub revision: u32,
    /// When it was changed last, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub updated: i64,
    /// What it holds.
    pub content: StudyContent,
}

/// A change of a study, by its owner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeStudy {
    /// The version that this change is based on. Another version is refused, so that no change is lost.
    pub revision: u32,
    /// What it holds now.
    pub content: StudyContent,
}

/// A study in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StudySummary {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The game with its options.
    pub game: String,
    /// When it was changed last, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub updated: i64,
}
