//! Creating tables, joining, closing and aborting them.

use menagerie_catalog::Chosen;
use menagerie_game::erased::AnyPosition;
use menagerie_game::text::excerpt;
use menagerie_store as store;
use menagerie_store::{Account, Creator, NewTable, Settings, Stage, StoreError, TableId, TokenHash};
use menagerie_table::names;
use menagerie_table::secret::random_word;
use menagerie_wire::Code;
use menagerie_wire::http::{CreateTable, Join, SeatPlan, Seated};
use menagerie_wire::table::TimeControl;

use crate::app::App;
use crate::error::ServerError;
use crate::limits::address::Address;
use crate::mailbox::input::AdminCommand;
use crate::records::stored::ToStored;
use crate::tables::load::{draw_of, table_info};
use crate::tables::lobby::TableCreator;
use crate::tables::table_log::log_table;
use crate::tables::table_task::TableTask;

/// 142 bits.
pub(crate) const TOKEN_LENGTH: usize = 24;
const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// A table that was made, and the tokens of the seats at its maker's screen.
pub(crate) struct CreatedTable {
    pub(crate) id: TableId,
    pub(crate) tokens: Vec<(String, String)>,
}

impl App {
    /// Creates a table for a client at an address.
    pub(crate) async fn create(
        &self,
        wanted: CreateTable,
        maker: Option<&Account>,
        from: TableCreator,
    ) -> Result<CreatedTable, ServerError> {
        let chosen: Chosen =
            wanted.game.parse().map_err(|error| ServerError::new(Code::NotFound, format!("{error}")))?;
        if wanted.rated && wanted.position.is_some() {
            let sentence = "a rated match begins from the usual start: leave out the position, or play without rating";
            return Err(ServerError::new(Code::Malformed, sentence));
        }
        if wanted.rated {
            check_rated(&wanted.seats, maker)?;
        }
        let start = starting(&chosen, wanted.position.as_deref())?;
        check_clock(wanted.clock)?;
        let nonce = names::nonce(wanted.nonce.unwrap_or_default())?;
        let mut plans = wanted.seats;
        if wanted.shuffle {
            self.shuffle(&mut plans);
        }
        let (mut seats, tokens) = self.seats(&*start, plans)?;
        seat_account(&mut seats, maker);
        let nonces = if tokens.is_empty() && nonce.is_empty() { Vec::new() } else { vec![nonce] };
        let dice = self.table_dice(chosen.game.info(), wanted.commitment.as_deref(), nonces).await?;
        let filled = seats.iter().all(|seat| seat.player != store::Player::Open);
        let new = NewTable {
            id: self.new_table_id(),
            game: wanted.game,
            start: start.text(),
            settings: Settings {
                public: wanted.public,
                rated: wanted.rated,
                shuffle: wanted.shuffle,
                clock: wanted.clock.to_stored(),
                first_action: self.first_action(wanted.clock.to_stored(), &seats),
            },
            stage: if filled { Stage::Playing } else { Stage::Waiting },
            seats,
            dice,
            rematch_of: None,
            creator: Some(creator(from.address, maker)),
        };
        let origin = self.origin(&new, maker, from);
        let table = self.store.create_table_from(&new, Some(&origin)).await?;
        log_table("a table is made", &table);
        if filled {
            log_table("a match begins", &table);
            self.watch_over(&table).await;
            self.publish_game_event(&table, "gameStart");
        }
        Ok(CreatedTable { id: new.id, tokens })
    }

    fn seats(&self, start: &dyn AnyPosition, plans: Vec<SeatPlan>) -> Result<(Vec<store::Seat>, Tokens), ServerError> {
        let expected = start.seats().len();
        if plans.len() != expected {
            let sentence = format!("this game has {expected} seats, not {}", plans.len());
            return Err(ServerError::new(Code::Malformed, sentence));
        }
        let mut tokens = Vec::new();
        let mut seats = Vec::new();
        for (seat, plan) in start.seats().iter().zip(plans) {
            let seat = start.info().seat_name(seat).to_owned();
            let mut token = None;
            let player = match &plan {
                SeatPlan::Open => store::Player::Open,
                SeatPlan::Computer { level } if LEVELS.contains(level) => store::Player::Computer { level: *level },
                SeatPlan::Computer { .. } => return Err(ServerError::new(Code::Malformed, "levels go from 1 to 8")),
                SeatPlan::Here { name } => {
                    token = Some(self.new_token(&seat, &mut tokens));
                    store::Player::Person { name: names::name(name)?, account: None, bot: false }
                }
            };
            seats.push(store::Seat { seat, plan: plan.to_stored(), player, token });
        }
        Ok((seats, tokens))
    }

    fn new_token(&self, seat: &str, tokens: &mut Tokens) -> TokenHash {
        let token = random_word(&self.entropy, TOKEN_LENGTH);
        let hash = TokenHash::of(&token);
        tokens.push((seat.to_owned(), token));
        hash
    }

    pub(crate) fn new_table_id(&self) -> TableId {
        let mut bits = [0; 8];
        (self.entropy)(&mut bits);
        TableId::from_random(u64::from_le_bytes(bits))
    }

    /// Fisher and Yates; of eight bytes the remainder's bias is nothing.
    fn shuffle(&self, plans: &mut [SeatPlan]) {
        for last in (1..plans.len()).rev() {
            let mut number = [0; 8];
            (self.entropy)(&mut number);
            plans.swap(last, (u64::from_le_bytes(number) % (last as u64 + 1)) as usize);
        }
    }
}

/// Whom the thinking at a table is charged to.
pub(crate) fn creator(from: Address, account: Option<&Account>) -> Creator {
    Creator { address: from.digest(), account: account.map(|account| account.id) }
}

/// The first person at the maker's screen is the maker; the others are guests.
fn seat_account(seats: &mut [store::Seat], maker: Option<&Account>) {
    let people = seats.iter_mut().filter_map(|seat| match &mut seat.player {
        store::Player::Person { name, account, bot } => Some((name, account, bot)),
        _ => None,
    });
    if let (Some(maker), Some((name, account, bot))) = (maker, people.into_iter().next()) {
        name.clone_from(&maker.name);
        *account = Some(maker.id);
        *bot = maker.bot;
    }
}

/// Whether a match between these can be rated: it is between accounts, each on one seat.
fn check_rated(plans: &[SeatPlan], maker: Option<&Account>) -> Result<(), ServerError> {
    let here = plans.iter().filter(|plan| matches!(plan, SeatPlan::Here { .. })).count();
    let computers = plans.iter().any(|plan| matches!(plan, SeatPlan::Computer { .. }));
    let sentence = "a rated match is between accounts: sign in, take one seat, and leave the others open";
    let fits = !computers && here <= usize::from(maker.is_some());
    if fits { Ok(()) } else { Err(ServerError::new(Code::NotAllowed, sentence)) }
}

/// Seats and their tokens.
pub(crate) type Tokens = Vec<(String, String)>;

fn starting(chosen: &Chosen, position: Option<&str>) -> Result<Box<dyn AnyPosition>, ServerError> {
    let Some(text) = position else { return Ok(chosen.start()) };
    let id = chosen.game.info().id;
    let wrong =
        |error| ServerError::new(Code::Malformed, format!("'{}' is no position of {id}: {error}", excerpt(text)));
    let start = chosen.game.read(text).map_err(wrong)?;
    if start.outcome().is_some() {
        return Err(ServerError::new(Code::Malformed, "in this position the game is over already"));
    }
    Ok(start)
}

fn check_clock(clock: TimeControl) -> Result<(), ServerError> {
    let sentence = "a time control has up to a day at the start and per turn, 1 to 20 periods, or 1 to 30 days";
    if clock.is_sensible() { Ok(()) } else { Err(ServerError::new(Code::Malformed, sentence)) }
}

impl TableTask {
    /// A player joins. The match begins when all seats are taken.
    pub(crate) async fn join(&mut self, join: Join, account: Option<Account>) -> Result<Seated, ServerError> {
        let name = account.as_ref().map_or_else(|| names::name(&join.name), |account| Ok(account.name.clone()))?;
        let nonce = names::nonce(join.nonce.unwrap_or_default())?;
        let place = self.open_place(join.seat.as_deref())?;
        self.check_rated(account.as_ref())?;
        let mut tokens = Vec::new();
        let mut table = self.stored.clone();
        let seat = &mut table.seats[place];
        seat.token = Some(self.app.new_token(&seat.seat, &mut tokens));
        let bot = account.as_ref().is_some_and(|account| account.bot);
        seat.player = store::Player::Person { name, account: account.map(|account| account.id), bot };
        if let Some(dice) = &mut table.dice {
            dice.nonces.push(nonce);
        }
        if table.seats.iter().all(|seat| seat.player != store::Player::Open) {
            table.stage = Stage::Playing;
        }
        let updated = self.app.store.update_table(&table).await;
        if let Err(StoreError::Conflict) = updated {
            self.reload().await?;
        }
        self.stored = updated?;
        if self.stored.stage == Stage::Playing {
            log_table("a match begins", &self.stored);
        }
        self.seated().await?;
        Ok(Seated { table: self.room.shown_table(self.app.now()), tokens })
    }

    /// At a rated match sit accounts, each once.
    fn check_rated(&self, account: Option<&Account>) -> Result<(), ServerError> {
        if !self.stored.settings.rated {
            return Ok(());
        }
        let sentence = "this match is rated: sign in first, or look for one that is not";
        let account = account.ok_or_else(|| ServerError::new(Code::NotAllowed, sentence))?;
        let sits = |seat: &store::Seat| matches!(seat.player, store::Player::Person { account: Some(id), .. } if id == account.id);
        let twice = self.stored.seats.iter().any(sits);
        if twice { Err(ServerError::new(Code::Taken, "you sit at this table already")) } else { Ok(()) }
    }

    fn open_place(&self, wanted: Option<&str>) -> Result<usize, ServerError> {
        let is_open = |seat: &store::Seat| seat.player == store::Player::Open;
        if self.stored.stage == Stage::Closed {
            return Err(ServerError::new(Code::NotNow, "the table is closed"));
        }
        let Some(name) = wanted else {
            let place = self.stored.seats.iter().position(is_open);
            return place.ok_or_else(|| ServerError::new(Code::Taken, "every seat is taken; you can look on"));
        };
        let place = self.stored.seats.iter().position(|seat| seat.seat == name);
        let place =
            place.ok_or_else(|| ServerError::new(Code::NotFound, format!("there is no seat '{}'", excerpt(name))))?;
        let taken = || ServerError::new(Code::Taken, format!("{name} is taken"));
        if is_open(&self.stored.seats[place]) { Ok(place) } else { Err(taken()) }
    }

    /// The stored table has changed: the room follows, and everybody is told.
    async fn seated(&mut self) -> Result<(), ServerError> {
        let now = self.app.now();
        let state = table_info(&self.app.store, &self.stored).await?;
        let begins = state.started.is_some();
        self.room.update_seats(state, draw_of(&self.stored), now);
        self.changed();
        if begins || self.stored.stage == Stage::Closed {
            self.settle_invitations().await;
        }
        if begins {
            self.app.watch_over(&self.stored).await;
            self.app.publish_game_event(&self.stored, "gameStart");
        }
        let deliveries = if begins { self.room.broadcast_snapshot(now) } else { self.room.broadcast_table(now) };
        self.deliver(deliveries);
        Ok(())
    }

    /// Nobody is invited to this table or sought for it any more.
    async fn settle_invitations(&self) {
        self.app.seeks.met(&self.id);
        let has_account = |seat: &store::Seat| matches!(seat.player, store::Player::Person { account: Some(_), .. });
        if !self.stored.seats.iter().any(has_account) {
            return;
        }
        if let Err(cause) = self.app.store.delete_invitations(&self.id).await {
            tracing::warn!(table = %self.id, %cause, "a challenge or a seek could not be forgotten");
        }
    }

    /// An operator's order.
    pub(crate) async fn administer(&mut self, command: AdminCommand) -> Result<(), ServerError> {
        match command {
            AdminCommand::Close => self.close().await,
            AdminCommand::CloseIfUnattended if self.room.is_attended_anywhere() => Ok(()),
            AdminCommand::CloseIfWaiting | AdminCommand::CloseIfUnattended => self.close_if_waiting().await,
            AdminCommand::RemoveMessage(said) => {
                self.app.store.remove_chat_message(&self.id, said).await?;
                self.changed();
                self.room.remove_message(said);
                let deliveries = self.room.broadcast_snapshot(self.app.now());
                self.deliver(deliveries);
                Ok(())
            }
        }
    }

    /// Nobody plays here any more. What others did to the table meanwhile does not matter, but the end of its match stays.
    async fn close(&mut self) -> Result<(), ServerError> {
        let close = |table: &store::Table| store::Table { stage: Stage::Closed, ..table.clone() };
        let mut closed = self.app.store.update_table(&close(&self.stored)).await;
        if let Err(StoreError::Conflict) = closed {
            let newest = self.app.store.table(&self.id).await?;
            closed = self.app.store.update_table(&close(&newest)).await;
        }
        self.stored = closed?;
        log_table("a table is closed", &self.stored);
        self.seated().await
    }

    /// The same, unless the match has begun, at this node or at another.
    async fn close_if_waiting(&mut self) -> Result<(), ServerError> {
        while self.stored.stage == Stage::Waiting {
            let closed = store::Table { stage: Stage::Closed, ..self.stored.clone() };
            match self.app.store.update_table(&closed).await {
                Err(StoreError::Conflict) => drop(self.refresh().await?),
                closed => {
                    self.stored = closed?;
                    log_table("a table is closed", &self.stored);
                    return self.seated().await;
                }
            }
        }
        Ok(())
    }

    /// Aborts a match in which no seat has left and at least one has not acted. It has no winner and is not rated.
    pub(crate) async fn abort(&mut self, account: &str) -> Result<(), ServerError> {
        if self.room.table().seat_of_account(account).is_none() {
            return Err(ServerError::new(Code::NotAllowed, "you do not play at this table"));
        }
        if self.room.game().end().is_some() || self.stored.stage == Stage::Closed {
            return Err(ServerError::new(Code::NotNow, "the match is over"));
        }
        if !self.room.can_be_aborted() {
            let sentence = "all seats have acted or one has left: it is too late to abort, but you can resign";
            return Err(ServerError::new(Code::NotNow, sentence));
        }
        self.close_unplayed().await
    }
}
