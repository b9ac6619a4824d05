//! What an operator can do: read complaints, remove, close, ban. All of it needs the operator's token as a bearer.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use menagerie_bus::Notice;
use menagerie_game::text::excerpt;
use menagerie_store::{Millis, StoreError, Subject, TableFrom};
use menagerie_table::secret::Digest;
use menagerie_wire::Code;
use menagerie_wire::table::Stage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Body;
use crate::http::{Shared, bearer};
use crate::limits::address::Address;
use crate::mailbox::input::{Input, Order};
use crate::tables::load::table_id;

/// Proof that the request is the operator's.
pub(crate) struct Operator;

impl FromRequestParts<Arc<App>> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let shown = bearer(&parts.headers).map(Digest::of);
        let is_operator = app.config.operator.is_some_and(|operator| shown == Some(operator));
        if is_operator { Ok(Self) } else { Err(ApiError::new(Code::NotAllowed, "only the operator may do this")) }
    }
}

/// A complaint that nobody has dealt with yet.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Report")]
pub(crate) struct Complaint {
    id: i64,
    table: String,
    message: Option<u32>,
    by: String,
    about: String,
    /// What was said, also if it was removed since.
    words: Option<String>,
    reason: String,
    at: i64,
}

/// Somebody to be kept out, or let in again.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Banning {
    /// A network address; of IPv6 it stands for its network of 64 bits.
    address: Option<String>,
    /// Or an account's name.
    account: Option<String>,
    /// Why.
    #[serde(default)]
    reason: String,
    /// Until when, in milliseconds since 1970; for good if left out.
    until: Option<i64>,
}

impl Banning {
    fn subject(&self) -> Result<Subject, ApiError> {
        match (&self.address, &self.account) {
            (Some(address), None) => Ok(Subject::Address(read_address(address)?.to_string())),
            (None, Some(account)) => Ok(Subject::Account(account.clone())),
            _ => Err(ApiError::new(Code::Malformed, "name an address or an account")),
        }
    }
}

/// `GET /api/operator/reports`
pub(crate) async fn reports(_: Operator, State(app): Shared) -> Result<Json<Vec<Complaint>>, ApiError> {
    let reports = app.store.open_reports(200).await?;
    let complaint = |it: menagerie_store::Report| Complaint {
        id: it.id,
        table: it.report.table.to_string(),
        message: it.report.message,
        by: it.report.by,
        about: it.report.about,
        words: it.report.words,
        reason: it.report.reason,
        at: it.at.0,
    };
    Ok(Json(reports.into_iter().map(complaint).collect()))
}

/// `POST /api/operator/reports/{id}/settle`
pub(crate) async fn settle(_: Operator, State(app): Shared, Path(id): Path<i64>) -> Result<StatusCode, ApiError> {
    app.store.settle_report(id).await?;
    tracing::info!(report = id, "an operator has settled a complaint");
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/operator/tables/{id}/close`
pub(crate) async fn close(_: Operator, State(app): Shared, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    order(&app, &id, Order::Close).await
}

/// A table in the operator's list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableMade {
    id: String,
    game: String,
    stage: Stage,
    public: bool,
    created: i64,
}

/// The tables that were made from one address.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TablesOf {
    address: String,
    tables: Vec<TableMade>,
}

/// Whose tables are asked for.
#[derive(Deserialize)]
pub(crate) struct Whose {
    address: Option<String>,
}

/// The most tables in one list.
const LISTED: u32 = 500;

/// `GET /api/operator/tables`: tables that wait or are played at, by address; the address with most tables comes first.
pub(crate) async fn tables(
    _: Operator,
    State(app): Shared,
    Query(whose): Query<Whose>,
) -> Result<Json<Vec<TablesOf>>, ApiError> {
    let address = whose.address.as_deref().map(read_address).transpose()?.map(|address| address.to_string());
    let mut lists: Vec<TablesOf> = Vec::new();
    for TableFrom { address, table, game, stage, public, created } in
        app.store.tables_by_address(address.as_deref(), LISTED).await?
    {
        let made = TableMade { id: table.to_string(), game, stage, public, created: created.0 };
        match lists.last_mut().filter(|last| last.address == address) {
            Some(last) => last.tables.push(made),
            None => lists.push(TablesOf { address, tables: vec![made] }),
        }
    }
    Ok(Json(lists))
}

/// Whose waiting tables are to be closed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClosingAll {
    /// A network address; of IPv6 it stands for its network of 64 bits.
    address: String,
}

/// How many were closed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ClosedAll {
    closed: usize,
}

/// `POST /api/operator/tables/close`: closes the waiting tables of an address. Matches go on.
pub(crate) async fn close_all(
    _: Operator,
    State(app): Shared,
    Body(whose): Body<ClosingAll>,
) -> Result<Json<ClosedAll>, ApiError> {
    let address = read_address(&whose.address)?;
    let tables = app.store.tables_by_address(Some(&address.to_string()), LISTED).await?;
    let waiting: Vec<_> = tables.into_iter().filter(|it| it.stage == Stage::Waiting).collect();
    for TableFrom { table, .. } in &waiting {
        app.ask(table, |answer| Input::Operate { order: Order::CloseIfWaiting, answer }).await??;
    }
    tracing::info!(%address, tables = waiting.len(), "an operator closes the waiting tables of an address");
    Ok(Json(ClosedAll { closed: waiting.len() }))
}

fn read_address(text: &str) -> Result<Address, ApiError> {
    let wrong = || {
        ApiError::new(Code::Malformed, format!("'{}' is no address such as 192.0.2.1 or 2001:db8::1", excerpt(text)))
    };
    text.parse().map_err(|_| wrong())
}

/// `DELETE /api/operator/tables/{id}/said/{number}`
pub(crate) async fn unsay(
    _: Operator,
    State(app): Shared,
    Path((id, number)): Path<(String, u32)>,
) -> Result<StatusCode, ApiError> {
    order(&app, &id, Order::Unsay(number)).await
}

async fn order(app: &Arc<App>, table: &str, order: Order) -> Result<StatusCode, ApiError> {
    app.ask(&table_id(table)?, |answer| Input::Operate { order, answer }).await??;
    tracing::info!(table, ?order, "an operator's order");
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/operator/ban`
pub(crate) async fn ban(_: Operator, State(app): Shared, Body(ban): Body<Banning>) -> Result<StatusCode, ApiError> {
    let subject = ban.subject()?;
    if let Subject::Account(name) = &subject {
        let unknown = || ApiError::new(Code::NotFound, format!("there is no account '{}'", excerpt(name)));
        app.store.account_named(name).await.map_err(|error| match error {
            StoreError::NotFound(_) => unknown(),
            other => other.into(),
        })?;
    }
    tracing::info!(?subject, until = ban.until, "an operator's ban");
    app.store.ban(subject, &ban.reason, ban.until.map(Millis)).await?;
    app.read_bans().await?;
    app.bus.tell(Notice::Bans);
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/operator/unban`
pub(crate) async fn unban(_: Operator, State(app): Shared, Body(ban): Body<Banning>) -> Result<StatusCode, ApiError> {
    let subject = ban.subject()?;
    app.store.unban(&subject).await?;
    tracing::info!(?subject, "an operator lets somebody in again");
    app.read_bans().await?;
    app.bus.tell(Notice::Bans);
    Ok(StatusCode::NO_CONTENT)
}
