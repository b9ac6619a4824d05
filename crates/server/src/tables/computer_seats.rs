//! Computer seats: asks the engine when a computer player is to move, and plays its answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use menagerie_game::{Seat, Viewer};
use menagerie_store::BudgetOwners;
use menagerie_table::Delivery;
use menagerie_wire::table::TimeControl;
use menagerie_wire::{Code, Thought, ToClient};

use crate::engine::search::{Question, Reply, time_for};
use crate::engine::thinkers::Claim;
use crate::mailbox::input::Input;
use crate::operations::metrics::count;
use crate::tables::table_task::TableTask;

/// Clients get search progress at most this often.
const PROGRESS_EVERY: Duration = Duration::from_millis(300);
/// A search that takes longer is logged: it has waited in the queue.
const LONG: Duration = Duration::from_secs(30);
/// A client that asks over HTTP, and will ask again, counts as connected for this long.
const VISIT: Duration = Duration::from_secs(10);

/// What a computer player is thinking about.
pub(crate) struct Thinking {
    version: u32,
    /// Whether a client is connected to the table.
    attended: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl TableTask {
    /// Asks the computer player whose turn it is, unless it thinks already.
    pub(crate) fn let_computers_think(&mut self) {
        if self.is_resting() {
            return;
        }
        let (version, attended) = (self.room.version(), self.is_attended());
        if self.is_paused() {
            return self.stop_thinking();
        }
        if let Some(thinking) = self.thinking.as_ref().filter(|thinking| thinking.version == version) {
            thinking.attended.store(attended, Ordering::Relaxed);
            return;
        }
        self.stop_thinking();
        let Some(seat) = self.room.acting() else { return };
        let Some(level) = self.room.table().computer(seat) else { return };
        let (attended, stop) = (Arc::new(AtomicBool::new(attended)), Arc::new(AtomicBool::new(false)));
        let creator = self.stored.creator.clone().unwrap_or_default();
        let payers = BudgetOwners { creator, table: Some(self.id.clone()) };
        let claim = Claim { payers, attended: Arc::clone(&attended) };
        self.thinking = Some(Thinking { version, attended, stop: Arc::clone(&stop) });
        self.ask_computer(seat, version, self.question(seat, level), claim, stop);
    }

    /// Whether a client is connected to this table, at any node, or asks for it over HTTP again and again.
    fn is_attended(&self) -> bool {
        self.room.has_connections() || self.visited.is_some_and(|at| at.elapsed() < VISIT)
    }

    /// Whether no computer player thinks here: only computers play, and nobody looks on.
    pub(crate) fn is_paused(&self) -> bool {
        !self.is_attended() && !self.room.has_people()
    }

    /// Stops a search whose position is outdated.
    pub(crate) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    fn question(&self, seat: Seat, level: u8) -> Question {
        let table = self.room.table();
        let increment = match table.clock {
            TimeControl::Fischer { increment, .. } => i64::from(increment) * 1000,
            _ => 0,
        };
        let mut seed = [0; 8];
        (self.app.entropy)(&mut seed);
        let open = !self.room.info().hidden;
        let past = || (table.start.clone(), self.room.stamped_events().map(|event| event.text).collect());
        Question {
            game: table.game.clone(),
            seat,
            view: self.room.game().position().view(Viewer::Seat(seat)).text(),
            past: open.then(past),
            level: Some(level),
            time: time_for(level, self.room.time_left(seat, self.app.now()).map(|left| (left, increment))),
            lines: 1,
            actions: Vec::new(),
            seed: u64::from_le_bytes(seed),
        }
    }

    fn ask_computer(&self, seat: Seat, version: u32, question: Question, claim: Claim, stop: Arc<AtomicBool>) {
        let (app, id) = (Arc::clone(&self.app), self.id.clone());
        tokio::spawn(async move {
            let Ok(room) = app.room(&id).await else { return };
            let mut told = Instant::now();
            let progress = room.downgrade();
            let tell = move |thought: Thought| {
                if told.elapsed() >= PROGRESS_EVERY {
                    told = Instant::now();
                    // What it likes is its own business.
                    let thought = Thought { lines: Vec::new(), ..thought };
                    if let Some(room) = progress.upgrade() {
                        let _ = room.try_send(Input::EngineProgress { seat, version, thought });
                    }
                }
            };
            drop(room);
            let asked = Instant::now();
            let reply = app.think_for(&id, version, question, claim, Arc::clone(&stop), tell).await;
            // A search that was stopped has found less than its level would: it is no answer.
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let took = asked.elapsed();
            if took > LONG {
                tracing::info!(table = %id, millis = took.as_millis() as u64, "a computer player took long");
            }
            // The table may have been forgotten meanwhile: finding it opens it again.
            if let Ok(room) = app.room(&id).await {
                let _ = room.send(Input::EngineMove { seat, version, reply }).await;
            }
        });
    }

    pub(crate) fn engine_progress(&mut self, seat: Seat, version: u32, thought: Thought) {
        if version == self.room.version() {
            let seat = self.room.info().seat_name(seat).to_owned();
            let to = self.room.connection_ids();
            self.deliver(vec![Delivery { to, message: ToClient::Thinking { seat, thought } }]);
        }
    }

    /// A computer player has decided. An answer to an old version is too late.
    pub(crate) async fn engine_move(&mut self, seat: Seat, version: u32, reply: Option<Reply>) {
        if version != self.room.version() || self.room.acting() != Some(seat) {
            return;
        }
        let Some(reply) = reply else {
            tracing::error!(table = %self.id, "a computer player has found nothing to do");
            return self.ask_later();
        };
        count(&self.app.metrics.thoughts);
        self.room.set_expected(seat, reply.expected);
        let appended = match self.room.batch(&reply.action) {
            Ok(batch) => self.append(&batch).await,
            Err(refused) => Err(refused.into()),
        };
        match appended {
            Ok(deliveries) => self.deliver(deliveries),
            // Another node has done the same.
            Err(error) if error.refused.code == Code::Stale => self.stop_thinking(),
            Err(error) => {
                if !error.is_logged() {
                    tracing::error!(table = %self.id, cause = error.refused.error, "a computer player's action was refused");
                }
                self.ask_later();
            }
        }
    }

    /// Nothing came of it. It is not remembered as thought about, so that it is asked again, but not at once, as whatever is
    /// wrong takes a while.
    fn ask_later(&mut self) {
        self.stop_thinking();
        self.rest();
    }
}
