//! A job queue with leases: searches of computer players, which any worker may take. When a worker dies, its lease
//! expires and another worker takes the job. If two workers finish one job, the first answer counts.

use std::time::Duration;

use sqlx::Row;

use crate::fair_share::{BUDGET, BudgetOwners, charge};
use crate::store::Store;
use crate::{Millis, Result, limits};

/// A job to add.
#[derive(Clone, Copy, Debug)]
pub struct NewJob<'a> {
    /// Its name. Nodes that use the same name mean the same job.
    pub id: &'a str,
    /// The node that waits for the answer.
    pub requester: &'a str,
    /// Its priority.
    pub priority: JobPriority,
    /// The request, in a form that the store does not read.
    pub request: &'a str,
    /// Whose budgets it is charged to.
    pub owners: &'a BudgetOwners,
    /// Whether a client is connected to the table.
    pub attended: bool,
    /// The most milliseconds it may take.
    pub max_millis: i64,
}

/// A job that a worker has taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its name.
    pub id: String,
    /// The node that waits for the answer.
    pub requester: String,
    /// The request, in a form that the store does not read.
    pub request: String,
}

/// The state of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobState {
    /// It has no answer yet.
    Pending,
    /// It has an answer.
    Answered {
        /// The answer.
        text: String,
        /// How long it waited for a worker.
        waited: Duration,
    },
    /// There is no such job. It was deleted, perhaps by another node that waited for the same answer.
    Gone,
}

/// The priority of a job; lower numbers come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum JobPriority {
    /// A player waits for a move.
    Move = 0,
    /// A visitor wants an analysis.
    Analysis = 1,
}

/// Which jobs a worker takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobFilter {
    /// No job beyond this priority.
    pub max_priority: JobPriority,
    /// No job that may take longer, in milliseconds.
    pub max_millis: i64,
}

impl JobFilter {
    /// Any job.
    pub const ANY: Self = Self { max_priority: JobPriority::Analysis, max_millis: i64::MAX };
}

impl Store {
    /// Adds a job. If it exists, only two things change: the requester, and `attended` if it becomes true.
    pub async fn enqueue_job(&self, job: NewJob<'_>) -> Result<()> {
        let NewJob { id, requester, priority, request, owners, attended, max_millis } = job;
        limits::JOB.check(id)?;
        limits::SEAT.check(requester)?;
        limits::JOB_TEXT.check(request)?;
        limits::SUBJECT.check(&owners.creator.address)?;
        let mut write = self.write().await?;
        let sql = "INSERT INTO jobs (id, requester, priority, request, lease_until, created, address_key,
                   account_key, table_key, attended, max_millis)
                   VALUES ($1, $2, $3, $4, 0, $5, $6, $7, $8, $9, $10)
                   ON CONFLICT (id) DO UPDATE SET requester = excluded.requester,
                   attended = CASE WHEN jobs.attended > excluded.attended THEN jobs.attended ELSE excluded.attended END";
        let query = sqlx::query(sql).bind(id).bind(requester).bind(priority as i64).bind(request).bind(write.now.0);
        let query = query.bind(owners.address()).bind(owners.account()).bind(owners.table());
        query.bind(i64::from(attended)).bind(max_millis).execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// Takes a job without a lease, for `lease` milliseconds, and charges it to its budget owners. The order is:
    /// priority; owners within their budget; attended tables; the smaller debt of address and account; the smaller debt
    /// of the table; age.
    pub async fn take_job(&self, worker: &str, lease: i64, filter: JobFilter) -> Result<Option<Job>> {
        let mut write = self.write().await?;
        let query = sqlx::query(self.dialect().take_job()).bind(write.now.0).bind(worker).bind(write.now.0 + lease);
        let query = query.bind(filter.max_priority as i64).bind(filter.max_millis).bind(write.now.0 + BUDGET);
        let Some(row) = query.fetch_optional(&mut *write.transaction).await? else {
            write.commit().await?;
            return Ok(None);
        };
        let owners = [row.try_get(3)?, row.try_get(4)?, row.try_get(5)?];
        charge(&mut write.transaction, &owners, write.now, row.try_get(6)?).await?;
        let job = Job { id: row.try_get(0)?, requester: row.try_get(1)?, request: row.try_get(2)? };
        write.commit().await?;
        Ok(Some(job))
    }

    /// Renews a lease. Returns whether the worker still holds the job; if not, it can stop its search.
    pub async fn renew_job(&self, id: &str, worker: &str, lease: i64) -> Result<bool> {
        let mut write = self.write().await?;
        let sql = "UPDATE jobs SET lease_until = $3 WHERE id = $1 AND worker = $2 AND answer IS NULL";
        let query = sqlx::query(sql).bind(id).bind(worker).bind(write.now.0 + lease);
        let kept = query.execute(&mut *write.transaction).await?.rows_affected() == 1;
        write.commit().await?;
        Ok(kept)
    }

    /// Stores the answer of a job and returns its requester; `None` if the job was deleted or has an answer. Search
    /// time that was not used is given back to the budget owners.
    pub async fn finish_job(&self, id: &str, answer: &str) -> Result<Option<String>> {
        limits::JOB_TEXT.check(answer)?;
        let mut write = self.write().await?;
        let sql = "UPDATE jobs SET answer = $2, lease_until = $3 WHERE id = $1 AND answer IS NULL
                   RETURNING requester, address_key, account_key, table_key, max_millis, taken";
        let query = sqlx::query(sql).bind(id).bind(answer).bind(i64::MAX);
        let Some(row) = query.fetch_optional(&mut *write.transaction).await? else {
            write.commit().await?;
            return Ok(None);
        };
        if let Some(taken) = row.try_get::<Option<i64>, _>(5)? {
            let owners = [row.try_get(1)?, row.try_get(2)?, row.try_get(3)?];
            let used = (write.now.0 - taken).max(0) - row.try_get::<i64, _>(4)?;
            charge(&mut write.transaction, &owners, write.now, used).await?;
        }
        let requester = row.try_get(0)?;
        write.commit().await?;
        Ok(Some(requester))
    }

    /// The state of a job.
    pub async fn job_state(&self, id: &str) -> Result<JobState> {
        let sql = "SELECT answer, COALESCE(taken, created) - created FROM jobs WHERE id = $1";
        let row = sqlx::query(sql).bind(id).fetch_optional(self.readers()).await?;
        let Some(row) = row else { return Ok(JobState::Gone) };
        let waited = Duration::from_millis(row.try_get::<i64, _>(1)?.max(0) as u64);
        let answered = |text| JobState::Answered { text, waited };
        Ok(row.try_get::<Option<String>, _>(0)?.map_or(JobState::Pending, answered))
    }

    /// The number of jobs that wait for a worker: attended ones with analyses, and the others.
    pub async fn jobs_waiting(&self) -> Result<(u64, u64)> {
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(attended), 0) AS BIGINT) FROM jobs WHERE lease_until <= $1";
        let row = sqlx::query(sql).bind(self.now().await?.0).fetch_one(self.readers()).await?;
        let (all, attended) = (row.try_get::<i64, _>(0)? as u64, row.try_get::<i64, _>(1)? as u64);
        Ok((attended, all.saturating_sub(attended)))
    }

    /// Deletes a job that no node waits for.
    pub async fn delete_job(&self, id: &str) -> Result<()> {
        let mut write = self.write().await?;
        sqlx::query("DELETE FROM jobs WHERE id = $1").bind(id).execute(&mut *write.transaction).await?;
        write.commit().await
    }

    /// Deletes the jobs added before this time: their requesters are gone.
    pub async fn drop_jobs(&self, before: Millis) -> Result<u64> {
        self.delete_older("DELETE FROM jobs WHERE created < $1", before).await
    }
}
