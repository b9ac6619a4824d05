//! The servers that `cargo xtask test` and `cargo xtask services` start.

use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyConnection, AssertSqlSafe, Connection};

/// Where a server is; where a change is judged there must be one.
fn server(variable: &str) -> Option<String> {
    let found = std::env::var(variable).ok();
    assert!(found.is_some() || std::env::var_os("CI").is_none(), "{variable} names no server");
    if found.is_none() {
        println!("not checked: {variable} names no server; use cargo xtask services");
    }
    found
}

/// The address of a NATS server.
pub(crate) fn nats() -> Option<String> {
    server("MENAGERIE_TEST_NATS")
}

/// The address of a new, empty database.
pub(crate) async fn database() -> Option<String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let server = server("MENAGERIE_TEST_POSTGRES")?;
    sqlx::any::install_default_drivers();
    let name = format!("server{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut connection = AnyConnection::connect(&server).await.unwrap();
    let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let (host, _) = server.rsplit_once('/').unwrap();
    Some(format!("{host}/{name}"))
}
