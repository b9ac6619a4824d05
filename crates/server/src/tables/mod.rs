//! Live tables: one task per table that is in memory.

pub(crate) mod ban_check;
pub(crate) mod bot_requests;
pub(crate) mod chat;
pub(crate) mod commands;
pub(crate) mod computer_seats;
pub(crate) mod dice;
pub(crate) mod first_action;
pub(crate) mod idempotency;
pub(crate) mod load;
pub(crate) mod lobby;
pub(crate) mod past;
pub(crate) mod rate_match;
pub(crate) mod registry;
pub(crate) mod rematch;
pub(crate) mod seating;
pub(crate) mod table_log;
pub(crate) mod table_task;
