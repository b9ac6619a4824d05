//! A table of a server without a server.

use menagerie_game::{Seat, Viewer};
use menagerie_wire::table::{Clocks, Offers};
use menagerie_wire::{AllianceStep, Claim, Ended, FromClient, Offer, Room};

use super::*;
use crate::sight::Wish;

const TABLE: &str = r#"{"id":"abc","game":"jungle","public":true,"rated":false,"stage":"playing","seats":[
    {"seat":"red","player":{"kind":"person","name":"ann","bot":false},"here":true},
    {"seat":"black","player":{"kind":"person","name":"bob","bot":false},"here":true}],
    "clock":{"kind":"none"},"watching":2,"created":0}"#;

const LINE: u64 = 3;

fn table_info() -> Table {
    serde_json::from_str(TABLE).unwrap()
}

fn seen(game: &str, viewer: &str) -> Seen {
    let chosen: menagerie_catalog::Chosen = game.parse().unwrap();
    let view = chosen.start().view(Viewer::Seat(Seat(0)));
    Seen {
        viewer: viewer.into(),
        actor: viewer.into(),
        text: view.text(),
        actions: None,
        scene: Some(view.scene()),
        covered: false,
        can_undo: false,
        undo_barred: None,
        clocks: Clocks { running: Some(viewer.into()), left: vec![61_000, 5_000], periods: Vec::new() },
        offers: Offers::default(),
        ended: None,
    }
}

fn full(table: Table, seen: Seen, log: Vec<Entry>) -> News {
    let (table, seen) = (Box::new(table), Box::new(seen));
    News::Heard(LINE, Box::new(ToClient::Full { version: 4, table, seen, earlier: 0, log, talk: Vec::new() }))
}

/// Ann's table, seen for the first time.
fn table() -> RemoteTable {
    let seated = Seated { table: table_info(), tokens: vec![("red".into(), "token".into())] };
    let mut remote = RemoteTable::new("http://box", seated, LINE).unwrap();
    remote.hear(News::Connected(LINE));
    remote.hear(full(table_info(), seen("jungle", "red"), Vec::new()));
    remote
}

/// What the wish says to the server.
fn sent(remote: &mut RemoteTable, wish: Wish) -> FromClient {
    let mut commands = remote.wish(wish).expect("it may be wished");
    match commands.pop() {
        Some(Command::Net(Call::Send(message))) => message,
        other => panic!("{other:?}"),
    }
}

fn entry(by: &str, event: &str, turn: u32) -> Entry {
    Entry { version: turn, by: by.into(), event: event.into(), turn, at: 0, happened: Vec::new(), back: None }
}

#[test]
fn an_action_answers_the_version_that_was_seen() {
    let mut remote = table();
    assert_eq!(remote.sight().acting, Some(Seat(0)));
    let FromClient::Act { at: 4, seat, action, .. } = sent(&mut remote, Wish::Act("a3a4".into())) else {
        panic!("an action")
    };
    assert_eq!((seat.as_str(), action.as_str()), ("red", "a3a4"));
}

#[test]
fn clocks_run_between_messages() {
    let mut remote = table();
    remote.tick(2_000);
    let clocks: Vec<_> = remote.sight().seats.into_iter().filter_map(|seat| seat.clock).collect();
    assert_eq!((clocks[0].words.as_str(), clocks[1].words.as_str()), ("0:59", "0:05.0"));
    assert!(!clocks[0].short && clocks[1].short);
}

#[test]
fn without_a_connection_nothing_is_sent() {
    let mut remote = table();
    remote.hear(News::Lost(LINE));
    assert!(remote.wish(Wish::Act("a3a4".into())).is_err());
    assert!(remote.sight().status.contains("no connection"));
    remote.hear(News::Connected(LINE));
    assert!(remote.wish(Wish::Resign).is_ok());
}

#[test]
fn offers_of_others_are_answered() {
    let mut remote = table();
    assert!(remote.wish(Wish::Agree).is_err());
    let mut offered = seen("jungle", "red");
    offered.offers.takeback = Some((3, vec!["black".into()]));
    remote.hear(full(table_info(), offered.clone(), Vec::new()));
    assert!(remote.sight().offer.is_some_and(|words| words.contains("go back to the start of turn 3")));
    let agreed = sent(&mut remote, Wish::Agree);
    assert!(matches!(agreed, FromClient::Offer { offer: Offer::Takeback { turn: 3 }, .. }), "{agreed:?}");
    let declined = sent(&mut remote, Wish::Decline);
    assert!(matches!(declined, FromClient::Decline { offer: Offer::Takeback { turn: 3 }, .. }), "{declined:?}");
    offered.offers = Offers { draw: vec!["red".into()], ..Offers::default() };
    remote.hear(full(table_info(), offered, Vec::new()));
    assert_eq!(remote.sight().offer, None, "our own offer waits for the others");
}

#[test]
fn going_back_names_our_last_turn() {
    let mut remote = table();
    assert!(remote.wish(Wish::Back).is_err());
    let mut log = vec![entry("red", "a3a4", 1), entry("black", "g7g6", 2), entry("red", "a4a5", 3)];
    remote.hear(full(table_info(), seen("jungle", "red"), log.clone()));
    let back = sent(&mut remote, Wish::Back);
    assert!(matches!(back, FromClient::Offer { offer: Offer::Takeback { turn: 3 }, .. }), "{back:?}");
    log.extend([entry("red", "!offer-takeback:red:3", 4), entry("black", "!agree-takeback:black", 4)]);
    remote.hear(full(table_info(), seen("jungle", "red"), log));
    let further = sent(&mut remote, Wish::Back);
    assert!(matches!(further, FromClient::Offer { offer: Offer::Takeback { turn: 1 }, .. }), "{further:?}");
}

#[test]
fn the_next_game_is_joined_one_seat_on() {
    let mut remote = table();
    let mut over = seen("jungle", "red");
    over.ended = Some(Ended { scores: vec![("red".into(), 1.0)], rule: "r".into(), reason: "black resigned".into() });
    over.offers.rematch = vec!["black".into()];
    let ended = Table { stage: Stage::Over, ..table_info() };
    let heard = remote.hear(full(ended.clone(), over.clone(), Vec::new()));
    assert!(matches!(&heard.commands[..], [Command::Forget { .. }]), "{:?}", heard.commands);
    assert!(remote.sight().offer.is_some_and(|words| words.contains("black wants another game")));
    assert!(matches!(sent(&mut remote, Wish::Agree), FromClient::Offer { offer: Offer::Rematch, .. }));
    let agreed = Table { rematch: Some("next".into()), ..ended };
    let heard = remote.hear(full(agreed.clone(), over.clone(), Vec::new()));
    let [Command::Net(Call::Return { table, tokens, promised: None })] = &heard.commands[..] else {
        panic!("{:?}", heard.commands)
    };
    assert_eq!((table.as_str(), &tokens.0[..]), ("next", &[("black".to_owned(), "token".to_owned())][..]));
    assert!(remote.hear(full(agreed, over, Vec::new())).commands.is_empty(), "once is enough");
}

#[test]
fn who_wants_another_game_with_chance_adds_to_its_dice_and_remembers_what_was_told() {
    let mut remote = table();
    let ended = Table { stage: Stage::Over, next_commitment: Some("told".into()), ..table_info() };
    remote.hear(full(ended.clone(), seen("jungle", "red"), Vec::new()));
    let nonce_of = |message| match message {
        FromClient::Offer { offer: Offer::Rematch, nonce, .. } => nonce,
        other => panic!("{other:?}"),
    };
    let nonce = nonce_of(sent(&mut remote, Wish::Again)).expect("something is added");
    assert_eq!(nonce.len(), 32);
    assert_eq!(nonce_of(sent(&mut remote, Wish::Again)), Some(nonce.clone()), "asked again, the same");
    let agreed = Table { rematch: Some("next".into()), ..ended };
    let heard = remote.hear(full(agreed, seen("jungle", "red"), Vec::new()));
    let promised = Promise { commitment: "told".into(), nonce };
    assert!(
        matches!(heard.commands.last(), Some(Command::Net(Call::Return { promised: Some(it), .. })) if *it == promised),
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
    remote.hear(News::Heard(LINE, Box::new(ToClient::Table { table: Box::new(gone) })));
    remote.tick(5_000);
    let sight = remote.sight();
    assert!(sight.scene.prompt.text.contains("in 35 seconds"), "{}", sight.scene.prompt.text);
    assert_eq!(sight.seats[1].who, "bob (away)");
    remote.tick(36_000);
    assert!(remote.sight().scene.prompt.text.contains("claim now"));
    assert!(matches!(sent(&mut remote, Wish::Claim), FromClient::Claim { claim: Claim::Gone, .. }));
}

#[test]
fn hints_are_asked_on_what_the_seat_sees_unless_ratings_are_at_stake() {
    let mut remote = table();
    let commands = remote.wish(Wish::Hint).expect("a hint");
    let [Command::Think(question)] = &commands[..] else { panic!("{commands:?}") };
    assert_eq!((question.seat, &question.view), (Seat(0), &seen("jungle", "red").text));
    assert!(remote.awaits(question.id));
    remote
        .hear(News::Heard(LINE, Box::new(ToClient::Table { table: Box::new(Table { rated: true, ..table_info() }) })));
    assert!(remote.wish(Wish::Hint).is_err());
    assert!(remote.wish(Wish::Analyse(true)).is_err());
}

/// Red sits at a table of Djambi.
fn four() -> RemoteTable {
    let seat = |name: &str| format!(r#"{{"seat":"{name}","player":{{"kind":"computer","level":1}},"here":true}}"#);
    let seats = ["red", "blue", "yellow", "green"].map(seat).join(",");
    let text = format!(
        r#"{{"id":"abc","game":"djambi","public":true,"rated":false,"stage":"playing","seats":[{seats}],
        "clock":{{"kind":"none"}},"watching":0,"created":0}}"#
    );
    let table: Table = serde_json::from_str(&text).unwrap();
    let seated = Seated { table: table.clone(), tokens: vec![("red".into(), "token".into())] };
    let mut remote = RemoteTable::new("http://box", seated, LINE).unwrap();
    remote.hear(News::Connected(LINE));
    remote.hear(full(table, seen("djambi", "red"), Vec::new()));
    remote
}

fn alliance(by: &str, with: &str, what: &str, at: i64) -> News {
    let alliance = Alliance { by: by.into(), with: with.into(), what: what.into(), open: false, at };
    News::Heard(LINE, Box::new(ToClient::Alliance { alliance }))
}

#[test]
fn alliances_are_offered_accepted_and_broken() {
    let mut remote = four();
    assert!(remote.sight().alliances.contains(&"offer blue secretly".to_owned()));
    let offered = sent(&mut remote, Wish::Ally("offer blue secretly".into()));
    assert!(matches!(offered, FromClient::Ally { step: AllianceStep::Offer { open: false, .. }, .. }), "{offered:?}");
    assert!(remote.wish(Wish::Ally("dance with blue".into())).is_err());
    remote.hear(alliance("green", "red", "offered", 1));
    assert!(remote.sight().offer.is_some_and(|words| words.starts_with("green offers you an alliance")));
    let accepted = sent(&mut remote, Wish::Agree);
    let FromClient::Ally { step: AllianceStep::Accept { seat }, .. } = accepted else { panic!("{accepted:?}") };
    assert_eq!(seat, "green");
    remote.hear(alliance("red", "green", "made", 2));
    remote.hear(alliance("red", "green", "made", 2));
    let sight = remote.sight();
    assert_eq!(sight.offer, None);
    assert!(sight.alliances.contains(&"break green".to_owned()));
    assert_eq!(sight.talk, ["(green offers red an alliance in secret)", "(red and green are allied in secret)"]);
}

#[test]
fn words_for_one_seat_go_to_that_seat() {
    let mut remote = four();
    let FromClient::Say { say, .. } = sent(&mut remote, Wish::Say { to: Some("blue".into()), text: "now".into() })
    else {
        panic!("words")
    };
    assert_eq!(say.room, Room::Seat { seat: "blue".into() });
}

#[test]
fn seats_are_kept_when_one_sits_down() {
    let mut remote = table();
    let commands = remote.begin();
    let [Command::Keep(kept), Command::Net(Call::Open { .. })] = &commands[..] else { panic!("{commands:?}") };
    assert_eq!((kept.server.as_str(), kept.table.as_str()), ("http://box", "abc"));
    let mut onlooker =
        RemoteTable::new("http://box", Seated { table: table_info(), tokens: Vec::new() }, LINE).expect("a table");
    assert_eq!(onlooker.begin().len(), 1, "who looks on keeps nothing");
    onlooker.hear(News::Connected(LINE));
    assert!(onlooker.sight().status.starts_with("you look on"));
}

/// After a move to the next table, the old line may still say something.
#[test]
fn what_comes_over_another_line_is_not_heard() {
    let mut remote = table();
    let old = Table { stage: Stage::Over, rematch: Some("next".into()), ..table_info() };
    let heard = remote.hear(News::Heard(LINE - 1, Box::new(ToClient::Table { table: Box::new(old) })));
    remote.hear(News::Lost(LINE - 1));
    assert!(heard.commands.is_empty());
    assert_eq!(remote.sight().acting, Some(Seat(0)));
    assert!(remote.wish(Wish::Resign).is_ok());
}
