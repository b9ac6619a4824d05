//! `menagerie worker`: an engine worker process for the nodes of a cluster.

use std::io::Write;

use clap::Args;

use super::database::{ClusterArgs, open, parse_database_url};
use super::tables::TablesArgs;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  menagerie worker --database postgres://menagerie@db.example.org/menagerie
  menagerie worker --database postgres://… --bus nats://bus.example.org --threads 8

Any number of workers can share one database. You can stop or kill a worker at any time: another worker takes over its
jobs. Nodes started with `menagerie serve --workers none` leave all searches to workers.";

/// Run searches for the computer players of a cluster
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Worker {
    #[command(flatten)]
    cluster: ClusterArgs,

    /// The number of searches at the same time [default: the number of processors minus one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Worker {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        menagerie_server::log_to_stderr();
        self.tables.open()?;
        let chosen = self.cluster.named().map(|url| parse_database_url(&url)).transpose()?;
        let Some(chosen) = chosen.filter(|it| it.file().is_none()) else {
            let sentence =
                "a worker needs --database postgres://…: a server with a database file runs its own searches";
            return Err(CliError::Usage(sentence.to_owned()));
        };
        let threads = self.threads.map_or_else(menagerie_server::usual_threads, usize::from);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = open(&chosen).await?;
            let bus = self.cluster.bus(&store)?;
            writeln!(out, "Menagerie: a worker with {threads} threads")?;
            out.flush()?;
            menagerie_server::work(store.clone(), bus, threads, menagerie_server::shutdown_signal()).await;
            store.close().await;
            Ok(())
        })
    }
}
