//! The project's own chores: `cargo xtask test`, `page`, `bench`, `levels`, `playthrough`, `fuzz`, `load`, `chaos`, `services`, `python`, `audit`, `pictures`.

mod audit;
mod bench;
mod chaos;
mod fuzz;
mod levels;
mod load;
mod nodes;
mod page;
mod pictures;
mod playthrough;
mod python;
mod room;
mod test;

#[cfg(test)]
mod deploy;
#[cfg(test)]
mod layers;
#[cfg(test)]
mod papers;

use std::process::ExitCode;

use xtask::{debian, services, steps};

const HELP: &str = "\
The project's own chores.

  cargo xtask test                             format, lints, all tests, documentation: what must pass before a change lands
  cargo xtask page                             the page alone: its types, its parts, and games in a real browser
  cargo xtask bench [GAME]...                  how fast counting, random games and the search are, as tables
  cargo xtask levels [GAME]... [--games N] [--concurrency N]
                                               every level against the one below, into docs/levels.md
  cargo xtask playthrough [GAME]...            rewrite the golden games after a change of rules; read the diff
  cargo xtask fuzz [TARGET]... [--seconds N]   throw noise at the readers (all targets, 60 seconds each)
  cargo xtask load [--tables N] [--seconds S] [--rate R] [--times N] [--server URL]... | --growth | --memory
                                               the server under load, beside a bare relay; what its tables take
  cargo xtask load --nodes N [...]             the same at N nodes on PostgreSQL and NATS, and what an action costs whom
  cargo xtask chaos [--minutes N] [--store sqlite|postgres] [--seed S]
                                               play while everything fails, then check every log and every client's transcript
  cargo xtask python                           the tests written in Python alone: other people's clients against our program
  cargo xtask services COMMAND...              run something beside a PostgreSQL and a NATS server of its own
  cargo xtask audit                            known vulnerabilities of what we depend on, where their databases can be asked
  cargo xtask pictures                         draw the readme's pictures of the boards anew

bench compares counting and searching shogi5 with Fairy-Stockfish (version 14 or later) where FAIRY_STOCKFISH names its binary and
FAIRY_STOCKFISH_VARIANTS the file that describes shogi5 to it.
";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let chore = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let done = match chore.as_str() {
        "test" => test::run(),
        "page" => page::run(),
        "bench" => bench::run(&rest),
        "levels" => levels::run(&rest),
        "playthrough" => playthrough::run(&rest),
        "fuzz" => fuzz::run(&rest),
        "load" => load::run(&rest),
        "audit" => audit::run(),
        "chaos" => chaos::run(&rest),
        "services" => services::run(&rest),
        "python" => python::run(),
        "pictures" => pictures::run(),
        "" | "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("there is no chore '{other}'; `cargo xtask help` lists them")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
