//! An effect as a sentence, for the log, the terminal and the screen reader.

use crate::{Effect, Figure, GameInfo, Motion};

/// What happened, in words, without a full stop.
///
/// ```
/// # use menagerie_game::*;
/// # static INFO: GameInfo = GameInfo { id: "", name: "", tagline: "", minutes: (1, 2), seats: &[], options: &[], chance: false,
/// #     hidden: false, kinds: &[], terrains: &[], rules: "", guide: "", hints: &[] };
/// let effect = Effect::Captured { piece: Figure::new("spear", "black"), at: Place::new("a2"), to: None };
/// assert_eq!(describe(&INFO, &effect), "black spear on a2 is taken");
/// ```
pub fn describe(info: &GameInfo, effect: &Effect) -> String {
    let name = |figure: &Figure| -> String {
        let kind = info.kind(&figure.kind).map_or(&*figure.kind, |kind| kind.name);
        if figure.color.is_empty() { kind.to_owned() } else { format!("{} {kind}", figure.color) }
    };
    match effect {
        Effect::Moved { piece, from, to, motion } => {
            let verb = match motion {
                Motion::Straight => "goes",
                Motion::Jump => "jumps",
                Motion::Carried => "is put",
            };
            format!("{} {verb} from {from} to {to}", name(piece))
        }
        Effect::Captured { piece, at, .. } => format!("{} on {at} is taken", name(piece)),
        Effect::Died { piece, at } => format!("{} on {at} dies", name(piece)),
        Effect::Appeared { piece, at } => format!("{} appears on {at}", name(piece)),
        Effect::Vanished { piece, at } => format!("{} on {at} vanishes", name(piece)),
        Effect::Became { before, after, at } => format!("{} on {at} becomes {}", name(before), name(after)),
        Effect::Badge { piece, at, badge, gained: true } => format!("{} on {at} is now {badge}", name(piece)),
        Effect::Badge { piece, at, badge, gained: false } => format!("{} on {at} is no longer {badge}", name(piece)),
        Effect::Counter { seat, counter, by, now } => {
            let sign = if *by < 0 { "loses" } else { "gets" };
            format!("{} {sign} {} {counter} and has {now}", info.seat_name(*seat), by.abs())
        }
        Effect::Revealed { piece, at } => format!("{} on {at} comes to light", name(piece)),
        Effect::Note { text } => text.to_string(),
        Effect::Eliminated { seat } => format!("{} is out of the game", info.seat_name(*seat)),
        Effect::Turn { seat } => format!("{} to move", info.seat_name(*seat)),
        Effect::Ended { outcome } => match outcome.winner() {
            Some(seat) => format!("the game is over: {} wins", info.seat_name(seat)),
            None => "the game is over: drawn".to_owned(),
        },
    }
}
