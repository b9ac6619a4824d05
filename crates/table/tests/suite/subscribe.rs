//! A connection that opens: what it missed, or everything.

use menagerie_table::{CHAT_CHANNELS, ConnectionId, Delivery, LiveTable, StampedEvent, Subscription};
use menagerie_wire::{Alliance, ChatChannel, ChatMessage, ToClient};

use crate::tables::{connect, djambi, heaven_hell, hello, kinds, offered, open, open_with, play, shogi, snapshot};

/// What a connection of these seats gets that has seen this version.
fn since(table: &mut LiveTable, seats: &[&str], version: u32) -> Vec<&'static str> {
    let id = ConnectionId(50);
    let told = table.connect(id, &Subscription { since: Some(version), ..hello(seats) }, 0).unwrap();
    table.disconnect(id, 0);
    kinds(&told, id)
}

/// A tail has 20 events at most.
#[test]
fn a_client_that_missed_twenty_events_gets_them_and_one_that_missed_more_gets_everything() {
    let mut table = open_with(shogi(), &["!offer-draw:black", "!decline-draw:white"].repeat(12));
    assert_eq!(since(&mut table, &["black"], 4), [vec!["event"; 20], vec!["table"]].concat());
    assert_eq!(since(&mut table, &["black"], 3), ["full", "table"]);
    assert_eq!(since(&mut table, &["black"], 2), ["full", "table"]);
    assert_eq!(since(&mut table, &["black"], 24), ["table"], "it missed nothing");
    assert_eq!(since(&mut table, &["black"], 25), ["full", "table"], "there is no such version");
}

#[test]
fn a_client_catches_up_event_by_event() {
    let mut table = open(shogi());
    play(&mut table, "a5a2 a1b2 b5a4", 0);
    let hello = Subscription { since: Some(1), ..hello(&["white"]) };
    let told = table.connect(ConnectionId(1), &hello, 0).unwrap();
    let events = told.iter().filter_map(|it| match &it.message {
        ToClient::Event { version, entry, seen } => Some((*version, entry.event.clone(), seen.actor.clone())),
        _ => None,
    });
    let expected = [(2, "a1b2", "black"), (3, "b5a4", "white")];
    let expected = expected.map(|(version, event, actor)| (version, event.to_owned(), actor.to_owned()));
    assert_eq!(events.collect::<Vec<_>>(), expected);
}

/// Events would be told with the eyes of a seat that may not sit in front of the screen any more.
#[test]
fn a_shared_screen_that_comes_back_gets_everything_where_something_can_be_hidden() {
    let mut hidden = open(heaven_hell(1, "h4w"));
    play(&mut hidden, "a2a3", 0);
    assert_eq!(since(&mut hidden, &["white", "black"], 0), ["full", "table"]);
    assert_eq!(since(&mut hidden, &["white"], 0), ["event", "table"]);
    assert_eq!(since(&mut hidden, &[], 0), ["event", "table"]);
    let mut open = open(shogi());
    play(&mut open, "a5a2", 0);
    assert_eq!(since(&mut open, &["black", "white"], 0), ["event", "table"]);
}

fn said(room: ChatChannel, at: i64) -> ChatMessage {
    let (seat, name, text) = (Some("black".to_owned()), "black".to_owned(), "hello".to_owned());
    ChatMessage { id: 1, seat, name, room, text, at }
}

/// Chat has no versions, so the times are compared. The client has seen version 1 of time 1,000, or version 2 of 2,000.
#[test]
fn a_client_that_may_have_missed_a_message_gets_everything() {
    for (at, full_since) in [(999, vec![0]), (1_000, vec![0, 1]), (1_999, vec![0, 1]), (2_000, vec![0, 1, 2])] {
        let mut table = open(shogi());
        play(&mut table, "a5a2", 1_000);
        play(&mut table, "a1b2", 2_000);
        table.chat_stored(said(ChatChannel::Players, at));
        let is_full = |version: &u32| since(&mut table, &["white"], *version).contains(&"full");
        assert_eq!((0..=2).filter(is_full).collect::<Vec<_>>(), full_since, "said at {at}");
        assert_eq!(since(&mut table, &[], 0), ["event", "event", "table"], "a spectator cannot read it");
    }
}

#[test]
fn a_client_that_may_have_missed_a_step_of_an_alliance_gets_everything() {
    let mut table = open(djambi());
    play(&mut table, "c2e2", 1_000);
    let (by, with, what) = ("red".to_owned(), "blue".to_owned(), "offered".to_owned());
    table.alliance_stored(Alliance { by, with, what, open: false, at: 1_500 });
    assert_eq!(since(&mut table, &["blue"], 1), ["full", "alliance", "table"]);
    assert_eq!(since(&mut table, &["yellow"], 1), ["table"], "yellow may not know of it");
    play(&mut table, "g3e3", 2_000);
    assert_eq!(since(&mut table, &["blue"], 2), ["table"]);
}

#[test]
fn everybody_is_told_who_arrives() {
    let mut table = open(shogi());
    let white = connect(&mut table, 1, &["white"]);
    let mut arrives = |id, seats: &[&str]| {
        let told = table.connect(ConnectionId(id), &hello(seats), 0).unwrap();
        assert_eq!(kinds(&told, ConnectionId(id)), ["full", "table"]);
        kinds(&told, white)
    };
    assert_eq!(arrives(2, &["black"]), ["table"]);
    assert_eq!(arrives(3, &["black"]), Vec::<&str>::new(), "black was here already");
    assert_eq!(arrives(4, &[]), ["table"], "the number of spectators has changed");
    assert_eq!(arrives(5, &["white", "black"]), Vec::<&str>::new());
}

#[test]
fn a_shared_screen_with_one_new_seat_is_told_to_everybody() {
    let mut table = open(shogi());
    let white = connect(&mut table, 1, &["white"]);
    let told = table.connect(ConnectionId(2), &hello(&["white", "black"]), 0).unwrap();
    assert_eq!(kinds(&told, white), ["table"]);
}

#[test]
fn twenty_messages_are_sent_and_more_become_a_snapshot() {
    let mut table = open(shogi());
    let [one, other] = [1, 2].map(|id| connect(&mut table, id, &["black"]));
    let pong = |to: Vec<ConnectionId>| Delivery { to, message: ToClient::Pong { n: 1 } };
    let mut waiting = vec![pong(vec![one, other]); 20];
    assert_eq!(table.collapse_backlog(waiting.clone(), 0), waiting);
    waiting.push(pong(vec![one]));
    let told = table.collapse_backlog(waiting, 0);
    assert_eq!((kinds(&told, one), kinds(&told, other)), (vec!["full"], vec!["other"; 20]));
}

/// Regression: more messages than the outgoing queue holds closed all connections.
#[test]
fn a_client_that_missed_too_much_gets_a_snapshot_instead() {
    let mut table = open(shogi());
    let ids = [(1, &["black"][..]), (2, &["white"]), (3, &[])].map(|(id, seats)| connect(&mut table, id, seats));
    let log: Vec<_> = offered(150).iter().map(|&it| StampedEvent { text: it.to_owned(), at: 0 }).collect();
    let told = table.apply_stored(&log).unwrap();
    let told = table.collapse_backlog(told, 0);
    assert_eq!(ids.map(|id| kinds(&told, id)), [["full"], ["full"], ["full"]]);

    // Chat among the players: the spectator gets none of it, neither as messages nor in a snapshot.
    let posted = |number| {
        let id = 1 + u32::from(CHAT_CHANNELS) * number;
        ChatMessage { id, ..said(ChatChannel::Players, 0) }
    };
    let told = table.sync_chat((0..60).map(posted).collect(), 0);
    let told = table.collapse_backlog(told, 0);
    assert_eq!(ids.map(|id| kinds(&told, id)), [vec!["full"], vec!["full"], vec![]]);
    assert_eq!(snapshot(&table, ids[0], 0).talk.len(), 60);

    // A few messages are sent one by one.
    let told = table.sync_chat((0..62).map(posted).collect(), 0);
    let told = table.collapse_backlog(told, 0);
    assert_eq!(ids.map(|id| kinds(&told, id)), [vec!["chat"; 2], vec!["chat"; 2], vec![]]);
}
