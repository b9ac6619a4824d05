//! The refutation of a wrong action: a short deterministic search.

use std::sync::atomic::AtomicBool;

use menagerie_catalog::Visitor;
use menagerie_game::erased::AnyPosition;
use menagerie_game::{Actor, Rules, Seat, Silent};
use menagerie_search::{Limits, Method, Request, Settings, player};

/// The node limits of a search: alpha-beta, and Monte-Carlo tree search, whose nodes are iterations.
const NODES: u64 = 20_000;
const ITERATIONS: u64 = 1_500;
/// The most actions of a refutation.
const MAX_ACTIONS: usize = 8;

/// What follows a wrong action at best play: the rest of the solver's turn and the opponents' turns, up to the solver's
/// next turn.
pub(crate) fn refutation(position: &dyn AnyPosition, solver: Seat) -> Vec<String> {
    let text = position.text();
    menagerie_catalog::visit(position.info().id, Search { text: &text, solver }).unwrap_or_default()
}

/// A search, monomorphised for one game.
struct Search<'a> {
    text: &'a str,
    solver: Seat,
}

impl Visitor for Search<'_> {
    type Out = Vec<String>;

    fn visit<R: Rules>(self) -> Vec<String> {
        let Ok(mut position) = self.text.parse::<R>() else { return Vec::new() };
        let nodes = if Method::of::<R>() == Method::AlphaBeta { NODES } else { ITERATIONS };
        let mut thinker = player::<R>(Settings { hash: 1, ..Settings::default() });
        let mut line = Vec::new();
        while line.len() < MAX_ACTIONS && matches!(position.actor(), Actor::Seat(_)) {
            let request = Request::at(&position).within(Limits::nodes(nodes));
            let Some(found) = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}) else { break };
            line.push(found.action.to_string());
            let _ = position.apply(found.action, &mut Silent);
            if position.begins_turn() && position.actor() == Actor::Seat(self.solver) {
                break;
            }
        }
        line
    }
}
