//! Games, clocks and statuses as the JSON of the Lichess API.

use menagerie_game::GameName;
use menagerie_match::LogStep;
use menagerie_table::CHANCE;
use menagerie_wire::table::{Player, SeatInfo, Stage, Table, TimeControl};
use menagerie_wire::{ChatChannel, EndCause, Ended, LogEntry, TableView, ToClient};
use serde_json::{Map, Value, json};

use crate::accounts::rating::rating_key;
use menagerie_api::moves::Moves;

/// `variant`: the key carries the options.
pub(crate) fn variant(game: &str) -> Value {
    let name = menagerie_catalog::find(GameName::new(game).id).map_or("", |game| game.info().name());
    json!({"key": game, "name": name, "short": name})
}

/// `white` or `black` for the seats of a game for two; other seats are called by their own names. Where no seat is white, the
/// one that begins stands in for it.
pub(crate) fn color<'a>(game: &str, seat: &'a str) -> &'a str {
    let Some(found) = menagerie_catalog::find(GameName::new(game).id) else { return seat };
    let info = found.info();
    let names: Vec<&str> = match info.seats {
        [first, second] => vec![first.name, second.name],
        // The options say how many seats there are.
        _ => match game.parse::<menagerie_catalog::Chosen>() {
            Ok(chosen) => chosen.start().seats().iter().map(|seat| info.seat_name(seat)).collect(),
            Err(_) => return seat,
        },
    };
    match names[..] {
        [first, second] if seat == "white" || seat == "black" || first == "white" || second == "white" => seat,
        [first, _] if first == seat => "white",
        [_, _] => "black",
        _ => seat,
    }
}

/// Converts the messages of a connection into the lines of a game stream.
#[derive(Default)]
pub(crate) struct GameStream {
    table: Option<Table>,
    moves: Moves,
    /// What was seen last.
    seen: Option<Box<TableView>>,
    gone: bool,
    /// Whether the last line was told.
    pub(crate) over: bool,
}

impl GameStream {
    /// The line for a message, if it has one.
    pub(crate) fn line(&mut self, message: ToClient, start: &str) -> Option<Value> {
        match message {
            ToClient::Full { table, seen, log, .. } => {
                self.moves = Moves::default();
                for entry in &log {
                    self.push(entry);
                }
                self.table = Some(*table);
                let state = self.state(&seen, &[]);
                self.seen = Some(seen);
                Some(self.full(start, &state))
            }
            ToClient::Event { entry, seen, .. } => {
                self.push(&entry);
                let happened: Vec<&str> = entry.happened.iter().map(|it| it.words.as_str()).collect();
                let state = self.state(&seen, &happened);
                self.seen = Some(seen);
                Some(state)
            }
            ToClient::Chat { said } => {
                let room = if said.room == ChatChannel::Spectators { "spectator" } else { "player" };
                let mut line = json!({"type": "chatLine", "username": said.name, "text": said.text, "room": room});
                if let ChatChannel::Seat { seat } = said.room {
                    line["to"] = json!(seat);
                }
                Some(line)
            }
            ToClient::Table { table } if table.stage == Stage::Closed => self.closed(*table),
            ToClient::Table { table } => self.presence(*table),
            _ => None,
        }
    }

    fn push(&mut self, entry: &LogEntry) {
        let step = LogStep::of(&entry.event, entry.back, entry.by == CHANCE);
        self.moves.push(&entry.event, step, entry.turn);
    }

    fn full(&self, start: &str, state: &Value) -> Value {
        let Some(table) = &self.table else { return Value::Null };
        let mut full = json!({
            "type": "gameFull",
            "id": table.id,
            "variant": variant(&table.game),
            "clock": clock(table.clock),
            "speed": speed(table.clock),
            "perf": {"name": rating_key(&table.game)},
            "rated": table.rated,
            "createdAt": table.created,
            "initialFen": start,
            "seats": table.seats.iter().map(|seat| person(table, seat)).collect::<Vec<_>>(),
            "state": state,
        });
        for seat in &table.seats {
            full[color(&table.game, &seat.seat)] = person(table, seat);
        }
        full
    }

    fn state(&mut self, seen: &TableView, happened: &[&str]) -> Value {
        let Some(table) = &self.table else { return Value::Null };
        let mut state = json!({
            "type": "gameState",
            "moves": self.moves.text(),
            "status": status(table.stage, seen.ended.as_ref()),
            "actor": seen.actor,
            "view": seen.viewer,
            "position": seen.text,
            "clocks": seen.clocks.left,
            "events": happened,
        });
        if let Some(legal) = &seen.actions {
            state["legal"] = json!(legal);
        }
        if let Some(fields) = state.as_object_mut() {
            by_color(fields, table, seen);
        }
        if let Some(ended) = &seen.ended {
            self.over = true;
            state["reason"] = json!({"rule": ended.rule, "text": ended.reason});
            state["scores"] = json!(ended.scores);
            if let Some((winner, _)) = ended.scores.iter().find(|(_, score)| *score >= 1.0) {
                state["winner"] = json!(color(&table.game, winner));
            }
        }
        state
    }

    /// The match was aborted, or an operator has closed the table: that is the end of the stream.
    fn closed(&mut self, table: Table) -> Option<Value> {
        self.table = Some(table);
        self.over = true;
        let seen = self.seen.take()?;
        Some(self.state(&seen, &[]))
    }

    /// A seat has gone whose decision is due, or has come back.
    fn presence(&mut self, table: Table) -> Option<Value> {
        let claim = table.seats.iter().find_map(|seat| seat.claim_in);
        self.table = Some(table);
        if claim.is_some() == self.gone {
            return None;
        }
        self.gone = claim.is_some();
        let mut line = json!({"type": "opponentGone", "gone": self.gone});
        if let Some(seconds) = claim {
            line["claimWinInSeconds"] = json!(seconds);
        }
        Some(line)
    }
}

/// `wtime`, `winc`, `wdraw` and the like, for games of two seats.
fn by_color(fields: &mut Map<String, Value>, table: &Table, seen: &TableView) {
    /// What Lichess tells where no clock runs.
    const UNLIMITED: i64 = i32::MAX as i64;
    let [_, _] = &table.seats[..] else { return };
    let increment = match table.clock {
        TimeControl::Fischer { increment, .. } => u64::from(increment) * 1000,
        _ => 0,
    };
    for (index, seat) in table.seats.iter().enumerate() {
        let letter = if color(&table.game, &seat.seat) == "white" { 'w' } else { 'b' };
        let left = seen.clocks.left.get(index).copied().unwrap_or(UNLIMITED);
        fields.insert(format!("{letter}time"), json!(left));
        fields.insert(format!("{letter}inc"), json!(increment));
        if seen.offers.draw.contains(&seat.seat) {
            fields.insert(format!("{letter}draw"), json!(true));
        }
        if seen.offers.takeback.as_ref().is_some_and(|(_, agreed)| agreed.contains(&seat.seat)) {
            fields.insert(format!("{letter}takeback"), json!(true));
        }
    }
}

/// Who sits on a seat.
pub(crate) fn person(table: &Table, seat: &SeatInfo) -> Value {
    let color = color(&table.game, &seat.seat);
    match &seat.player {
        Player::Open => json!({"seat": seat.seat, "color": color}),
        Player::Computer { level } => json!({"seat": seat.seat, "color": color, "aiLevel": level}),
        Player::Person { name, account, rating, bot } => json!({
            "seat": seat.seat,
            "color": color,
            "id": account.as_ref().map(|account| account.to_lowercase()),
            "name": name,
            "rating": rating,
            "title": bot.then_some("BOT"),
            "bot": bot,
        }),
    }
}

fn clock(control: TimeControl) -> Value {
    match control {
        TimeControl::Fischer { initial, increment } => {
            json!({"initial": u64::from(initial) * 1000, "increment": u64::from(increment) * 1000})
        }
        TimeControl::Byoyomi { initial, period, periods } => json!({
            "initial": u64::from(initial) * 1000,
            "byoyomi": u64::from(period) * 1000,
            "periods": periods,
        }),
        TimeControl::None | TimeControl::Days { .. } => Value::Null,
    }
}

/// The same as a challenge tells it.
pub(crate) fn time_control(control: TimeControl) -> Value {
    match control {
        TimeControl::Fischer { initial, increment } => {
            json!({"type": "clock", "limit": initial, "increment": increment, "show": control.to_string()})
        }
        TimeControl::Byoyomi { .. } => json!({"type": "clock", "show": control.to_string()}),
        TimeControl::Days { days } => json!({"type": "correspondence", "daysPerTurn": days}),
        TimeControl::None => json!({"type": "unlimited"}),
    }
}

/// By the time that a game of forty turns would take, as Lichess reckons.
pub(crate) fn speed(control: TimeControl) -> &'static str {
    let seconds = match control {
        TimeControl::Fischer { initial, increment } => initial + 40 * increment,
        TimeControl::Byoyomi { initial, period, .. } => initial + 40 * period,
        TimeControl::None | TimeControl::Days { .. } => return "correspondence",
    };
    match seconds {
        0..180 => "bullet",
        180..480 => "blitz",
        480..1500 => "rapid",
        _ => "classical",
    }
}

/// The status of a game, by the name that Lichess gives it.
pub(crate) fn status(stage: Stage, ended: Option<&Ended>) -> &'static str {
    match (ended, stage) {
        (Some(ended), _) => match ended.cause.or_else(|| cause_of_old_row(&ended.reason)) {
            Some(EndCause::Resignation) => "resign",
            Some(EndCause::Timeout) => "outoftime",
            Some(EndCause::Departure) => "timeout",
            Some(EndCause::Agreement) => "draw",
            Some(EndCause::Rules | EndCause::Repetition | EndCause::NoProgress | EndCause::Length) | None => {
                "variantEnd"
            }
        },
        (None, Stage::Waiting) => "created",
        (None, Stage::Closed) => "aborted",
        (None, Stage::Playing | Stage::Over) => "started",
    }
}

/// The cause of an end that an earlier version stored: those rows have a sentence only.
fn cause_of_old_row(reason: &str) -> Option<EndCause> {
    const SENTENCES: [(&str, EndCause); 4] = [
        ("resigned", EndCause::Resignation),
        ("ran out of time", EndCause::Timeout),
        ("left the match", EndCause::Departure),
        ("drawn by agreement", EndCause::Agreement),
    ];
    SENTENCES.iter().find(|(words, _)| reason.ends_with(words)).map(|(_, cause)| *cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_two_seats_keep_their_names_and_red_stands_in_for_white() {
        assert_eq!(color("shogi5", "black"), "black");
        assert_eq!(color("shogi5", "white"), "white");
        assert_eq!((color("jungle:classic", "red"), color("jungle", "black")), ("white", "black"));
        assert_eq!(color("djambi", "yellow"), "yellow");
        assert_eq!((color("djambi:2", "red"), color("djambi:2", "yellow")), ("white", "black"));
    }

    #[test]
    fn speeds_are_those_of_lichess() {
        assert_eq!(speed(TimeControl::Fischer { initial: 60, increment: 0 }), "bullet");
        assert_eq!(speed(TimeControl::Fischer { initial: 180, increment: 2 }), "blitz");
        assert_eq!(speed(TimeControl::Days { days: 1 }), "correspondence");
    }

    #[test]
    fn the_status_comes_from_the_cause_and_for_old_rows_from_the_sentence() {
        let ended = |reason: &str, cause| Ended { scores: Vec::new(), rule: "r".into(), reason: reason.into(), cause };
        let status_of = |ended: Ended| status(Stage::Over, Some(&ended));
        assert_eq!(status_of(ended("a sentence", Some(EndCause::Timeout))), "outoftime");
        assert_eq!(status_of(ended("red resigned", Some(EndCause::Rules))), "variantEnd");
        assert_eq!(status_of(ended("red resigned", None)), "resign");
        assert_eq!(status_of(ended("red left the match", None)), "timeout");
        assert_eq!(status_of(ended("the lion is caught", None)), "variantEnd");
    }
}
