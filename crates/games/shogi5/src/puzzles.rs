//! The motifs of puzzles: what a line of play shows besides rules.

use menagerie_game::{Effect, LineStep, Motif, motifs_of};

use crate::position::Position;

type Line = [LineStep<Position>];

const MOTIFS: &[Motif<Position>] =
    &[("drop", drops), ("drop-mate", drop_mate), ("promotion", promotion), ("sacrifice", sacrifice)];

/// The motifs of a line.
pub(crate) fn motifs(line: &Line) -> Vec<&'static str> {
    motifs_of(line, MOTIFS)
}

fn is_drop(step: &LineStep<Position>) -> bool {
    step.action.to_string().contains('@')
}

fn drops(line: &Line) -> bool {
    line.iter().any(|step| step.own && is_drop(step))
}

/// The king is taken after a drop from which it could not escape.
fn drop_mate(line: &Line) -> bool {
    let mut own = line.iter().filter(|step| step.own).rev();
    own.next().is_some_and(LineStep::ends) && own.next().is_some_and(is_drop)
}

/// A piece promotes without taking.
fn promotion(line: &Line) -> bool {
    let promotes =
        |step: &LineStep<Position>| step.effects.iter().any(|effect| matches!(effect, Effect::Became { .. }));
    line.iter().any(|step| step.own && promotes(step) && step.victims().next().is_none())
}

/// The opponent takes the piece that the solver has just moved or dropped.
fn sacrifice(line: &Line) -> bool {
    line.windows(2).any(|pair| {
        let to = pair[0].mover().map(|(_, _, to, _)| to.as_str());
        pair[0].own && !pair[1].own && pair[1].victims().any(|(_, at)| Some(at.as_str()) == to)
    })
}

#[cfg(test)]
mod tests {
    use menagerie_game::{Rules, line_steps};

    use super::*;

    fn shown(position: &str, line: &[&str]) -> Vec<&'static str> {
        let position: Position = position.parse().unwrap();
        let line: Vec<_> = line.iter().map(|action| action.parse().unwrap()).collect();
        motifs(&line_steps(&position, &line, position.turn_seat()))
    }

    #[test]
    fn each_motif_is_seen_in_its_line() {
        let mate = "k4/5/1G3/5/4K[G] w";
        assert_eq!(shown(mate, &["G@b4", "a5a4", "b4a4"]), ["drop", "drop-mate"]);
        assert_eq!(shown(mate, &["G@a4", "a5a4"]), ["drop", "sacrifice"]);
        assert_eq!(shown("4k/5/P4/5/4K[] w", &["a3a4"]), ["promotion"]);
        assert!(shown("4k/5/P4/5/4K[] w", &["e1e2"]).is_empty());
    }
}
