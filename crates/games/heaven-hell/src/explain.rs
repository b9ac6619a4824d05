use menagerie_game::Verdict;
use crate::{Action, View};
pub(crate) fn explain(_: &View, _: Action) -> Verdict { Verdict::refused("heaven-hell/1", "x") }
