//! The actions that stand after undos and takebacks.

/// The actions in force: what was undone or taken back is not among them.
#[derive(Default)]
pub(crate) struct Moves {
    /// Each with its turn.
    actions: Vec<(u32, String)>,
}

impl Moves {
    /// An event happens in a turn; `back` is the turn to whose start it took the match back.
    pub(crate) fn follow(&mut self, event: &str, turn: u32, back: Option<u32>) {
        if let Some(back) = back {
            self.actions.retain(|(of, _)| *of < back);
        } else if event == "!undo" {
            self.actions.pop();
        } else if !event.starts_with('!') {
            self.actions.push((turn, event.to_owned()));
        }
    }

    /// As one text.
    pub(crate) fn text(&self) -> String {
        let texts: Vec<&str> = self.actions.iter().map(|(_, text)| text.as_str()).collect();
        texts.join(" ")
    }
}
