//! The tree: two preallocated arenas, linked by index. Nothing is ever freed but all at once.
//!
//! A node holds the most promising of its edges only, and gets more of them as it is visited: most nodes are visited a
//! few times, and most actions are never tried.

use menagerie_game::{Actor, BySeat, Seat};

use super::shares::Shares;

/// Where a node lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) const ROOT: Self = Self(0);
    const NONE: Self = Self(u32::MAX);

    pub(super) fn found(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

/// Where an edge lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EdgeId(u32);

/// A decision: what its actor can do, and how it went so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) actor: Actor,
    first: u32,
    /// How many edges it holds.
    count: u32,
    /// How many its actor has.
    all: u32,
    /// A number for the list of actions. The actor sees what it can do: two positions with different lists after the
    /// same actions are different nodes, and within a node every edge is always available.
    pub(super) list: u64,
    /// Another node after the same actions, with another list.
    next: NodeId,
    pub(super) visits: u32,
    /// What each seat got on average; exact if the node is proven.
    pub(super) shares: Shares,
    /// Whether the result of best play is known.
    pub(super) proven: bool,
}

/// One action of a node's actor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// How much of the attention it deserves before anything is known; for chance its probability.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// What the actor got on average; exact if the edge is proven.
    pub(super) share: f32,
    /// The first of the nodes it leads to, once it was visited twice.
    child: NodeId,
    /// Whether it leads to a proven node, the only one.
    pub(super) proven: bool,
}

/// The arenas. They never grow beyond what was reserved.
pub(super) struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
}

/// Edges take so many eighths of the memory.
const EDGE_EIGHTHS: usize = 5;

impl<A: Copy + PartialEq> Tree<A> {
    /// A tree that fits into so many bytes; always large enough for a root.
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

    /// The thousandths of the arenas that are in use.
    pub(super) fn fullness(&self) -> u32 {
        let per_mille = |used: usize, of: usize| (used * 1000 / of.max(1)) as u32;
        let nodes = per_mille(self.nodes.len(), self.nodes.capacity());
        nodes.max(per_mille(self.edges.len(), self.edges.capacity())).min(1000)
    }

    /// How often an edge must have been visited before a node is made for it: once while there is much room, and more
    /// often the less there is left, so that the tree goes on growing where it matters.
    pub(super) fn thrift(&self) -> u32 {
        let scarcity = |used: usize, of: usize| of / (2 * (of - used).max(1));
        let nodes = scarcity(self.nodes.len(), self.nodes.capacity());
        nodes.max(scarcity(self.edges.len(), self.edges.capacity())).max(1) as u32
    }

    fn has_room(&self, edges: usize) -> bool {
        edges <= self.edges.capacity() - self.edges.len()
    }

    /// Adds a node that holds the first `held` of its actor's edges; nothing if there is no room. Only a root may need
    /// more room than was reserved.
    pub(super) fn add(&mut self, actor: Actor, list: u64, edges: &[Edge<A>], held: usize) -> Option<NodeId> {
        let is_root = self.nodes.is_empty();
        let now = &edges[..held.min(edges.len())];
        let fits = self.nodes.len() < self.nodes.capacity() && self.has_room(now.len());
        if !fits && !is_root {
            return None;
        }
        let (first, count, all) = (self.edges.len() as u32, now.len() as u32, edges.len() as u32);
        self.edges.extend_from_slice(now);
        let shares = BySeat([0.0; Seat::MAX]);
        self.nodes.push(Node { actor, first, count, all, list, next: NodeId::NONE, visits: 0, shares, proven: false });
        Some(NodeId(self.nodes.len() as u32 - 1))
    }

    /// Whether a node should hold so many edges, and has fewer, and there is room for twice as many.
    pub(super) fn can_widen(&self, id: NodeId, wanted: usize) -> bool {
        let Node { count, all, .. } = *self.node(id);
        count < all && (count as usize) < wanted && self.has_room(self.wider(id))
    }

    /// Twice as many edges, so that a node moves rarely.
    fn wider(&self, id: NodeId) -> usize {
        let Node { count, all, .. } = *self.node(id);
        (2 * count.max(1)).min(all) as usize
    }

    /// Gives a node more of its actor's edges, the most promising of `edges` that it does not hold. Where it held them
    /// before is lost.
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

    /// Adds the end of a game: a proven node without edges.
    pub(super) fn add_end(&mut self, shares: Shares) -> Option<NodeId> {
        let id = self.add(Actor::Nobody, 0, &[], 0)?;
        let node = self.node_mut(id);
        (node.shares, node.proven) = (shares, true);
        Some(id)
    }

    /// Hangs a node below an edge, beside those that hang there already.
    pub(super) fn hang(&mut self, edge: EdgeId, node: NodeId) {
        self.nodes[node.0 as usize].next = self.edges[edge.0 as usize].child;
        self.edges[edge.0 as usize].child = node;
    }

    /// The node with this list below an edge.
    pub(super) fn child_with(&self, edge: EdgeId, list: u64) -> Option<NodeId> {
        let mut id = self.edges[edge.0 as usize].child;
        while let Some(found) = id.found() {
            if self.node(found).list == list {
                return Some(found);
            }
            id = self.node(found).next;
        }
        None
    }

    /// The node below an edge, where there can be only one; otherwise the most visited.
    pub(super) fn child(&self, edge: EdgeId) -> Option<NodeId> {
        let mut best = self.edges[edge.0 as usize].child.found()?;
        let mut id = self.node(best).next;
        while let Some(found) = id.found() {
            if self.node(found).visits > self.node(best).visits {
                best = found;
            }
            id = self.node(found).next;
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

    /// The edges that a node holds, the most promising first.
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
    /// Whether it holds every edge of its actor.
    pub(super) fn is_whole(&self) -> bool {
        self.count == self.all
    }

    /// One more visit, with this result.
    #[inline]
    pub(super) fn count(&mut self, shares: &Shares) {
        self.visits += 1;
        if !self.proven {
            let weight = 1.0 / self.visits as f32;
            for (mean, share) in self.shares.0.iter_mut().zip(shares.0) {
                *mean += (share - *mean) * weight;
            }
        }
    }
}

impl<A> Edge<A> {
    pub(super) fn new(action: A, prior: f32) -> Self {
        Self { action, prior, visits: 0, share: 0.0, child: NodeId::NONE, proven: false }
    }

    /// One more visit, in which the actor got this share.
    #[inline]
    pub(super) fn count(&mut self, share: f32) {
        self.visits += 1;
        if !self.proven {
            self.share += (share - self.share) / self.visits as f32;
        }
    }
}
