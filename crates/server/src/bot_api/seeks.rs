//! Seeks (matchmaking): `POST /api/board/seek`. Two seeks with equal terms meet at the table of the first, across nodes:
//! the store holds waiting seeks under a lease, which their node renews.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use menagerie_store::{Account, Seek, SeekLease, Stage, StoreError, TableId, TokenHash};
use menagerie_wire::Code;
use menagerie_wire::http::{CreateTable, Join, SeatPlan};
use menagerie_wire::table::TimeControl;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::lines;
use crate::accounts::identity::{Identity, PLAY};
use crate::app::App;
use crate::bot_api::challenges::ChallengeRequest;
use crate::bot_api::responses::GameCreated;
use crate::error::{ApiError, log_store_failure};
use crate::http::Shared;
use crate::http::body::FormOrJson;
use crate::limits::address::Address;
use crate::mailbox::input::{AdminCommand, Input};
use crate::net::visitor::Visitor;
use crate::tables::lobby::TableCreator;

/// How often a node renews the leases of its seeks, and looks for those that nobody renews.
const BEAT: Duration = Duration::from_secs(2);
/// Lapsed seeks that are removed per round.
const CLEARED_AT_ONCE: u32 = 50;
/// After this many lost races for an opponent the client is told to try again.
const TRIES: usize = 5;

/// What became of a seek.
enum SeekOutcome {
    /// An opponent waited already: the match begins at their table.
    Met(TableId),
    /// It waits at this table until the other value is done.
    Waits(TableId, oneshot::Receiver<()>),
}

/// What two seeks must agree on, and what each wants for itself.
fn terms(table: &CreateTable, me: &Account) -> Seek {
    let mine = table.seats.iter().position(|plan| matches!(plan, SeatPlan::Here { .. }));
    let place = mine.filter(|_| !table.shuffle).and_then(|place| u8::try_from(place).ok());
    let terms = json!([table.game, table.clock, table.rated, table.position]);
    Seek { account: me.id, terms: TokenHash::of(&terms.to_string()), place }
}

/// `POST /api/board/seek`: with a real-time clock the answer is a stream that ends when the game begins; to close it
/// cancels the seek. With days per turn, or none, the seek waits in the lobby and its id is the answer.
pub(crate) async fn seek(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    FormOrJson(wanted): FormOrJson<ChallengeRequest>,
) -> Result<Response, ApiError> {
    app.rate_limits.may_make_table(address)?;
    let visitor = Visitor::with_key(address, &me);
    let me = me.allowed(PLAY)?;
    wanted.check_anybody_will_do()?;
    let table = wanted.with_seek_clock().table(me, &SeatPlan::Open)?;
    if table.seats.len() != 2 {
        return Err(ApiError::new(Code::Malformed, "this game has more than two seats: make an open challenge"));
    }
    let real_time = matches!(table.clock, TimeControl::Fischer { .. } | TimeControl::Byoyomi { .. });
    // Carried through also if the connection is closed meanwhile: then nobody waits, which is noticed afterwards.
    let maker = TableCreator { address, seeks: true };
    let seeking = meet_or_wait(Arc::clone(&app), (me.clone(), maker), CreateTable { public: true, ..table }, real_time);
    match tokio::spawn(seeking).await.map_err(|error| ApiError::trouble(&error))?? {
        SeekOutcome::Waits(table, met) if real_time => {
            let (open, nothing) = mpsc::channel(1);
            let must_go = app.must_go(visitor);
            tokio::spawn(wait(app, table, open, met));
            Ok(lines(Vec::new(), nothing, must_go))
        }
        SeekOutcome::Waits(table, _) => {
            app.seeks.met(&table);
            Ok(Json(GameCreated::at(&table)).into_response())
        }
        SeekOutcome::Met(table) => Ok(Json(GameCreated::at(&table)).into_response()),
    }
}

/// Joins an opponent with the same terms, or waits at a table of its own.
async fn meet_or_wait(
    app: Arc<App>,
    (me, maker): (Account, TableCreator),
    table: CreateTable,
    leased: bool,
) -> Result<SeekOutcome, ApiError> {
    let seek = terms(&table, &me);
    let millis = leased.then_some(app.config.seek_lease.as_millis() as i64);
    let lease = SeekLease { node: app.bus.node().to_string(), millis };
    for _ in 0..TRIES {
        if let Some(found) = app.store.find_seek(&seek).await? {
            if sit_down(&app, &found, &me).await? {
                return Ok(SeekOutcome::Met(found));
            }
            continue;
        }
        let made = app.create(table.clone(), Some(&me), maker).await?.id;
        let met = app.seeks.wait_at(&made);
        let other = app.store.add_seek(&made, &seek, &lease).await;
        if let Ok(None) = other {
            app.seeks.note(&made);
            return Ok(SeekOutcome::Waits(made, met));
        }
        // A matching seek came at the same moment: we join it, unless a player has joined us from the lobby.
        cancel(&app, &made).await;
        other?;
        if app.store.table(&made).await?.stage != Stage::Closed {
            return Ok(SeekOutcome::Met(made));
        }
    }
    Err(ApiError::new(Code::Trouble, "others were faster each time; try again"))
}

/// Joins the table of a seek. Returns false if another player was faster or the table is closed; then the seek is removed.
async fn sit_down(app: &Arc<App>, table: &TableId, me: &Account) -> Result<bool, ApiError> {
    let join = Join { name: me.name.clone(), seat: None, nonce: None };
    let question = |answer| Input::Join { join: join.clone(), account: Some(me.clone()), answer };
    match app.ask(table, question).await? {
        Ok(_) => Ok(true),
        Err(no) if matches!(no.refused.code, Code::Taken | Code::NotNow | Code::Stale | Code::NotFound) => {
            app.store.delete_invitations(table).await?;
            Ok(false)
        }
        Err(no) => Err(no.into()),
    }
}

/// Keeps the connection open until an opponent has joined. If the client closes it before, the table is closed.
async fn wait(app: Arc<App>, table: TableId, open: mpsc::Sender<Value>, met: oneshot::Receiver<()>) {
    let ended = app.ended();
    tokio::select! {
        biased;
        _ = met => {}
        // All seeks of a node that ends are ended together.
        () = ended => {}
        () = open.closed() => cancel(&app, &table).await,
    }
}

/// Cancels a seek. Its table is closed unless a player has joined.
async fn cancel(app: &Arc<App>, table: &TableId) {
    app.seeks.met(table);
    let closed = app.ask(table, |answer| Input::Admin { command: AdminCommand::CloseIfWaiting, answer }).await;
    if let Err(no) = closed.flatten() {
        tracing::warn!(%table, cause = no.refused.error, "a seek could not be cancelled");
    }
}

/// Renews the leases of this node's seeks and removes those of dead nodes, until the task is aborted.
pub(crate) async fn tend(app: Arc<App>) {
    loop {
        sleep(BEAT).await;
        if let Err(cause) = app.renew_seeks().await {
            log_store_failure(&cause, "seeks cannot be looked after");
        }
    }
}

impl App {
    async fn renew_seeks(self: &Arc<Self>) -> Result<(), StoreError> {
        let noted = self.seeks.noted();
        if !noted.is_empty() {
            let lease = self.config.seek_lease.as_millis() as i64;
            let kept = self.store.renew_seeks(self.bus.node().as_str(), lease).await?;
            // A player joined at another node and the notice was lost, or the lease ran out.
            for over in noted.iter().filter(|table| !kept.contains(table)) {
                self.seeks.met(over);
            }
            // The client has gone, and its seek could not be cancelled then.
            for left in kept.iter().filter(|table| !self.seeks.has(table)) {
                cancel(self, left).await;
            }
        }
        for lapsed in self.store.expired_seeks(CLEARED_AT_ONCE).await? {
            cancel(self, &lapsed).await;
            self.store.delete_invitations(&lapsed).await?;
        }
        Ok(())
    }
}
