//! The motifs of puzzles: what a line of play shows besides rules.

use menagerie_game::{Effect, LineStep, Motif, Rules, motifs_of};

use crate::position::Position;

type Line = [LineStep<Position>];

const MOTIFS: &[Motif<Position>] = &[
    ("assassination", |line| kills_chief(line, "assassin")),
    ("militant-kill", |line| kills_chief(line, "militant")),
    ("chief-duel", |line| kills_chief(line, "chief")),
    ("reporter-kill", reporter_kill),
    ("corpse-wall", corpse_wall),
    ("maze-kill", maze_kill),
    ("diplomacy", diplomacy),
    ("seizing-power", seizing_power),
];

/// The motifs of a line.
pub(crate) fn motifs(line: &Line) -> Vec<&'static str> {
    motifs_of(line, MOTIFS)
}

fn eliminates(step: &LineStep<Position>) -> bool {
    step.own && step.effects.iter().any(|effect| matches!(effect, Effect::Eliminated { .. }))
}

fn chief_at(step: &LineStep<Position>) -> Option<&str> {
    step.victims().find(|(piece, _)| piece.kind == "chief").map(|(_, at)| at.as_str())
}

/// A piece of this kind kills a chief by its move.
fn kills_chief(line: &Line, kind: &str) -> bool {
    let kills = |step: &LineStep<Position>| {
        let onto = step.mover().filter(|(piece, ..)| piece.kind == kind).map(|(_, _, to, _)| to.as_str());
        chief_at(step).is_some() && chief_at(step) == onto
    };
    line.iter().any(|step| eliminates(step) && kills(step))
}

/// A reporter kills a chief beside it: an action without a move.
fn reporter_kill(line: &Line) -> bool {
    line.iter().any(|step| eliminates(step) && step.before.to_string().contains("kill:") && step.victims().count() == 1)
}

/// A chief falls when its turn to be surrounded has come: by a corpse that was put down, or by a death beside it.
fn corpse_wall(line: &Line) -> bool {
    line.iter().any(|step| {
        eliminates(step) && step.action.to_string().starts_with('@') && !step.before.to_string().contains("kill:")
    })
}

/// A chief in power is killed.
fn maze_kill(line: &Line) -> bool {
    line.iter().any(|step| eliminates(step) && chief_at(step) == Some("e5"))
}

fn diplomacy(line: &Line) -> bool {
    line.iter().any(|step| {
        step.own && step.before.begins_turn() && {
            let lifts = step.effects.iter().filter(|effect| matches!(effect, Effect::Moved { .. })).count() > 1;
            lifts
                && step
                    .effects
                    .iter()
                    .any(|effect| matches!(effect, Effect::Moved { piece, .. } if piece.kind == "diplomat"))
        }
    })
}

fn seizing_power(line: &Line) -> bool {
    let seizes = |step: &LineStep<Position>| {
        step.mover().is_some_and(|(piece, _, to, _)| piece.kind == "chief" && to.as_str() == "e5")
    };
    line.iter().any(|step| step.own && seizes(step))
}

#[cfg(test)]
mod tests {
    use menagerie_game::line_steps;

    use super::*;
    use crate::piece::Color;

    fn shown(position: &str, line: &[&str]) -> Vec<&'static str> {
        let position: Position = position.parse().unwrap();
        let line: Vec<_> = line.iter().map(|action| action.parse().unwrap()).collect();
        motifs(&line_steps(&position, &line, Color::Red.seat()))
    }

    /// The positions are those of the examples in `rules.md`.
    #[test]
    fn each_motif_is_seen_in_its_line() {
        assert_eq!(shown("gC7yC/9/9/5gM3/3bMbC4/9/8bD/4rA4/rC8 4 rbyg r -", &["e2e5"]), ["assassination", "maze-kill"]);
        assert_eq!(shown("9/9/5bM3/9/3yC5/3rM5/9/9/rC8 3 rry- r -", &["d4d5"]), ["militant-kill"]);
        assert_eq!(
            shown("gC7yC/9/9/9/4bC4/7bM1/9/9/rC2rR5 4 rbyg r -", &["d1d5", "@e5"]),
            ["reporter-kill", "maze-kill"]
        );
        assert_eq!(shown("gC5yA1yC/9/6bM2/x8/rN8/9/9/4rC2x1/7xbC 4 rbyg r -", &["a5a6", "@i2"]), ["corpse-wall"]);
        assert_eq!(shown("gC7yC/9/9/9/3bMbC4/9/9/4rD4/rC8 4 rbyg r -", &["e2e5", "@h8", "e5e2"]), ["diplomacy"]);
        assert_eq!(shown("gC7yC/9/9/9/9/9/9/9/rM3rC3bC 4 rbyg r -", &["e1e5"]), ["seizing-power"]);
    }
}
