//! One MCTS thread with its own tree. Each iteration selects, expands, evaluates and
//! backpropagates. Hidden information is handled by determinization: each iteration samples one
//! full position from the information set.

use std::ops::ControlFlow;

use menagerie_game::{Actor, Rules, Seat, Silent, View, playout};

use super::parameters::PLAYOUT_LIMIT;
use super::path::Path;
use super::policy::Policy;
use super::tree::{Edge, EdgeId, NodeId, Tree};
use super::value_by_seat::{self, ROUNDING, ValueBySeat, are_equal};
use crate::{Evaluator, Random, Request};

/// A tree with the buffers of its thread, reused from one request to the next.
pub(super) struct Worker<R: Rules> {
    pub(super) tree: Tree<R::Action>,
    /// The longest descent so far.
    pub(super) selective_depth: u32,
    policy: Policy,
    /// Judges leaves; the player sets it before each request.
    pub(super) evaluator: Evaluator<R>,
    random: Random,
    path: Path,
    /// Whether the information set has one state, so that results can be proven (MCTS-Solver).
    single_state: bool,
    descent: Vec<Step>,
    edges: Vec<Edge<R::Action>>,
    actions: Vec<R::Action>,
}

/// One selected edge of the descent.
#[derive(Clone, Copy)]
struct Step {
    node: NodeId,
    edge: EdgeId,
}

/// If this many determinizations are identical, the information set has one state.
const DETERMINIZATIONS: usize = 8;

impl<R: Rules> Worker<R> {
    pub(super) fn new(policy: Policy, evaluator: Evaluator<R>, bytes: usize) -> Self {
        Self {
            tree: Tree::new(bytes),
            selective_depth: 0,
            policy,
            evaluator,
            random: Random::new(0),
            path: Path::default(),
            single_state: false,
            descent: Vec::new(),
            edges: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// Clears the tree and creates the root for a new request.
    pub(super) fn begin(&mut self, request: &Request<R>, seat: Seat, seed: u64) {
        self.random = Random::new(seed);
        self.path = Path::after(&request.history);
        self.tree.clear();
        self.selective_depth = 0;
        let position = request.view.sample(&mut self.random);
        let alike = !R::INFO.hidden || (1..DETERMINIZATIONS).all(|_| request.view.sample(&mut self.random) == position);
        self.single_state = alike && self.policy == Policy::Guided;
        self.generate_edges(&position, Actor::Seat(seat));
        if self.edges.iter().any(|edge| request.search_moves.contains(&edge.action)) {
            self.edges.retain(|edge| request.search_moves.contains(&edge.action));
        }
        self.tree.add(Actor::Seat(seat), 0, &self.edges, usize::MAX);
    }

    /// One iteration: selection, expansion, evaluation, backpropagation.
    pub(super) fn iterate(&mut self, view: &R::View) {
        let mut position = view.sample(&mut self.random);
        self.path.rewind();
        self.descent.clear();
        let mut node = NodeId::ROOT;
        let value_by_seat = loop {
            let index = self.choose(node, &position);
            let edge = self.tree.edge_id(node, index);
            self.descent.push(Step { node, edge });
            if let Some(end) = self.proven_value(edge) {
                break end;
            }
            let progress = position.apply(self.tree.edge(edge).action, &mut Silent);
            let by_seat = self.tree.node(node).actor != Actor::Chance;
            self.path.record(by_seat, &position, progress);
            if let Some(end) = self.terminal_value(&position) {
                self.add_terminal(edge, &end);
                break end;
            }
            let expanded = if self.tree.edge(edge).visits == 0 { None } else { self.expand(edge, &position) };
            match expanded {
                Some(next) => node = next,
                None => break self.evaluate_leaf(&mut position),
            }
        };
        self.backpropagate(&value_by_seat);
    }

    /// The value of a leaf: the evaluation, or the result of a random playout. The position is
    /// overwritten.
    fn evaluate_leaf(&mut self, position: &mut R) -> ValueBySeat {
        match self.policy {
            Policy::Guided => value_by_seat::of_evaluations(&self.evaluator.evaluations(position), position.living()),
            Policy::Plain => {
                playout(position, &mut self.random, PLAYOUT_LIMIT, &mut self.actions);
                value_by_seat::of_outcome(position.outcome().unwrap_or_else(|| position.drawn()))
            }
        }
    }

    /// Whether more iterations change nothing: the root is proven, or the results of all its actions are.
    pub(super) fn is_solved(&self) -> bool {
        self.tree.node(NodeId::ROOT).proven || self.tree.edges(NodeId::ROOT).iter().all(|edge| edge.proven)
    }

    /// Whether the most visited root action also has the best mean value: more iterations will
    /// hardly change it.
    pub(super) fn is_settled(&self) -> bool {
        let edges = self.tree.edges(NodeId::ROOT);
        let most = edges.iter().max_by_key(|edge| edge.visits);
        most.is_some_and(|most| edges.iter().all(|edge| edge.visits == 0 || edge.mean_value <= most.mean_value))
    }

    fn choose(&mut self, node: NodeId, position: &R) -> usize {
        match self.tree.node(node).actor {
            Actor::Seat(seat) => {
                if self.tree.can_widen(node, self.policy.width(self.tree.node(node).visits)) {
                    self.generate_edges(position, Actor::Seat(seat));
                    self.tree.widen(node, &self.edges);
                }
                self.policy.choose(&self.tree, node, seat, &mut self.random)
            }
            Actor::Chance | Actor::Nobody => self.choose_chance(node),
        }
    }

    /// Samples a chance action by its probability.
    fn choose_chance(&mut self, node: NodeId) -> usize {
        let edges = self.tree.edges(node);
        let mut left = self.random.unit() as f32;
        let drawn = edges.iter().position(|edge| {
            left -= edge.prior;
            left < 0.0
        });
        drawn.unwrap_or(edges.len() - 1)
    }

    fn proven_value(&self, edge: EdgeId) -> Option<ValueBySeat> {
        let child = self.tree.edge(edge).proven.then(|| self.tree.child(edge))?;
        child.map(|node| self.tree.node(node).value_by_seat)
    }

    /// The value of a terminal position: the game or the match ends here.
    fn terminal_value(&self, position: &R) -> Option<ValueBySeat> {
        let drawn = || self.path.is_drawn(position).then(|| position.drawn());
        position.outcome().or_else(drawn).map(value_by_seat::of_outcome)
    }

    /// The node below an edge, created if it is missing. `None` if the tree is full, or if the edge
    /// has fewer visits than the expansion threshold.
    fn expand(&mut self, edge: EdgeId, position: &R) -> Option<NodeId> {
        let information_set = if R::INFO.hidden { information_set_key(position) } else { 0 };
        if let Some(node) = self.tree.child_in(edge, information_set) {
            return Some(node);
        }
        if self.tree.edge(edge).visits < self.tree.expansion_threshold() {
            return None;
        }
        let actor = position.actor();
        self.generate_edges(position, actor);
        if self.edges.is_empty() {
            return None;
        }
        let held = if actor == Actor::Chance { usize::MAX } else { self.policy.width(0) };
        let node = self.tree.add(actor, information_set, &self.edges, held)?;
        self.tree.attach_child(edge, node);
        Some(node)
    }

    /// Generates the actor's edges with their priors.
    fn generate_edges(&mut self, position: &R, actor: Actor) {
        let edges = &mut self.edges;
        edges.clear();
        let by_chance = actor == Actor::Chance;
        let guided = self.policy == Policy::Guided;
        let _ = position.actions(&mut |action| {
            let prior = match by_chance {
                true => position.weight(action) as f32,
                false if guided => position.order_hint(action) as f32,
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
            self.policy.set_priors(edges);
        }
    }

    fn backpropagate(&mut self, value_by_seat: &ValueBySeat) {
        self.selective_depth = self.selective_depth.max(self.descent.len() as u32);
        for &Step { node, edge } in self.descent.iter().rev() {
            self.tree.node_mut(node).add_visit(value_by_seat);
            let value = self.tree.node(node).actor.seat().map_or(0.0, |seat| value_by_seat[seat]);
            self.tree.edge_mut(edge).add_visit(value);
        }
        if self.single_state {
            self.propagate_proof();
        }
    }
}

/// MCTS-Solver: proven values.
impl<R: Rules> Worker<R> {
    /// Adds a terminal node below an edge.
    fn add_terminal(&mut self, edge: EdgeId, value_by_seat: &ValueBySeat) {
        if self.single_state
            && let Some(node) = self.tree.add_terminal(*value_by_seat)
        {
            self.tree.attach_child(edge, node);
        }
    }

    /// Propagates a proven value from the end of the descent towards the root, as far as it decides
    /// the nodes.
    fn propagate_proof(&mut self) {
        for index in (0..self.descent.len()).rev() {
            let Step { node, edge } = self.descent[index];
            let Some(known) = self.tree.child(edge).map(|child| *self.tree.node(child)).filter(|child| child.proven)
            else {
                return;
            };
            let seat = self.tree.node(node).actor.seat();
            let edge = self.tree.edge_mut(edge);
            edge.proven = true;
            edge.mean_value = seat.map_or(0.0, |seat| known.value_by_seat[seat]);
            let Some(value_by_seat) = self.proven_node_value(node, seat, &known.value_by_seat) else { return };
            let node = self.tree.node_mut(node);
            (node.value_by_seat, node.proven) = (value_by_seat, true);
        }
    }

    /// A node's proven value: a sure win; or, once all edges are proven, the actor's best or the
    /// average over chance. A seat to which several results are equally good may choose any of them:
    /// if they differ for the others, nothing is proven.
    fn proven_node_value(&self, node: NodeId, seat: Option<Seat>, latest: &ValueBySeat) -> Option<ValueBySeat> {
        if seat.is_some_and(|seat| latest[seat] >= 1.0) {
            return Some(*latest);
        }
        let edges = self.tree.edges(node);
        if !self.tree.node(node).is_fully_widened() || !edges.iter().all(|edge| edge.proven) {
            return None;
        }
        let value_after =
            |index| self.tree.child(self.tree.edge_id(node, index)).map(|id| self.tree.node(id).value_by_seat);
        if seat.is_some() {
            let best = edges.iter().map(|edge| edge.mean_value).fold(f32::MIN, f32::max);
            let is_best = |index: &usize| edges[*index].mean_value > best - ROUNDING;
            let mut values = (0..edges.len()).filter(is_best).map(value_after);
            let first = values.next()??;
            return values.all(|value| value.is_some_and(|value| are_equal(&value, &first))).then_some(first);
        }
        let mut mean = ValueBySeat::default();
        for (index, edge) in edges.iter().enumerate() {
            let value_by_seat = value_after(index)?;
            mean.0.iter_mut().zip(value_by_seat.0).for_each(|(sum, value)| *sum += edge.prior * value);
        }
        Some(mean)
    }
}

/// The key of the actor's information set: a hash of its legal actions.
fn information_set_key<R: Rules>(position: &R) -> u64 {
    let mut number = 0xCBF2_9CE4_8422_2325_u64;
    let _ = position.actions(&mut |action| {
        number = (number ^ u64::from(R::action_code(action))).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29);
        ControlFlow::Continue(())
    });
    number
}
