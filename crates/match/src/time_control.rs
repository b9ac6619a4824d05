//! Time controls and their text: `5+3`, `10+3x30`, `2d`.

use std::fmt;
use std::str::FromStr;

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase"))]
pub enum TimeControl {
    /// No limit.
    #[default]
    None,
    /// Initial time, and an increment after each own turn.
    Fischer {
        /// Seconds at the start.
        initial: u32,
        /// Seconds after each own turn.
        increment: u32,
    },
    /// Initial time, then a number of periods per turn.
    Byoyomi {
        /// Seconds at the start.
        initial: u32,
        /// Seconds for each turn afterwards.
        period: u32,
        /// The number of periods.
        periods: u32,
    },
    /// A number of days for each turn (correspondence).
    Days {
        /// How many.
        days: u32,
    },
}

/// The longest initial time, increment and period, in seconds.
const DAY: u32 = 24 * 60 * 60;
/// The most byoyomi periods, and the most days.
const MOST: (u32, u32) = (20, 30);

/// The text is no time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a time control is none, MINUTES+SECONDS (5+3: five minutes and three seconds for each turn), \
     MINUTES+PERIODSxSECONDS (10+3x30: then three periods of thirty seconds) or DAYSd (2d: two days for each turn)"
)]
pub struct TimeControlError;

impl TimeControl {
    /// Whether all its times are within the limits.
    pub const fn is_sensible(self) -> bool {
        match self {
            Self::None => true,
            Self::Fischer { initial, increment } => {
                initial <= DAY && increment <= DAY && (initial > 0 || increment > 0)
            }
            Self::Byoyomi { initial, period, periods } => {
                initial <= DAY && 0 < period && period <= DAY && 0 < periods && periods <= MOST.0
            }
            Self::Days { days } => 0 < days && days <= MOST.1,
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("none"),
            Self::Fischer { initial, increment } => write!(f, "{}+{increment}", Minutes(initial)),
            Self::Byoyomi { initial, period, periods } => write!(f, "{}+{periods}x{period}", Minutes(initial)),
            Self::Days { days } => write!(f, "{days}d"),
        }
    }
}

/// Seconds written as minutes: `5`, or `0:30` where they are no whole minutes.
struct Minutes(u32);

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 60, self.0 % 60) {
            (minutes, 0) => write!(f, "{minutes}"),
            (minutes, seconds) => write!(f, "{minutes}:{seconds:02}"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        read(text).filter(|control| control.is_sensible()).ok_or(TimeControlError)
    }
}

fn read(text: &str) -> Option<TimeControl> {
    if text == "none" {
        return Some(TimeControl::None);
    }
    if let Some(days) = text.strip_suffix('d') {
        return Some(TimeControl::Days { days: number(days)? });
    }
    let (initial, more) = text.split_once('+')?;
    let initial = match initial.split_once(':') {
        None => number(initial)?.checked_mul(60)?,
        Some((minutes, seconds)) => number(minutes)?.checked_mul(60)?.checked_add(number(seconds)?)?,
    };
    Some(match more.split_once('x') {
        None => TimeControl::Fischer { initial, increment: number(more)? },
        Some((periods, period)) => TimeControl::Byoyomi { initial, period: number(period)?, periods: number(periods)? },
    })
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_has_one_text() {
        let controls = [
            ("none", TimeControl::None),
            ("5+3", TimeControl::Fischer { initial: 300, increment: 3 }),
            ("0:02+0", TimeControl::Fischer { initial: 2, increment: 0 }),
            ("10+3x30", TimeControl::Byoyomi { initial: 600, period: 30, periods: 3 }),
            ("2d", TimeControl::Days { days: 2 }),
        ];
        for (text, control) in controls {
            assert_eq!(text.parse(), Ok(control));
            assert_eq!(control.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_control_is_refused() {
        for text in
            ["", "5", "+3", "5+", "0+0", "5+-3", "5++3", "1441+0", "5+0x30", "5+3x0", "0d", "31d", "99999999999+1"]
        {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
    }

    #[test]
    fn times_are_accepted_up_to_a_day_and_not_beyond() {
        for text in ["1440+0", "0+86400", "0+5", "5+20x86400", "30d"] {
            assert!(text.parse::<TimeControl>().is_ok(), "{text}");
        }
        for text in ["1440:01+0", "0+86401", "5+1x86401", "5+21x30"] {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
    }
}
