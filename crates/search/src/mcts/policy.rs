//! The tree policy and the leaf evaluation: guided (PUCT with priors, progressive widening, static
//! evaluation) or plain (UCB1 with random playouts).

use menagerie_game::{Dice, Seat};

use super::parameters::{EXPLORATION, PRIOR_TEMPERATURE, UCB1_EXPLORATION, UNIFORM_PRIOR, WIDENING};
use super::tree::{Edge, NodeId, Tree};
use super::value_by_seat::ROUNDING;
use crate::Random;

/// How a Monte-Carlo player selects edges and evaluates leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Policy {
    /// PUCT with priors from the game's move-ordering hints; leaves get the static evaluation.
    Guided,
    /// Textbook UCT with random playouts to the end: the baseline that other players are compared
    /// with.
    Plain,
}

impl Policy {
    /// Turns move-ordering hints into prior probabilities (softmax), the highest first.
    pub(super) fn set_priors<A>(self, edges: &mut [Edge<A>]) {
        let even = 1.0 / edges.len() as f32;
        if self == Self::Plain {
            for edge in edges {
                edge.prior = even;
            }
            return;
        }
        let best = edges.iter().map(|edge| edge.prior).fold(f32::MIN, f32::max);
        for edge in &mut *edges {
            edge.prior = ((edge.prior - best) / PRIOR_TEMPERATURE).exp();
        }
        let total: f32 = edges.iter().map(|edge| edge.prior).sum();
        for edge in &mut *edges {
            edge.prior = UNIFORM_PRIOR * even + (1.0 - UNIFORM_PRIOR) * edge.prior / total;
        }
        edges.sort_unstable_by(|a, b| b.prior.total_cmp(&a.prior));
    }

    /// Progressive widening: how many actions a node below the root considers after this many
    /// visits.
    pub(super) fn width(self, visits: u32) -> usize {
        match self {
            Self::Guided => (WIDENING.0 + WIDENING.1 * (visits as f32).sqrt()) as usize,
            Self::Plain => usize::MAX,
        }
    }

    /// Selects the next edge of a seat.
    pub(super) fn choose<A: Copy + PartialEq>(
        self,
        tree: &Tree<A>,
        node: NodeId,
        seat: Seat,
        random: &mut Random,
    ) -> usize {
        match self {
            Self::Guided => puct(tree, node, seat, self.width(tree.node(node).visits)),
            Self::Plain => ucb1(tree.edges(node), random),
        }
    }
}

/// PUCT: the edge with the highest sum of mean value and prior bonus, within the progressive width.
fn puct<A: Copy + PartialEq>(tree: &Tree<A>, id: NodeId, seat: Seat, width: usize) -> usize {
    let (node, edges) = (tree.node(id), tree.edges(id));
    let visits = (node.visits as f32).sqrt();
    let wide = if id == NodeId::ROOT { edges.len() } else { width.min(edges.len()) };
    let bonus = EXPLORATION * visits.max(1.0);
    let score = |edge: &Edge<A>| match (edge.visits, edge.proven) {
        // First-play urgency: an untried edge counts as the node's mean value.
        (0, _) => node.value_by_seat[seat] + bonus * edge.prior,
        (_, true) => edge.mean_value,
        (visits, false) => edge.mean_value + bonus * edge.prior / (1 + visits) as f32,
    };
    let mut best = (0, f32::MIN);
    for (index, edge) in edges[..wide].iter().enumerate() {
        let (score, rival) = (score(edge), &edges[best.0]);
        // The seat may choose any of several proven edges with equal values: they take turns. At the root, where the
        // most visited action is played, the visits stay together.
        let are_tied = id != NodeId::ROOT && edge.proven && rival.proven && (score - best.1).abs() < ROUNDING;
        let is_better = if are_tied { edge.visits < rival.visits } else { score > best.1 };
        if is_better {
            best = (index, score);
        }
    }
    best.0
}

/// UCB1: every edge once in random order, then the highest upper confidence bound.
fn ucb1<A>(edges: &[Edge<A>], random: &mut Random) -> usize {
    let untried = edges.iter().filter(|edge| edge.visits == 0).count() as u32;
    if untried > 0 {
        let skip = random.roll(untried) as usize;
        let mut found = edges.iter().enumerate().filter(|(_, edge)| edge.visits == 0);
        return found.nth(skip).map_or(0, |(index, _)| index);
    }
    let total: u32 = edges.iter().map(|edge| edge.visits).sum();
    let log = (total as f32).ln();
    best_index(edges.iter().map(|edge| edge.mean_value + UCB1_EXPLORATION * (log / edge.visits as f32).sqrt()))
}

fn best_index(values: impl Iterator<Item = f32>) -> usize {
    let better = |best: (usize, f32), next: (usize, f32)| if next.1 > best.1 { next } else { best };
    values.enumerate().fold((0, f32::MIN), better).0
}
