//! Lessons: the courses of the games, and playing a level.
//!
//! | call | body | answer |
//! |---|---|---|
//! | `GET /api/lessons` | – | [`CourseSummary`] of each game that has a course |
//! | `GET /api/lessons/{game}` | – | [`Course`] |
//! | `POST /api/lessons/{game}/{level}` | [`LessonRequest`] | [`LessonResponse`] |
//! | `GET /api/account/lessons` | – | [`LessonProgress`] |
//! | `PUT /api/account/lessons` | [`LessonProgress`] | [`LessonProgress`], merged |

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::http::SceneResponse;

/// The contents of a course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CourseSummary {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// The chapters, in order.
    pub chapters: Vec<ChapterSummary>,
}

/// A chapter in the contents of a course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChapterSummary {
    /// Its title.
    pub title: String,
    /// The levels, in order.
    pub levels: Vec<LevelSummary>,
}

/// A level in the contents of a course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelSummary {
    /// The id under which progress is stored.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// A course as a learner may see it: without solutions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Course {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// The chapters, in order.
    pub chapters: Vec<Chapter>,
}

/// A chapter of a course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chapter {
    /// Its title.
    pub title: String,
    /// The levels, in order.
    pub levels: Vec<Level>,
}

/// A level as a learner may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Level {
    /// The id under which progress is stored.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What the learner reads before the first move.
    pub text: String,
    /// The learner's seat.
    pub seat: String,
    /// The position, as the learner may know it.
    pub position: String,
    /// The number of turns that the learner has.
    pub moves: u8,
    /// What is marked on the board.
    pub marks: Marks,
    /// Whether there is a hint in words. The next action of the solution can always be asked for.
    pub has_hint: bool,
    /// The ids of the rules that the level teaches.
    pub rules: Vec<String>,
    /// The anchors of the guide's headings that the level teaches.
    pub guide: Vec<String>,
}

/// Marks on the board of a level.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "LessonMarks"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LessonMarks"))]
pub struct Marks {
    /// The ids of marked places.
    pub squares: Vec<String>,
    /// Arrows from place to place.
    pub arrows: Vec<(String, String)>,
}

/// Asks for the state of a level after the learner's actions. The server keeps nothing between requests.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonRequest {
    /// The learner's own actions in order, without replies; empty for the start of the level. Only the last one may be
    /// illegal or end the level.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Whether to answer with the hint.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub hint: bool,
}

/// How a level stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LessonStatus {
    /// The learner is to move.
    Going,
    /// The goal is reached.
    Solved,
    /// The goal is missed.
    Missed,
    /// The last action is illegal. It changed nothing: drop it and go on.
    Refused,
}

/// The state of a level after the learner's actions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LessonResponse {
    /// How the level stands.
    pub status: LessonStatus,
    /// What the learner reads: after a solved level what was learned, after a missed one why, before the reason of a
    /// refusal what to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub message: Option<String>,
    /// The id of the rule that forbids the last action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<String>,
    /// Why the last action is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<String>,
    /// What the learner sees now. Its `position` is the text of the learner's view.
    pub seen: SceneResponse,
    /// The last action of the learner and the replies to it, in order, each with what the learner sees after it. The last
    /// one shows the same as `seen`. Empty at the start and after a refusal.
    pub played: Vec<LessonStep>,
    /// What the opponents do about a missed try, in order; it is shown on the board before the learner tries again.
    pub refutation: Vec<LessonStep>,
    /// The number of the learner's turns that are left.
    pub turns_left: u8,
    /// What is marked on the board; nothing after the first action.
    pub marks: Marks,
    /// The hint, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hint: Option<LessonHint>,
}

/// An action in a level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonStep {
    /// Who acted: a seat's name or `chance`.
    pub by: String,
    /// The action, as the learner may read it.
    pub action: String,
    /// What the learner sees after it; `happened` says what the action did.
    pub seen: SceneResponse,
}

/// Help in a level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonHint {
    /// In words.
    pub text: Option<String>,
    /// The next action of a solution; nothing if the learner has left all of them.
    pub action: Option<String>,
}

/// Stars, from 1 to 3, by game and level. Unknown games and levels are refused.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonProgress {
    /// By the game's id, then by the level's id.
    pub stars: BTreeMap<String, BTreeMap<String, u8>>,
}
