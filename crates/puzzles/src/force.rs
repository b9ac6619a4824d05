//! Forced goals: an AND/OR proof over all replies and all draws.
//!
//! The solver's decisions are OR nodes. Decisions of other seats and of chance are AND nodes: the goal must be reached
//! after each of them. Where a reply hides something from the solver, the proof fails: the solver could not know what to
//! do. A proof has a node limit.

use std::collections::HashSet;

use menagerie_game::{Actor, Rules, RulesExt, Seat, SeatSet, Silent, View, Viewer};

use crate::puzzle::Goal;

/// The node limit is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfNodes;

/// A turn of the solver, or its beginning up to the goal: its actions and the position after them.
pub(crate) type ForcingTurn<R> = (Vec<<R as Rules>::Action>, R);

/// A proof for one solver and one goal.
pub(crate) struct Prover<R: Rules> {
    solver: Seat,
    goal: Goal,
    /// The seats that were living at the start of the puzzle.
    living: SeatSet,
    nodes: u64,
    limit: u64,
    /// By turns left: the reply that refuted last. It probably refutes again (killer heuristic).
    killers: Vec<Option<R::Action>>,
}

impl<R: Rules> Prover<R> {
    /// A proof that starts at this position.
    pub(crate) fn new(position: &R, solver: Seat, goal: Goal, limit: u64) -> Self {
        Self { solver, goal, living: position.living(), nodes: 0, limit, killers: vec![None; 8] }
    }

    /// The nodes so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The goal of this proof in a position: reached by an action of this actor, missed, or open.
    pub(crate) fn reached(&self, position: &R, by: Actor) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner() == Some(self.solver));
        }
        let living = position.living();
        if !living.contains(self.solver) {
            return Some(false);
        }
        // Seats that fall by other hands are not the solver's doing.
        (self.goal == Goal::Eliminate && living.len() < self.living.len()).then_some(by == Actor::Seat(self.solver))
    }

    /// The solver's turns from here that force the goal within `turns` turns, this one included: each up to the goal, or
    /// up to the next decision of another actor. Turns that end in the same position count once. Stops after the second:
    /// then the solution is not the only one.
    pub(crate) fn forcing_turns(&mut self, position: &R, turns: u32) -> Result<Vec<ForcingTurn<R>>, OutOfNodes> {
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        self.collect(position, turns - 1, &mut Vec::new(), &mut seen, &mut found)?;
        Ok(found)
    }

    fn collect(
        &mut self,
        position: &R,
        later: u32,
        path: &mut Vec<R::Action>,
        seen: &mut HashSet<u64>,
        found: &mut Vec<ForcingTurn<R>>,
    ) -> Result<(), OutOfNodes> {
        for action in position.list() {
            if found.len() > 1 {
                return Ok(());
            }
            let next = self.after(position, action)?;
            path.push(action);
            let reached = self.reached(&next, position.actor());
            let goes_on = next.actor() == Actor::Seat(self.solver) && !next.begins_turn();
            if reached.is_none() && goes_on {
                self.collect(&next, later, path, seen, found)?;
            } else if seen.insert(next.key()) {
                let forced = match reached {
                    Some(reached) => reached,
                    None => self.forces(&next, later)?,
                };
                if forced {
                    found.push((path.clone(), next));
                }
            }
            path.pop();
        }
        Ok(())
    }

    /// Whether the solver forces the goal if this many of its turns may still begin.
    pub(crate) fn forces(&mut self, position: &R, turns: u32) -> Result<bool, OutOfNodes> {
        match position.actor() {
            Actor::Nobody => Ok(position.outcome().is_some_and(|outcome| outcome.winner() == Some(self.solver))),
            Actor::Seat(seat) if seat == self.solver => self.some_action(position, turns),
            Actor::Seat(_) | Actor::Chance => self.every_action(position, turns),
        }
    }

    fn some_action(&mut self, position: &R, turns: u32) -> Result<bool, OutOfNodes> {
        let begins = position.begins_turn();
        if begins && turns == 0 {
            return Ok(false);
        }
        if begins && self.goal == Goal::Win && position.threatens_win(self.solver) {
            return Ok(true);
        }
        let left = turns - u32::from(begins);
        let mut actions = position.list();
        actions.sort_by_key(|&action| (!position.is_tactical(action), -position.order_hint(action)));
        for action in actions {
            let next = self.after(position, action)?;
            let forced = match self.reached(&next, position.actor()) {
                Some(reached) => reached,
                None => self.forces(&next, left)?,
            };
            if forced {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn every_action(&mut self, position: &R, turns: u32) -> Result<bool, OutOfNodes> {
        // Nothing follows another seat's turn.
        if turns == 0 && position.begins_turn() {
            return Ok(false);
        }
        let slot = (turns as usize).min(self.killers.len() - 1);
        let mut actions = position.list();
        if let Some(at) = self.killers[slot].and_then(|killer| actions.iter().position(|&action| action == killer)) {
            actions.swap(0, at);
        }
        for action in actions {
            let next = self.after(position, action)?;
            let forced = match self.reached(&next, position.actor()) {
                Some(reached) => reached,
                None => !self.hides(&next) && self.forces(&next, turns)?,
            };
            if !forced {
                self.killers[slot] = Some(action);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn hides(&self, position: &R) -> bool {
        R::INFO.hidden && position.view(Viewer::Seat(self.solver)).hides_something()
    }

    fn after(&mut self, position: &R, action: R::Action) -> Result<R, OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(OutOfNodes);
        }
        let mut next = position.clone();
        let _ = next.apply(action, &mut Silent);
        Ok(next)
    }
}
