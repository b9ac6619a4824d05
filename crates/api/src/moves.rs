//! The moves of a game as the bot API lists them: the texts of the actions that stand.

use menagerie_match::{LogStep, StandingActions};

/// The actions that stand, as texts.
#[derive(Default, Debug)]
pub struct Moves(StandingActions<String>);

impl Moves {
    /// Adds the next event of the log.
    pub fn push(&mut self, event: &str, step: LogStep, turn: u32) {
        self.0.push(step, turn, event.to_owned());
    }

    /// As one text, with spaces between the moves.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.0.iter().map(|(_, text)| text.as_str()).collect();
        texts.join(" ")
    }
}
