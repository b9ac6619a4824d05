//! Registration, sign-in, and API tokens.

use fastrand::Rng;
use serde_json::json;

use super::Site;
use crate::checker::Kind;
use crate::http::Request;

/// An account with an API token.
pub(super) struct Member {
    pub(super) name: String,
    password: String,
    pub(super) token: String,
}

impl Member {
    /// A request with the account's API token.
    pub(super) fn request<'a>(&'a self, method: &'a str, path: &'a str, body: &'a str) -> Request<'a> {
        Request { method, path, body, bearer: Some(&self.token), ..Request::default() }
    }
}

/// Registers an account and creates a token; `None` if the run ends before.
pub(super) async fn register(site: &Site, name: String, dice: &mut Rng) -> Option<Member> {
    let password = format!("{:032x}", dice.u128(..));
    let credentials = json!({"name": name, "password": password}).to_string();
    let mut sent = false;
    while !site.world.is_ending() {
        let post = |path| Request { method: "POST", path, body: &credentials, ..Request::default() };
        let registered = site.send(post("/api/account"), dice).await;
        // After a lost answer the name is taken by this account itself, which can sign in.
        let cookie = match registered {
            Some(response) if response.is_ok() => response.cookie,
            Some(response) if response.status == 409 && sent => {
                site.send(post("/api/session"), dice).await.and_then(|response| response.cookie)
            }
            _ => None,
        };
        sent = true;
        if cookie.is_some() {
            let at = site.world.began.elapsed();
            site.note(|log| log.acknowledge(&name, at));
        }
        if let Some(token) = create_token(site, cookie.as_deref(), dice).await {
            return Some(Member { name, password, token });
        }
        site.pause(dice).await;
    }
    None
}

async fn create_token(site: &Site, cookie: Option<&str>, dice: &mut Rng) -> Option<String> {
    let (method, path, body) = ("POST", "/api/account/tokens", r#"{"label":"fault test"}"#);
    let response = site.send(Request { method, path, body, cookie: Some(cookie?), bearer: None }, dice).await?;
    response.json()["token"].as_str().map(str::to_owned)
}

/// Signs in with the right password, which must never be refused as wrong, and with a wrong one, which must never pass.
pub(super) async fn check_sign_in(site: &Site, member: &Member, dice: &mut Rng) {
    let is_right = dice.u32(..4) > 0;
    let password = if is_right { member.password.as_str() } else { "not the password" };
    let body = json!({"name": member.name, "password": password}).to_string();
    let request = Request { method: "POST", path: "/api/session", body: &body, ..Request::default() };
    let Some(response) = site.send(request, dice).await else { return };
    let refused = matches!(response.status, 401 | 403 | 404);
    match (is_right, response.is_ok()) {
        (true, true) => site.note(|log| log.sign_ins += 1),
        (true, false) if refused => {
            let detail = format!("{} cannot sign in: {}", member.name, response.body);
            site.world.find(Kind::Account, None, detail);
        }
        (false, true) => {
            site.world.find(Kind::Account, None, format!("{} signed in with a wrong password", member.name));
        }
        _ => {}
    }
}
