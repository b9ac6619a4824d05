//! The fair scheduler of searches. A pure data structure: time is an argument, and `thinkers` runs it with threads.
//!
//! Searches are charged to the address and the account that made the table, and to the table
//! ([`menagerie_store::debt_after`]). The scheduler picks in this order: a payer within its budget; a table with a client
//! connected; the smaller debt of address and account; the smaller debt of the table; the longest wait. One slot is
//! reserved for short searches, so that a low level answers at once while long searches wait or run.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use menagerie_store::{BUDGET, BudgetOwners, debt_after};

/// The longest search that may use the slot for short ones, in milliseconds: levels 1 to 5 without a clock.
pub(crate) const SHORT_SEARCH: i64 = 2_000;
/// The number of stored debts from which settled ones are removed.
const MAX_DEBTS: usize = 10_000;

/// A queued search.
pub(crate) struct Ticket<T> {
    /// The payers of the search.
    pub(crate) payers: BudgetOwners,
    /// Whether a client is connected to the table. It may change while the search waits.
    pub(crate) attended: Arc<AtomicBool>,
    /// Set when the search is cancelled.
    pub(crate) stop: Arc<AtomicBool>,
    /// The maximum duration in milliseconds.
    pub(crate) cost: i64,
    /// Returned when the search may start.
    pub(crate) payload: T,
}

/// The slot of a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    /// For any search.
    Any,
    /// For short searches only.
    Short,
}

struct Waiting<T> {
    ticket: Ticket<T>,
    since: i64,
    keys: [String; 3],
}

/// Queued searches, free slots, and the debts of payers.
pub(crate) struct Scheduler<T> {
    /// In order of arrival.
    waiting: Vec<Waiting<T>>,
    free: usize,
    free_for_short: usize,
    debts: HashMap<String, i64>,
}

impl<T> Scheduler<T> {
    /// A scheduler with this number of slots for any search, and of slots for short ones.
    pub(crate) fn new(slots: usize, for_short: usize) -> Self {
        Self { waiting: Vec::new(), free: slots, free_for_short: for_short, debts: HashMap::new() }
    }

    /// Queues a search.
    pub(crate) fn submit(&mut self, ticket: Ticket<T>, now: i64) {
        let keys = [ticket.payers.address(), ticket.payers.account(), ticket.payers.table()];
        self.waiting.push(Waiting { ticket, since: now, keys });
    }

    /// The next search, its slot, and its wait in milliseconds. Its maximum cost is charged at once.
    pub(crate) fn next(&mut self, now: i64) -> Option<(Ticket<T>, Slot, i64)> {
        self.waiting.retain(|waiting| !waiting.ticket.stop.load(Ordering::Relaxed));
        let (index, slot) = self.first(now)?;
        match slot {
            Slot::Any => self.free -= 1,
            Slot::Short => self.free_for_short -= 1,
        }
        let Waiting { ticket, since, keys } = self.waiting.remove(index);
        self.charge(&keys, now, ticket.cost);
        Some((ticket, slot, now - since))
    }

    /// Ends a search after `used` milliseconds: frees its slot and refunds the unused cost.
    pub(crate) fn end(&mut self, slot: Slot, payers: &BudgetOwners, cost: i64, used: i64, now: i64) {
        match slot {
            Slot::Any => self.free += 1,
            Slot::Short => self.free_for_short += 1,
        }
        self.charge(&[payers.address(), payers.account(), payers.table()], now, used - cost);
    }

    /// The number of queued searches: of tables with a client connected, and of others.
    pub(crate) fn waiting(&self) -> (u64, u64) {
        let attended = self.waiting.iter().filter(|waiting| waiting.ticket.attended.load(Ordering::Relaxed)).count();
        (attended as u64, (self.waiting.len() - attended) as u64)
    }

    fn first(&self, now: i64) -> Option<(usize, Slot)> {
        let best = |longest: i64| {
            let fitting = self.waiting.iter().enumerate().filter(|(_, waiting)| waiting.ticket.cost <= longest);
            fitting.min_by_key(|(_, waiting)| self.turn(waiting, now)).map(|(index, _)| index)
        };
        // The first short search gets the reserved slot; the first of all searches takes any slot.
        let short = (self.free_for_short > 0).then(|| best(SHORT_SEARCH)).flatten();
        let any = || (self.free > 0).then(|| best(i64::MAX)).flatten();
        short.map(|index| (index, Slot::Short)).or_else(|| any().map(|index| (index, Slot::Any)))
    }

    /// The sort key: smaller starts earlier; ties go to the earlier arrival.
    fn turn(&self, waiting: &Waiting<T>, now: i64) -> (bool, bool, i64, i64) {
        let debt = |key: &String| self.debts.get(key).copied().unwrap_or(0).max(now);
        let [address, account, table] = &waiting.keys;
        let owner = debt(address).max(debt(account));
        (owner > now + BUDGET, !waiting.ticket.attended.load(Ordering::Relaxed), owner, debt(table))
    }

    fn charge(&mut self, keys: &[String; 3], now: i64, millis: i64) {
        if self.debts.len() > MAX_DEBTS {
            self.debts.retain(|_, debt| *debt > now);
        }
        for key in keys.iter().filter(|key| !key.is_empty()) {
            let debt = self.debts.entry(key.clone()).or_default();
            *debt = debt_after(*debt, now, millis);
        }
    }
}

#[cfg(test)]
mod tests {
    use menagerie_store::{AccountId, Creator, TableId};

    use super::*;

    const LEVEL_8: i64 = 2_800;
    const LEVEL_1: i64 = 300;

    fn ticket(name: &'static str, address: &str, table: u64, cost: i64) -> Ticket<&'static str> {
        let creator = Creator { address: address.to_owned(), account: None };
        let payers = BudgetOwners { creator, table: Some(TableId::from_random(table)) };
        Ticket { payers, attended: Arc::new(AtomicBool::new(true)), stop: Arc::default(), cost, payload: name }
    }

    fn absent(ticket: Ticket<&'static str>) -> Ticket<&'static str> {
        ticket.attended.store(false, Ordering::Relaxed);
        ticket
    }

    /// Runs the searches one after the other on a single slot until `millis` have passed; returns their order.
    fn order(scheduler: &mut Scheduler<&'static str>, millis: i64) -> Vec<&'static str> {
        let (mut now, mut names) = (0, Vec::new());
        while now < millis
            && let Some((ticket, slot, _)) = scheduler.next(now)
        {
            now += ticket.cost;
            scheduler.end(slot, &ticket.payers, ticket.cost, ticket.cost, now);
            names.push(ticket.payload);
        }
        names
    }

    #[test]
    fn an_address_with_many_tables_gets_no_more_than_one_with_a_single_table() {
        let mut scheduler = Scheduler::new(1, 0);
        for table in 0..40 {
            scheduler.submit(ticket("many", "192.0.2.1", table, LEVEL_8), 0);
        }
        scheduler.submit(ticket("one", "192.0.2.2", 99, LEVEL_8), 0);
        assert_eq!(order(&mut scheduler, 4 * LEVEL_8), ["many", "one", "many", "many"]);
    }

    #[test]
    fn an_account_gets_no_more_by_coming_from_several_addresses() {
        let mut scheduler = Scheduler::new(1, 0);
        for (number, address) in ["192.0.2.1", "192.0.2.2", "192.0.2.3"].into_iter().enumerate() {
            let mut hopping = ticket("hopping", address, number as u64, LEVEL_8);
            hopping.payers.creator.account = Some(AccountId(7));
            scheduler.submit(hopping, 0);
        }
        scheduler.submit(ticket("guest", "192.0.2.4", 99, LEVEL_8), 0);
        assert_eq!(order(&mut scheduler, 3 * LEVEL_8), ["hopping", "guest", "hopping"]);
    }

    #[test]
    fn the_tables_of_one_address_take_turns() {
        let mut scheduler = Scheduler::new(1, 0);
        for name in ["first", "first", "second"] {
            scheduler.submit(ticket(name, "192.0.2.1", u64::from(name == "second"), LEVEL_8), 0);
        }
        assert_eq!(order(&mut scheduler, i64::MAX), ["first", "second", "first"]);
    }

    #[test]
    fn a_table_with_a_client_connected_comes_first() {
        let mut scheduler = Scheduler::new(1, 0);
        let (gone, back) = (absent(ticket("gone", "192.0.2.1", 1, LEVEL_8)), ticket("back", "192.0.2.2", 2, LEVEL_8));
        let back = absent(back);
        let returns = Arc::clone(&back.attended);
        scheduler.submit(gone, 0);
        scheduler.submit(back, 0);
        scheduler.submit(ticket("here", "192.0.2.3", 3, LEVEL_8), 0);
        assert_eq!(scheduler.waiting(), (1, 2));
        returns.store(true, Ordering::Relaxed);
        assert_eq!(order(&mut scheduler, i64::MAX), ["back", "here", "gone"]);
    }

    #[test]
    fn an_address_over_its_budget_comes_after_everybody_also_after_those_who_are_away() {
        let mut scheduler = Scheduler::new(1, 0);
        let mut now = 0;
        for table in 0..40 {
            scheduler.submit(ticket("greedy", "192.0.2.1", table, LEVEL_8), now);
        }
        for _ in 0..38 {
            let (ticket, slot, _) = scheduler.next(now).unwrap();
            now += LEVEL_8;
            scheduler.end(slot, &ticket.payers, ticket.cost, LEVEL_8, now);
        }
        scheduler.submit(absent(ticket("away", "192.0.2.2", 99, LEVEL_8)), now);
        assert_eq!(scheduler.next(now).unwrap().0.payload, "away");
    }

    #[test]
    fn a_short_search_begins_at_once_while_long_ones_run_and_wait() {
        let mut scheduler = Scheduler::new(1, 1);
        for table in 0..40 {
            scheduler.submit(ticket("long", "192.0.2.1", table, LEVEL_8), 0);
        }
        assert_eq!(scheduler.next(0).unwrap().1, Slot::Any);
        assert!(scheduler.next(0).is_none(), "long searches leave the other place free");
        scheduler.submit(ticket("short", "192.0.2.1", 99, LEVEL_1), 10);
        let (short, slot, waited) = scheduler.next(10).unwrap();
        assert_eq!((short.payload, slot, waited), ("short", Slot::Short, 0));
    }

    #[test]
    fn a_search_that_nobody_wants_takes_no_place() {
        let mut scheduler = Scheduler::new(1, 0);
        let unwanted = ticket("unwanted", "192.0.2.1", 1, LEVEL_8);
        unwanted.stop.store(true, Ordering::Relaxed);
        scheduler.submit(unwanted, 0);
        scheduler.submit(ticket("wanted", "192.0.2.1", 2, LEVEL_8), 0);
        assert_eq!(order(&mut scheduler, i64::MAX), ["wanted"]);
        assert_eq!(scheduler.waiting(), (0, 0));
    }
}
