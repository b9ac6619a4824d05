//! Clocks as text: the remaining time of a seat, and a time control in words.

use menagerie_match::TimeControl;

/// The display of a seat's clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClockLine {
    /// The remaining time: `4:55`, `0:09.3`, `0:30 (2)` with two periods of byoyomi.
    pub(crate) words: String,
    /// Whether less than [`SHORT`] milliseconds are left.
    pub(crate) short: bool,
}

impl ClockLine {
    /// The display of a clock with `left` milliseconds and `periods` periods of byoyomi.
    pub(crate) fn new(left: i64, periods: u32) -> Self {
        let periods = if periods > 0 { format!(" ({periods})") } else { String::new() };
        Self { words: format!("{}{periods}", time_left(left)), short: left < SHORT }
    }
}

/// Below this many milliseconds a clock is emphasised and shows tenths of a second.
const SHORT: i64 = 10_000;

fn time_left(millis: i64) -> String {
    let millis = millis.max(0);
    let (seconds, minutes, hours) = (millis / 1_000 % 60, millis / 60_000 % 60, millis / 3_600_000);
    match hours {
        0 if millis < SHORT => format!("0:{seconds:02}.{}", millis / 100 % 10),
        0 => format!("{minutes}:{seconds:02}"),
        1..48 => format!("{hours}:{minutes:02}:{seconds:02}"),
        _ => format!("{} days", hours / 24),
    }
}

/// A time control in words: `5 minutes, and 3 seconds for each turn`.
pub(crate) fn clock_in_words(control: TimeControl) -> String {
    let counted = |number: u32, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let long = |seconds: u32| match (seconds / 60, seconds % 60) {
        (0, seconds) => counted(seconds, "second"),
        (minutes, 0) => counted(minutes, "minute"),
        (minutes, seconds) => format!("{} {}", counted(minutes, "minute"), counted(seconds, "second")),
    };
    match control {
        TimeControl::None => "no clock".to_owned(),
        TimeControl::Fischer { initial, increment: 0 } => format!("{} for the game", long(initial)),
        TimeControl::Fischer { initial, increment } => {
            format!("{}, and {} for each turn", long(initial), long(increment))
        }
        TimeControl::Byoyomi { initial, period, periods } => {
            format!("{}, then {} of {} each", long(initial), counted(periods, "period"), long(period))
        }
        TimeControl::Days { days } => format!("{} for each turn", counted(days, "day")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_what_is_left() {
        let words = |left, periods| ClockLine::new(left, periods).words;
        assert_eq!(words(299_999, 0), "4:59");
        assert_eq!(words(9_340, 0), "0:09.3");
        assert_eq!(words(-5, 0), "0:00.0");
        assert_eq!(words(30_000, 2), "0:30 (2)");
        assert_eq!(words(3_725_000, 0), "1:02:05");
        assert_eq!(words(3 * 86_400_000, 0), "3 days");
    }

    #[test]
    fn clocks_are_told_in_words() {
        let words = |text: &str| clock_in_words(text.parse().expect("a time control"));
        assert_eq!(words("5+3"), "5 minutes, and 3 seconds for each turn");
        assert_eq!(words("1+0"), "1 minute for the game");
        assert_eq!(words("0:30+1x10"), "30 seconds, then 1 period of 10 seconds each");
        assert_eq!(words("1d"), "1 day for each turn");
    }
}
