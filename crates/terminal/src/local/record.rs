//! Saving a match as a record, resuming it, and replaying a record.

use menagerie_game::{BySeat, Seat};
use menagerie_match::{AnyMatch, TimeControl};
use menagerie_record::dice::{Secret, TableDice};
use menagerie_record::{DiceProof, Ended, Entry, Record, begin, clock_tags, verify};

use super::{LocalTable, Past, Player};
use crate::command::Command;

impl LocalTable {
    /// Resumes the match of a record. `asked` overrides the players of the record.
    ///
    /// The resumed match overwrites the file, so the record must verify. Its tags and player names are
    /// kept.
    pub(crate) fn resume(record: &Record, asked: &[(String, Player)], secret: Secret) -> Result<Self, String> {
        verify(record).map_err(|error| format!("the record does not verify and is not changed: {error}"))?;
        let mut table = Self::played(record, asked, secret)?;
        check_seats(&*table.game, asked)?;
        table.resumed = Resumed::of(record, asked);
        table.proof = table.proof_of(record)?;
        table.saved = Some(table.log.len());
        Ok(table)
    }

    /// The proof of the resumed dice. All draws must stay verifiable.
    fn proof_of(&self, record: &Record) -> Result<Proof, String> {
        match &record.dice {
            Some(DiceProof { secret: Some(_), nonces, .. }) => Ok(Proof::Published { nonces: nonces.clone() }),
            Some(_) if self.game.end().is_none() => {
                Err("its dice belong to a server that has not published their secret; view it with --replay".into())
            }
            None if self.draws > 0 => Ok(Proof::None),
            _ => Ok(Proof::Published { nonces: Vec::new() }),
        }
    }

    /// Plays the events of a record.
    fn played(record: &Record, asked: &[(String, Player)], secret: Secret) -> Result<Self, String> {
        let players = |game: &dyn AnyMatch| BySeat::from_fn(|seat| seated(game.info().seat_name(seat), record, asked));
        let game = begin(&record.game, record.start.as_deref()).map_err(|error| error.to_string())?;
        let mut table = Self::with(&record.game, players(&*game), secret, game);
        let control = record.control().map_err(|error| error.to_string())?;
        if control != TimeControl::None {
            let first = record.events.first().and_then(|entry| entry.at);
            match record.started() {
                Some(started) => table.start_clocks(control, started),
                None => table.set_clocks(control, first.unwrap_or_default()),
            }
        }
        if let Some(DiceProof { secret: Some(secret), nonces, .. }) = &record.dice {
            table.secret = Secret::from_hex(secret).ok_or("the record's secret is not 64 hexadecimal digits")?;
            table.dice = TableDice::new(&table.secret, nonces.iter().map(String::as_str));
        }
        for (index, entry) in record.events.iter().enumerate() {
            table.now = entry.at.unwrap_or(table.now).max(table.now);
            table.happen(&entry.event).map_err(|why| format!("event {}, {}: {why}", index + 1, entry.event))?;
        }
        Ok(table)
    }

    /// The match of a record, for the viewer, at its start.
    pub(crate) fn replay(record: &Record) -> Result<Self, String> {
        let mut table = Self::played(record, &[], Secret::new([0; 32]))?;
        table.players = BySeat::from_fn(|_| Player::Nobody);
        table.looking_back = Some(0);
        table.name_players(&record.seats);
        Ok(table)
    }

    /// The match as a record. It includes the dice secret, because the file stays with the players.
    pub(crate) fn record(&self) -> Record {
        let seats = self.game.start().seats();
        Record {
            game: self.name.clone(),
            start: self.start_text(),
            seats: seats.iter().map(|seat| (self.name_of(seat).to_owned(), self.player_name(seat))).collect(),
            tags: self.tags(),
            events: self
                .game
                .log_from(0)
                .into_iter()
                .zip(&self.log)
                .map(|(event, past)| self.entry(event, past))
                .collect(),
            ended: self.game.end().map(Ended::from),
            dice: self.dice_proof(),
            ..Record::default()
        }
    }

    fn dice_proof(&self) -> Option<DiceProof> {
        let Proof::Published { nonces } = &self.proof else { return None };
        self.game.info().chance.then(|| DiceProof {
            commitment: self.secret.commitment(),
            nonces: nonces.clone(),
            secret: Some(self.secret.to_hex()),
        })
    }

    /// The tags of the resumed record, plus the clock tags that it lacks.
    fn tags(&self) -> Vec<(String, String)> {
        let mut tags = self.resumed.tags.clone();
        for (name, value) in clock_tags(self.control, self.started) {
            if !tags.iter().any(|(known, _)| *known == name) {
                tags.push((name, value));
            }
        }
        tags
    }

    /// The player's name in the record, or the kind of player.
    fn player_name(&self, seat: Seat) -> String {
        let known = self.resumed.names.iter().find(|(name, _)| name == self.name_of(seat));
        known.map_or_else(|| words(self.players[seat]), |(_, player)| player.clone())
    }

    /// With clocks an entry has its timestamp, from which the clocks are computed again.
    fn entry(&self, event: String, past: &Past) -> Entry {
        Entry { event, at: (self.control != TimeControl::None).then_some(past.at) }
    }

    /// The start position, if it is not the game's usual start.
    fn start_text(&self) -> Option<String> {
        let usual = begin(&self.name, None).ok()?.start().text();
        Some(self.game.start().text()).filter(|text| *text != usual)
    }

    /// The command that saves the match, if there is a file and an unsaved event.
    pub(super) fn saved(&mut self) -> Option<Command> {
        let path = self.file.clone()?;
        if self.saved.replace(self.log.len()) == Some(self.log.len()) {
            return None;
        }
        let record = self.record();
        let json = path.extension().is_some_and(|extension| extension == "json");
        let text = if json { record.to_json() } else { record.to_text() };
        Some(Command::Save { path, text })
    }
}

/// Tags and names of a resumed record, which the match itself does not hold.
#[derive(Default)]
pub(super) struct Resumed {
    tags: Vec<(String, String)>,
    /// Seats and player names, without the seats whose player was changed.
    names: Vec<(String, String)>,
}

impl Resumed {
    fn of(record: &Record, asked: &[(String, Player)]) -> Self {
        let is_asked = |seat: &str| asked.iter().any(|(name, _)| name == seat);
        let names = record.seats.iter().filter(|(seat, _)| !is_asked(seat)).cloned().collect();
        Self { tags: record.tags.clone(), names }
    }
}

/// What the record says about the dice.
pub(super) enum Proof {
    /// The secret is published, with these nonces.
    Published { nonces: Vec<String> },
    /// The first draws have no secret and cannot be verified.
    None,
}

fn words(player: Player) -> String {
    match player {
        Player::Human => "human".to_owned(),
        Player::Computer(level) => format!("computer:{level}"),
        Player::Nobody => "nobody".to_owned(),
    }
}

/// The player of a seat: as asked, or as in the record, or a person.
fn seated(name: &str, record: &Record, players: &[(String, Player)]) -> Player {
    let asked = players.iter().find(|(seat, _)| seat == name).map(|(_, player)| *player);
    let noted = || record.seats.iter().find(|(seat, _)| seat == name).and_then(|(_, words)| words.parse().ok());
    asked.or_else(noted).unwrap_or(Player::Human)
}

/// Parses `human`, `computer` (level 3) or `computer:5`.
impl std::str::FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("'{text}' is not a player: expected human, computer, or computer:LEVEL with a level from 1 to 8")
        };
        match text.split_once(':') {
            None if text == "human" => Ok(Self::Human),
            None if text == "computer" => Ok(Self::Computer(3)),
            Some(("computer", level)) => {
                let level = level.parse().ok().filter(|level| (1..=8).contains(level));
                level.map(Self::Computer).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

/// Checks that every named seat plays in this game.
fn check_seats(game: &dyn AnyMatch, asked: &[(String, Player)]) -> Result<(), String> {
    let info = game.info();
    let names: Vec<&str> = game.start().seats().iter().map(|seat| info.seat_name(seat)).collect();
    match asked.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        Some((name, _)) => Err(format!("there is no seat '{name}' in this game; the seats are {}", names.join(", "))),
        None => Ok(()),
    }
}

/// The player of every seat of a match: as asked, or a person.
pub(crate) fn players(game: &dyn AnyMatch, asked: &[(String, Player)]) -> Result<BySeat<Player>, String> {
    check_seats(game, asked)?;
    let info = game.info();
    let wanted = |seat: Seat| asked.iter().find(|(name, _)| info.seat_named(name) == Some(seat));
    Ok(BySeat::from_fn(|seat| wanted(seat).map_or(Player::Human, |(_, player)| *player)))
}
