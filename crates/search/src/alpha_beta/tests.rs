//! The full-width search equals minimax.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Dice, Options, Rules, RulesExt, Seat, Silent};
use menagerie_shogi5::Position;

use crate::{Evaluation, Evaluator, Limits, MatchCounters, Random, Request};

use super::control::Control;
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

/// Near a limit of the match, scores from the transposition table are not used:
/// shogi5/match-rules/2 draws after 100 actions without progress.
#[test]
fn quiescence_ignores_the_transposition_table_near_a_limit() {
    const FOUND: i32 = 700;
    let position = Position::start(Options::NONE);
    let request = Request::at(&position).within(Limits::depth(1));
    let (table, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
    let control = Control::new(&table, &request.limits, &stop);
    let (mut data, evaluator) = (ThreadData::new(), Evaluator::new(&Evaluation::Classical));
    let mut search = Search::new(&mut data, &control, &evaluator, &position);
    search.begin(&request.history);
    let entry = Entry { code: Entry::NO_CODE, score: FOUND as i16, evaluation: 0, depth: 9, bound: Bound::Exact };
    let mut quiescence = |without_progress| {
        table.store(position.key(), entry);
        let counters = MatchCounters { without_progress, ..MatchCounters::default() };
        let (seat, key, previous_action) = (Seat(0), position.key(), Entry::NO_CODE);
        let node = Node { position: &position, seat, ply: 1, counters, key, previous_action };
        search.quiescence(&node, Window { alpha: FOUND - 1, beta: FOUND, depth: 0, cut_node: false })
    };
    assert_eq!(quiescence(0), FOUND);
    assert!(quiescence(90) < FOUND, "it searches instead");
}

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
