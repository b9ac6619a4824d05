//! Limits, the stop flag, and progress reports.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use menagerie_djambi::Position;
use menagerie_game::{Options, Rules, RulesExt};
use menagerie_search::{Level, Limits, Method, Request, Settings, Thinker, Time};

use crate::answer;

/// A machine with other work may take this much longer.
const SLACK: Duration = Duration::from_millis(400);

fn start() -> Request<Position> {
    Request::at(&Position::start(Options::NONE))
}

#[test]
fn visits_are_counted_exactly() {
    for method in [Method::MonteCarlo, Method::PlainMonteCarlo] {
        let answer = answer(method, &start().within(Limits::nodes(123)));
        assert_eq!(answer.stats.nodes, 123);
    }
}

#[test]
fn time_is_kept() {
    let time = Duration::from_millis(60);
    let clock = Time::Clock { left: Duration::from_secs(1), increment: Duration::ZERO, turns_to_go: None };
    for limits in [Limits::move_time(time), Limits { time: clock, ..Limits::INFINITE }] {
        let begun = Instant::now();
        let answer = answer(Method::MonteCarlo, &start().within(limits));
        assert!(begun.elapsed() < time * 3 + SLACK, "{:?}", begun.elapsed());
        assert!(answer.stats.nodes > 1);
    }
}

#[test]
fn stop_is_obeyed_at_once() {
    let stop = AtomicBool::new(false);
    let begun = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            stop.store(true, Ordering::Relaxed);
        });
        let begun = Instant::now();
        let settings = Settings { threads: 2, ..Settings::default() };
        let mut thinker = Thinker::<Position>::new(settings);
        assert!(thinker.think(&start(), &stop, &mut |_| {}).is_some());
        begun
    });
    assert!(begun.elapsed() < Duration::from_millis(30) + SLACK, "{:?}", begun.elapsed());
    let mut thinker = Thinker::<Position>::new(Settings::default());
    let answer = thinker.think(&start(), &stop, &mut |_| {}).expect("an answer even if told to stop before");
    assert_eq!(answer.stats.nodes, 1);
}

#[test]
fn a_depth_alone_ends_too() {
    assert!(answer(Method::MonteCarlo, &start().within(Limits::depth(3))).stats.nodes > 0);
}

#[test]
fn only_the_wanted_actions_are_considered() {
    let only = vec!["c3f6".parse().unwrap(), "a3a4".parse().unwrap()];
    let request = Request { search_moves: only.clone(), ..start().within(Limits::nodes(500)) };
    assert!(only.contains(&answer(Method::MonteCarlo, &request).action));
}

#[test]
fn lines_are_told_best_first_and_can_be_played() {
    let request = Request { multipv: 3, ..start().within(Limits::nodes(3_000)) };
    let mut thinker = Thinker::<Position>::new(Settings::default());
    let mut told = Vec::new();
    let answer = thinker
        .think(&request, &AtomicBool::new(false), &mut |report| {
            told.push((report.multipv, report.principal_variation.to_vec()));
        })
        .expect("an answer");
    assert!(told.len() >= 6, "there was more than one report");
    let last: Vec<_> = told[told.len() - 3..].to_vec();
    assert_eq!(last.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(last[0].1, answer.principal_variation);
    for (_, actions) in last {
        let mut position = Position::start(Options::NONE);
        for action in actions {
            assert!(position.play(action).is_some(), "{action} in {position}");
        }
    }
}

#[test]
fn equal_questions_get_equal_answers_and_other_seeds_may_differ() {
    let ask = |seed| answer(Method::PlainMonteCarlo, &Request { seed, ..start().within(Limits::nodes(200)) });
    assert_eq!(ask(1).principal_variation, ask(1).principal_variation);
    assert_eq!(ask(1).value_by_seat, ask(1).value_by_seat);
    assert_ne!(ask(1).value_by_seat, ask(2).value_by_seat);
}

#[test]
fn two_threads_share_the_visits() {
    let mut thinker = Thinker::<Position>::new(Settings { threads: 2, ..Settings::default() });
    let request = start().within(Limits::nodes(1_000));
    let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).expect("an answer");
    assert!(answer.stats.nodes > 500 && answer.stats.nodes <= 1_000, "{}", answer.stats.nodes);
    assert!(Position::start(Options::NONE).is_legal(answer.action));
}

#[test]
fn little_memory_is_enough_and_never_exceeded() {
    let mut thinker = Thinker::<Position>::new(Settings { threads: 1, hash: 1, ..Settings::default() });
    let request = start().within(Limits::nodes(40_000));
    let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).expect("an answer");
    assert_eq!(answer.stats.nodes, 40_000);
    assert!(answer.stats.hashfull > 950, "{}", answer.stats.hashfull);
}

#[test]
fn higher_levels_look_farther() {
    let visits = |level| answer(Method::MonteCarlo, &Request { level: Some(level), ..start() }).stats.nodes;
    let visits: Vec<_> = Level::ALL[..6].iter().map(|&level| visits(level)).collect();
    assert!(visits.is_sorted_by(|a, b| a < b), "{visits:?}");
}
