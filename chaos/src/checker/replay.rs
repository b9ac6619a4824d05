//! Replays a log: what every viewer may see at every version.

use menagerie_game::erased::{AnyPosition, viewer_named};
use menagerie_game::{Actor, Viewer};
use menagerie_match::AnyMatch;
use menagerie_wire::Ended;

use super::TableLog;

/// The state of a match at one version.
pub(crate) struct MatchState {
    /// The text of the whole position, with everything that is hidden.
    pub(crate) position: String,
    /// The actor: a seat's name, `chance` or `nobody`.
    pub(crate) actor: String,
    /// The number of complete turns.
    pub(crate) turns: u32,
    /// Whether a takeback is on offer.
    pub(crate) takeback: bool,
    /// The seat that may undo.
    pub(crate) undoer: Option<String>,
    pub(crate) ended: Option<Ended>,
    /// The view of each viewer.
    pub(crate) views: Vec<ViewerState>,
}

/// What one viewer sees.
pub(crate) struct ViewerState {
    pub(crate) viewer: String,
    /// The view's text.
    pub(crate) text: String,
    /// The legal actions, if the viewer is to move.
    pub(crate) actions: Option<Vec<String>>,
    /// The last event as this viewer sees it.
    pub(crate) event: String,
}

impl MatchState {
    pub(crate) fn viewer_state(&self, viewer: &str) -> Option<&ViewerState> {
        self.views.iter().find(|viewer_state| viewer_state.viewer == viewer)
    }
}

/// The states of a match, the first before any event; or the illegal event, and why.
pub(crate) fn replay(table: &TableLog) -> Result<Vec<MatchState>, String> {
    let mut game = menagerie_record::begin(&table.game, Some(&table.start)).map_err(|error| error.to_string())?;
    let viewers = viewers(game.position());
    let mut moments = vec![moment(&*game, &viewers, vec![String::new(); viewers.len()])];
    for event in &table.events {
        let wrong = |why: String| format!("event {}, {} by {}: {why}", event.seq, event.text, event.by);
        let by = author(&*game, &event.text);
        if by != event.by {
            return Err(wrong(format!("it is {by}'s to decide")));
        }
        let read = |viewer: &(String, Viewer)| reading(game.position(), viewer.1, &event.text);
        let texts = viewers.iter().map(read).collect();
        game.try_event(&event.text).map_err(|refusal| wrong(refusal.to_string()))?;
        moments.push(moment(&*game, &viewers, texts));
    }
    Ok(moments)
}

fn viewers(position: &dyn AnyPosition) -> Vec<(String, Viewer)> {
    let seats = position.seats().iter().map(|seat| position.info().seat_name(seat).to_owned());
    let named = |name: String| viewer_named(position, &name).map(|viewer| (name, viewer));
    seats.chain(["spectator".to_owned()]).filter_map(named).collect()
}

fn moment(game: &dyn AnyMatch, viewers: &[(String, Viewer)], texts: Vec<String>) -> MatchState {
    let (position, info) = (game.position(), game.info());
    let deciding = if game.end().is_some() { Actor::Nobody } else { position.actor() };
    let viewer_state = |((name, viewer), event): (&(String, Viewer), String)| {
        // After the end of a match everything is public.
        let view = position.view(if game.end().is_some() { Viewer::All } else { *viewer });
        let acts = deciding.seat().is_some_and(|seat| viewer.is(seat));
        ViewerState { viewer: name.clone(), text: view.text(), actions: acts.then(|| view.actions()), event }
    };
    let scores = |end: &menagerie_match::End| {
        let score = |seat| (info.seat_name(seat).to_owned(), end.outcome.score(seat).as_f64());
        end.outcome.seats().iter().map(score).collect()
    };
    let ended = |end: &menagerie_match::End| Ended {
        scores: scores(end),
        rule: end.reason.rule.to_owned(),
        reason: end.reason.sentence.to_string(),
        cause: Some(end.reason.cause.into()),
    };
    MatchState {
        position: position.text(),
        actor: name_of(game, deciding),
        turns: game.turns(),
        takeback: game.offers().takeback.is_some(),
        undoer: game.can_undo().filter(|_| game.end().is_none()).map(|seat| info.seat_name(seat).to_owned()),
        ended: game.end().map(ended),
        views: viewers.iter().zip(texts).map(viewer_state).collect(),
    }
}

fn name_of(game: &dyn AnyMatch, actor: Actor) -> String {
    match actor {
        Actor::Seat(seat) => game.info().seat_name(seat).to_owned(),
        Actor::Chance => "chance".to_owned(),
        Actor::Nobody => "nobody".to_owned(),
    }
}

/// The required author of an event.
fn author(game: &dyn AnyMatch, text: &str) -> String {
    match text.strip_prefix('!') {
        None => name_of(game, game.position().actor()),
        Some("undo") => name_of(game, game.can_undo().map_or(Actor::Nobody, Actor::Seat)),
        Some(rest) => rest.split(':').nth(1).unwrap_or_default().to_owned(),
    }
}

/// An event as a viewer sees it: secret actions of other seats are hidden.
fn reading(before: &dyn AnyPosition, viewer: Viewer, text: &str) -> String {
    if text.starts_with('!') {
        return text.to_owned();
    }
    before.view(viewer).action_text(text).unwrap_or_else(|_| text.to_owned())
}
