//! What a connection may see: the view of its seat, or the spectator's.

use menagerie_game::{GameInfo, Seat, Viewer};
use menagerie_match::{AnyMatch, End, Offer};
use menagerie_wire::table::{Offers, Stage};
use menagerie_wire::{Ended, TableView, ViewFormat};

use super::{Connection, LiveTable, actor_name};
use crate::clock::Millis;

/// With whose eyes a connection looks. Connections with equal eyes are sent the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own about one connection")]
pub(super) struct Perspective {
    /// Whose view it gets.
    pub(super) sees: Viewer,
    /// Whose log it gets. A screen shared by several seats remembers only what all of them may know.
    pub(super) logs: Viewer,
    /// Whether the acting seat of this screen must lift the cover first.
    covered: bool,
    /// Whether a seat of this connection decides now, and sees what it decides about.
    acts: bool,
    can_undo: bool,
    undo_barred: Option<&'static str>,
    /// Whether a snapshot holds the whole log.
    pub(super) whole_log: bool,
    form: ViewFormat,
}

impl LiveTable {
    /// With whose eyes a connection looks at a match: this room's own, or an earlier state of it.
    pub(super) fn perspective(&self, connection: &Connection, game: &dyn AnyMatch) -> Perspective {
        let live = self.table.stage != Stage::Waiting && game.end().is_none();
        let holds = |seat: Seat| connection.seats.contains(&seat);
        let acting = game.position().actor().seat().filter(|&seat| live && holds(seat));
        let (sees, covered) = match *connection.seats {
            [] => (Viewer::Spectator, false),
            [seat] => (Viewer::Seat(seat), false),
            [first, ..] if !self.info().hidden => (Viewer::Seat(acting.unwrap_or(first)), false),
            _ => match acting {
                Some(seat) if connection.uncovered == Some(seat) || !needs_cover(connection, game) => {
                    (Viewer::Seat(seat), false)
                }
                acting => (Viewer::Spectator, acting.is_some()),
            },
        };
        let logs = if connection.seats.len() > 1 { Viewer::Spectator } else { sees };
        let acts = acting.is_some_and(|seat| sees.is(seat));
        let can_undo = live && game.can_undo().is_some_and(holds);
        let undo_barred = game.undo_barred().filter(|(seat, _)| live && holds(*seat)).map(|(_, why)| why);
        Perspective {
            sees,
            logs,
            covered,
            acts,
            can_undo,
            undo_barred,
            whole_log: connection.whole_log,
            form: connection.form,
        }
    }

    /// What such eyes see of a match.
    pub(super) fn seen(&self, game: &dyn AnyMatch, perspective: Perspective, now: Millis) -> TableView {
        let info = self.info();
        let view = game.position().view(after_end(perspective.sees, game));
        let actor = if game.end().is_some() { "nobody" } else { actor_name(info, game.position().actor()) };
        let scene = (perspective.form == ViewFormat::Scene).then(|| {
            let mut scene = view.scene();
            if !perspective.acts {
                scene.choices.clear();
            }
            scene
        });
        TableView {
            viewer: self.viewer_name(perspective.sees).to_owned(),
            actor: actor.to_owned(),
            text: view.text(),
            actions: (perspective.form == ViewFormat::Text && perspective.acts).then(|| view.actions()),
            scene,
            covered: perspective.covered,
            can_undo: perspective.can_undo,
            undo_barred: perspective.undo_barred.map(|why| format!("your last action cannot be undone: {why}")),
            clocks: self.shown_clocks(now),
            offers: self.offers(game),
            ended: game.end().map(|end| self.ended(end)),
        }
    }

    pub(super) fn viewer_name(&self, viewer: Viewer) -> &'static str {
        match viewer {
            Viewer::Seat(seat) => self.info().seat_name(seat),
            Viewer::Spectator | Viewer::All => "spectator",
        }
    }

    /// What is on offer now.
    pub fn open_offers(&self) -> Offers {
        self.offers(&*self.game)
    }

    fn offers(&self, game: &dyn AnyMatch) -> Offers {
        let names = |seats: menagerie_game::SeatSet| -> Vec<String> {
            seats.iter().map(|seat| self.info().seat_name(seat).to_owned()).collect()
        };
        // The one who offered comes first.
        let agreed = |offer: Offer| {
            let mut list = vec![self.info().seat_name(offer.by).to_owned()];
            list.extend(names(offer.agreed.without(offer.by)));
            list
        };
        let standing = game.offers();
        Offers {
            draw: standing.draw.map(agreed).unwrap_or_default(),
            takeback: standing.takeback.map(|it| (it.turn, agreed(it.offer))),
            rematch: names(self.rematch_voters()),
        }
    }

    /// How the match ended.
    pub fn ended(&self, end: &End) -> Ended {
        how_ended(self.info(), end)
    }
}

/// Whether several seats share this screen while one of them may not see what another sees.
pub(super) fn needs_cover(connection: &Connection, game: &dyn AnyMatch) -> bool {
    let shared = connection.seats.len() > 1 && game.info().hidden;
    shared && game.position().view(Viewer::Spectator).hides_something()
}

/// With whose eyes a viewer looks at a match: when it is over everything is open, also where the position itself could go
/// on.
pub(super) fn after_end(viewer: Viewer, game: &dyn AnyMatch) -> Viewer {
    if game.end().is_some() { Viewer::All } else { viewer }
}

/// How a match ended, as clients read it.
pub fn how_ended(info: &GameInfo, end: &End) -> Ended {
    let score = |seat: Seat| (info.seat_name(seat).to_owned(), end.outcome.score(seat).as_f64());
    Ended {
        scores: end.outcome.seats().iter().map(score).collect(),
        rule: end.reason.rule.to_owned(),
        reason: end.reason.sentence.to_string(),
        cause: Some(end.reason.cause.into()),
    }
}
