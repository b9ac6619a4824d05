//! What the search saves: positions visited until depth 8, compared with alpha-beta that remembers nothing.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Actor, Rules, Silent};
use menagerie_jungle::{Action, Position};
use menagerie_search::{Limits, Request, Settings, Thinker};

const DEPTH: u32 = 8;
const WIN: i32 = 1_000_000;

/// Plain alpha-beta: the same evaluation at the leaves, the actions in the order of their hints, no table, no pruning.
struct Plain {
    nodes: u64,
    /// One list of actions for each depth.
    lists: Vec<Vec<Action>>,
}

impl Plain {
    fn search(&mut self, position: &Position, alpha: i32, beta: i32, depth: u32) -> i32 {
        self.nodes += 1;
        let Actor::Seat(seat) = position.actor() else { return -WIN - depth as i32 };
        if depth == 0 {
            return position.evaluate(seat);
        }
        let mut list = std::mem::take(&mut self.lists[depth as usize]);
        list.clear();
        let _ = position.actions(&mut list);
        list.sort_by_cached_key(|&action| -position.order_hint(action));
        let best = self.best_of(position, &list, alpha, beta, depth);
        self.lists[depth as usize] = list;
        best
    }

    fn best_of(&mut self, position: &Position, list: &[Action], alpha: i32, beta: i32, depth: u32) -> i32 {
        let mut best = alpha;
        for &action in list {
            let mut after = *position;
            let _ = after.apply(action, &mut Silent);
            best = best.max(-self.search(&after, -beta, -best, depth - 1));
            if best >= beta {
                break;
            }
        }
        best
    }
}

/// The positions that plain alpha-beta visits.
fn plain_nodes(start: &Position) -> u64 {
    let mut plain = Plain { nodes: 0, lists: vec![Vec::new(); DEPTH as usize + 1] };
    plain.search(start, -2 * WIN, 2 * WIN, DEPTH);
    plain.nodes
}

/// The positions that our search visits, those of the depths before included.
fn our_nodes(start: &Position) -> u64 {
    let mut thinker = Thinker::<Position>::new(Settings::default());
    let request = Request::at(start).within(Limits::depth(DEPTH));
    thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap().stats.nodes
}

#[test]
fn depth_8_costs_at_most_a_quarter_of_plain_alpha_beta() {
    for rule_set in ["", "classic"] {
        let start = Position::start(Position::INFO.parse_options(rule_set).unwrap());
        let (ours, plain) = (our_nodes(&start), plain_nodes(&start));
        println!("depth {DEPTH} from the start {rule_set}: {ours} positions, plain alpha-beta {plain}");
        assert!(4 * ours <= plain, "{rule_set}: {ours} positions against {plain}");
    }
}
