//! A game's facts: one constant per game, read by lobby, help, drawing and tests.

use std::fmt;

use crate::{Hint, Messages, PlaceName, Seat};

/// The facts of a game.
#[derive(Debug)]
pub struct GameInfo {
    /// The id in every text: `shogi5`.
    pub id: &'static str,
    /// Its texts: name, tagline, and those of all facts below; see [`Fact`](crate::Fact).
    pub messages: &'static Messages,
    /// How long a game usually takes, in minutes: from, to.
    pub minutes: (u16, u16),
    /// The seats in order of play.
    pub seats: &'static [SeatInfo],
    /// What may follow the id after a colon.
    pub options: &'static [OptionInfo],
    /// Whether chance ever acts.
    pub chance: bool,
    /// Whether anything is ever hidden.
    pub hidden: bool,
    /// Kinds of pieces and items, with their artwork.
    pub kinds: &'static [KindInfo],
    /// Kinds of squares, with their colours.
    pub terrains: &'static [TerrainInfo],
    /// What sentences call the place with this id; [`PlaceName::square`] where every place is a square.
    pub place_name: fn(&str) -> PlaceName,
    /// The exact rules: the text of `rules.md`.
    pub rules: &'static str,
    /// The game in plain words: the text of `guide.md`.
    pub guide: &'static str,
    /// The course for newcomers: the text of `lessons.toml`; empty if there is none.
    pub lessons: &'static str,
    /// What a newcomer is told, and when; those of one moment in the order in which they are told.
    pub hints: &'static [Hint],
    /// Explanations of everything that is no kind and no terrain: badges, counters, trays, shop entries, buttons.
    pub topics: &'static [Topic],
}

/// The explanation of something that a client shows. Its id is that of a badge, the name of a counter or a tray, or what a
/// [`Spot`](crate::Spot) or a button names.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// The id: `promoted`, `coins`, `shop`.
    pub id: &'static str,
    /// The anchor of the heading in `rules.md` under which its rules stand.
    pub rule: &'static str,
}

impl Topic {
    /// A topic with this id and anchor in the rules.
    pub const fn new(id: &'static str, rule: &'static str) -> Self {
        Self { id, rule }
    }
}

/// A seat's facts.
#[derive(Debug)]
pub struct SeatInfo {
    /// The colour it is named by, which is its id: sentences use [`GameInfo::color_name`].
    pub name: &'static str,
    /// The letter in position texts.
    pub letter: char,
    /// The fill of its pieces, as `#rrggbb`.
    pub fill: &'static str,
    /// The figure on them, as `#rrggbb`.
    pub ink: &'static str,
    /// The outline of its pieces: sides differ without colour too.
    pub shape: Shape,
}

/// The outline of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A disc.
    Circle,
    /// A square with round corners.
    Square,
    /// A square on its tip.
    Diamond,
    /// A hexagon.
    Hexagon,
    /// A wedge that points up the board.
    WedgeUp,
    /// A wedge that points down the board.
    WedgeDown,
    /// No outline: the figure alone (items, corpses).
    Bare,
}

/// An optional rule.
#[derive(Debug)]
pub struct OptionInfo {
    /// As it is written after the colon: `classic`.
    pub id: &'static str,
    /// At most one option of the same group can be on; `None` stands with all others.
    pub group: Option<&'static str>,
}

/// A kind of piece or item.
#[derive(Debug)]
pub struct KindInfo {
    /// The id in scenes and effects: `spear`.
    pub id: &'static str,
    /// One or two ASCII characters for boards drawn as text, in upper case where colours differ by case.
    pub letters: &'static str,
    /// An SVG document with a square view box, drawn in `currentColor`, or, for what belongs to no seat, in colours that
    /// can be seen on any ground; empty for none: the letters stand in.
    pub art: &'static str,
    /// The directions in which it moves, which clients draw as marks on the piece; empty for none.
    pub moves: &'static [MoveMark],
    /// The anchor of the heading in `rules.md` under which its rules stand: `pieces`, `example-3`.
    pub rule: &'static str,
    /// A position text in which the seat to move has one piece of this kind, which shows its moves; empty for what
    /// does not move by itself.
    pub sample: &'static str,
}

/// A direction in which a kind moves, as its owner sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveMark {
    /// Files to the right: -1, 0 or 1.
    pub right: i8,
    /// Rows forward: -1, 0 or 1.
    pub forward: i8,
    /// The largest number of squares; 0 for any number.
    pub reach: u8,
}

/// A kind of square.
#[derive(Debug)]
pub struct TerrainInfo {
    /// The id in scenes: `water`.
    pub id: &'static str,
    /// For boards drawn as text.
    pub letter: char,
    /// Its colour, as `#rrggbb`.
    pub fill: &'static str,
    /// Its colour in the dark theme.
    pub dark_fill: &'static str,
    /// An SVG document drawn on it in `currentColor`; empty for none.
    pub art: &'static str,
    /// The anchor of the heading in `rules.md` under which its rules stand.
    pub rule: &'static str,
}

impl KindInfo {
    /// A kind with this id, letters and artwork, without an anchor of its rules.
    pub const fn new(id: &'static str, letters: &'static str, art: &'static str) -> Self {
        Self { id, letters, art, moves: &[], rule: "", sample: "" }
    }

    /// The same kind with marks for the directions in which it moves.
    #[must_use]
    pub const fn with_moves(self, moves: &'static [MoveMark]) -> Self {
        Self { moves, ..self }
    }

    /// The same kind with the anchor of its rules.
    #[must_use]
    pub const fn explained(self, rule: &'static str) -> Self {
        Self { rule, ..self }
    }

    /// The same kind with a position that shows its moves.
    #[must_use]
    pub const fn shown_in(self, sample: &'static str) -> Self {
        Self { sample, ..self }
    }
}

impl TerrainInfo {
    /// A terrain with this id, letter and its colours on a light and on a dark page, without artwork and explanation.
    pub const fn new(id: &'static str, letter: char, [fill, dark_fill]: [&'static str; 2]) -> Self {
        Self { id, letter, fill, dark_fill, art: "", rule: "" }
    }

    /// The same terrain with its artwork.
    #[must_use]
    pub const fn drawn(self, art: &'static str) -> Self {
        Self { art, ..self }
    }

    /// The same terrain with the anchor of its rules.
    #[must_use]
    pub const fn explained(self, rule: &'static str) -> Self {
        Self { rule, ..self }
    }
}

impl GameInfo {
    /// A seat's name, as an id.
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        self.seats.get(seat.index()).map_or("nobody", |info| info.name)
    }

    /// The seat with this name.
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seats.iter().position(|info| info.name == name).map(|i| Seat(i as u8))
    }

    /// The kind with this id.
    pub fn kind(&self, id: &str) -> Option<&'static KindInfo> {
        self.kinds.iter().find(|kind| kind.id == id)
    }

    /// The terrain with this id.
    pub fn terrain(&self, id: &str) -> Option<&'static TerrainInfo> {
        self.terrains.iter().find(|terrain| terrain.id == id)
    }

    /// The topic with this id.
    pub fn topic(&self, id: &str) -> Option<&'static Topic> {
        self.topics.iter().find(|topic| topic.id == id)
    }

    /// Reads options: ids joined by commas; nothing for none.
    pub fn parse_options(&self, text: &str) -> Result<Options, OptionsError> {
        let mut options = Options::NONE;
        for id in text.split(',').filter(|_| !text.is_empty()) {
            let Some(index) = self.options.iter().position(|option| option.id == id) else {
                return Err(OptionsError::Unknown { game: self.id, found: clip(id), known: self.option_ids() });
            };
            if let Some(other) = self.conflicting(options, index) {
                return Err(OptionsError::Conflict { first: other, second: self.options[index].id });
            }
            options.0 |= 1 << index;
        }
        Ok(options)
    }

    /// Whether an option is on.
    pub fn has(&self, options: Options, id: &str) -> bool {
        self.options.iter().position(|option| option.id == id).is_some_and(|index| options.0 >> index & 1 == 1)
    }

    /// An option that is on and cannot stand with, or already is, the one at `index`.
    fn conflicting(&self, options: Options, index: usize) -> Option<&'static str> {
        let group = self.options[index].group;
        let on = |i: usize| options.0 >> i & 1 == 1;
        let clashes =
            |(i, other): &(usize, &OptionInfo)| on(*i) && (*i == index || (group.is_some() && other.group == group));
        self.options.iter().enumerate().find(clashes).map(|(_, other)| other.id)
    }

    fn option_ids(&self) -> String {
        self.options.iter().map(|option| option.id).collect::<Vec<_>>().join(", ")
    }
}

/// The options that are on: a set of indices into [`GameInfo::options`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options(u8);

impl Options {
    /// Every option off.
    pub const NONE: Self = Self(0);
}

/// Why a text names no options of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionsError {
    /// No such option.
    #[error("{game} has no option '{found}'{}", known_options(known))]
    Unknown {
        /// The game.
        game: &'static str,
        /// What was asked for.
        found: String,
        /// What there is.
        known: String,
    },
    /// Two options that cannot stand together, or the same one twice.
    #[error("the options '{first}' and '{second}' cannot stand together")]
    Conflict {
        /// The first.
        first: &'static str,
        /// The second.
        second: &'static str,
    },
}

fn known_options(known: &str) -> String {
    if known.is_empty() { "; it has no options".into() } else { format!("; its options are: {known}") }
}

/// A game as people name it: the id and, after a colon, the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameName<'a> {
    /// The id.
    pub id: &'a str,
    /// The options as text, without the colon.
    pub options: &'a str,
}

impl<'a> GameName<'a> {
    /// Splits `djambi:3` at its colon.
    pub fn new(text: &'a str) -> Self {
        match text.split_once(':') {
            Some((id, options)) => Self { id, options },
            None => Self { id: text, options: "" },
        }
    }
}

impl fmt::Display for GameName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.options {
            "" => f.write_str(self.id),
            options => write!(f, "{}:{options}", self.id),
        }
    }
}

/// An outside text, shortened for an error message.
fn clip(text: &str) -> String {
    crate::text::excerpt(text)
}
