//! Databases of earlier versions: each opens with this program, and everything in it reads as before.

use std::path::Path;

use menagerie_store::*;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

use crate::fixture::*;

/// The migrations of released versions. They never change.
const RELEASED: [&str; 13] = [
    include_str!("../../migrations/0001_tables.sql"),
    include_str!("../../migrations/0002_talk.sql"),
    include_str!("../../migrations/0003_accounts.sql"),
    include_str!("../../migrations/0004_cluster.sql"),
    include_str!("../../migrations/0005_unrated.sql"),
    include_str!("../../migrations/0006_commitments.sql"),
    include_str!("../../migrations/0007_once.sql"),
    include_str!("../../migrations/0008_reports.sql"),
    include_str!("../../migrations/0009_wishes.sql"),
    include_str!("../../migrations/0010_thinking.sql"),
    include_str!("../../migrations/0012_lobby.sql"),
    include_str!("../../migrations/0013_sign_in_places.sql"),
    include_str!("../../migrations/0014_ratings_by_seats.sql"),
];

/// A far time: a lease or deadline that has not passed.
const LATER: i64 = 9_000_000_000_000;

async fn file(path: &Path) -> AnyConnection {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(&format!("sqlite://{}?mode=rwc", path.display())).await.unwrap()
}

/// Runs the first migrations, with the words of a database.
async fn migrate(connection: &mut AnyConnection, steps: &[&str], words: &[(&str, &str)]) {
    let done = "CREATE TABLE schema_steps (version INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT NULL)";
    let in_words = |sql: &str| words.iter().fold(sql.to_owned(), |sql, (ours, theirs)| sql.replace(ours, theirs));
    sqlx::raw_sql(AssertSqlSafe(in_words(done))).execute(&mut *connection).await.unwrap();
    for (version, step) in (1_i64..).zip(steps) {
        sqlx::raw_sql(AssertSqlSafe(in_words(step))).execute(&mut *connection).await.unwrap();
        let insert = sqlx::query("INSERT INTO schema_steps VALUES ($1, 1)").bind(version);
        insert.execute(&mut *connection).await.unwrap();
    }
}

#[tokio::test]
async fn the_first_schema_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    let mut old = file(&path).await;
    migrate(&mut old, &RELEASED[..1], &[]).await;
    let rows =
        "INSERT INTO tables VALUES ('oldTable1', 1, 'jungle', 'start', '{\"public\":true}', 1, 0, 'playing', NULL,
            NULL, '[]', NULL, NULL, 1000, 1000);
        INSERT INTO events VALUES ('oldTable1', 1, 'a1a2', 'red', 9000000000000);";
    sqlx::raw_sql(rows).execute(&mut old).await.unwrap();
    old.close().await.unwrap();

    let id: TableId = "oldTable1".parse().unwrap();
    for seq in 1..=2 {
        let store = Store::open(&path).await.unwrap();
        assert!(store.table(&id).await.unwrap().settings.public);
        let appended = store.append(&id, seq, &[event("a2a3")]).await.unwrap();
        assert_eq!(appended.at, Millis(9_000_000_000_000), "the log's time stands when the clock was set back");
        store.create_account(&format!("Ann {seq}"), "hash").await.unwrap();
        store.close().await;
    }
}

/// Ratings of Djambi for two players and for more shared a row: the matches are rated anew, in their order. Other games keep
/// their ratings, and a volatility of 0, which Glicko-2 cannot leave, is repaired.
#[tokio::test]
async fn ratings_that_two_systems_shared_are_computed_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    let mut old = file(&path).await;
    migrate(&mut old, &RELEASED[..9], &[]).await;
    let rows = "INSERT INTO accounts VALUES (1, 'Ann', 'ann', 'hash', 0, 1);
        INSERT INTO ratings VALUES (1, 'djambi', 1612.5, 200.0, 0, 3, 9), (1, 'jungle', 1500.0, 90.0, 0, 7, 9),
            (1, 'shogi5', 1400.0, 90.0, 0.059, 7, 9);";
    sqlx::raw_sql(rows).execute(&mut old).await.unwrap();
    for (id, game, at) in [("djambi2a1", "djambi:2", 30), ("djambi4b1", "djambi", 20), ("junglec1", "jungle", 10)] {
        let sql = "INSERT INTO tables (id, revision, game, start, settings, public, clocked, stage, nonces,
                   created, updated, rated) VALUES ($1, 1, $2, 'start', '{\"rated\":true}', 0, 0, 'over', '[]', 1, 1, 1)";
        sqlx::query(sql).bind(id).bind(game).execute(&mut old).await.unwrap();
        sqlx::query("INSERT INTO rated_tables VALUES ($1, $2)").bind(id).bind(at).execute(&mut old).await.unwrap();
    }
    old.close().await.unwrap();

    let store = Store::open(&path).await.unwrap();
    let ratings: Vec<(String, f64)> =
        store.ratings(AccountId(1)).await.unwrap().into_iter().map(|(key, it)| (key, it.volatility)).collect();
    assert_eq!(ratings, [("jungle".to_owned(), 0.06), ("shogi5".to_owned(), 0.059)]);
    let again: Vec<String> = store.rating_queue(10).await.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(again, ["djambi4b1", "djambi2a1"], "in the order in which they were rated");
}

/// Rows of the last version before the tables got their conventional names: at least one in every table.
const ROWS: &str = r#"
    INSERT INTO accounts (id, name, folded, password, bot, created)
        VALUES (1, 'Ann', 'ann', 'hash', 0, 1), (2, 'Ben', 'ben', 'hash', 1, 2);
    INSERT INTO tables (id, revision, game, start, settings, public, clocked, stage, secret, commitment, nonces,
        rematch_of, result, created, updated, rated, next_secret, creator) VALUES
        ('overTable1', 4, 'jungle:classic', 'start',
            '{"public":true,"rated":true,"shuffle":true,"clock":{"kind":"fischer","initial":180,"increment":2}}',
            1, 1, 'over', NULL, NULL, '["a","b"]', NULL,
            '{"scores":[["red",1.0],["black",0.0]],"rule":"jungle/aim/1","reason":"red is in the den"}',
            1000, 2000, 1, NULL, 'digest#1'),
        ('playTable1', 1, 'djambi', 'start',
            '{"public":true,"rated":false,"shuffle":false,"clock":{"kind":"byoyomi","initial":60,"period":30,"periods":3}}',
            1, 1, 'playing', NULL, NULL, '[]', 'overTable1', NULL, 3000, 3000, 0, NULL, NULL),
        ('waitTable1', 1, 'shogi5', 'start',
            '{"public":true,"rated":false,"shuffle":false,"clock":{"kind":"days","days":2}}',
            1, 1, 'waiting', NULL, NULL, '[]', NULL, NULL, 4000, 4000, 0, NULL, NULL),
        ('shutTable1', 1, 'chess2', 'start', '{"public":false,"rated":false,"shuffle":false,"clock":{"kind":"none"}}',
            0, 0, 'closed', NULL, NULL, '[]', NULL, NULL, 5000, 5000, 0, NULL, NULL);
    INSERT INTO seats (table_id, place, seat, plan, kind, name, account, bot, level, token) VALUES
        ('overTable1', 0, 'red', '{"kind":"here","name":"Ann"}', 'person', 'Ann', 1, 0, NULL, NULL),
        ('overTable1', 1, 'black', '{"kind":"open"}', 'person', 'Ben', 2, 1, NULL, NULL),
        ('waitTable1', 0, 'black', '{"kind":"computer","level":3}', 'computer', NULL, NULL, 0, 3, NULL),
        ('waitTable1', 1, 'white', '{"kind":"open"}', 'open', NULL, NULL, 0, NULL, NULL);
    INSERT INTO events (table_id, seq, text, by, at) VALUES ('overTable1', 1, 'a1a2', 'red', 1500);
    INSERT INTO talk (table_id, id, seat, name, room, text, at, removed) VALUES
        ('overTable1', 1, 'red', 'Ann', '{"kind":"players"}', 'hello', 1600, 0),
        ('overTable1', 2, NULL, 'Cid', '{"kind":"spectators"}', 'oh', 1700, 0),
        ('overTable1', 3, 'red', 'Ann', '{"kind":"seat","seat":"black"}', 'psst', 1800, 0),
        ('overTable1', 9, 'red', 'Ann', '{"kind":"players"}', 'rude', 1900, 1);
    INSERT INTO alliances (table_id, id, by, partner, what, shown, at) VALUES
        ('playTable1', 1, 'red', 'blue', 'offered', 0, 3100), ('playTable1', 2, 'blue', 'red', 'made', 1, 3200);
    INSERT INTO mutes (table_id, listener, speaker, at) VALUES ('overTable1', 'red', 'black', 1);
    INSERT INTO reports (table_id, message, by, about, reason, at, settled, words, source) VALUES
        ('overTable1', 9, 'black', 'red', 'insults', 1950, NULL, 'rude', NULL),
        ('overTable1', 9, 'spectator', 'red', 'insults', 1960, NULL, 'rude', '192.0.2.1');
    INSERT INTO bans (kind, subject, reason, at, until) VALUES ('account', 'troll', 'insults', 1, NULL);
    INSERT INTO unrated (table_id, at) VALUES ('overTable1', 2000);
    INSERT INTO wakes (table_id, at) VALUES ('playTable1', 1), ('overTable1', 9000000000000);
    INSERT INTO jobs (id, asker, rank, question, owner, until, answer, created, address, account, board, attended, cost,
        taken) VALUES
        ('t:1', 'node', 0, 'what now?', NULL, 0, NULL, 10, 'adigest', 'u1', 'tplayTable1', 1, 300, NULL),
        ('t:2', 'node', 1, '?', 'worker', 9000000000000, 'this', 10, '', '', '', 0, 0, 15);
    INSERT INTO debts (payer, until) VALUES ('adigest', 9000000000000);
    INSERT INTO challenges (table_id, challenger, challenged, shown, at) VALUES ('waitTable1', 1, 2, '{"id":1}', 4000);
    INSERT INTO commitments (token, secret, asker, until) VALUES
        ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
         '0707070707070707070707070707070707070707070707070707070707070707', '192.0.2.1', 9000000000000);
    INSERT INTO answers (table_id, asked, version, at, content) VALUES
        ('overTable1', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 7, 1600, NULL);
    INSERT INTO seeks (table_id, account, terms, place, node, until, at) VALUES
        ('waitTable1', 1, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 0, 'node', 9000000000000, 1);
    INSERT INTO wishes (table_id, seat, wants, nonce, changes) VALUES
        ('overTable1', 'red', 1, 'salt', 3), ('overTable1', 'black', 0, NULL, 2);
    INSERT INTO origins (table_id, address, until) VALUES
        ('waitTable1', '192.0.2.1', 1), ('playTable1', '192.0.2.1', NULL);
    INSERT INTO sign_in_places (account, place, at) VALUES
        (1, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 1);
    INSERT INTO trials (filling) VALUES ('left by a probe that was cut off');
"#;

#[tokio::test]
async fn a_database_with_the_old_names_keeps_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    let mut old = file(&path).await;
    migrate(&mut old, &RELEASED, &[]).await;
    sqlx::raw_sql(ROWS).execute(&mut old).await.unwrap();
    old.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    everything_is_there(&store).await;
    store.close().await;
    no_old_index_is_left(&mut file(&path).await, "SELECT name FROM sqlite_schema WHERE type = 'index'").await;
}

/// The same in a `PostgreSQL` database.
#[cfg(feature = "postgres")]
pub(crate) async fn a_postgres_database_with_the_old_names_keeps_its_rows(url: &str) {
    let words = [
        (" WITHOUT ROWID", ""),
        ("INTEGER PRIMARY KEY", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
        (" INTEGER", " BIGINT"),
        (" REAL", " DOUBLE PRECISION"),
        (" TEXT", " TEXT COLLATE \"C\""),
    ];
    sqlx::any::install_default_drivers();
    let mut old = AnyConnection::connect(url).await.unwrap();
    migrate(&mut old, &RELEASED, &words).await;
    sqlx::raw_sql(ROWS).execute(&mut old).await.unwrap();
    let store = Store::postgres(url).await.unwrap();
    everything_is_there(&store).await;
    let named = "SELECT indexname::TEXT FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%\\_pkey'";
    no_old_index_is_left(&mut old, named).await;
    store.close().await;
}

async fn no_old_index_is_left(connection: &mut AnyConnection, sql: &'static str) {
    let names: Vec<String> = sqlx::query_scalar(sql).fetch_all(connection).await.unwrap();
    assert!(names.iter().any(|name| name == "deadlines_by_time"), "{names:?}");
    for old in ["talk", "alliances", "wakes", "wishes", "answers", "debts", "unrated", "origins", "sign_in_places"] {
        assert!(names.iter().all(|name| !name.starts_with(&format!("{old}_by"))), "{old}: {names:?}");
    }
}

async fn everything_is_there(store: &Store) {
    tables_are_there(store).await;
    people_are_there(store).await;
    cluster_state_is_there(store).await;
    moderation_is_there(store).await;
    store.check_writing().await.unwrap();
}

fn id(text: &str) -> TableId {
    text.parse().unwrap()
}

async fn tables_are_there(store: &Store) {
    let over = store.table(&id("overTable1")).await.unwrap();
    assert_eq!((over.stage, over.rematch.clone()), (Stage::Over, Some(id("playTable1"))));
    assert_eq!(over.settings.clock, TimeControl::Fischer { initial: 180, increment: 2 });
    assert!(over.settings.public && over.settings.rated && over.settings.shuffle);
    assert_eq!(over.result, Some(red_wins()));
    let plans = async |table| -> Vec<SeatPlan> {
        store.table(&id(table)).await.unwrap().seats.into_iter().map(|seat| seat.plan).collect()
    };
    assert_eq!(plans("overTable1").await, [SeatPlan::Here { name: "Ann".to_owned() }, SeatPlan::Open]);
    assert_eq!(plans("waitTable1").await, [SeatPlan::Computer { level: 3 }, SeatPlan::Open]);
    let stage_and_clock = async |table| {
        let table = store.table(&id(table)).await.unwrap();
        (table.stage, table.settings.clock)
    };
    let byoyomi = TimeControl::Byoyomi { initial: 60, period: 30, periods: 3 };
    assert_eq!(stage_and_clock("playTable1").await, (Stage::Playing, byoyomi));
    assert_eq!(stage_and_clock("waitTable1").await, (Stage::Waiting, TimeControl::Days { days: 2 }));
    assert_eq!(stage_and_clock("shutTable1").await, (Stage::Closed, TimeControl::None));
    assert_eq!(texts(store, &over.id).await, ["a1a2"]);
    assert_eq!(store.rematch_votes(&over.id).await.unwrap(), [("red".to_owned(), Some("salt".to_owned()))]);
    let versions = store.table_versions(&[id("overTable1")]).await.unwrap();
    assert_eq!((versions[0].1.chat, versions[0].1.rematch_votes), (5, 5));
    assert_eq!(store.rating_queue(10).await.unwrap(), [id("overTable1")]);
}

async fn people_are_there(store: &Store) {
    let messages = store.chat_messages(&id("overTable1"), 10).await.unwrap();
    let said: Vec<_> = messages.iter().map(|it| (it.id, it.text.as_str(), it.channel.clone())).collect();
    let black = Channel::Seat { seat: "black".to_owned() };
    assert_eq!(said, [(1, "hello", Channel::Players), (2, "oh", Channel::Spectators), (3, "psst", black)]);
    let steps = store.alliance_steps(&id("playTable1")).await.unwrap();
    let steps: Vec<_> = steps.iter().map(|it| (it.step.what.as_str(), it.step.open)).collect();
    assert_eq!(steps, [("offered", false), ("made", true)]);
    let challenges = store.challenges_to(AccountId(2)).await.unwrap();
    assert_eq!((challenges.len(), challenges[0].body.as_str()), (1, "{\"id\":1}"));
    assert!(store.is_known_sign_in(AccountId(1), TokenHash::of("test")).await.unwrap());
    assert_eq!(store.use_commitment(TokenHash::of("test")).await.unwrap(), DiceSecret([7; 32]));
    let seek = Seek { account: AccountId(2), terms: TokenHash::of("test"), place: Some(1) };
    assert_eq!(store.find_seek(&seek).await.unwrap(), Some(id("waitTable1")));
}

async fn cluster_state_is_there(store: &Store) {
    assert_eq!(store.take_due(LATER, 10).await.unwrap(), [id("playTable1")]);
    assert!(matches!(store.job_state("t:2").await.unwrap(), JobState::Answered { text, .. } if text == "this"));
    let job = store.take_job("worker", 60_000, JobFilter::ANY).await.unwrap().unwrap();
    assert_eq!((job.requester.as_str(), job.request.as_str()), ("node", "what now?"));
    assert_eq!(store.finish_job("t:1", "that").await.unwrap().as_deref(), Some("node"));
    assert_eq!(store.drop_debts(Millis(LATER)).await.unwrap(), 3, "of the address, the account and the table");
    let key = IdempotencyKey { key: TokenHash::of("test"), content: TokenHash::of("any"), version: 9 };
    assert_eq!(store.idempotent_answer(&id("overTable1"), key).await.unwrap(), Some(7));
    assert_eq!(store.expired_lobby_tables(10).await.unwrap(), [id("waitTable1")]);
    assert_eq!(store.tables_by_address(Some("192.0.2.1"), 10).await.unwrap().len(), 2);
}

async fn moderation_is_there(store: &Store) {
    assert_eq!(store.mutes(&id("overTable1")).await.unwrap(), [("red".to_owned(), "black".to_owned())]);
    assert_eq!(store.bans().await.unwrap()[0].subject, BanSubject::Account("troll".to_owned()));
    let reports = store.open_reports(10).await.unwrap();
    let of_spectator = NewReport {
        table: id("overTable1"),
        message: Some(9),
        reporter: "spectator".to_owned(),
        reporter_address: Some("192.0.2.1".to_owned()),
        reported: "red".to_owned(),
        message_text: Some("rude".to_owned()),
        reason: "insults".to_owned(),
    };
    assert_eq!((reports.len(), &reports[0].report.reporter), (2, &"black".to_owned()));
    assert_eq!(reports[1].report, of_spectator);
    assert_eq!(store.report(of_spectator).await.unwrap().id, reports[1].id, "a repeated report is the same");
}

/// The schema before puzzles and studies.
#[tokio::test]
async fn a_database_without_puzzles_and_studies_gets_their_tables() {
    let before = [
        &RELEASED[..],
        &[
            include_str!("../../migrations/0015_conventional_names.sql"),
            include_str!("../../migrations/0016_lessons.sql"),
        ],
    ]
    .concat();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    let mut old = file(&path).await;
    migrate(&mut old, &before, &[]).await;
    let rows = "INSERT INTO accounts (id, name, folded, password, bot, created) VALUES (1, 'Ann', 'ann', 'hash', 0, 1);
        INSERT INTO lesson_stars VALUES (1, 'jungle', 'den', 3, 9);";
    sqlx::raw_sql(rows).execute(&mut old).await.unwrap();
    old.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.lesson_stars(AccountId(1)).await.unwrap().len(), 1);
    assert_eq!(store.puzzles_done(AccountId(1), "jungle", 9).await.unwrap(), Vec::<String>::new());
    assert!(store.studies_of(AccountId(1), 9).await.unwrap().is_empty());
}

/// What this program writes has the form that earlier rows have, byte for byte.
#[tokio::test]
async fn new_rows_have_the_form_of_old_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    let store = Store::open(&path).await.unwrap();
    let clocks = [
        (TimeControl::None, r#"{"kind":"none"}"#),
        (TimeControl::Fischer { initial: 180, increment: 2 }, r#"{"kind":"fischer","initial":180,"increment":2}"#),
        (
            TimeControl::Byoyomi { initial: 60, period: 30, periods: 3 },
            r#"{"kind":"byoyomi","initial":60,"period":30,"periods":3}"#,
        ),
        (TimeControl::Days { days: 2 }, r#"{"kind":"days","days":2}"#),
    ];
    let stages =
        [(Stage::Waiting, "waiting"), (Stage::Playing, "playing"), (Stage::Over, "over"), (Stage::Closed, "closed")];
    let mut raw = file(&path).await;
    for ((clock, json), (stage, word)) in clocks.into_iter().zip(stages) {
        let settings = Settings { public: true, clock, ..Settings::default() };
        let table = make(&store, NewTable { settings, stage, ..waiting() }).await;
        let sql = "SELECT settings, stage FROM tables WHERE id = $1";
        let row = sqlx::query(sql).bind(table.id.as_str()).fetch_one(&mut raw).await.unwrap();
        let settings = format!(r#"{{"public":true,"rated":false,"shuffle":false,"clock":{json}}}"#);
        assert_eq!((row.get::<String, _>(0), row.get::<String, _>(1)), (settings, word.to_owned()));
    }

    let plan = |plan| Seat { plan, ..open_seat("red") };
    let here = plan(SeatPlan::Here { name: "Ann".to_owned() });
    let seats = vec![open_seat("red"), here, plan(SeatPlan::Computer { level: 3 })];
    let table = make(&store, NewTable { seats, ..playing() }).await;
    let plans = column(&mut raw, "SELECT plan FROM seats WHERE table_id = $1 ORDER BY place", &table.id).await;
    assert_eq!(plans, [r#"{"kind":"open"}"#, r#"{"kind":"here","name":"Ann"}"#, r#"{"kind":"computer","level":3}"#]);

    for channel in [Channel::Players, Channel::Spectators, Channel::Seat { seat: "black".to_owned() }] {
        let (name, text) = ("Ann".to_owned(), "hello".to_owned());
        say(&store, &table.id, NewChatMessage { audience: 1, seat: None, name, channel, text }).await.unwrap();
    }
    let channels =
        column(&mut raw, "SELECT channel FROM chat_messages WHERE table_id = $1 ORDER BY id", &table.id).await;
    assert_eq!(channels, [r#"{"kind":"players"}"#, r#"{"kind":"spectators"}"#, r#"{"kind":"seat","seat":"black"}"#]);

    store.append_end(&table.id, 0, &[event("a1a2")], red_wins()).await.unwrap();
    let results = column(&mut raw, "SELECT result FROM tables WHERE id = $1", &table.id).await;
    assert_eq!(
        results,
        [r#"{"scores":[["red",1.0],["black",0.0]],"rule":"jungle/aim/1","reason":"red is in the den"}"#]
    );
}

async fn column(connection: &mut AnyConnection, sql: &'static str, table: &TableId) -> Vec<String> {
    sqlx::query_scalar(sql).bind(table.as_str()).fetch_all(connection).await.unwrap()
}
