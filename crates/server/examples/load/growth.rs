//! Scaling: the same load while more and more idle tables are in memory.

use std::time::Duration;

use crate::arguments::Load;
use crate::figures;
use crate::game_server::{NEVER_IDLE, Servers};
use crate::report;

const OTHERS: [usize; 3] = [100, 1_000, 10_000];
/// The pause of the second measurement: ten actions per second.
const PAUSE: Duration = Duration::from_millis(100);

/// Without pauses and at ten actions per second, beside idle tables.
pub(crate) async fn show(load: &Load) {
    for others in OTHERS {
        let servers = Servers::alone(NEVER_IDLE);
        servers.make_tables(others).await;
        for pause in [Duration::ZERO, PAUSE] {
            let load = Load { pause, ..load.clone() };
            let tables = servers.make_tables(load.tables * load.matches()).await;
            let played = figures(&load, &tables, servers.own()).await;
            report::figures(&format!("beside {others}"), load.tables, &played);
        }
        println!("  resident: {} MB", servers.resident() >> 20);
    }
    report::load_average();
}
