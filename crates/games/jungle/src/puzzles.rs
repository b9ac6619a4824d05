//! The motifs of puzzles: what a line of play shows besides rules.

use menagerie_game::{LineStep, Motif, Motion, motifs_of};

use crate::piece::Animal;
use crate::position::Position;

type Line = [LineStep<Position>];

const MOTIFS: &[Motif<Position>] = &[
    ("rat-takes-elephant", rat_takes_elephant),
    ("trap-kill", trap_kill),
    ("den-race", den_race),
    ("river-jump", river_jump),
    ("swimming-rat", swimming_rat),
];

/// The motifs of a line.
pub(crate) fn motifs(line: &Line) -> Vec<&'static str> {
    motifs_of(line, MOTIFS)
}

/// The solver's captures: the taker's kind, the victim's kind, the square.
fn captures(line: &Line) -> impl Iterator<Item = (&str, &str, &str)> {
    line.iter().filter(|step| step.own).filter_map(|step| {
        let (taker, ..) = step.mover()?;
        let (victim, at) = step.victims().next()?;
        Some((taker.kind.as_ref(), victim.kind.as_ref(), at.as_str()))
    })
}

fn rat_takes_elephant(line: &Line) -> bool {
    captures(line).any(|(taker, victim, _)| taker == "rat" && victim == "elephant")
}

/// A stronger animal is taken in a trap.
fn trap_kill(line: &Line) -> bool {
    let rank = |kind: &str| Animal::ALL.iter().position(|animal| animal.name() == kind);
    let is_trap = |square: &str| matches!(square, "c1" | "e1" | "d2" | "c9" | "e9" | "d8");
    captures(line).any(|(taker, victim, at)| is_trap(at) && rank(taker) < rank(victim) && taker != "rat")
}

/// The line ends in the den.
fn den_race(line: &Line) -> bool {
    line.last()
        .is_some_and(|step| step.own && step.mover().is_some_and(|(_, _, to, _)| matches!(to.as_str(), "d1" | "d9")))
}

fn river_jump(line: &Line) -> bool {
    line.iter().any(|step| step.own && step.mover().is_some_and(|(_, _, _, motion)| motion == Motion::Jump))
}

/// The rat enters the water.
fn swimming_rat(line: &Line) -> bool {
    let is_water = |square: &str| {
        let mut bytes = square.bytes();
        matches!((bytes.next(), bytes.next()), (Some(b'b' | b'c' | b'e' | b'f'), Some(b'4'..=b'6')))
    };
    let swims = |step: &LineStep<Position>| {
        step.mover().is_some_and(|(piece, from, to, _)| {
            piece.kind == "rat" && is_water(to.as_str()) && !is_water(from.as_str())
        })
    };
    line.iter().any(|step| step.own && swims(step))
}

#[cfg(test)]
mod tests {
    use menagerie_game::line_steps;

    use super::*;
    use crate::piece::Side;

    fn shown(position: &str, line: &[&str]) -> Vec<&'static str> {
        let position: Position = position.parse().unwrap();
        let line: Vec<_> = line.iter().map(|action| action.parse().unwrap()).collect();
        motifs(&line_steps(&position, &line, Side::Red.seat()))
    }

    #[test]
    fn each_motif_is_seen_in_its_line() {
        assert_eq!(shown("7/1w1C3/7/7/7/7/7/7/6L r", &["d8d9"]), ["den-race"]);
        assert_eq!(shown("6l/7/7/7/7/7/e6/R6/6L r", &["a2a3"]), ["rat-takes-elephant"]);
        assert_eq!(shown("6l/7/7/7/7/7/7/3e3/3C2L r", &["d1d2"]), ["trap-kill"]);
        assert_eq!(shown("6l/7/7/7/7/7/1L5/7/7 r", &["b3b7"]), ["river-jump"]);
        assert_eq!(shown("6l/7/7/7/7/7/1R5/7/7 r", &["b3b4"]), ["swimming-rat"]);
        assert!(shown("6l/7/7/7/7/7/1L5/7/7 r", &["b3b2"]).is_empty());
    }
}
