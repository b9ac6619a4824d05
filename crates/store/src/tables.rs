//! Tables: a game with its seats, settings and dice, and its result when it is over.

use serde::{Deserialize, Serialize};
use sqlx::AnyConnection;

use crate::ids::to_hex;
use crate::lobby::TableOrigin;
use crate::pagination::{Cursor, Page, PageRequest};
use crate::rows::{self, select_tables};
use crate::store::{Store, Write};
use crate::table_types::{MatchResult, SeatPlan, Stage, TimeControl};
use crate::{AccountId, Creator, DiceSecret, Millis, Result, StoreError, TableId, TokenHash, limits};

/// A table to create.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTable {
    /// Its id. [`StoreError::Taken`] if another table has it.
    pub id: TableId,
    /// The game with its options: `jungle:classic`.
    pub game: String,
    /// The text of the start position.
    pub start: String,
    /// The creator's choices.
    pub settings: Settings,
    /// Its stage.
    pub stage: Stage,
    /// The seats in order of play.
    pub seats: Vec<Seat>,
    /// What its dice are drawn from; only for games with chance.
    pub dice: Option<Dice>,
    /// The table whose rematch this is. A table has one rematch; a second is [`StoreError::Taken`].
    pub rematch_of: Option<TableId>,
    /// Who made it; `None` for an imported match.
    pub creator: Option<Creator>,
}

/// A stored table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its id.
    pub id: TableId,
    /// Grows by one with each change. [`Store::update_table`] checks it (optimistic locking).
    pub revision: i64,
    /// The game with its options.
    pub game: String,
    /// The text of the start position.
    pub start: String,
    /// The creator's choices.
    pub settings: Settings,
    /// Its stage.
    pub stage: Stage,
    /// The seats in order of play.
    pub seats: Vec<Seat>,
    /// What its dice are drawn from.
    pub dice: Option<Dice>,
    /// The table whose rematch this is.
    pub rematch_of: Option<TableId>,
    /// The rematch of this table.
    pub rematch: Option<TableId>,
    /// Who made it; `None` for tables of earlier versions and for imported matches.
    pub creator: Option<Creator>,
    /// The result of the match.
    pub result: Option<MatchResult>,
    /// When it was created.
    pub created: Millis,
    /// When it was last changed. Events do not count, nor does the end of the match.
    pub updated: Millis,
}

/// The choices of a table's creator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether it is in the lobby.
    pub public: bool,
    /// Whether accounts' ratings are at stake.
    pub rated: bool,
    /// Whether the seats are drawn by lot.
    pub shuffle: bool,
    /// The time control.
    pub clock: TimeControl,
    /// How the clocks start.
    #[serde(skip_serializing_if = "FirstAction::is_clocked")]
    pub first_action: FirstAction,
}

impl Settings {
    /// Whether time ends an abandoned match. Where the first action may take any time, retention has to end it.
    fn is_ended_by_clock(self) -> bool {
        self.clock != TimeControl::None && self.first_action != FirstAction::Free
    }
}

/// The time for the first action of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstAction {
    /// It is charged to its seat's clock, as all others are.
    #[default]
    Clocked,
    /// The clocks start with it.
    Free,
    /// The clocks start with it. The match is aborted if it does not come within this time, in milliseconds.
    Within(u32),
}

impl FirstAction {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_clocked(&self) -> bool {
        *self == Self::Clocked
    }
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
    /// The hash of the token that plays the seat.
    pub token: Option<TokenHash>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Nobody yet.
    Open,
    /// A player, or a player's program.
    Person {
        /// The player's name.
        name: String,
        /// The player's account, if there is one.
        account: Option<AccountId>,
        /// Whether a program plays.
        bot: bool,
    },
    /// A computer player.
    Computer {
        /// From 1 to 8.
        level: u8,
    },
}

/// What a table's dice are drawn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice {
    /// The secret.
    pub secret: DiceSecret,
    /// The SHA-256 of the secret, published when the table is made.
    pub commitment: [u8; 32],
    /// The players' nonces, in order.
    pub nonces: Vec<String>,
    /// The secret of the rematch, drawn with the table; `None` for tables of earlier versions.
    pub next: Option<DiceSecret>,
}

impl Table {
    /// The cursor of this table in a list.
    pub fn cursor(&self) -> Cursor {
        Cursor { at: self.created, id: self.id.to_string() }
    }
}

impl Store {
    /// Creates a table.
    pub async fn create_table(&self, new: &NewTable) -> Result<Table> {
        self.create_table_from(new, None).await
    }

    /// Creates a table for an address. [`StoreError::Quota`] if that address has too many tables in the lobby.
    pub async fn create_table_from(&self, new: &NewTable, origin: Option<&TableOrigin>) -> Result<Table> {
        check(&new.game, &new.start, &new.seats, new.dice.as_ref())?;
        new.creator.as_ref().map_or(Ok(()), |creator| limits::SUBJECT.check(&creator.address))?;
        let mut write = self.write().await?;
        insert_table(&mut write, new).await?;
        if let Some(origin) = origin {
            crate::lobby::insert_origin(&mut write, new, origin).await?;
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

    /// Writes a table's settings, stage, seats, dice and result, and returns the stored table. [`StoreError::Conflict`]
    /// if it has another revision.
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
    pub async fn history(&self, account: AccountId, page: &PageRequest) -> Result<Page<Table>> {
        let sql = select_tables!(
            "SELECT * FROM tables WHERE id IN (SELECT table_id FROM seats WHERE account = $1)
             AND (created, id) < ($2, $3) ORDER BY created DESC, id DESC LIMIT $4"
        );
        let (at, id) = page.bounds();
        let query = sqlx::query(sql).bind(account.0).bind(at).bind(id).bind(page.limit());
        let tables = rows::tables(&query.fetch_all(self.readers()).await?)?;
        Ok(page.paged(tables, Table::cursor))
    }

    /// The tables at which an account is playing, newest first.
    pub async fn playing(&self, account: AccountId, page: &PageRequest) -> Result<Page<Table>> {
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
        .bind(i64::from(new.settings.is_ended_by_clock()))
        .bind(new.stage.as_str())
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
        .bind(i64::from(table.settings.is_ended_by_clock()))
        .bind(table.stage.as_str())
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

/// Ends the match of table `$2` with the result `$1`. `updated` stays the start of the match: its clocks count from
/// there.
pub(crate) const END: &str = "UPDATE tables SET stage = 'over', result = $1, revision = revision + 1 WHERE id = $2";

/// Ends a match in the transaction that appends its last events.
pub(crate) async fn end_table(connection: &mut AnyConnection, table: &TableId, result: &MatchResult) -> Result<()> {
    sqlx::query(END).bind(rows::json(result)?).bind(table.as_str()).execute(&mut *connection).await?;
    crate::ratings::enqueue_rating(connection, table).await?;
    crate::deadlines::delete(connection, table).await
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

pub(crate) fn check_result(result: &MatchResult) -> Result<()> {
    limits::at_most("scores", result.scores.len(), limits::SEATS)?;
    result.scores.iter().try_for_each(|(seat, _)| limits::SEAT.check(seat))?;
    limits::RULE.check(&result.rule)?;
    limits::REASON.check(&result.reason)?;
    result.cause.as_deref().map_or(Ok(()), |cause| limits::CAUSE.check(cause))
}
