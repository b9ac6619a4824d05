//! The search counts repetitions and limits as the match does.

use menagerie_catalog::{Visitor, games, visit};
use menagerie_game::{Actor, Dice, Options, Rules, RulesExt, Seat, Silent, draw};
use menagerie_match::{Departure, Event, Match};
use menagerie_search::{History, Random};

/// A random action of the actor; chance acts by its weights.
fn any_action<R: Rules>(position: &R, random: &mut Random) -> Option<R::Action> {
    if position.actor() == Actor::Chance {
        return draw(position, random);
    }
    let actions = position.list();
    actions.get(random.roll(actions.len() as u32) as usize).copied()
}

/// Plays a random game beside the match, and compares after every action.
fn keeps_pace<R: Rules>(seed: u64) {
    let mut random = Random::new(seed);
    let mut game = Match::new(R::start(Options::NONE));
    let mut history = History::at(game.position());
    for number in 0..300 {
        let Some(action) = any_action(game.position(), &mut random) else { return };
        let mut next = game.position().clone();
        let by_seat = next.actor().seat().is_some();
        let progress = next.apply(action, &mut Silent);
        history.record(by_seat, &next, progress);
        game.try_event(Event::Act(action)).unwrap();
        if game.end().is_some() {
            return;
        }
        assert_eq!(history, History::of(&game), "{}, seed {seed}, action {number}: {action}", R::INFO.id);
    }
}

#[test]
fn a_history_keeps_pace_with_the_match_in_every_game() {
    struct KeepsPace;

    impl Visitor for KeepsPace {
        type Out = ();

        fn visit<R: Rules>(self) {
            (0..4).for_each(keeps_pace::<R>);
        }
    }

    for game in games() {
        visit(game.info().id, KeepsPace).unwrap();
    }
}

#[test]
fn what_chance_does_is_no_action_and_before_the_first_turn_no_turn() {
    let mut game = Match::new(menagerie_heaven_hell::Position::start(Options::NONE));
    let mut random = Random::new(1);
    while game.position().actor() == Actor::Chance {
        let action = draw(game.position(), &mut random).unwrap();
        game.try_event(Event::Act(action)).unwrap();
    }
    assert!(!game.log().is_empty(), "the shop is unlocked by chance");
    assert_eq!(History::of(&game).counters.played, 0);
}

#[test]
fn what_was_taken_back_is_no_history() {
    use menagerie_shogi5::Position;
    let start = Position::start(Options::NONE).to_string();
    let texts = |events: &[&str]| events.iter().map(ToString::to_string).collect::<Vec<_>>();
    let back = ["a5a4", "a2a3", "!offer-takeback:black:1", "!agree-takeback:white", "b5c4"];
    let straight = History::read::<Position>(&start, &texts(&["b5c4"]));
    assert!(straight.is_some());
    assert_eq!(History::read::<Position>(&start, &texts(&back)), straight);
    assert_eq!(History::read::<Position>(&start, &texts(&["a5a1"])), None, "no match");
}

#[test]
fn who_left_has_left_the_history_in_order() {
    let mut game = Match::new(menagerie_djambi::Position::start(Options::NONE));
    game.try_event(Event::Depart(Seat(1), Departure::Resigned)).unwrap();
    let history = History::of(&game);
    assert_eq!(history.turn_starts.last(), Some(&game.position().key()));
    assert_eq!((history.counters.played, history.counters.without_progress), (0, 0));
}
