//! The calls about puzzles: the server's answers for a guest. The page keeps the guest's rating; nothing is counted here.

use menagerie_api::{puzzle_results, puzzles};
use menagerie_wire::Refused;
use menagerie_wire::puzzles::PuzzleResultRequest;

use crate::LocalServer;
use crate::calls::{decoded, json, not_answered, read};
use crate::message::Request;

impl LocalServer {
    /// A call below `/api/puzzles`.
    pub(crate) fn puzzle_call(
        &self,
        method: &str,
        rest: &[&str],
        query: &str,
        request: &Request,
        now: i64,
    ) -> Result<String, Refused> {
        Ok(match (method, rest) {
            ("GET", []) => json(&puzzles::list()),
            ("GET", [id]) => shown(puzzles::find(id)?)?,
            ("GET", [game, "daily"]) => shown(puzzle_results::daily(game, now)?)?,
            ("GET", [game, "next"]) => shown(self.next_puzzle(game, query)?)?,
            ("POST", [id, "try"]) => json(&puzzles::play(puzzles::find(id)?, &read(request)?)?),
            ("POST", [id, "result"]) => {
                let puzzle = puzzles::find(id)?;
                let wanted: PuzzleResultRequest = read(request)?;
                let result = puzzle_results::result(puzzle, &wanted)?;
                let is_rated = parameter(query, "rated").is_none_or(|it| it != "false");
                json(&match wanted.guest.filter(|_| is_rated) {
                    Some(guest) => puzzle_results::for_guest(guest, puzzle_results::estimate(puzzle), result)?,
                    None => result,
                })
            }
            _ => return Err(not_answered()),
        })
    }

    fn next_puzzle(&self, game: &str, query: &str) -> Result<&'static menagerie_puzzles::Puzzle, Refused> {
        let mut seed = [0; 8];
        (self.entropy)(&mut seed);
        let rating = parameter(query, "rating").and_then(|text| text.parse::<u32>().ok());
        let wanted = puzzle_results::Wanted {
            rating: rating.map_or_else(|| puzzle_results::first_rating().value, f64::from),
            theme: &parameter(query, "theme").unwrap_or_default(),
            exclude: &parameter(query, "exclude").unwrap_or_default(),
            done: &[],
            seed: u64::from_le_bytes(seed),
        };
        puzzle_results::next(game, &wanted)
    }
}

fn shown(puzzle: &menagerie_puzzles::Puzzle) -> Result<String, Refused> {
    Ok(json(&puzzles::shown(puzzle, puzzle.rating)?))
}

/// A value of a query.
fn parameter(query: &str, name: &str) -> Option<String> {
    let (_, value) = query.split('&').filter_map(|pair| pair.split_once('=')).find(|(known, _)| *known == name)?;
    Some(decoded(&value.replace('+', " ")))
}

/// Adds the puzzles of a game. What cannot be read is left out: then the game has no puzzles.
#[cfg(target_family = "wasm")]
pub(crate) fn pass_in(game: String, rules: String, puzzles: &str) {
    menagerie_puzzles::collections::add(game, crate::json::read(puzzles).unwrap_or_default(), rules);
}

/// Outside a browser the puzzles are part of the program.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn pass_in(_: String, _: String, _: &str) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_queries_are_decoded() {
        let query = "rating=1500&theme=jungle%2Fcaptures%2F2&exclude=a%2Cb+c";
        assert_eq!(parameter(query, "theme").as_deref(), Some("jungle/captures/2"));
        assert_eq!(parameter(query, "exclude").as_deref(), Some("a,b c"));
        assert_eq!(parameter(query, "rated"), None);
    }
}
