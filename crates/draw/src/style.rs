//! The style of a picture: theme, orientation, highlights.

use menagerie_game::Place;

use crate::color::Color;

/// The caller's choices for a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Light or dark.
    pub theme: Theme,
    /// Seen from the other side of the board.
    pub flipped: bool,
    /// The highlighted places.
    pub highlight: Vec<Highlight>,
    /// Omit the prompt under the boards.
    pub no_caption: bool,
}

/// The theme: the colours around the game's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark text on a light background.
    #[default]
    Light,
    /// Light text on a dark background.
    Dark,
}

/// A highlighted place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Highlight {
    /// The place.
    pub place: Place,
    /// The reason.
    pub mark: Mark,
}

/// Why a place is highlighted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The last action changed it.
    Moved,
    /// It is selected for the current action.
    Chosen,
    /// It can be selected next.
    Choice,
}

/// The colours of a theme.
pub(crate) struct Palette {
    /// The background.
    pub page: Color,
    /// The frame of a board.
    pub frame: Color,
    /// The edge of the frame.
    pub frame_edge: Color,
    /// The coordinates on the frame.
    pub label: Color,
    /// A square without terrain.
    pub square: Color,
    /// A slot of a tray.
    pub slot: Color,
    /// The edge of a slot.
    pub slot_edge: Color,
    /// Text.
    pub text: Color,
    /// Less important text.
    pub muted: Color,
    /// Highlights of the last action.
    pub moved: Color,
    /// Highlights of choices.
    pub choice: Color,
    /// The colour that is mixed into terrain artwork, so that it stands out from its square.
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
