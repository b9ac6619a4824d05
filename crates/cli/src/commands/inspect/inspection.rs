//! The JSON object that `inspect` writes for a position.

use std::io::{self, Write};

use menagerie_game::erased::AnyPosition;
use menagerie_game::{Actor, GameInfo, Outcome};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The keys in their output order. All are always present.
#[derive(Serialize)]
pub(super) struct Inspection {
    position: Option<String>,
    actor: Option<&'static str>,
    actions: Option<Vec<String>>,
    probabilities: Option<Vec<Number>>,
    outcome: Option<Scores>,
    error: Option<String>,
}

impl Inspection {
    /// The facts of a position.
    pub(super) fn about(position: &dyn AnyPosition) -> Self {
        let info = position.info();
        let actor = match position.actor() {
            Actor::Seat(seat) => Some(info.seat_name(seat)),
            Actor::Chance => Some("chance"),
            Actor::Nobody => None,
        };
        let numbers = |list: Vec<menagerie_game::Probability>| list.iter().map(|p| Number(p.as_f64())).collect();
        Self {
            position: Some(position.text()),
            actor,
            actions: Some(position.actions()),
            probabilities: position.probabilities().map(numbers),
            outcome: position.outcome().map(|outcome| Scores { info, outcome }),
            error: None,
        }
    }

    /// The object for an invalid line.
    pub(super) fn error(sentence: String) -> Self {
        Self { position: None, actor: None, actions: None, probabilities: None, outcome: None, error: Some(sentence) }
    }

    /// Writes the object and a line feed.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }
}

/// One score per seat, in order of play.
struct Scores {
    info: &'static GameInfo,
    outcome: Outcome,
}

impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats = self.outcome.seats();
        let mut map = serializer.serialize_map(Some(seats.len()))?;
        for seat in seats.iter() {
            map.serialize_entry(self.info.seat_name(seat), &Number(self.outcome.score(seat).as_f64()))?;
        }
        map.end()
    }
}

/// A number from 0 to 1. Whole numbers are written without a fraction: `0`, `1`, `0.5`.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 { serializer.serialize_u64(self.0 as u64) } else { serializer.serialize_f64(self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_written_without_a_fraction() {
        let text = |number| serde_json::to_string(&Number(number)).unwrap();
        assert_eq!(text(0.0), "0");
        assert_eq!(text(1.0), "1");
        assert_eq!(text(0.5), "0.5");
        assert_eq!(text(1.0 / 6.0), "0.16666666666666666");
    }

    #[test]
    fn on_an_error_the_other_keys_are_null() {
        let mut out = Vec::new();
        Inspection::error("no".into()).write(&mut out).unwrap();
        let keys = r#"{"position":null,"actor":null,"actions":null,"probabilities":null,"outcome":null,"error":"no"}"#;
        assert_eq!(String::from_utf8(out).unwrap(), format!("{keys}\n"));
    }
}
