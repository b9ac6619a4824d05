//! Studies: games or positions with variations and comments. The owner changes them, everyone with the link reads them.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::{Extension, Json};
use menagerie_api::studies::{check, length};
use menagerie_store::{NewStudy, StoredStudy, StudyBody, StudyOwner, TableId, TokenHash};
use menagerie_table::secret::{Digest, random_word};
use menagerie_wire::Code;
use menagerie_wire::studies::{ChangeStudy, SavedStudy, Study, StudyContent, StudySummary};

use crate::accounts::identity::Identity;
use crate::app::App;
use crate::error::ApiError;
use crate::http::blocking::run_blocking;
use crate::http::body::Body;
use crate::http::{Shared, bearer};
use crate::limits::address::Address;
use crate::tables::seating::TOKEN_LENGTH;

/// The most studies of an account, and of the guests of an address.
const OF_ACCOUNT: usize = 500;
const OF_GUESTS: usize = 50;
/// A check replays about this many actions per unit of work.
const ACTIONS_PER_UNIT: usize = 500;

/// `POST /api/studies`
pub(crate) async fn create(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Body(content): Body<StudyContent>,
) -> Result<(StatusCode, Json<SavedStudy>), ApiError> {
    app.rate_limits.may_make_table(address)?;
    let body = app.checked(address, content).await?;
    let token = random_word(&app.entropy, TOKEN_LENGTH);
    let (owner, most) = match &me.account {
        Some(account) => (StudyOwner::Account(account.id), OF_ACCOUNT),
        None => (StudyOwner::Token(TokenHash::of(&token)), OF_GUESTS),
    };
    let mut bits = [0; 8];
    (app.entropy)(&mut bits);
    let id = TableId::from_random(u64::from_le_bytes(bits));
    app.store.add_study(&NewStudy { id: id.clone(), owner, creator: address.digest(), body }, most).await?;
    let token = me.account.is_none().then_some(token);
    Ok((StatusCode::CREATED, Json(SavedStudy { url: format!("/study/{id}"), id: id.to_string(), token })))
}

/// `GET /api/studies/{id}`
pub(crate) async fn read(State(app): Shared, me: Identity, Path(id): Path<String>) -> Result<Json<Study>, ApiError> {
    Ok(Json(app.study(&id, &me).await?))
}

/// `PUT /api/studies/{id}`
pub(crate) async fn change(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    headers: HeaderMap,
    Path(id): Path<String>,
    Body(wanted): Body<ChangeStudy>,
) -> Result<Json<Study>, ApiError> {
    let stored = app.store.study(&parsed(&id)?).await?;
    may_change(&stored, &me, &headers)?;
    let body = app.checked(address, wanted.content).await?;
    app.store.change_study(&stored.id, wanted.revision, &body).await?;
    Ok(Json(app.study(&id, &me).await?))
}

/// `DELETE /api/studies/{id}`
pub(crate) async fn delete(
    State(app): Shared,
    me: Identity,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let stored = app.store.study(&parsed(&id)?).await?;
    may_change(&stored, &me, &headers)?;
    app.store.delete_study(&stored.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/account/studies`
pub(crate) async fn own(State(app): Shared, me: Identity) -> Result<Json<Vec<StudySummary>>, ApiError> {
    let studies = app.store.studies_of(me.account()?.id, OF_ACCOUNT as u32).await?;
    let summary = |it: StoredStudy| StudySummary {
        id: it.id.to_string(),
        title: it.body.title,
        game: it.body.game,
        updated: it.updated.0,
    };
    Ok(Json(studies.into_iter().map(summary).collect()))
}

/// Only its account changes a study; a guest's study needs its token.
fn may_change(stored: &StoredStudy, me: &Identity, headers: &HeaderMap) -> Result<(), ApiError> {
    let may = match stored.owner {
        StudyOwner::Account(owner) => me.account.as_ref().is_some_and(|account| account.id == owner),
        StudyOwner::Token(hash) => bearer(headers).is_some_and(|token| Digest::of(token) == Digest(*hash.as_bytes())),
    };
    let no = || ApiError::new(Code::NotAllowed, "only its owner may change this study");
    may.then_some(()).ok_or_else(no)
}

/// An id that no study can have is an unknown one.
fn parsed(id: &str) -> Result<TableId, ApiError> {
    id.parse().map_err(|_| ApiError::new(Code::NotFound, "there is no such study"))
}

impl App {
    /// Replays the game and every variation.
    async fn checked(&self, address: Address, content: StudyContent) -> Result<StudyBody, ApiError> {
        self.rate_limits.may_use_much_work(address, 1 + length(&content) / ACTIONS_PER_UNIT)?;
        run_blocking(move || {
            check(&content)?;
            let written = serde_json::to_string(&content).map_err(|cause| ApiError::trouble(&cause))?;
            Ok(StudyBody { title: content.title, game: content.game, content: written })
        })
        .await
    }

    async fn study(&self, id: &str, me: &Identity) -> Result<Study, ApiError> {
        let stored = self.store.study(&parsed(id)?).await?;
        let content = serde_json::from_str(&stored.body.content).map_err(|cause| ApiError::trouble(&cause))?;
        let account = match stored.owner {
            StudyOwner::Account(account) => Some(account),
            StudyOwner::Token(_) => None,
        };
        let owner = match account {
            Some(account) => Some(self.store.account(account).await?.name),
            None => None,
        };
        let own = account.is_some() && me.account.as_ref().map(|account| account.id) == account;
        let (id, updated) = (stored.id.to_string(), stored.updated.0);
        Ok(Study { id, owner, own, revision: stored.revision, updated, content })
    }
}
