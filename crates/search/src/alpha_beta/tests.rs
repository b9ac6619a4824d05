//! The full-width search equals minimax; the limit of actions without progress counts in evaluation and table.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use menagerie_game::{Dice, Options, Rules, RulesExt, Seat, Silent};
use menagerie_shogi5::Position;

use crate::{Evaluation, Evaluator, Limits, MatchCounters, Random, Request};

use super::control::{Contempt, Control};
use super::score;
use super::search::{Node, Search, ThreadData, Window};
use super::transposition_table::{Bound, Entry, TranspositionTable};

/// Reference implementation: plain minimax.
fn minimax(position: &Position, seat: Seat, depth: u32, ply: usize) -> i32 {
    if let Some(outcome) = position.outcome() {
        return score::of_outcome(outcome, seat, ply, 0);
    }
    if depth == 0 {
        return position.evaluate(seat);
    }
    let scores = position.list().into_iter().map(|action| {
        let mut next = *position;
        let _ = next.apply(action, &mut Silent);
        minimax(&next, seat, depth - 1, ply + 1)
    });
    if position.actor().seat() == Some(seat) { scores.max() } else { scores.min() }.unwrap_or(0)
}

fn full_width_search(position: &Position, depth: u32) -> i32 {
    let request = Request::at(position).within(Limits::depth(depth));
    let (table, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
    let control = Control::new(&table, &request.limits, &stop);
    let (mut data, evaluator) = (ThreadData::new(), Evaluator::new(&Evaluation::Classical));
    let mut search = Search::new(&mut data, &control, &evaluator, position);
    search.full_width = true;
    search.begin(&request.history);
    let seat = position.actor().seat().unwrap();
    let mut root = super::new_root(&request, position, seat).unwrap();
    for depth in 1..=depth {
        assert_eq!(search.search_iteration(&mut root, depth as i32), 1);
    }
    root.actions[0].score
}

/// Calls a function with a search of the start position, and with its node at each number of actions without progress.
fn with_search(
    contempt: i32,
    test: impl FnOnce(&mut Search<'_, Position>, &TranspositionTable, &dyn Fn(u32) -> Node<'static, Position>),
) {
    static POSITION: OnceLock<Position> = OnceLock::new();
    let position = POSITION.get_or_init(|| Position::start(Options::NONE));
    let request = Request::at(position).within(Limits::depth(1));
    let (table, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
    let mut control = Control::new(&table, &request.limits, &stop);
    control.contempt = Contempt { seat: Seat(0), score: contempt };
    let (mut data, evaluator) = (ThreadData::new(), Evaluator::new(&Evaluation::Classical));
    let mut search = Search::new(&mut data, &control, &evaluator, position);
    search.begin(&request.history);
    let (seat, key, previous_action) = (Seat(0), position.key(), Entry::NO_CODE);
    test(&mut search, &table, &|without_progress| {
        let counters = MatchCounters { without_progress, ..MatchCounters::default() };
        Node { position, seat, ply: 1, counters, key, previous_action }
    });
}

/// Scores in the transposition table depend on the number of actions without progress: shogi5/match/2 draws after 100.
/// Far from the limit a few numbers share an entry; near it each has its own.
#[test]
fn a_score_in_the_transposition_table_is_used_only_for_a_like_counter() {
    const FOUND: i32 = 700;
    let entry = Entry { code: Entry::NO_CODE, score: FOUND as i16, evaluation: 0, depth: 9, bound: Bound::Exact };
    let window = Window { alpha: FOUND - 1, beta: FOUND, depth: 0, cut_node: false };
    for (stored, asked, used) in [(0, 20, true), (45, 52, true), (44, 45, false), (0, 90, false), (90, 91, false)] {
        with_search(0, |search, table, node| {
            table.store(search.table_key(&node(stored)), entry);
            assert_eq!(search.quiescence(&node(asked), window) == FOUND, used, "stored at {stored}, asked at {asked}");
        });
    }
}

#[test]
fn the_evaluation_approaches_a_draw_as_the_match_goes_on_without_progress() {
    for (contempt, evaluation, damped) in [(0, 800, [800, 400, 10, 0]), (60, 420, [420, 180, -54, -60])] {
        with_search(contempt, |search, _, node| {
            assert_eq!([20, 60, 99, 100].map(|counter| search.damp(evaluation, &node(counter))), damped);
        });
    }
}

/// Otherwise an entry that a later node finds would be damped twice.
#[test]
fn the_transposition_table_keeps_the_evaluation_before_damping() {
    with_search(100, |search, table, node| {
        let node = node(60);
        let evaluation = search.evaluate(&node);
        assert_ne!(search.damp(evaluation, &node), evaluation);
        let window = Window { alpha: 5000, beta: 5001, depth: 0, cut_node: false };
        search.quiescence(&node, window);
        let stored = |table: &TranspositionTable, key| table.probe(key).map(|entry| i32::from(entry.evaluation));
        assert_eq!(stored(table, search.table_key(&node)), Some(evaluation));
        table.store(search.table_key(&node), Entry { evaluation: Entry::NO_EVALUATION, ..EMPTY });
        search.search(&node, Window { alpha: -5000, depth: 1, ..window });
        assert_eq!(stored(table, search.table_key(&node)), Some(evaluation));
    });
}

const EMPTY: Entry =
    Entry { code: Entry::NO_CODE, score: 0, evaluation: Entry::NO_EVALUATION, depth: 0, bound: Bound::Lower };

#[test]
fn the_full_width_search_agrees_with_minimax() {
    for seed in 0..25 {
        let mut random = Random::new(seed);
        let mut position = Position::start(Options::NONE);
        for _ in 0..seed {
            let actions = position.list();
            let mut next = position;
            let _ = next.apply(actions[random.roll(actions.len() as u32) as usize], &mut Silent);
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        let seat = position.actor().seat().unwrap();
        for depth in 1..=3 {
            assert_eq!(
                full_width_search(&position, depth),
                minimax(&position, seat, depth, 0),
                "{position} to {depth}"
            );
        }
    }
}
