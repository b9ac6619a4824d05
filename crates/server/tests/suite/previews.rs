//! Link previews: the Open Graph tags of the page and their images.

use axum::body::{Body, to_bytes};
use menagerie_server::{Config, Deps, Limits, Proxy, Rate};
use menagerie_store::Store;
use serde_json::{Value, json};

use crate::common::{Client, RICH, Server, here};

async fn page(server: &Server, path: &str, headers: &[(&str, &str)]) -> String {
    let response = server.request("GET", path, headers, Body::empty()).await;
    assert_eq!(response.status(), 200, "{path}");
    assert!(response.headers().contains_key("content-security-policy"), "{path}");
    String::from_utf8(to_bytes(response.into_body(), 100_000).await.unwrap().to_vec()).unwrap()
}

/// The content of a meta tag.
fn tag<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("=\"{name}\" content=\"")).unwrap_or_else(|| panic!("{name}: {page}"));
    rest.split_once('"').unwrap().0
}

async fn image(server: &Server, path: &str) -> (String, Vec<u8>) {
    let response = server.request("GET", path, &[], Body::empty()).await;
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(response.headers()["content-type"], "image/png");
    let keep = response.headers()["cache-control"].to_str().unwrap().to_owned();
    let bytes = to_bytes(response.into_body(), 10_000_000).await.unwrap().to_vec();
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (1200, 630), "{path}");
    (keep, bytes)
}

#[tokio::test]
async fn an_invitation_shows_its_host_its_clock_and_the_board() {
    let server = Server::start().await;
    let clock = json!({"kind": "fischer", "initial": 600, "increment": 0});
    let body = json!({"game": "jungle", "clock": clock, "seats": [here("Ada"), {"kind": "open"}]});
    let made = server.post("/api/tables", body).await;
    let id = made["table"]["id"].as_str().unwrap();
    let page = page(&server, &format!("/t/{id}"), &[("host", "play.example:7777")]).await;
    assert!(page.contains("<title>Ada invites you to a game of Animal Chess</title>"), "{page}");
    assert_eq!(tag(&page, "og:title"), "Ada invites you to a game of Animal Chess");
    let description = "10 minutes each. A seat is free: follow the link to play.";
    assert_eq!((tag(&page, "og:description"), tag(&page, "description")), (description, description));
    assert_eq!(tag(&page, "og:url"), format!("http://play.example:7777/t/{id}"));
    assert_eq!(tag(&page, "twitter:card"), "summary_large_image");
    let path = tag(&page, "og:image").strip_prefix("http://play.example:7777").unwrap();
    let (keep, waiting) = image(&server, path).await;
    assert_eq!(keep, "public, max-age=60");
    assert_eq!(waiting, image(&server, "/api/games/jungle/preview.png").await.1, "the start position");
}

#[tokio::test]
async fn every_screen_has_a_title_and_an_image() {
    let server = Server::start().await;
    server.post("/api/account", json!({"name": "Ada", "password": "correct horse"})).await;
    let screens = [
        ("/", "Menagerie"),
        ("/rules/jungle", "How to play Animal Chess"),
        ("/board/djambi", "Djambi: board editor"),
        ("/u/Ada", "Ada on Menagerie"),
        ("/t/nosuchtable", "Menagerie"),
        ("/rules/nosuchgame", "Menagerie"),
        ("/u/Nobody", "Menagerie"),
    ];
    for (path, title) in screens {
        let page = page(&server, path, &[("host", "play.example")]).await;
        assert_eq!(tag(&page, "og:title"), title, "{path}");
        image(&server, tag(&page, "og:image").strip_prefix("http://play.example").unwrap()).await;
    }
}

#[tokio::test]
async fn names_and_addresses_cannot_leave_their_tags() {
    let server = Server::start().await;
    let body = json!({"game": "jungle", "seats": [here("\"><script>x"), {"kind": "open"}]});
    let made = server.post("/api/tables", body).await;
    let id = made["table"]["id"].as_str().unwrap();
    let text = page(&server, &format!("/t/{id}"), &[("host", "\"><b>.example")]).await;
    assert!(!text.contains("<script>x") && !text.contains("<b>"), "{text}");
    assert_eq!(tag(&text, "og:title"), "&quot;&gt;&lt;script&gt;x invites you to a game of Animal Chess");
    assert_eq!(tag(&text, "og:url"), format!("/t/{id}"), "a host that is none is left out");
}

#[tokio::test]
async fn behind_a_proxy_the_address_is_the_browsers() {
    let config = Config { trust_proxy: Some(Proxy::XForwardedFor), ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    let told = [("host", "10.0.0.2"), ("x-forwarded-host", "play.example"), ("x-forwarded-proto", "https")];
    let text = page(&server, "/", &told).await;
    assert_eq!(tag(&text, "og:image"), "https://play.example/api/preview.png");
    let direct = Server::start().await;
    let text = page(&direct, "/", &told).await;
    assert_eq!(tag(&text, "og:image"), "http://10.0.0.2/api/preview.png", "without a proxy the headers are ignored");
}

/// A trap is secret in Heaven and Hell until a piece steps on it.
#[tokio::test]
async fn a_running_match_hides_in_its_image_what_spectators_do_not_see() {
    let server = Server::start().await;
    let mut images = Vec::new();
    for square in ["@a5", "@b5"] {
        let (table, [white, _]) = server.seated_table("heaven-hell", RICH).await;
        let path = format!("/api/tables/{table}/preview.png");
        let mut client = Client::join(&server, &table, &[&white]).await;
        assert_eq!(client.act("white", "buy:trap").await["t"], "done");
        assert_eq!(client.act("white", square).await["t"], "done");
        let running = image(&server, &path).await.1;
        client.ask(json!({"t": "resign", "seat": "white"})).await;
        let (keep, over) = image(&server, &path).await;
        assert_eq!(keep, "public, max-age=86400");
        images.push((running, over));
    }
    assert!(images[0].0 == images[1].0, "the image of a running match shows where a trap is");
    assert!(images[0].1 != images[1].1, "after the end everything is open");
}

#[tokio::test]
async fn images_count_as_work() {
    let limits = Limits { work: Rate { per_minute: 1, burst: 1 }, ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    let server = Server::with(Deps { config, ..Deps::new(Store::memory().await.unwrap()) }).await;
    image(&server, "/api/games/shogi5/preview.png").await;
    assert_eq!(server.call("GET", "/api/games/shogi5/preview.png", Value::Null).await.0, 429);
    assert_eq!(server.call("GET", "/api/tables/nosuchtable/preview.png", Value::Null).await.0, 429);
}
