//! Presence: who is here, who is gone since when, and what the others may claim.

use menagerie_game::Seat;
use menagerie_table::{Accepted, ConnectionId, Delivery, LiveTable, RemotePresence, Subscription, TableInfo};
use menagerie_wire::table::{Player, TimeControl};
use menagerie_wire::{Claim, FromClient, ToClient};

use crate::tables::{connect, djambi, hello, kinds, open, open_with, play, send, shogi, shown_table, snapshot};

const BLACK: Seat = Seat(0);
const WHITE: Seat = Seat(1);

/// With such a clock a seat may be gone for a minute.
fn with_clock() -> TableInfo {
    TableInfo { clock: TimeControl::Fischer { initial: 600, increment: 0 }, ..shogi() }
}

#[test]
fn a_table_is_attended_while_a_player_is_connected() {
    let mut table = open(shogi());
    assert!(!table.is_attended());
    connect(&mut table, 1, &[]);
    assert!(!table.is_attended(), "a spectator is no player");
    connect(&mut table, 2, &["white"]);
    assert!(table.is_attended() && table.is_attended_anywhere());
}

#[test]
fn a_table_where_no_person_sits_is_attended_while_anybody_is_connected() {
    let mut info = shogi();
    info.seats.iter_mut().for_each(|chair| chair.player = Player::Open);
    let mut table = open(info);
    assert!(!table.is_attended());
    connect(&mut table, 1, &[]);
    assert!(table.is_attended());
}

#[test]
fn a_player_at_another_node_attends_the_table_and_a_spectator_there_does_not() {
    let mut table = open(shogi());
    table.set_remote_presence("far", RemotePresence { seats: Vec::new(), watching: 2 }, 0);
    assert!(!table.is_attended_anywhere());
    table.set_remote_presence("far", RemotePresence { seats: vec![WHITE], watching: 0 }, 0);
    assert!(table.is_attended_anywhere() && !table.is_attended());
}

#[test]
fn a_match_can_be_aborted_until_every_seat_has_acted() {
    let mut table = open(djambi());
    for action in ["c2e2", "g3e3", "i7i6", "a7b6"] {
        assert!(table.can_be_aborted(), "before {action}");
        play(&mut table, action, 0);
    }
    assert!(!table.can_be_aborted());
}

#[test]
fn an_offer_is_no_action_and_who_has_left_cannot_be_called_back() {
    let mut table = open_with(shogi(), &["a5a2", "!offer-draw:white"]);
    assert!(table.can_be_aborted());
    let mut four = open(djambi());
    play(&mut four, "!resign:green", 0);
    assert!(!four.can_be_aborted(), "a seat is out of the match");
    play(&mut table, "a1b2", 0);
    assert!(!table.can_be_aborted());
}

#[test]
fn who_connects_does_not_bring_back_another_seat() {
    let mut table = open(with_clock());
    connect(&mut table, 1, &["white"]);
    assert_eq!(table.claimable(), Some((BLACK, 60_000)), "black is gone since the table was opened");
    connect(&mut table, 2, &["black"]);
    assert_eq!(table.claimable(), None);
}

#[test]
fn each_seat_is_gone_since_its_own_last_connection_ended() {
    let mut table = open(with_clock());
    let [black, again, white] =
        [(1, "black"), (2, "black"), (3, "white")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    table.disconnect(black, 5_000);
    assert_eq!(table.claimable(), None, "black has another connection");
    table.disconnect(again, 10_000);
    table.disconnect(white, 20_000);
    assert_eq!(table.claimable(), Some((BLACK, 70_000)));
    play(&mut table, "a5a2", 30_000);
    assert_eq!(table.claimable(), Some((WHITE, 80_000)));
}

#[test]
fn a_claim_is_shown_in_whole_seconds_at_the_seat_that_is_gone() {
    let mut table = open(with_clock());
    connect(&mut table, 1, &["white"]);
    let shown = |now| table.shown_table(now).seats.iter().map(|it| (it.here, it.claim_in)).collect::<Vec<_>>();
    assert_eq!(shown(10_500), [(false, Some(50)), (true, None)]);
    assert_eq!(shown(90_000), [(false, Some(0)), (true, None)]);
}

/// The new state of a table replaces an outdated one, for example after another node has written to its log.
#[test]
fn the_connections_of_an_outdated_table_go_on_and_are_told_everything() {
    let mut outdated = open(with_clock());
    let ids = [(1, &["black"][..]), (2, &["white"]), (3, &[])].map(|(id, seats)| connect(&mut outdated, id, seats));
    outdated.set_remote_presence("far", RemotePresence { seats: Vec::new(), watching: 2 }, 0);
    let mut table = open_with(with_clock(), &["a5a2"]);
    let told = table.take_over(&mut outdated, 0);
    assert_eq!(ids.map(|id| kinds(&told, id)), [["full"], ["full"], ["full"]]);
    assert_eq!(table.connection_ids(), ids);
    assert_eq!((table.claimable(), table.watching()), (None, 3));
    assert!(outdated.is_deserted());
    let seen = snapshot(&table, ids[1], 0).seen;
    assert_eq!((&*seen.viewer, seen.actions.is_some()), ("white", true));
}

#[test]
fn a_connection_that_ends_is_told_to_the_others() {
    let mut table = open(shogi());
    let [black, white] = [(1, "black"), (2, "white")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    let told = table.disconnect(black, 0);
    assert_eq!(kinds(&told, black), Vec::<&str>::new());
    let here: Vec<bool> = shown_table(&told, white).unwrap().seats.iter().map(|it| it.here).collect();
    assert_eq!(here, [false, true]);
    assert_eq!(table.disconnect(ConnectionId(9), 0), [], "it was never open");
}

#[test]
fn connections_are_counted_here_and_noticed_everywhere() {
    let mut table = open(shogi());
    assert!(table.is_deserted() && !table.has_connections());
    table.set_remote_presence("far", RemotePresence { seats: Vec::new(), watching: 1 }, 0);
    assert!(table.is_deserted() && table.has_connections());
    table.set_remote_presence("far", RemotePresence::default(), 0);
    assert!(!table.has_connections());
    for id in 1..=2 {
        connect(&mut table, id, &[]);
    }
    assert!(!table.is_deserted() && table.has_connections());
    assert_eq!(table.connection_count(), 2);
}

#[test]
fn people_play_until_the_last_of_them_has_left() {
    let mut info = djambi();
    info.seats[2..].iter_mut().for_each(|chair| chair.player = Player::Computer { level: 1 });
    let mut table = open(info);
    for event in ["!resign:red", "!resign:blue"] {
        assert!(table.has_people(), "before {event}");
        play(&mut table, event, 0);
    }
    assert!(!table.has_people());
}

#[test]
fn a_connection_has_the_accounts_of_its_seats_and_an_address() {
    let mut info = shogi();
    let (name, account) = ("Ann".to_owned(), Some("ann".to_owned()));
    info.seats[0].player = Player::Person { name, account, rating: None, bot: false };
    let mut table = open(info);
    let from = Some("192.0.2.1".parse().unwrap());
    let both = Subscription { from, ..hello(&["black", "white"]) };
    table.connect(ConnectionId(1), &both, 0).unwrap();
    let white = connect(&mut table, 2, &["white"]);
    assert_eq!(table.accounts_of(ConnectionId(1)), ["ann"]);
    assert_eq!(table.accounts_of(white), Vec::<String>::new());
    assert_eq!((table.address_of(ConnectionId(1)), table.address_of(white)), (from, None));
}

/// The match is replayed for each group, so that groups save time.
#[test]
fn those_who_see_and_hear_the_same_are_told_everything_together() {
    let mut table = open(shogi());
    let [black, white] = [(1, "black"), (2, "white")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    let spectators: Vec<ConnectionId> = (10..20).map(|id| connect(&mut table, id, &[])).collect();
    let mut to: Vec<_> = table.broadcast_snapshot(0).into_iter().map(|it| it.to).collect();
    to.sort();
    assert_eq!(to, [vec![black], vec![white], spectators]);
}

fn claim(seat: &str) -> FromClient {
    FromClient::Claim { ack: 1, at: Some(0), seat: seat.to_owned(), claim: Claim::Gone }
}

#[test]
fn a_seat_that_is_gone_can_be_claimed_after_a_minute() {
    let mut table = open(with_clock());
    let [black, white] = [(1, "black"), (2, "white")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    assert!(send(&table, white, claim("white"), 99_000).is_err(), "black is here");
    table.disconnect(black, 100_000);
    assert!(send(&table, white, claim("white"), 159_999).is_err(), "black may come back");
    let claimed = send(&table, white, claim("white"), 160_000);
    let Ok(Accepted::Append(batch)) = claimed else { panic!("it may be claimed now") };
    assert_eq!(batch.events[0].0, "!leave:black");
    table.connect(black, &hello(&["black"]), 170_000).unwrap();
    assert!(send(&table, white, claim("white"), 999_000).is_err(), "black has come back");
    table.commit(&batch, 999_000).unwrap();
    let again = send(&table, white, claim("white"), 999_000);
    assert_eq!(again, Ok(Accepted::WasDone(1)), "a claim that comes again is this one");
}

/// `docs/host/server.md`: with days per turn no absent seat can be claimed. Regression: the error said that the seat was
/// present.
#[test]
fn with_days_per_turn_it_is_said_why_nobody_can_be_claimed() {
    let mut table = open(TableInfo { clock: TimeControl::Days { days: 2 }, ..shogi() });
    let [black, white] = [(1, "black"), (2, "white")].map(|(id, seat)| connect(&mut table, id, &[seat]));
    let refusal = |table: &LiveTable, id, seat: &str| send(table, id, claim(seat), 99_000_000).unwrap_err().error;
    assert_eq!(refusal(&table, white, "white"), "the seat that is to decide is here");
    assert_eq!(refusal(&table, black, "black"), "it is for you to decide");
    table.disconnect(black, 1_000);
    assert_eq!(table.claimable(), None);
    let gone = refusal(&table, white, "white");
    assert!(gone.starts_with("with days per turn"), "{gone}");
}

/// The claim times of White in these messages.
fn claim_told(told: &[Delivery]) -> Vec<Option<u32>> {
    let told = told.iter().filter_map(|it| match &it.message {
        ToClient::Table { table } => Some(table.seats[1].claim_in),
        _ => None,
    });
    told.collect()
}

#[test]
fn everybody_is_told_when_the_turn_comes_to_a_seat_that_is_gone() {
    let mut table = open(with_clock());
    connect(&mut table, 1, &["black"]);
    let white = connect(&mut table, 2, &["white"]);
    assert_eq!(claim_told(&table.disconnect(white, 10_000)), [None], "it is not white's turn");
    assert_eq!(claim_told(&play(&mut table, "a5a2", 20_000)), [Some(50)]);
    assert_eq!(claim_told(&play(&mut table, "!offer-draw:black", 30_000)), [], "that was told");
    assert_eq!(claim_told(&table.connect(white, &hello(&["white"]), 40_000).unwrap()), [None]);
}

#[test]
fn a_seat_that_is_connected_through_another_node_is_here() {
    let mut table = open(with_clock());
    connect(&mut table, 1, &["white"]);
    let there = RemotePresence { seats: vec![BLACK], watching: 2 };
    let told = table.set_remote_presence("node", there.clone(), 1_000);
    assert_eq!(told.len(), 1, "everybody is told that black is here");
    assert_eq!(table.set_remote_presence("node", there, 2_000), [], "once");
    assert_eq!((table.claimable(), table.watching()), (None, 2));
    table.set_remote_presence("node", RemotePresence::default(), 100_000);
    assert_eq!(table.claimable(), Some((BLACK, 160_000)), "gone from the moment on when the node said so");
}
