//! The command as its users see it: what it writes where, and its exit status.

mod console;
mod contest;
mod deploy;
mod engine;
mod every_game;
mod inspect;
mod papers;
mod records;
mod run;
mod serve;
mod show;
mod verbs;
mod wrong_calls;
