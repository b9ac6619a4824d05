//! The texts for players, from `messages/`.

use menagerie_game::Messages;

use crate::info::INFO;
use crate::piece::{Color, Piece};

/// All languages of the game, English first.
pub(crate) static MESSAGES: Messages = Messages::new(&[("en", include_str!("../messages/en.ftl"))]);

impl Piece {
    /// What sentences call it.
    pub(crate) fn words(self) -> &'static str {
        INFO.kind_name(self.id())
    }
}

impl Color {
    /// What sentences call it.
    pub(crate) fn words(self) -> &'static str {
        INFO.color_name(self.name())
    }
}
