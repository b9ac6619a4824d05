//! Engine matches between weak players.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use menagerie_catalog::games;
use menagerie_engine::arena::{
    EngineMatch, GameRecord, MatchConfig, MatchQueue, MatchScore, PlayerSpec, SeatSharing, SprtBounds, ThinkingTime,
    Verdict,
};
use menagerie_record::verify;

fn config(game: &str, players: &[&str]) -> MatchConfig {
    let players = players.iter().map(|text| text.parse::<PlayerSpec>().unwrap()).collect();
    MatchConfig { games: 4, opening: 4, ..MatchConfig::new(game.parse().unwrap(), players) }
}

fn play(config: &MatchConfig) -> (Vec<GameRecord>, MatchScore) {
    let mut records = Vec::new();
    let score = EngineMatch::new(config).unwrap().run(&mut |record, _| records.push(record.clone())).unwrap();
    records.sort_by_key(|record| record.result.number);
    (records, score)
}

/// The records without their times.
fn texts(records: &[GameRecord]) -> Vec<String> {
    records.iter().map(ToString::to_string).collect()
}

#[test]
fn every_game_is_played_to_an_end_that_its_events_lead_to() {
    for game in games().iter().map(|game| game.info().id) {
        let (records, score) = play(&MatchConfig { games: 2, ..config(game, &["nodes:4", "nodes:2"]) });
        assert_eq!(score.games(), records.len());
        for record in &records {
            assert!((record.result.scores.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{record}");
            assert!(record.result.faults.is_empty(), "{record}");
            let verified = verify(&record.record).unwrap_or_else(|error| panic!("{error}: {record}"));
            assert_eq!(verified.actions, record.record.events.len());
        }
    }
}

#[test]
fn every_opening_is_played_with_every_seating() {
    let (records, _) = play(&config("shogi5", &["nodes:4", "nodes:2"]));
    let mut openings: BTreeMap<usize, Vec<&GameRecord>> = BTreeMap::new();
    for record in &records {
        openings.entry(record.result.opening).or_default().push(record);
    }
    let first = |record: &GameRecord| record.record.events[..4].to_vec();
    for games in openings.values() {
        assert_eq!(games.iter().map(|record| record.result.players.clone()).collect::<Vec<_>>(), [[0, 1], [1, 0]]);
        assert_eq!(first(games[0]), first(games[1]));
    }
    assert_ne!(first(openings[&0][0]), first(openings[&1][0]));
}

#[test]
fn the_same_seed_plays_the_same_games_however_many_at_a_time() {
    let one = config("shogi5", &["nodes:6", "level:1"]);
    let together = MatchConfig { concurrency: 3, ..one.clone() };
    let other = MatchConfig { seed: 2, ..one.clone() };
    assert_eq!(texts(&play(&one).0), texts(&play(&together).0));
    assert_ne!(texts(&play(&one).0), texts(&play(&other).0));
}

#[test]
fn the_number_of_games_is_rounded_up_to_whole_openings() {
    let odd = MatchConfig { games: 3, ..config("shogi5", &["nodes:2", "nodes:2"]) };
    assert_eq!(EngineMatch::new(&odd).unwrap().games(), 4);
}

#[test]
fn a_much_stronger_player_is_found_out_before_the_last_game() {
    let bounds = SprtBounds { elo0: 0.0, elo1: 200.0 };
    let unequal =
        MatchConfig { games: 1000, sprt: Some(bounds), concurrency: 2, ..config("shogi5", &["nodes:800", "nodes:1"]) };
    let (records, score) = play(&unequal);
    assert_eq!(score.sprt().unwrap().verdict, Verdict::Confirmed, "{score}");
    assert!(records.len() < 500, "{score}");
    assert!(score.elo().unwrap().low > 0.0);
}

#[test]
fn a_sequential_test_needs_two_players_with_even_seats() {
    let Some(four) = games().iter().find(|game| game.info().seats.len() == 4) else { return };
    let id = four.info().id;
    let tested = |config: MatchConfig| MatchConfig { sprt: Some(SprtBounds { elo0: 0.0, elo1: 10.0 }), ..config };
    assert!(EngineMatch::new(&tested(config(id, &["nodes:1", "nodes:1"]))).is_ok());
    let one = tested(MatchConfig { versus: SeatSharing::One, ..config(id, &["nodes:1", "nodes:1"]) });
    for uneven in [one, tested(config(id, &["nodes:1"; 4]))] {
        let error = EngineMatch::new(&uneven).err().unwrap();
        assert!(error.to_string().contains("two players with as many seats each"), "{error}");
    }
}

#[test]
fn no_opening_ends_the_match() {
    let long = MatchConfig { opening: 40, games: 8, ..config("shogi5", &["nodes:2", "nodes:2"]) };
    for record in play(&long).0 {
        assert!(record.record.events.len() > 40, "{record}");
    }
    let endless = MatchConfig { opening: 1000, ..long };
    let error = EngineMatch::new(&endless).unwrap().run(&mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("begin with fewer"), "{error}");
}

#[test]
fn a_match_that_is_broken_off_stands_as_it_stood() {
    let (halt, long) =
        (AtomicBool::new(false), MatchConfig { games: 1000, ..config("shogi5", &["nodes:2", "nodes:2"]) });
    let (score, done) = EngineMatch::new(&long).unwrap().run_until(&halt, &mut |_, score| {
        halt.store(score.games() >= 3, Ordering::Relaxed);
    });
    assert_eq!((score.games(), done), (3, Ok(())));
}

#[test]
fn players_are_refused_where_their_number_does_not_suit() {
    for players in [&["nodes:1"][..], &["nodes:1", "nodes:1", "nodes:1"]] {
        let error = EngineMatch::new(&config("shogi5", players)).err().unwrap();
        assert!(error.to_string().contains("name 2 players"), "{error}");
    }
}

#[test]
fn four_seats_are_shared_by_two_in_six_ways_or_one_against_three() {
    let Some(four) = games().iter().find(|game| game.info().seats.len() == 4) else { return };
    let halves = config(four.info().id, &["nodes:2", "nodes:2"]);
    assert_eq!(EngineMatch::new(&halves).unwrap().games(), 6);
    let one = MatchConfig { versus: SeatSharing::One, ..halves };
    assert_eq!(EngineMatch::new(&one).unwrap().games(), 4);
    let (_, score) = play(&one);
    assert_eq!(score.elo(), None, "one seat against three is no even match");
    assert!((score.player_scores().iter().map(|player_score| player_score.points).sum::<f64>() - 4.0).abs() < 1e-9);
}

#[test]
fn a_program_that_is_not_there_is_no_match() {
    let players = ["nodes:1", "cmd:there-is-no-such-program"];
    let error = EngineMatch::new(&config("shogi5", &players)).unwrap().run(&mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("'there-is-no-such-program' cannot be started"), "{error}");
}

/// Two matches in different games.
fn two_games() -> [MatchConfig; 2] {
    [config("shogi5", &["nodes:6", "nodes:2"]), config("jungle", &["nodes:4", "nodes:2"])]
}

#[test]
fn matches_in_a_queue_have_the_scores_of_single_matches() {
    let configs = two_games();
    let matches = configs.each_ref().map(|config| EngineMatch::new(config).unwrap());
    let mut queue = MatchQueue::new(&matches);
    assert_eq!(queue.games_left(), 8);
    let mut records = [Vec::new(), Vec::new()];
    let watch = &mut |index: usize, record: &GameRecord, _: &[MatchScore]| records[index].push(record.clone());
    queue.run_until(3, None, &AtomicBool::new(false), watch).unwrap();
    assert_eq!(queue.games_left(), 0);
    for ((config, mut records), score) in configs.iter().zip(records).zip(queue.scores()) {
        records.sort_by_key(|record| record.result.number);
        let (alone, expected) = play(config);
        assert_eq!(texts(&records), texts(&alone));
        assert_eq!(score.mean(0), expected.mean(0));
    }
}

#[test]
fn a_queue_does_not_play_games_that_it_was_given() {
    let configs = two_games();
    let matches = configs.each_ref().map(|config| EngineMatch::new(config).unwrap());
    let mut queue = MatchQueue::new(&matches);
    let given = matches[1].result(2, vec![1.0, 0.0], vec![ThinkingTime::default(); 2]).unwrap();
    queue.add(1, &given);
    queue.add(1, &given);
    assert_eq!((queue.games_left(), queue.scores()[1].games()), (7, 1), "a game counts once");
    let mut played = Vec::new();
    let watch = &mut |index: usize, record: &GameRecord, _: &[MatchScore]| played.push((index, record.result.number));
    queue.run_until(1, None, &AtomicBool::new(false), watch).unwrap();
    assert_eq!(played, [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 3)]);
    assert!(matches[1].result(4, vec![1.0, 0.0], vec![ThinkingTime::default(); 2]).is_none(), "there are four games");
    assert!(matches[1].result(0, vec![1.0], vec![ThinkingTime::default()]).is_none(), "there are two seats");
}

#[test]
fn near_its_deadline_a_queue_plays_the_last_matches_and_then_stops() {
    let configs = two_games().map(|config| MatchConfig { games: 100_000, ..config });
    let matches = configs.each_ref().map(|config| EngineMatch::new(config).unwrap());
    let mut queue = MatchQueue::new(&matches);
    let halt = AtomicBool::new(false);
    let deadline = Instant::now() + std::time::Duration::from_millis(300);
    let mut first = None;
    let watch = &mut |index: usize, record: &GameRecord, _: &[MatchScore]| {
        first.get_or_insert((index, record.result.number));
    };
    queue.run_until(1, Some(deadline), &halt, watch).unwrap();
    assert!(halt.load(Ordering::Relaxed) && queue.games_left() > 0);
    assert!(first.is_none_or(|game| game == (1, 99_999)), "{first:?}");
}

/// The promise of level 1: a player who knows the rules and takes what is free beats it.
#[test]
fn a_greedy_player_beats_level_1() {
    for game in ["jungle", "shogi5"] {
        let beginner = MatchConfig { games: 8, ..config(game, &["greedy", "level:1"]) };
        let (records, score) = play(&beginner);
        assert!(score.faults().is_empty(), "{score}");
        let [greedy, level] = score.player_scores() else { panic!("two players") };
        assert!(greedy.points > level.points, "{game}: {score}");
        assert_eq!(texts(&play(&beginner).0), texts(&records), "the seed decides everything");
    }
}

#[test]
fn a_greedy_player_plays_every_game_without_a_fault() {
    for game in games().iter().map(|game| game.info().id) {
        let (_, score) = play(&MatchConfig { games: 1, ..config(game, &["greedy", "greedy?name=other"]) });
        assert!(score.faults().is_empty(), "{game}: {score}");
    }
}

#[test]
fn the_summary_has_the_longest_reply_of_each_player() {
    let (records, score) = play(&config("shogi5", &["nodes:40", "nodes:2"]));
    for (player, player_score) in score.player_scores().iter().enumerate() {
        let of_player = records.iter().flat_map(|record| record.result.players.iter().zip(&record.result.thinking));
        let longest = of_player.filter(|(it, _)| **it == player).map(|(_, thinking)| thinking.longest).max().unwrap();
        assert_eq!(player_score.longest_reply(), longest);
        assert!(longest >= player_score.time_per_action() && !longest.is_zero(), "{score}");
        let line = format!(" ms per action, longest {} ms", longest.as_millis());
        assert!(score.to_string().lines().nth(player).unwrap().ends_with(&line), "{score}");
    }
}
