//! One table with many spectators: how long until the last of them has an action.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::mpsc;

use crate::arguments::Load;
use crate::clients::{ClientSetup, Pair, TableSetup, open};
use crate::cpu_time::{Part, spent_since};
use crate::growth::until;
use crate::report::LoadResult;

/// Two actions per second, as in a lively game.
const PAUSE: Duration = Duration::from_millis(500);
/// Spectators that connect at the same time.
const AT_ONCE: usize = 32;
/// A spectator that has not received an action after this time has lost it.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(10);

/// Plays at one table while this number of clients look on. Latency counts until the last one has the action.
pub(crate) async fn watched(load: &Load, table: &TableSetup, number: usize, parts: &[Part]) -> LoadResult {
    let (seen, mut arrivals) = mpsc::unbounded_channel();
    let mut connecting = tokio::task::JoinSet::new();
    let spectator = Arc::new(ClientSetup {
        url: table.clients[0].url.clone(),
        hello: Some(json!({"t": "hello", "tokens": [], "form": "text"}).to_string()),
    });
    for _ in 0..number {
        while connecting.len() >= AT_ONCE {
            connecting.join_next().await;
        }
        let (spectator, seen) = (Arc::clone(&spectator), seen.clone());
        connecting.spawn(async move {
            let (mut socket, _) = open(&spectator).await;
            tokio::spawn(async move {
                while let Some(version) = crate::clients::next_version(&mut socket).await {
                    let _ = seen.send((version, Instant::now()));
                }
            });
        });
    }
    while connecting.join_next().await.is_some() {}
    let mut pair = Pair::connect(table).await;
    let before = parts.iter().map(Part::spent).collect();
    let (mut latencies, mut out_of_matches, began) = (Vec::new(), 0, Instant::now());
    while began.elapsed() < load.time {
        let sent = Instant::now();
        if pair.act(0).await.is_none() {
            out_of_matches = 1;
            break;
        }
        match last_arrival(&mut arrivals, pair.version(), number).await {
            Ok(at) => latencies.push(at.duration_since(sent)),
            Err(missing) => {
                let waited = ARRIVAL_TIMEOUT.as_secs();
                println!("  after {waited} s {missing} of {number} spectators have not received an action");
                break;
            }
        }
        until(sent, PAUSE).await;
    }
    let time = began.elapsed();
    LoadResult::new(latencies, time, spent_since(parts, before), out_of_matches)
}

/// When the last spectator received the event with this version, or how many did not.
async fn last_arrival(
    arrivals: &mut mpsc::UnboundedReceiver<(usize, Instant)>,
    version: usize,
    spectators: usize,
) -> Result<Instant, usize> {
    let mut missing = spectators;
    let until = tokio::time::Instant::now() + ARRIVAL_TIMEOUT;
    loop {
        let Ok(Some((received, at))) = tokio::time::timeout_at(until, arrivals.recv()).await else {
            return Err(missing);
        };
        if received == version {
            missing -= 1;
            if missing == 0 {
                return Ok(at);
            }
        }
    }
}
