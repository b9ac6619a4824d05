//! An effect as a sentence, for the log, the terminal and the screen reader.

use crate::{Effect, Figure, GameInfo, Motion, Place};

/// What happened, in words, without a full stop.
///
/// ```
/// # use menagerie_game::*;
/// # static INFO: GameInfo = GameInfo { id: "", name: "", tagline: "", minutes: (1, 2), seats: &[], options: &[], chance: false,
/// #     hidden: false, kinds: &[], terrains: &[], place_name: PlaceName::square, rules: "", guide: "", hints: &[] };
/// let effect = Effect::Captured { piece: Figure::new("spear", "black"), at: Place::new("a2"), to: None };
/// assert_eq!(describe(&INFO, &effect), "black spear on a2 is taken");
/// ```
pub fn describe(info: &GameInfo, effect: &Effect) -> String {
    let name = |figure: &Figure| -> String {
        let kind = info.kind(&figure.kind).map_or(&*figure.kind, |kind| kind.name);
        if figure.color.is_empty() { kind.to_owned() } else { format!("{} {kind}", figure.color) }
    };
    let spoken = |place: &Place| (info.place_name)(place.as_str());
    let at = |place: &Place| spoken(place).with_preposition();
    match effect {
        Effect::Moved { piece, from, to, motion } => {
            let verb = match motion {
                Motion::Straight => "goes",
                Motion::Jump => "jumps",
                Motion::Carried => "is put",
            };
            format!("{} {verb} from {} to {}", name(piece), spoken(from).as_str(), spoken(to).as_str())
        }
        Effect::Captured { piece, at: place, .. } => format!("{} {} is taken", name(piece), at(place)),
        Effect::Died { piece, at: place } => format!("{} {} dies", name(piece), at(place)),
        Effect::Appeared { piece, at: place } => format!("{} appears {}", name(piece), at(place)),
        Effect::Vanished { piece, at: place } => format!("{} {} vanishes", name(piece), at(place)),
        Effect::Became { before, after, at: place } => {
            format!("{} {} becomes {}", name(before), at(place), name(after))
        }
        Effect::Badge { piece, at: place, badge, gained } => {
            let is = if *gained { "is now" } else { "is no longer" };
            format!("{} {} {is} {badge}", name(piece), at(place))
        }
        Effect::Counter { seat, counter, by, now } => {
            let sign = if *by < 0 { "loses" } else { "gets" };
            format!("{} {sign} {} and has {now}", info.seat_name(*seat), counted_of(by.unsigned_abs(), counter))
        }
        Effect::Revealed { piece, at: place } => format!("{} {} comes to light", name(piece), at(place)),
        Effect::Note { text } => text.to_string(),
        Effect::Eliminated { seat } => format!("{} is out of the game", info.seat_name(*seat)),
        Effect::Turn { seat } => format!("{} to move", info.seat_name(*seat)),
        Effect::Ended { outcome } => match outcome.winner() {
            Some(seat) => format!("the game is over: {} wins", info.seat_name(seat)),
            None => "the game is over: drawn".to_owned(),
        },
    }
}

/// A number with what it counts, which is given in the singular.
///
/// ```
/// # use menagerie_game::counted;
/// assert_eq!([0_u32, 1, 2].map(|coins| counted(coins, "coin")), ["0 coins", "1 coin", "2 coins"]);
/// ```
pub fn counted(number: impl Into<u64>, one: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {one}s"),
    }
}

/// A number with what it counts, which is named in the plural, as counters are: `1 coin`.
pub(crate) fn counted_of(number: u32, many: &str) -> String {
    counted(number, many.strip_suffix('s').unwrap_or(many))
}
