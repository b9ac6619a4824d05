//! The line in which actions and words to others are typed.

use menagerie_game::Scene;

/// A line being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Typing {
    pub(super) text: String,
    /// Words to the others, not an action.
    pub(super) talk: bool,
}

/// No action and nothing said is longer.
const LONGEST: usize = 300;

impl Typing {
    pub(super) fn insert(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.chars().count());
        self.text.extend(text.chars().filter(|letter| !letter.is_control()).take(room));
    }

    /// The legal actions that begin with what was typed.
    pub(super) fn fitting<'a>(&'a self, scene: &'a Scene) -> Vec<&'a str> {
        let mut fitting: Vec<&str> = scene
            .choices
            .iter()
            .map(|choice| &*choice.action)
            .filter(|action| action.starts_with(&self.text))
            .collect();
        fitting.sort_unstable();
        fitting
    }

    /// Completes as far as all fitting actions agree.
    pub(super) fn complete(&mut self, scene: &Scene) {
        let common = match self.fitting(scene).as_slice() {
            [] => return,
            [first, rest @ ..] => {
                let agreed = |other: &&str| first.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
                let length = rest.iter().map(agreed).min().unwrap_or(first.chars().count());
                first.chars().take(length).collect()
            }
        };
        self.text = common;
    }
}

#[cfg(test)]
mod tests {
    use menagerie_game::Choice;

    use super::*;

    #[test]
    fn tab_completes_as_far_as_the_actions_agree() {
        let choice = |action: &str| Choice { action: action.into(), touches: Vec::new(), words: "".into() };
        let scene = Scene { choices: vec![choice("b1c3"), choice("b1a3"), choice("é2")], ..Scene::default() };
        let mut typing = Typing { text: "b".into(), talk: false };
        typing.complete(&scene);
        assert_eq!(typing.text, "b1");
        assert_eq!(typing.fitting(&scene), ["b1a3", "b1c3"]);
        typing.insert("c\u{1b}");
        typing.complete(&scene);
        assert_eq!(typing.text, "b1c3");
        let mut nothing = Typing { text: "x".into(), talk: false };
        nothing.complete(&scene);
        assert_eq!(nothing.text, "x");
    }
}
