//! What the learned evaluation asks of a game: its features, and a net that fits them.

use std::collections::HashSet;

use menagerie_game::Rules;
use menagerie_game::net::{Features, Layout};

/// The most active features of one seat: a longer list costs more than the rest of the evaluation, and beyond 255 it is cut.
const MOST: usize = 200;

/// Checks the features of a position that is not over.
pub(crate) fn check_features<R: Rules>(position: &R) {
    let Some(inputs) = R::NET_INPUTS else { return };
    let on_turn = position.turn_seat();
    for seat in position.living().iter().filter(|&seat| seat == on_turn || inputs.layout == Layout::Pair) {
        let mut features = Features::new();
        position.features(seat, &mut features);
        let list = features.as_slice();
        let beyond = list.iter().find(|&&feature| feature >= inputs.features);
        assert_eq!(beyond, None, "a feature of {seat:?} is not among the {} in {position}", inputs.features);
        assert!(list.len() <= MOST, "{} features of {seat:?} are active in {position}", list.len());
        let distinct: HashSet<_> = list.iter().collect();
        assert_eq!(distinct.len(), list.len(), "a feature of {seat:?} is listed twice in {position}");
    }
    let bucket = position.net_bucket();
    assert!(bucket < usize::from(inputs.buckets), "there is no output {bucket} for {position}");
}

/// The net that is part of the program fits the game. Reading it panics if it does not.
pub(crate) fn check_net<R: Rules>() {
    if let Some(net) = R::net() {
        assert_eq!(Some(net.header().inputs), R::NET_INPUTS, "the net of {} has other inputs", R::INFO.id);
    }
}
