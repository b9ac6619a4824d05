//! What the learned evaluation asks of a game: its features, and a net that fits them.

use std::collections::HashSet;

use menagerie_game::net::Features;
use menagerie_game::{BySeat, Rules};

/// The most active features of one seat: a longer list costs more than the rest of the evaluation, and beyond 255 it is cut.
const MOST: usize = 200;

/// Checks the features of a position that is not over.
pub(crate) fn check_features<R: Rules>(position: &R) {
    let Some(inputs) = R::NET_INPUTS else { return };
    let mut at_once = BySeat::from_fn(|_| Features::new());
    let evaluations = position.features_by_seat(&mut at_once);
    assert_eq!(evaluations, position.evaluations(), "features_by_seat evaluates otherwise in {position}");
    for seat in position.living().iter() {
        let mut features = Features::new();
        position.features(seat, &mut features);
        let list = features.as_slice();
        let beyond = list.iter().find(|&&feature| feature >= inputs.features);
        assert_eq!(beyond, None, "a feature of {seat:?} is not among the {} in {position}", inputs.features);
        assert!(list.len() <= MOST, "{} features of {seat:?} are active in {position}", list.len());
        let distinct: HashSet<_> = list.iter().collect();
        assert_eq!(distinct.len(), list.len(), "a feature of {seat:?} is listed twice in {position}");
        assert_eq!(at_once[seat].as_slice(), list, "features_by_seat differs for {seat:?} in {position}");
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
