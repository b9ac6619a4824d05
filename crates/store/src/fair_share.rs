//! Fair-share scheduling of searches. Each search is charged to the address and the account that made the table, and to
//! the table. A debt is a point in time: when the used search time is paid off. The owner with the smaller debt comes
//! first.

use std::fmt;
use std::str::FromStr;

use sqlx::AnyConnection;

use crate::store::Store;
use crate::{AccountId, Millis, Result, StoreError, TableId};

/// An owner whose debt is longer than this, in milliseconds, is over its budget and comes after all others.
pub const BUDGET: i64 = 60_000;
/// A millisecond of search takes this many milliseconds to pay off: in the long run an address has half a thread.
const PAY_OFF_FACTOR: i64 = 2;
/// The longest debt, so that every address is within its budget again after this time.
const MAX_DEBT: i64 = 10 * 60_000;

/// Who made a table. The address is a digest, so that the database does not show who played from where.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Creator {
    /// A digest of the address; empty for tables of earlier versions.
    pub address: String,
    /// The account, if the creator was signed in.
    pub account: Option<AccountId>,
}

impl fmt::Display for Creator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)?;
        self.account.map_or(Ok(()), |account| write!(f, "#{}", account.0))
    }
}

impl FromStr for Creator {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self> {
        let (address, account) = text.split_once('#').map_or((text, None), |(address, id)| (address, Some(id)));
        let account = account.map(|id| id.parse().map(AccountId)).transpose();
        let account = account.map_err(|_| StoreError::damaged("the creator of a table"))?;
        Ok(Self { address: address.to_owned(), account })
    }
}

/// The owners of the budgets that a search is charged to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BudgetOwners {
    /// The creator of the table, or the visitor who wants an analysis.
    pub creator: Creator,
    /// The table, if the search is for a move.
    pub table: Option<TableId>,
}

impl BudgetOwners {
    /// The key of the address.
    pub fn address(&self) -> String {
        format!("a{}", self.creator.address)
    }

    /// The key of the account; empty without an account.
    pub fn account(&self) -> String {
        self.creator.account.map_or_else(String::new, |account| format!("u{}", account.0))
    }

    /// The key of the table; empty without a table.
    pub fn table(&self) -> String {
        self.table.as_ref().map_or_else(String::new, |table| format!("t{table}"))
    }
}

/// The debt after `millis` more milliseconds of search. A negative number gives time back. All times are milliseconds.
pub fn debt_after(debt: i64, now: i64, millis: i64) -> i64 {
    debt.max(now).saturating_add(millis.saturating_mul(PAY_OFF_FACTOR)).min(now + MAX_DEBT)
}

/// Charges owners in the order address, account, table. All transactions use this order, so that they cannot deadlock.
pub(crate) async fn charge(connection: &mut AnyConnection, owners: &[String], now: Millis, millis: i64) -> Result<()> {
    let sql = "INSERT INTO search_debts (owner, until) VALUES ($1, $2) ON CONFLICT (owner) DO UPDATE SET until =
               CASE WHEN search_debts.until > $3 THEN CASE WHEN search_debts.until + $4 > $5 THEN $5 ELSE search_debts.until + $4 END
               ELSE excluded.until END";
    for owner in owners.iter().filter(|owner| !owner.is_empty()) {
        let query = sqlx::query(sql).bind(owner.as_str()).bind(debt_after(0, now.0, millis)).bind(now.0);
        let query = query.bind(millis.saturating_mul(PAY_OFF_FACTOR)).bind(now.0 + MAX_DEBT);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Deletes the debts that are paid off.
    pub async fn drop_debts(&self, now: Millis) -> Result<u64> {
        self.delete_older("DELETE FROM search_debts WHERE until < $1", now).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_creator_is_read_as_it_was_written() {
        for account in [None, Some(AccountId(42))] {
            let creator = Creator { address: "0123456789abcdef".to_owned(), account };
            assert_eq!(creator.to_string().parse::<Creator>().unwrap(), creator);
        }
        assert!("abc#x".parse::<Creator>().is_err());
    }

    #[test]
    fn a_debt_begins_now_grows_with_use_and_has_an_end() {
        assert_eq!(debt_after(0, 1_000, 500), 2_000, "what was paid off long ago counts no more");
        assert_eq!(debt_after(5_000, 1_000, 500), 6_000);
        assert_eq!(debt_after(6_000, 1_000, -500), 5_000, "a search that ended early gets the rest back");
        assert_eq!(debt_after(0, 1_000, i64::MAX), 1_000 + MAX_DEBT);
    }
}
