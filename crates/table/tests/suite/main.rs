//! The promises of a live table, tested directly: no server, no tasks, and time as an argument.

mod alliances;
mod chat;
mod chat_rate;
mod clock;
mod command;
mod commit;
mod log_view;
mod offers;
mod open;
mod presence;
mod recent_answers;
mod seat_view;
mod shared_screen;
mod snapshot;
mod subscribe;
mod tables;
