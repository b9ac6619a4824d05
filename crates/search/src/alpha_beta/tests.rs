//! Without anything selective, the search is plain minimax.

use std::sync::atomic::AtomicBool;

use menagerie_game::{Dice, Options, Rules, RulesExt, Seat, Silent};
use menagerie_shogi5::Position;

use crate::{Limits, Random, Request, Tally};

use super::control::Control;
use super::score;
use super::search::{Look, Memory, Node, Search};
use super::table::{Bound, Entry, Table};

/// The judge: every action, every answer, nothing left out.
fn minimax(position: &Position, seat: Seat, depth: u32, ply: usize) -> i32 {
    if let Some(outcome) = position.outcome() {
        return score::of_outcome(outcome, seat, ply);
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

fn plain_search(position: &Position, depth: u32) -> i32 {
    let request = Request::at(position).within(Limits::depth(depth));
    let (table, stop) = (Table::new(1), AtomicBool::new(false));
    let control = Control::new(&table, &request.limits, &stop);
    let mut memory = Memory::new();
    let mut search = Search::new(&mut memory, &control, position);
    search.plain = true;
    search.begin(&request.history);
    let seat = position.actor().seat().unwrap();
    let mut root = super::list_root(&request, position, seat).unwrap();
    for depth in 1..=depth {
        assert_eq!(search.deepen(&mut root, depth as i32), 1);
    }
    root.actions[0].score
}

/// What was found far from a limit of the match may not hold near it: shogi5/match-rules/2 draws after 100 actions.
#[test]
fn the_table_is_not_believed_near_a_limit_when_nothing_is_left_to_take() {
    const FOUND: i32 = 700;
    let position = Position::start(Options::NONE);
    let request = Request::at(&position).within(Limits::depth(1));
    let (table, stop) = (Table::new(1), AtomicBool::new(false));
    let control = Control::new(&table, &request.limits, &stop);
    let mut memory = Memory::new();
    let mut search = Search::new(&mut memory, &control, &position);
    search.begin(&request.history);
    let entry = Entry { code: Entry::NO_CODE, score: FOUND as i16, evaluation: 0, depth: 9, bound: Bound::Exact };
    let mut quiesce = |without_progress| {
        table.put(position.key(), entry);
        let tally = Tally { without_progress, ..Tally::default() };
        let (seat, key, before) = (Seat(0), position.key(), Entry::NO_CODE);
        let node = Node { position: &position, seat, ply: 1, tally, key, before };
        search.quiesce(&node, Look { alpha: FOUND - 1, beta: FOUND, depth: 0, cut: false })
    };
    assert_eq!(quiesce(0), FOUND);
    assert!(quiesce(90) < FOUND, "it looks for itself");
}

#[test]
fn the_plain_search_agrees_with_minimax() {
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
            assert_eq!(plain_search(&position, depth), minimax(&position, seat, depth, 0), "{position} to {depth}");
        }
    }
}
