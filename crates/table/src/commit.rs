//! Applies events that are durable, and tells each connection what it may know of them.

use menagerie_game::Viewer;
use menagerie_match::taken_back_to;
use menagerie_wire::ToClient;

use super::{ConnectionId, Delivery, EventBatch, LiveTable, LoadError, StampedEvent};
use crate::clock::Millis;
use crate::log_view::{ShownEvent, entry, event_text};
use crate::seat_view::Perspective;

impl LiveTable {
    /// These events are in the log now, with this stamp.
    pub fn commit(&mut self, batch: &EventBatch, at: Millis) -> Result<Vec<Delivery>, LoadError> {
        self.apply_events(batch.events.iter().map(|(event, _)| (event.as_str(), at)))
    }

    /// Applies events that another node has appended. Connections here get the same messages as there.
    pub fn apply_stored(&mut self, events: &[StampedEvent]) -> Result<Vec<Delivery>, LoadError> {
        self.apply_events(events.iter().map(|event| (event.text.as_str(), event.at)))
    }

    fn apply_events<'a>(
        &mut self,
        events: impl ExactSizeIterator<Item = (&'a str, Millis)>,
    ) -> Result<Vec<Delivery>, LoadError> {
        let (was_over, was_claimable) = (self.game.end().is_some(), self.claimable());
        let mut deliveries = Vec::new();
        let (count, mut last_at) = (events.len(), 0);
        for (index, (event, at)) in events.enumerate() {
            self.commit_one(event, at, index + 1 == count, &mut deliveries)?;
            last_at = at;
        }
        // The turn may have passed to a seat that is gone, or away from it.
        if was_over != self.game.end().is_some() || was_claimable != self.claimable() {
            deliveries.extend(self.broadcast_table(last_at));
        }
        Ok(deliveries)
    }

    fn commit_one(
        &mut self,
        event: &str,
        at: Millis,
        last: bool,
        deliveries: &mut Vec<Delivery>,
    ) -> Result<(), LoadError> {
        // How the event reads depends on what the viewer knew before it.
        let texts = self.event_texts(event);
        let effects = self.apply_event(event, at)?;
        if last {
            self.cover_screens();
        }
        let (version, back) = (self.version(), taken_back_to(&*self.game, event));
        let logged = self.log.last().expect("an event was just noted");
        for (perspective, to) in self.audiences() {
            let text = match &texts {
                None => event,
                Some(texts) => {
                    texts.iter().find(|(viewer, _)| *viewer == perspective.logs).map_or("", |(_, text)| text)
                }
            };
            let told = ShownEvent { viewer: perspective.logs, event: text.to_owned(), effects: &effects, back };
            let entry = entry(self.info(), version, logged, told);
            let seen = Box::new(self.seen(&*self.game, perspective, at));
            deliveries.push(Delivery { to, message: ToClient::Event { version, entry, seen } });
        }
        Ok(())
    }

    /// Everybody, those with equal eyes together.
    pub(super) fn audiences(&self) -> Vec<(Perspective, Vec<ConnectionId>)> {
        let mut groups: Vec<(Perspective, Vec<ConnectionId>)> = Vec::new();
        for (&id, connection) in &self.connections {
            let perspective = self.perspective(connection, &*self.game);
            match groups.iter_mut().find(|(known, _)| *known == perspective) {
                Some((_, ids)) => ids.push(id),
                None => groups.push((perspective, vec![id])),
            }
        }
        groups
    }

    /// How an event reads to each who keeps a log, before it happens; nothing where it reads the same to all.
    fn event_texts(&self, event: &str) -> Option<Vec<(Viewer, String)>> {
        let text = |viewer| (viewer, event_text(self.game.position(), viewer, event));
        self.info().hidden.then(|| self.log_viewers().into_iter().map(text).collect())
    }

    fn log_viewers(&self) -> Vec<Viewer> {
        let mut viewers = Vec::new();
        for connection in self.connections.values() {
            let viewer = self.perspective(connection, &*self.game).logs;
            if !viewers.contains(&viewer) {
                viewers.push(viewer);
            }
        }
        viewers
    }

    /// The turn has passed on: shared screens are covered again.
    fn cover_screens(&mut self) {
        let acting = self.acting();
        for connection in self.connections.values_mut() {
            connection.uncovered = connection.uncovered.filter(|&seat| Some(seat) == acting);
        }
    }
}
