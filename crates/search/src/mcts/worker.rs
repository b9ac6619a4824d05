//! One thread's search: a tree of its own, grown by one visit after another.

use std::ops::ControlFlow;

use menagerie_game::{Actor, Rules, Seat, Silent, View};

use super::shares::{self, Shares};
use super::style::Style;
use super::trail::Trail;
use super::tree::{Edge, EdgeId, NodeId, Tree};
use crate::{Random, Request};

/// A tree and everything that growing it needs, reused from one request to the next.
pub(super) struct Worker<R: Rules> {
    pub(super) tree: Tree<R::Action>,
    /// The longest way down so far.
    pub(super) deepest: u32,
    style: Style,
    random: Random,
    trail: Trail,
    /// Whether all positions that agree with the view are the same, so that results can be proven.
    certain: bool,
    path: Vec<Step>,
    edges: Vec<Edge<R::Action>>,
    actions: Vec<R::Action>,
}

/// An action on the way down.
#[derive(Clone, Copy)]
struct Step {
    node: NodeId,
    edge: EdgeId,
}

/// So many samples that are all the same mean that nothing is hidden now.
const SAMPLES: usize = 8;

impl<R: Rules> Worker<R> {
    pub(super) fn new(style: Style, bytes: usize) -> Self {
        Self {
            tree: Tree::new(bytes),
            deepest: 0,
            style,
            random: Random::new(0),
            trail: Trail::default(),
            certain: false,
            path: Vec::new(),
            edges: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// Forgets the last request and plants the root of a new one.
    pub(super) fn begin(&mut self, request: &Request<R>, seat: Seat, seed: u64) {
        self.random = Random::new(seed);
        self.trail = Trail::after(&request.history);
        self.tree.clear();
        self.deepest = 0;
        let position = request.view.sample(&mut self.random);
        let alike = !R::INFO.hidden || (1..SAMPLES).all(|_| request.view.sample(&mut self.random) == position);
        self.certain = alike && self.style == Style::Guided;
        self.list_edges(&position, Actor::Seat(seat));
        if self.edges.iter().any(|edge| request.only.contains(&edge.action)) {
            self.edges.retain(|edge| request.only.contains(&edge.action));
        }
        self.tree.add(Actor::Seat(seat), 0, &self.edges, usize::MAX);
    }

    /// One visit: down the tree, one step beyond it, and back with what was found there.
    pub(super) fn visit(&mut self, view: &R::View) {
        let mut position = view.sample(&mut self.random);
        self.trail.rewind();
        self.path.clear();
        let mut node = NodeId::ROOT;
        let shares = loop {
            let index = self.choose(node, &position);
            let edge = self.tree.edge_id(node, index);
            self.path.push(Step { node, edge });
            if let Some(end) = self.proven_end(edge) {
                break end;
            }
            let progress = position.apply(self.tree.edge(edge).action, &mut Silent);
            let by_seat = self.tree.node(node).actor != Actor::Chance;
            self.trail.record(by_seat, &position, progress);
            if let Some(end) = self.end_of(&position) {
                self.end_at(edge, &end);
                break end;
            }
            let entered = if self.tree.edge(edge).visits == 0 { None } else { self.enter(edge, &position) };
            match entered {
                Some(next) => node = next,
                None => break self.style.judge(&mut position, &mut self.random, &mut self.actions),
            }
        };
        self.back_up(&shares);
    }

    /// Whether the result of best play is known.
    pub(super) fn is_done(&self) -> bool {
        self.tree.node(NodeId::ROOT).proven
    }

    /// Whether the most visited root action is also the one with the best share: more thinking will hardly change it.
    pub(super) fn is_settled(&self) -> bool {
        let edges = self.tree.edges(NodeId::ROOT);
        let most = edges.iter().max_by_key(|edge| edge.visits);
        most.is_some_and(|most| edges.iter().all(|edge| edge.visits == 0 || edge.share <= most.share))
    }

    fn choose(&mut self, node: NodeId, position: &R) -> usize {
        match self.tree.node(node).actor {
            Actor::Seat(seat) => {
                if self.tree.can_widen(node, self.style.width(self.tree.node(node).visits)) {
                    self.list_edges(position, Actor::Seat(seat));
                    self.tree.widen(node, &self.edges);
                }
                self.style.choose(&self.tree, node, seat, &mut self.random)
            }
            Actor::Chance | Actor::Nobody => self.draw(node),
        }
    }

    /// Chance chooses by its weights and by nothing else.
    fn draw(&mut self, node: NodeId) -> usize {
        let edges = self.tree.edges(node);
        let mut left = self.random.unit() as f32;
        let drawn = edges.iter().position(|edge| {
            left -= edge.prior;
            left < 0.0
        });
        drawn.unwrap_or(edges.len() - 1)
    }

    fn proven_end(&self, edge: EdgeId) -> Option<Shares> {
        let child = self.tree.edge(edge).proven.then(|| self.tree.child(edge))?;
        child.map(|node| self.tree.node(node).shares)
    }

    /// The shares if the game or the match ends here.
    fn end_of(&self, position: &R) -> Option<Shares> {
        let drawn = || self.trail.is_drawn(position).then(|| position.drawn());
        position.outcome().or_else(drawn).map(shares::of_outcome)
    }

    /// The node that an edge leads to; a new one if it was not there. Nothing if there is no room, or too little for an
    /// edge that was visited so rarely.
    fn enter(&mut self, edge: EdgeId, position: &R) -> Option<NodeId> {
        let list = if R::INFO.hidden { number_of_list(position) } else { 0 };
        if let Some(node) = self.tree.child_with(edge, list) {
            return Some(node);
        }
        if self.tree.edge(edge).visits < self.tree.thrift() {
            return None;
        }
        let actor = position.actor();
        self.list_edges(position, actor);
        if self.edges.is_empty() {
            return None;
        }
        let held = if actor == Actor::Chance { usize::MAX } else { self.style.width(0) };
        let node = self.tree.add(actor, list, &self.edges, held)?;
        self.tree.hang(edge, node);
        Some(node)
    }

    /// Lists what the actor can do, with priors.
    fn list_edges(&mut self, position: &R, actor: Actor) {
        let edges = &mut self.edges;
        edges.clear();
        let by_chance = actor == Actor::Chance;
        let guided = self.style == Style::Guided;
        let _ = position.actions(&mut |action| {
            let prior = match by_chance {
                true => position.weight(action) as f32,
                false if guided => position.promise(action) as f32,
                false => 0.0,
            };
            edges.push(Edge::new(action, prior));
            ControlFlow::Continue(())
        });
        if by_chance {
            let total: f32 = edges.iter().map(|edge| edge.prior).sum();
            for edge in edges {
                edge.prior /= total;
            }
        } else {
            self.style.weigh(edges);
        }
    }

    fn back_up(&mut self, shares: &Shares) {
        self.deepest = self.deepest.max(self.path.len() as u32);
        for &Step { node, edge } in self.path.iter().rev() {
            self.tree.node_mut(node).count(shares);
            let share = self.tree.node(node).actor.seat().map_or(0.0, |seat| shares[seat]);
            self.tree.edge_mut(edge).count(share);
        }
        if self.certain {
            self.prove();
        }
    }
}

/// Known results.
impl<R: Rules> Worker<R> {
    /// The game ended after an edge.
    fn end_at(&mut self, edge: EdgeId, shares: &Shares) {
        if self.certain
            && let Some(node) = self.tree.add_end(*shares)
        {
            self.tree.hang(edge, node);
        }
    }

    /// Looks whether the end of the path is known, then whether that decides the node above, and so on.
    fn prove(&mut self) {
        for index in (0..self.path.len()).rev() {
            let Step { node, edge } = self.path[index];
            let Some(known) = self.tree.child(edge).map(|child| *self.tree.node(child)).filter(|child| child.proven)
            else {
                return;
            };
            let seat = self.tree.node(node).actor.seat();
            let edge = self.tree.edge_mut(edge);
            edge.proven = true;
            edge.share = seat.map_or(0.0, |seat| known.shares[seat]);
            let Some(shares) = self.concluded(node, seat, &known.shares) else { return };
            let node = self.tree.node_mut(node);
            (node.shares, node.proven) = (shares, true);
        }
    }

    /// A node's exact shares: a sure win, or, once everything is known, the actor's best, or chance's average.
    fn concluded(&self, node: NodeId, seat: Option<Seat>, latest: &Shares) -> Option<Shares> {
        if seat.is_some_and(|seat| latest[seat] >= 1.0) {
            return Some(*latest);
        }
        let edges = self.tree.edges(node);
        if !self.tree.node(node).is_whole() || !edges.iter().all(|edge| edge.proven) {
            return None;
        }
        let shares_after = |index| self.tree.child(self.tree.edge_id(node, index)).map(|id| self.tree.node(id).shares);
        if seat.is_some() {
            let better = |best: usize, next: usize| if edges[next].share > edges[best].share { next } else { best };
            return shares_after((0..edges.len()).fold(0, better));
        }
        let mut mean = Shares::default();
        for (index, edge) in edges.iter().enumerate() {
            let shares = shares_after(index)?;
            mean.0.iter_mut().zip(shares.0).for_each(|(sum, share)| *sum += edge.prior * share);
        }
        Some(mean)
    }
}

/// A number for what the actor can do here, different for different lists.
fn number_of_list<R: Rules>(position: &R) -> u64 {
    let mut number = 0xCBF2_9CE4_8422_2325_u64;
    let _ = position.actions(&mut |action| {
        number = (number ^ u64::from(R::action_code(action))).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29);
        ControlFlow::Continue(())
    });
    number
}
