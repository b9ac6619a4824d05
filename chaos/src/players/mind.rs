//! What a scripted person does next: something legal mostly, and now and then everything else that people do.

use fastrand::Rng;
use menagerie_wire::table::Stage;
use menagerie_wire::{FromClient, Offer, Room, Say, Seen};

/// What a client knows of its table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// The last version it has heard of.
    pub(crate) version: u32,
    /// The seat it plays.
    pub(crate) seat: Option<String>,
    /// What it sees.
    pub(crate) seen: Option<Seen>,
    /// Where the table stands.
    pub(crate) stage: Option<Stage>,
    /// The turn of the last entry it has heard.
    pub(crate) turn: u32,
    /// Whether it has asked for another game.
    pub(crate) asked_again: bool,
    /// Whether it has fallen asleep over its decision, and lets its flag fall.
    pub(crate) asleep: bool,
}

/// A match that has gone on for so long may be given up more readily.
const LONG: u32 = 80;
/// So little time, in milliseconds, that one can wait for a flag.
const SHORT: i64 = 20_000;

/// In so many of a thousand cases.
fn sometimes(dice: &mut Rng, thousandths: u32) -> bool {
    dice.u32(0..1000) < thousandths
}

/// The next message, with this number, if there is anything to be said.
pub(crate) fn next(known: &Known, ack: u32, dice: &mut Rng) -> Option<FromClient> {
    let seen = known.seen.as_ref()?;
    let Some(seat) = known.seat.clone() else {
        return sometimes(dice, 3).then(|| say(ack, None, Room::Spectators));
    };
    if seen.ended.is_some() {
        let nonce = Some(format!("{}", dice.u64(..)));
        return (!known.asked_again).then_some(FromClient::Offer { ack, at: None, seat, offer: Offer::Rematch, nonce });
    }
    if known.stage != Some(Stage::Playing) || known.asleep {
        return None;
    }
    if sometimes(dice, 8) {
        return Some(say(ack, Some(seat), Room::Players));
    }
    if let Some(message) = reply(seen, ack, &seat, dice) {
        return Some(message);
    }
    if seen.actor == seat { act(known, seen, ack, seat, dice) } else { None }
}

/// Whether somebody falls asleep, where so little time is left that it will not take long.
pub(crate) fn falls_asleep(known: &Known, dice: &mut Rng) -> bool {
    let Some(seen) = &known.seen else { return false };
    let short = seen.clocks.left.iter().max().is_some_and(|left| *left < SHORT);
    short && known.seat.as_ref() == Some(&seen.actor) && sometimes(dice, 15)
}

/// Something that nobody has said before at this table.
fn say(ack: u32, seat: Option<String>, room: Room) -> FromClient {
    let text = format!("{} says {ack}", seat.as_deref().unwrap_or("somebody"));
    FromClient::Say { ack, seat, say: Say { room, text } }
}

/// An answer to what others offer.
fn reply(seen: &Seen, ack: u32, seat: &str, dice: &mut Rng) -> Option<FromClient> {
    let by_others = |seats: &[String]| !seats.is_empty() && !seats.iter().any(|one| one == seat);
    let draw = by_others(&seen.offers.draw).then_some(Offer::Draw);
    let takeback = seen.offers.takeback.as_ref().filter(|(_, seats)| by_others(seats));
    let offer = draw.or_else(|| takeback.map(|&(turn, _)| Offer::Takeback { turn }))?;
    if !sometimes(dice, 300) {
        return None;
    }
    let (seat, agrees) = (seat.to_owned(), sometimes(dice, if offer == Offer::Draw { 150 } else { 600 }));
    Some(if agrees {
        FromClient::Offer { ack, at: None, seat, offer, nonce: None }
    } else {
        FromClient::Decline { ack, at: None, seat, offer }
    })
}

/// It is this seat's turn.
fn act(known: &Known, seen: &Seen, ack: u32, seat: String, dice: &mut Rng) -> Option<FromClient> {
    let at = known.version;
    let weary = if at > LONG { 40 } else { 3 };
    if sometimes(dice, weary) {
        return Some(FromClient::Resign { ack, seat });
    }
    if seen.can_undo && sometimes(dice, 60) {
        return Some(FromClient::Undo { ack, at, seat });
    }
    if sometimes(dice, 12) {
        return Some(FromClient::Offer { ack, at: None, seat, offer: Offer::Draw, nonce: None });
    }
    if known.turn > 1 && sometimes(dice, 12) {
        let offer = Offer::Takeback { turn: known.turn - 1 };
        return Some(FromClient::Offer { ack, at: None, seat, offer, nonce: None });
    }
    let action = dice.choice(seen.actions.as_deref()?)?.clone();
    // Now and then somebody answers what is long past.
    let at = if sometimes(dice, 10) { at.saturating_sub(1) } else { at };
    Some(FromClient::Act { ack, at, seat, action })
}

/// Whether an event of one's own shows that a message was carried out, though its answer was lost. Actions and undos need no
/// such look: they name the version they answer, and can be sent again. So can words: the nodes know by whom and under which
/// number they were said.
pub(crate) fn shows(message: &FromClient, event: &str) -> bool {
    let by = |verbs: &[&str], seat: &str| {
        verbs.iter().any(|verb| {
            let rest = event.strip_prefix('!').and_then(|rest| rest.strip_prefix(verb));
            rest.and_then(|rest| rest.strip_prefix(':')).is_some_and(|rest| rest.split(':').next() == Some(seat))
        })
    };
    match message {
        FromClient::Resign { seat, .. } => by(&["resign"], seat),
        FromClient::Offer { seat, offer: Offer::Draw, .. } => by(&["offer-draw", "agree-draw"], seat),
        FromClient::Offer { seat, offer: Offer::Takeback { .. }, .. } => {
            by(&["offer-takeback", "agree-takeback"], seat)
        }
        FromClient::Decline { seat, offer: Offer::Draw, .. } => by(&["decline-draw"], seat),
        FromClient::Decline { seat, offer: Offer::Takeback { .. }, .. } => by(&["decline-takeback"], seat),
        _ => false,
    }
}
