//! Root statistics merged over all threads, and principal variations.

use menagerie_game::{Actor, BySeat, Rules, insertion_sort_by};

use super::tree::{Edge, NodeId, Tree};
use super::value_by_seat::{ROUNDING, ValueBySeat};
use super::worker::Worker;

/// A root action with the statistics of all threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<A> {
    pub(super) action: A,
    pub(super) visits: u64,
    /// The actor's mean value; exact if it is proven.
    pub(super) mean_value: f64,
    pub(super) proven: bool,
}

/// The tolerance around a proven win or loss.
const LOST: f64 = 1e-6;

impl<A> Candidate<A> {
    /// Proven wins first, then by visits, then by mean value; proven losses last.
    fn rank(&self) -> (u8, u64, f64) {
        let class = match self.proven {
            true if self.mean_value >= 1.0 - LOST => 2,
            true if self.mean_value <= LOST => 0,
            _ => 1,
        };
        (class, self.visits, self.mean_value)
    }

    /// Adds another thread's statistics of the same action.
    fn add(&mut self, edge: &Edge<A>) {
        if edge.proven || self.proven {
            self.mean_value = if edge.proven { f64::from(edge.mean_value) } else { self.mean_value };
            self.proven = true;
        } else {
            let visits = self.visits + u64::from(edge.visits);
            let sum = self.mean_value * self.visits as f64 + f64::from(edge.mean_value) * f64::from(edge.visits);
            self.mean_value = sum / visits.max(1) as f64;
        }
        self.visits += u64::from(edge.visits);
    }
}

/// The root's actions, the best first. If all are proven, visits do not count.
pub(super) fn candidates<R: Rules>(workers: &[Worker<R>]) -> Vec<Candidate<R::Action>> {
    let mut all: Vec<Candidate<R::Action>> = Vec::new();
    for edge in workers.iter().flat_map(|worker| worker.tree.edges(NodeId::ROOT)) {
        if let Some(candidate) = all.iter_mut().find(|candidate| candidate.action == edge.action) {
            candidate.add(edge);
        } else {
            let mut new = Candidate { action: edge.action, visits: 0, mean_value: 0.0, proven: false };
            new.add(edge);
            all.push(new);
        }
    }
    let known = all.iter().all(|candidate| candidate.proven);
    let rank = |candidate: &Candidate<R::Action>| match candidate.rank() {
        (class, _, value) if known => (class, 0, value),
        rank => rank,
    };
    insertion_sort_by(&mut all, |a, b| rank(a) > rank(b));
    all
}

/// The value of each seat, over all threads.
pub(super) fn value_by_seat<R: Rules>(workers: &[Worker<R>]) -> ValueBySeat {
    if let Some(known) = workers.iter().find_map(|worker| proven_value(&worker.tree)) {
        return known;
    }
    let roots = workers.iter().map(|worker| worker.tree.node(NodeId::ROOT));
    let total: f32 = roots.clone().map(|root| root.visits as f32).sum();
    let mut mean = ValueBySeat::default();
    for root in roots {
        let weight = root.visits as f32 / total.max(1.0);
        mean.0.iter_mut().zip(root.value_by_seat.0).for_each(|(sum, value)| *sum += weight * value);
    }
    mean
}

/// What a tree has proven about its root. If several actions are equally good for the actor but differ for the others,
/// any of them may be chosen: their average.
fn proven_value<A: Copy + PartialEq>(tree: &Tree<A>) -> Option<ValueBySeat> {
    let (root, edges) = (tree.node(NodeId::ROOT), tree.edges(NodeId::ROOT));
    if root.proven || !edges.iter().all(|edge| edge.proven) {
        return root.proven.then_some(root.value_by_seat);
    }
    let best = edges.iter().map(|edge| edge.mean_value).fold(f32::MIN, f32::max);
    let is_best = |index: &usize| edges[*index].mean_value > best - ROUNDING;
    let (mut sum, mut count) = (ValueBySeat::default(), 0.0);
    for index in (0..edges.len()).filter(is_best) {
        let child = tree.child(tree.edge_id(NodeId::ROOT, index))?;
        sum.0.iter_mut().zip(tree.node(child).value_by_seat.0).for_each(|(sum, value)| *sum += value);
        count += 1.0;
    }
    (count > 0.0).then(|| BySeat::from_fn(|seat| sum[seat] / count))
}

/// The principal variation after a root action; it ends at a chance node or a leaf.
pub(super) fn principal_variation<A: Copy + PartialEq>(tree: &Tree<A>, first: A) -> Vec<A> {
    let mut variation = vec![first];
    let mut index = tree.edges(NodeId::ROOT).iter().position(|edge| edge.action == first);
    let mut node = NodeId::ROOT;
    while let Some(next) = index.and_then(|index| tree.child(tree.edge_id(node, index))) {
        node = next;
        index = best_edge(tree, node);
        if let Some(index) = index {
            variation.push(tree.edges(node)[index].action);
        }
    }
    variation
}

/// The most visited edge of a seat; a proven win before all others.
fn best_edge<A: Copy + PartialEq>(tree: &Tree<A>, node: NodeId) -> Option<usize> {
    let Actor::Seat(_) = tree.node(node).actor else { return None };
    let rank = |edge: &Edge<A>| (edge.proven && edge.mean_value >= 1.0, edge.visits);
    let edges = tree.edges(node).iter().enumerate().filter(|(_, edge)| edge.visits > 0);
    edges.max_by_key(|(index, edge)| (rank(edge), usize::MAX - index)).map(|(index, _)| index)
}
