//! Limits, reports, and reproducibility.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use menagerie_game::{Options, Rules, Seat, Viewer};
use menagerie_search::{History, Level, Limits, Request, Settings, Thinker, Time, Value};
use menagerie_shogi5::Position;

use super::ask;

fn start() -> Request<Position> {
    Request::at(&Position::start(Options::NONE))
}

#[test]
fn nodes_are_a_limit() {
    for nodes in [1, 50, 999, 30_000] {
        let answer = ask(&start().within(Limits::nodes(nodes)));
        assert!(answer.stats.nodes <= nodes, "{} of {nodes}", answer.stats.nodes);
    }
}

#[test]
fn depth_is_a_limit() {
    for depth in [1, 4, 7] {
        assert_eq!(ask(&start().within(Limits::depth(depth))).depth, depth);
    }
}

#[test]
fn it_stops_at_once() {
    let mut thinker = Thinker::<Position>::new(Settings { threads: 2, hash: 1, ..Settings::default() });
    let stop = AtomicBool::new(true);
    let answer = thinker.think(&start(), &stop, &mut |_| {}).unwrap();
    assert!(answer.stats.nodes < 3_000, "stopped before it began: {} nodes", answer.stats.nodes);
    stop.store(false, Relaxed);
    let told = std::thread::scope(|scope| {
        let (stop, told) = (
            &stop,
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.store(true, Relaxed);
                Instant::now()
            }),
        );
        let _ = thinker.think(&start(), stop, &mut |_| {});
        told.join().unwrap()
    });
    assert!(told.elapsed() < Duration::from_millis(500), "it went on for {:?}", told.elapsed());
}

#[test]
fn the_clock_is_kept() {
    let (left, increment) = (Duration::from_millis(400), Duration::ZERO);
    let limits = Limits { time: Time::Clock { left, increment, turns_to_go: None }, ..Limits::INFINITE };
    assert!(ask(&start().within(limits)).stats.time < left / 2);
}

#[test]
fn equal_requests_get_equal_answers() {
    for level in [None, Level::new(2)] {
        let request = Request { seed: 7, level, ..start().within(Limits::nodes(20_000)) };
        let (first, second) = (ask(&request), ask(&request));
        assert_eq!(
            (first.action, first.value, first.principal_variation),
            (second.action, second.value, second.principal_variation)
        );
        assert_eq!(first.stats.nodes, second.stats.nodes);
    }
}

#[test]
fn a_new_game_forgets_the_last() {
    let mut thinker = Thinker::<Position>::new(Settings { threads: 1, hash: 2, ..Settings::default() });
    let request = start().within(Limits::nodes(20_000));
    let mut nodes_of = || {
        thinker.new_game();
        let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap();
        (answer.action, answer.principal_variation, answer.depth)
    };
    assert_eq!(nodes_of(), nodes_of());
}

#[test]
fn weak_levels_vary_with_the_seed() {
    let answers: HashSet<_> =
        (0..20).map(|seed| ask(&Request { seed, level: Level::new(1), ..start() }).action).collect();
    assert!(answers.len() > 2);
}

#[test]
fn lines_are_distinct_and_sorted() {
    let mut thinker = Thinker::<Position>::new(Settings::default());
    let request = Request { multipv: 4, ..start().within(Limits::depth(6)) };
    let mut last = Vec::new();
    let answer = thinker
        .think(&request, &AtomicBool::new(false), &mut |report| {
            if report.multipv == 1 {
                last.clear();
            }
            assert_eq!(report.multipv, last.len() + 1);
            let Value::Centi(score) = report.value else { panic!("nobody wins from the start") };
            last.push((report.principal_variation[0], score));
        })
        .unwrap();
    assert_eq!(last.len(), 4);
    assert_eq!(last.iter().map(|(action, _)| action).collect::<HashSet<_>>().len(), 4);
    assert!(last.is_sorted_by_key(|&(_, score)| -score), "{last:?}");
    assert_eq!(answer.action, last[0].0);
}

/// Whenever the search is halted, in the middle of a line or during a re-search, every report holds
/// a score that was found.
#[test]
fn nobody_loses_from_the_start_however_soon_the_thinking_is_halted() {
    let sound = |value: Value, share: f64| matches!(value, Value::Centi(-500..=500)) && (0.05..0.95).contains(&share);
    for nodes in (1..6_000).step_by(61) {
        for lines in [1, 4] {
            let request = Request { multipv: lines, ..start().within(Limits::nodes(nodes)) };
            let mut thinker = Thinker::<Position>::new(Settings { threads: 1, hash: 1, ..Settings::default() });
            let mut told = Vec::new();
            let answer = thinker.think(&request, &AtomicBool::new(false), &mut |report| {
                assert!(sound(report.value, report.expected_score), "{report:?}");
                assert_eq!(report.multipv, told.len() + 1);
                told.push(report.expected_score);
                if report.last {
                    assert!(told.is_sorted_by(|a, b| a >= b), "{nodes} nodes: {told:?}");
                    told.clear();
                }
            });
            let answer = answer.unwrap();
            assert!(told.is_empty(), "every set of lines has a last one");
            assert!(
                sound(answer.value, answer.value_by_seat[Seat(0)]),
                "{nodes} nodes, {lines} lines: {:?}",
                answer.value
            );
        }
    }
}

/// A computer player accepts a draw by its expected score. A winning one must know its score even
/// if it is stopped at once.
#[test]
fn a_winner_that_is_halted_still_expects_to_win() {
    let position: Position = "4k/5/5/1G3/K1SBL[BL] w".parse().unwrap();
    for nodes in 1..400 {
        let answer = ask(&Request::at(&position).within(Limits::nodes(nodes)));
        assert!(answer.value_by_seat[Seat(1)] > 0.8, "{nodes} nodes: {:?} {:?}", answer.value, answer.value_by_seat);
    }
}

#[test]
fn with_one_action_there_is_one_line_and_it_is_the_last() {
    let only = vec!["e5d4".parse().unwrap()];
    let request = Request { search_moves: only, multipv: 3, ..start().within(Limits::depth(4)) };
    let mut told = Vec::new();
    let mut thinker = Thinker::<Position>::new(Settings { threads: 1, hash: 1, ..Settings::default() });
    thinker
        .think(&request, &AtomicBool::new(false), &mut |report| told.push((report.depth, report.multipv, report.last)));
    assert_eq!(told, [(1, 1, true), (2, 1, true), (3, 1, true), (4, 1, true)]);
}

#[test]
fn only_some_actions_may_be_asked_about() {
    let only = vec!["e5d4".parse().unwrap()];
    let answer = ask(&Request { search_moves: only, ..start().within(Limits::depth(4)) });
    assert_eq!(answer.action.to_string(), "e5d4");
}

#[test]
fn a_seat_that_does_not_act_has_nothing_to_decide() {
    let position = Position::start(Options::NONE);
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let request = Request::new(position.view(viewer), History::at(&position)).within(Limits::depth(1));
        let mut thinker = Thinker::<Position>::new(Settings { threads: 1, hash: 1, ..Settings::default() });
        assert_eq!(thinker.think(&request, &AtomicBool::new(false), &mut |_| {}), None);
    }
}
