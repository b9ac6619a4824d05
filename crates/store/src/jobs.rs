//! What computer players are asked: jobs that any worker may take. A worker that dies loses nothing, because its lease runs
//! out; two on one job do no harm, because the first answer counts.

use sqlx::Row;

use crate::store::Store;
use crate::{Millis, Result, limits};

/// A job that somebody has taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its name.
    pub id: String,
    /// Who waits for the answer.
    pub asker: String,
    /// What is asked, in the words of asker and worker.
    pub question: String,
}

/// How a job stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobState {
    /// Nobody has answered it yet.
    Open,
    /// It was answered so.
    Answered(String),
    /// There is no such job: it was dropped, perhaps by another who waited for the same answer.
    Gone,
}

/// Who is served first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// Somebody waits at a board.
    Move = 0,
    /// Somebody wants to know.
    Analysis = 1,
}

impl Store {
    /// Asks something. If it was asked before, nothing changes but who waits for the answer.
    pub async fn ask(&self, id: &str, asker: &str, rank: Rank, question: &str) -> Result<()> {
        limits::JOB.check(id)?;
        limits::SEAT.check(asker)?;
        limits::QUESTION.check(question)?;
        let mut write = self.write().await?;
        let sql = "INSERT INTO jobs (id, asker, rank, question, until, created) VALUES ($1, $2, $3, $4, 0, $5)
                   ON CONFLICT (id) DO UPDATE SET asker = excluded.asker";
        let query = sqlx::query(sql).bind(id).bind(asker).bind(rank as i64).bind(question).bind(write.now.0);
        query.execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// Takes the oldest job of the first rank that nobody works on, for so many milliseconds; none beyond the `last` rank.
    pub async fn take_job(&self, worker: &str, lease: i64, last: Rank) -> Result<Option<Job>> {
        let mut write = self.write().await?;
        let query = sqlx::query(self.dialect().take_job()).bind(write.now.0).bind(worker).bind(write.now.0 + lease);
        let taken = query.bind(last as i64).fetch_optional(&mut *write.transaction).await?;
        let job = |row: sqlx::any::AnyRow| {
            Ok::<_, sqlx::Error>(Job { id: row.try_get(0)?, asker: row.try_get(1)?, question: row.try_get(2)? })
        };
        let job = taken.map(job).transpose()?;
        write.commit().await?;
        Ok(job)
    }

    /// Keeps a job for so many milliseconds more. Whether it is still ours: otherwise thinking on is in vain.
    pub async fn keep_job(&self, id: &str, worker: &str, lease: i64) -> Result<bool> {
        let mut write = self.write().await?;
        let sql = "UPDATE jobs SET until = $3 WHERE id = $1 AND owner = $2 AND answer IS NULL";
        let query = sqlx::query(sql).bind(id).bind(worker).bind(write.now.0 + lease);
        let kept = query.execute(&mut *write.transaction).await?.rows_affected() == 1;
        write.commit().await?;
        Ok(kept)
    }

    /// Answers a job, and says who waits for it; nobody if it was dropped or answered before.
    pub async fn answer_job(&self, id: &str, answer: &str) -> Result<Option<String>> {
        limits::QUESTION.check(answer)?;
        let mut write = self.write().await?;
        let sql = "UPDATE jobs SET answer = $2, until = $3 WHERE id = $1 AND answer IS NULL RETURNING asker";
        let query = sqlx::query(sql).bind(id).bind(answer).bind(i64::MAX);
        let asker = query.fetch_optional(&mut *write.transaction).await?;
        let asker = asker.map(|row| row.try_get(0)).transpose()?;
        write.commit().await?;
        Ok(asker)
    }

    /// How a job stands.
    pub async fn job_state(&self, id: &str) -> Result<JobState> {
        let row = sqlx::query("SELECT answer FROM jobs WHERE id = $1").bind(id).fetch_optional(self.readers()).await?;
        let Some(row) = row else { return Ok(JobState::Gone) };
        Ok(row.try_get::<Option<String>, _>(0)?.map_or(JobState::Open, JobState::Answered))
    }

    /// Nobody waits for a job any more.
    pub async fn drop_job(&self, id: &str) -> Result<()> {
        let mut write = self.write().await?;
        sqlx::query("DELETE FROM jobs WHERE id = $1").bind(id).execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// Forgets the jobs that were asked before this time: whoever asked is gone.
    pub async fn drop_jobs(&self, before: Millis) -> Result<u64> {
        self.forget_older("DELETE FROM jobs WHERE created < $1", before).await
    }
}
