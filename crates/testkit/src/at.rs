//! Fluent assertions about one rule in one position.

use menagerie_game::{
    Actor, EffectLog, Leaving, Outcome, Rules, RulesExt, Seat, TextError, Verdict, View, Viewer, describe, perft,
};

/// A position under examination, and the rule it is examined for.
pub struct At<R> {
    rule: String,
    position: R,
    effects: EffectLog,
}

/// Begins to check a rule in a position.
///
/// # Panics
/// If the text is no position; and every check panics when it does not hold.
#[track_caller]
pub fn at<R: Rules>(rule: &str, position: &str) -> At<R> {
    match position.parse() {
        Ok(position) => At { rule: rule.to_owned(), position, effects: EffectLog::new() },
        Err(error) => panic!("{rule}: {position}: {error}"),
    }
}

/// Checks that a text has the form of a position and is none, and that the refusal names this rule.
#[track_caller]
pub fn not_a_position<R: Rules>(rule: &str, text: &str) {
    match text.parse::<R>() {
        Err(TextError::NotAPosition { rule: named, reason }) => {
            assert_eq!(named, rule, "this text is refused by another rule: {text}: {reason}");
        }
        Err(error) => panic!("{rule}: this text does not even have the form of a position: {text}: {error}"),
        Ok(_) => panic!("{rule}: this text was accepted as a position: {text}"),
    }
}

/// Checks that a text does not have the form of a position, which this rule describes.
#[track_caller]
pub fn misspelled<R: Rules>(rule: &str, text: &str) {
    match text.parse::<R>() {
        Err(TextError::Fields { .. } | TextError::Form { .. }) => {}
        Err(error) => panic!("{rule}: this text is refused, but not for its form: {text}: {error}"),
        Ok(_) => panic!("{rule}: this text was accepted as a position: {text}"),
    }
}

/// Checks that a text is no action of the game in any position.
#[track_caller]
pub fn not_an_action<R: Rules>(text: &str) {
    assert!(text.parse::<R::Action>().is_err(), "this text was accepted as an action: {text}");
}

impl<R: Rules> At<R> {
    /// The position reached.
    pub fn position(&self) -> &R {
        &self.position
    }

    /// The same position again, to try something else.
    pub(crate) fn copy(&self) -> Self {
        Self { rule: self.rule.clone(), position: self.position.clone(), effects: EffectLog::new() }
    }

    /// What the next checks are for.
    pub(crate) fn rename(&mut self, rule: String) {
        self.rule = rule;
    }

    #[track_caller]
    fn action(&self, text: &str) -> R::Action {
        match text.parse() {
            Ok(action) => action,
            Err(error) => panic!("{}: {error}", self.rule),
        }
    }

    fn verdict(&self, action: &str) -> Result<Verdict, TextError> {
        let viewer = self.position.actor().seat().map_or(Viewer::Spectator, Viewer::Seat);
        Ok(self.position.view(viewer).explain(action.parse()?))
    }

    /// The full list of actions, sorted; `(none)` for none.
    #[track_caller]
    #[must_use]
    pub fn actions(self, expected: &str) -> Self {
        let expected: Vec<_> = expected.split_whitespace().filter(|&word| word != "(none)").collect();
        assert_eq!(self.position.sorted_texts(), expected, "{}: actions of {}", self.rule, self.position);
        assert_eq!(self.position.count_actions(), expected.len(), "{}: counted in {}", self.rule, self.position);
        self
    }

    /// How many actions there are.
    #[track_caller]
    #[must_use]
    pub fn count(self, expected: usize) -> Self {
        assert_eq!(self.position.list().len(), expected, "{}: number of actions of {}", self.rule, self.position);
        self
    }

    /// Actions that are in the list.
    #[track_caller]
    #[must_use]
    pub fn has(self, actions: &str) -> Self {
        for text in actions.split_whitespace() {
            let legal = self.position.is_legal(self.action(text));
            assert!(legal, "{}: {text} should be legal in {}", self.rule, self.position);
        }
        self
    }

    /// Actions that are not in the list (texts that are no action at all count as such).
    #[track_caller]
    #[must_use]
    pub fn lacks(self, actions: &str) -> Self {
        for text in actions.split_whitespace() {
            let legal = text.parse().is_ok_and(|action| self.position.is_legal(action));
            assert!(!legal, "{}: {text} should not be legal in {}", self.rule, self.position);
        }
        self
    }

    /// All actions whose text begins with `prefix`, sorted.
    #[track_caller]
    #[must_use]
    pub fn from(self, prefix: &str, expected: &str) -> Self {
        let found: Vec<_> = self.position.sorted_texts().into_iter().filter(|text| text.starts_with(prefix)).collect();
        let expected: Vec<_> = expected.split_whitespace().filter(|&word| word != "(none)").collect();
        assert_eq!(found, expected, "{}: actions from {prefix} in {}", self.rule, self.position);
        self
    }

    /// The action is legal, and explained as such.
    #[track_caller]
    #[must_use]
    pub fn allows(self, action: &str) -> Self {
        let verdict = self.verdict(action);
        assert!(verdict.as_ref().is_ok_and(|v| v.legal), "{}: {action} in {}: {verdict:?}", self.rule, self.position);
        self.has(action)
    }

    /// The action is illegal, and the explanation names this rule.
    #[track_caller]
    #[must_use]
    pub fn refuses(self, action: &str, by: &str) -> Self {
        match self.verdict(action) {
            Ok(verdict) => {
                assert!(!verdict.legal, "{}: {action} was explained as legal in {}", self.rule, self.position);
                assert_eq!(verdict.rule, by, "{}: {action} refused for another reason: {}", self.rule, verdict.reason);
            }
            Err(error) => panic!("{}: {error}", self.rule),
        }
        self.lacks(action)
    }

    /// Does actions, in order; each must be legal.
    #[track_caller]
    #[must_use]
    pub fn apply(mut self, actions: &str) -> Self {
        for text in actions.split_whitespace() {
            let action = self.action(text);
            let legal = self.position.is_legal(action);
            assert!(legal, "{}: {text} should be legal in {}", self.rule, self.position);
            self.effects = EffectLog::new();
            let _ = self.position.apply(action, &mut self.effects);
        }
        self
    }

    /// The position text reached.
    #[track_caller]
    #[must_use]
    pub fn gives(self, expected: &str) -> Self {
        assert_eq!(self.position.to_string(), expected, "{}", self.rule);
        self
    }

    /// One of the sentences about what the last action did.
    #[track_caller]
    #[must_use]
    pub fn tells(self, sentence: &str) -> Self {
        let told: Vec<_> = self.effects.iter().map(|told| describe(R::INFO, &told.effect)).collect();
        assert!(told.iter().any(|text| text == sentence), "{}: expected '{sentence}' in {told:#?}", self.rule);
        self
    }

    /// Who decides: a seat's name, `chance` or `nobody`.
    #[track_caller]
    #[must_use]
    pub fn actor(self, expected: &str) -> Self {
        assert_eq!(actor_name::<R>(self.position.actor()), expected, "{}: actor of {}", self.rule, self.position);
        self
    }

    /// All seats' scores in order: `red 1 black 0`.
    #[track_caller]
    #[must_use]
    pub fn outcome(self, expected: &str) -> Self {
        let found = self.position.outcome().map(|outcome| outcome_text::<R>(outcome));
        assert_eq!(found.as_deref(), Some(expected), "{}: outcome of {}", self.rule, self.position);
        self
    }

    /// What a viewer sees: a seat's name or `spectator`.
    #[track_caller]
    #[must_use]
    pub fn view(self, viewer: &str, expected: &str) -> Self {
        let viewer = if viewer == "spectator" { Viewer::Spectator } else { Viewer::Seat(self.seat(viewer)) };
        assert_eq!(self.position.view(viewer).to_string(), expected, "{}: view", self.rule);
        self
    }

    /// The counts for depth 1, 2, ….
    #[track_caller]
    #[must_use]
    pub fn perft(self, counts: &[u64]) -> Self {
        for (depth, &expected) in (1..).zip(counts) {
            assert_eq!(perft(&self.position, depth), expected, "{}: perft({depth}) of {}", self.rule, self.position);
        }
        self
    }

    /// A seat leaves and the game goes on.
    #[track_caller]
    #[must_use]
    pub fn concede(mut self, seat: &str) -> Self {
        let seat = self.seat(seat);
        self.effects = EffectLog::new();
        let leaving = self.position.leave(seat, &mut self.effects);
        assert_eq!(leaving, Leaving::Continues, "{}: the game should go on", self.rule);
        self
    }

    #[track_caller]
    fn seat(&self, name: &str) -> Seat {
        match self.position.seat_named(name) {
            Some(seat) => seat,
            None => panic!("{}: no seat is named {name} in {}", self.rule, self.position),
        }
    }
}

/// An actor as rule files write it.
pub(crate) fn actor_name<R: Rules>(actor: Actor) -> &'static str {
    match actor {
        Actor::Seat(seat) => R::INFO.seat_name(seat),
        Actor::Chance => "chance",
        Actor::Nobody => "nobody",
    }
}

/// An outcome as rule files write it.
pub(crate) fn outcome_text<R: Rules>(outcome: Outcome) -> String {
    let scores: Vec<_> =
        outcome.seats().iter().map(|seat| format!("{} {}", R::INFO.seat_name(seat), outcome.score(seat))).collect();
    scores.join(" ")
}

#[cfg(test)]
mod tests {
    use menagerie_shogi5::Position;

    use super::{misspelled, not_a_position};

    const TWO_KINGS: &str = "kk3/5/5/5/4K[] b";
    const TYPO: &str = "kk3/5/5/5/4K[] x";

    #[test]
    fn a_refusal_is_told_apart_from_a_typo() {
        not_a_position::<Position>("shogi5/reading/2", TWO_KINGS);
        misspelled::<Position>("shogi5/position-text/2", TYPO);
    }

    #[test]
    #[should_panic(expected = "another rule")]
    fn a_refusal_by_another_rule_does_not_pass() {
        not_a_position::<Position>("shogi5/reading/1", TWO_KINGS);
    }

    #[test]
    #[should_panic(expected = "the form of a position")]
    fn a_typo_is_no_refusal() {
        not_a_position::<Position>("shogi5/reading/2", TYPO);
    }

    #[test]
    #[should_panic(expected = "not for its form")]
    fn a_refusal_is_no_typo() {
        misspelled::<Position>("shogi5/position-text/1", TWO_KINGS);
    }
}
