//! Scripted clients: players of every game, and owners of accounts. They write down every acknowledgement.

mod accounts;
mod players;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;
use futures_util::future::join_all;
use tokio::time::sleep;

use crate::promises::Promises;

/// Tables that are played at the same time.
const TABLES: usize = 8;
/// Owners of accounts that work at the same time.
const OWNERS: usize = 2;

/// Clients play for a while and then pause. A checkpoint comes five seconds after the first write. In a pause it can move
/// the whole write-ahead log, and only then is the log written from its start again.
const PLAY: Duration = Duration::from_secs(4);
const PAUSE: Duration = Duration::from_millis(2_500);

/// What all clients share.
pub(crate) struct World {
    pub(crate) server: SocketAddr,
    pub(crate) promises: Arc<Promises>,
    /// The number of this server among those that ran on the disk, so that names are unique.
    pub(crate) phase: usize,
    began: Instant,
    over: AtomicBool,
}

impl World {
    /// Whether clients must come to an end.
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Whether clients pause.
    fn is_paused(&self) -> bool {
        let round = (PLAY + PAUSE).as_millis();
        self.began.elapsed().as_millis() % round >= PLAY.as_millis() && !self.is_over()
    }
}

/// Plays for this time, then lets every client receive its last answer.
pub(crate) async fn play(server: SocketAddr, promises: &Arc<Promises>, phase: usize, time: Duration, dice: &mut Rng) {
    let (promises, began, over) = (Arc::clone(promises), Instant::now(), AtomicBool::new(false));
    let world = Arc::new(World { server, promises, phase, began, over });
    let tables = (0..TABLES).map(|number| tokio::spawn(players::play(Arc::clone(&world), number, dice.fork())));
    let mut tasks: Vec<_> = tables.collect();
    tasks.extend((0..OWNERS).map(|number| tokio::spawn(accounts::work(Arc::clone(&world), number, dice.fork()))));
    sleep(time).await;
    world.over.store(true, Ordering::Relaxed);
    join_all(tasks).await;
}
