//! The texts for players, from `messages/`.

use menagerie_game::Messages;

/// All languages of the game, English first.
pub(crate) static MESSAGES: Messages = Messages::new(&[("en", include_str!("../messages/en.ftl"))]);
