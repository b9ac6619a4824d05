//! The terminal client as people run it: the real program in a pseudo-terminal.

mod clocks;
mod encrypted;
mod endings;
mod games;
mod screens;
mod server;
mod signals;
mod terminal;

use terminal::{MENAGERIE, Server, Terminal};
