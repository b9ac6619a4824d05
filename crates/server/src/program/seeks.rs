//! Looking for an opponent: `POST /api/board/seek`. Two seeks that fit meet at the table of the first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Form, State};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use menagerie_store::{Account, AccountId, TableId};
use menagerie_wire::Code;
use menagerie_wire::http::{CreateTable, Join, SeatPlan};
use menagerie_wire::table::{Stage, TimeControl};
use tokio::sync::{mpsc, oneshot};

use super::answers::Begun;
use super::challenges::Wanted;
use super::lines;
use crate::app::App;
use crate::gate::Address;
use crate::host::{Input, Order};
use crate::http::Shared;
use crate::identity::Identity;
use crate::refuse::No;

/// A seek that waits: its table has an open seat.
struct Seek {
    table: TableId,
    by: AccountId,
    terms: Terms,
    /// When it was made, in milliseconds since 1970.
    at: i64,
    /// Dropped when somebody has come: then the connection that waits ends.
    _waits: Option<oneshot::Sender<()>>,
}

/// What two seeks must agree on.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Terms {
    game: String,
    clock: TimeControl,
    rated: bool,
    /// The seat that is wanted, in order of play; nothing if any will do.
    seat: Option<usize>,
}

impl Terms {
    fn of(table: &CreateTable) -> Self {
        let mine = table.seats.iter().position(|plan| matches!(plan, SeatPlan::Here { .. }));
        let seat = if table.shuffle { None } else { mine };
        Self { game: table.game.clone(), clock: table.clock, rated: table.rated, seat }
    }

    /// Whether a newcomer with other terms can sit down with those who wait on these.
    fn fits(&self, other: &Self) -> bool {
        let same = (&self.game, self.clock, self.rated) == (&other.game, other.clock, other.rated);
        let seats = match (self.seat, other.seat) {
            (_, None) => true,
            (Some(one), Some(other)) => one != other,
            // Whoever waits without a wish sits on a seat drawn by lot already.
            (None, Some(_)) => false,
        };
        same && seats
    }
}

/// The seeks that wait.
#[derive(Default)]
pub(crate) struct Seeks {
    waiting: Mutex<Vec<Seek>>,
}

impl Seeks {
    /// The match at a table begins: whoever sought it has found it.
    pub(crate) fn met(&self, table: &TableId) {
        self.lock().retain(|seek| seek.table != *table);
    }

    /// Forgets the seeks made before this time: their tables are closed.
    pub(crate) fn drop_before(&self, at: i64) {
        self.lock().retain(|seek| seek.at >= at);
    }

    fn fitting(&self, terms: &Terms, me: AccountId) -> Option<TableId> {
        self.lock().iter().find(|it| it.by != me && it.terms.fits(terms)).map(|it| it.table.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Seek>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `POST /api/board/seek`: with a real-time clock the answer is a stream that ends when the game begins; to close it
/// cancels the seek. With days per turn, or none, the seek waits in the lobby and its id is the answer.
pub(crate) async fn seek(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Form(wanted): Form<Wanted>,
) -> Result<Response, No> {
    app.gate.may_make_table(address)?;
    let me = me.allowed("board:play").or_else(|_| me.allowed("bot:play"))?;
    let mut table = wanted.with_seek_clock().table(me, &SeatPlan::Open)?;
    if table.seats.len() != 2 {
        return Err(No::new(Code::Malformed, "this game has more than two seats: make an open challenge"));
    }
    let terms = Terms::of(&table);
    while let Some(found) = app.seeks.fitting(&terms, me.id) {
        if sit_down(&app, &found, me).await.is_ok() {
            return Ok(Json(Begun::at(&found)).into_response());
        }
        // Somebody else was faster, or the table is closed: it is sought no more.
        app.seeks.met(&found);
    }
    table.public = true;
    let real_time = matches!(table.clock, TimeControl::Fischer { .. } | TimeControl::Byoyomi { .. });
    let made = app.create(table, Some(me)).await?;
    let (waits, met) = oneshot::channel();
    let waits = real_time.then_some(waits);
    app.seeks.lock().push(Seek { table: made.id.clone(), by: me.id, terms, at: app.now(), _waits: waits });
    // Somebody may have come from the lobby before the seek was noted.
    if app.ask(&made.id, |answer| Input::Look { answer }).await?.stage != Stage::Waiting {
        app.seeks.met(&made.id);
    }
    if !real_time {
        return Ok(Json(Begun::at(&made.id)).into_response());
    }
    let (open, nothing) = mpsc::channel(1);
    tokio::spawn(wait(Arc::clone(&app), made.id, open, met));
    Ok(lines(nothing))
}

/// Keeps a connection open until somebody has come; if it is closed before, the table is too.
async fn wait(app: Arc<App>, table: TableId, open: mpsc::Sender<serde_json::Value>, met: oneshot::Receiver<()>) {
    let mut closing = app.closing();
    tokio::select! {
        _ = met => {}
        () = open.closed() => {
            app.seeks.met(&table);
            let closed = app.ask(&table, |answer| Input::Operate { order: Order::CloseIfWaiting, answer }).await;
            if let Err(no) = closed {
                tracing::warn!(%table, cause = no.0.error, "a seek could not be cancelled");
            }
        }
        _ = closing.changed() => {}
    }
}

async fn sit_down(app: &Arc<App>, table: &TableId, me: &Account) -> Result<(), No> {
    let join = Join { name: me.name.clone(), seat: None, nonce: None };
    let question = |answer| Input::Join { join: join.clone(), account: Some(me.clone()), answer };
    app.ask(table, question).await??;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seek_is_forgotten_with_its_table() {
        let terms = Terms { game: "jungle".to_owned(), clock: TimeControl::None, rated: false, seat: None };
        let table = TableId::from_random;
        let seek = |number, at| Seek { table: table(number), by: AccountId(1), terms: terms.clone(), at, _waits: None };
        let seeks = Seeks::default();
        seeks.lock().extend([seek(1, 100), seek(2, 200), seek(3, 300)]);
        seeks.drop_before(200);
        seeks.met(&table(2));
        let left: Vec<TableId> = seeks.lock().iter().map(|seek| seek.table.clone()).collect();
        assert_eq!(left, [table(3)]);
    }
}
