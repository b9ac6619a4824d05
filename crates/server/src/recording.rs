//! The record of a match and its replay: while it goes on, as the one who asks may know it; afterwards, with everything.

use menagerie_game::{Actor, EffectLog, Scene, Viewer, describe};
use menagerie_record::dice::Secret;
use menagerie_record::{DiceProof, Entry, Record};
use menagerie_wire::http::Looked;
use menagerie_wire::{Code, Happened};

use crate::host::Host;
use crate::refuse::No;
use crate::room::{Broken, actor_name, how_ended, new_match};
use crate::secret::Digest;

impl Host {
    /// The record as far as the holder of a token may know it.
    pub(crate) fn record(&self, token: Option<Digest>) -> Record {
        let table = self.room.table();
        let info = self.room.info();
        let over = self.room.game().end();
        let viewer = self.viewer(token);
        let events = match over {
            Some(_) => self.room.stamped().map(|event| Entry { event: event.text, at: Some(event.at) }).collect(),
            None => self.room.events_for(viewer),
        };
        Record {
            game: table.game.clone(),
            start: self.other_start(if over.is_some() { Viewer::All } else { viewer }),
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

    /// The match as it stood after so many events, as far as the holder of a token may know it.
    pub(crate) fn at(&self, token: Option<Digest>, version: u32) -> Result<Looked, No> {
        let last = self.room.version();
        if version > last {
            return Err(No::new(Code::NotFound, format!("the match has reached version {last} only")));
        }
        let over = self.room.game().end().is_some();
        let viewer = if over { Viewer::All } else { self.viewer(token) };
        let broken = |cause: Broken| No::trouble(&cause);
        let mut game = new_match(&self.stored.game, &self.stored.start).map_err(broken)?;
        let mut effects = EffectLog::new();
        for event in self.room.stamped().take(version as usize) {
            effects = game.try_event(&event.text).map_err(|refusal| broken(refusal.into()))?;
        }
        let info = game.info();
        let actor = if game.end().is_some() { Actor::Nobody } else { game.position().actor() };
        let view = game.position().view(viewer);
        let heard = effects.iter().filter(|told| told.audience.includes(viewer));
        Ok(Looked {
            position: view.text(),
            seats: game.position().seats().iter().map(|seat| info.seat_name(seat).to_owned()).collect(),
            actor: actor_name(info, actor).to_owned(),
            scene: Scene { choices: Vec::new(), ..view.scene() },
            happened: heard.map(|it| Happened { words: describe(info, &it.effect), what: it.effect.clone() }).collect(),
            verdict: None,
            ended: game.end().map(|end| how_ended(info, end)),
        })
    }

    /// Whose knowledge a token gives.
    fn viewer(&self, token: Option<Digest>) -> Viewer {
        let seats = token.map(|token| self.room.table().seats_of(&[token])).unwrap_or_default();
        seats.first().map_or(Viewer::Spectator, |&seat| Viewer::Seat(seat))
    }

    /// The start, where it is not the game's usual one, as this viewer may know it: it may hold something hidden already.
    fn other_start(&self, viewer: Viewer) -> Option<String> {
        let usual = self.stored.game.parse::<menagerie_catalog::Chosen>().ok()?.start().text();
        (usual != self.stored.start).then(|| self.room.game().start().view(viewer).text())
    }
}
