//! Tables for the tests: a game with a person on each seat, and connections. A person has the name of the seat, and so
//! does the token.

use menagerie_game::Seat;
use menagerie_table::secret::Digest;
use menagerie_table::{
    Accepted, ConnectionId, Delivery, FirstAction, LiveTable, SeatAssignment, StampedEvent, Subscription, TableInfo,
    new_match,
};
use menagerie_wire::table::{Player, Stage, Table, TimeControl};
use menagerie_wire::{ChatMessage, FromClient, LogEntry, Refused, TableView, ToClient, ViewFormat};

const SHOGI: &str = "lbsgk/4p/5/P4/KGSBL[] b";
const DJAMBI: &str = "gCgAgM3yMyAyC/gRgDgM3yMyDyR/gMgMgN3yNyMyM/9/9/9/rMrMrN3bNbMbM/rRrDrM3bMbDbR/rCrArM3bMbAbC";

/// Two seats, black and white; nothing is hidden.
pub(crate) fn shogi() -> TableInfo {
    table("shogi5", SHOGI)
}

/// Four seats: red, blue, yellow and green.
pub(crate) fn djambi() -> TableInfo {
    table("djambi", &format!("{DJAMBI} 4 rbyg r -"))
}

/// Three of these seats. Green is not in the game.
pub(crate) fn djambi_of_three() -> TableInfo {
    table("djambi:3", &format!("{DJAMBI} 3 rby- r -"))
}

/// Red can take on e4 with d3e4 and then lays the corpse: a turn of two actions.
pub(crate) fn djambi_with_a_capture() -> TableInfo {
    table("djambi", "gC7yC/9/9/9/9/3gMbN4/3rMrM4/9/rC7bC 4 rbyg r -")
}

/// Two seats, white and black. White has this many actions, can buy a Secret Trap, and may have hidden one (`h4w`).
pub(crate) fn heaven_hell(actions: u8, traps: &str) -> TableInfo {
    let shop = "6,12,8,6+,5,20,4,8,6,12,12,6,6,2,8,10";
    table("heaven-hell", &format!("w{actions} Ke1,Pa2,pa7,ke8 - {traps} 99/99 {shop} - - - - a1h8/a1h8 -"))
}

/// A table at which the match is on, without a time control.
fn table(game: &str, start: &str) -> TableInfo {
    let begun = new_match(game, start).expect("a position");
    let chair = |seat: Seat| {
        let name = begun.info().seat_name(seat);
        SeatAssignment { seat, player: person(name), token: Some(Digest::of(name)) }
    };
    TableInfo {
        id: "AAAAAAAAAA".to_owned(),
        game: game.to_owned(),
        start: start.to_owned(),
        seats: begun.position().seats().iter().map(chair).collect(),
        public: false,
        rated: false,
        clock: TimeControl::None,
        stage: Stage::Playing,
        commitment: None,
        next_commitment: None,
        created: 0,
        started: Some(0),
        first_action: FirstAction::Clocked,
        rematch: None,
        lineage: Vec::new(),
    }
}

pub(crate) fn person(name: &str) -> Player {
    Player::Person { name: name.to_owned(), account: None, rating: None, bot: false }
}

/// Opens a table at time 0. Chance always draws the first of its actions.
pub(crate) fn open(info: TableInfo) -> LiveTable {
    open_with(info, &[])
}

/// Opens a table whose log holds these events, all of time 0.
pub(crate) fn open_with(info: TableInfo, events: &[&str]) -> LiveTable {
    let events: Vec<StampedEvent> = events.iter().map(|&text| StampedEvent { text: text.to_owned(), at: 0 }).collect();
    LiveTable::open(info, &events, Box::new(|_, _| 0), 0).expect("the log can be replayed")
}

/// A log in which Black offered a draw this many times and took it back.
pub(crate) fn offered(times: usize) -> Vec<&'static str> {
    ["!offer-draw:black", "!decline-draw:black"].repeat(times)
}

/// The seat with this name.
pub(crate) fn seat(table: &LiveTable, name: &str) -> Seat {
    table.info().seat_named(name).expect("a seat's name")
}

/// A connection that plays these seats and gets texts.
pub(crate) fn hello(seats: &[&str]) -> Subscription {
    let tokens = seats.iter().map(|name| Digest::of(name)).collect();
    Subscription { tokens, form: ViewFormat::Text, ..Subscription::default() }
}

/// Connects at time 0.
pub(crate) fn connect(table: &mut LiveTable, id: u64, seats: &[&str]) -> ConnectionId {
    table.connect(ConnectionId(id), &hello(seats), 0).expect("these are tokens of the table");
    ConnectionId(id)
}

/// Lets these events happen, separated by spaces, with what chance does after each. Returns all that is told.
pub(crate) fn play(table: &mut LiveTable, events: &str, at: i64) -> Vec<Delivery> {
    let mut told = Vec::new();
    for event in events.split_whitespace() {
        let batch = table.batch(event).unwrap_or_else(|refused| panic!("{event}: {refused:?}"));
        told.extend(table.commit(&batch, at).expect("the batch can be applied"));
    }
    told
}

/// Parses a message and checks its command.
pub(crate) fn send(table: &LiveTable, id: ConnectionId, message: FromClient, now: i64) -> Result<Accepted, Refused> {
    table.check(id, table.parse(id, message)?, now)
}

/// The texts of the events that a command appends.
#[track_caller]
pub(crate) fn appended(accepted: Result<Accepted, Refused>) -> Vec<String> {
    match accepted {
        Ok(Accepted::Append(batch)) => batch.events.into_iter().map(|(text, _)| text).collect(),
        other => panic!("nothing is appended: {other:?}"),
    }
}

/// Everything that a connection may know.
pub(crate) struct Snapshot {
    pub(crate) seen: TableView,
    pub(crate) earlier: u32,
    pub(crate) log: Vec<LogEntry>,
    pub(crate) talk: Vec<ChatMessage>,
}

pub(crate) fn snapshot(table: &LiveTable, id: ConnectionId, now: i64) -> Snapshot {
    match table.snapshot_for(id, now).message {
        ToClient::Full { seen, earlier, log, talk, .. } => Snapshot { seen: *seen, earlier, log, talk },
        other => panic!("not everything: {other:?}"),
    }
}

/// The kinds of messages that a connection gets.
pub(crate) fn kinds(told: &[Delivery], id: ConnectionId) -> Vec<&'static str> {
    let kind = |message: &ToClient| match message {
        ToClient::Full { .. } => "full",
        ToClient::Event { .. } => "event",
        ToClient::Table { .. } => "table",
        ToClient::Chat { .. } => "chat",
        ToClient::Alliance { .. } => "alliance",
        ToClient::PrivateChat { .. } => "notice",
        _ => "other",
    };
    told.iter().filter(|it| it.to.contains(&id)).map(|it| kind(&it.message)).collect()
}

/// The table that a connection is told last.
pub(crate) fn shown_table(told: &[Delivery], id: ConnectionId) -> Option<&Table> {
    let mut mine = told.iter().rev().filter(|it| it.to.contains(&id));
    mine.find_map(|it| if let ToClient::Table { table } = &it.message { Some(&**table) } else { None })
}
