//! What computer players are asked: jobs that any worker may take. A worker that dies loses nothing, because its lease runs
//! out; two on one job do no harm, because the first answer counts.

use std::time::Duration;

use sqlx::Row;

use crate::fair_share::{BUDGET, Payers, charge};
use crate::store::Store;
use crate::{Millis, Result, limits};

/// A job that is to be asked.
#[derive(Clone, Copy, Debug)]
pub struct NewJob<'a> {
    /// Its name. All who ask under one name mean the same job.
    pub id: &'a str,
    /// Who waits for the answer.
    pub asker: &'a str,
    /// Who is served first.
    pub rank: Rank,
    /// What is asked, in the words of asker and worker.
    pub question: &'a str,
    /// Whom it is charged to.
    pub payers: &'a Payers,
    /// Whether a client is connected to the table.
    pub attended: bool,
    /// The most milliseconds it may take.
    pub cost: i64,
}

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
    /// It was answered.
    Answered {
        /// The answer.
        text: String,
        /// How long the job waited until a worker took it.
        waited: Duration,
    },
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

/// Which jobs a worker takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// None beyond this rank.
    pub last: Rank,
    /// None that may take longer, in milliseconds.
    pub longest: i64,
}

impl Wanted {
    /// Any job.
    pub const ANY: Self = Self { last: Rank::Analysis, longest: i64::MAX };
}

impl Store {
    /// Asks something. If it was asked before, only two things change: who waits for the answer, and that somebody is
    /// connected to the table where nobody was.
    pub async fn ask(&self, job: NewJob<'_>) -> Result<()> {
        let NewJob { id, asker, rank, question, payers, attended, cost } = job;
        limits::JOB.check(id)?;
        limits::SEAT.check(asker)?;
        limits::QUESTION.check(question)?;
        limits::SUBJECT.check(&payers.creator.address)?;
        let mut write = self.write().await?;
        let sql = "INSERT INTO jobs (id, asker, rank, question, until, created, address, account, board, attended, cost)
                   VALUES ($1, $2, $3, $4, 0, $5, $6, $7, $8, $9, $10)
                   ON CONFLICT (id) DO UPDATE SET asker = excluded.asker,
                   attended = CASE WHEN jobs.attended > excluded.attended THEN jobs.attended ELSE excluded.attended END";
        let query = sqlx::query(sql).bind(id).bind(asker).bind(rank as i64).bind(question).bind(write.now.0);
        let query = query.bind(payers.address()).bind(payers.account()).bind(payers.table());
        query.bind(i64::from(attended)).bind(cost).execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// Takes a job that nobody works on, for so many milliseconds, and charges it to its payers. The order is: rank; payers
    /// within their budget; tables to which somebody is connected; the smaller debt of address and account; the smaller debt
    /// of the table; age.
    pub async fn take_job(&self, worker: &str, lease: i64, wanted: Wanted) -> Result<Option<Job>> {
        let mut write = self.write().await?;
        let query = sqlx::query(self.dialect().take_job()).bind(write.now.0).bind(worker).bind(write.now.0 + lease);
        let query = query.bind(wanted.last as i64).bind(wanted.longest).bind(write.now.0 + BUDGET);
        let Some(row) = query.fetch_optional(&mut *write.transaction).await? else {
            write.commit().await?;
            return Ok(None);
        };
        let payers = [row.try_get(3)?, row.try_get(4)?, row.try_get(5)?];
        charge(&mut write.transaction, &payers, write.now, row.try_get(6)?).await?;
        let job = Job { id: row.try_get(0)?, asker: row.try_get(1)?, question: row.try_get(2)? };
        write.commit().await?;
        Ok(Some(job))
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

    /// Answers a job, and says who waits for it; nobody if it was dropped or answered before. What the search did not use is
    /// given back to its payers.
    pub async fn answer_job(&self, id: &str, answer: &str) -> Result<Option<String>> {
        limits::QUESTION.check(answer)?;
        let mut write = self.write().await?;
        let sql = "UPDATE jobs SET answer = $2, until = $3 WHERE id = $1 AND answer IS NULL
                   RETURNING asker, address, account, board, cost, taken";
        let query = sqlx::query(sql).bind(id).bind(answer).bind(i64::MAX);
        let Some(row) = query.fetch_optional(&mut *write.transaction).await? else {
            write.commit().await?;
            return Ok(None);
        };
        if let Some(taken) = row.try_get::<Option<i64>, _>(5)? {
            let payers = [row.try_get(1)?, row.try_get(2)?, row.try_get(3)?];
            let used = (write.now.0 - taken).max(0) - row.try_get::<i64, _>(4)?;
            charge(&mut write.transaction, &payers, write.now, used).await?;
        }
        let asker = row.try_get(0)?;
        write.commit().await?;
        Ok(Some(asker))
    }

    /// How a job stands.
    pub async fn job_state(&self, id: &str) -> Result<JobState> {
        let sql = "SELECT answer, COALESCE(taken, created) - created FROM jobs WHERE id = $1";
        let row = sqlx::query(sql).bind(id).fetch_optional(self.readers()).await?;
        let Some(row) = row else { return Ok(JobState::Gone) };
        let waited = Duration::from_millis(row.try_get::<i64, _>(1)?.max(0) as u64);
        let answered = |text| JobState::Answered { text, waited };
        Ok(row.try_get::<Option<String>, _>(0)?.map_or(JobState::Open, answered))
    }

    /// How many jobs wait for a worker: those of tables with somebody connected and analyses, and the others.
    pub async fn jobs_waiting(&self) -> Result<(u64, u64)> {
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(attended), 0) AS BIGINT) FROM jobs WHERE until <= $1";
        let row = sqlx::query(sql).bind(self.now().await?.0).fetch_one(self.readers()).await?;
        let (all, attended) = (row.try_get::<i64, _>(0)? as u64, row.try_get::<i64, _>(1)? as u64);
        Ok((attended, all.saturating_sub(attended)))
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
