//! The motifs of puzzles: what a line of play shows besides rules.

use menagerie_game::{Effect, LineStep, Motif, Motion, Rules, motifs_of};

use crate::position::Position;

type Line = [LineStep<Position>];

const MOTIFS: &[Motif<Position>] = &[
    ("monkey-chain", monkey_chain),
    ("banana-rescue", banana_rescue),
    ("fish-promotion", fish_promotion),
    ("angry-rook", angry_rook),
    ("both-royals", both_royals),
];

/// The motifs of a line.
pub(crate) fn motifs(line: &Line) -> Vec<&'static str> {
    motifs_of(line, MOTIFS)
}

/// A monkey goes on hopping in one turn.
fn monkey_chain(line: &Line) -> bool {
    let hops = |step: &LineStep<Position>| {
        step.mover().is_some_and(|(piece, _, _, motion)| piece.kind == "monkey" && motion == Motion::Jump)
    };
    line.windows(2).any(|pair| pair[0].own && !pair[1].before.begins_turn() && hops(&pair[0]) && hops(&pair[1]))
}

/// A monkey frees its king from jail and uses up his banana.
fn banana_rescue(line: &Line) -> bool {
    let loses_banana = |effect: &Effect| matches!(effect, Effect::Badge { gained: false, .. });
    line.iter().any(|step| step.own && step.effects.iter().any(loses_banana))
}

fn fish_promotion(line: &Line) -> bool {
    let promotes = |effect: &Effect| matches!(effect, Effect::Became { .. });
    line.iter().any(|step| step.own && step.effects.iter().any(promotes))
}

/// A rook takes, which it may only after a loss.
fn angry_rook(line: &Line) -> bool {
    let takes = |step: &LineStep<Position>| {
        step.victims().next().is_some() && step.mover().is_some_and(|(piece, ..)| piece.kind == "rook")
    };
    line.iter().any(|step| step.own && takes(step))
}

/// King and queen are both taken.
fn both_royals(line: &Line) -> bool {
    let takes = |kind: &str| line.iter().any(|step| step.own && step.victims().any(|(piece, _)| piece.kind == kind));
    takes("king") && takes("queen")
}

#[cfg(test)]
mod tests {
    use menagerie_game::line_steps;

    use super::*;

    fn shown(position: &str, line: &[&str]) -> Vec<&'static str> {
        let position: Position = position.parse().unwrap();
        let line: Vec<_> = line.iter().map(|action| action.parse().unwrap()).collect();
        motifs(&line_steps(&position, &line, position.turn_seat()))
    }

    #[test]
    fn each_motif_is_seen_in_its_line() {
        assert_eq!(shown("k6q/8/8/8/3f4/1Fm5/M7/K6Q w .... - - -", &["a2c4", "c4e4"]), ["monkey-chain"]);
        assert_eq!(shown("k6q/8/8/8/8/8/8/KR5Q w .... - - -", &["b1c4"]), [""; 0]);
        assert_eq!(shown("k6q/2F5/8/8/8/8/8/K6Q w .... - - -", &["c7c8"]), ["fish-promotion"]);
        assert_eq!(shown("k6q/8/8/8/8/8/1f6/KR5Q w .... r - -", &["b1b2"]), ["angry-rook"]);
        let both = ["h1h8", "@i4", "a1a2", "h8a8"];
        assert_eq!(shown("k6q/8/8/8/8/8/8/K6Q w .... - - -", &both[..1]), [""; 0]);
        assert_eq!(shown("k6q/7f/8/8/8/8/8/K6Q w .... - - -", &["h1h7"]), [""; 0]);
    }
}
