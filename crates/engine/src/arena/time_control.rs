//! Time controls of an engine match: `tc=60+0.5` is 60 seconds plus an increment of 0.5 seconds per
//! turn.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use menagerie_game::text::excerpt;

/// The time control of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time at the start.
    pub initial: Duration,
    /// The increment after each turn.
    pub increment: Duration,
}

/// The maximum of both times.
const DAY: Duration = Duration::from_hours(24);

const FORM: &str =
    "tc=SECONDS, tc=SECONDS+INCREMENT or tc=MINUTES:SECONDS+INCREMENT, such as tc=60+0.5; at most a day each";

impl FromStr for TimeControl {
    type Err = String;

    /// The format of cutechess, without a number of moves.
    fn from_str(text: &str) -> Result<Self, String> {
        let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
        let initial = match initial.split_once(':') {
            Some((minutes, seconds)) => minutes
                .parse::<u32>()
                .ok()
                .zip(span(seconds))
                .and_then(|(minutes, rest)| rest.checked_add(Duration::from_secs(u64::from(minutes) * 60))),
            None => span(initial),
        };
        let control = initial.zip(span(increment)).map(|(initial, increment)| Self { initial, increment });
        let is_sensible = |it: &Self| it.initial <= DAY && it.increment <= DAY && !it.initial.is_zero();
        control.filter(is_sensible).ok_or_else(|| format!("tc: '{}' should read {FORM}", excerpt(text)))
    }
}

/// Parses seconds with a decimal point.
fn span(text: &str) -> Option<Duration> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| is_number)?;
    Duration::try_from_secs_f64(seconds).ok()
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.initial.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeatClock {
    pub(crate) left: Duration,
    pub(crate) increment: Duration,
}

impl SeatClock {
    pub(crate) fn new(control: TimeControl) -> Self {
        Self { left: control.initial, increment: control.increment }
    }

    /// Subtracts the time of a decision. The error is the time by which the flag fell.
    pub(crate) fn charge(&mut self, taken: Duration) -> Result<(), Duration> {
        match self.left.checked_sub(taken) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(taken.saturating_sub(std::mem::take(&mut self.left))),
        }
    }

    /// Adds the increment at the end of the seat's turn.
    pub(crate) fn renew(&mut self) {
        self.left = self.left.saturating_add(self.increment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_cutechess_writes_them() {
        let read =
            |text: &str| text.parse::<TimeControl>().map(|it| (it.initial.as_millis(), it.increment.as_millis()));
        assert_eq!(read("60+0.5"), Ok((60_000, 500)));
        assert_eq!(read("60"), Ok((60_000, 0)));
        assert_eq!(read("1:30+2"), Ok((90_000, 2_000)));
        assert_eq!(read("0.25+0"), Ok((250, 0)));
        for wrong in ["", "+1", "0+1", "inf", "1e9", "-5", "60+", "40/60", "90000", "1:", ":1", "60+x"] {
            assert!(read(wrong).unwrap_err().contains("tc=60+0.5"), "{wrong}");
        }
        assert_eq!("1:30+0.5".parse::<TimeControl>().unwrap().to_string(), "90+0.5");
    }

    #[test]
    fn a_clock_loses_what_is_used_and_gains_after_the_turn() {
        let mut clock = SeatClock::new("1+0.5".parse().unwrap());
        assert_eq!(clock.charge(Duration::from_millis(900)), Ok(()));
        clock.renew();
        assert_eq!(clock.left, Duration::from_millis(600));
        assert_eq!(clock.charge(Duration::from_millis(700)), Err(Duration::from_millis(100)));
    }
}
