//! The line in which actions, words to others and steps of alliances are typed.

use crate::sight::Sight;

/// A line being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Typing {
    pub(super) text: String,
    pub(super) kind: Kind,
}

/// What is being typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Kind {
    /// An action of the game.
    #[default]
    Action,
    /// Words to the others; with `@SEAT` before them to that seat alone.
    Talk,
    /// A step of an alliance.
    Alliance,
}

impl Kind {
    /// What stands before the line.
    pub(super) const fn head(self) -> &'static str {
        match self {
            Self::Action => " action: ",
            Self::Talk => " say: ",
            Self::Alliance => " alliance: ",
        }
    }
}

/// No action and nothing said is longer.
const LONGEST: usize = 300;

impl Typing {
    pub(super) fn new(kind: Kind, text: &str) -> Self {
        Self { text: text.to_owned(), kind }
    }

    pub(super) fn insert(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.chars().count());
        self.text.extend(text.chars().filter(|letter| !letter.is_control()).take(room));
    }

    /// What can be typed now and begins with what was typed.
    pub(super) fn fitting(&self, sight: &Sight) -> Vec<String> {
        let mut all: Vec<String> = match self.kind {
            Kind::Action => sight.scene.choices.iter().map(|choice| choice.action.clone()).collect(),
            Kind::Alliance => sight.alliances.clone(),
            Kind::Talk if !sight.alliances.is_empty() && self.text.starts_with('@') => {
                let others = sight.seats.iter().filter(|seat| Some(seat.seat) != sight.viewer);
                others.map(|seat| format!("@{} ", sight.info.seat_name(seat.seat))).collect()
            }
            Kind::Talk => Vec::new(),
        };
        all.retain(|text| text.starts_with(&self.text));
        all.sort_unstable();
        all
    }

    /// Completes as far as everything fitting agrees.
    pub(super) fn complete(&mut self, sight: &Sight) {
        if let Some(text) = common(&self.fitting(sight)) {
            self.text = text;
        }
    }
}

/// What all texts begin with.
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
        let mut typing = Typing::new(Kind::Action, "b1");
        typing.insert("c\u{1b}3");
        assert_eq!(typing.text, "b1c3");
        typing.insert(&"x".repeat(1000));
        assert_eq!(typing.text.chars().count(), LONGEST);
    }
}
