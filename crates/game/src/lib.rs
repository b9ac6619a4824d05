//! The contract that every game implements.
//!
//! A game is a type that implements [`Rules`]: a position, a plain value without history. Around it stand the words
//! that all games share: [`Seat`], [`Actor`], [`Effect`], [`Outcome`], [`View`], [`Scene`]. Search, server, page and
//! tests are written against these and know no game by name.
//!
//! Deliberately absent: input and output, clocks, random generators (chance is an [`Actor`]; the
//! caller brings a [`Dice`]), and history (repetition and limits belong to the match; a game only
//! tells it its [`MatchRules`]).

mod chance;
mod console;
mod describe;
mod diagram;
mod document;
mod effect;
pub mod erased;
mod facts;
mod handicap;
mod hint;
mod info;
mod key;
mod line;
mod match_rules;
mod messages;
mod open;
mod outcome;
mod perft;
mod place;
mod playout;
mod reach;
mod rulebook;
mod rules;
mod scene;
mod seat;
mod sides;
mod sink;
mod sort;
mod tables;
pub mod text;
pub mod tuning;
mod verdict;
mod view;

pub use chance::{Dice, Probability, draw};
pub use console::{LineProtocol, Reply};
pub use describe::describe;
pub use diagram::{Cell, Diagram, DiagramPiece, DiagramSquare, DiagramTarget, diagram};
pub use effect::{Audience, Effect, EffectLog, Effects, Figure, Motion, Silent, Told};
pub use facts::Fact;
pub use handicap::Handicap;
pub use hint::{Hint, Moment};
pub use info::{
    GameInfo, GameName, KindInfo, MoveMark, OptionInfo, Options, OptionsError, SeatInfo, Shape, TerrainInfo, Topic,
};
pub use key::Key;
pub use line::{LineStep, Motif, line_steps, motifs_of};
pub use match_rules::{Counts, Leaving, Limit, MatchRules, Progress};
pub use menagerie_net as net;
pub use messages::{MESSAGES as SHARED_MESSAGES, MessageError, Messages, in_language};
pub use open::{Open, OpenRules};
pub use outcome::{Ending, Outcome, Score};
pub use perft::{perft, perft_divide, perft_one_by_one};
pub use place::{Place, PlaceName};
pub use playout::{Playout, playout};
pub use reach::{Reach, Target, reach};
pub use rulebook::{Block, Rulebook};
pub use rules::{Action, Rules, RulesExt};
pub use scene::{Badge, Choice, Counter, Piece, Plane, Prompt, Scene, Site, Spot, Touch};
pub use seat::{Actor, BySeat, Seat, SeatSet, Viewer};
pub use sink::Sink;
pub use sort::{insertion_sort_by, insertion_sort_by_key};
pub use tables::{EndgameTables, TableOrder, TableProgress, TableSummary, TableValue, TablesError};
pub use text::TextError;
pub use verdict::Verdict;
pub use view::View;
