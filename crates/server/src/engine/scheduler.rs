//! The engine's scheduler: who thinks next. A pure data structure; time is an argument, and `thinkers` runs it with threads.
//!
//! Searches are charged to the address and the account that made the table, and to the table
//! ([`menagerie_store::charged`]). Next comes, in this order: a payer within its budget; a table with a client connected; the
//! smaller debt of address and account; the smaller debt of the table; the one that waits longest. One place is kept for short
//! searches, so that a low level answers at once however many long searches wait or run.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use menagerie_store::{BUDGET, Payers, charged};

/// The longest search that may use the place for short ones, in milliseconds: levels 1 to 5 without a clock.
pub(crate) const SHORT: i64 = 2_000;
/// Debts that are remembered before those that are paid off are looked for.
const MANY: usize = 10_000;

/// A search that waits for a place.
pub(crate) struct Ticket<T> {
    /// Whom it is charged to.
    pub(crate) payers: Payers,
    /// Whether a client is connected to the table. It may change while the search waits.
    pub(crate) attended: Arc<AtomicBool>,
    /// Nobody wants it any more.
    pub(crate) stop: Arc<AtomicBool>,
    /// The most milliseconds it may take.
    pub(crate) cost: i64,
    /// What the scheduler gives back when its turn has come.
    pub(crate) payload: T,
}

/// The place of a search that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// For any search.
    Any,
    /// For short searches alone.
    Short,
}

struct Waiting<T> {
    ticket: Ticket<T>,
    since: i64,
    keys: [String; 3],
}

/// Searches that wait, places that are free, and what everybody owes.
pub(crate) struct Scheduler<T> {
    /// In the order in which they came.
    waiting: Vec<Waiting<T>>,
    free: usize,
    free_for_short: usize,
    debts: HashMap<String, i64>,
}

impl<T> Scheduler<T> {
    /// So many places for any search, and so many more for short ones.
    pub(crate) fn new(places: usize, for_short: usize) -> Self {
        Self { waiting: Vec::new(), free: places, free_for_short: for_short, debts: HashMap::new() }
    }

    /// A search waits from now on.
    pub(crate) fn submit(&mut self, ticket: Ticket<T>, now: i64) {
        let keys = [ticket.payers.address(), ticket.payers.account(), ticket.payers.table()];
        self.waiting.push(Waiting { ticket, since: now, keys });
    }

    /// The search whose turn it is, its place, and how many milliseconds it has waited. Its cost is charged at once.
    pub(crate) fn next(&mut self, now: i64) -> Option<(Ticket<T>, Place, i64)> {
        self.waiting.retain(|waiting| !waiting.ticket.stop.load(Ordering::Relaxed));
        let (index, place) = self.first(now)?;
        match place {
            Place::Any => self.free -= 1,
            Place::Short => self.free_for_short -= 1,
        }
        let Waiting { ticket, since, keys } = self.waiting.remove(index);
        self.charge(&keys, now, ticket.cost);
        Some((ticket, place, now - since))
    }

    /// A search has ended after so many milliseconds: its place is free, and what it did not use is given back.
    pub(crate) fn end(&mut self, place: Place, payers: &Payers, cost: i64, used: i64, now: i64) {
        match place {
            Place::Any => self.free += 1,
            Place::Short => self.free_for_short += 1,
        }
        self.charge(&[payers.address(), payers.account(), payers.table()], now, used - cost);
    }

    /// How many searches wait: of tables with a client connected, and of others.
    pub(crate) fn waiting(&self) -> (u64, u64) {
        let attended = self.waiting.iter().filter(|waiting| waiting.ticket.attended.load(Ordering::Relaxed)).count();
        (attended as u64, (self.waiting.len() - attended) as u64)
    }

    fn first(&self, now: i64) -> Option<(usize, Place)> {
        let best = |longest: i64| {
            let fitting = self.waiting.iter().enumerate().filter(|(_, waiting)| waiting.ticket.cost <= longest);
            fitting.min_by_key(|(_, waiting)| self.turn(waiting, now)).map(|(index, _)| index)
        };
        // The first that is short gets its own place; whoever is first of all takes any.
        let short = (self.free_for_short > 0).then(|| best(SHORT)).flatten();
        let any = || (self.free > 0).then(|| best(i64::MAX)).flatten();
        short.map(|index| (index, Place::Short)).or_else(|| any().map(|index| (index, Place::Any)))
    }

    /// Smaller is earlier; of equals, the one that came first.
    fn turn(&self, waiting: &Waiting<T>, now: i64) -> (bool, bool, i64, i64) {
        let debt = |key: &String| self.debts.get(key).copied().unwrap_or(0).max(now);
        let [address, account, table] = &waiting.keys;
        let owner = debt(address).max(debt(account));
        (owner > now + BUDGET, !waiting.ticket.attended.load(Ordering::Relaxed), owner, debt(table))
    }

    fn charge(&mut self, keys: &[String; 3], now: i64, millis: i64) {
        if self.debts.len() > MANY {
            self.debts.retain(|_, debt| *debt > now);
        }
        for key in keys.iter().filter(|key| !key.is_empty()) {
            let debt = self.debts.entry(key.clone()).or_default();
            *debt = charged(*debt, now, millis);
        }
    }
}

#[cfg(test)]
mod tests {
    use menagerie_store::{AccountId, Creator, TableId};

    use super::*;

    const LEVEL_8: i64 = 5_000;
    const LEVEL_1: i64 = 300;

    fn ticket(name: &'static str, address: &str, table: u64, cost: i64) -> Ticket<&'static str> {
        let creator = Creator { address: address.to_owned(), account: None };
        let payers = Payers { creator, table: Some(TableId::from_random(table)) };
        Ticket { payers, attended: Arc::new(AtomicBool::new(true)), stop: Arc::default(), cost, payload: name }
    }

    fn absent(ticket: Ticket<&'static str>) -> Ticket<&'static str> {
        ticket.attended.store(false, Ordering::Relaxed);
        ticket
    }

    /// Runs one search after the other on a single place, and says in which order, until `millis` are over.
    fn order(scheduler: &mut Scheduler<&'static str>, millis: i64) -> Vec<&'static str> {
        let (mut now, mut names) = (0, Vec::new());
        while now < millis
            && let Some((ticket, place, _)) = scheduler.next(now)
        {
            now += ticket.cost;
            scheduler.end(place, &ticket.payers, ticket.cost, ticket.cost, now);
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
    fn a_table_with_somebody_connected_comes_before_one_without() {
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
        for _ in 0..20 {
            let (ticket, place, _) = scheduler.next(now).unwrap();
            now += LEVEL_8;
            scheduler.end(place, &ticket.payers, ticket.cost, LEVEL_8, now);
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
        assert_eq!(scheduler.next(0).unwrap().1, Place::Any);
        assert!(scheduler.next(0).is_none(), "long searches leave the other place free");
        scheduler.submit(ticket("short", "192.0.2.1", 99, LEVEL_1), 10);
        let (short, place, waited) = scheduler.next(10).unwrap();
        assert_eq!((short.payload, place, waited), ("short", Place::Short, 0));
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
