//! Matches between small players.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use menagerie_catalog::games;
use menagerie_engine::arena::{Bounds, Contest, GameRecord, Plan, Spec, Standing, Verdict, Versus};
use menagerie_record::verify;

fn plan(game: &str, players: &[&str]) -> Plan {
    let players = players.iter().map(|text| text.parse::<Spec>().unwrap()).collect();
    Plan { games: 4, ..Plan::new(game.parse().unwrap(), players) }
}

fn play(plan: &Plan) -> (Vec<GameRecord>, Standing) {
    let mut records = Vec::new();
    let standing = Contest::new(plan).unwrap().run(&mut |record, _| records.push(record.clone())).unwrap();
    records.sort_by_key(|record| record.number);
    (records, standing)
}

/// Everything but the time it took.
fn texts(records: &[GameRecord]) -> Vec<String> {
    records.iter().map(ToString::to_string).collect()
}

#[test]
fn every_game_is_played_to_an_end_that_its_events_lead_to() {
    for game in games().iter().map(|game| game.info().id) {
        let (records, standing) = play(&Plan { games: 2, ..plan(game, &["nodes:4", "nodes:2"]) });
        assert_eq!(standing.games(), records.len());
        for record in &records {
            assert!((record.scores.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{record}");
            assert!(record.faults.is_empty(), "{record}");
            let verified = verify(&record.record).unwrap_or_else(|error| panic!("{error}: {record}"));
            assert_eq!(verified.actions, record.record.events.len());
        }
    }
}

#[test]
fn every_opening_is_played_with_every_seating() {
    let (records, _) = play(&plan("shogi5", &["nodes:4", "nodes:2"]));
    let mut openings: BTreeMap<usize, Vec<&GameRecord>> = BTreeMap::new();
    for record in &records {
        openings.entry(record.opening).or_default().push(record);
    }
    let first = |record: &GameRecord| record.record.events[..4].to_vec();
    for games in openings.values() {
        assert_eq!(games.iter().map(|record| record.players.clone()).collect::<Vec<_>>(), [[0, 1], [1, 0]]);
        assert_eq!(first(games[0]), first(games[1]));
    }
    assert_ne!(first(openings[&0][0]), first(openings[&1][0]));
}

#[test]
fn the_same_seed_plays_the_same_games_however_many_at_a_time() {
    let one = plan("shogi5", &["nodes:6", "level:1"]);
    let together = Plan { concurrency: 3, ..one.clone() };
    let other = Plan { seed: 2, ..one.clone() };
    assert_eq!(texts(&play(&one).0), texts(&play(&together).0));
    assert_ne!(texts(&play(&one).0), texts(&play(&other).0));
}

#[test]
fn the_number_of_games_is_rounded_up_to_whole_openings() {
    let odd = Plan { games: 3, ..plan("shogi5", &["nodes:2", "nodes:2"]) };
    assert_eq!(Contest::new(&odd).unwrap().games(), 4);
}

#[test]
fn a_much_stronger_player_is_found_out_before_the_last_game() {
    let bounds = Bounds { elo0: 0.0, elo1: 200.0 };
    let unequal = Plan { games: 1000, sprt: Some(bounds), concurrency: 2, ..plan("shogi5", &["nodes:800", "nodes:1"]) };
    let (records, standing) = play(&unequal);
    assert_eq!(standing.sprt().unwrap().verdict, Verdict::Confirmed, "{standing}");
    assert!(records.len() < 500, "{standing}");
    assert!(standing.elo().unwrap().low > 0.0);
}

#[test]
fn a_sequential_test_needs_two_players_with_even_seats() {
    let Some(four) = games().iter().find(|game| game.info().seats.len() == 4) else { return };
    let id = four.info().id;
    let tested = |plan: Plan| Plan { sprt: Some(Bounds { elo0: 0.0, elo1: 10.0 }), ..plan };
    assert!(Contest::new(&tested(plan(id, &["nodes:1", "nodes:1"]))).is_ok());
    let one = tested(Plan { versus: Versus::One, ..plan(id, &["nodes:1", "nodes:1"]) });
    for uneven in [one, tested(plan(id, &["nodes:1"; 4]))] {
        let error = Contest::new(&uneven).err().unwrap();
        assert!(error.to_string().contains("two players with as many seats each"), "{error}");
    }
}

#[test]
fn no_opening_ends_the_match() {
    let long = Plan { opening: 40, games: 8, ..plan("shogi5", &["nodes:2", "nodes:2"]) };
    for record in play(&long).0 {
        assert!(record.record.events.len() > 40, "{record}");
    }
    let endless = Plan { opening: 1000, ..long };
    let error = Contest::new(&endless).unwrap().run(&mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("begin with fewer"), "{error}");
}

#[test]
fn a_match_that_is_broken_off_stands_as_it_stood() {
    let (halt, long) = (AtomicBool::new(false), Plan { games: 1000, ..plan("shogi5", &["nodes:2", "nodes:2"]) });
    let standing = Contest::new(&long).unwrap().run_until(&halt, &mut |_, standing| {
        halt.store(standing.games() >= 3, Ordering::Relaxed);
    });
    assert_eq!(standing.unwrap().games(), 3);
}

#[test]
fn players_are_refused_where_their_number_does_not_suit() {
    for players in [&["nodes:1"][..], &["nodes:1", "nodes:1", "nodes:1"]] {
        let error = Contest::new(&plan("shogi5", players)).err().unwrap();
        assert!(error.to_string().contains("name 2 players"), "{error}");
    }
}

#[test]
fn four_seats_are_shared_by_two_in_six_ways_or_one_against_three() {
    let Some(four) = games().iter().find(|game| game.info().seats.len() == 4) else { return };
    let halves = plan(four.info().id, &["nodes:2", "nodes:2"]);
    assert_eq!(Contest::new(&halves).unwrap().games(), 6);
    let one = Plan { versus: Versus::One, ..halves };
    assert_eq!(Contest::new(&one).unwrap().games(), 4);
    let (_, standing) = play(&one);
    assert_eq!(standing.elo(), None, "one seat against three is no even match");
    assert!((standing.shares().iter().map(|share| share.points).sum::<f64>() - 4.0).abs() < 1e-9);
}

#[test]
fn a_program_that_is_not_there_is_no_match() {
    let players = ["nodes:1", "cmd:there-is-no-such-program"];
    let error = Contest::new(&plan("shogi5", &players)).unwrap().run(&mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("'there-is-no-such-program' cannot be started"), "{error}");
}
