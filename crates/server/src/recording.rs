//! The record of a match: while it goes on, as the one who asks may know it; afterwards, with everything.

use menagerie_game::Viewer;
use menagerie_record::dice::Secret;
use menagerie_record::{DiceProof, Entry, Record};

use crate::host::Host;
use crate::secret::Digest;

impl Host {
    /// The record as far as the holder of a token may know it.
    pub(crate) fn record(&self, token: Option<Digest>) -> Record {
        let table = self.room.table();
        let info = self.room.info();
        let over = self.room.game().end();
        let seats = token.map(|token| table.seats_of(&[token])).unwrap_or_default();
        let viewer = seats.first().map_or(Viewer::Spectator, |&seat| Viewer::Seat(seat));
        let events = match over {
            Some(_) => self.room.stamped().map(|event| Entry { event: event.text, at: Some(event.at) }).collect(),
            None => self.room.events_for(viewer),
        };
        Record {
            game: table.game.clone(),
            start: self.other_start(),
            seats: table
                .seats
                .iter()
                .map(|chair| (info.seat_name(chair.seat).to_owned(), table.name_of(chair.seat, info)))
                .collect(),
            tags: vec![("Table".to_owned(), table.id.clone())],
            events,
            ended: over.map(Into::into),
            dice: self.stored.dice.as_ref().map(|dice| {
                let secret = Secret::new(dice.secret.0);
                let published = over.map(|_| secret.to_hex());
                DiceProof { commitment: secret.commitment(), nonces: dice.nonces.clone(), secret: published }
            }),
        }
    }

    /// The start, where it is not the game's usual one.
    fn other_start(&self) -> Option<String> {
        let usual = self.stored.game.parse::<menagerie_catalog::Chosen>().ok()?.start().text();
        (usual != self.stored.start).then(|| self.stored.start.clone())
    }
}
