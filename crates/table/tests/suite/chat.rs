//! Chat: who may post where, who reads it, and what is kept.

use std::collections::BTreeSet;

use menagerie_table::{CHAT_CHANNELS, CheckedChat, LiveTable};
use menagerie_wire::{Alliance, ChatChannel, ChatMessage, ChatPost, Code, Refused};

use crate::tables::{connect, djambi, djambi_of_three, kinds, open, seat, shogi, snapshot};

/// The numbers of two channels, as `channel_number` gives them. The store's id of a message is its channel's number plus a
/// multiple of `CHAT_CHANNELS`.
const PLAYERS: u32 = 1;
const SPECTATORS: u32 = 2;

fn to(seat: &str) -> ChatChannel {
    ChatChannel::Seat { seat: seat.to_owned() }
}

/// Message number `number` of a channel, said at that time.
fn message(channel: u32, number: u32, seat: Option<&str>, room: ChatChannel) -> ChatMessage {
    ChatMessage {
        id: channel + u32::from(CHAT_CHANNELS) * number,
        seat: seat.map(str::to_owned),
        name: "Ann".to_owned(),
        room,
        text: number.to_string(),
        at: i64::from(number),
    }
}

fn of_player(number: u32) -> ChatMessage {
    message(PLAYERS, number, Some("black"), ChatChannel::Players)
}

fn of_spectator(number: u32) -> ChatMessage {
    message(SPECTATORS, number, None, ChatChannel::Spectators)
}

/// The times of the messages that a connection can read, which are also their numbers.
fn heard(table: &LiveTable, id: menagerie_table::ConnectionId) -> Vec<i64> {
    snapshot(table, id, 0).talk.iter().map(|said| said.at).collect()
}

fn check(table: &LiveTable, by: Option<&str>, room: ChatChannel, text: &str) -> Result<CheckedChat, Refused> {
    let by = by.map(|name| seat(table, name));
    table.check_chat(None, by, ChatPost { room, text: text.to_owned() })
}

#[track_caller]
fn refused(checked: Result<CheckedChat, Refused>) -> Code {
    checked.expect_err("this may not be said").code
}

#[test]
fn a_message_has_at_most_300_characters() {
    let table = open(shogi());
    let say = |text: &str| check(&table, Some("black"), ChatChannel::Players, text);
    assert_eq!(say(&"é".repeat(300)).unwrap().text, "é".repeat(300));
    assert_eq!(refused(say(&"é".repeat(301))), Code::TooMuch);
    assert_eq!(refused(say("  ")), Code::Malformed);
}

/// A message of 300 characters is not too long. What is wrong with it is the control character.
#[test]
fn a_message_that_is_not_too_long_but_not_printable_is_malformed() {
    let table = open(shogi());
    let text = format!("{}\u{7}{}", "a".repeat(149), "b".repeat(150));
    assert_eq!(refused(check(&table, Some("black"), ChatChannel::Players, &text)), Code::Malformed);
}

#[test]
fn there_is_no_private_talk_in_a_game_of_two() {
    let table = open(shogi());
    assert_eq!(refused(check(&table, Some("black"), to("white"), "hello")), Code::NotAllowed);
}

#[test]
fn private_talk_is_with_another_seat_that_plays() {
    let table = open(djambi_of_three());
    assert!(check(&table, Some("red"), to("yellow"), "hello").is_ok());
    for nobody in ["green", "red", "purple"] {
        assert_eq!(refused(check(&table, Some("red"), to(nobody), "hello")), Code::NotFound, "{nobody}");
    }
    assert_eq!(refused(check(&table, None, to("yellow"), "hello")), Code::NotAllowed);
}

/// An id discloses nothing about other channels, because each of the 8 channels counts for itself.
#[test]
fn each_channel_has_a_number_of_its_own() {
    let table = open(djambi());
    let number = |by: &str, room: ChatChannel| table.channel_number(&check(&table, Some(by), room, "hello").unwrap());
    let spectators = table.channel_number(&check(&table, None, ChatChannel::Spectators, "hello").unwrap());
    let mut numbers = BTreeSet::from([number("red", ChatChannel::Players), spectators]);
    assert_eq!(number("green", ChatChannel::Players), number("red", ChatChannel::Players));
    let seats = ["red", "blue", "yellow", "green"];
    for (index, one) in seats.iter().enumerate() {
        for other in &seats[index + 1..] {
            assert_eq!(number(one, to(other)), number(other, to(one)), "{one} and {other} talk in one channel");
            numbers.insert(number(one, to(other)));
        }
    }
    assert_eq!(numbers, (1..=CHAT_CHANNELS).collect());
}

#[test]
fn a_muted_seat_is_not_heard_by_the_one_who_muted_it() {
    let mut table = open(djambi());
    let [blue, yellow] = [(1, "blue"), (2, "yellow")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    table.chat_stored(message(PLAYERS, 1, Some("red"), ChatChannel::Players));
    table.set_mutes(vec![("blue".to_owned(), "red".to_owned())]);
    assert_eq!((heard(&table, blue), heard(&table, yellow)), (vec![], vec![1]));
    let told = table.chat_stored(message(PLAYERS, 2, Some("red"), ChatChannel::Players));
    assert_eq!((kinds(&told, blue), kinds(&told, yellow)), (vec![], vec!["chat"]));
    table.set_mutes(Vec::new());
    assert_eq!(heard(&table, blue), [1, 2]);
}

#[test]
fn a_mute_ends_for_these_two_seats_alone() {
    let mut table = open(djambi());
    let [blue, yellow] = [(1, "blue"), (2, "yellow")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    table.chat_stored(message(PLAYERS, 1, Some("red"), ChatChannel::Players));
    table.chat_stored(message(PLAYERS, 2, Some("green"), ChatChannel::Players));
    for (listener, speaker) in [("blue", "red"), ("blue", "green"), ("yellow", "red")] {
        table.set_mute(listener, speaker, true);
    }
    assert_eq!((heard(&table, blue), heard(&table, yellow)), (vec![], vec![2]));
    table.set_mute("blue", "red", true);
    table.set_mute("blue", "red", false);
    assert_eq!((heard(&table, blue), heard(&table, yellow)), (vec![1], vec![2]));
}

/// 100 messages of each channel are kept.
#[test]
fn the_oldest_message_of_a_channel_makes_room_for_the_newest() {
    let mut table = open(shogi());
    let (player, spectator) = (connect(&mut table, 1, &["black"]), connect(&mut table, 2, &[]));
    table.chat_stored(of_spectator(0));
    for number in 1..=100 {
        table.chat_stored(of_player(number));
    }
    assert_eq!(heard(&table, player), (1..=100).collect::<Vec<_>>());
    table.chat_stored(of_player(101));
    assert_eq!(heard(&table, player), (2..=101).collect::<Vec<_>>());
    assert_eq!(heard(&table, spectator), [0], "its channel has room");
}

/// Another node stored a message. The store, too, gives the newest 100 of a channel.
#[test]
fn a_message_that_newer_ones_have_evicted_was_not_removed() {
    let mut table = open(shogi());
    let player = connect(&mut table, 1, &["black"]);
    table.sync_chat((1..=100).map(of_player).collect(), 0);
    let told = table.sync_chat((2..=101).map(of_player).collect(), 0);
    assert_eq!(kinds(&told, player), ["chat"]);
    assert_eq!(heard(&table, player), (2..=101).collect::<Vec<_>>());
}

#[test]
fn everybody_gets_everything_anew_when_a_message_was_removed() {
    let mut table = open(shogi());
    let player = connect(&mut table, 1, &["black"]);
    table.sync_chat((1..=3).map(of_player).collect(), 0);
    // The oldest is gone, although its channel has room for it.
    let told = table.sync_chat((2..=3).map(of_player).collect(), 0);
    assert_eq!((kinds(&told, player), heard(&table, player)), (vec!["full"], vec![2, 3]));
    // The last one is gone, and none is left to compare with.
    let told = table.sync_chat(Vec::new(), 0);
    assert_eq!((kinds(&told, player), heard(&table, player)), (vec!["full"], vec![]));
    // One in the middle of a full channel is gone, and a new one has come.
    table.sync_chat((1..=100).map(of_player).collect(), 0);
    let told = table.sync_chat((1..=101).filter(|&number| number != 50).map(of_player).collect(), 0);
    assert_eq!(kinds(&told, player), ["full"]);
    assert!(!heard(&table, player).contains(&50));
}

/// A full channel of spectators says nothing about the players' channel.
#[test]
fn a_message_is_evicted_by_messages_of_its_own_channel_only() {
    let mut table = open(shogi());
    let player = connect(&mut table, 1, &["black"]);
    table.chat_stored(of_player(1));
    let told = table.sync_chat((2..=101).map(of_spectator).collect(), 0);
    assert_eq!((kinds(&told, player), heard(&table, player)), (vec!["full"], vec![]));
}

/// Red says something to blue in private after this step between them. Returns what yellow, blue and a spectator get.
fn told_of_private_talk(what: &str, open_to_all: bool) -> [Vec<&'static str>; 3] {
    let mut table = open(djambi());
    let ids = [(1, &["yellow"][..]), (2, &["blue"]), (3, &[])].map(|(id, seats)| connect(&mut table, id, seats));
    let (by, with, what) = ("blue".to_owned(), "red".to_owned(), what.to_owned());
    table.alliance_stored(Alliance { by, with, what, open: open_to_all, at: 1 });
    let told = table.chat_stored(message(3, 1, Some("red"), to("blue")));
    ids.map(|id| kinds(&told, id))
}

#[test]
fn others_notice_that_open_allies_talk_in_private() {
    assert_eq!(told_of_private_talk("made", true), [vec!["notice"], vec!["chat"], vec!["notice"]]);
}

#[test]
fn private_talk_without_an_open_alliance_goes_unnoticed() {
    for (what, open_to_all) in [("made", false), ("offered", true), ("offered", false), ("broken", true)] {
        let told = told_of_private_talk(what, open_to_all);
        assert_eq!(told, [vec![], vec!["chat"], vec![]], "{what}, open: {open_to_all}");
    }
}
