//! The `go` command and its search limits.

use std::time::Duration;

use menagerie_game::{GameInfo, Seat, SeatSet};
use menagerie_search::{Limits, Time};

/// The remaining time and increment of one side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Clock {
    left: Option<Duration>,
    increment: Duration,
}

/// The arguments of `go`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Go {
    /// `p1time` to `p4time`, `p1inc` to `p4inc`: the seats of the game in order of play.
    players: [Clock; Seat::MAX],
    /// `wtime` and `winc`.
    white: Clock,
    /// `btime` and `binc`.
    black: Clock,
    moves_left: Option<u32>,
    per_move: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Stop when a win in this many moves is found.
    pub(crate) mate: Option<u32>,
    /// No `bestmove` before `stop`.
    pub(crate) infinite: bool,
    /// Ponder on the opponent's time: no `bestmove` before `stop`; the clock starts at `ponderhit`.
    pub(crate) ponder: bool,
    /// `searchmoves`: only these actions are searched.
    pub(crate) search_moves: Vec<String>,
    /// Run perft instead of a search.
    pub(crate) perft: Option<u32>,
}

/// Keywords without and with a number. Any other word after `searchmoves` is an action.
const ALONE: [&str; 2] = ["infinite", "ponder"];
const WITH_NUMBER: [&str; 18] = [
    "p1time",
    "p2time",
    "p3time",
    "p4time",
    "p1inc",
    "p2inc",
    "p3inc",
    "p4inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "perft",
];

impl Go {
    /// Parses the arguments of `go`. As UCI demands, unknown words are ignored.
    pub(crate) fn read(words: &[&str]) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let is_action = |next: &&str| !ALONE.contains(next) && !WITH_NUMBER.contains(next);
                    while let Some(action) = words.next_if(is_action) {
                        go.search_moves.push(action.to_owned());
                    }
                }
                _ if WITH_NUMBER.contains(&word) => {
                    let number = words.next().unwrap_or_default();
                    go.set(word, number).ok_or_else(|| format!("'{word}' needs a whole number after it"))?;
                }
                _ => {}
            }
        }
        Ok(go)
    }

    /// The same command after `ponderhit`.
    pub(crate) fn without_ponder(&self) -> Self {
        Self { ponder: false, ..self.clone() }
    }

    /// Sets a number. A clock may be negative.
    fn set(&mut self, word: &str, number: &str) -> Option<()> {
        let number: i64 = number.parse().ok()?;
        let natural = u64::try_from(number.max(0)).ok()?;
        let (time, small) = (Duration::from_millis(natural), u32::try_from(natural).unwrap_or(u32::MAX));
        match word {
            "movestogo" => self.moves_left = Some(small),
            "movetime" => self.per_move = Some(time),
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(natural),
            "mate" => self.mate = Some(small),
            "perft" => self.perft = Some(small),
            _ => {
                let clock = self.clock_named(word)?;
                if word.ends_with("time") { clock.left = Some(time) } else { clock.increment = time }
            }
        }
        Some(())
    }

    fn clock_named(&mut self, word: &str) -> Option<&mut Clock> {
        match word.as_bytes() {
            [b'p', digit @ b'1'..=b'4', ..] => self.players.get_mut(usize::from(digit - b'1')),
            [b'w', ..] => Some(&mut self.white),
            [b'b', ..] => Some(&mut self.black),
            _ => None,
        }
    }

    /// The search limits of a seat.
    pub(crate) fn limits(&self, info: &GameInfo, seats: SeatSet, seat: Seat) -> Limits {
        Limits { time: self.time(self.clock(info, seats, seat)), nodes: self.nodes, depth: self.depth }
    }

    fn time(&self, clock: Clock) -> Time {
        match (self.infinite || self.ponder, self.per_move, clock.left) {
            (true, ..) | (false, None, None) => Time::Unlimited,
            (_, Some(time), _) => Time::Move(time),
            (_, None, Some(left)) => Time::Clock { left, increment: clock.increment, turns_to_go: self.moves_left },
        }
    }

    /// A seat's clock, by its number in order of play or by its colour.
    fn clock(&self, info: &GameInfo, seats: SeatSet, seat: Seat) -> Clock {
        let numbered = seats.iter().position(|other| other == seat).and_then(|number| self.players.get(number));
        match numbered {
            Some(clock) if *clock != Clock::default() => *clock,
            // `wtime` belongs to the seat that is not black.
            _ if info.seat_name(seat) == "black" => self.black,
            _ => self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(line: &str, game: &str, seat: u8) -> Limits {
        let words: Vec<_> = line.split(' ').collect();
        let info = menagerie_catalog::find(game).unwrap().info();
        Go::read(&words).unwrap().limits(info, SeatSet::first(2), Seat(seat))
    }

    fn clock(left: u64, increment: u64, turns_to_go: Option<u32>) -> Limits {
        let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
        Limits { time: Time::Clock { left, increment, turns_to_go }, ..Limits::INFINITE }
    }

    #[test]
    fn wtime_belongs_to_the_seat_called_white_whoever_begins() {
        let line = "wtime 60000 btime 50000 winc 600 binc 500 movestogo 7";
        assert_eq!(limits(line, "shogi5", 1), clock(60000, 600, Some(7)));
        assert_eq!(limits(line, "shogi5", 0), clock(50000, 500, Some(7)));
    }

    #[test]
    fn red_stands_in_for_white_in_jungle() {
        assert_eq!(limits("wtime 60000 btime 50000", "jungle", 0), clock(60000, 0, None));
        assert_eq!(limits("wtime 60000 btime 50000", "jungle", 1), clock(50000, 0, None));
    }

    #[test]
    fn p1time_belongs_to_the_first_seat() {
        let line = "p1time 1000 p2time 2000 p1inc 10 p2inc 20";
        assert_eq!(limits(line, "shogi5", 0), clock(1000, 10, None));
        assert_eq!(limits(line, "shogi5", 1), clock(2000, 20, None));
    }

    #[test]
    fn a_clock_below_zero_shows_zero_and_unknown_words_are_skipped() {
        assert_eq!(limits("quickly btime -70 please", "shogi5", 0), clock(0, 0, None));
        assert_eq!(limits("infinite wtime 5", "jungle", 0), Limits::INFINITE);
        assert_eq!(limits("depth 0", "jungle", 0), Limits::depth(1));
        assert_eq!(limits("nodes 70", "jungle", 0), Limits::nodes(70));
    }

    #[test]
    fn while_it_ponders_no_clock_runs() {
        assert_eq!(limits("ponder wtime 60000 btime 50000", "shogi5", 0), Limits::INFINITE);
        assert_eq!(limits("ponder movetime 10 depth 3", "shogi5", 0), Limits::depth(3));
    }

    #[test]
    fn searchmoves_takes_everything_up_to_the_next_word() {
        let go = Go::read(&["searchmoves", "a5a4", "P@c3", "depth", "3"]).unwrap();
        assert_eq!(go.search_moves, ["a5a4", "P@c3"]);
        assert_eq!(go.depth, Some(3));
    }

    #[test]
    fn a_word_without_its_number_is_refused() {
        for line in [&["depth"][..], &["nodes", "many"], &["wtime", "99999999999999999999"]] {
            assert!(Go::read(line).unwrap_err().contains("needs a whole number"), "{line:?}");
        }
    }
}
