//! The texts for players, from `messages/`.

use menagerie_game::Messages;

/// All languages of the game, English first.
pub(crate) static MESSAGES: Messages = Messages::new(&[("en", include_str!("../messages/en.ftl"))]);

/// The title of the explanation with this id, which also stands on buttons.
pub(crate) fn topic_name(id: &'static str) -> &'static str {
    MESSAGES.fact("topic", id, None).unwrap_or(id)
}
