//! Proof search: depth-first proof-number search (df-pn) for a win by a sequence of threats.
//!
//! Every action of the attacker must be a threat, like a check in chess: the attacker wins with its
//! next action unless the defender prevents it. The defender has all its actions. Such a tree is
//! narrow, so the search sees much further than alpha-beta, as in solvers of shogi problems.
//!
//! The proof number of a position estimates how many positions must still be proven to prove a win,
//! the disproof number how many must be disproven to refute it. The search always expands the
//! position that decides most cheaply. [`table`] keeps the numbers of visited positions.
//!
//! A proof is sound. A position that repeats one on the path, or that the match would draw as a
//! repetition, is no win. A proof never depends on a repetition: it leads from each position to one
//! that was proven before it. The caller compares the length with the match's other limits. A
//! disproof only says that the search gives up.

mod line;
mod table;
#[cfg(test)]
mod tests;

use menagerie_game::{Actor, Rules, Seat, Silent};

use crate::History;

use table::{Numbers, ProofTable, UNSOLVABLE};

/// The longest line.
const MAX_PLY: usize = 100;
/// This many applied actions count as one node: they take no longer than a node of alpha-beta.
const APPLIED_PER_NODE: u64 = 8;
/// Nodes from one report to the meter to the next.
const METER_INTERVAL: u64 = 64;
/// Initial capacity of the stacks. A game that needs more grows them once.
const CAPACITY: usize = MAX_PLY * 64;

/// What the search tries to prove: that the actor of the position wins.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'p, R> {
    pub(crate) position: &'p R,
    pub(crate) attacker: Seat,
    pub(crate) defender: Seat,
    pub(crate) history: &'p History,
}

/// A proof search with its memory.
pub(crate) struct ProofSearch<R: Rules> {
    table: ProofTable,
    /// The open children of all positions on the path, one list after the other.
    children: Vec<Child<R::Action>>,
    /// The generated actions of the position that is being expanded.
    actions: Vec<R::Action>,
    /// The keys of the positions on the path.
    path: Vec<u64>,
    /// The keys of positions that the match draws when they occur once more.
    drawn: Vec<u64>,
    attacker: Seat,
    defender: Seat,
}

/// An action that is neither proven nor disproven when the position is expanded.
#[derive(Clone, Copy)]
struct Child<A> {
    action: A,
    key: u64,
    numbers: Numbers,
    /// Whether the attacker acts after it.
    attacks: bool,
}

/// The thresholds of a position: the search returns to its parent when a number reaches one.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

/// The cost so far, and the limits.
struct Budget<'m> {
    applied: u64,
    limit: u64,
    reported: u64,
    /// Counts nodes; `false` stops the search.
    meter: &'m mut dyn FnMut(u64) -> bool,
    halted: bool,
}

impl Budget<'_> {
    /// Whether this many actions may be applied.
    fn spend(&mut self, actions: usize) -> bool {
        let applied = self.applied + actions as u64;
        self.halted |= applied > self.limit;
        if !self.halted {
            self.applied = applied;
            if applied / APPLIED_PER_NODE >= self.reported + METER_INTERVAL {
                self.report();
            }
        }
        !self.halted
    }

    fn report(&mut self) {
        let nodes = self.applied.div_ceil(APPLIED_PER_NODE);
        self.halted |= !(self.meter)(nodes - self.reported);
        self.reported = nodes;
    }
}

/// What expanding a position gives.
enum Expanded {
    Decided(Numbers),
    /// Children are open; those that are proven already take at most this many actions.
    Open(u16),
    /// Out of budget.
    Halted,
}

/// The numbers of all children of a position together. For the attacker `least` is the proof number
/// and `sum` the disproof number, for the defender the other way round.
struct Summary {
    /// The index of the child that decides most cheaply.
    best: usize,
    least: u32,
    second: u32,
    sum: u32,
    open: u32,
}

impl<R: Rules> ProofSearch<R> {
    pub(crate) fn new() -> Self {
        Self {
            table: ProofTable::new(),
            children: Vec::with_capacity(CAPACITY),
            actions: Vec::with_capacity(CAPACITY),
            path: Vec::with_capacity(MAX_PLY + 1),
            drawn: Vec::with_capacity(128),
            attacker: Seat(0),
            defender: Seat(0),
        }
    }

    /// Returns after how many actions at most the attacker wins; `None` if the search finds no win
    /// within this many nodes. `meter` is told about every node, and stops the search with `false`.
    pub(crate) fn prove(
        &mut self,
        problem: &Problem<'_, R>,
        nodes: u64,
        meter: &mut dyn FnMut(u64) -> bool,
    ) -> Option<u32> {
        let Problem { position, attacker, defender, history } = *problem;
        (self.attacker, self.defender) = (attacker, defender);
        self.table.clear();
        self.children.clear();
        self.actions.clear();
        self.path.clear();
        self.find_drawn(position, history);
        if position.threatens_win(attacker) {
            return Some(1);
        }
        let limit = nodes.saturating_mul(APPLIED_PER_NODE);
        let mut budget = Budget { applied: 0, limit, reported: 0, meter, halted: false };
        let thresholds = Thresholds { proof: UNSOLVABLE - 1, disproof: UNSOLVABLE - 1 };
        let numbers = self.search(position, position.key(), true, thresholds, &mut budget);
        budget.report();
        numbers.is_proven().then_some(u32::from(numbers.distance))
    }

    /// Notes the positions of the match that are drawn when they occur once more.
    fn find_drawn(&mut self, position: &R, history: &History) {
        self.drawn.clear();
        let Some(limit) = position.match_rules().repetition else { return };
        let keys = &history.turn_starts;
        for (index, key) in keys.iter().enumerate() {
            let times = 1 + keys[..index].iter().filter(|&seen| seen == key).count();
            if times as u32 + 1 >= limit.number && !self.drawn.contains(key) {
                self.drawn.push(*key);
            }
        }
    }

    /// Searches a position until its numbers reach a threshold.
    fn search(
        &mut self,
        position: &R,
        key: u64,
        attacks: bool,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Numbers {
        let (before, begin) = (budget.applied, self.children.len());
        self.path.push(key);
        let numbers = match self.expand(position, attacks, budget) {
            Expanded::Decided(numbers) => numbers,
            Expanded::Open(distance) => self.search_children(position, attacks, (begin, distance), thresholds, budget),
            Expanded::Halted => Numbers::UNKNOWN,
        };
        self.path.pop();
        self.children.truncate(begin);
        self.table.store(self.table_key(key), numbers, budget.applied - before);
        numbers
    }

    /// Keys of the table tell the attackers apart.
    #[inline]
    fn table_key(&self, key: u64) -> u64 {
        key ^ u64::from(self.attacker.0).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    /// Generates the open children of a position onto the stack.
    fn expand(&mut self, position: &R, attacks: bool, budget: &mut Budget<'_>) -> Expanded {
        if self.path.len() > MAX_PLY {
            return Expanded::Decided(Numbers::DISPROVEN);
        }
        let begin = self.children.len();
        self.actions.clear();
        let _ = position.actions(&mut self.actions);
        if !budget.spend(self.actions.len()) {
            return Expanded::Halted;
        }
        let mut distance = 0;
        for index in 0..self.actions.len() {
            let action = self.actions[index];
            let mut next = position.clone();
            let _ = next.apply(action, &mut Silent);
            let child = self.child(action, &next, attacks);
            let Numbers { distance: below, .. } = child.numbers;
            match (child.numbers.is_proven(), child.numbers.is_disproven()) {
                (true, _) if attacks => return Expanded::Decided(Numbers::proven(below + 1)),
                (true, _) => distance = distance.max(below + 1),
                (_, true) if attacks => {}
                (_, true) => return Expanded::Decided(Numbers::DISPROVEN),
                _ => self.children.push(child),
            }
        }
        if self.children.len() > begin {
            Expanded::Open(distance)
        } else {
            Expanded::Decided(if attacks { Numbers::DISPROVEN } else { Numbers::proven(distance) })
        }
    }

    /// A position after an action, with what is known of it.
    #[inline]
    fn child(&self, action: R::Action, next: &R, attacks: bool) -> Child<R::Action> {
        let decided = |numbers| Child { action, key: 0, numbers, attacks: false };
        let Actor::Seat(actor) = next.actor() else {
            let won = next.outcome().and_then(|outcome| outcome.winner()) == Some(self.attacker);
            return decided(if won { Numbers::proven(0) } else { Numbers::DISPROVEN });
        };
        let next_attacks = actor == self.attacker;
        if next_attacks && next.threatens_win(self.attacker) {
            return decided(Numbers::proven(1));
        }
        let is_threat = || next.threatens_win(self.attacker) && !next.threatens_win(self.defender);
        if attacks && !next_attacks && !is_threat() {
            return decided(Numbers::DISPROVEN);
        }
        let key = next.key();
        if next.begins_turn() && (self.path.contains(&key) || self.drawn.contains(&key)) {
            return decided(Numbers::DISPROVEN);
        }
        let numbers = self.table.probe(self.table_key(key)).unwrap_or(Numbers::UNKNOWN);
        Child { action, key, numbers, attacks: next_attacks }
    }

    /// Searches the open children, always the one that decides most cheaply.
    fn search_children(
        &mut self,
        position: &R,
        attacks: bool,
        (begin, mut distance): (usize, u16),
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Numbers {
        let Thresholds { proof, disproof } = thresholds;
        let (least_limit, sum_limit) = if attacks { (proof, disproof) } else { (disproof, proof) };
        loop {
            let Summary { best, least, second, sum, open } = self.summary(begin, attacks);
            if open == 0 {
                return if attacks { Numbers::DISPROVEN } else { Numbers::proven(distance) };
            }
            let child = self.children[best];
            if least == 0 {
                return if attacks { Numbers::proven(child.numbers.distance + 1) } else { Numbers::DISPROVEN };
            }
            if least >= least_limit || sum >= sum_limit || budget.halted {
                let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
                return Numbers { proof, disproof, distance: 0 };
            }
            // Wider than to the next number: otherwise two children with nearly equal numbers take turns too often.
            let child_least = least_limit.min(second + 1 + second / 4);
            let child_sum = sum_limit - (open - 1);
            let (proof, disproof) = if attacks { (child_least, child_sum) } else { (child_sum, child_least) };
            let mut next = position.clone();
            let _ = next.apply(child.action, &mut Silent);
            let numbers = self.search(&next, child.key, child.attacks, Thresholds { proof, disproof }, budget);
            self.children[best].numbers = numbers;
            if numbers.is_proven() && !attacks {
                distance = distance.max(numbers.distance + 1);
            }
        }
    }

    /// The numbers of the open children together. Instead of the sum, which counts transpositions twice, it takes the
    /// largest number plus one for each other child (weak proof numbers).
    #[inline]
    fn summary(&self, begin: usize, attacks: bool) -> Summary {
        let mut summary = Summary { best: begin, least: UNSOLVABLE, second: UNSOLVABLE, sum: 0, open: 0 };
        let mut largest = 0;
        for (index, child) in self.children[begin..].iter().enumerate() {
            let Numbers { proof, disproof, .. } = child.numbers;
            let (least, other) = if attacks { (proof, disproof) } else { (disproof, proof) };
            if other == 0 {
                continue;
            }
            summary.open += 1;
            largest = largest.max(other);
            if least < summary.least {
                summary.second = summary.least;
                (summary.best, summary.least) = (begin + index, least);
            } else {
                summary.second = summary.second.min(least);
            }
        }
        summary.sum = (largest + summary.open.saturating_sub(1)).min(UNSOLVABLE - 1);
        summary
    }
}
