//! Applies events that are durable, and tells each connection what it may know of them.

use menagerie_game::Viewer;
use menagerie_match::went_back;
use menagerie_wire::ToClient;

use super::{Batch, Broken, ConnectionId, Room, Stamped, Tell};
use crate::clock::Millis;
use crate::log_view::{Told, entry, event_text};
use crate::seat_view::Eyes;

impl Room {
    /// These events are in the log now, with this stamp.
    pub fn commit(&mut self, batch: &Batch, at: Millis) -> Result<Vec<Tell>, Broken> {
        self.happen(batch.events.iter().map(|(event, _)| (event.as_str(), at)))
    }

    /// Somebody else has appended these events: they happen here too, and everybody is told the same as there.
    pub fn follow(&mut self, events: &[Stamped]) -> Result<Vec<Tell>, Broken> {
        self.happen(events.iter().map(|event| (event.text.as_str(), event.at)))
    }

    fn happen<'a>(&mut self, events: impl ExactSizeIterator<Item = (&'a str, Millis)>) -> Result<Vec<Tell>, Broken> {
        let (was_over, was_claimable) = (self.game.end().is_some(), self.claimable());
        let mut tells = Vec::new();
        let (count, mut last_at) = (events.len(), 0);
        for (index, (event, at)) in events.enumerate() {
            self.commit_one(event, at, index + 1 == count, &mut tells)?;
            last_at = at;
        }
        // The turn may have passed to a seat that is gone, or away from it.
        if was_over != self.game.end().is_some() || was_claimable != self.claimable() {
            tells.extend(self.tell_table(last_at));
        }
        Ok(tells)
    }

    fn commit_one(&mut self, event: &str, at: Millis, last: bool, tells: &mut Vec<Tell>) -> Result<(), Broken> {
        // How the event reads depends on what the viewer knew before it.
        let texts = self.hidden_texts(event);
        let effects = self.take(event, at)?;
        if last {
            self.cover_again();
        }
        let (version, back) = (self.version(), went_back(&*self.game, event));
        let noted = self.log.last().expect("an event was just noted");
        for (eyes, to) in self.audiences() {
            let text = match &texts {
                None => event,
                Some(texts) => texts.iter().find(|(viewer, _)| *viewer == eyes.logs).map_or("", |(_, text)| text),
            };
            let told = Told { viewer: eyes.logs, event: text.to_owned(), effects: &effects, back };
            let entry = entry(self.info(), version, noted, told);
            let seen = Box::new(self.seen(&*self.game, eyes, at));
            tells.push(Tell { to, message: ToClient::Event { version, entry, seen } });
        }
        Ok(())
    }

    /// Everybody, those with equal eyes together.
    pub(super) fn audiences(&self) -> Vec<(Eyes, Vec<ConnectionId>)> {
        let mut groups: Vec<(Eyes, Vec<ConnectionId>)> = Vec::new();
        for (&id, connection) in &self.connections {
            let eyes = self.eyes(connection, &*self.game);
            match groups.iter_mut().find(|(known, _)| *known == eyes) {
                Some((_, ids)) => ids.push(id),
                None => groups.push((eyes, vec![id])),
            }
        }
        groups
    }

    /// How an event reads to each who keeps a log, before it happens; nothing where it reads the same to all.
    fn hidden_texts(&self, event: &str) -> Option<Vec<(Viewer, String)>> {
        let text = |viewer| (viewer, event_text(self.game.position(), viewer, event));
        self.info().hidden.then(|| self.log_viewers().into_iter().map(text).collect())
    }

    fn log_viewers(&self) -> Vec<Viewer> {
        let mut viewers = Vec::new();
        for connection in self.connections.values() {
            let viewer = self.eyes(connection, &*self.game).logs;
            if !viewers.contains(&viewer) {
                viewers.push(viewer);
            }
        }
        viewers
    }

    /// The turn has passed on: whoever looked at a shared screen puts the cover back.
    fn cover_again(&mut self) {
        let acting = self.acting();
        for connection in self.connections.values_mut() {
            connection.uncovered = connection.uncovered.filter(|&seat| Some(seat) == acting);
        }
    }
}
