//! The motifs of puzzles: what a line of play shows besides rules.

use menagerie_game::{LineStep, Motif, motifs_of};

use crate::position::Position;

type Line = [LineStep<Position>];

const MOTIFS: &[Motif<Position>] = &[
    ("heaven-hunt", |line| wins_on(line, '^')),
    ("hell-hunt", |line| wins_on(line, '_')),
    ("shot", |line| says(line, |action| action.contains('*'))),
    ("shopping", |line| says(line, |action| action.starts_with("buy:"))),
    ("upgrade", |line| says(line, |action| action.starts_with("up:"))),
    ("raised-dead", |line| says(line, |action| action.starts_with("raise:"))),
    ("spell", |line| says(line, |action| action.starts_with("cast-"))),
    ("against-all-odds", |line| line.iter().any(|step| step.before.actor() == menagerie_game::Actor::Chance)),
];

/// The motifs of a line.
pub(crate) fn motifs(line: &Line) -> Vec<&'static str> {
    motifs_of(line, MOTIFS)
}

/// An action of the solver has such a text.
fn says(line: &Line, is_wanted: fn(&str) -> bool) -> bool {
    line.iter().any(|step| step.own && is_wanted(&step.action.to_string()))
}

/// The last capture happens on the plane whose squares end with this sign.
fn wins_on(line: &Line, plane: char) -> bool {
    let last = line.last().filter(|step| step.ends() && step.own);
    last.and_then(|step| step.victims().next()).is_some_and(|(_, at)| at.as_str().ends_with(plane))
}

#[cfg(test)]
mod tests {
    use menagerie_game::{Rules, line_steps};

    use super::*;

    const REST: &str = "- - 9/0 6+,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -";

    fn shown(pieces: &str, line: &[&str]) -> Vec<&'static str> {
        let position: Position = format!("w1 {pieces} {REST}").parse().unwrap();
        let line: Vec<_> = line.iter().map(|action| action.parse().unwrap()).collect();
        motifs(&line_steps(&position, &line, position.turn_seat()))
    }

    #[test]
    fn each_motif_is_seen_in_its_line() {
        assert_eq!(shown("Ke1,pa7,Ra1^,ka8^m", &["a1^a8^"]), ["heaven-hunt"]);
        assert_eq!(shown("Ke1,pa7,Ra1_,ka8_", &["a1_a8_"]), ["hell-hunt"]);
        assert_eq!(shown("Va1,Ke1,Qc6,ke8,nc6_m", &["raise:c6_"]), ["raised-dead"]);
        assert!(shown("Ra1,Ke1,na8,ke8", &["a1a8"]).is_empty());
    }
}
