//! What a scripted player does next: mostly a legal action, and sometimes everything else that players do.

use fastrand::Rng;
use menagerie_wire::table::Stage;
use menagerie_wire::{AllianceStep, ChatChannel, ChatPost, Claim, FromClient, Offer, TableView};

use super::table_knowledge::TableKnowledge;

/// After this many events players resign more often.
const LONG: u32 = 80;
/// With less time than this, in milliseconds, a player may let the flag fall.
const SHORT: i64 = 20_000;

/// True with this probability in thousandths.
fn sometimes(dice: &mut Rng, thousandths: u32) -> bool {
    dice.u32(0..1000) < thousandths
}

/// The next message, with this `ack` number, if the player sends one.
pub(crate) fn next(known: &TableKnowledge, ack: u32, dice: &mut Rng) -> Option<FromClient> {
    let seen = known.seen.as_ref()?;
    let Some(seat) = known.seat.clone() else {
        return sometimes(dice, 3).then(|| say(ack, None, ChatChannel::Spectators, dice));
    };
    if seen.ended.is_some() {
        let nonce = Some(format!("{}", dice.u64(..)));
        return (!known.asked_again).then_some(FromClient::Offer { ack, at: None, seat, offer: Offer::Rematch, nonce });
    }
    if known.stage != Some(Stage::Playing) || known.idle {
        return None;
    }
    if sometimes(dice, 8) {
        return Some(say(ack, Some(seat), ChatChannel::Players, dice));
    }
    if known.seats.len() > 2 && sometimes(dice, 12) {
        return negotiate(known, ack, seat, dice);
    }
    if sometimes(dice, 2) {
        return Some(FromClient::Claim { ack, at: Some(known.version), seat, claim: Claim::Gone });
    }
    if let Some(message) = reply(known, seen, ack, &seat, dice) {
        return Some(message);
    }
    if seen.actor == seat { act(known, seen, ack, seat, dice) } else { None }
}

/// Whether a player goes idle; only with little time left, so that the flag falls soon.
pub(crate) fn goes_idle(known: &TableKnowledge, dice: &mut Rng) -> bool {
    let Some(seen) = &known.seen else { return false };
    let short = seen.clocks.left.iter().max().is_some_and(|left| *left < SHORT);
    short && known.seat.as_ref() == Some(&seen.actor) && sometimes(dice, 15)
}

/// A text with a word that exists nowhere else. The checker looks for it in what others received.
fn say(ack: u32, seat: Option<String>, room: ChatChannel, dice: &mut Rng) -> FromClient {
    let text = format!("{} says {:032x}", seat.as_deref().unwrap_or("a spectator"), dice.u128(..));
    FromClient::Chat { ack, seat, say: ChatPost { room, text } }
}

/// A private message to another seat, or a step of an alliance with it. Games without alliances refuse both.
fn negotiate(known: &TableKnowledge, ack: u32, seat: String, dice: &mut Rng) -> Option<FromClient> {
    let others: Vec<&String> = known.seats.iter().filter(|other| **other != seat).collect();
    let other = (*dice.choice(&others)?).clone();
    let step = match dice.u32(..8) {
        0 | 1 => AllianceStep::Offer { seat: other, open: dice.bool() },
        2 => AllianceStep::Accept { seat: other },
        3 => AllianceStep::Refuse { seat: other },
        4 => AllianceStep::Break { seat: other, open: dice.bool() },
        _ => return Some(say(ack, Some(seat), ChatChannel::Seat { seat: other }, dice)),
    };
    Some(FromClient::Ally { ack, seat, step })
}

/// With more time than this, in milliseconds, a player resigns at the end of a run. With less, the flag falls.
const LONG_WAIT: i64 = 8_000;

/// What a player does at the end of a run, when all tables come to rest: where a clock would run for long, it resigns.
pub(crate) fn finish(known: &TableKnowledge, ack: u32) -> Option<FromClient> {
    let (seen, seat) = (known.seen.as_ref()?, known.seat.as_ref()?);
    let time = seen.clocks.left.iter().max().is_some_and(|left| *left > LONG_WAIT);
    let resigns = known.due().is_some() && known.has_clock && seen.actor == *seat && time;
    resigns.then(|| FromClient::Resign { ack, seat: seat.clone() })
}

/// A reply to an offer.
fn reply(known: &TableKnowledge, seen: &TableView, ack: u32, seat: &str, dice: &mut Rng) -> Option<FromClient> {
    let at = Some(known.version);
    let by_others = |seats: &[String]| !seats.is_empty() && !seats.iter().any(|one| one == seat);
    let draw = by_others(&seen.offers.draw).then_some(Offer::Draw);
    let takeback = seen.offers.takeback.as_ref().filter(|(_, seats)| by_others(seats));
    let offer = draw.or_else(|| takeback.map(|&(turn, _)| Offer::Takeback { turn }))?;
    if !sometimes(dice, 300) {
        return None;
    }
    let (seat, agrees) = (seat.to_owned(), sometimes(dice, if offer == Offer::Draw { 150 } else { 600 }));
    Some(if agrees {
        FromClient::Offer { ack, at, seat, offer, nonce: None }
    } else {
        FromClient::Decline { ack, at, seat, offer }
    })
}

/// A message of the seat to move.
fn act(known: &TableKnowledge, seen: &TableView, ack: u32, seat: String, dice: &mut Rng) -> Option<FromClient> {
    let at = known.version;
    let weary = if at > LONG { 40 } else { 3 };
    if sometimes(dice, weary) {
        return Some(FromClient::Resign { ack, seat });
    }
    if seen.can_undo && sometimes(dice, 60) {
        return Some(FromClient::Undo { ack, at, seat });
    }
    if sometimes(dice, 12) {
        return Some(FromClient::Offer { ack, at: Some(at), seat, offer: Offer::Draw, nonce: None });
    }
    if known.turn > 1 && sometimes(dice, 12) {
        let offer = Offer::Takeback { turn: known.turn - 1 };
        return Some(FromClient::Offer { ack, at: Some(at), seat, offer, nonce: None });
    }
    let action = dice.choice(seen.actions.as_deref()?)?.clone();
    // Sometimes a client acts on an outdated version.
    let at = if sometimes(dice, 10) { at.saturating_sub(1) } else { at };
    Some(FromClient::Act { ack, at, seat, action })
}

/// Whether an event of the own seat shows that a message was done although its answer was lost. Actions and undos need
/// no such check: they name a version and can be sent again. So can chat messages: nodes recognise them by client id
/// and `ack` number.
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
