//! The input line for actions, chat messages and alliance steps.

use crate::table_view::TableView;

/// The text that is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TextInput {
    pub(super) text: String,
    pub(super) kind: InputKind,
}

/// The kind of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum InputKind {
    /// An action of the game.
    #[default]
    Action,
    /// A chat message; with `@SEAT` in front it goes to that seat only.
    Talk,
    /// A step of an alliance.
    Alliance,
}

impl InputKind {
    /// The label of the line.
    pub(super) const fn head(self) -> &'static str {
        match self {
            Self::Action => " action: ",
            Self::Talk => " say: ",
            Self::Alliance => " alliance: ",
        }
    }
}

/// The maximum length of the input, in characters.
const LONGEST: usize = 300;

impl TextInput {
    pub(super) fn new(kind: InputKind, text: &str) -> Self {
        Self { text: text.to_owned(), kind }
    }

    pub(super) fn insert(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.chars().count());
        self.text.extend(text.chars().filter(|letter| !letter.is_control()).take(room));
    }

    /// The completions of the input.
    pub(super) fn fitting(&self, view: &TableView) -> Vec<String> {
        let mut all: Vec<String> = match self.kind {
            InputKind::Action => view.scene.choices.iter().map(|choice| choice.action.clone()).collect(),
            InputKind::Alliance => view.alliances.clone(),
            InputKind::Talk if !view.alliances.is_empty() && self.text.starts_with('@') => {
                let others = view.seats.iter().filter(|seat| Some(seat.seat) != view.viewer);
                others.map(|seat| format!("@{} ", view.info.seat_name(seat.seat))).collect()
            }
            InputKind::Talk => Vec::new(),
        };
        all.retain(|text| text.starts_with(&self.text));
        all.sort_unstable();
        all
    }

    /// Completes the input to the common prefix of its completions.
    pub(super) fn complete(&mut self, view: &TableView) {
        if let Some(text) = common(&self.fitting(view)) {
            self.text = text;
        }
    }
}

/// The common prefix of all texts.
fn common(texts: &[String]) -> Option<String> {
    let (first, rest) = texts.split_first()?;
    let agreed = |other: &String| first.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let length = rest.iter().map(agreed).min().unwrap_or(first.chars().count());
    Some(first.chars().take(length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completion_goes_as_far_as_all_agree() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(common(&texts(&["b1a3", "b1c3"])).as_deref(), Some("b1"));
        assert_eq!(common(&texts(&["é2"])).as_deref(), Some("é2"));
        assert_eq!(common(&texts(&["é2", "x"])).as_deref(), Some(""));
        assert_eq!(common(&[]), None);
    }

    #[test]
    fn nothing_unprintable_is_typed_and_nothing_endless() {
        let mut text_input = TextInput::new(InputKind::Action, "b1");
        text_input.insert("c\u{1b}3");
        assert_eq!(text_input.text, "b1c3");
        text_input.insert(&"x".repeat(1000));
        assert_eq!(text_input.text.chars().count(), LONGEST);
    }
}
