//! Strength levels, from 1 to 8.

use menagerie_game::{Handicap, Rules};

/// How strong a computer player is, from 1 (a child can win) to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 8] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// The level with this number, from 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 8 { Some(Self(number)) } else { None }
    }

    /// From 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The name that players see, such as `sleepy`.
    pub const fn name(self) -> &'static str {
        TEXTS[self.0 as usize - 1].0
    }

    /// How the level plays, in one line for players.
    pub const fn description(self) -> &'static str {
        TEXTS[self.0 as usize - 1].1
    }

    /// The handicap of this level in a game: the game's own, or the usual one.
    pub(crate) fn handicap<R: Rules>(self, usual: &[Handicap; 8]) -> Handicap {
        let own = R::HANDICAPS.iter().find(|(level, _)| *level == self.0);
        own.map_or(usual[usize::from(self.0) - 1], |(_, handicap)| *handicap)
    }
}

/// The name and the description of each level. `docs/play/levels.md` and `web/messages/en.ftl` have the same texts.
const TEXTS: [(&str, &str); 8] = [
    ("sleepy", "Sees a capture, and often errs. For your first game."),
    ("gentle", "Looks one answer ahead and still errs often."),
    ("curious", "Takes what you leave unguarded and overlooks longer plans."),
    ("awake", "Finds short combinations and errs now and then."),
    ("sharp", "Looks several turns ahead, with small errors."),
    ("cunning", "Looks far ahead and rarely errs."),
    ("fierce", "Searches deeply and hardly errs."),
    ("merciless", "Full strength, up to 3 seconds for each action."),
];

#[cfg(test)]
mod tests {
    use menagerie_catalog::{Visitor, games, visit};

    use super::*;
    use crate::{Method, alpha_beta, mcts};

    struct Ladder;

    impl Visitor for Ladder {
        type Out = ();

        fn visit<R: Rules>(self) {
            let id = R::INFO.id;
            let ladder = match Method::of::<R>() {
                Method::AlphaBeta => Level::ALL.map(alpha_beta::handicap::handicap::<R>),
                Method::MonteCarlo | Method::PlainMonteCarlo => Level::ALL.map(mcts::handicap::handicap::<R>),
            };
            for (lower, higher) in ladder.iter().zip(&ladder[1..]) {
                let rises = lower.nodes < higher.nodes && lower.depth <= higher.depth && lower.error > higher.error;
                assert!(rises, "{id}: {lower:?} {higher:?}");
            }
            assert!(ladder[7].error == 0.0, "{id}: the highest level does not err");
            assert!(R::HANDICAPS.iter().all(|(level, _)| Level::new(*level).is_some()), "{id}");
            assert!(R::HANDICAPS.is_sorted_by_key(|(level, _)| *level), "{id}");
        }
    }

    #[test]
    fn each_level_searches_more_and_errs_less_than_the_one_below() {
        for game in games() {
            visit(game.info().id, Ladder).unwrap();
        }
    }

    /// A file of the repository.
    fn file(path: &str) -> String {
        let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[test]
    fn the_document_and_the_page_have_the_same_texts() {
        let (document, page) = (file("docs/play/levels.md"), file("web/messages/en.ftl"));
        let has_line = |text: &str, line: String| assert!(text.lines().any(|it| it == line), "missing: {line}");
        for level in Level::ALL {
            let (number, name, description) = (level.number(), level.name(), level.description());
            has_line(&document, format!("| {number} | {name} | {description} |"));
            has_line(&page, format!("lobby-level-{name} = {name}"));
            has_line(&page, format!("lobby-level-{name}-plays = {description}"));
        }
        let named = page.lines().filter(|line| line.starts_with("lobby-level-") && line.contains("-plays = "));
        assert_eq!(named.count(), Level::ALL.len(), "the page has no other levels");
    }
}
