//! Scenes: the data from which a generic client draws and plays every game.

use std::borrow::Cow;

use crate::{Actor, Place, Seat};

/// Words that are mostly the game's own constants.
type Name = Cow<'static, str>;

/// Everything a client draws.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// The boards, in the order in which they are shown.
    pub planes: Vec<Plane>,
    /// The places one can see and touch.
    pub spots: Vec<Spot>,
    /// What stands or lies there; later ones on top of earlier ones.
    pub pieces: Vec<Piece>,
    /// Numbers that belong to a seat.
    pub counters: Vec<Counter>,
    /// What is asked now.
    pub prompt: Prompt,
    /// For each legal action the touches that choose it; empty for those who wait.
    pub choices: Vec<Choice>,
}

/// A rectangular board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plane {
    /// Its id: `board`, `heaven`.
    pub id: Name,
    /// Its title, if it needs one.
    pub title: Name,
    /// Files.
    pub width: u8,
    /// Ranks.
    pub height: u8,
}

/// A place one can see and touch.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot {
    /// Its id; unique in the scene.
    pub id: Place,
    /// Where it lies.
    pub site: Site,
    /// The id of its terrain in [`GameInfo::terrains`](crate::GameInfo); empty for none.
    pub terrain: Name,
    /// What it is called, for tooltips and screen readers.
    pub label: Name,
    /// The action that selecting this place alone would mean, legal or not: a client asks why it is refused.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub action: Option<Name>,
    /// The id of the [`Topic`](crate::Topic) that explains it, where its terrain does not.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub topic: Option<Name>,
    /// What it costs, in coins.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub price: Option<u32>,
    /// Why it cannot be bought now, in a sentence: `Costs 8 coins; you have 3.`
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub locked: Option<Name>,
    /// How many are in stock, where a stock is shown.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub count: Option<u32>,
}

impl Spot {
    /// A place with nothing special about it.
    pub fn new(id: Place, site: Site, terrain: &'static str, label: impl Into<Name>) -> Self {
        Self {
            id,
            site,
            terrain: Cow::Borrowed(terrain),
            label: label.into(),
            action: None,
            topic: None,
            price: None,
            locked: None,
            count: None,
        }
    }
}

/// Where a place lies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "on", rename_all = "kebab-case"))]
pub enum Site {
    /// On a plane, by file and rank from 0; jail cells lie beside the board, at file -1 or at the width.
    Plane {
        /// Index into [`Scene::planes`].
        plane: u8,
        /// File from 0.
        x: i8,
        /// Rank from 0, at the bottom.
        y: i8,
    },
    /// In a tray beside the boards: a hand, the shop, a row of cards.
    Tray {
        /// `hand`, `shop`, `cards`.
        tray: Name,
        /// Whose it is; `None` for everybody's.
        seat: Option<Seat>,
        /// Its place in the tray from 0.
        slot: u8,
    },
}

/// A piece, an item or a corpse, named by its place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Where it stands; for a larger piece the place of its lowest file and rank.
    pub at: Place,
    /// The id of its kind in [`GameInfo::kinds`](crate::GameInfo).
    pub kind: Name,
    /// The seat whose colour it has; `None` for a bear, a corpse, an item.
    pub color: Option<Seat>,
    /// Who may move it; `None` for nobody's piece.
    pub controller: Option<Seat>,
    /// How many squares wide and high.
    pub size: u8,
    /// How many of it lie there (hands, coins); 1 for a piece on a board.
    pub count: u16,
    /// What is special about it.
    pub badges: Vec<Badge>,
}

/// A mark on a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Badge {
    /// Its id: `promoted`, `cursed`.
    pub id: Name,
    /// One to three characters shown on the piece: `+`, `8`, `S3`.
    pub mark: Name,
    /// In words: `promoted`, `stunned for 3 turns`.
    pub label: Name,
}

/// A number that belongs to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counter {
    /// Whose.
    pub seat: Seat,
    /// What it counts, in the plural: `coins`; [`GameInfo::counter_words`](crate::GameInfo) tells it.
    pub name: Name,
    /// How many.
    pub value: i32,
}

/// What is asked now, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prompt {
    /// Who decides.
    pub actor: Actor,
    /// To the viewer: what to do ("Choose a cell for the captured king"), or what the others are deciding, or how the
    /// game ended.
    pub text: Name,
    /// Whether the turn goes on: something was already done in it.
    pub mid_turn: bool,
}

impl Default for Prompt {
    fn default() -> Self {
        Self { actor: Actor::Nobody, text: Cow::Borrowed(""), mid_turn: false }
    }
}

/// A legal action and how to choose it by touching.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The action's text.
    pub action: String,
    /// What to touch, in order. No list equals or begins another of the scene.
    pub touches: Vec<Touch>,
    /// The action in words: `spear a5 takes soldier on a2 and is promoted`.
    pub words: Name,
    /// Whether the action cannot be undone within the turn and is worth a second look: a purchase, a promotion.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub irreversible: bool,
}

impl Choice {
    /// An action that these touches choose.
    #[expect(clippy::needless_pass_by_value, reason = "actions are small values, and callers give texts too")]
    pub fn new(action: impl ToString, touches: Vec<Touch>, words: impl Into<Name>) -> Self {
        Self { action: action.to_string(), touches, words: words.into(), irreversible: false }
    }
}

/// One touch.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "touch", rename_all = "kebab-case"))]
pub enum Touch {
    /// A place.
    Place {
        /// Which.
        place: Place,
    },
    /// Several places at once, named by the first: a 2×2 thaw, a giant's block.
    Area {
        /// The place it is named by.
        place: Place,
        /// All places it covers.
        covers: Vec<Place>,
    },
    /// A button.
    Button {
        /// Its id: `stop`, `shoot`.
        id: Name,
        /// What stands on it.
        label: Name,
        /// The id of the [`Topic`](crate::Topic) or of the kind that explains it: a button that promotes names a kind.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "ts", ts(optional))]
        topic: Option<Name>,
    },
}

impl Touch {
    /// Touching a place.
    pub fn place(place: Place) -> Self {
        Self::Place { place }
    }

    /// Pressing a button. The topic that explains it has the button's id.
    pub fn button(id: &'static str, label: impl Into<Name>) -> Self {
        Self::Button { id: Cow::Borrowed(id), label: label.into(), topic: Some(Cow::Borrowed(id)) }
    }
}

impl Piece {
    /// A piece of size 1 that its own colour's seat controls, without badges.
    pub fn new(at: Place, kind: &'static str, color: Option<Seat>) -> Self {
        Self { at, kind: Cow::Borrowed(kind), color, controller: color, size: 1, count: 1, badges: Vec::new() }
    }

    /// The last of these pieces at a place: the one that counts where there is room for one.
    pub fn last_at(pieces: &[Self], place: Place) -> Option<&Self> {
        pieces.iter().rev().find(|piece| piece.at == place)
    }
}
