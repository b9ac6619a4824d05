//! The texts for players, from `messages/`.

use menagerie_game::Messages;

use crate::info::INFO;
use crate::piece::{Color, Kind};

/// All languages of the game, English first.
pub(crate) static MESSAGES: Messages = Messages::new(&[("en", include_str!("../messages/en.ftl"))]);

impl Kind {
    /// What sentences call it.
    pub(crate) fn words(self) -> &'static str {
        INFO.kind_name(self.name())
    }
}

impl Color {
    /// What sentences call it.
    pub(crate) fn words(self) -> &'static str {
        INFO.color_name(self.name())
    }

    /// The same at the beginning of a sentence.
    pub(crate) fn title(self) -> &'static str {
        INFO.color_title(self.name())
    }
}
