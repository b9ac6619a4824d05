//! The search tree: two preallocated arenas, linked by index and freed all at once.
//!
//! Progressive widening: a node holds only the edges with the highest priors, and gets more as its
//! visits grow. Most nodes have few visits, and most actions are never tried.

use menagerie_game::{Actor, BySeat, Seat};

use super::value_by_seat::ValueBySeat;

/// The index of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) const ROOT: Self = Self(0);
    const NONE: Self = Self(u32::MAX);

    pub(super) fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

/// The index of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EdgeId(u32);

/// A decision node: the actor's edges and statistics.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) actor: Actor,
    first: u32,
    /// How many edges it holds.
    count: u32,
    /// How many its actor has.
    all: u32,
    /// The key of the information set: a hash of the legal actions. Positions with different legal
    /// actions after the same path are different nodes, so every edge of a node is always
    /// available.
    pub(super) information_set: u64,
    /// Another information set after the same path.
    sibling: NodeId,
    pub(super) visits: u32,
    /// The mean value of each seat; exact if the node is proven.
    pub(super) value_by_seat: ValueBySeat,
    /// Whether the result of best play is known.
    pub(super) proven: bool,
}

/// One action of a node's actor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// The prior probability of selecting it; for chance its probability.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// The actor's mean value; exact if the edge is proven.
    pub(super) mean_value: f32,
    /// The first of its child nodes, from the second visit on.
    child: NodeId,
    /// Whether its only child is proven.
    pub(super) proven: bool,
}

/// The arenas. They never grow beyond their reserved capacity.
pub(super) struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
}

/// The eighths of the memory that hold edges.
const EDGE_EIGHTHS: usize = 5;

impl<A: Copy + PartialEq> Tree<A> {
    /// A tree of at most this size; always large enough for a root.
    pub(super) fn new(bytes: usize) -> Self {
        let edge_bytes = bytes / 8 * EDGE_EIGHTHS;
        let nodes = ((bytes - edge_bytes) / size_of::<Node>()).max(1);
        let edges = edge_bytes / size_of::<Edge<A>>();
        Self { nodes: Vec::with_capacity(nodes), edges: Vec::with_capacity(edges) }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// The per mille of the arenas in use.
    pub(super) fn fullness(&self) -> u32 {
        let per_mille = |used: usize, of: usize| (used * 1000 / of.max(1)) as u32;
        let nodes = per_mille(self.nodes.len(), self.nodes.capacity());
        nodes.max(per_mille(self.edges.len(), self.edges.capacity())).min(1000)
    }

    /// How many visits an edge needs before its child is created: 1 while memory is plentiful, more
    /// as it runs out, so that the tree keeps growing where it matters.
    pub(super) fn expansion_threshold(&self) -> u32 {
        let scarcity = |used: usize, of: usize| of / (2 * (of - used).max(1));
        let nodes = scarcity(self.nodes.len(), self.nodes.capacity());
        nodes.max(scarcity(self.edges.len(), self.edges.capacity())).max(1) as u32
    }

    fn has_room(&self, edges: usize) -> bool {
        edges <= self.edges.capacity() - self.edges.len()
    }

    /// Adds a node with the first `held` of its actor's edges; `None` if the tree is full. Only a
    /// root may exceed the reserved capacity.
    pub(super) fn add(&mut self, actor: Actor, information_set: u64, edges: &[Edge<A>], held: usize) -> Option<NodeId> {
        let is_root = self.nodes.is_empty();
        let now = &edges[..held.min(edges.len())];
        let fits = self.nodes.len() < self.nodes.capacity() && self.has_room(now.len());
        if !fits && !is_root {
            return None;
        }
        let (first, count, all) = (self.edges.len() as u32, now.len() as u32, edges.len() as u32);
        self.edges.extend_from_slice(now);
        let value_by_seat = BySeat([0.0; Seat::MAX]);
        self.nodes.push(Node {
            actor,
            first,
            count,
            all,
            information_set,
            sibling: NodeId::NONE,
            visits: 0,
            value_by_seat,
            proven: false,
        });
        Some(NodeId(self.nodes.len() as u32 - 1))
    }

    /// Whether a node has fewer edges than wanted and there is memory to double them.
    pub(super) fn can_widen(&self, id: NodeId, wanted: usize) -> bool {
        let Node { count, all, .. } = *self.node(id);
        count < all && (count as usize) < wanted && self.has_room(self.wider(id))
    }

    /// The edge count after widening: double, so that a node's edges are rarely copied.
    fn wider(&self, id: NodeId) -> usize {
        let Node { count, all, .. } = *self.node(id);
        (2 * count.max(1)).min(all) as usize
    }

    /// Progressive widening: copies a node's edges to the end of the arena and adds the best of
    /// `edges` that it lacks. The old copies stay unused.
    pub(super) fn widen(&mut self, id: NodeId, edges: &[Edge<A>]) {
        let (first, wider) = (self.edges.len(), self.wider(id));
        let Node { first: from, count, .. } = *self.node(id);
        let held = from as usize..(from + count) as usize;
        self.edges.extend_from_within(held.clone());
        for edge in edges {
            if self.edges.len() == first + wider {
                break;
            }
            if !self.edges[held.clone()].iter().any(|other| other.action == edge.action) {
                self.edges.push(*edge);
            }
        }
        let count = (self.edges.len() - first) as u32;
        let node = self.node_mut(id);
        (node.first, node.count) = (first as u32, count);
    }

    /// Adds a terminal node: proven, without edges.
    pub(super) fn add_terminal(&mut self, value_by_seat: ValueBySeat) -> Option<NodeId> {
        let id = self.add(Actor::Nobody, 0, &[], 0)?;
        let node = self.node_mut(id);
        (node.value_by_seat, node.proven) = (value_by_seat, true);
        Some(id)
    }

    /// Adds a node to the children of an edge.
    pub(super) fn attach_child(&mut self, edge: EdgeId, node: NodeId) {
        self.nodes[node.0 as usize].sibling = self.edges[edge.0 as usize].child;
        self.edges[edge.0 as usize].child = node;
    }

    /// The child of an edge in this information set.
    pub(super) fn child_in(&self, edge: EdgeId, information_set: u64) -> Option<NodeId> {
        let mut id = self.edges[edge.0 as usize].child;
        while let Some(child) = id.some() {
            if self.node(child).information_set == information_set {
                return Some(child);
            }
            id = self.node(child).sibling;
        }
        None
    }

    /// The only child of an edge; if there are several, the most visited.
    pub(super) fn child(&self, edge: EdgeId) -> Option<NodeId> {
        let mut best = self.edges[edge.0 as usize].child.some()?;
        let mut id = self.node(best).sibling;
        while let Some(child) = id.some() {
            if self.node(child).visits > self.node(best).visits {
                best = child;
            }
            id = self.node(child).sibling;
        }
        Some(best)
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    #[inline]
    pub(super) fn edge(&self, id: EdgeId) -> &Edge<A> {
        &self.edges[id.0 as usize]
    }

    #[inline]
    pub(super) fn edge_mut(&mut self, id: EdgeId) -> &mut Edge<A> {
        &mut self.edges[id.0 as usize]
    }

    /// The edges that a node holds, the highest prior first.
    #[inline]
    pub(super) fn edges(&self, id: NodeId) -> &[Edge<A>] {
        let node = self.node(id);
        &self.edges[node.first as usize..][..node.count as usize]
    }

    /// The edge at this index of a node's edges.
    #[inline]
    pub(super) fn edge_id(&self, id: NodeId, index: usize) -> EdgeId {
        EdgeId(self.node(id).first + index as u32)
    }
}

impl Node {
    /// Whether it holds all edges of its actor.
    pub(super) fn is_fully_widened(&self) -> bool {
        self.count == self.all
    }

    /// Counts a visit with this value.
    #[inline]
    pub(super) fn add_visit(&mut self, value_by_seat: &ValueBySeat) {
        self.visits += 1;
        if !self.proven {
            let weight = 1.0 / self.visits as f32;
            for (mean, value) in self.value_by_seat.0.iter_mut().zip(value_by_seat.0) {
                *mean += (value - *mean) * weight;
            }
        }
    }
}

impl<A> Edge<A> {
    pub(super) fn new(action: A, prior: f32) -> Self {
        Self { action, prior, visits: 0, mean_value: 0.0, child: NodeId::NONE, proven: false }
    }

    /// Counts a visit with this value for the actor.
    #[inline]
    pub(super) fn add_visit(&mut self, value: f32) {
        self.visits += 1;
        if !self.proven {
            self.mean_value += (value - self.mean_value) / self.visits as f32;
        }
    }
}
