//! Known wins are found, what is proven is a win, and the limits hold.

use menagerie_game::{Dice, Limit, Options, Rules, RulesExt, Seat, Silent};
use menagerie_shogi5::Position;

use crate::{History, Random};

use super::{Problem, ProofSearch};

/// The result, and the nodes that the meter was told.
fn prove(position: &Position, history: &History, nodes: u64) -> (Option<u32>, u64) {
    let attacker = position.actor().seat().unwrap();
    let problem = Problem { position, attacker, defender: Seat(1 - attacker.0), history };
    let mut counted = 0;
    let found = ProofSearch::new().prove(&problem, nodes, &mut |more| {
        counted += more;
        true
    });
    (found, counted)
}

fn prove_text(text: &str) -> Option<u32> {
    let position: Position = text.parse().unwrap();
    prove(&position, &History::at(&position), 20_000).0
}

/// By full search: whether the actor wins within this many actions.
fn wins(position: &Position, plies: u32) -> bool {
    let Some(seat) = position.actor().seat() else { return false };
    position.threatens_win(seat)
        || plies >= 3
            && position.list().into_iter().any(|action| {
                let mut next = *position;
                let _ = next.apply(action, &mut Silent);
                loses(&next, seat, plies - 1)
            })
}

/// By full search: whether the winner wins within this many actions, whatever the actor does.
fn loses(position: &Position, winner: Seat, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner() == Some(winner);
    }
    !position.threatens_win(Seat(1 - winner.0))
        && position.list().into_iter().all(|action| {
            let mut next = *position;
            let _ = next.apply(action, &mut Silent);
            next.outcome().map_or_else(|| wins(&next, plies - 1), |outcome| outcome.winner() == Some(winner))
        })
}

/// Whether every action of the winning side can be a threat, by full search.
fn wins_by_threats(position: &Position, plies: u32) -> bool {
    let seat = position.actor().seat().unwrap();
    let other = Seat(1 - seat.0);
    position.threatens_win(seat)
        || plies >= 3
            && position.list().into_iter().any(|action| {
                let mut next = *position;
                let _ = next.apply(action, &mut Silent);
                next.outcome().is_none()
                    && next.threatens_win(seat)
                    && !next.threatens_win(other)
                    && next.list().into_iter().all(|reply| {
                        let mut after = next;
                        let _ = after.apply(reply, &mut Silent);
                        after.outcome().is_none() && wins_by_threats(&after, plies - 2)
                    })
            })
}

fn random_positions(count: u64) -> impl Iterator<Item = Position> {
    (0..count).filter_map(|seed| {
        let mut random = Random::new(seed);
        let mut position = Position::start(Options::NONE);
        for _ in 0..6 + random.roll(30) {
            let actions = position.list();
            let mut next = position;
            let _ = next.apply(*actions.get(random.roll(actions.len() as u32) as usize)?, &mut Silent);
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        Some(position)
    })
}

#[test]
fn known_wins_are_found() {
    assert_eq!(prove_text("4k/3G1/5/5/K4[] w"), Some(1));
    assert_eq!(prove_text("2G1k/5/4K/p1g2/5[L] w"), Some(3));
    assert_eq!(prove_text("4k/+S2+L1/3g1/PP1+s1/K4[Bgbl] b"), Some(9));
}

#[test]
fn positions_without_a_win_are_not_claimed() {
    assert_eq!(prove_text("lbsgk/4p/5/P4/KGSBL[] b"), None);
    assert_eq!(prove_text("4k/5/5/5/K4[] w"), None);
    // A check that only repeats.
    assert_eq!(prove_text("4k/5/5/5/K3+L[] w"), Some(1));
    assert_eq!(prove_text("4k/5/5/5/K2+L1[] w"), None);
}

#[test]
fn the_result_agrees_with_a_full_search() {
    let (mut proven, mut short) = (0, 0);
    for position in random_positions(300) {
        let (found, _) = prove(&position, &History::at(&position), 2_000);
        if let Some(distance) = found.filter(|&distance| distance <= 5) {
            assert!(wins(&position, distance), "{position} is no win in {distance}");
            proven += 1;
        }
        if wins_by_threats(&position, 3) {
            assert!(found.is_some(), "{position} is a win in 3");
            short += 1;
        }
    }
    assert!(proven > 20 && short > 20, "{proven} {short}");
}

#[test]
fn the_line_leads_to_the_end() {
    let mut lines = 0;
    for position in random_positions(200) {
        let history = History::at(&position);
        let attacker = position.actor().seat().unwrap();
        let problem = Problem { position: &position, attacker, defender: Seat(1 - attacker.0), history: &history };
        let mut search = ProofSearch::new();
        let Some(distance) = search.prove(&problem, 2_000, &mut |_| true) else { continue };
        let (mut line, mut last) = (Vec::new(), position);
        search.line(&position, &mut line);
        for &action in &line {
            assert!(last.list().contains(&action), "{last} {action}");
            let _ = last.apply(action, &mut Silent);
        }
        assert!(line.len() as u32 <= distance, "{position}: {} of {distance}", line.len());
        assert_eq!(last.outcome().and_then(|outcome| outcome.winner()), Some(attacker), "{position}");
        lines += 1;
    }
    assert!(lines > 20, "{lines}");
}

#[test]
fn a_position_that_the_match_draws_is_no_win() {
    let position: Position = "2G1k/5/4K/p1g2/5[L] w".parse().unwrap();
    let mut history = History::at(&position);
    let Some(Limit { number, .. }) = position.match_rules().repetition else { panic!("there is a limit") };
    // Every position after the first action has been there too often.
    for action in position.list() {
        let mut next = position;
        let _ = next.apply(action, &mut Silent);
        history.turn_starts.extend(std::iter::repeat_n(next.key(), number as usize - 1));
    }
    assert_eq!(prove(&position, &history, 20_000).0, None);
}

#[test]
fn nodes_and_the_meter_are_limits() {
    let position: Position = "ll3/1g3/1BB2/PKG1k/5[ssp] b".parse().unwrap();
    let history = History::at(&position);
    for nodes in [0, 1, 10, 100, 1_000] {
        let (found, counted) = prove(&position, &history, nodes);
        assert!(counted <= nodes, "{counted} of {nodes}");
        assert_eq!(prove(&position, &history, nodes), (found, counted), "equal searches have equal results");
    }
    let problem = Problem { position: &position, attacker: Seat(0), defender: Seat(1), history: &history };
    let mut counted = 0;
    let found = ProofSearch::new().prove(&problem, u64::MAX, &mut |more| {
        counted += more;
        false
    });
    assert!(found.is_none() && counted < 200, "stopped at the first report: {counted}");
}
