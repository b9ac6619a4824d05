//! How a picture looks: theme, orientation, marks.

use menagerie_game::Place;

use crate::color::Color;

/// What a caller decides about a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Light or dark.
    pub theme: Theme,
    /// Seen from the other side of the board.
    pub flipped: bool,
    /// Places to point out.
    pub highlight: Vec<Highlight>,
    /// Leave out the prompt under the boards.
    pub no_caption: bool,
}

/// The colours around the game's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// A place to point out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Highlight {
    /// Which.
    pub place: Place,
    /// Why.
    pub mark: Mark,
}

/// Why a place is pointed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The last action touched it.
    Moved,
    /// It has been touched for the action that is being chosen.
    Chosen,
    /// It can be touched next.
    Choice,
}

/// The colours of a theme.
pub(crate) struct Palette {
    /// Behind everything.
    pub page: Color,
    /// Around a board.
    pub frame: Color,
    /// The frame's edge.
    pub frame_edge: Color,
    /// Coordinates on the frame.
    pub label: Color,
    /// A square without terrain.
    pub square: Color,
    /// Where a slot of a tray is.
    pub slot: Color,
    /// A slot's edge.
    pub slot_edge: Color,
    /// Words.
    pub text: Color,
    /// Words of less weight.
    pub muted: Color,
    /// Marks of the last action.
    pub moved: Color,
    /// Marks of what can be chosen.
    pub choice: Color,
    /// What tones are drawn towards: terrain art stands out from its square this way.
    pub tone: Color,
}

impl Theme {
    pub(crate) const fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

const LIGHT: Palette = Palette {
    page: Color(0xf7, 0xf2, 0xe8),
    frame: Color(0x5a, 0x46, 0x38),
    frame_edge: Color(0x43, 0x33, 0x28),
    label: Color(0xee, 0xe2, 0xcc),
    square: Color(0xec, 0xdf, 0xc4),
    slot: Color(0xed, 0xe4, 0xd2),
    slot_edge: Color(0xd3, 0xc4, 0xa8),
    text: Color(0x35, 0x2c, 0x25),
    muted: Color(0x7d, 0x6f, 0x60),
    moved: Color(0xf2, 0xb9, 0x2e),
    choice: Color(0x1f, 0x8a, 0x70),
    tone: Color(0x2a, 0x20, 0x18),
};

const DARK: Palette = Palette {
    page: Color(0x17, 0x19, 0x1d),
    frame: Color(0x2a, 0x2d, 0x34),
    frame_edge: Color(0x3d, 0x41, 0x4a),
    label: Color(0xb9, 0xb4, 0xa6),
    square: Color(0x4a, 0x4e, 0x58),
    slot: Color(0x22, 0x25, 0x2b),
    slot_edge: Color(0x3a, 0x3e, 0x47),
    text: Color(0xec, 0xe7, 0xdc),
    muted: Color(0x9a, 0x96, 0x8c),
    moved: Color(0xe8, 0xb6, 0x3a),
    choice: Color(0x4f, 0xd1, 0xae),
    tone: Color(0xff, 0xf8, 0xe8),
};
