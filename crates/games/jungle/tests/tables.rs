//! The endgame tables against the rules: every value follows from the values after each action, agrees with plain
//! search, and can be played out.

use menagerie_game::{Options, Progress, Rules, RulesExt, Silent, TableValue};
use menagerie_jungle::{Action, Position, Side};
use menagerie_testkit as testkit;

#[path = "common/random_position.rs"]
mod random;

use random::placing::place;
use random::random_position;

/// The match's limit of actions without a capture (jungle/match/2).
const LIMIT: u32 = 100;

fn after(position: &Position, action: Action) -> (Position, Progress) {
    let mut next = *position;
    let progress = next.apply(action, &mut Silent);
    (next, progress)
}

fn value(position: &Position) -> TableValue {
    position.table_value().unwrap_or_else(|| panic!("no table has {position}"))
}

#[test]
fn every_value_follows_from_the_values_after_each_action() {
    let mut dice = testkit::dice(1);
    for pieces in [2, 3] {
        for _ in 0..20_000 {
            let position = random_position(&mut dice, pieces);
            let by_actions = testkit::table_value_by_actions(&position, LIMIT, value);
            assert_eq!(value(&position), by_actions, "{position}");
        }
    }
}

/// With one token each the first capture ends the game, so the distance is the length of the game.
#[test]
fn plain_search_finds_the_same_wins_with_two_tokens() {
    const DEPTH: u32 = 8;
    let mut dice = testkit::dice(2);
    for _ in 0..400 {
        let position = random_position(&mut dice, 2);
        let (mover, foe) = (position.mover().seat(), position.mover().other().seat());
        let by_search = |seat| (0..=DEPTH).find(|&plies| testkit::wins_within(&position, seat, plies));
        let (win, loss) = match value(&position) {
            TableValue::Wins { plies } if plies <= DEPTH => (Some(plies), None),
            TableValue::Loses { plies } if plies <= DEPTH => (None, Some(plies)),
            _ => (None, None),
        };
        assert_eq!((by_search(mover), by_search(foe)), (win, loss), "{position}");
    }
}

/// With three tokens a search to the end of the game needs at least the distance of the table.
#[test]
fn plain_search_finds_the_same_wins_with_three_tokens() {
    const DEPTH: u32 = 5;
    let mut dice = testkit::dice(3);
    let mut decided = 0;
    for _ in 0..400 {
        let position = random_position(&mut dice, 3);
        let (mover, foe) = (position.mover().seat(), position.mover().other().seat());
        let by_search = |seat| (0..=DEPTH).find(|&plies| testkit::wins_within(&position, seat, plies));
        let found = value(&position);
        if let Some(length) = by_search(mover) {
            decided += 1;
            assert!(matches!(found, TableValue::Wins { plies } if plies <= length), "{position}: {found:?}");
        }
        if let Some(length) = by_search(foe) {
            decided += 1;
            assert!(matches!(found, TableValue::Loses { plies } if plies <= length), "{position}: {found:?}");
        }
    }
    assert!(decided > 100, "search decided only {decided} positions");
}

/// In both directions: the search finds each win of the table in as many actions, and the table each of the search.
#[test]
fn plain_search_to_the_next_capture_finds_the_same_distances_with_three_tokens() {
    const DEPTH: u32 = 5;
    let mut dice = testkit::dice(6);
    let mut decided = [0; 2];
    for _ in 0..1_000 {
        let position = random_position(&mut dice, 3);
        let found = testkit::table_value_within(value(&position), DEPTH);
        assert_eq!(testkit::table_value_by_search(&position, DEPTH, value), found, "{position}");
        decided[0] += u32::from(matches!(found, Some(TableValue::Wins { .. })));
        decided[1] += u32::from(matches!(found, Some(TableValue::Loses { .. })));
    }
    assert!(decided.iter().all(|&count| count > 100), "wins and losses: {decided:?}");
}

/// The action with the best distance for the mover.
fn best_action(position: &Position) -> Action {
    let rank = |&action: &Action| {
        let (next, progress) = after(position, action);
        let ends = next.outcome().is_some() || progress == Progress::Yes;
        let distance = |plies: u32| if ends { 0 } else { plies as i32 };
        match next.outcome().map_or_else(|| value(&next), |_| TableValue::Loses { plies: 0 }) {
            TableValue::Loses { plies } => 1000 - distance(plies),
            TableValue::Draw => 0,
            TableValue::Wins { plies } => -1000 + distance(plies),
        }
    };
    position.list().into_iter().max_by_key(rank).expect("the game goes on")
}

/// jungle/match/1, jungle/match/2: the winner never needs the limit, and the distance falls with every quiet action.
#[test]
fn a_won_position_is_won_by_the_best_distance() {
    let mut dice = testkit::dice(4);
    let mut played = 0;
    while played < 300 {
        let mut position = random_position(&mut dice, 3);
        let TableValue::Wins { plies } = value(&position) else { continue };
        let (winner, mut distance) = (position.mover(), plies);
        played += 1;
        let mut quiet = 0;
        while position.outcome().is_none() {
            let (next, progress) = after(&position, best_action(&position));
            quiet = if progress == Progress::Yes { 0 } else { quiet + 1 };
            assert!(quiet < LIMIT || next.outcome().is_some(), "{position}");
            if let (TableValue::Wins { plies } | TableValue::Loses { plies }, None) =
                (value_or_end(&next), next.outcome())
            {
                assert!(progress == Progress::Yes || plies < distance, "{position}: {distance}, then {plies}");
                distance = plies;
            }
            position = next;
        }
        assert_eq!(position.outcome().and_then(|outcome| outcome.winner()), Some(winner.seat()), "{position}");
    }
}

fn value_or_end(position: &Position) -> TableValue {
    position.table_value().unwrap_or(TableValue::Loses { plies: 0 })
}

/// The board is the same in the mirror, and turned by 180 degrees with the colours exchanged.
#[test]
fn mirrored_and_turned_positions_have_equal_values() {
    let mut dice = testkit::dice(5);
    for _ in 0..2_000 {
        let position = random_position(&mut dice, 3);
        let text = position.to_string();
        let (board, rest) = text.split_once(' ').expect("two fields");
        let mirror: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let mirror: Position = format!("{} {rest}", mirror.join("/")).parse().expect("a position");
        assert_eq!(value(&mirror), value(&position), "{position}");
        let turned: String = board.chars().rev().map(other_case).collect();
        let mover = if position.mover() == Side::Red { "b" } else { "r" };
        let turned: Position = format!("{turned} {mover}{}", &rest[1..]).parse().expect("a position");
        assert_eq!(value(&turned), value(&position), "{position}");
    }
}

fn other_case(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// jungle/end/1, jungle/end/2: a finished game has no value, nor has a position with many tokens.
#[test]
fn only_positions_of_a_table_have_a_value() {
    assert_eq!(Position::start(Options::NONE).table_value(), None);
    for tokens in ["Ed9 la9", "Ea1", "Ea1 La2"] {
        let position: Position = place(tokens, "r").parse().expect("a position");
        assert_eq!(position.table_value(), None, "{tokens}");
    }
    // jungle/end/3: without an action the game is lost at once.
    let stuck: Position = place("Ra1 ca2 db1", "r").parse().expect("a position");
    assert_eq!(value(&stuck), TableValue::Loses { plies: 0 });
}
