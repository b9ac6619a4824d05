//! The origin check against cross-site request forgery (CSRF): which site a browser's request comes from.

use axum::http::{HeaderMap, Method, header};

use crate::accounts::identity::COOKIE;

/// Where sessions begin: another site must not sign a visitor in to a foreign account (login CSRF).
const SESSIONS: [&str; 2] = ["/api/session", "/api/account"];

/// Whether a cross-site request must be refused: it uses the visitor's session, begins one, or opens a socket.
/// `proxied` is the host that the browser requested from the proxy.
pub(crate) fn is_forbidden_cross_site(method: &Method, path: &str, headers: &HeaderMap, proxied: Option<&str>) -> bool {
    let socket = headers.get(header::UPGRADE).is_some();
    let changes = !method.is_safe();
    let session = has_session(headers) || SESSIONS.contains(&path) || path.starts_with("/api/account/");
    (socket || (changes && session)) && is_other_origin(headers, proxied)
}

/// A bearer token shows intent. A cookie does not: browsers attach it to cross-site requests.
fn has_session(headers: &HeaderMap) -> bool {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    !headers.contains_key(header::AUTHORIZATION) && pairs.any(|(name, _)| name == COOKIE)
}

/// Programs send no Origin header. A browser's must match the requested host.
fn is_other_origin(headers: &HeaderMap, proxied: Option<&str>) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let Some(origin) = text("origin") else { return false };
    let Some((_, from)) = origin.split_once("://") else { return true };
    let own = |host: Option<&str>| host.is_some_and(|host| host.trim().eq_ignore_ascii_case(from));
    !own(text("host")) && !own(proxied)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forbidden(method: &str, path: &str, headers: &[(&'static str, &str)], proxied: Option<&str>) -> bool {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        is_forbidden_cross_site(&method.parse().unwrap(), path, &headers, proxied)
    }

    #[test]
    fn another_sites_page_uses_no_session_and_opens_no_socket() {
        let (host, elsewhere) = (("host", "play.example"), ("origin", "https://elsewhere.example"));
        let (home, cookie) = (("origin", "https://play.example"), ("cookie", "a=b; session=x"));
        let (socket, bearer) = (("upgrade", "websocket"), ("authorization", "Bearer x"));
        let (only_session, only_other) = (("cookie", "session=x"), ("cookie", "a=b"));
        let cases: [(&str, &str, &[_], Option<&str>, bool); 20] = [
            ("POST", "/api/tables", &[host, elsewhere, cookie], None, true),
            ("POST", "/api/tables", &[host, elsewhere, only_session], None, true),
            ("POST", "/api/tables", &[host, elsewhere, only_other], None, false),
            ("POST", "/api/tables", &[host, ("origin", "null"), cookie], None, true),
            ("POST", "/api/tables", &[host, home, cookie], None, false),
            ("POST", "/api/tables", &[host, elsewhere], None, false),
            ("POST", "/api/tables", &[host, elsewhere, cookie, bearer], None, false),
            ("GET", "/api/account", &[host, elsewhere, cookie], None, false),
            ("POST", "/api/session", &[host, elsewhere], None, true),
            ("POST", "/api/account", &[host, elsewhere], None, true),
            ("POST", "/api/account/password", &[host, elsewhere], None, true),
            ("GET", "/api/tables/x/socket", &[host, elsewhere, socket], None, true),
            ("GET", "/api/tables/x/socket", &[host, socket], None, false),
            ("POST", "/api/session", &[host, elsewhere], Some("elsewhere.example"), false),
            // The server's own page, and programs, which send no Origin.
            ("POST", "/api/session", &[host, home], None, false),
            ("POST", "/api/account/password", &[host, home, cookie], None, false),
            ("GET", "/api/tables/x/socket", &[host, home, cookie, socket], None, false),
            ("POST", "/api/session", &[host], None, false),
            ("POST", "/api/tables", &[host, cookie], None, false),
            // Another site's page with a token of its own.
            ("POST", "/api/bot/game/x/move/a5a4", &[host, elsewhere, bearer], None, false),
        ];
        for (method, path, headers, proxied, expected) in cases {
            assert_eq!(forbidden(method, path, headers, proxied), expected, "{method} {path} {headers:?}");
        }
    }
}
