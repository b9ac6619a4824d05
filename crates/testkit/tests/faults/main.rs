//! The kit reports faults: each test injects one into a sound game and reads the kit's report.

mod artwork;
mod wrapped;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};

use menagerie_game::net::Features;
use menagerie_game::{BySeat, Rules, RulesExt, Seat};
use menagerie_shogi5::{Action, Position};
use menagerie_testkit::{Games, torture};
use wrapped::{Fault, Sound, Wrapped};

/// What the kit says when it fails, or `None` if it finds nothing.
fn report(check: impl FnOnce()) -> Option<String> {
    let panic = panic::catch_unwind(AssertUnwindSafe(check)).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()))
}

fn torture_report<F: Fault>() -> Option<String> {
    report(|| torture::<Wrapped<F>>(&[""], Games { count: 10, longest: 80 }, |_| ()))
}

#[track_caller]
fn is_reported<F: Fault>(expected: &str) {
    let found = torture_report::<F>().unwrap_or_else(|| panic!("the kit finds nothing"));
    assert!(found.contains(expected), "the kit reports something else: {found}");
}

/// Declares a fault: a type, and the functions that it replaces.
macro_rules! fault {
    ($name:ident: $($function:item)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct $name;

        impl Fault for $name {
            $($function)*
        }
    };
}

#[test]
fn nothing_is_reported_of_a_sound_game() {
    assert_eq!(torture_report::<Sound>(), None);
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn a_key_that_ignores_the_mover() {
    fault!(NoMover: fn key(position: &Position) -> u64 {
        hash(position.to_string().split(' ').next().unwrap_or_default())
    });
    is_reported::<NoMover>("two positions share the key");
}

#[test]
fn a_key_that_ignores_the_hands() {
    fault!(NoHands: fn key(position: &Position) -> u64 {
        hash(&boards(position))
    });
    is_reported::<NoHands>("two positions share the key");
}

#[test]
fn a_key_that_ignores_a_promotion() {
    fault!(NoPromotion: fn key(position: &Position) -> u64 {
        hash(&position.to_string().replace('+', ""))
    });
    is_reported::<NoPromotion>("two positions share the key");
}

/// Positions without their hands.
fn boards(position: &Position) -> String {
    let text = position.to_string();
    format!("{}{}", text.split('[').next().unwrap_or_default(), text.ends_with('b'))
}

#[test]
fn a_key_that_ignores_what_equality_ignores_too() {
    fault!(
        Blind:
        fn key(position: &Position) -> u64 {
            hash(&boards(position))
        }
        fn are_equal(first: &Position, second: &Position) -> bool {
            boards(first) == boards(second)
        }
    );
    is_reported::<Blind>("two positions share the key");
}

#[test]
fn a_key_that_ignores_one_square() {
    fault!(NoCorner: fn key(position: &Position) -> u64 {
        let text = position.to_string();
        hash(text.trim_start_matches(|letter: char| letter != '/')) ^ u64::from(text.starts_with('l'))
    });
    is_reported::<NoCorner>("two positions share the key");
}

#[test]
fn an_evaluation_that_does_not_sum_up_to_zero() {
    fault!(Optimist: fn evaluate(position: &Position, seat: Seat) -> i32 {
        position.evaluate(seat) + 1
    });
    is_reported::<Optimist>("do not sum up to 0");
}

#[test]
fn two_evaluations_that_differ() {
    fault!(Doubled: fn evaluations(position: &Position) -> BySeat<i32> {
        BySeat::from_fn(|seat| if seat.index() < 2 { 2 * position.evaluate(seat) } else { 0 })
    });
    is_reported::<Doubled>("the evaluations of");
}

#[test]
fn drops_of_different_pieces_with_one_action_code() {
    fault!(SameDrops: fn action_code(action: Action) -> u32 {
        match action {
            Action::Move { .. } => Position::action_code(action),
            Action::Drop { to, .. } => 4096 + to.index() as u32,
        }
    });
    is_reported::<SameDrops>("share the action code");
}

#[test]
fn a_tactical_action_that_is_not_listed() {
    fault!(Forgetful: fn tactical_actions(position: &Position) -> Vec<Action> {
        let mut listed = Sound::tactical_actions(position);
        listed.pop();
        listed
    });
    is_reported::<Forgetful>("tactical_actions and is_tactical disagree");
}

#[test]
fn a_quiet_action_among_the_tactical_ones() {
    fault!(Eager: fn tactical_actions(position: &Position) -> Vec<Action> {
        position.list()
    });
    is_reported::<Eager>("tactical_actions and is_tactical disagree");
}

#[test]
fn a_tactical_action_that_is_listed_twice() {
    fault!(Twice: fn tactical_actions(position: &Position) -> Vec<Action> {
        [Sound::tactical_actions(position), Sound::tactical_actions(position)].concat()
    });
    is_reported::<Twice>("listed twice");
}

#[test]
fn a_threat_of_the_mover_that_no_action_carries_out() {
    fault!(Boastful: fn threatens_win(position: &Position, seat: Seat) -> bool {
        position.actor().seat() == Some(seat)
    });
    is_reported::<Boastful>("as threatens_win says");
}

#[test]
fn a_threat_of_the_other_seat_that_no_action_carries_out() {
    fault!(Afraid: fn threatens_win(position: &Position, seat: Seat) -> bool {
        position.actor().seat() != Some(seat)
    });
    is_reported::<Afraid>("as threatens_win says");
}

#[test]
fn a_feature_beyond_the_inputs() {
    fault!(Beyond: fn features(_: &Position, _: Seat, features: &mut Features) {
        features.push(60_000);
    });
    is_reported::<Beyond>("is not among the");
}

#[test]
fn a_feature_that_is_listed_twice() {
    fault!(Again: fn features(position: &Position, seat: Seat, features: &mut Features) {
        position.features(seat, features);
        position.features(seat, features);
    });
    is_reported::<Again>("is listed twice");
}

#[test]
fn a_bucket_without_an_output() {
    fault!(NoOutput: fn net_bucket(_: &Position) -> usize {
        99
    });
    is_reported::<NoOutput>("there is no output 99");
}
