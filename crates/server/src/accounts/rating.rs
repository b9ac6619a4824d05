//! Ratings: Glicko-2 for two seats, Weng-Lin for more. Only rated matches between accounts count.
//!
//! The two systems never share a number: [`rating_key`] says which one a match counts for. Options that leave the number of
//! seats alone (`jungle:classic`, `chess2:bear`) share their game's rating: the same skill, and few players.

use menagerie_game::GameName;
use menagerie_store::{AccountId, NewRating, Rating};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

/// Weng-Lin numbers are shown on the familiar scale: 25 ± 8.3 becomes 1500 ± 350.
const SHOWN: f64 = 42.0;
const CENTRE: f64 = 1500.0;
const WENG_LIN_CENTRE: f64 = 25.0;

/// Ratings with a larger deviation are provisional, as on Lichess.
const SETTLED: f64 = 110.0;

/// The rating key of a game with its options: the game's id, or `djambi:2` for two seats of a game that usually has
/// more.
pub(crate) fn rating_key(game: &str) -> String {
    let id = GameName::new(game).id;
    if usual_seats(id) > 2 && seats(game) == 2 { format!("{id}:2") } else { id.to_owned() }
}

/// The display name of a rating key.
pub(crate) fn rating_name(key: &str) -> String {
    let GameName { id, options } = GameName::new(key);
    let name = menagerie_catalog::find(id).map_or(id, |game| game.info().name());
    match options {
        "" if usual_seats(id) > 2 => format!("{name}, 3 or more players"),
        "" => name.to_owned(),
        number => format!("{name}, {number} players"),
    }
}

/// Whether a rating is provisional.
pub(crate) fn is_provisional(rating: &Rating) -> bool {
    rating.deviation > SETTLED
}

fn usual_seats(id: &str) -> usize {
    menagerie_catalog::find(id).map_or(0, |game| game.info().seats.len())
}

/// The number of seats of a game with its options.
pub(crate) fn seats(game: &str) -> usize {
    game.parse::<menagerie_catalog::Chosen>().map_or(0, |chosen| chosen.start().seats().iter().count())
}

pub(crate) fn rated(players: &[Player]) -> Vec<NewRating> {
    match players {
        [one, two] => two_seats(one, two),
        more => more_seats(more),
    }
}

fn two_seats(one: &Player, two: &Player) -> Vec<NewRating> {
    let outcome = match one.score.total_cmp(&two.score) {
        std::cmp::Ordering::Greater => Outcomes::WIN,
        std::cmp::Ordering::Less => Outcomes::LOSS,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
    };
    let (first, second) = after(one.before, two.before, outcome);
    let new = |player: &Player, rating: Rating| NewRating { account: player.account, rating };
    vec![new(one, first), new(two, second)]
}

/// Both Glicko-2 ratings after a result.
fn after(one: Option<Rating>, two: Option<Rating>, outcome: Outcomes) -> (Rating, Rating) {
    let known = |before: Option<Rating>| {
        before.map_or_else(Glicko2Rating::new, |it| Glicko2Rating {
            rating: it.value,
            deviation: it.deviation,
            volatility: it.volatility,
        })
    };
    let (first, second) = glicko2(&known(one), &known(two), &outcome, &Glicko2Config::new());
    let new = |before: Option<Rating>, it: Glicko2Rating| Rating {
        value: it.rating,
        deviation: it.deviation,
        volatility: it.volatility,
        games: before.map_or(0, |before| before.games) + 1,
    };
    (new(one, first), new(two, second))
}

fn more_seats(players: &[Player]) -> Vec<NewRating> {
    let known = |player: &Player| {
        player.before.map_or_else(WengLinRating::new, |it| WengLinRating {
            rating: (it.value - CENTRE) / SHOWN + WENG_LIN_CENTRE,
            uncertainty: it.deviation / SHOWN,
        })
    };
    let teams: Vec<[WengLinRating; 1]> = players.iter().map(|player| [known(player)]).collect();
    let rank = |player: &Player| 1 + players.iter().filter(|other| other.score > player.score).count();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        teams.iter().zip(players).map(|(team, player)| (&team[..], MultiTeamOutcome::new(rank(player)))).collect();
    let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
    let new = |(player, team): (&Player, Vec<WengLinRating>)| NewRating {
        account: player.account,
        rating: Rating {
            value: (team[0].rating - WENG_LIN_CENTRE) * SHOWN + CENTRE,
            deviation: team[0].uncertainty * SHOWN,
            volatility: 0.0,
            games: player.before.map_or(0, |before| before.games) + 1,
        },
    };
    players.iter().zip(after).map(new).collect()
}

/// One seat of a rated match: its account, its rating before, its score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    pub(crate) account: AccountId,
    pub(crate) before: Option<Rating>,
    pub(crate) score: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(account: i64, score: f64) -> Player {
        Player { account: AccountId(account), before: None, score }
    }

    fn values(players: &[Player]) -> Vec<f64> {
        rated(players).iter().map(|new| new.rating.value.round()).collect()
    }

    #[test]
    fn the_number_of_seats_and_no_other_option_decides_which_rating_a_match_counts_for() {
        let keys = [
            ("djambi", "djambi", "Djambi, 3 or more players"),
            ("djambi:3", "djambi", "Djambi, 3 or more players"),
            ("djambi:2", "djambi:2", "Djambi, 2 players"),
            ("jungle:classic", "jungle", "Animal Chess"),
            ("chess2:bear", "chess2", "Chess 2"),
        ];
        for (game, key, name) in keys {
            assert_eq!((&*rating_key(game), &*rating_name(key)), (key, name), "{game}");
        }
    }

    #[test]
    fn two_equal_players_part_by_glicko_2() {
        assert_eq!(values(&[player(1, 1.0), player(2, 0.0)]), [1662.0, 1338.0]);
        assert_eq!(values(&[player(1, 0.5), player(2, 0.5)]), [1500.0, 1500.0]);
    }

    #[test]
    fn with_more_seats_the_winner_gains_what_all_others_lose() {
        let after = rated(&[player(1, 0.0), player(2, 1.0), player(3, 0.0), player(4, 0.0)]);
        assert!(after[1].rating.value > 1500.0);
        assert!(after[0].rating.value < 1500.0);
        assert!((after[0].rating.value - after[3].rating.value).abs() < 1e-6);
        assert!(after.iter().all(|new| new.rating.games == 1 && new.rating.deviation < 351.0));
    }

    #[test]
    fn the_next_game_starts_from_the_last_rating() {
        let before = Some(Rating { value: 1700.0, deviation: 100.0, volatility: 0.06, games: 9 });
        let after = rated(&[Player { before, ..player(1, 0.0) }, player(2, 1.0)]);
        assert_eq!(after[0].rating.games, 10);
        assert!(after[0].rating.value < 1700.0);
    }
}
