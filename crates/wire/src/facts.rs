//! What a client needs to know of a game to draw it and to talk about it.

use menagerie_game::erased::AnyGame;
use menagerie_game::{Diagram, GameInfo, Piece, Shape};
use serde::Serialize;

/// A game's facts: `GET /api/games/{id}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// The id: `shogi5`.
    pub id: &'static str,
    /// The name people use.
    pub name: &'static str,
    /// One sentence that makes one curious.
    pub tagline: &'static str,
    /// How long a game usually takes, in minutes: from, to.
    pub minutes: (u16, u16),
    /// Whether chance ever acts.
    pub chance: bool,
    /// Whether anything is ever hidden.
    pub hidden: bool,
    /// The seats in order of play.
    pub seats: Vec<Seat>,
    /// Optional rules.
    pub options: Vec<GameOption>,
    /// Kinds of pieces and items.
    pub kinds: Vec<Kind>,
    /// Kinds of squares.
    pub terrains: Vec<Terrain>,
    /// What a board editor can put down; empty in the list of all games.
    pub palette: Vec<Piece>,
    /// The game in plain words, as Markdown.
    pub guide: &'static str,
    /// The exact rules, as Markdown.
    pub rules: &'static str,
    /// What a newcomer is told, and when.
    pub hints: Vec<Hint>,
    /// Explanations of badges, counters, trays, shop entries and buttons; empty in the list of all games.
    pub topics: Vec<Topic>,
}

/// The explanation of something that is no kind and no terrain. Its id is that of a badge, the name of a counter or a
/// tray, or what a spot or a button names.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Topic {
    /// The id.
    pub id: &'static str,
    /// The title of the explanation.
    pub name: &'static str,
    /// What it is and does.
    pub text: &'static str,
    /// The anchor of the heading in the rules under which its rules stand.
    pub rule: &'static str,
}

/// A seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "SeatFacts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SeatFacts"))]
pub struct Seat {
    /// The colour it is named by.
    pub name: &'static str,
    /// The fill of its pieces.
    pub fill: &'static str,
    /// The figure on them.
    pub ink: &'static str,
    /// The outline of its pieces: `circle`, `square`, `diamond`, `hexagon`, `wedge-up`, `wedge-down`, `bare`.
    pub shape: &'static str,
}

/// An optional rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameOption {
    /// As it is written after the colon.
    pub id: &'static str,
    /// What it does.
    pub text: &'static str,
    /// At most one of a group can be on.
    pub group: Option<&'static str>,
}

/// A kind of piece or item.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Kind {
    /// The id in scenes and effects.
    pub id: &'static str,
    /// The name in sentences.
    pub name: &'static str,
    /// What stands in where there is no artwork.
    pub letters: &'static str,
    /// An SVG document, drawn in `currentColor`; empty for none.
    pub art: &'static str,
    /// The directions in which it moves, for marks on the piece; missing for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<MoveMark>>"))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub moves: Vec<MoveMark>,
    /// What it is and does; empty in the list of all games.
    pub text: &'static str,
    /// The anchor of the heading in the rules under which its rules stand.
    pub rule: &'static str,
    /// How it moves; absent for what does not move by itself, and in the list of all games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub diagram: Option<Diagram>,
}

/// A direction in which a kind moves, as its owner sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveMark {
    /// Files to the right: -1, 0 or 1.
    pub right: i8,
    /// Rows forward: -1, 0 or 1.
    pub forward: i8,
    /// The largest number of squares; 0 for any number.
    pub reach: u8,
}

/// A kind of square.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Terrain {
    /// The id in scenes.
    pub id: &'static str,
    /// The name in sentences.
    pub name: &'static str,
    /// Its colour.
    pub fill: &'static str,
    /// Its colour in the dark theme.
    pub dark_fill: &'static str,
    /// An SVG document drawn on it; empty for none.
    pub art: &'static str,
    /// What it is and does; empty in the list of all games.
    pub text: &'static str,
    /// The anchor of the heading in the rules under which its rules stand.
    pub rule: &'static str,
}

/// Something a newcomer is told.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// When it helps.
    pub when: Moment,
    /// What is told.
    pub text: &'static str,
}

/// A moment that a client notices by itself.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "moment", rename_all = "kebab-case")]
pub enum Moment {
    /// The first time that it is one's turn.
    Turn,
    /// The first time that one's turn goes on after an action.
    MidTurn,
    /// After the first capture or death.
    Capture,
    /// The first time that only cells beside a board can be chosen.
    Beside,
    /// The first time that something in this tray can be chosen.
    Tray {
        /// Its name.
        tray: &'static str,
    },
}

impl Hint {
    fn of(info: &GameInfo, hint: &menagerie_game::Hint) -> Self {
        let when = match hint.when {
            menagerie_game::Moment::Turn => Moment::Turn,
            menagerie_game::Moment::MidTurn => Moment::MidTurn,
            menagerie_game::Moment::Capture => Moment::Capture,
            menagerie_game::Moment::Beside => Moment::Beside,
            menagerie_game::Moment::Tray(tray) => Moment::Tray { tray },
        };
        Self { when, text: info.text_of(hint) }
    }
}

impl Game {
    /// Everything about a game: `GET /api/games/{id}`.
    pub fn complete(game: &dyn AnyGame) -> Self {
        let info = game.info();
        let mut facts = Self {
            palette: game.palette(),
            guide: info.guide,
            rules: info.rules,
            hints: info.hints.iter().map(|hint| Hint::of(info, hint)).collect(),
            topics: info.topics.iter().map(|topic| Topic::of(info, topic)).collect(),
            ..Self::from(info)
        };
        for (facts, kind) in facts.kinds.iter_mut().zip(info.kinds) {
            facts.text = info.text_of(kind);
            facts.diagram = game.diagram(kind);
        }
        for (facts, terrain) in facts.terrains.iter_mut().zip(info.terrains) {
            facts.text = info.text_of(terrain);
        }
        facts
    }
}

impl Topic {
    fn of(info: &GameInfo, topic: &menagerie_game::Topic) -> Self {
        Self { id: topic.id, name: info.name_of(topic), text: info.text_of(topic), rule: topic.rule }
    }
}

/// The facts without the long texts, as in the list of all games.
impl From<&'static GameInfo> for Game {
    fn from(info: &'static GameInfo) -> Self {
        let seat = |seat: &menagerie_game::SeatInfo| Seat {
            name: seat.name,
            fill: seat.fill,
            ink: seat.ink,
            shape: shape(seat.shape),
        };
        let option = |option: &menagerie_game::OptionInfo| GameOption {
            id: option.id,
            text: info.text_of(option),
            group: option.group,
        };
        let mark =
            |mark: &menagerie_game::MoveMark| MoveMark { right: mark.right, forward: mark.forward, reach: mark.reach };
        let kind = |kind: &menagerie_game::KindInfo| Kind {
            id: kind.id,
            name: info.name_of(kind),
            letters: kind.letters,
            art: kind.art,
            moves: kind.moves.iter().map(mark).collect(),
            text: "",
            rule: kind.rule,
            diagram: None,
        };
        let terrain = |terrain: &menagerie_game::TerrainInfo| Terrain {
            id: terrain.id,
            name: info.name_of(terrain),
            fill: terrain.fill,
            dark_fill: terrain.dark_fill,
            art: terrain.art,
            text: "",
            rule: terrain.rule,
        };
        Self {
            id: info.id,
            name: info.name(),
            tagline: info.tagline(),
            minutes: info.minutes,
            chance: info.chance,
            hidden: info.hidden,
            seats: info.seats.iter().map(seat).collect(),
            options: info.options.iter().map(option).collect(),
            kinds: info.kinds.iter().map(kind).collect(),
            terrains: info.terrains.iter().map(terrain).collect(),
            palette: Vec::new(),
            guide: "",
            rules: "",
            hints: Vec::new(),
            topics: Vec::new(),
        }
    }
}

const fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle => "circle",
        Shape::Square => "square",
        Shape::Diamond => "diamond",
        Shape::Hexagon => "hexagon",
        Shape::WedgeUp => "wedge-up",
        Shape::WedgeDown => "wedge-down",
        Shape::Bare => "bare",
    }
}
