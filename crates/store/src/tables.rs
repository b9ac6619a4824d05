//! Tables: a game with its seats, settings and dice, and its result when it is over.

use menagerie_wire::Ended;
use menagerie_wire::http::SeatPlan;
use menagerie_wire::table::{Stage, TimeControl};
use serde::{Deserialize, Serialize};
use sqlx::AnyConnection;

use crate::ids::to_hex;
use crate::lobby::Origin;
use crate::page::{Cursor, Page, Paged};
use crate::rows::{self, select_tables};
use crate::store::{Store, Write};
use crate::{AccountId, Creator, DiceSecret, Millis, Result, StoreError, TableId, TokenHash, limits};

/// A table that is to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTable {
    /// Its id; [`StoreError::Taken`] if there is one already.
    pub id: TableId,
    /// The game with its options: `jungle:classic`.
    pub game: String,
    /// The text of the position the match begins from.
    pub start: String,
    /// What its maker chose.
    pub settings: Settings,
    /// Where it stands.
    pub stage: Stage,
    /// The seats in order of play.
    pub seats: Vec<Seat>,
    /// What its chance is drawn from; only for games with chance.
    pub dice: Option<Dice>,
    /// The table whose rematch this is. A table has one rematch: for a second, [`StoreError::Taken`].
    pub rematch_of: Option<TableId>,
    /// Who made it; nobody for an imported match.
    pub creator: Option<Creator>,
}

/// A table as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its id.
    pub id: TableId,
    /// Grows by one with every change: [`Store::update_table`] changes only what it knows.
    pub revision: i64,
    /// The game with its options.
    pub game: String,
    /// The text of the position the match begins from.
    pub start: String,
    /// What its maker chose.
    pub settings: Settings,
    /// Where it stands.
    pub stage: Stage,
    /// The seats in order of play.
    pub seats: Vec<Seat>,
    /// What its chance is drawn from.
    pub dice: Option<Dice>,
    /// The table whose rematch this is.
    pub rematch_of: Option<TableId>,
    /// The rematch of this table.
    pub rematch: Option<TableId>,
    /// Who made it; nothing for tables that are older than this, and for imported matches.
    pub creator: Option<Creator>,
    /// How the match ended.
    pub result: Option<Ended>,
    /// When it was made.
    pub created: Millis,
    /// When it was last changed; events are not changes of the table, and neither is the end they lead to.
    pub updated: Millis,
}

/// What the maker of a table chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether it is in the lobby.
    pub public: bool,
    /// Whether accounts' ratings are at stake.
    pub rated: bool,
    /// Whether colours are drawn by lot.
    pub shuffle: bool,
    /// The time control.
    pub clock: TimeControl,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Its colour: `red`.
    pub seat: String,
    /// Who was to sit there when the table was made.
    pub plan: SeatPlan,
    /// Who sits there.
    pub player: Player,
    /// The hash of the token whose holder plays the seat.
    pub token: Option<TokenHash>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Nobody yet.
    Open,
    /// A person, or a person's program.
    Person {
        /// The name they gave.
        name: String,
        /// Their account, if they have one.
        account: Option<AccountId>,
        /// Whether it is a program.
        bot: bool,
    },
    /// A computer player.
    Computer {
        /// From 1 to 8.
        level: u8,
    },
}

/// What a table's chance is drawn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice {
    /// The secret.
    pub secret: DiceSecret,
    /// The SHA-256 of the secret, published from the start.
    pub commitment: [u8; 32],
    /// What the players added, in order.
    pub nonces: Vec<String>,
    /// The secret of the rematch, drawn with the table; none for tables that are older than this.
    pub next: Option<DiceSecret>,
}

impl Table {
    /// The place of this table in a list that is newest first.
    pub fn cursor(&self) -> Cursor {
        Cursor { at: self.created, id: self.id.to_string() }
    }
}

impl Store {
    /// Makes a table.
    pub async fn create_table(&self, new: &NewTable) -> Result<Table> {
        self.create_table_from(new, None).await
    }

    /// Makes a table for somebody at an address. [`StoreError::Quota`] if that address has too many in the lobby already.
    pub async fn create_table_from(&self, new: &NewTable, origin: Option<&Origin>) -> Result<Table> {
        check(&new.game, &new.start, &new.seats, new.dice.as_ref())?;
        new.creator.as_ref().map_or(Ok(()), |creator| limits::SUBJECT.check(&creator.address))?;
        let mut write = self.write().await?;
        insert_table(&mut write, new).await?;
        if let Some(origin) = origin {
            crate::lobby::note_origin(&mut write, new, origin).await?;
        }
        insert_seats(&mut write.transaction, &new.id, &new.seats).await?;
        let now = write.now;
        write.commit().await?;
        let NewTable { id, game, start, settings, stage, seats, dice, rematch_of, creator } = new.clone();
        let (rematch, result, created, updated) = (None, None, now, now);
        let revision = FIRST_REVISION;
        Ok(Table {
            id,
            revision,
            game,
            start,
            settings,
            stage,
            seats,
            dice,
            rematch_of,
            rematch,
            creator,
            result,
            created,
            updated,
        })
    }

    /// A table.
    pub async fn table(&self, id: &TableId) -> Result<Table> {
        let sql = select_tables!("SELECT * FROM tables WHERE id = $1");
        let rows = sqlx::query(sql).bind(id.as_str()).fetch_all(self.readers()).await?;
        rows::tables(&rows)?.pop().ok_or(StoreError::NotFound("table"))
    }

    /// Writes a table's settings, stage, seats, dice and result, and returns the table as it is then.
    /// [`StoreError::Conflict`] if it has another revision by now.
    pub async fn update_table(&self, table: &Table) -> Result<Table> {
        check(&table.game, &table.start, &table.seats, table.dice.as_ref())?;
        table.result.as_ref().map_or(Ok(()), check_result)?;
        let mut write = self.write().await?;
        let now = write.now.max(table.updated);
        update_row(&mut write.transaction, table, now).await?;
        sqlx::query("DELETE FROM seats WHERE table_id = $1")
            .bind(table.id.as_str())
            .execute(&mut *write.transaction)
            .await?;
        insert_seats(&mut write.transaction, &table.id, &table.seats).await?;
        write.commit().await?;
        Ok(Table { revision: table.revision + 1, updated: now, ..table.clone() })
    }

    /// The tables of an account, newest first.
    pub async fn history(&self, account: AccountId, page: &Page) -> Result<Paged<Table>> {
        let sql = select_tables!(
            "SELECT * FROM tables WHERE id IN (SELECT table_id FROM seats WHERE account = $1)
             AND (created, id) < ($2, $3) ORDER BY created DESC, id DESC LIMIT $4"
        );
        let (at, id) = page.bounds();
        let query = sqlx::query(sql).bind(account.0).bind(at).bind(id).bind(page.limit());
        let tables = rows::tables(&query.fetch_all(self.readers()).await?)?;
        Ok(page.paged(tables, Table::cursor))
    }

    /// The tables at which an account plays now, newest first.
    pub async fn playing(&self, account: AccountId, page: &Page) -> Result<Paged<Table>> {
        let sql = select_tables!(
            "SELECT * FROM tables WHERE id IN (SELECT table_id FROM seats WHERE account = $1) AND stage = 'playing'
             AND (created, id) < ($2, $3) ORDER BY created DESC, id DESC LIMIT $4"
        );
        let (at, id) = page.bounds();
        let query = sqlx::query(sql).bind(account.0).bind(at).bind(id).bind(page.limit());
        let tables = rows::tables(&query.fetch_all(self.readers()).await?)?;
        Ok(page.paged(tables, Table::cursor))
    }
}

const FIRST_REVISION: i64 = 1;

async fn insert_table(write: &mut Write, new: &NewTable) -> Result<()> {
    let sql = "INSERT INTO tables (id, revision, game, start, settings, public, clocked, stage, secret, commitment,
               nonces, rematch_of, result, created, updated, rated, next_secret, creator)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, NULL, $13, $13, $14, $15, $16)";
    let (secret, commitment, nonces) = dice_columns(new.dice.as_ref());
    let inserted = sqlx::query(sql)
        .bind(new.id.as_str())
        .bind(FIRST_REVISION)
        .bind(new.game.as_str())
        .bind(new.start.as_str())
        .bind(rows::json(&new.settings)?)
        .bind(i64::from(new.settings.public))
        .bind(i64::from(new.settings.clock != TimeControl::None))
        .bind(rows::stage_text(new.stage))
        .bind(secret)
        .bind(commitment)
        .bind(nonces)
        .bind(new.rematch_of.as_ref().map(TableId::as_str))
        .bind(write.now.0)
        .bind(i64::from(new.settings.rated))
        .bind(new.dice.as_ref().and_then(|dice| dice.next).map(|next| to_hex(&next.0)))
        .bind(new.creator.as_ref().map(ToString::to_string))
        .execute(&mut *write.transaction)
        .await;
    inserted.map(|_| ()).map_err(|error| StoreError::from(error).or_taken("table id or rematch"))
}

async fn update_row(connection: &mut AnyConnection, table: &Table, now: Millis) -> Result<()> {
    let sql = "UPDATE tables SET revision = revision + 1, settings = $3, public = $4, clocked = $5, stage = $6,
               secret = $7, commitment = $8, nonces = $9, result = $10, updated = $11, rated = $12
               WHERE id = $1 AND revision = $2";
    let (secret, commitment, nonces) = dice_columns(table.dice.as_ref());
    let updated = sqlx::query(sql)
        .bind(table.id.as_str())
        .bind(table.revision)
        .bind(rows::json(&table.settings)?)
        .bind(i64::from(table.settings.public))
        .bind(i64::from(table.settings.clock != TimeControl::None))
        .bind(rows::stage_text(table.stage))
        .bind(secret)
        .bind(commitment)
        .bind(nonces)
        .bind(table.result.as_ref().map(rows::json).transpose()?)
        .bind(now.0)
        .bind(i64::from(table.settings.rated))
        .execute(connection)
        .await?;
    if updated.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

async fn insert_seats(connection: &mut AnyConnection, table: &TableId, seats: &[Seat]) -> Result<()> {
    let sql = "INSERT INTO seats (table_id, place, seat, plan, kind, name, account, bot, level, token)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    for (place, seat) in (0_i64..).zip(seats) {
        let (kind, name, account, bot, level) = match &seat.player {
            Player::Open => ("open", None, None, false, None),
            Player::Person { name, account, bot } => ("person", Some(name.as_str()), *account, *bot, None),
            Player::Computer { level } => ("computer", None, None, false, Some(*level)),
        };
        let query = sqlx::query(sql).bind(table.as_str()).bind(place).bind(seat.seat.as_str());
        let query = query.bind(rows::json(&seat.plan)?).bind(kind).bind(name).bind(account.map(|account| account.0));
        let query = query.bind(i64::from(bot)).bind(level.map(i64::from)).bind(seat.token.map(TokenHash::to_hex));
        query.execute(&mut *connection).await.map_err(|error| StoreError::from(error).or_taken("seat token"))?;
    }
    Ok(())
}

/// The match of table `$2` ends with the result `$1`. When the table was last changed stays what it was: the match's start, which
/// its clocks are counted from.
pub(crate) const END: &str = "UPDATE tables SET stage = 'over', result = $1, revision = revision + 1 WHERE id = $2";

/// Part of the transaction that appends a match's last events.
pub(crate) async fn end_table(connection: &mut AnyConnection, table: &TableId, result: &Ended) -> Result<()> {
    sqlx::query(END).bind(rows::json(result)?).bind(table.as_str()).execute(&mut *connection).await?;
    crate::ratings::note_unrated(connection, table).await?;
    crate::wakes::forget(connection, table).await
}

fn dice_columns(dice: Option<&Dice>) -> (Option<String>, Option<String>, String) {
    let nonces = serde_json::json!(dice.map_or(&[][..], |dice| &dice.nonces)).to_string();
    (dice.map(|dice| to_hex(&dice.secret.0)), dice.map(|dice| to_hex(&dice.commitment)), nonces)
}

fn check(game: &str, start: &str, seats: &[Seat], dice: Option<&Dice>) -> Result<()> {
    limits::GAME.check(game)?;
    limits::POSITION.check(start)?;
    limits::at_most("seats", seats.len(), limits::SEATS)?;
    for seat in seats {
        limits::SEAT.check(&seat.seat)?;
        if let Player::Person { name, .. } = &seat.player {
            limits::NAME.check(name)?;
        }
        if let SeatPlan::Here { name } = &seat.plan {
            limits::NAME.check(name)?;
        }
    }
    let nonces = dice.map_or(&[][..], |dice| &dice.nonces);
    limits::at_most("nonces", nonces.len(), limits::NONCES)?;
    nonces.iter().try_for_each(|nonce| limits::NONCE.check(nonce))
}

pub(crate) fn check_result(result: &Ended) -> Result<()> {
    limits::at_most("scores", result.scores.len(), limits::SEATS)?;
    result.scores.iter().try_for_each(|(seat, _)| limits::SEAT.check(seat))?;
    limits::RULE.check(&result.rule)?;
    limits::REASON.check(&result.reason)
}
