//! The strength levels: which evaluation they use, and how they are held back.

use std::sync::atomic::AtomicBool;

use menagerie_catalog::{Visitor, games, visit};
use menagerie_game::Rules;
use menagerie_search::{Evaluation, Level, Limits, Request, SearchResult, Settings, Thinker, bench_position};

/// The values that a level finds for some positions, with this evaluation.
fn values<R: Rules>(level: u8, evaluation: &Evaluation) -> Vec<String> {
    let answer = |index| -> SearchResult<R::Action> {
        let mut thinker = Thinker::<R>::new(Settings { evaluation: evaluation.clone(), ..Settings::default() });
        let request =
            Request { level: Level::new(level), ..Request::at(&bench_position::<R>(index)).within(Limits::nodes(300)) };
        thinker.think(&request, &AtomicBool::new(false), &mut |_| {}).unwrap()
    };
    (0..4).map(answer).map(|answer| format!("{} {:?}", answer.action, answer.value)).collect()
}

/// Asserts which evaluation each level uses.
struct ByLevel;

impl Visitor for ByLevel {
    type Out = ();

    fn visit<R: Rules>(self) {
        let Some(net) = R::net() else { return };
        let (learned, classical) = (Evaluation::Net(net), Evaluation::Classical);
        for level in [2, 4, 7] {
            let by_default = values::<R>(level, &Evaluation::Embedded);
            let [learned, classical] = [&learned, &classical].map(|evaluation| values::<R>(level, evaluation));
            let expected = if level < R::NET_FROM_LEVEL { &classical } else { &learned };
            assert_eq!(&by_default, expected, "{}, level {level}", R::INFO.id);
            assert_ne!(learned, classical, "{}, level {level}: an evaluation that was chosen is used", R::INFO.id);
        }
    }
}

#[test]
fn a_level_uses_the_evaluation_that_was_chosen_or_else_the_one_of_its_game() {
    for game in games() {
        visit(game.info().id, ByLevel).unwrap();
    }
}

/// With the net, weak levels of jungle shuffle until the match is drawn.
#[test]
fn weak_levels_of_jungle_use_the_classical_evaluation() {
    struct Agrees;
    impl Visitor for Agrees {
        type Out = bool;

        fn visit<R: Rules>(self) -> bool {
            values::<R>(3, &Evaluation::Embedded) == values::<R>(3, &Evaluation::Classical)
        }
    }
    assert_eq!(visit("jungle", Agrees), Some(true));
}
