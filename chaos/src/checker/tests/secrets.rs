//! Forged transcripts in which something hidden gets out.

use menagerie_store::{AllianceStep as StoredStep, NewAllianceStep};
use menagerie_wire::{Alliance, ChatMessage as Said};

use super::*;

const WORD: &str = "0123456789abcdef0123456789abcdef";

fn at_the_end(what: ClientEvent) -> TranscriptEntry {
    TranscriptEntry { at: Duration::from_mins(1), what }
}

/// A spectator that has seen the whole match.
fn spectator(table: &TableLog) -> Transcript {
    let seen = vec![ClientEvent::Connected { node: 0, since: None }, full(table, "spectator", 3)];
    let mut spectator = transcript(table, WHITE, seen);
    spectator.seat = None;
    for entry in &mut spectator.entries {
        entry.at += Duration::from_secs(40);
    }
    spectator
}

/// The findings when White says a word on this channel, and this client receives it: 0 is Black, 1 White, 2 a spectator.
fn said_to(room: ChatChannel, channel: Channel, receiver: usize) -> Vec<Kind> {
    let mut table = table();
    let [black, white] = honest(&table);
    let mut transcripts = [black, white, spectator(&table)];
    let text = format!("white says {WORD}");
    let say = ChatPost { room: room.clone(), text: text.clone() };
    let message = FromClient::Chat { ack: 9, seat: Some(WHITE.to_owned()), say };
    transcripts[1].entries.extend([at_the_end(ClientEvent::Sent(message)), at_the_end(done(9, 3))]);
    let (seat, name) = (Some(WHITE.to_owned()), "Bob".to_owned());
    let shown = Said { id: 1, seat: seat.clone(), name: name.clone(), room, text: text.clone(), at: 5 };
    transcripts[receiver].entries.push(at_the_end(heard(ToClient::Chat { said: shown })));
    table.said.push(ChatMessage { id: 1, seat, name, channel, text, at: Millis(5) });
    kinds(&check(&table, &transcripts))
}

#[test]
fn a_message_that_reaches_the_wrong_connection_is_found() {
    let players = |receiver| said_to(ChatChannel::Players, Channel::Players, receiver);
    assert_eq!((players(0), players(1), players(2)), (vec![], vec![], vec![Kind::Secret]));
    let spectators = |receiver| said_to(ChatChannel::Spectators, Channel::Spectators, receiver);
    assert_eq!((spectators(0), spectators(2)), (vec![Kind::Secret], vec![]));
    let to = |seat: &str| (ChatChannel::Seat { seat: seat.into() }, Channel::Seat { seat: seat.into() });
    let (room, channel) = to("red");
    assert_eq!(said_to(room.clone(), channel.clone(), 0), [Kind::Secret], "Black is a third seat");
    assert_eq!(said_to(room.clone(), channel.clone(), 2), [Kind::Secret]);
    assert_eq!(said_to(room, channel, 1), []);
    let (room, channel) = to(BLACK);
    assert_eq!(said_to(room, channel, 0), []);
}

#[test]
fn a_word_in_a_field_that_clients_do_not_know_is_found() {
    let table = table();
    let [black, white] = honest(&table);
    let mut transcripts = [black, white, spectator(&table)];
    let say = ChatPost { room: ChatChannel::Players, text: format!("white says {WORD}") };
    let message = FromClient::Chat { ack: 9, seat: Some(WHITE.to_owned()), say };
    transcripts[1].entries.push(at_the_end(ClientEvent::Sent(message)));
    let raw = format!(r#"{{"t":"pong","n":1,"cache":"{WORD}"}}"#);
    let leak = ClientEvent::Heard(Box::new(raw.try_into().unwrap()));
    transcripts[2].entries.push(at_the_end(leak));
    assert_eq!(kinds(&check(&table, &transcripts)), [Kind::Secret]);
}

#[test]
fn a_secret_alliance_that_a_third_party_sees_is_found() {
    let told = |open: bool, receiver: usize| {
        let mut table = table();
        let step = NewAllianceStep { by: WHITE.into(), partner: BLACK.into(), what: "offered".into(), open };
        table.alliances.push(StoredStep { id: 1, step, at: Millis(5) });
        let [black, white] = honest(&table);
        let mut transcripts = [black, white, spectator(&table)];
        // The message claims to be open; the store knows better.
        let alliance = Alliance { by: WHITE.into(), with: BLACK.into(), what: "offered".into(), open: true, at: 5 };
        transcripts[receiver].entries.push(at_the_end(heard(ToClient::Alliance { alliance })));
        kinds(&check(&table, &transcripts))
    };
    assert_eq!((told(false, 0), told(false, 2), told(true, 2)), (vec![], vec![Kind::Secret], vec![]));
}

/// A match of the game with hidden traps, played by the first legal action unless one plants a trap, until a trap lies.
fn trap_match() -> (TableLog, u32) {
    let hidden = menagerie_catalog::games().iter().find(|game| game.info().hidden).expect("a game with secrets");
    let mut dice = fastrand::Rng::with_seed(1);
    for _ in 0..400 {
        let mut game = menagerie_record::begin(hidden.info().id, None).unwrap();
        let start = game.start().text();
        let mut events: Vec<Event> = Vec::new();
        while game.end().is_none() && events.len() < 200 {
            let position = game.position();
            let seat = position.actor().seat();
            let by = seat.map_or("chance".to_owned(), |seat| position.info().seat_name(seat).to_owned());
            let Some(text) = dice.choice(position.actions()) else { break };
            game.try_event(&text).unwrap();
            let seq = events.len() as u32 + 1;
            events.push(Event { seq, text, by, at: Millis(i64::from(seq)) });
            if !crate::checker::secrets::traps_in(&game.position().text()).is_empty() {
                let people = ["white", "black"].map(str::to_owned).to_vec();
                let table = TableLog { game: hidden.info().id.to_owned(), start, events, people, ..super::table() };
                return (table, seq);
            }
        }
    }
    panic!("no trap in 400 random games");
}

/// The findings of kind `Secret` when a client gets the last event of that match with this entry and view.
fn shown(table: &TableLog, version: u32, viewer: &str, event: &str, text: &str) -> usize {
    let mut view = seen(table, viewer, version as usize);
    view.text = text.to_owned();
    let mut entry = entry(table, version);
    entry.event = event.to_owned();
    let message = heard(ToClient::Event { version, entry, seen: Box::new(view) });
    let mut receiver = transcript(table, viewer, vec![ClientEvent::Connected { node: 0, since: None }, message]);
    if viewer == "spectator" {
        receiver.seat = None;
    }
    let found = check(table, &[receiver]);
    found.findings.iter().filter(|finding| finding.kind == Kind::Secret).count()
}

#[test]
fn a_trap_that_another_seat_sees_is_found() {
    let (table, version) = trap_match();
    let owner = table.events[version as usize - 1].by.clone();
    let other = if owner == WHITE { BLACK } else { WHITE };
    let moments = replay(&table).unwrap();
    let state = &moments[version as usize];
    let (open, hidden) = (&state.position, &state.viewer_state(other).unwrap().text);
    assert_ne!(open, hidden);
    let planted = table.events[version as usize - 1].text.clone();
    assert_eq!(shown(&table, version, &owner, &planted, open), 0, "the owner may see it");
    for viewer in [other, "spectator"] {
        assert_eq!(shown(&table, version, viewer, "@?", hidden), 0, "{viewer}");
        assert_eq!(shown(&table, version, viewer, "@?", open), 1, "{viewer}: in the view");
        assert_eq!(shown(&table, version, viewer, &planted, hidden), 1, "{viewer}: in the log");
    }
}
