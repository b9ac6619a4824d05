//! What a connection is told holds nothing but what its seats may know. Worked out from the match
//! itself, not from the room's own idea of who sees what.

use menagerie_game::{Actor, Seat, Viewer};
use menagerie_match::{EventText, event_author};
use menagerie_table::LiveTable;
use menagerie_wire::{ChatChannel, ChatMessage, LogEntry, TableView, ToClient};

/// Checks a message to a connection that holds these seats.
pub(super) fn check(room: &LiveTable, held: &[Seat], message: &ToClient) {
    match message {
        ToClient::Full { version, seen, log, talk, .. } => {
            sees(room, held, seen, *version);
            for entry in log {
                reads(room, held, entry);
            }
            for said in talk {
                hears(room, held, said);
            }
        }
        ToClient::Event { version, entry, seen } => {
            sees(room, held, seen, *version);
            reads(room, held, entry);
        }
        ToClient::Chat { said } => hears(room, held, said),
        ToClient::Alliance { alliance } => {
            assert!(
                alliance.open || are_among(room, held, [&alliance.by, &alliance.with]),
                "a secret alliance was told"
            );
        }
        _ => {}
    }
}

/// A view is a spectator's, or that of a seat whose token was shown; at a shared screen only of the
/// one who acts.
fn sees(room: &LiveTable, held: &[Seat], seen: &TableView, version: u32) {
    let viewer = match room.info().seat_named(&seen.viewer) {
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Spectator,
    };
    if let Viewer::Seat(seat) = viewer {
        assert!(held.contains(&seat), "the view of a seat without its token");
    }
    if version != room.version() {
        return;
    }
    let game = room.game();
    let over = game.end().is_some();
    let shared = held.len() > 1 && room.info().hidden;
    if let (Viewer::Seat(seat), true, false) = (viewer, shared, over) {
        assert_eq!(game.position().actor(), Actor::Seat(seat), "a shared screen shows a seat that does not act");
    }
    let open = if over { Viewer::All } else { viewer };
    assert_eq!(seen.text, game.position().view(open).text());
}

/// An action reads as the connection's seat may know it; after the end everything is open.
fn reads(room: &LiveTable, held: &[Seat], entry: &LogEntry) {
    let game = room.game();
    let raw = game.log_from(entry.version as usize - 1).swap_remove(0);
    if game.end().is_some() || !EventText::of(&raw).is_action() {
        return;
    }
    let viewer = match *held {
        [seat] => Viewer::Seat(seat),
        _ => Viewer::Spectator,
    };
    let before = game.position_at(entry.version as usize - 1);
    assert_eq!(entry.event, before.view(viewer).action_text(&raw).expect("an action of the log"));
    let mut after = before.boxed();
    let effects = after.apply(&raw).expect("an action of the log");
    let heard = effects.iter().filter(|effect| effect.audience.includes(viewer)).count();
    assert_eq!(entry.happened.len(), heard, "{raw}, done by {:?}", event_author(game, &raw));
}

/// Words in private are for the two, words among players for players, words among spectators for
/// them.
fn hears(room: &LiveTable, held: &[Seat], said: &ChatMessage) {
    let meant = match &said.room {
        ChatChannel::Players => !held.is_empty(),
        ChatChannel::Spectators => held.is_empty() || room.game().end().is_some(),
        ChatChannel::Seat { seat } => are_among(room, held, [seat, said.seat.as_deref().unwrap_or_default()]),
    };
    assert!(meant, "a message reached a connection that it was not meant for");
}

fn are_among(room: &LiveTable, held: &[Seat], names: [&str; 2]) -> bool {
    !held.is_empty() && held.iter().all(|&seat| names.contains(&room.info().seat_name(seat)))
}
