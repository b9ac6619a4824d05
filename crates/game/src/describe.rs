//! An effect as a sentence, for the log, the terminal and the screen reader.

use std::borrow::Cow;

use crate::{Effect, Figure, GameInfo, Motion, Place, message};

/// What happened, in words, without a full stop.
///
/// ```
/// # use menagerie_game::*;
/// # static INFO: GameInfo = GameInfo { id: "", messages: Messages::none(), minutes: (1, 2), seats: &[], options: &[], chance: false,
/// #     hidden: false, kinds: &[], terrains: &[], place_name: PlaceName::square, rules: "", guide: "", lessons: "", hints: &[], topics: &[] };
/// let effect = Effect::Captured { piece: Figure::new("spear", "black"), at: Place::new("a2"), to: None };
/// assert_eq!(describe(&INFO, &effect), "black spear on a2 is taken");
/// ```
pub fn describe(info: &GameInfo, effect: &Effect) -> String {
    sentence(info, effect).into_owned()
}

fn sentence(info: &GameInfo, effect: &Effect) -> Cow<'static, str> {
    let name = |figure: &Figure| info.piece_name(&figure.color, &figure.kind);
    let at = |place: &Place| (info.place_name)(place.as_str()).with_preposition();
    match effect {
        Effect::Moved { piece, from, to, motion } => moved(info, &name(piece), [from, to], *motion),
        Effect::Captured { piece, at: place, .. } => {
            message!("effect-captured", piece = name(piece), place = at(place))
        }
        Effect::Died { piece, at: place } => message!("effect-died", piece = name(piece), place = at(place)),
        Effect::Appeared { piece, at: place } => message!("effect-appeared", piece = name(piece), place = at(place)),
        Effect::Vanished { piece, at: place } => message!("effect-vanished", piece = name(piece), place = at(place)),
        Effect::Became { before, after, at: place } => {
            message!("effect-became", piece = name(before), place = at(place), after = name(after))
        }
        Effect::Badge { piece, at: place, badge, gained: true } => {
            message!("effect-badge-gained", piece = name(piece), place = at(place), badge)
        }
        Effect::Badge { piece, at: place, badge, gained: false } => {
            message!("effect-badge-lost", piece = name(piece), place = at(place), badge)
        }
        Effect::Counter { seat, counter, by, now } => {
            let (seat, amount) = (info.color_of(*seat), info.counter_words(counter, by.unsigned_abs().into()));
            if *by < 0 {
                message!("effect-counter-loses", seat, amount, now)
            } else {
                message!("effect-counter-gets", seat, amount, now)
            }
        }
        Effect::Revealed { piece, at: place } => message!("effect-revealed", piece = name(piece), place = at(place)),
        Effect::Note { text } => text.clone(),
        Effect::Eliminated { seat } => message!("effect-eliminated", seat = info.color_of(*seat)),
        Effect::Turn { seat } => message!("effect-turn", seat = info.color_of(*seat)),
        Effect::Ended { outcome } => match outcome.winner() {
            Some(seat) => message!("effect-ended-won", seat = info.color_of(seat)),
            None => message!("effect-ended-drawn"),
        },
    }
}

fn moved(info: &GameInfo, piece: &str, places: [&Place; 2], motion: Motion) -> Cow<'static, str> {
    let [from, to] = places.map(|place| (info.place_name)(place.as_str()));
    let (from, to) = (from.as_str(), to.as_str());
    match motion {
        Motion::Straight => message!("effect-moved", piece, from, to),
        Motion::Jump => message!("effect-jumped", piece, from, to),
        Motion::Carried => message!("effect-carried", piece, from, to),
    }
}
