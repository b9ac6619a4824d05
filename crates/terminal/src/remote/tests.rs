//! Tests of a remote table without a server.

use menagerie_game::{Seat, Viewer};
use menagerie_wire::table::{Clocks, Offers};
use menagerie_wire::{AllianceStep, ChatChannel, Claim, Ended, FromClient, Offer};

use super::*;
use crate::intent::Intent;

const TABLE: &str = r#"{"id":"abc","game":"jungle","public":true,"rated":false,"stage":"playing","seats":[
    {"seat":"red","player":{"kind":"person","name":"ann","bot":false},"here":true},
    {"seat":"black","player":{"kind":"person","name":"bob","bot":false},"here":true}],
    "clock":{"kind":"none"},"watching":2,"created":0}"#;

const SOCKET: u64 = 3;

fn table_info() -> Table {
    serde_json::from_str(TABLE).unwrap()
}

fn seen(game: &str, viewer: &str) -> TableView {
    let chosen: menagerie_catalog::Chosen = game.parse().unwrap();
    let view = chosen.start().view(Viewer::Seat(Seat(0)));
    TableView {
        viewer: viewer.into(),
        actor: viewer.into(),
        text: view.text(),
        actions: None,
        scene: Some(view.scene()),
        covered: false,
        can_undo: false,
        undo_barred: None,
        clocks: Clocks { running: Some(viewer.into()), left: vec![61_000, 5_000], ..Clocks::default() },
        offers: Offers::default(),
        ended: None,
    }
}

fn full(table: Table, seen: TableView, log: Vec<LogEntry>) -> NetEvent {
    let (table, seen) = (Box::new(table), Box::new(seen));
    NetEvent::Message(SOCKET, Box::new(ToClient::Full { version: 4, table, seen, earlier: 0, log, talk: Vec::new() }))
}

/// Ann's table after its first full message.
fn table() -> RemoteTable {
    let seated = Seated { table: table_info(), tokens: vec![("red".into(), "token".into())] };
    let mut remote = RemoteTable::new("http://box", seated, SOCKET).unwrap();
    remote.on_net_event(NetEvent::Connected(SOCKET));
    remote.on_net_event(full(table_info(), seen("jungle", "red"), Vec::new()));
    remote
}

/// The message that an intent sends to the server.
fn sent(remote: &mut RemoteTable, intent: Intent) -> FromClient {
    let mut commands = remote.handle(intent).expect("a possible intent");
    match commands.pop() {
        Some(Command::Net(Call::Send(message))) => message,
        other => panic!("{other:?}"),
    }
}

fn entry(by: &str, event: &str, turn: u32) -> LogEntry {
    LogEntry { version: turn, by: by.into(), event: event.into(), turn, at: 0, happened: Vec::new(), back: None }
}

#[test]
fn an_action_answers_the_version_that_was_seen() {
    let mut remote = table();
    assert_eq!(remote.view().acting, Some(Seat(0)));
    let FromClient::Act { at: 4, seat, action, .. } = sent(&mut remote, Intent::Act("a3a4".into())) else {
        panic!("an action")
    };
    assert_eq!((seat.as_str(), action.as_str()), ("red", "a3a4"));
}

#[test]
fn clocks_run_between_messages() {
    let mut remote = table();
    remote.tick(2_000);
    let clocks: Vec<_> = remote.view().seats.into_iter().filter_map(|seat| seat.clock).collect();
    assert_eq!((clocks[0].words.as_str(), clocks[1].words.as_str()), ("0:59", "0:05.0"));
    assert!(!clocks[0].short && clocks[1].short);
}

#[test]
fn without_a_connection_nothing_is_sent() {
    let mut remote = table();
    remote.on_net_event(lost(SOCKET));
    assert!(remote.handle(Intent::Act("a3a4".into())).is_err());
    assert_eq!(remote.view().status, "Connection lost. Reconnecting in 2 s…");
    assert_eq!(remote.view().scene.prompt.text, "Connection lost. Reconnecting in 2 s…");
    remote.tick(1_000);
    assert_eq!(remote.view().status, "Connection lost. Reconnecting in 1 s…");
    remote.tick(5_000);
    assert_eq!(remote.view().status, "Connection lost. Reconnecting…");
    remote.on_net_event(NetEvent::Connected(SOCKET));
    assert!(remote.handle(Intent::Resign).is_ok());
}

fn lost(socket_id: u64) -> NetEvent {
    NetEvent::Lost { socket_id, retry_in: std::time::Duration::from_secs(2) }
}

/// The clocks belong to the server: without a connection they stand still.
#[test]
fn clocks_stand_still_without_a_connection() {
    let mut remote = table();
    remote.tick(1_000);
    remote.on_net_event(lost(SOCKET));
    remote.tick(30_000);
    let clocks = |remote: &RemoteTable| remote.view().seats[0].clock.as_ref().map(|clock| clock.words.clone());
    assert_eq!(clocks(&remote).as_deref(), Some("1:00"));
    let mut later = seen("jungle", "red");
    later.clocks.left[0] = 20_000;
    remote.on_net_event(NetEvent::Connected(SOCKET));
    remote.on_net_event(full(table_info(), later, Vec::new()));
    assert_eq!(clocks(&remote).as_deref(), Some("0:20"), "and then they show what the server tells");
}

#[test]
fn a_seat_that_the_server_does_not_give_is_told_and_forgotten() {
    let mut remote = table();
    let heard = remote.on_net_event(NetEvent::Rejected(SOCKET, "a token is not one of this table".into()));
    assert!(heard.words.is_some_and(|words| words.contains("a token is not one of this table")));
    assert!(matches!(&heard.commands[..], [Command::ForgetSeats { .. }]), "{:?}", heard.commands);
    assert!(remote.view().status.contains("a token is not one of this table"));
    assert!(remote.handle(Intent::Resign).is_err());
}

#[test]
fn offers_of_others_are_answered() {
    let mut remote = table();
    assert!(remote.handle(Intent::Accept).is_err());
    let mut offered = seen("jungle", "red");
    offered.offers.takeback = Some((3, vec!["black".into()]));
    remote.on_net_event(full(table_info(), offered.clone(), Vec::new()));
    assert!(remote.view().offer.is_some_and(|words| words.contains("go back to the start of turn 3")));
    let agreed = sent(&mut remote, Intent::Accept);
    assert!(matches!(agreed, FromClient::Offer { offer: Offer::Takeback { turn: 3 }, .. }), "{agreed:?}");
    let declined = sent(&mut remote, Intent::Decline);
    assert!(matches!(declined, FromClient::Decline { offer: Offer::Takeback { turn: 3 }, .. }), "{declined:?}");
    offered.offers = Offers { draw: vec!["red".into()], ..Offers::default() };
    remote.on_net_event(full(table_info(), offered, Vec::new()));
    assert_eq!(remote.view().offer, None, "our own offer waits for the others");
}

#[test]
fn going_back_names_our_last_turn() {
    let mut remote = table();
    assert!(remote.handle(Intent::OfferTakeback).is_err());
    let mut log = vec![entry("red", "a3a4", 1), entry("black", "g7g6", 2), entry("red", "a4a5", 3)];
    remote.on_net_event(full(table_info(), seen("jungle", "red"), log.clone()));
    let back = sent(&mut remote, Intent::OfferTakeback);
    assert!(matches!(back, FromClient::Offer { offer: Offer::Takeback { turn: 3 }, .. }), "{back:?}");
    let agreed = LogEntry { back: Some(3), ..entry("black", "!agree-takeback:black", 4) };
    log.extend([entry("red", "!offer-takeback:red:3", 4), agreed]);
    remote.on_net_event(full(table_info(), seen("jungle", "red"), log));
    let further = sent(&mut remote, Intent::OfferTakeback);
    assert!(matches!(further, FromClient::Offer { offer: Offer::Takeback { turn: 1 }, .. }), "{further:?}");
}

/// Dice and the answers of other seats belong to the turn of the seat that moved.
#[test]
fn going_back_names_our_turn_also_when_others_acted_inside_it() {
    let mut remote = table();
    let log = vec![
        entry("red", "a3a4", 1),
        entry("black", "g7g6", 2),
        entry("red", "a4a5", 3),
        entry("chance", "=2", 3),
        entry("black", "@?", 3),
    ];
    remote.on_net_event(full(table_info(), seen("jungle", "red"), log));
    let back = sent(&mut remote, Intent::OfferTakeback);
    assert!(matches!(back, FromClient::Offer { offer: Offer::Takeback { turn: 3 }, .. }), "{back:?}");
}

#[test]
fn the_next_game_is_joined_one_seat_on() {
    let mut remote = table();
    let mut over = seen("jungle", "red");
    over.ended = Some(Ended {
        scores: vec![("red".into(), 1.0)],
        rule: "r".into(),
        reason: "black resigned".into(),
        cause: None,
    });
    over.offers.rematch = vec!["black".into()];
    let ended = Table { stage: Stage::Over, ..table_info() };
    let heard = remote.on_net_event(full(ended.clone(), over.clone(), Vec::new()));
    assert!(matches!(&heard.commands[..], [Command::ForgetSeats { .. }]), "{:?}", heard.commands);
    assert!(remote.view().offer.is_some_and(|words| words.contains("black wants another game")));
    assert!(matches!(sent(&mut remote, Intent::Accept), FromClient::Offer { offer: Offer::Rematch, .. }));
    let agreed = Table { rematch: Some("next".into()), ..ended };
    let heard = remote.on_net_event(full(agreed.clone(), over.clone(), Vec::new()));
    let [Command::Net(Call::Return { table, tokens, dice_commitment: None })] = &heard.commands[..] else {
        panic!("{:?}", heard.commands)
    };
    assert_eq!((table.as_str(), &tokens.0[..]), ("next", &[("black".to_owned(), "token".to_owned())][..]));
    assert!(remote.on_net_event(full(agreed, over, Vec::new())).commands.is_empty(), "once is enough");
}

/// The table after the end, with rematch votes of these seats.
fn over(wanting: &[&str]) -> NetEvent {
    let mut over = seen("jungle", "red");
    over.ended = Some(Ended {
        scores: vec![("red".into(), 1.0)],
        rule: "r".into(),
        reason: "black resigned".into(),
        cause: None,
    });
    over.offers.rematch = wanting.iter().map(|seat| (*seat).to_owned()).collect();
    full(Table { stage: Stage::Over, ..table_info() }, over, Vec::new())
}

#[test]
fn another_game_is_declined_to_the_server() {
    let mut remote = table();
    remote.on_net_event(over(&["black"]));
    let declined = sent(&mut remote, Intent::Decline);
    assert!(matches!(declined, FromClient::Decline { offer: Offer::Rematch, .. }), "{declined:?}");
    remote.on_net_event(over(&[]));
    assert!(remote.view().ended.is_some_and(|words| words.ends_with("You declined another game")));
    assert_eq!(remote.view().offer, None);
}

#[test]
fn who_offered_another_game_is_told_that_it_was_declined() {
    let mut remote = table();
    remote.on_net_event(over(&[]));
    sent(&mut remote, Intent::Rematch);
    remote.on_net_event(over(&["red"]));
    assert!(remote.view().ended.is_some_and(|words| words.contains("the others are asked")));
    remote.on_net_event(over(&[]));
    assert!(remote.view().ended.is_some_and(|words| words.ends_with("Black declines another game")));
    sent(&mut remote, Intent::Rematch);
    remote.on_net_event(over(&["red"]));
    assert!(remote.view().ended.is_some_and(|words| !words.contains("declines")), "it can be offered again");
}

#[test]
fn who_wants_another_game_with_chance_adds_to_its_dice_and_remembers_what_was_told() {
    let mut remote = table();
    let ended = Table { stage: Stage::Over, next_commitment: Some("told".into()), ..table_info() };
    remote.on_net_event(full(ended.clone(), seen("jungle", "red"), Vec::new()));
    let nonce_of = |message| match message {
        FromClient::Offer { offer: Offer::Rematch, nonce, .. } => nonce,
        other => panic!("{other:?}"),
    };
    let nonce = nonce_of(sent(&mut remote, Intent::Rematch)).expect("something is added");
    assert_eq!(nonce.len(), 32);
    assert_eq!(nonce_of(sent(&mut remote, Intent::Rematch)), Some(nonce.clone()), "asked again, the same");
    let agreed = Table { rematch: Some("next".into()), ..ended };
    let heard = remote.on_net_event(full(agreed, seen("jungle", "red"), Vec::new()));
    let dice_commitment = DiceCommitment { commitment: "told".into(), nonce };
    assert!(
        matches!(heard.commands.last(), Some(Command::Net(Call::Return { dice_commitment: Some(it), .. })) if *it == dice_commitment),
        "{:?}",
        heard.commands
    );
}

#[test]
fn whoever_is_gone_can_be_claimed() {
    let mut remote = table();
    let mut gone = table_info();
    gone.seats[1].here = false;
    gone.seats[1].claim_in = Some(40);
    remote.on_net_event(NetEvent::Message(SOCKET, Box::new(ToClient::Table { table: Box::new(gone) })));
    remote.tick(5_000);
    let view = remote.view();
    assert!(view.scene.prompt.text.contains("in 35 seconds"), "{}", view.scene.prompt.text);
    assert_eq!(view.seats[1].who, "bob (away)");
    remote.tick(36_000);
    assert!(remote.view().scene.prompt.text.contains("claim now"));
    assert!(matches!(sent(&mut remote, Intent::ClaimAbandoned), FromClient::Claim { claim: Claim::Gone, .. }));
}

#[test]
fn hints_are_asked_on_what_the_seat_sees_unless_ratings_are_at_stake() {
    let mut remote = table();
    let commands = remote.handle(Intent::Hint).expect("a hint");
    let [Command::Think(search_request)] = &commands[..] else { panic!("{commands:?}") };
    assert_eq!((search_request.seat, &search_request.view), (Seat(0), &seen("jungle", "red").text));
    assert!(remote.is_current_search(search_request.id));
    remote.on_net_event(NetEvent::Message(
        SOCKET,
        Box::new(ToClient::Table { table: Box::new(Table { rated: true, ..table_info() }) }),
    ));
    assert!(remote.handle(Intent::Hint).is_err());
    assert!(remote.handle(Intent::Analyse(true)).is_err());
}

/// A table of Djambi, with our seat red.
fn four() -> RemoteTable {
    let seat = |name: &str| format!(r#"{{"seat":"{name}","player":{{"kind":"computer","level":1}},"here":true}}"#);
    let seats = ["red", "blue", "yellow", "green"].map(seat).join(",");
    let text = format!(
        r#"{{"id":"abc","game":"djambi","public":true,"rated":false,"stage":"playing","seats":[{seats}],
        "clock":{{"kind":"none"}},"watching":0,"created":0}}"#
    );
    let table: Table = serde_json::from_str(&text).unwrap();
    let seated = Seated { table: table.clone(), tokens: vec![("red".into(), "token".into())] };
    let mut remote = RemoteTable::new("http://box", seated, SOCKET).unwrap();
    remote.on_net_event(NetEvent::Connected(SOCKET));
    remote.on_net_event(full(table, seen("djambi", "red"), Vec::new()));
    remote
}

fn alliance(by: &str, with: &str, what: &str, at: i64) -> NetEvent {
    let alliance = Alliance { by: by.into(), with: with.into(), what: what.into(), open: false, at };
    NetEvent::Message(SOCKET, Box::new(ToClient::Alliance { alliance }))
}

#[test]
fn alliances_are_offered_accepted_and_broken() {
    let mut remote = four();
    assert!(remote.view().alliances.contains(&"offer blue secretly".to_owned()));
    let offered = sent(&mut remote, Intent::Alliance("offer blue secretly".into()));
    assert!(matches!(offered, FromClient::Ally { step: AllianceStep::Offer { open: false, .. }, .. }), "{offered:?}");
    assert!(remote.handle(Intent::Alliance("dance with blue".into())).is_err());
    remote.on_net_event(alliance("green", "red", "offered", 1));
    assert!(remote.view().offer.is_some_and(|words| words.starts_with("green offers you an alliance")));
    let accepted = sent(&mut remote, Intent::Accept);
    let FromClient::Ally { step: AllianceStep::Accept { seat }, .. } = accepted else { panic!("{accepted:?}") };
    assert_eq!(seat, "green");
    remote.on_net_event(alliance("red", "green", "made", 2));
    remote.on_net_event(alliance("red", "green", "made", 2));
    let view = remote.view();
    assert_eq!(view.offer, None);
    assert!(view.alliances.contains(&"break green".to_owned()));
    assert_eq!(view.talk, ["(green offers red an alliance in secret)", "(red and green are allied in secret)"]);
}

#[test]
fn words_for_one_seat_go_to_that_seat() {
    let mut remote = four();
    let FromClient::Chat { say, .. } = sent(&mut remote, Intent::Chat { to: Some("blue".into()), text: "now".into() })
    else {
        panic!("words")
    };
    assert_eq!(say.room, ChatChannel::Seat { seat: "blue".into() });
}

#[test]
fn seats_are_kept_when_one_sits_down() {
    let mut remote = table();
    let commands = remote.begin();
    let [Command::SaveSeats(saved_seats), Command::Net(Call::Open { .. })] = &commands[..] else {
        panic!("{commands:?}")
    };
    assert_eq!((saved_seats.server.as_str(), saved_seats.table.as_str()), ("http://box", "abc"));
    let mut spectator =
        RemoteTable::new("http://box", Seated { table: table_info(), tokens: Vec::new() }, SOCKET).expect("a table");
    assert_eq!(spectator.begin().len(), 1, "a spectator saves no seats");
    spectator.on_net_event(NetEvent::Connected(SOCKET));
    assert!(spectator.view().status.starts_with("you are watching"));
}

/// After the move to the rematch, the old socket may still send events.
#[test]
fn what_comes_over_another_line_is_not_heard() {
    let mut remote = table();
    let old = Table { stage: Stage::Over, rematch: Some("next".into()), ..table_info() };
    let heard = remote.on_net_event(NetEvent::Message(SOCKET - 1, Box::new(ToClient::Table { table: Box::new(old) })));
    remote.on_net_event(lost(SOCKET - 1));
    assert!(heard.commands.is_empty());
    assert_eq!(remote.view().acting, Some(Seat(0)));
    assert!(remote.handle(Intent::Resign).is_ok());
}
