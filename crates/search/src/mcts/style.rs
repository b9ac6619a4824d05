//! The two ways to choose and to judge: guided by the game's hints, or plain.

use menagerie_game::{Dice, Rules, Seat, playout};

use super::shares::{self, Shares};
use super::tree::{Edge, NodeId, Tree};
use crate::Random;

/// How a Monte-Carlo player chooses and judges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Priors by the game's promises, playouts cut short by its evaluation.
    Guided,
    /// Nothing but the rules: upper confidence bounds and random games to the end. What every better player is
    /// compared with.
    Plain,
}

/// How much a guided player explores.
const CURIOSITY: f32 = 0.8;
/// How much a plain player explores: the square root of 2, as in the textbook.
const PLAIN_CURIOSITY: f32 = std::f32::consts::SQRT_2;
/// Promises that differ by this much differ in prior by a factor of e.
const HEAT: f32 = 120.0;
/// This part of all attention is shared evenly: a promise can be wrong.
const EVEN_PART: f32 = 0.2;
/// How many actions a node begins with, and how many more it gets with the square root of its visits.
const NARROW: (f32, f32) = (2.0, 0.7);
/// After so many actions a random game counts as drawn.
const LONGEST: u32 = 2000;

impl Style {
    /// The priors of a seat's actions, from promises to parts of one; the most promising first.
    pub(super) fn weigh<A>(self, edges: &mut [Edge<A>]) {
        let even = 1.0 / edges.len() as f32;
        if self == Self::Plain {
            for edge in edges {
                edge.prior = even;
            }
            return;
        }
        let best = edges.iter().map(|edge| edge.prior).fold(f32::MIN, f32::max);
        for edge in &mut *edges {
            edge.prior = ((edge.prior - best) / HEAT).exp();
        }
        let total: f32 = edges.iter().map(|edge| edge.prior).sum();
        for edge in &mut *edges {
            edge.prior = EVEN_PART * even + (1.0 - EVEN_PART) * edge.prior / total;
        }
        edges.sort_unstable_by(|a, b| b.prior.total_cmp(&a.prior));
    }

    /// How many of its actions a seat considers in a node below the root after so many visits.
    pub(super) fn width(self, visits: u32) -> usize {
        match self {
            Self::Guided => (NARROW.0 + NARROW.1 * (visits as f32).sqrt()) as usize,
            Self::Plain => usize::MAX,
        }
    }

    /// Which of its actions a seat tries next.
    pub(super) fn choose<A: Copy + PartialEq>(
        self,
        tree: &Tree<A>,
        node: NodeId,
        seat: Seat,
        random: &mut Random,
    ) -> usize {
        match self {
            Self::Guided => most_urgent(tree, node, seat, self.width(tree.node(node).visits)),
            Self::Plain => upper_bound(tree.edges(node), random),
        }
    }

    /// What the seats can expect of a position in which the game goes on. The position is used up.
    pub(super) fn judge<R: Rules>(self, position: &mut R, random: &mut Random, buffer: &mut Vec<R::Action>) -> Shares {
        match self {
            Self::Guided => shares::of_evaluation(position),
            Self::Plain => {
                playout(position, random, LONGEST, buffer);
                shares::of_outcome(position.outcome().unwrap_or_else(|| position.drawn()))
            }
        }
    }
}

/// The edge with the best sum of what it gave and what its prior still claims. Few visits look at few edges.
fn most_urgent<A: Copy + PartialEq>(tree: &Tree<A>, id: NodeId, seat: Seat, width: usize) -> usize {
    let (node, edges) = (tree.node(id), tree.edges(id));
    let visits = (node.visits as f32).sqrt();
    let wide = if id == NodeId::ROOT { edges.len() } else { width.min(edges.len()) };
    let claim = CURIOSITY * visits.max(1.0);
    let urgency = |edge: &Edge<A>| match (edge.visits, edge.proven) {
        // What was never tried is expected to be as good as the average so far.
        (0, _) => node.shares[seat] + claim * edge.prior,
        (_, true) => edge.share,
        (visits, false) => edge.share + claim * edge.prior / (1 + visits) as f32,
    };
    best_index(edges[..wide].iter().map(urgency))
}

/// Textbook UCT: everything once in random order, then the highest upper confidence bound.
fn upper_bound<A>(edges: &[Edge<A>], random: &mut Random) -> usize {
    let untried = edges.iter().filter(|edge| edge.visits == 0).count() as u32;
    if untried > 0 {
        let skip = random.roll(untried) as usize;
        let mut found = edges.iter().enumerate().filter(|(_, edge)| edge.visits == 0);
        return found.nth(skip).map_or(0, |(index, _)| index);
    }
    let total: u32 = edges.iter().map(|edge| edge.visits).sum();
    let log = (total as f32).ln();
    best_index(edges.iter().map(|edge| edge.share + PLAIN_CURIOSITY * (log / edge.visits as f32).sqrt()))
}

fn best_index(values: impl Iterator<Item = f32>) -> usize {
    let better = |best: (usize, f32), next: (usize, f32)| if next.1 > best.1 { next } else { best };
    values.enumerate().fold((0, f32::MIN), better).0
}
