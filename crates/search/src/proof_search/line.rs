//! The line of a proven win: the attacker wins as fast as the proof says, the defender holds out as long.

use menagerie_game::{Actor, Rules, RulesExt, Silent};

use super::{MAX_PLY, ProofSearch};

impl<R: Rules> ProofSearch<R> {
    /// Writes the line of the last proof, as far as the table still holds it. The first action is the attacker's.
    pub(crate) fn line(&self, position: &R, line: &mut Vec<R::Action>) {
        let mut position = position.clone();
        line.clear();
        while line.len() < MAX_PLY
            && let Actor::Seat(actor) = position.actor()
        {
            let attacks = actor == self.attacker;
            let mut best: Option<(u16, R::Action, R)> = None;
            for action in position.list() {
                let mut next = position.clone();
                let _ = next.apply(action, &mut Silent);
                let Some(distance) = self.proven_distance(action, &next, attacks) else { continue };
                let better = |old: u16| if attacks { distance < old } else { distance > old };
                if best.as_ref().is_none_or(|&(old, ..)| better(old)) {
                    best = Some((distance, action, next));
                }
            }
            let Some((_, action, next)) = best else { return };
            line.push(action);
            position = next;
        }
    }

    /// After how many actions at most the attacker wins this position; `None` if it is not proven.
    fn proven_distance(&self, action: R::Action, next: &R, attacks: bool) -> Option<u16> {
        let numbers = self.child(action, next, attacks).numbers;
        numbers.is_proven().then_some(numbers.distance)
    }
}
