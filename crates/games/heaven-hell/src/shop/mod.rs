//! The shop (heaven-hell/shop): its stock, and what buying does.

mod entries;

use menagerie_game::{Seat, message};

use crate::apply::Step;
use crate::ask::Inquiry;
use crate::info::INFO;
use crate::messages::MESSAGES;
use crate::position::Position;
use crate::task::{Drawn, Question, Task, Topic};

pub(crate) use entries::{ENTRIES, back_rank_squares, new_piece, trap_squares};

/// A shop entry: its row in the table of heaven-hell/shop, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EntryId(u8);

/// A row of the table.
pub(crate) struct Entry {
    /// The rule's id: `heaven-hell/shop/4`.
    pub(crate) rule: &'static str,
    pub(crate) id: &'static str,
    pub(crate) price: u16,
    pub(crate) deal: Deal,
    pub(crate) first: Inquiry,
    pub(crate) second: Inquiry,
}

/// What buying an entry leads to.
pub(crate) enum Deal {
    /// Its `ask`.
    Ask,
    /// An orb is opened for the buyer.
    Orb,
    /// Two actions on the buyer's next turn.
    TwoActions,
}

impl EntryId {
    /// How many entries there are.
    pub(crate) const COUNT: usize = 16;

    /// Every entry, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn entry(self) -> &'static Entry {
        &ENTRIES[self.index()]
    }

    /// As in texts: `two-actions`.
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// For players: `two actions`.
    pub(crate) fn name(self) -> &'static str {
        MESSAGES.fact_text("topic-shop", self.id(), "name")
    }

    /// The title of its explanation: `New Knight`.
    pub(crate) fn title(self) -> &'static str {
        MESSAGES.fact("topic-shop", self.id(), None).unwrap_or_default()
    }

    /// What it does, in a few words.
    pub(crate) fn words(self) -> &'static str {
        MESSAGES.fact_text("topic-shop", self.id(), "words")
    }

    /// The entry with this id.
    pub fn with_id(id: &str) -> Option<Self> {
        Self::all().find(|entry| entry.id() == id)
    }
}

/// What is in the shop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shop([Stock; EntryId::COUNT]);

/// One entry's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stock {
    Locked(u16),
    Unlocked(u16),
    Removed,
}

impl Shop {
    /// The highest price (heaven-hell/2.4).
    pub(crate) const HIGHEST: u16 = 9999;

    /// Everything at its first price, locked.
    pub(crate) fn new() -> Self {
        Self(std::array::from_fn(|i| Stock::Locked(ENTRIES[i].price)))
    }

    pub(crate) const fn of(stock: [Stock; EntryId::COUNT]) -> Self {
        Self(stock)
    }

    pub(crate) const fn stock(&self, entry: EntryId) -> Stock {
        self.0[entry.index()]
    }

    pub(crate) const fn is_removed(&self, entry: EntryId) -> bool {
        matches!(self.stock(entry), Stock::Removed)
    }

    pub(crate) const fn is_locked(&self, entry: EntryId) -> bool {
        matches!(self.stock(entry), Stock::Locked(_))
    }

    pub(crate) const fn unlock(&mut self, entry: EntryId) {
        if let Stock::Locked(price) = self.stock(entry) {
            self.0[entry.index()] = Stock::Unlocked(price);
        }
    }

    pub(crate) const fn remove(&mut self, entry: EntryId) {
        self.0[entry.index()] = Stock::Removed;
    }

    /// Locks what is unlocked, and says how many entries that were.
    pub(crate) fn lock_all(&mut self) -> usize {
        let mut locked = 0;
        for stock in &mut self.0 {
            if let Stock::Unlocked(price) = *stock {
                *stock = Stock::Locked(price);
                locked += 1;
            }
        }
        locked
    }

    /// For the key.
    pub(crate) fn words(&self, add: &mut dyn FnMut(u64)) {
        let word = |stock: &Stock| match *stock {
            Stock::Locked(price) => u64::from(price) << 2 | 1,
            Stock::Unlocked(price) => u64::from(price) << 2 | 2,
            Stock::Removed => 3,
        };
        self.0.chunks(4).for_each(|four| add(four.iter().fold(0, |all, stock| all << 16 | word(stock))));
    }
}

impl Position {
    /// What the entry costs a seat that can buy it: unlocked, affordable, and with an option (heaven-hell/R48).
    pub(crate) fn price_for(&self, seat: Seat, entry: EntryId) -> Option<u16> {
        let Stock::Unlocked(price) = self.shop.stock(entry) else { return None };
        let has_option = || match entry.entry().deal {
            Deal::Ask => Question::first(Topic::Shop(entry), seat).has_option(self),
            Deal::Orb | Deal::TwoActions => true,
        };
        (price <= self.coins[seat.index()] && has_option()).then_some(price)
    }
}

impl Step<'_> {
    /// A seat buys an entry; `last`: it is removed at once instead of getting dearer (heaven-hell/chaos/38).
    pub(crate) fn buy(&mut self, seat: Seat, entry: EntryId, last: bool) {
        let Stock::Unlocked(price) = self.position.shop.stock(entry) else { return };
        self.has_progressed();
        self.pay(seat, -i32::from(price));
        self.note(|| message!("note-buys", seat = INFO.color_of(seat), entry = entry.name()));
        let dearer = (price + 1).min(Shop::HIGHEST);
        self.position.shop.0[entry.index()] = if last { Stock::Removed } else { Stock::Unlocked(dearer) };
        match entry.entry().deal {
            Deal::Ask => self.create(Task::ask(Topic::Shop(entry), seat)),
            Deal::Orb => self.create(Task::Chaos { seat, drawn: Drawn::default() }),
            Deal::TwoActions => self.position.next_two[seat.index()] = true,
        }
        self.create(Task::Unlock);
    }
}
