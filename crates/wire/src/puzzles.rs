//! Puzzles: the collections of the games, playing a puzzle, and results. A try is a [`LessonRequest`] and its answer a
//! [`LessonResponse`], as in a level of a course.
//!
//! | call | body | answer |
//! |---|---|---|
//! | `GET /api/puzzles` | – | [`PuzzleCollection`] of each game that has puzzles |
//! | `GET /api/puzzles/{game}/daily` | – | [`Puzzle`] |
//! | `GET /api/puzzles/{game}/next` | – | [`Puzzle`] |
//! | `GET /api/puzzles/{id}` | – | [`Puzzle`] |
//! | `POST /api/puzzles/{id}/try` | [`LessonRequest`] | [`LessonResponse`] |
//! | `POST /api/puzzles/{id}/result` | [`PuzzleResultRequest`] | [`PuzzleResult`] |
//!
//! [`LessonRequest`]: crate::lessons::LessonRequest
//! [`LessonResponse`]: crate::lessons::LessonResponse

use serde::{Deserialize, Serialize};

/// The puzzles of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleCollection {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// How many puzzles there are.
    pub count: u32,
    /// The themes, the most frequent first.
    pub themes: Vec<PuzzleTheme>,
    /// The rating of the signed-in account in this game's puzzles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub own: Option<PuzzleRating>,
}

/// A theme of puzzles: a rule or a tactical motif.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleTheme {
    /// Its id: a motif (`den-race`) or a rule id (`jungle/captures/2`).
    pub id: String,
    /// In words.
    pub name: String,
    /// How many puzzles have it.
    pub count: u32,
}

/// A puzzle without its solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// Its id.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The seat that solves it and is to act.
    pub solver: String,
    /// What the solver reaches: `win`, `advantage` or `eliminate`.
    pub goal: String,
    /// How many turns of the solver the solution has.
    pub turns: u8,
    /// The position text.
    pub position: String,
    /// Its rating now.
    pub rating: u16,
    /// The position in which the source game starts; the usual one if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub start: Option<String>,
    /// The actions of the source game up to the puzzle.
    pub actions: Vec<String>,
    /// Where the source game comes from, in words: `self-play`, or the name of a record.
    pub source: String,
    /// Whether the signed-in account has solved it; nothing if it has no result here yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub done: Option<bool>,
}

/// The end of an attempt. The first one of an account counts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PuzzleResultRequest {
    /// The solver's actions. If they do not solve the puzzle, the solver has given up.
    pub actions: Vec<String>,
    /// Whether a hint was used: then it does not count as solved.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub hint: bool,
    /// The rating of a guest, which the guest's browser keeps. An account has its own.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub guest: Option<PuzzleRating>,
}

/// What an attempt has led to, and the solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleResult {
    /// Whether it counts as solved.
    pub solved: bool,
    /// The solution: every action of the solver and every reply.
    pub line: Vec<String>,
    /// Its themes.
    pub themes: Vec<PuzzleTheme>,
    /// The solver's rating before and after the result that counts; nothing for a guest without a rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub change: Option<RatingChange>,
    /// The new rating of a guest, for the guest's browser to keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub guest: Option<PuzzleRating>,
}

/// A rating that has changed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingChange {
    /// The rating before.
    pub before: f64,
    /// The rating after.
    pub after: f64,
}

/// A Glicko-2 rating of a solver.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PuzzleRating {
    /// The rating.
    pub value: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
    /// The number of puzzles behind it.
    pub games: u32,
}
