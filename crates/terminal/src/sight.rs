//! What the screen of a table shows, wherever the match is played: here, on a server, or in a record.

use menagerie_game::{Effect, GameInfo, Place, Scene, Seat};
use unicode_width::UnicodeWidthStr;

/// What is seen of a table now.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// The game's facts.
    pub(crate) info: &'static GameInfo,
    /// The game with its options.
    pub(crate) game: String,
    /// Boards, pieces, prompt and choices.
    pub(crate) scene: Scene,
    /// Whose eyes these are; nobody's for a spectator.
    pub(crate) viewer: Option<Seat>,
    /// The seat that decides now, if its player sits here.
    pub(crate) acting: Option<Seat>,
    /// Who sits where.
    pub(crate) seats: Vec<SeatLine>,
    /// What happened.
    pub(crate) log: Vec<LogLine>,
    /// Where something happened last.
    pub(crate) moved: Vec<Place>,
    /// Whether the last action can be undone here.
    pub(crate) can_undo: bool,
    /// The seat that must be alone before the screen; nothing of the table is shown until then.
    pub(crate) cover: Option<Seat>,
    /// An offer that waits for an answer from here, in words.
    pub(crate) offer: Option<String>,
    /// How it ended: who won, and why.
    pub(crate) ended: Option<String>,
    /// What was said.
    pub(crate) talk: Vec<String>,
    /// What can be done about alliances now, as it is typed: `offer blue`.
    pub(crate) alliances: Vec<String>,
    /// Whether others are met over the network.
    pub(crate) remote: bool,
    /// Anything else about the table: the step of a replay, a lost connection, a link for others.
    pub(crate) status: String,
}

/// A seat's line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatLine {
    pub(crate) seat: Seat,
    /// Who sits there: `you`, `computer 3`, a name.
    pub(crate) who: String,
    /// What the clock shows.
    pub(crate) clock: Option<ClockLine>,
    /// Whether this seat decides now.
    pub(crate) acts: bool,
}

impl SeatLine {
    /// Who sits there, and the seat's counters.
    pub(crate) fn words(&self, scene: &Scene) -> String {
        let counters = scene.counters.iter().filter(|counter| counter.seat == self.seat);
        let counted = counters.map(menagerie_game::Counter::words);
        let words = [self.who.clone()].into_iter().chain(counted).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("  ")
    }

    /// Whether arrow, name, clock and words have room in one row.
    pub(crate) fn fits(&self, sight: &Sight, width: u16) -> bool {
        let name = sight.info.seats.iter().map(|seat| seat.name.width()).max().unwrap_or(0);
        let clock = self.clock.as_ref().map_or(0, |clock| clock.words.width() + 2);
        // The arrow and its space, the name with its sign and spaces, a space.
        2 + name + 3 + 1 + clock + self.words(&sight.scene).width() <= usize::from(width)
    }
}

/// A seat's clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClockLine {
    /// What is left: `4:55`, `0:09.3`, `0:30 (2)` with two periods of byoyomi.
    pub(crate) words: String,
    /// Whether the time is nearly up.
    pub(crate) short: bool,
}

impl ClockLine {
    /// The clock with so many milliseconds left, and so many periods.
    pub(crate) fn new(left: i64, periods: u32) -> Self {
        let periods = if periods > 0 { format!(" ({periods})") } else { String::new() };
        Self { words: format!("{}{periods}", time_left(left)), short: left < SHORT }
    }
}

/// An entry of the move list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogLine {
    /// Who did it; chance if nobody.
    pub(crate) by: Option<Seat>,
    /// The event's text as the viewer may know it.
    pub(crate) event: String,
    /// What it did, in words.
    pub(crate) words: String,
}

/// What the person at the screen wants of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// An action of the seat that decides.
    Act(String),
    /// Take the last action of the turn back.
    Undo,
    /// Offer a draw.
    Draw,
    /// Ask to go back to the start of one's last turn.
    Back,
    /// Agree to what is on offer.
    Agree,
    /// Decline it.
    Decline,
    /// Give up.
    Resign,
    /// Another game, when this one is over.
    Again,
    /// Claim that whoever is to decide has left.
    Claim,
    /// A step of an alliance, as it was typed.
    Ally(String),
    /// The seat is alone before the screen.
    Uncover,
    /// Say something to the others, or to one seat only.
    Say { to: Option<String>, text: String },
    /// Ask the computer.
    Hint,
    /// Let the computer think aloud, or stop it.
    Analyse(bool),
    /// Step through what happened; to the end and back by large numbers.
    Step(i32),
}

/// Below this a clock is drawn loudly and with tenths of a second.
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

/// The words of a game's end: who won, and why.
pub(crate) fn ending(winners: &[&str], reason: &str) -> String {
    let result = match winners {
        [] => "Nobody wins".to_owned(),
        [one] => format!("{} wins", capitalised(one)),
        all => format!("A draw between {}", all.join(" and ")),
    };
    format!("{result}: {reason}")
}

/// The same words with a capital first letter.
pub(crate) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Where an effect happened.
pub(crate) fn places(effect: &Effect) -> Vec<Place> {
    match effect {
        Effect::Moved { from, to, .. } => vec![*from, *to],
        Effect::Captured { at, .. }
        | Effect::Died { at, .. }
        | Effect::Appeared { at, .. }
        | Effect::Became { at, .. }
        | Effect::Vanished { at, .. } => vec![*at],
        _ => Vec::new(),
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
}
