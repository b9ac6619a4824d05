//! A puzzle: a position, the one solution, its source and its proof.

use menagerie_catalog::Chosen;
use menagerie_game::Seat;
use serde::{Deserialize, Serialize};

/// A puzzle. Its JSON is one line of a collection file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The game's id, a hyphen, and a hash of position and line: `jungle-3f9a1c2b0d`.
    pub id: String,
    /// The game with its options: `jungle:classic`.
    pub game: String,
    /// The position text. In a game with hidden information it is the solver's view, in which nothing is hidden.
    pub position: String,
    /// The name of the solver's seat.
    pub solver: String,
    /// What the solver reaches.
    pub goal: Goal,
    /// Every action of the solution in order: the solver's, the opponents' replies, chance's draws.
    pub line: Vec<String>,
    /// Themes: rule ids (`jungle/captures/2`) and motifs (`den-race`, `win-in-2`).
    pub themes: Vec<String>,
    /// The initial rating, which is the difficulty: about 800 to 2400.
    pub rating: u16,
    /// The game in which the position came up.
    pub source: Source,
    /// Why the solution is the only one.
    pub proof: Proof,
}

/// What the solver reaches with the solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The solver wins the game by force.
    Win,
    /// The solver gets a clear advantage.
    Advantage,
    /// The solver eliminates an opponent by force, in a game for more than two.
    Eliminate,
}

/// Where a puzzle comes from: a game that can be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Source {
    /// A game of the computer against itself.
    SelfPlay {
        /// The seed of the run.
        seed: u64,
        /// The number of the game in the run.
        number: u64,
        /// Every action from the start of the game to the puzzle.
        #[serde(with = "joined")]
        actions: Vec<String>,
    },
    /// A record.
    Record {
        /// The name of the record: its file and its number there.
        name: String,
        /// The position in which the record starts, if it is not the game's usual one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<String>,
        /// Every action from there to the puzzle.
        #[serde(with = "joined")]
        actions: Vec<String>,
    },
}

impl Source {
    /// Every action from the start of the source game to the puzzle.
    pub fn actions(&self) -> &[String] {
        match self {
            Self::SelfPlay { actions, .. } | Self::Record { actions, .. } => actions,
        }
    }

    /// The position in which the source game starts, if it is not the usual one.
    pub fn start(&self) -> Option<&str> {
        match self {
            Self::SelfPlay { .. } => None,
            Self::Record { start, .. } => start.as_deref(),
        }
    }
}

/// Why the solution is the only one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// How it was proven.
    pub kind: ProofKind,
    /// The nodes of each search; in a forced solution, those of the whole proof.
    pub nodes: u64,
    /// The number of the solver's turns in which the goal is forced. The line may be shorter: it ends before several
    /// turns reach the goal. 0 in a proof by search.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turns: u8,
    /// The nodes after which a search had settled on the solution: the measure of its difficulty.
    pub effort: u64,
    /// For each action of the solver: how much better it is than the next best. Empty in a forced solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Margin>,
}

/// The kind of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofKind {
    /// By search: each action of the solver is clearly better than the next best.
    Search,
    /// By exhaustion of all replies and all draws: exactly one turn forces the goal.
    Forced,
}

/// The winning chances of an action and of the next best, from -1 (lost) to 1 (won).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margin {
    /// Of the solution.
    pub best: f64,
    /// Of the next best; -1 if there is no other action.
    pub second: f64,
}

impl Puzzle {
    /// The id of a puzzle with this position and line.
    pub fn id_of(game: &str, position: &str, line: &[String]) -> String {
        let game = game.split(':').next().unwrap_or(game);
        let parts = std::iter::once(position).chain(line.iter().map(String::as_str));
        format!("{game}-{:010x}", hash(parts) & 0xFF_FFFF_FFFF)
    }

    /// The game with its options; `None` if the catalog does not have it.
    pub fn chosen(&self) -> Option<Chosen> {
        self.game.parse().ok()
    }

    /// The solver's seat; `None` if the game has no seat of that name.
    pub fn seat(&self) -> Option<Seat> {
        self.chosen()?.game.info().seat_named(&self.solver)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// A stable hash of texts (FNV-1a), the same on every machine.
pub(crate) fn hash<'t>(parts: impl IntoIterator<Item = &'t str>) -> u64 {
    let bytes = parts.into_iter().flat_map(|part| part.bytes().chain([b'\n']));
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// A list of actions as one text: no action contains a space.
mod joined {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(actions: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&actions.join(" "))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(text.split_whitespace().map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_names_the_game_and_depends_on_position_and_line() {
        let line = |text: &str| vec![text.to_owned()];
        let id = Puzzle::id_of("jungle:classic", "7/7 r", &line("d8d9"));
        assert!(id.starts_with("jungle-") && id.len() == "jungle-".len() + 10, "{id}");
        assert_ne!(id, Puzzle::id_of("jungle:classic", "7/7 b", &line("d8d9")));
        assert_ne!(id, Puzzle::id_of("jungle:classic", "7/7 r", &line("d8c8")));
    }
}
