//! Moderation by the operator: read reports, remove messages, close tables, ban. Every call needs the operator's token.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use menagerie_bus::Notice;
use menagerie_game::text::excerpt;
use menagerie_store::{BanSubject, Millis, StoreError, TableWithAddress};
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
use crate::mailbox::input::{AdminCommand, Input};
use crate::records::stored::ToWire;
use crate::tables::load::table_id;

/// Proof that the operator sent the request.
pub(crate) struct Operator;

impl FromRequestParts<Arc<App>> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let shown = bearer(&parts.headers).map(Digest::of);
        let is_operator = app.config.operator.is_some_and(|operator| shown == Some(operator));
        if is_operator { Ok(Self) } else { Err(ApiError::new(Code::NotAllowed, "only the operator may do this")) }
    }
}

/// An open report.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    id: i64,
    table: String,
    message: Option<u32>,
    by: String,
    about: String,
    /// The message's text, even if it was removed since.
    words: Option<String>,
    reason: String,
    at: i64,
}

/// A subject to ban or unban.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BanRequest {
    /// An IP address; an IPv6 address stands for its /64 network.
    address: Option<String>,
    /// Or an account's name.
    account: Option<String>,
    /// The reason.
    #[serde(default)]
    reason: String,
    /// The end of the ban, in milliseconds since 1970; permanent without it.
    until: Option<i64>,
}

impl BanRequest {
    fn subject(&self) -> Result<BanSubject, ApiError> {
        match (&self.address, &self.account) {
            (Some(address), None) => Ok(BanSubject::Address(read_address(address)?.to_string())),
            (None, Some(account)) => Ok(BanSubject::Account(account.clone())),
            _ => Err(ApiError::new(Code::Malformed, "name an address or an account")),
        }
    }
}

/// `GET /api/operator/reports`
pub(crate) async fn reports(_: Operator, State(app): Shared) -> Result<Json<Vec<Report>>, ApiError> {
    let reports = app.store.open_reports(200).await?;
    let complaint = |it: menagerie_store::Report| Report {
        id: it.id,
        table: it.report.table.to_string(),
        message: it.report.message,
        by: it.report.reporter,
        about: it.report.reported,
        words: it.report.message_text,
        reason: it.report.reason,
        at: it.at.0,
    };
    Ok(Json(reports.into_iter().map(complaint).collect()))
}

/// `POST /api/operator/reports/{id}/settle`
pub(crate) async fn settle(_: Operator, State(app): Shared, Path(id): Path<i64>) -> Result<StatusCode, ApiError> {
    app.store.settle_report(id).await?;
    tracing::info!(report = id, "operator settled a report");
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/operator/tables/{id}/close`
pub(crate) async fn close(_: Operator, State(app): Shared, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    administer(&app, &id, AdminCommand::Close).await
}

/// A table in the operator's list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OperatorTable {
    id: String,
    game: String,
    stage: Stage,
    public: bool,
    created: i64,
}

/// The tables created from one address.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AddressTables {
    address: String,
    tables: Vec<OperatorTable>,
}

/// The filter of the list.
#[derive(Deserialize)]
pub(crate) struct TablesQuery {
    address: Option<String>,
}

/// The most tables in one list.
const LISTED: u32 = 500;

/// `GET /api/operator/tables`: waiting and running tables, grouped by their creator's address; most tables first.
pub(crate) async fn tables(
    _: Operator,
    State(app): Shared,
    Query(whose): Query<TablesQuery>,
) -> Result<Json<Vec<AddressTables>>, ApiError> {
    let address = whose.address.as_deref().map(read_address).transpose()?.map(|address| address.to_string());
    let mut lists: Vec<AddressTables> = Vec::new();
    for TableWithAddress { address, table, game, stage, public, created } in
        app.store.tables_by_address(address.as_deref(), LISTED).await?
    {
        let made = OperatorTable { id: table.to_string(), game, stage: stage.to_wire(), public, created: created.0 };
        match lists.last_mut().filter(|last| last.address == address) {
            Some(last) => last.tables.push(made),
            None => lists.push(AddressTables { address, tables: vec![made] }),
        }
    }
    Ok(Json(lists))
}

/// The address whose waiting tables the operator closes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CloseTables {
    /// An IP address; an IPv6 address stands for its /64 network.
    address: String,
}

/// The number of closed tables.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ClosedTables {
    closed: usize,
}

/// `POST /api/operator/tables/close`: closes the waiting tables of an address. Running matches go on.
pub(crate) async fn close_all(
    _: Operator,
    State(app): Shared,
    Body(whose): Body<CloseTables>,
) -> Result<Json<ClosedTables>, ApiError> {
    let address = read_address(&whose.address)?;
    let tables = app.store.tables_by_address(Some(&address.to_string()), LISTED).await?;
    let waiting: Vec<_> = tables.into_iter().filter(|it| it.stage == menagerie_store::Stage::Waiting).collect();
    for TableWithAddress { table, .. } in &waiting {
        app.ask(table, |answer| Input::Admin { command: AdminCommand::CloseIfWaiting, answer }).await??;
    }
    tracing::info!(%address, tables = waiting.len(), "operator closed the waiting tables of an address");
    Ok(Json(ClosedTables { closed: waiting.len() }))
}

fn read_address(text: &str) -> Result<Address, ApiError> {
    let wrong = || {
        ApiError::new(Code::Malformed, format!("'{}' is no address such as 192.0.2.1 or 2001:db8::1", excerpt(text)))
    };
    text.parse().map_err(|_| wrong())
}

/// `DELETE /api/operator/tables/{id}/said/{number}`
pub(crate) async fn remove_message(
    _: Operator,
    State(app): Shared,
    Path((id, number)): Path<(String, u32)>,
) -> Result<StatusCode, ApiError> {
    administer(&app, &id, AdminCommand::RemoveMessage(number)).await
}

async fn administer(app: &Arc<App>, table: &str, command: AdminCommand) -> Result<StatusCode, ApiError> {
    app.ask(&table_id(table)?, |answer| Input::Admin { command, answer }).await??;
    tracing::info!(table, ?command, "operator moderated a table");
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/operator/ban`
pub(crate) async fn ban(_: Operator, State(app): Shared, Body(ban): Body<BanRequest>) -> Result<StatusCode, ApiError> {
    let subject = ban.subject()?;
    if let BanSubject::Account(name) = &subject {
        let unknown = || ApiError::new(Code::NotFound, format!("there is no account '{}'", excerpt(name)));
        app.store.account_named(name).await.map_err(|error| match error {
            StoreError::NotFound(_) => unknown(),
            other => other.into(),
        })?;
    }
    tracing::info!(?subject, until = ban.until, "operator added a ban");
    app.store.ban(subject, &ban.reason, ban.until.map(Millis)).await?;
    app.read_bans().await?;
    app.bus.publish(Notice::Bans);
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/operator/unban`
pub(crate) async fn unban(
    _: Operator,
    State(app): Shared,
    Body(ban): Body<BanRequest>,
) -> Result<StatusCode, ApiError> {
    let subject = ban.subject()?;
    app.store.unban(&subject).await?;
    tracing::info!(?subject, "operator lifted a ban");
    app.read_bans().await?;
    app.bus.publish(Notice::Bans);
    Ok(StatusCode::NO_CONTENT)
}
