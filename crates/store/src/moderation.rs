//! Moderation: mutes, reports of chat messages, and bans.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::rows;
use crate::store::{Store, Write};
use crate::{Millis, Result, StoreError, TableId, limits};

/// A report to add.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// The table.
    pub table: TableId,
    /// The number of the reported message; `None` for a report about a player.
    pub message: Option<u32>,
    /// The reporter: a seat or a name.
    pub reporter: String,
    /// The address of a reporter without a seat.
    pub reporter_address: Option<String>,
    /// The reported player: a seat or a name.
    pub reported: String,
    /// The text of the message when it was reported: an operator may remove the message later.
    pub message_text: Option<String>,
    /// The reporter's reason.
    pub reason: String,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// Its content.
    pub report: NewReport,
    /// When it was made.
    pub at: Millis,
    /// When an operator settled it.
    pub settled: Option<Millis>,
}

/// Who is banned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum BanSubject {
    /// A network address, as the server writes it.
    Address(String),
    /// An account, by its name.
    Account(String),
}

/// A ban.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// Who is banned.
    pub subject: BanSubject,
    /// The operator's reason.
    pub reason: String,
    /// Since when.
    pub at: Millis,
    /// When it ends; `None` for a permanent ban.
    pub until: Option<Millis>,
}

impl BanSubject {
    fn columns(&self) -> Result<(&'static str, String)> {
        let (kind, subject) = match self {
            Self::Address(address) => ("address", address),
            Self::Account(name) => ("account", name),
        };
        limits::SUBJECT.check(subject)?;
        // Two names differ in more than their case.
        Ok((kind, subject.to_lowercase()))
    }
}

impl Store {
    /// Mutes a speaker for a listener at this table. Both are seats or names.
    pub async fn mute(&self, table: &TableId, listener: &str, speaker: &str) -> Result<()> {
        limits::NAME.check(listener)?;
        limits::NAME.check(speaker)?;
        let sql = "INSERT INTO mutes (table_id, listener, speaker, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let mut write = self.write().await?;
        let at = write.now.0;
        sqlx::query(sql)
            .bind(table.as_str())
            .bind(listener)
            .bind(speaker)
            .bind(at)
            .execute(&mut *write.transaction)
            .await
            .map_err(|error| StoreError::from(error).or_missing("table"))?;
        write.commit().await
    }

    /// Unmutes a speaker for a listener.
    pub async fn unmute(&self, table: &TableId, listener: &str, speaker: &str) -> Result<()> {
        let mut write = self.write().await?;
        sqlx::query("DELETE FROM mutes WHERE table_id = $1 AND listener = $2 AND speaker = $3")
            .bind(table.as_str())
            .bind(listener)
            .bind(speaker)
            .execute(&mut *write.transaction)
            .await?;
        write.commit().await
    }

    /// The mutes at this table: listener, speaker.
    pub async fn mutes(&self, table: &TableId) -> Result<Vec<(String, String)>> {
        let sql = "SELECT listener, speaker FROM mutes WHERE table_id = $1 ORDER BY listener, speaker";
        let rows = sqlx::query(sql).bind(table.as_str()).fetch_all(self.readers()).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Adds a report. If the reporter has reported the same message before, returns that report. [`StoreError::Quota`]
    /// if too many reports wait for an operator.
    pub async fn report(&self, new: NewReport) -> Result<Report> {
        check_report(&new)?;
        let mut write = self.write().await?;
        write.lock_table(&new.table).await?;
        let made = if let Some(same) = same_report(&mut write, &new).await? {
            same
        } else {
            check_quota(&mut write, &new).await?;
            insert_report(&mut write, new).await?
        };
        write.commit().await?;
        Ok(made)
    }

    /// The oldest reports that no operator has settled.
    pub async fn open_reports(&self, limit: u32) -> Result<Vec<Report>> {
        let sql = "SELECT id, table_id, message, reporter, reporter_address, reported, message_text, reason, at, settled FROM reports
                   WHERE settled IS NULL ORDER BY id LIMIT $1";
        let rows = sqlx::query(sql).bind(i64::from(limit)).fetch_all(self.readers()).await?;
        rows.iter().map(report).collect()
    }

    /// Marks a report as settled.
    pub async fn settle_report(&self, id: i64) -> Result<()> {
        let mut write = self.write().await?;
        let now = write.now.0;
        let settled = sqlx::query("UPDATE reports SET settled = $2 WHERE id = $1 AND settled IS NULL")
            .bind(id)
            .bind(now)
            .execute(&mut *write.transaction)
            .await?;
        write.commit().await?;
        if settled.rows_affected() == 1 { Ok(()) } else { Err(StoreError::NotFound("open report")) }
    }

    /// Adds a ban, until a time or permanently. It replaces an earlier ban of the same subject.
    pub async fn ban(&self, subject: BanSubject, reason: &str, until: Option<Millis>) -> Result<Ban> {
        limits::REASON.check(reason)?;
        let (kind, text) = subject.columns()?;
        let sql = "INSERT INTO bans (kind, subject, reason, at, until) VALUES ($1, $2, $3, $4, $5)
                   ON CONFLICT (kind, subject) DO UPDATE SET reason = $3, at = $4, until = $5";
        let mut write = self.write().await?;
        let at = write.now;
        sqlx::query(sql)
            .bind(kind)
            .bind(text)
            .bind(reason)
            .bind(at.0)
            .bind(until.map(|until| until.0))
            .execute(&mut *write.transaction)
            .await?;
        write.commit().await?;
        Ok(Ban { subject, reason: reason.to_owned(), at, until })
    }

    /// Lifts a ban.
    pub async fn unban(&self, subject: &BanSubject) -> Result<()> {
        let (kind, text) = subject.columns()?;
        let mut write = self.write().await?;
        let lifted = sqlx::query("DELETE FROM bans WHERE kind = $1 AND subject = $2")
            .bind(kind)
            .bind(text)
            .execute(&mut *write.transaction)
            .await?;
        write.commit().await?;
        if lifted.rows_affected() == 1 { Ok(()) } else { Err(StoreError::NotFound("ban")) }
    }

    /// All bans in force, newest first.
    pub async fn bans(&self) -> Result<Vec<Ban>> {
        let now = self.now().await?;
        let sql = "SELECT kind, subject, reason, at, until FROM bans WHERE until IS NULL OR until > $1
                   ORDER BY at DESC, kind, subject";
        let rows = sqlx::query(sql).bind(now.0).fetch_all(self.readers()).await?;
        rows.iter().map(ban).collect()
    }
}

fn check_report(new: &NewReport) -> Result<()> {
    limits::NAME.check(&new.reporter)?;
    limits::NAME.check(&new.reported)?;
    limits::REASON.check(&new.reason)?;
    new.reporter_address.as_deref().map_or(Ok(()), |address| limits::SUBJECT.check(address))?;
    new.message_text.as_deref().map_or(Ok(()), |text| limits::CHAT_MESSAGE.check(text))
}

/// An earlier report of the same message by the same reporter, settled or not.
async fn same_report(write: &mut Write, new: &NewReport) -> Result<Option<Report>> {
    let sql = "SELECT id, table_id, message, reporter, reporter_address, reported, message_text, reason, at, settled FROM reports
               WHERE table_id = $1 AND message = $2 AND reporter = $3 AND COALESCE(reporter_address, '') = $4";
    let Some(message) = new.message else { return Ok(None) };
    let query = sqlx::query(sql).bind(new.table.as_str()).bind(i64::from(message)).bind(new.reporter.as_str());
    let query = query.bind(new.reporter_address.as_deref().unwrap_or_default());
    query.fetch_optional(&mut *write.transaction).await?.as_ref().map(report).transpose()
}

async fn check_quota(write: &mut Write, new: &NewReport) -> Result<()> {
    let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN reporter = $2 AND COALESCE(reporter_address, '') = $3 THEN 1 ELSE 0 END), 0) AS BIGINT)
               FROM reports WHERE table_id = $1 AND settled IS NULL";
    let query = sqlx::query(sql).bind(new.table.as_str()).bind(new.reporter.as_str());
    let query = query.bind(new.reporter_address.as_deref().unwrap_or_default());
    let row = query.fetch_one(&mut *write.transaction).await?;
    let (all, theirs): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    limits::quota("reports of yours at this table", theirs, limits::REPORTS_OF_ONE)?;
    limits::quota("reports at this table", all, limits::REPORTS)
}

async fn insert_report(write: &mut Write, new: NewReport) -> Result<Report> {
    let sql = "INSERT INTO reports (table_id, message, reporter, reporter_address, reported, message_text, reason, at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id";
    let at = write.now;
    let id = sqlx::query_scalar(sql)
        .bind(new.table.as_str())
        .bind(new.message.map(i64::from))
        .bind(new.reporter.as_str())
        .bind(new.reporter_address.as_deref())
        .bind(new.reported.as_str())
        .bind(new.message_text.as_deref())
        .bind(new.reason.as_str())
        .bind(at.0)
        .fetch_one(&mut *write.transaction)
        .await?;
    Ok(Report { id, report: new, at, settled: None })
}

fn report(row: &AnyRow) -> Result<Report> {
    Ok(Report {
        id: row.try_get("id")?,
        report: NewReport {
            table: rows::id(row.try_get("table_id")?)?,
            message: row.try_get::<Option<i64>, _>("message")?.map(|id| id as u32),
            reporter: row.try_get("reporter")?,
            reporter_address: row.try_get("reporter_address")?,
            reported: row.try_get("reported")?,
            message_text: row.try_get("message_text")?,
            reason: row.try_get("reason")?,
        },
        at: Millis(row.try_get("at")?),
        settled: row.try_get::<Option<i64>, _>("settled")?.map(Millis),
    })
}

fn ban(row: &AnyRow) -> Result<Ban> {
    let subject: String = row.try_get("subject")?;
    Ok(Ban {
        subject: match row.try_get("kind")? {
            "address" => BanSubject::Address(subject),
            "account" => BanSubject::Account(subject),
            _ => return Err(StoreError::damaged("a ban")),
        },
        reason: row.try_get("reason")?,
        at: Millis(row.try_get("at")?),
        until: row.try_get::<Option<i64>, _>("until")?.map(Millis),
    })
}
