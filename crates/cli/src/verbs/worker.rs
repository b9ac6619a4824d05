//! `menagerie worker`: thinks for computer players and analyses, beside the nodes that serve.

use std::io::Write;

use clap::Args;

use super::data::{Shared, named, open};
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  menagerie worker --database postgres://menagerie@db.example.org/menagerie
  menagerie worker --database postgres://… --bus nats://bus.example.org --threads 8

Any number of workers may use one database, and any may be stopped or killed at any time: another takes over what it was
thinking about. Nodes started with `menagerie serve --workers none` leave all thinking to workers.";

/// Thinks for the computer players of a cluster
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Worker {
    #[command(flatten)]
    shared: Shared,

    /// How many thoughts at a time [default: one per processor, less one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Worker {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        menagerie_server::log_to_stderr();
        let chosen = self.shared.named().map(|url| named(&url)).transpose()?;
        let Some(chosen) = chosen.filter(|it| it.file().is_none()) else {
            let sentence = "a worker needs --database postgres://…: a server on a file thinks itself";
            return Err(Failure::Call(sentence.to_owned()));
        };
        let threads = self.threads.map_or_else(menagerie_server::usual_threads, usize::from);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = open(&chosen).await?;
            let bus = self.shared.bus(&store)?;
            writeln!(out, "Menagerie: a worker with {threads} threads")?;
            out.flush()?;
            menagerie_server::work(store.clone(), bus, threads, menagerie_server::asked_to_stop()).await;
            store.close().await;
            Ok(())
        })
    }
}
