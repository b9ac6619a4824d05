//! Forced wins are found, and the shortest is preferred.

use menagerie_game::{Rules, RulesExt, Silent};
use menagerie_search::{Limits, Request, Settings, Thinker, Value};
use menagerie_shogi5::Position;
use std::sync::atomic::AtomicBool;

use super::ask;

/// By full search: whether the actor wins within this many actions.
fn wins(position: &Position, plies: u32) -> bool {
    let Some(seat) = position.actor().seat() else { return false };
    position.list().into_iter().any(|action| {
        let mut next = *position;
        let _ = next.apply(action, &mut Silent);
        match next.outcome() {
            Some(outcome) => outcome.winner() == Some(seat),
            None => plies > 1 && loses(&next, plies - 1),
        }
    })
}

/// By full search: whether the actor loses within this many actions, whatever it does.
fn loses(position: &Position, plies: u32) -> bool {
    let Some(seat) = position.actor().seat() else { return false };
    position.list().into_iter().all(|action| {
        let mut next = *position;
        let _ = next.apply(action, &mut Silent);
        match next.outcome() {
            Some(outcome) => outcome.winner() != Some(seat),
            None => plies > 1 && wins(&next, plies - 1),
        }
    })
}

#[track_caller]
fn check(text: &str, plies: u32) {
    let position: Position = text.parse().unwrap();
    assert!(wins(&position, plies) && (plies == 1 || !wins(&position, plies - 2)), "{text} is a win in {plies}");
    let answer = ask(&Request::at(&position).within(Limits::depth(plies + 9)));
    assert_eq!(answer.value, Value::Wins { plies }, "{text}");
    let mut next = position;
    let _ = next.apply(answer.action, &mut Silent);
    assert!(plies == 1 || loses(&next, plies - 1), "{text}: {} keeps the win", answer.action);
    assert!(answer.value_by_seat.0[1] > 0.99);
}

#[test]
fn a_king_is_taken_at_once() {
    check("4k/3G1/5/5/K4[] w", 1);
    check("k4/5/L4/5/4K[G] w", 1);
    // A slower win is there as well.
    check("2G1k/4R/4K/5/5[L] w".replace('R', "G").as_str(), 1);
}

#[test]
fn a_king_is_taken_in_three() {
    check("5/2K2/kS3/3G1/p4[] w", 3);
    check("2G1k/5/4K/p1g2/5[L] w", 3);
    check("2g2/5/K4/SG3/k3p[B] w", 3);
}

#[test]
fn a_king_is_taken_in_five() {
    check("3GS/5/5/2K2/k4[] w", 5);
    check("5/5/3K1/2G2/3k1[L] w", 5);
    check("5/2S2/2k2/5/2K2[G] w", 5);
}

#[test]
fn several_threads_find_it_too() {
    let position: Position = "5/5/3KS/G4/4k[L] w".parse().unwrap();
    let mut thinker = Thinker::new(Settings { threads: 3, ..crate::settings() });
    let request = Request::at(&position).within(Limits::depth(14));
    let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(answer.value, Value::Wins { plies: 5 });
}

#[test]
fn a_lost_game_is_lost_as_late_as_possible() {
    let position: Position = "5/5/3K1/2G2/3k1[L] w".parse().unwrap();
    let mut next = position;
    let answer = ask(&Request::at(&position).within(Limits::depth(14)));
    let _ = next.apply(answer.action, &mut Silent);
    let reply = ask(&Request::at(&next).within(Limits::depth(14)));
    assert_eq!(reply.value, Value::Loses { plies: 4 });
    let _ = next.apply(reply.action, &mut Silent);
    assert!(wins(&next, 3) && !wins(&next, 1), "{} holds out", reply.action);
}

const LONG_WIN: &str = "4k/+S2+L1/3g1/PP1+s1/K4[Bgbl] b";

#[test]
fn a_proof_search_sees_a_long_win() {
    let position: Position = LONG_WIN.parse().unwrap();
    let answer = ask(&Request::at(&position).within(Limits::nodes(200_000)));
    assert_eq!(answer.value, Value::Wins { plies: 9 });
    assert!(answer.stats.nodes <= 10_000, "within its share: {} nodes", answer.stats.nodes);
    assert_eq!((answer.principal_variation.len(), answer.principal_variation[0]), (9, answer.action));
}

#[test]
fn the_proof_search_can_be_switched_off() {
    let position: Position = LONG_WIN.parse().unwrap();
    let mut thinker = Thinker::new(Settings { proof_search: false, ..crate::settings() });
    let request = Request::at(&position).within(Limits::nodes(200_000));
    let answer = thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert!(answer.stats.nodes > 10_000, "alpha-beta alone needs more: {} nodes", answer.stats.nodes);
}

#[test]
fn a_proof_beyond_the_limits_does_not_count() {
    let position: Position = LONG_WIN.parse().unwrap();
    let mut request = Request::at(&position).within(Limits::nodes(200_000));
    request.history.counters.without_progress = 92;
    let answer = ask(&request);
    assert!(answer.stats.nodes > 10_000, "the match could be drawn before: {} nodes", answer.stats.nodes);
    let limits = Limits { depth: Some(3), ..Limits::nodes(200_000) };
    assert!(ask(&Request::at(&position).within(limits)).depth <= 3);
}
