//! The program as its users see it: its output and its exit status.

mod commands;
mod console;
mod deploy;
mod doctor;
mod documentation;
mod engine;
mod engine_match;
mod every_game;
mod first_run;
mod inspect;
mod lessons;
mod net;
mod puzzles;
mod records;
mod run;
mod selfplay;
mod serve;
mod show;
mod tables;
mod upgrades;
mod wrong_calls;
