//! Each kind of finding, from forged contents.

use super::*;

const CUT: Nanos = 100;

/// A game with chance and one without, as the catalog has them.
fn game_with(chance: bool) -> (String, Vec<String>) {
    let mut dice = fastrand::Rng::with_seed(7);
    for game in menagerie_catalog::games() {
        let id = game.info().id.to_owned();
        let mut playing = menagerie_record::begin(&id, None).unwrap();
        let (mut events, mut drawn, mut before) = (Vec::new(), false, Actor::Chance);
        while events.len() < 300 && playing.end().is_none() && !(drawn && chance) {
            let actor = playing.position().actor();
            // A draw at the start of a match follows no action.
            drawn |= actor == Actor::Chance && before != Actor::Chance;
            before = actor;
            let actions = playing.position().actions();
            let action = actions[dice.usize(..actions.len())].clone();
            playing.try_event(&action).unwrap();
            events.push(action);
        }
        if drawn == chance {
            events.truncate(if chance { events.len() } else { 8 });
            return (id, events);
        }
    }
    panic!("the catalog has no such game");
}

fn table(chance: bool) -> TableContents {
    let (game, events) = game_with(chance);
    let start = menagerie_record::begin(&game, None).unwrap().position().text();
    TableContents {
        game,
        start,
        seats: vec![("red".to_owned(), Some(TokenHash::of("token")))],
        is_over: false,
        events: (0..).zip(events).map(|(at, text)| (text, "red".to_owned(), at)).collect(),
        is_numbered: true,
        chat: BTreeSet::from(["hello".to_owned()]),
    }
}

fn contents(table: TableContents) -> Contents {
    let one = |text: &str| BTreeSet::from([text.to_owned()]);
    Contents {
        tables: BTreeMap::from([("t".to_owned(), table)]),
        accounts: one("ann"),
        stars: BTreeMap::from([(("ann".to_owned(), "g".to_owned(), "l".to_owned()), 2)]),
        sessions: one("session"),
        api_tokens: one("program"),
        damage: Vec::new(),
    }
}

/// One fact of every kind, all of them true.
fn facts(table: &TableContents) -> Vec<Fact> {
    let (id, last) = ("t".to_owned(), table.events.len());
    let text = table.events[last - 1].0.clone();
    let (name, game, level) = ("ann".to_owned(), "g".to_owned(), "l".to_owned());
    vec![
        Fact::Seat { table: id.clone(), seat: "red".to_owned(), token: "token".to_owned() },
        Fact::Event { table: id.clone(), number: last, text },
        Fact::Length { table: id.clone(), events: last },
        Fact::Chat { table: id, text: "hello".to_owned() },
        Fact::Account { name: name.clone() },
        Fact::Session { token: "session".to_owned() },
        Fact::NoSession { token: "other".to_owned() },
        Fact::ApiToken { token: "program".to_owned() },
        Fact::NoApiToken { token: "other".to_owned() },
        Fact::Stars { name, game, level, stars: 2 },
    ]
}

fn findings(found: &Contents, facts: &[Fact], truth: &Contents) -> Vec<Finding> {
    let promise = |fact: &Fact| Promise { fact: fact.clone(), from: CUT - 1, until: None };
    let promises: Vec<_> = facts.iter().map(promise).collect();
    check(found, &promises, &Truth::new(truth.clone()).unwrap(), CUT).0
}

#[test]
fn everything_acknowledged_must_be_there() {
    let truth = contents(table(false));
    let facts = facts(&truth.tables["t"]);
    assert_eq!(findings(&truth, &facts, &truth), []);
    let gone = Contents {
        sessions: BTreeSet::from(["other".to_owned()]),
        api_tokens: BTreeSet::from(["other".to_owned()]),
        ..Contents::default()
    };
    let lost: Vec<_> = facts.iter().map(|fact| Finding::Lost(fact.clone())).collect();
    assert_eq!(findings(&gone, &facts, &truth), lost);
}

#[test]
fn what_was_not_acknowledged_before_the_cut_may_be_missing() {
    let truth = contents(table(false));
    let promise = |fact| Promise { fact, from: CUT, until: None };
    let promises: Vec<_> = facts(&truth.tables["t"]).into_iter().map(promise).collect();
    let (found, checked) = check(&Contents::default(), &promises, &Truth::new(truth).unwrap(), CUT);
    assert!(found.is_empty() && checked.is_empty());
}

#[test]
fn a_table_is_an_earlier_state_of_the_true_one_and_nothing_else() {
    let truth = contents(table(false));
    let fault = |change: fn(&mut TableContents)| {
        let mut found = truth.clone();
        change(found.tables.get_mut("t").unwrap());
        match findings(&found, &[], &truth).pop() {
            Some(Finding::Table { what, .. }) => what,
            None => "nothing",
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(fault(|table| table.events.truncate(3)), "nothing");
    assert_eq!(fault(|table| table.events.swap(0, 1)), "its log is not the beginning of the true log");
    assert_eq!(fault(|table| table.is_numbered = false), "its log has a gap");
    assert_eq!(fault(|table| table.is_over = true), "its result and its log contradict each other");
    assert_eq!(fault(|table| _ = table.chat.insert("?".to_owned())), "its chat has a message that nobody wrote");
    assert_eq!(fault(|table| table.game.push('x')), "it has another game");
}

#[test]
fn an_append_is_there_as_a_whole_or_not_at_all() {
    let truth = contents(table(true));
    let mut found = truth.clone();
    // The last event is a draw of chance.
    found.tables.get_mut("t").unwrap().events.pop();
    let what = "its log ends with a part of an append";
    assert_eq!(findings(&found, &[], &truth), [Finding::Table { table: "t".to_owned(), what }]);
}

#[test]
fn damage_and_unknown_tables_are_found() {
    let truth = contents(table(false));
    let damaged = Contents { damage: vec!["row 1 missing from index".to_owned()], ..truth.clone() };
    assert_eq!(findings(&damaged, &[], &truth), [Finding::Damaged("row 1 missing from index".to_owned())]);
    let what = "it never existed";
    assert_eq!(findings(&truth, &[], &Contents::default()), [Finding::Table { table: "t".to_owned(), what }]);
}

#[test]
fn a_log_that_cannot_be_replayed_is_no_truth() {
    let mut truth = contents(table(false));
    truth.tables.get_mut("t").unwrap().events[0].0 = "nonsense".to_owned();
    assert!(matches!(Truth::new(truth), Err(RunError::Replay { .. })));
}
