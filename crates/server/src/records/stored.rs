//! Conversions between the store's types and the wire's. The store has its own types, so that the messages to clients can
//! change while existing rows stay readable.

use menagerie_api::past::Dice;
use menagerie_record::dice::Secret;
use menagerie_store as store;
use menagerie_wire::http::SeatPlan;
use menagerie_wire::table::{Stage, TimeControl};
use menagerie_wire::{ChatChannel, EndCause, Ended};

/// A stored value that clients read.
pub(crate) trait ToWire {
    type Wire;
    fn to_wire(&self) -> Self::Wire;
}

/// A client's value that the store keeps.
pub(crate) trait ToStored {
    type Stored;
    fn to_stored(&self) -> Self::Stored;
}

/// A table's dice for its record.
pub(crate) fn past_dice(stored: &store::Dice) -> Dice {
    Dice { secret: Secret::new(stored.secret.0), nonces: stored.nonces.clone() }
}

impl ToWire for store::Stage {
    type Wire = Stage;

    fn to_wire(&self) -> Stage {
        match self {
            Self::Waiting => Stage::Waiting,
            Self::Playing => Stage::Playing,
            Self::Over => Stage::Over,
            Self::Closed => Stage::Closed,
        }
    }
}

impl ToWire for store::TimeControl {
    type Wire = TimeControl;

    fn to_wire(&self) -> TimeControl {
        match *self {
            Self::None => TimeControl::None,
            Self::Fischer { initial, increment } => TimeControl::Fischer { initial, increment },
            Self::Byoyomi { initial, period, periods } => TimeControl::Byoyomi { initial, period, periods },
            Self::Days { days } => TimeControl::Days { days },
        }
    }
}

impl ToStored for TimeControl {
    type Stored = store::TimeControl;

    fn to_stored(&self) -> store::TimeControl {
        match *self {
            Self::None => store::TimeControl::None,
            Self::Fischer { initial, increment } => store::TimeControl::Fischer { initial, increment },
            Self::Byoyomi { initial, period, periods } => store::TimeControl::Byoyomi { initial, period, periods },
            Self::Days { days } => store::TimeControl::Days { days },
        }
    }
}

impl ToStored for SeatPlan {
    type Stored = store::SeatPlan;

    fn to_stored(&self) -> store::SeatPlan {
        match self {
            Self::Open => store::SeatPlan::Open,
            Self::Here { name } => store::SeatPlan::Here { name: name.clone() },
            Self::Computer { level } => store::SeatPlan::Computer { level: *level },
        }
    }
}

/// The stored word of each cause of an end. Rows hold these words, so they must not change.
const CAUSES: [(EndCause, &str); 8] = [
    (EndCause::Rules, "rules"),
    (EndCause::Repetition, "repetition"),
    (EndCause::NoProgress, "no-progress"),
    (EndCause::Length, "length"),
    (EndCause::Agreement, "agreement"),
    (EndCause::Resignation, "resignation"),
    (EndCause::Timeout, "timeout"),
    (EndCause::Departure, "departure"),
];

impl ToWire for store::MatchResult {
    type Wire = Ended;

    fn to_wire(&self) -> Ended {
        let Self { scores, rule, reason, cause } = self.clone();
        let named = |word: String| CAUSES.iter().find(|(_, stored)| *stored == word).map(|(cause, _)| *cause);
        Ended { scores, rule, reason, cause: cause.and_then(named) }
    }
}

impl ToStored for Ended {
    type Stored = store::MatchResult;

    fn to_stored(&self) -> store::MatchResult {
        let Self { scores, rule, reason, cause } = self.clone();
        let word =
            |cause: EndCause| CAUSES.iter().find(|(known, _)| *known == cause).map(|(_, word)| (*word).to_owned());
        store::MatchResult { scores, rule, reason, cause: cause.and_then(word) }
    }
}

impl ToWire for store::Channel {
    type Wire = ChatChannel;

    fn to_wire(&self) -> ChatChannel {
        match self {
            Self::Players => ChatChannel::Players,
            Self::Spectators => ChatChannel::Spectators,
            Self::Seat { seat } => ChatChannel::Seat { seat: seat.clone() },
        }
    }
}

impl ToStored for ChatChannel {
    type Stored = store::Channel;

    fn to_stored(&self) -> store::Channel {
        match self {
            Self::Players => store::Channel::Players,
            Self::Spectators => store::Channel::Spectators,
            Self::Seat { seat } => store::Channel::Seat { seat: seat.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_store_keeps_comes_back_as_it_was() {
        let clocks = [
            TimeControl::None,
            TimeControl::Fischer { initial: 180, increment: 2 },
            TimeControl::Byoyomi { initial: 60, period: 30, periods: 3 },
            TimeControl::Days { days: 2 },
        ];
        for clock in clocks {
            assert_eq!(clock.to_stored().to_wire(), clock);
        }
        for channel in [ChatChannel::Players, ChatChannel::Spectators, ChatChannel::Seat { seat: "red".to_owned() }] {
            assert_eq!(channel.to_stored().to_wire(), channel);
        }
        let scores = vec![("red".to_owned(), 1.0), ("black".to_owned(), 0.0)];
        for cause in CAUSES.iter().map(|(cause, _)| Some(*cause)).chain([None]) {
            let (rule, reason) = ("jungle/aim/1".to_owned(), "red is in the den".to_owned());
            let ended = Ended { scores: scores.clone(), rule, reason, cause };
            assert_eq!(ended.to_stored().to_wire(), ended);
        }
    }
}
