//! Owners of accounts: they register, sign in and out, make and revoke API tokens, and earn stars in lessons.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::World;
use crate::http::{self, Response};
use crate::promises::Fact;

/// The time between two accounts, in milliseconds.
const PAUSE: std::ops::Range<u64> = 100..400;

/// Works until the run is over.
pub(crate) async fn work(world: Arc<World>, number: usize, mut dice: Rng) {
    let Some((game, level)) = first_level(&world).await else { return };
    for round in 0.. {
        if world.is_over() {
            return;
        }
        while world.is_paused() {
            sleep(Duration::from_millis(PAUSE.start)).await;
        }
        let name = format!("owner-{}-{number}-{round}", world.phase);
        Owner { world: &world, name, game: &game, level: &level }.live().await;
        sleep(Duration::from_millis(dice.u64(PAUSE))).await;
    }
}

/// The first level of the first course.
async fn first_level(world: &World) -> Option<(String, String)> {
    let response = http::call(world.server, "GET", "/api/lessons", None, &Value::Null).await.ok()?;
    let course = &response.body[0];
    let level = course["chapters"][0]["levels"][0]["id"].as_str()?;
    Some((course["game"].as_str()?.to_owned(), level.to_owned()))
}

struct Owner<'a> {
    world: &'a World,
    name: String,
    game: &'a str,
    level: &'a str,
}

impl Owner<'_> {
    /// The life of one account; `None` as soon as the server refuses something.
    async fn live(&self) -> Option<()> {
        let password = json!({"name": self.name, "password": "correct horse"});
        let first = self.signed_in("/api/account", &password).await?;
        self.world.promises.add(Fact::Account { name: self.name.clone() });
        for stars in 1..=3 {
            let body = json!({"stars": {self.game: {self.level: stars}}});
            self.call("PUT", "/api/account/lessons", Some(&first), &body).await?;
            let (name, game, level) = (self.name.clone(), self.game.to_owned(), self.level.to_owned());
            self.world.promises.add(Fact::Stars { name, game, level, stars });
        }
        let second = self.signed_in("/api/session", &password).await?;
        let made = self.call("POST", "/api/account/tokens", Some(&first), &json!({"label": "a bot"})).await?;
        let token = made.body["token"].as_str()?.to_owned();
        let kept = Fact::ApiToken { token: token.clone() };
        self.world.promises.add(kept.clone());
        self.sign_out(&second).await?;
        self.world.promises.end(&kept);
        let path = format!("/api/account/tokens/{}", made.body["id"]);
        self.call("DELETE", &path, Some(&first), &Value::Null).await?;
        self.world.promises.add(Fact::NoApiToken { token });
        Some(())
    }

    /// Opens a session; returns its cookie.
    async fn signed_in(&self, path: &str, password: &Value) -> Option<String> {
        let cookie = self.call("POST", path, None, password).await?.cookie?;
        self.world.promises.add(Fact::Session { token: token(&cookie)? });
        Some(cookie)
    }

    async fn sign_out(&self, cookie: &str) -> Option<()> {
        let token = token(cookie)?;
        self.world.promises.end(&Fact::Session { token: token.clone() });
        self.call("DELETE", "/api/session", Some(cookie), &Value::Null).await?;
        self.world.promises.add(Fact::NoSession { token });
        Some(())
    }

    async fn call(&self, method: &str, path: &str, cookie: Option<&str>, body: &Value) -> Option<Response> {
        let response = http::call(self.world.server, method, path, cookie, body).await.ok()?;
        (response.status < 300).then_some(response)
    }
}

/// The value of a `name=value` cookie.
fn token(cookie: &str) -> Option<String> {
    cookie.split_once('=').map(|(_, token)| token.to_owned())
}
