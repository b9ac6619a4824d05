//! The services that `cargo xtask test` and `cargo xtask services` start.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyConnection, AssertSqlSafe, Connection};

/// The URL of a service. Tests that need one are ignored unless they are asked for by name or with `--ignored`.
fn server(variable: &str) -> String {
    std::env::var(variable)
        .unwrap_or_else(|_| panic!("{variable} names no server; run the test with `cargo xtask services`"))
}

/// The URL of a NATS server.
pub(crate) fn nats() -> String {
    server("MENAGERIE_TEST_NATS")
}

/// The URL of a new, empty database.
pub(crate) async fn database() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let server = server("MENAGERIE_TEST_POSTGRES");
    sqlx::any::install_default_drivers();
    let name = format!("server{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut connection = AnyConnection::connect(&server).await.unwrap();
    let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let (host, _) = server.rsplit_once('/').unwrap();
    format!("{host}/{name}")
}
