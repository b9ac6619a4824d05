//! Questions about the view of a seat at any table, also of a server's: the page has the view's text, so that no call to
//! the server is needed. A view holds what its seat may know and nothing else.

use menagerie_catalog::Chosen;
use menagerie_game::erased::{AnyView, viewer_named};
use menagerie_game::text::excerpt;
use menagerie_table::refusal::refused;
use menagerie_table::spelled;
use menagerie_wire::http::{ReachResponse, Verdict};
use menagerie_wire::{Code, Place, Refused};
use serde::Deserialize;

/// A view as a table's messages have it.
#[derive(Clone, Debug, Deserialize)]
pub struct KnownView {
    /// The game with its options.
    pub game: String,
    /// Whose view it is: a seat's name, or `spectator`.
    pub viewer: String,
    /// Its text.
    pub text: String,
}

impl KnownView {
    fn read(&self) -> Result<Box<dyn AnyView>, Refused> {
        let chosen: Chosen = self.game.parse().map_err(|error| refused(Code::NotFound, format!("{error}")))?;
        let viewer = viewer_named(&*chosen.start(), &self.viewer);
        let unknown = || refused(Code::Malformed, format!("'{}' is no seat of this game", excerpt(&self.viewer)));
        let view = chosen.game.read_view(&self.text, viewer.ok_or_else(unknown)?);
        view.map_err(|error| refused(Code::Malformed, error.to_string()))
    }
}

/// Where could the piece at a place go?
#[derive(Clone, Debug, Deserialize)]
pub struct ReachInView {
    /// The view.
    pub view: KnownView,
    /// The place.
    pub place: Place,
}

/// Why is an action legal or not?
#[derive(Clone, Debug, Deserialize)]
pub struct ExplainInView {
    /// The view.
    pub view: KnownView,
    /// The action's text, as it was typed.
    pub action: String,
}

/// Where the piece could go on its owner's turn.
pub fn reach(wanted: &ReachInView) -> Result<ReachResponse, Refused> {
    Ok(wanted.view.read()?.reach(wanted.place).into())
}

/// The verdict, with the same spelling rules as at a table.
pub fn explain(wanted: &ExplainInView) -> Result<Verdict, Refused> {
    let view = wanted.view.read()?;
    let verdict = view.explain(&spelled(&*view, &wanted.action));
    let verdict = verdict.map_err(|error| refused(Code::Malformed, error.to_string()))?;
    Ok(Verdict { legal: verdict.legal, rule: verdict.rule.into_owned(), reason: verdict.reason.into_owned() })
}
