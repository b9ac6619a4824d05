//! Behind a proxy: which address headers are trusted, and what is counted.

use axum::body::Body;
use menagerie_server::{Config, Deps, Limits, Proxy, Rate};
use menagerie_store::Store;
use menagerie_table::secret::Digest;
use serde_json::{Value, json};

use crate::common::{Server, here};

async fn behind(proxy: Proxy, limits: Limits) -> Server {
    let operator = Some(Digest::of("tok"));
    let config = Config { limits, operator, trust_proxy: Some(proxy), ..Config::default() };
    Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await
}

/// Creates a table; returns the status.
async fn make_table(server: &Server, headers: &[(&str, &str)]) -> u16 {
    let body = json!({"game": "jungle", "seats": [here("A"), here("B")]});
    server.call_with("POST", "/api/tables", headers, body).await.0
}

const ONE_TABLE: Rate = Rate { per_minute: 1, burst: 1 };

#[tokio::test]
async fn a_client_cannot_forge_its_address_with_a_header_that_the_proxy_does_not_set() {
    let limits = || Limits { tables: ONE_TABLE, ..Limits::default() };
    let set_by_proxy = [
        (Proxy::XForwardedFor, ("x-forwarded-for", "198.51.100.1")),
        (Proxy::Forwarded, ("forwarded", "for=198.51.100.1")),
    ];
    for (proxy, told) in set_by_proxy {
        let server = behind(proxy, limits()).await;
        let mut answers = Vec::new();
        for number in 0..3 {
            let (one, other) = (format!("for=10.0.0.{number}"), format!("10.0.0.{number}"));
            let invented = if proxy == Proxy::Forwarded { ("x-forwarded-for", other) } else { ("forwarded", one) };
            answers.push(make_table(&server, &[(invented.0, &invented.1), told]).await);
        }
        assert_eq!(answers, [201, 429, 429], "{proxy:?}");
    }
}

#[tokio::test]
async fn an_ipv6_network_has_one_share_of_everything() {
    let server = behind(Proxy::XForwardedFor, Limits { tables: ONE_TABLE, ..Limits::default() }).await;
    let mut answers = Vec::new();
    for from in ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::1", "2001:db8:0:1::1"] {
        answers.push(make_table(&server, &[("x-forwarded-for", from)]).await);
    }
    assert_eq!(answers, [201, 429, 429, 201]);
}

#[tokio::test]
async fn a_ban_holds_however_the_address_is_written_and_nonsense_is_refused() {
    let server = behind(Proxy::XForwardedFor, Limits::default()).await;
    for address in ["2001:DB8::0001", "::ffff:192.0.2.1"] {
        assert_eq!(server.operate("POST", "/api/operator/ban", json!({"address": address})).await.0, 204);
    }
    let lobby =
        async |from: &str| server.call_with("GET", "/api/lobby", &[("x-forwarded-for", from)], Value::Null).await.0;
    assert_eq!([lobby("2001:db8::2").await, lobby("192.0.2.1").await, lobby("192.0.2.2").await], [403, 403, 200]);
    assert_eq!(server.operate("POST", "/api/operator/unban", json!({"address": "2001:db8::7"})).await.0, 204);
    assert_eq!(lobby("2001:db8::2").await, 200);
    for address in ["", "everybody", "192.0.2.0/24"] {
        let (status, refusal) = server.operate("POST", "/api/operator/ban", json!({"address": address})).await;
        assert_eq!((status, &refusal["code"]), (400, &json!("malformed")), "{address}");
    }
}

#[tokio::test]
async fn requests_in_progress_are_counted_for_whom_the_proxy_names() {
    // The connection limit is twice the socket limit.
    let limits = Limits { connections_per_address: 1, analyses_per_address: 9, ..Limits::default() };
    let server = behind(Proxy::XForwardedFor, limits).await;
    let analyse = async |from: &str| {
        let body = json!({"game": "shogi5", "position": "lbsgk/4p/5/P4/KGSBL[] b", "time": 10_000});
        server.request("POST", "/api/analyse", &[("x-forwarded-for", from)], Body::from(body.to_string())).await
    };
    let (first, second) = (analyse("192.0.2.1").await, analyse("192.0.2.1").await);
    assert_eq!((first.status().as_u16(), second.status().as_u16()), (200, 200));
    let third = server.call_with("GET", "/api/lobby", &[("x-forwarded-for", "192.0.2.1")], Value::Null).await;
    assert_eq!((third.0, &third.1["code"]), (429, &json!("too-much")));
    assert_eq!(analyse("192.0.2.2").await.status(), 200, "others are not concerned");
    drop(first);
    let after = server.call_with("GET", "/api/lobby", &[("x-forwarded-for", "192.0.2.1")], Value::Null).await;
    assert_eq!(after.0, 200, "a client that hangs up frees its place");
}

#[tokio::test]
async fn behind_a_proxy_nobody_is_told_an_address_that_they_cannot_reach() {
    for (trust_proxy, begin) in [(Some(Proxy::XForwardedFor), "/t/"), (None, "http://10.0.0.5:7777/t/")] {
        let reach = Some("http://10.0.0.5:7777/".to_owned());
        let config = Config { reach: reach.clone(), trust_proxy, ..Config::default() };
        let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
        let about = server.get("/api/about").await;
        let known = reach.filter(|_| trust_proxy.is_none());
        assert_eq!((&about["reach"], &about["how"]), (&json!(known), &Value::Null));
        let record = "[Game \"shogi5\"]\n[Seat1 \"black A\"]\n[Seat2 \"white B\"]\n\n1. !resign:black 0-1";
        let (_, imported) = server.call_text("/api/import", record).await;
        assert!(imported["url"].as_str().unwrap().starts_with(begin), "{imported}");
    }
}

#[tokio::test]
async fn nobody_is_told_how_to_open_a_server_that_a_proxy_opens() {
    let server = behind(Proxy::XForwardedFor, Limits::default()).await;
    let about = server.get("/api/about").await;
    assert_eq!((&about["reach"], &about["how"]), (&Value::Null, &Value::Null));
}
