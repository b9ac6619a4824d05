//! Saving and resuming.

use menagerie_game::{BySeat, GameName, Seat};
use menagerie_match::TimeControl;
use menagerie_record::dice::{Secret, TableDice};
use menagerie_record::{DiceProof, Ended, Entry, Record, begin, clock_tags};

use super::{LocalTable, Past, Player};
use crate::command::Command;

impl LocalTable {
    /// The match of a record, to be played on; `players` says who plays, where the record does not.
    pub(crate) fn resume(record: &Record, players: &[(String, Player)], secret: Secret) -> Result<Self, String> {
        let game = begin(&record.game, record.start.as_deref()).map_err(|error| error.to_string())?;
        let seated = BySeat::from_fn(|seat| seated(game.info().seat_name(seat), record, players));
        let mut table = Self::new(&record.game, seated, secret).map_err(|error| error.to_string())?;
        table.game = game;
        let control = record.control().map_err(|error| error.to_string())?;
        if control != TimeControl::None {
            table.start_clocks(control, record.started().unwrap_or_default());
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

    /// The match of a record, to be looked at from its beginning.
    pub(crate) fn replay(record: &Record) -> Result<Self, String> {
        let mut table = Self::resume(record, &[], Secret::new([0; 32]))?;
        table.players = BySeat::from_fn(|_| Player::Nobody);
        table.looking_back = Some(0);
        table.name_players(&record.seats);
        Ok(table)
    }

    /// The match as a record, with the secret: whoever holds the file played it.
    pub(crate) fn record(&self) -> Record {
        let seats = self.game.position().seats();
        let chance = self.game.info().chance;
        Record {
            game: self.name.clone(),
            start: self.start_text(),
            seats: seats.iter().map(|seat| (self.name_of(seat).to_owned(), words(self.players[seat]))).collect(),
            tags: clock_tags(self.control, self.started),
            events: self
                .game
                .log_from(0)
                .into_iter()
                .zip(&self.log)
                .map(|(event, past)| self.entry(event, past))
                .collect(),
            ended: self.game.end().map(Ended::from),
            dice: chance.then(|| DiceProof {
                commitment: self.secret.commitment(),
                nonces: Vec::new(),
                secret: Some(self.secret.to_hex()),
            }),
        }
    }

    /// With clocks, an entry has its stamp: from the stamps the clocks are reckoned again.
    fn entry(&self, event: String, past: &Past) -> Entry {
        Entry { event, at: (self.control != TimeControl::None).then_some(past.at) }
    }

    /// The start, where it is not the usual one.
    fn start_text(&self) -> Option<String> {
        let usual = begin(&self.name, None).ok()?.start().text();
        Some(self.game.start().text()).filter(|text| *text != usual)
    }

    /// The command that saves the match, if it is to be saved.
    pub(super) fn saved(&self) -> Option<Command> {
        let path = self.file.clone()?;
        let record = self.record();
        let json = path.extension().is_some_and(|extension| extension == "json");
        let text = if json { record.to_json() } else { record.to_text() };
        Some(Command::Save { path, text })
    }
}

fn words(player: Player) -> String {
    match player {
        Player::Human => "human".to_owned(),
        Player::Computer(level) => format!("computer:{level}"),
        Player::Nobody => "nobody".to_owned(),
    }
}

/// Who plays a seat: as asked for, or as the record says, or a person.
fn seated(name: &str, record: &Record, players: &[(String, Player)]) -> Player {
    let asked = players.iter().find(|(seat, _)| seat == name).map(|(_, player)| *player);
    let noted = || record.seats.iter().find(|(seat, _)| seat == name).and_then(|(_, words)| words.parse().ok());
    asked.or_else(noted).unwrap_or(Player::Human)
}

/// `human`, `computer` (level 3) or `computer:5`.
impl std::str::FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is no player: human, computer, or computer:LEVEL with a level from 1 to 8");
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

/// One player for every seat of a game: those asked for, and people elsewhere.
pub(crate) fn players(game: &str, asked: &[(String, Player)]) -> Result<BySeat<Player>, String> {
    let info = menagerie_catalog::find(GameName::new(game).id).ok_or("no such game")?.info();
    for (name, _) in asked {
        if info.seat_named(name).is_none() {
            let names: Vec<&str> = info.seats.iter().map(|seat| seat.name).collect();
            return Err(format!("{} has no seat '{name}'; it has {}", info.id, names.join(", ")));
        }
    }
    let wanted = |seat: Seat| asked.iter().find(|(name, _)| info.seat_named(name) == Some(seat));
    Ok(BySeat::from_fn(|seat| wanted(seat).map_or(Player::Human, |(_, player)| *player)))
}
