//! What the trees found: the actions of the root, merged over all threads, and the lines behind them.

use menagerie_game::{Actor, Rules};

use super::shares::Shares;
use super::tree::{Edge, NodeId, Tree};
use super::worker::Worker;

/// A root action with what all threads found about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<A> {
    pub(super) action: A,
    pub(super) visits: u64,
    /// What the actor got on average; exact if it is proven.
    pub(super) share: f64,
    pub(super) proven: bool,
}

/// An action that loses for sure is never done while there is another.
const LOST: f64 = 1e-6;

impl<A> Candidate<A> {
    /// The larger, the better: sure wins, then by visits, then by share; sure losses last.
    fn rank(&self) -> (u8, u64, f64) {
        let class = match self.proven {
            true if self.share >= 1.0 - LOST => 2,
            true if self.share <= LOST => 0,
            _ => 1,
        };
        (class, self.visits, self.share)
    }

    /// Adds what another thread found about the same action.
    fn add(&mut self, edge: &Edge<A>) {
        if edge.proven || self.proven {
            self.share = if edge.proven { f64::from(edge.share) } else { self.share };
            self.proven = true;
        } else {
            let visits = self.visits + u64::from(edge.visits);
            let sum = self.share * self.visits as f64 + f64::from(edge.share) * f64::from(edge.visits);
            self.share = sum / visits.max(1) as f64;
        }
        self.visits += u64::from(edge.visits);
    }
}

/// The root's actions, the best first. Visits count only while something is unknown.
pub(super) fn candidates<R: Rules>(workers: &[Worker<R>]) -> Vec<Candidate<R::Action>> {
    let mut all: Vec<Candidate<R::Action>> = Vec::new();
    for edge in workers.iter().flat_map(|worker| worker.tree.edges(NodeId::ROOT)) {
        if let Some(candidate) = all.iter_mut().find(|candidate| candidate.action == edge.action) {
            candidate.add(edge);
        } else {
            let mut new = Candidate { action: edge.action, visits: 0, share: 0.0, proven: false };
            new.add(edge);
            all.push(new);
        }
    }
    let known = all.iter().all(|candidate| candidate.proven);
    let rank = |candidate: &Candidate<R::Action>| match candidate.rank() {
        (class, _, share) if known => (class, 0, share),
        rank => rank,
    };
    all.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
    all
}

/// What each seat can expect, over all threads.
pub(super) fn shares<R: Rules>(workers: &[Worker<R>]) -> Shares {
    let roots = workers.iter().map(|worker| worker.tree.node(NodeId::ROOT));
    if let Some(known) = roots.clone().find(|root| root.proven) {
        return known.shares;
    }
    let total: f32 = roots.clone().map(|root| root.visits as f32).sum();
    let mut mean = Shares::default();
    for root in roots {
        let weight = root.visits as f32 / total.max(1.0);
        mean.0.iter_mut().zip(root.shares.0).for_each(|(sum, share)| *sum += weight * share);
    }
    mean
}

/// The line that is expected after a root action; it ends where chance acts or nothing is known.
pub(super) fn line<A: Copy + PartialEq>(tree: &Tree<A>, first: A) -> Vec<A> {
    let mut line = vec![first];
    let mut index = tree.edges(NodeId::ROOT).iter().position(|edge| edge.action == first);
    let mut node = NodeId::ROOT;
    while let Some(next) = index.and_then(|index| tree.child(tree.edge_id(node, index))) {
        node = next;
        index = best_edge(tree, node);
        if let Some(index) = index {
            line.push(tree.edges(node)[index].action);
        }
    }
    line
}

/// The most visited action of a seat; a sure win before all others.
fn best_edge<A: Copy + PartialEq>(tree: &Tree<A>, node: NodeId) -> Option<usize> {
    let Actor::Seat(_) = tree.node(node).actor else { return None };
    let rank = |edge: &Edge<A>| (edge.proven && edge.share >= 1.0, edge.visits);
    let edges = tree.edges(node).iter().enumerate().filter(|(_, edge)| edge.visits > 0);
    edges.max_by_key(|(index, edge)| (rank(edge), usize::MAX - index)).map(|(index, _)| index)
}
