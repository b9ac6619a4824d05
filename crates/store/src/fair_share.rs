//! Fair shares of thinking time. Every search is charged to the address and the account that made the table, and to the table.
//! A debt is a time: when what was used is paid off. Whoever has the smaller debt thinks first.

use std::fmt;
use std::str::FromStr;

use sqlx::AnyConnection;

use crate::store::Store;
use crate::{AccountId, Millis, Result, StoreError, TableId};

/// A payer is over its budget with a debt longer than this, in milliseconds, and thinks after everybody who is not.
pub const BUDGET: i64 = 60_000;
/// A millisecond of thinking takes this many milliseconds to pay off: in the long run an address has half a thread.
const PAYING_OFF: i64 = 2;
/// No debt is longer, so that every address is within its budget again after this time.
const LONGEST: i64 = 10 * 60_000;

/// Who made a table. The address is a digest: the database does not tell who played from where.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Creator {
    /// A digest of the address; empty for tables that are older than this.
    pub address: String,
    /// The account, if the maker was signed in.
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

/// Whom a search is charged to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Payers {
    /// Who made the table, or who asked.
    pub creator: Creator,
    /// The table, if it is a move.
    pub table: Option<TableId>,
}

impl Payers {
    /// The key of the address.
    pub fn address(&self) -> String {
        format!("a{}", self.creator.address)
    }

    /// The key of the account; empty without one.
    pub fn account(&self) -> String {
        self.creator.account.map_or_else(String::new, |account| format!("u{}", account.0))
    }

    /// The key of the table; empty without one.
    pub fn table(&self) -> String {
        self.table.as_ref().map_or_else(String::new, |table| format!("t{table}"))
    }
}

/// A debt after `millis` more of thinking, or fewer where they are negative. All are times in milliseconds.
pub fn charged(debt: i64, now: i64, millis: i64) -> i64 {
    debt.max(now).saturating_add(millis.saturating_mul(PAYING_OFF)).min(now + LONGEST)
}

/// Charges payers that are named in the order address, account, table, so that no two transactions wait for each other in a
/// circle.
pub(crate) async fn charge(connection: &mut AnyConnection, payers: &[String], now: Millis, millis: i64) -> Result<()> {
    let sql = "INSERT INTO debts (payer, until) VALUES ($1, $2) ON CONFLICT (payer) DO UPDATE SET until =
               CASE WHEN debts.until > $3 THEN CASE WHEN debts.until + $4 > $5 THEN $5 ELSE debts.until + $4 END
               ELSE excluded.until END";
    for payer in payers.iter().filter(|payer| !payer.is_empty()) {
        let query = sqlx::query(sql).bind(payer.as_str()).bind(charged(0, now.0, millis)).bind(now.0);
        let query = query.bind(millis.saturating_mul(PAYING_OFF)).bind(now.0 + LONGEST);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Forgets the debts that are paid off.
    pub async fn drop_debts(&self, now: Millis) -> Result<u64> {
        self.forget_older("DELETE FROM debts WHERE until < $1", now).await
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
        assert_eq!(charged(0, 1_000, 500), 2_000, "what was paid off long ago counts no more");
        assert_eq!(charged(5_000, 1_000, 500), 6_000);
        assert_eq!(charged(6_000, 1_000, -500), 5_000, "a search that ended early gets the rest back");
        assert_eq!(charged(0, 1_000, i64::MAX), 1_000 + LONGEST);
    }
}
