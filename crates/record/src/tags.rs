//! The tags that the events decide: the result in all its forms, the seats, the start and the clocks.

use menagerie_game::Score;
use menagerie_match::{AnyMatch, Cause, Clock, Departure, End, EventText, Millis, Refusal, TimeControl};

use crate::{Ended, Record, VerifyError};

/// How much earlier than reckoned a flag may fall: the machines of a server may differ by that much in what time it is.
const CLOCK_TOLERANCE: Millis = 1_000;

/// The year 10000. Nobody reckons with stamps beyond it.
const LATEST_STAMP: Millis = 253_402_300_800_000;

/// What a tag should say.
enum Expected {
    Value(String),
    /// One of several values.
    OneOf(Vec<&'static str>),
    /// The match goes on: the tag should not be there.
    NotOver,
    /// There is no winner: the tag should not be there.
    NoWinner,
}

fn wrong(tag: impl Into<String>, found: impl Into<String>, expected: Expected) -> VerifyError {
    let expected = match expected {
        Expected::Value(value) => format!("it should be \"{value}\""),
        Expected::OneOf(values) => format!("it should be one of {}", values.join(", ")),
        Expected::NotOver => "it should not be there: the match is not over".to_owned(),
        Expected::NoWinner => "it should not be there: nobody has won".to_owned(),
    };
    VerifyError::Tag { tag: tag.into(), found: found.into(), expected }
}

/// Compares every tag that the events decide with the match that they lead to.
pub(crate) fn check_tags(record: &Record, game: &dyn AnyMatch) -> Result<(), VerifyError> {
    check_ended(record.ended.as_ref(), game.end())?;
    check_result(record, game.end())?;
    check_winner(record, game)?;
    check_termination(record, game.end())?;
    check_seats(record, game)?;
    check_start(record)
}

/// `Scores`, `Rule` and `Reason`. What is empty says nothing.
fn check_ended(found: Option<&Ended>, end: Option<&End>) -> Result<(), VerifyError> {
    let Some(found) = found else { return Ok(()) };
    let expected = end.map(Ended::from);
    let expected = |field: fn(&Ended) -> String| expected.as_ref().map(field);
    let scores: fn(&Ended) -> String = |ended| ended.scores.join(" ");
    let rule: fn(&Ended) -> String = |ended| ended.rule.clone();
    let reason: fn(&Ended) -> String = |ended| ended.reason.clone();
    for (tag, field) in [("Scores", scores), ("Rule", rule), ("Reason", reason)] {
        let found = field(found);
        match expected(field) {
            _ if found.is_empty() => {}
            Some(expected) if expected == found => {}
            Some(expected) => return Err(wrong(tag, found, Expected::Value(expected))),
            None => return Err(wrong(tag, found, Expected::NotOver)),
        }
    }
    Ok(())
}

/// `Result` and the closing result. A record that says nothing at all about the result says nothing false.
fn check_result(record: &Record, end: Option<&End>) -> Result<(), VerifyError> {
    let ended = end.map(Ended::from);
    let expected = crate::write::result(ended.as_ref());
    let claims = &record.claims;
    for (tag, said) in [("Result", &claims.result), ("the closing result", &claims.closing)] {
        let found = said.as_deref().unwrap_or(record.result());
        // A record with a reason but no scores does not say what the result is.
        let is_silent =
            claims.no_result || (said.is_none() && record.ended.as_ref().is_some_and(|it| it.scores.is_empty()));
        if !is_silent && found != expected {
            return Err(wrong(tag, found, Expected::Value(expected.to_owned())));
        }
    }
    Ok(())
}

/// `Winner`, which other programs write: the seat with the whole point, by its own name or its player's.
fn check_winner(record: &Record, game: &dyn AnyMatch) -> Result<(), VerifyError> {
    let Some(found) = record.tag("Winner").filter(|found| !found.is_empty()) else { return Ok(()) };
    let Some(end) = game.end() else { return Err(wrong("Winner", found, Expected::NotOver)) };
    let winner = end.outcome.seats().iter().find(|&seat| end.outcome.score(seat) == Score::ONE);
    let Some(seat) = winner.map(|seat| game.info().seat_name(seat)) else {
        return Err(wrong("Winner", found, Expected::NoWinner));
    };
    let player = record.seats.iter().find(|(name, _)| name == seat).map(|(_, player)| player.as_str());
    if found.eq_ignore_ascii_case(seat) || Some(found) == player {
        return Ok(());
    }
    Err(wrong("Winner", found, Expected::Value(seat.to_owned())))
}

/// `Termination`, which other programs write: those of PGN's words that the events decide.
fn check_termination(record: &Record, end: Option<&End>) -> Result<(), VerifyError> {
    let Some(found) = record.tag("Termination") else { return Ok(()) };
    let by_time = |end: &End| matches!(end.reason.cause, Cause::Departure(_, Departure::OutOfTime));
    let expected = match end {
        None => "unterminated",
        Some(end) if by_time(end) => "time forfeit",
        Some(_) => "normal",
    };
    let is_decided = ["unterminated", "time forfeit", "normal"].iter().any(|word| found.eq_ignore_ascii_case(word));
    if !is_decided || found.eq_ignore_ascii_case(expected) {
        return Ok(());
    }
    Err(wrong("Termination", found, Expected::Value(expected.to_owned())))
}

/// `Seat1` and so on: seats of the game, in order of play.
fn check_seats(record: &Record, game: &dyn AnyMatch) -> Result<(), VerifyError> {
    let seats = game.start().seats();
    let names: Vec<_> = seats.iter().map(|seat| game.info().seat_name(seat)).collect();
    let mut left = names.iter();
    for (index, (name, _)) in record.seats.iter().enumerate() {
        if !left.any(|seat| seat == name) {
            return Err(wrong(format!("Seat{}", index + 1), name, Expected::OneOf(names)));
        }
    }
    Ok(())
}

/// `SetUp` says whether there is a `FEN`.
fn check_start(record: &Record) -> Result<(), VerifyError> {
    match &record.claims.set_up {
        Some(found) => Err(wrong("SetUp", found, Expected::Value(record.set_up().to_owned()))),
        None => Ok(()),
    }
}

/// The clocks of a record, where its tags and stamps decide what they showed.
pub(crate) struct Clocks(Option<Clock>);

impl Clocks {
    /// Nothing is decided without a time control that we know, or where an event has no stamp.
    pub(crate) fn of(record: &Record, game: &dyn AnyMatch) -> Result<Self, VerifyError> {
        let control = record.control().unwrap_or_default();
        let is_stamp = |at: Option<Millis>| at.is_some_and(|at| (0..LATEST_STAMP).contains(&at));
        let is_decided = control != TimeControl::None
            && record.started().is_none_or(|at| is_stamp(Some(at)))
            && record.events.iter().all(|entry| is_stamp(entry.at));
        if !is_decided {
            return Ok(Self(None));
        }
        let mut clock = Clock::new(control);
        if let Some(started) = record.started() {
            if let Some(first) = record.events.first().and_then(|entry| entry.at).filter(|&first| first < started) {
                let expected = format!("at most {first}, the stamp of the first event");
                return Err(wrong("Started", started.to_string(), Expected::Value(expected)));
            }
            clock.start(game, started);
        }
        Ok(Self(Some(clock)))
    }

    /// A flag falls only when the time is up.
    pub(crate) fn check_flag(
        &self,
        game: &dyn AnyMatch,
        number: usize,
        event: &str,
        at: Option<Millis>,
    ) -> Result<(), VerifyError> {
        let EventText::Depart(name, Departure::OutOfTime) = EventText::of(event) else { return Ok(()) };
        let (Some(clock), Some(at)) = (&self.0, at) else { return Ok(()) };
        let left = game.info().seat_named(name).and_then(|seat| clock.left(seat, at));
        match left.filter(|&left| left > CLOCK_TOLERANCE) {
            Some(left) => Err(VerifyError::Flag { number, seat: name.to_owned(), left }),
            None => Ok(()),
        }
    }

    /// Lets an event happen, in the match and on its clocks.
    pub(crate) fn happen(&mut self, game: &mut dyn AnyMatch, event: &str, at: Option<Millis>) -> Result<(), Refusal> {
        match (&mut self.0, at) {
            (Some(clock), Some(at)) => clock.replay_event(game, event, at).map(drop),
            _ => game.replay_event(event).map(drop),
        }
    }
}
