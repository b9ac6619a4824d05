//! Conformance tests for games. A game's tests are a few calls of these, with the game's type:
//!
//! - [`examples`] and [`perft_tables`] read the game's own rule file, so that text and program cannot drift apart;
//! - [`torture`] plays random games and checks the whole contract after every action;
//! - [`hostile_text`] feeds hostile texts to the readers;
//! - [`playthroughs`] compares golden games that people can read;
//! - [`no_allocation`] proves that playing does not allocate;
//! - [`explanations`] checks that everything a client shows explains itself;
//! - [`artwork`] checks that the pictures of pieces and terrains can be drawn;
//! - [`game_messages`] checks that texts for players come from message files;
//! - [`every_rule_is_named`] fails for a rule that no test names;
//! - [`passed`] gives the positions of random games, [`wins_within`] is an exhaustive search: references for evaluation and
//!   search;
//! - [`table_value_by_actions`] and [`table_value_by_search`] are references for endgame tables;
//! - [`at`] is one fluent check for one rule in one position.
//!
//! Everything here panics with a message that says which game, where and what: it is only for tests.

mod allocation;
mod artwork;
mod at;
mod dice;
mod examples;
mod explanations;
mod hostile_text;
mod keys;
mod messages;
mod net_features;
mod perft_tables;
mod player_texts;
mod playthroughs;
mod random_games;
mod rule_names;
mod search_functions;
mod sources;
mod table_values;
mod torture;
mod touches;
mod wins;

pub use allocation::{CountingAllocator, allocations, no_allocation};
pub use artwork::artwork;
pub use at::{At, at, misspelled, not_a_position, not_an_action};
pub use dice::dice;
pub use examples::examples;
pub use explanations::explanations;
pub use hostile_text::{hostile_text, hostile_view_text};
pub use menagerie_game::{Block, Rulebook};
pub use messages::{game_messages, shared_messages};
pub use perft_tables::perft_tables;
pub use playthroughs::playthroughs;
pub use random_games::passed;
pub use rule_names::every_rule_is_named;
pub use table_values::{table_value_by_actions, table_value_by_search, table_value_within};
pub use torture::{Games, torture};
pub use wins::wins_within;
