//! The pure state machine of a table, with time as an argument.

use menagerie_game::Seat;
use menagerie_table::secret::Digest;
use menagerie_table::{
    Accepted, ConnectionId, Delivery, FirstAction, IdempotencyKey, LiveTable, RemotePresence, SeatAssignment,
    StampedEvent, Subscription, TableInfo,
};
use menagerie_wire::table::{Player, Stage, TimeControl};
use menagerie_wire::{ChatChannel, ChatMessage, Claim, Code, FromClient, Offer, Refused, ToClient, ViewFormat};

const ANN: ConnectionId = ConnectionId(1);
const BOB: ConnectionId = ConnectionId(2);
const START: &str = "lbsgk/4p/5/P4/KGSBL[] b";

fn table(clock: TimeControl) -> TableInfo {
    let chair = |seat, name: &str| SeatAssignment {
        seat: Seat(seat),
        player: Player::Person { name: name.to_owned(), account: None, rating: None, bot: false },
        token: Some(Digest::of(name)),
    };
    TableInfo {
        id: "AAAAAAAAAA".to_owned(),
        game: "shogi5".to_owned(),
        start: START.to_owned(),
        seats: vec![chair(0, "Ann"), chair(1, "Bob")],
        public: false,
        rated: false,
        clock,
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

fn open(clock: TimeControl, events: &[StampedEvent]) -> LiveTable {
    LiveTable::open(table(clock), events, Box::new(|_, _| 0), 0).unwrap()
}

fn hello(name: &str) -> Subscription {
    Subscription { tokens: vec![Digest::of(name)], form: ViewFormat::Text, ..Subscription::default() }
}

/// Parses a message and checks the command that it holds.
fn check(room: &LiveTable, id: ConnectionId, message: FromClient, now: i64) -> Result<Accepted, Refused> {
    room.check(id, room.parse(id, message)?, now)
}

fn act(room: &mut LiveTable, action: &str, at: i64) {
    let batch = room.batch(action).unwrap();
    room.commit(&batch, at).unwrap();
}

/// The full state of a connection.
fn full(room: &mut LiveTable, id: ConnectionId, name: &str, now: i64) -> String {
    let tells = room.connect(id, &hello(name), now).unwrap();
    let full = tells.iter().find(|tell| matches!(tell.message, ToClient::Full { .. })).unwrap();
    serde_json::to_string(&full.message).unwrap()
}

#[test]
fn a_room_opened_from_its_log_is_the_one_that_lived_through_it() {
    let clock = TimeControl::Fischer { initial: 60, increment: 5 };
    let mut lived = open(clock, &[]);
    for (action, at) in [("a5a2", 3_000), ("!offer-draw:black", 4_000), ("a1b2", 9_000), ("b5a4", 20_000)] {
        act(&mut lived, action, at);
    }
    let log: Vec<StampedEvent> = lived.stamped_events().collect();
    let mut opened = open(clock, &log);
    assert_eq!(full(&mut lived, ANN, "Ann", 30_000), full(&mut opened, ANN, "Ann", 30_000));
    assert_eq!(lived.flag_falls(), opened.flag_falls());
    assert_eq!(opened.flag_falls(), Some(20_000 + 60_000 - 6_000 + 5_000), "white has spent six seconds and got five");
}

#[test]
fn a_flag_is_due_when_it_falls_and_not_before() {
    let room = open(TimeControl::Fischer { initial: 10, increment: 0 }, &[]);
    assert_eq!(room.due(9_999), None);
    let due = room.due(10_000).unwrap();
    assert_eq!(due.events, [("!flag:black".to_owned(), "black")]);
    assert_eq!(due.ended.unwrap().scores, [("black".to_owned(), 0.0), ("white".to_owned(), 1.0)]);
}

/// The rule of `docs/host/server.md`: the clocks start with the first action, which costs no time.
#[test]
fn clocks_start_with_the_first_action_and_an_offer_is_none() {
    let clock = TimeControl::Fischer { initial: 60, increment: 5 };
    let info = TableInfo { first_action: FirstAction::Free, ..table(clock) };
    let mut room = LiveTable::open(info, &[], Box::new(|_, _| 0), 0).unwrap();
    act(&mut room, "!offer-draw:black", 40_000);
    assert_eq!((room.flag_falls(), room.next_deadline()), (None, None));
    assert_eq!(room.due(9_000_000), None);
    act(&mut room, "a5a2", 50_000);
    assert_eq!(room.flag_falls(), Some(50_000 + 60_000));
    act(&mut room, "a1b2", 51_000);
    assert_eq!(room.flag_falls(), Some(51_000 + 60_000 + 5_000), "black has all its time and an increment");
}

#[test]
fn a_first_action_has_a_limit_where_others_wait_for_a_person() {
    let clock = TimeControl::Fischer { initial: 60, increment: 5 };
    let info = TableInfo { first_action: FirstAction::Within(90_000), ..table(clock) };
    let mut room = LiveTable::open(info.clone(), &[], Box::new(|_, _| 0), 0).unwrap();
    assert_eq!(room.next_deadline(), Some(90_000));
    assert!(full(&mut room, ANN, "Ann", 30_000).contains(r#""firstActionIn":60000"#));
    act(&mut room, "a5a2", 80_000);
    assert_eq!((room.first_action_due(), room.next_deadline()), (None, Some(80_000 + 60_000)));
    assert!(!full(&mut room, BOB, "Bob", 81_000).contains("firstActionIn"));
    let mut computer = info;
    computer.seats[0].player = Player::Computer { level: 1 };
    let room = LiveTable::open(computer, &[], Box::new(|_, _| 0), 0).unwrap();
    assert_eq!(room.next_deadline(), None, "nobody waits for a person");
}

#[test]
fn a_seat_that_is_gone_can_be_claimed_after_a_minute() {
    let clock = TimeControl::Fischer { initial: 600, increment: 0 };
    let mut room = open(clock, &[]);
    room.connect(ANN, &hello("Ann"), 0).unwrap();
    room.connect(BOB, &hello("Bob"), 0).unwrap();
    let claim = || FromClient::Claim { ack: 1, at: Some(0), seat: "white".to_owned(), claim: Claim::Gone };
    assert!(check(&room, BOB, claim(), 99_000).is_err(), "black is here");
    room.disconnect(ANN, 100_000);
    assert!(check(&room, BOB, claim(), 159_999).is_err(), "black may come back");
    let Ok(Accepted::Append(batch)) = check(&room, BOB, claim(), 160_000) else { panic!("it may be claimed now") };
    assert_eq!(batch.events[0].0, "!leave:black");
    room.connect(ANN, &hello("Ann"), 170_000).unwrap();
    assert!(check(&room, BOB, claim(), 999_000).is_err(), "black has come back");
    room.commit(&batch, 999_000).unwrap();
    assert_eq!(check(&room, BOB, claim(), 999_000), Ok(Accepted::WasDone(1)), "a claim that comes again is this one");
}

/// `docs/host/server.md`: with days per turn no absent seat can be claimed. Regression: the error said that the seat was
/// present.
#[test]
fn with_days_per_turn_it_is_said_why_nobody_can_be_claimed() {
    let mut room = open(TimeControl::Days { days: 2 }, &[]);
    room.connect(ANN, &hello("Ann"), 0).unwrap();
    room.connect(BOB, &hello("Bob"), 0).unwrap();
    let claim = |seat: &str| FromClient::Claim { ack: 1, at: None, seat: seat.to_owned(), claim: Claim::Gone };
    let refusal = |room: &LiveTable, id, seat| check(room, id, claim(seat), 99_000_000).unwrap_err().error;
    assert_eq!(refusal(&room, BOB, "white"), "the seat that is to decide is here");
    assert_eq!(refusal(&room, ANN, "black"), "it is for you to decide");
    room.disconnect(ANN, 1_000);
    let gone = refusal(&room, BOB, "white");
    assert!(gone.starts_with("with days per turn"), "{gone}");
}

/// The claim times of White in these messages.
fn claim_told(tells: &[Delivery]) -> Vec<Option<u32>> {
    let told = tells.iter().filter_map(|tell| match &tell.message {
        ToClient::Table { table } => Some(table.seats[1].claim_in),
        _ => None,
    });
    told.collect()
}

#[test]
fn everybody_is_told_when_the_turn_comes_to_a_seat_that_is_gone() {
    let mut room = open(TimeControl::Fischer { initial: 600, increment: 0 }, &[]);
    room.connect(ANN, &hello("Ann"), 0).unwrap();
    room.connect(BOB, &hello("Bob"), 0).unwrap();
    assert_eq!(claim_told(&room.disconnect(BOB, 10_000)), [None], "it is not white's turn");
    let batch = room.batch("a5a2").unwrap();
    assert_eq!(claim_told(&room.commit(&batch, 20_000).unwrap()), [Some(50)]);
    let batch = room.batch("!offer-draw:black").unwrap();
    assert_eq!(claim_told(&room.commit(&batch, 30_000).unwrap()), [], "that was told");
    assert_eq!(claim_told(&room.connect(BOB, &hello("Bob"), 40_000).unwrap()), [None]);
}

fn offer_draw(seat: &str) -> FromClient {
    FromClient::Offer { ack: 1, at: None, seat: seat.to_owned(), offer: Offer::Draw, nonce: None }
}

/// A log of an earlier version in which Black offered a draw this many times.
fn offered(times: usize) -> Vec<StampedEvent> {
    let texts = ["!offer-draw:black", "!decline-draw:black"];
    texts.iter().cycle().take(2 * times).map(|&it| StampedEvent { text: it.into(), at: 0 }).collect()
}

#[test]
fn offers_do_not_make_a_log_grow_for_ever() {
    let mut room = open(TimeControl::None, &offered(2_000));
    room.connect(ANN, &hello("Ann"), 0).unwrap();
    let refused = check(&room, ANN, offer_draw("black"), 0).unwrap_err();
    assert_eq!((refused.code, refused.error.contains("in this match")), (Code::TooMuch, true), "{refused:?}");
    let resign = FromClient::Resign { ack: 2, seat: "black".to_owned() };
    assert!(check(&room, ANN, resign, 0).is_ok(), "the match can still be played and ended");
}

/// Regression: one seat filled the log with offers until the other could not offer.
#[test]
fn a_seat_that_offers_too_much_keeps_nobody_else_from_offering() {
    let mut room = open(TimeControl::None, &offered(5_000));
    room.connect(BOB, &hello("Bob"), 0).unwrap();
    assert!(matches!(check(&room, BOB, offer_draw("white"), 0), Ok(Accepted::Append(_))));
}

#[test]
fn a_seat_makes_five_offers_in_a_turn() {
    let mut room = open(TimeControl::None, &offered(5));
    room.connect(ANN, &hello("Ann"), 0).unwrap();
    let refused = check(&room, ANN, offer_draw("black"), 0).unwrap_err();
    assert_eq!((refused.code, refused.error.contains("5 times in this turn")), (Code::TooMuch, true), "{refused:?}");
    act(&mut room, "a5a2", 0);
    assert!(check(&room, ANN, offer_draw("black"), 0).is_ok());
}

/// Regression: new connections received two megabytes. Clients request older entries separately.
#[test]
fn a_snapshot_is_bounded_however_long_the_log() {
    let mut room = open(TimeControl::None, &offered(5_000));
    let snapshot = full(&mut room, ANN, "Ann", 0);
    assert!(snapshot.len() < 300_000, "{} bytes", snapshot.len());
    let ToClient::Full { version, earlier, log, .. } = serde_json::from_str(&snapshot).unwrap() else {
        panic!("everything is told")
    };
    assert_eq!((version, earlier, log.len()), (10_000, 9_500, 500));
    assert_eq!(log.first().map(|entry| entry.version), Some(earlier + 1));
    // A bot, which needs all moves, gets all entries.
    let program = Subscription { whole_log: true, ..hello("Bob") };
    let tells = room.connect(BOB, &program, 0).unwrap();
    assert!(tells.iter().any(|tell| matches!(&tell.message, ToClient::Full { log, .. } if log.len() == 10_000)));
}

/// An undo takes back an action of its own turn, so a snapshot must hold both or neither.
#[test]
fn a_snapshot_begins_with_a_turn() {
    let mut log = offered(600);
    log.insert(0, StampedEvent { text: "a5a2".into(), at: 0 });
    log.insert(901, StampedEvent { text: "a1b2".into(), at: 0 });
    let mut room = open(TimeControl::None, &log);
    let ToClient::Full { earlier, log, .. } = serde_json::from_str(&full(&mut room, ANN, "Ann", 0)).unwrap() else {
        panic!("everything is told")
    };
    assert_eq!((earlier, log.len()), (902, 300));
}

/// A message with this `ack` number.
fn number_of(ack: u32) -> IdempotencyKey {
    IdempotencyKey::of(&FromClient::Resign { ack, seat: "black".to_owned() }).unwrap()
}

#[test]
fn a_number_that_was_used_for_another_message_is_refused() {
    let mut room = open(TimeControl::None, &[]);
    room.connect(ANN, &hello("Ann"), 0).unwrap();
    room.remember_answer(ANN, number_of(7), Ok(1));
    assert_eq!(room.earlier_answer(ANN, number_of(7)), Some(ToClient::Done { ack: 7, version: 1 }));
    let other = IdempotencyKey::of(&FromClient::Resign { ack: 7, seat: "white".to_owned() }).unwrap();
    let Some(ToClient::Refused { ack: Some(7), refused }) = room.earlier_answer(ANN, other) else {
        panic!("it is refused")
    };
    assert_eq!(refused.code, Code::Malformed);
    assert!(refused.error.contains("used for another message"), "{}", refused.error);
}

#[test]
fn a_table_keeps_a_bounded_number_of_answers_and_no_internal_errors() {
    let mut room = open(TimeControl::None, &[]);
    let known_as = |client: &str| Some(client.to_owned());
    room.connect(ANN, &Subscription { client: known_as("Ann's"), ..hello("Ann") }, 0).unwrap();
    room.remember_answer(ANN, number_of(1), Ok(5));
    let trouble = |code| Refused { code, error: String::new(), rule: None };
    room.remember_answer(ANN, number_of(2), Err(trouble(Code::Trouble)));
    room.remember_answer(ANN, number_of(3), Err(trouble(Code::NotNow)));
    for number in 0..100 {
        let guest = ConnectionId(100 + number);
        room.connect(guest, &Subscription { client: Some(number.to_string()), ..Subscription::default() }, 0).unwrap();
        room.remember_answer(guest, number_of(1), Ok(5));
    }
    let again = |number: u64| {
        (ConnectionId(500 + number), Subscription { client: Some(number.to_string()), ..Subscription::default() })
    };
    for (number, known) in [(0, false), (99, true)] {
        let (id, hello) = again(number);
        room.connect(id, &hello, 0).unwrap();
        assert_eq!(room.earlier_answer(id, number_of(1)).is_some(), known, "guest {number}");
    }
    // Many guests do not displace the players' answers.
    room.connect(BOB, &Subscription { client: known_as("Ann's"), ..hello("Ann") }, 0).unwrap();
    let known = [1, 2, 3].map(|ack| room.earlier_answer(BOB, number_of(ack)).is_some());
    assert_eq!(known, [true, false, true]);
}

#[test]
fn words_of_one_circle_do_not_push_out_those_of_another() {
    let mut room = open(TimeControl::None, &[]);
    let said = |id: u32, hall: ChatChannel| ChatMessage {
        id,
        seat: None,
        name: String::new(),
        room: hall,
        text: id.to_string(),
        at: 0,
    };
    room.chat_stored(said(1, ChatChannel::Players));
    let circles = u32::from(menagerie_store::AUDIENCES);
    for number in 0..150 {
        room.chat_stored(said(2 + circles * number, ChatChannel::Spectators));
    }
    room.connect(ANN, &hello("Ann"), 0).unwrap();
    let ToClient::Full { talk, .. } = room.snapshot_for(ANN, 0).message else { panic!("everything is told") };
    assert_eq!(talk.iter().map(|said| said.id).collect::<Vec<_>>(), [1]);
}

#[test]
fn a_seat_that_is_connected_through_another_node_is_here() {
    let mut room = open(TimeControl::Fischer { initial: 600, increment: 0 }, &[]);
    room.connect(BOB, &hello("Bob"), 0).unwrap();
    let there = RemotePresence { seats: vec![Seat(0)], watching: 2 };
    assert_eq!(room.set_remote_presence("node", there.clone(), 1_000).len(), 1, "everybody is told that black is here");
    assert_eq!(room.set_remote_presence("node", there, 2_000), [], "once");
    assert_eq!((room.claimable(), room.watching()), (None, 2));
    room.set_remote_presence("node", RemotePresence::default(), 100_000);
    assert_eq!(room.claimable(), Some((Seat(0), 160_000)), "gone from the moment on when the node said so");
}

#[test]
fn what_another_node_appended_is_told_as_if_it_had_happened_here() {
    let log = [("a5a2", 3_000), ("a1b2", 9_000)].map(|(text, at)| StampedEvent { text: text.to_owned(), at });
    let (mut lived, mut followed) = (open(TimeControl::None, &[]), open(TimeControl::None, &[]));
    for room in [&mut lived, &mut followed] {
        room.connect(ANN, &hello("Ann"), 0).unwrap();
        room.connect(BOB, &hello("Bob"), 0).unwrap();
    }
    let mut told = Vec::new();
    for event in &log {
        let batch = lived.batch(&event.text).unwrap();
        told.extend(lived.commit(&batch, event.at).unwrap());
    }
    assert_eq!(told, followed.apply_stored(&log).unwrap());
}

/// The kinds of messages for each connection.
fn kinds(tells: &[Delivery], of: [ConnectionId; 3]) -> [Vec<String>; 3] {
    let kind = |message: &ToClient| serde_json::to_value(message).unwrap()["t"].as_str().unwrap().to_owned();
    of.map(|id| tells.iter().filter(|tell| tell.to.contains(&id)).map(|tell| kind(&tell.message)).collect())
}

/// Regression: more messages than the outgoing queue holds closed all connections.
#[test]
fn a_client_that_missed_too_much_gets_a_snapshot_instead() {
    const LOOKER: ConnectionId = ConnectionId(3);
    let everybody = [ANN, BOB, LOOKER];
    let mut room = open(TimeControl::None, &[]);
    room.connect(ANN, &hello("Ann"), 0).unwrap();
    room.connect(BOB, &hello("Bob"), 0).unwrap();
    room.connect(LOOKER, &Subscription { tokens: Vec::new(), ..hello("x") }, 0).unwrap();
    let texts = ["!offer-draw:black", "!decline-draw:white"];
    let log: Vec<StampedEvent> =
        texts.iter().cycle().take(300).map(|&it| StampedEvent { text: it.into(), at: 0 }).collect();
    let tells = room.apply_stored(&log).unwrap();
    assert_eq!(kinds(&room.collapse_backlog(tells, 0), everybody), [["full"], ["full"], ["full"]]);

    // Chat among the players: the spectator gets none of it, neither as messages nor in a snapshot.
    let circles = u32::from(menagerie_store::AUDIENCES);
    let said = |number: u32| {
        let (seat, name, text) = (Some("black".to_owned()), "Ann".to_owned(), number.to_string());
        ChatMessage { id: 1 + circles * number, seat, name, room: ChatChannel::Players, text, at: 0 }
    };
    let tells = room.sync_chat((0..60).map(said).collect(), 0);
    let tells = room.collapse_backlog(tells, 0);
    assert_eq!(kinds(&tells, everybody), [vec!["full"], vec!["full"], vec![]]);
    let ToClient::Full { talk, version, .. } = &tells[0].message else { panic!("everything is told") };
    assert_eq!((talk.len(), *version), (60, 300));

    // A few messages are sent one by one.
    let tells = room.sync_chat((0..62).map(said).collect(), 0);
    assert_eq!(kinds(&room.collapse_backlog(tells, 0), everybody), [vec!["said"; 2], vec!["said"; 2], vec![]]);
}

#[test]
fn with_days_per_turn_nobody_has_to_be_there() {
    let mut room = open(TimeControl::Days { days: 2 }, &[]);
    room.connect(BOB, &hello("Bob"), 0).unwrap();
    assert_eq!(room.claimable(), None);
}

#[test]
fn a_damaged_log_is_refused_and_does_not_panic() {
    let event = StampedEvent { text: "e5e9".to_owned(), at: 0 };
    assert!(LiveTable::open(table(TimeControl::None), &[event], Box::new(|_, _| 0), 0).is_err());
}

/// A rematch vote goes to all connections: those with the same view get the same message.
#[test]
fn those_who_see_and_hear_the_same_are_told_everything_together() {
    let mut room = open(TimeControl::None, &[]);
    room.connect(ANN, &hello("Ann"), 0).unwrap();
    room.connect(BOB, &hello("Bob"), 0).unwrap();
    let looker = Subscription { tokens: Vec::new(), ..hello("x") };
    let lookers: Vec<ConnectionId> = (10..20).map(ConnectionId).collect();
    for &id in &lookers {
        room.connect(id, &looker, 0).unwrap();
    }
    let tells = room.broadcast_snapshot(0);
    let mut to: Vec<_> = tells.into_iter().map(|tell| tell.to).collect();
    to.sort();
    assert_eq!(to, [vec![ANN], vec![BOB], lookers]);
}
