//! Our messages in the shapes that bot authors know.

use menagerie_game::GameName;
use menagerie_wire::table::{Player, SeatInfo, Stage, Table, TimeControl};
use menagerie_wire::{Ended, Room, Seen, ToClient};
use serde_json::{Map, Value, json};

use crate::accounts::rating::rating_key;
use crate::records::moves::Moves;

/// `variant`: the key carries the options.
pub(crate) fn variant(game: &str) -> Value {
    let name = menagerie_catalog::find(GameName::new(game).id).map_or("", |game| game.info().name);
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

/// Turns what a connection is told into lines of a game stream.
#[derive(Default)]
pub(crate) struct Narrator {
    table: Option<Table>,
    moves: Moves,
    /// What was seen last.
    seen: Option<Box<Seen>>,
    gone: bool,
    /// Whether the last line was told.
    pub(crate) over: bool,
}

impl Narrator {
    /// The line for a message, if it has one.
    pub(crate) fn line(&mut self, message: ToClient, start: &str) -> Option<Value> {
        match message {
            ToClient::Full { table, seen, log, .. } => {
                self.moves = Moves::default();
                for entry in &log {
                    self.moves.follow(&entry.event, entry.turn, entry.back);
                }
                self.table = Some(*table);
                let state = self.state(&seen, &[]);
                self.seen = Some(seen);
                Some(self.full(start, &state))
            }
            ToClient::Event { entry, seen, .. } => {
                self.moves.follow(&entry.event, entry.turn, entry.back);
                let happened: Vec<&str> = entry.happened.iter().map(|it| it.words.as_str()).collect();
                let state = self.state(&seen, &happened);
                self.seen = Some(seen);
                Some(state)
            }
            ToClient::Said { said } => {
                let room = if said.room == Room::Spectators { "spectator" } else { "player" };
                let mut line = json!({"type": "chatLine", "username": said.name, "text": said.text, "room": room});
                if let Room::Seat { seat } = said.room {
                    line["to"] = json!(seat);
                }
                Some(line)
            }
            ToClient::Table { table } if table.stage == Stage::Closed => self.closed(*table),
            ToClient::Table { table } => self.presence(*table),
            _ => None,
        }
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

    fn state(&mut self, seen: &Seen, happened: &[&str]) -> Value {
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
fn by_color(fields: &mut Map<String, Value>, table: &Table, seen: &Seen) {
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

/// How a game stands, in one of the words that bot authors know.
pub(crate) fn status(stage: Stage, ended: Option<&Ended>) -> &'static str {
    /// How reasons read that have a name of their own; everything else is the game's own end.
    const NAMED: [(&str, &str); 4] = [
        ("resigned", "resign"),
        ("ran out of time", "outoftime"),
        ("left the match", "timeout"),
        ("drawn by agreement", "draw"),
    ];
    match (ended, stage) {
        (Some(ended), _) => {
            NAMED.iter().find(|(words, _)| ended.reason.ends_with(words)).map_or("variantEnd", |(_, status)| status)
        }
        (None, Stage::Waiting) => "created",
        (None, Stage::Closed) => "aborted",
        (None, Stage::Playing | Stage::Over) => "started",
    }
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
}
