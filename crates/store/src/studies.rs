//! Studies: games or positions with variations and comments. The store does not interpret their content.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::Store;
use crate::{AccountId, Millis, Result, StoreError, TableId, TokenHash, limits};

/// A new study.
#[derive(Clone, PartialEq, Debug)]
pub struct NewStudy {
    /// Its id, which has the form of a table's.
    pub id: TableId,
    /// Who may change it.
    pub owner: StudyOwner,
    /// The digest of the client's address, for the quota of guests.
    pub creator: String,
    /// What it holds.
    pub body: StudyBody,
}

/// Who may change a study.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StudyOwner {
    /// An account.
    Account(AccountId),
    /// Every holder of the token with this hash.
    Token(TokenHash),
}

/// What a study holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyBody {
    /// Its title.
    pub title: String,
    /// The game with its options.
    pub game: String,
    /// The game, variations and comments, as the server writes them.
    pub content: String,
}

/// A stored study.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredStudy {
    /// Its id.
    pub id: TableId,
    /// Who may change it.
    pub owner: StudyOwner,
    /// Its version, from 1.
    pub revision: u32,
    /// When it was changed last.
    pub updated: Millis,
    /// What it holds.
    pub body: StudyBody,
}

const COLUMNS: &str = "id, account, token, title, game, content, revision, updated";

impl Store {
    /// Stores a study. [`StoreError::Quota`] if the owner has `most` already: an account, or the guests of an address.
    pub async fn add_study(&self, new: &NewStudy, most: usize) -> Result<()> {
        check(&new.body)?;
        limits::SUBJECT.check(&new.creator)?;
        let (account, token) = match new.owner {
            StudyOwner::Account(account) => (Some(account.0), None),
            StudyOwner::Token(token) => (None, Some(token.to_hex())),
        };
        let mut write = self.write().await?;
        let kept: i64 = if let Some(account) = account {
            let query = sqlx::query_scalar("SELECT COUNT(*) FROM studies WHERE account = $1").bind(account);
            query.fetch_one(&mut *write.transaction).await?
        } else {
            let sql = "SELECT COUNT(*) FROM studies WHERE creator = $1 AND account IS NULL";
            sqlx::query_scalar(sql).bind(&new.creator).fetch_one(&mut *write.transaction).await?
        };
        limits::quota("studies", kept, most)?;
        let sql = "INSERT INTO studies (id, account, token, creator, title, game, content, revision, created, updated)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $8)";
        let inserted = sqlx::query(sql)
            .bind(new.id.as_str())
            .bind(account)
            .bind(token)
            .bind(&new.creator)
            .bind(&new.body.title)
            .bind(&new.body.game)
            .bind(&new.body.content)
            .bind(write.now.0)
            .execute(&mut *write.transaction)
            .await;
        inserted.map_err(|error| StoreError::from(error).or_taken("study"))?;
        write.commit().await
    }

    /// A study.
    pub async fn study(&self, id: &TableId) -> Result<StoredStudy> {
        let sql = sqlx::AssertSqlSafe(format!("SELECT {COLUMNS} FROM studies WHERE id = $1"));
        let row = sqlx::query(sql).bind(id.as_str()).fetch_optional(self.readers()).await?;
        study(&row.ok_or(StoreError::NotFound("study"))?)
    }

    /// The studies of an account, at most `most`, the newest first.
    pub async fn studies_of(&self, account: AccountId, most: u32) -> Result<Vec<StoredStudy>> {
        let sql = format!("SELECT {COLUMNS} FROM studies WHERE account = $1 ORDER BY updated DESC, id LIMIT $2");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(account.0).bind(i64::from(most));
        query.fetch_all(self.readers()).await?.iter().map(study).collect()
    }

    /// Changes a study that has this revision. [`StoreError::Conflict`] if it has another one by now.
    pub async fn change_study(&self, id: &TableId, revision: u32, body: &StudyBody) -> Result<()> {
        check(body)?;
        let mut write = self.write().await?;
        let sql = "UPDATE studies SET title = $3, game = $4, content = $5, revision = revision + 1, updated = $6
                   WHERE id = $1 AND revision = $2";
        let changed = sqlx::query(sql)
            .bind(id.as_str())
            .bind(i64::from(revision))
            .bind(&body.title)
            .bind(&body.game)
            .bind(&body.content)
            .bind(write.now.0)
            .execute(&mut *write.transaction)
            .await?;
        if changed.rows_affected() == 0 {
            return Err(StoreError::Conflict);
        }
        write.commit().await
    }

    /// Deletes a study.
    pub async fn delete_study(&self, id: &TableId) -> Result<()> {
        let mut write = self.write().await?;
        let query = sqlx::query("DELETE FROM studies WHERE id = $1").bind(id.as_str());
        if query.execute(&mut *write.transaction).await?.rows_affected() == 0 {
            return Err(StoreError::NotFound("study"));
        }
        write.commit().await
    }

    /// Deletes the studies of guests that nobody has changed since this time.
    pub async fn drop_guest_studies(&self, before: Millis) -> Result<u64> {
        self.delete_older("DELETE FROM studies WHERE account IS NULL AND updated < $1", before).await
    }
}

fn check(body: &StudyBody) -> Result<()> {
    limits::NAME_OF_STUDY.check(&body.title)?;
    limits::GAME.check(&body.game)?;
    limits::STUDY.check(&body.content)
}

fn study(row: &AnyRow) -> Result<StoredStudy> {
    let damaged = || StoreError::damaged("a study without an owner");
    let account: Option<i64> = row.try_get("account")?;
    let token: Option<String> = row.try_get("token")?;
    let owner = match (account, token) {
        (Some(account), _) => StudyOwner::Account(AccountId(account)),
        (None, token) => StudyOwner::Token(token.as_deref().and_then(TokenHash::from_hex).ok_or_else(damaged)?),
    };
    Ok(StoredStudy {
        id: row.try_get::<String, _>("id")?.parse()?,
        owner,
        revision: row.try_get::<i64, _>("revision")? as u32,
        updated: Millis(row.try_get("updated")?),
        body: StudyBody { title: row.try_get("title")?, game: row.try_get("game")?, content: row.try_get("content")? },
    })
}
