//! Which page a browser's request comes from. A browser sends cookies along with whatever any page asks for, but it says
//! which page asked.

use axum::http::{HeaderMap, Method, header};

use crate::identity::COOKIE;

/// Where sessions begin: another site's page must not sign a visitor in under somebody else's name.
const SESSIONS: [&str; 2] = ["/api/session", "/api/account"];

/// Whether a request comes from another site's page and may not: it would change something with the visitor's session,
/// begin one, or open a socket.
pub(crate) fn is_intruding(method: &Method, path: &str, headers: &HeaderMap, trust_proxy: bool) -> bool {
    let socket = headers.get(header::UPGRADE).is_some();
    let changes = !method.is_safe();
    let session = has_session(headers) || SESSIONS.contains(&path) || path.starts_with("/api/account/");
    (socket || (changes && session)) && is_foreign(headers, trust_proxy)
}

/// A token in the request itself is proof enough; a cookie is sent by the browser unasked.
fn has_session(headers: &HeaderMap) -> bool {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    !headers.contains_key(header::AUTHORIZATION) && pairs.any(|(name, _)| name == COOKIE)
}

/// Programs send no origin; a browser's must be the host it asked.
fn is_foreign(headers: &HeaderMap, trust_proxy: bool) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let Some(origin) = text("origin") else { return false };
    let Some((_, from)) = origin.split_once("://") else { return true };
    let own = |host: Option<&str>| host.is_some_and(|host| host.trim().eq_ignore_ascii_case(from));
    // A proxy may ask us under another name than the browser asked it.
    let outside = text("x-forwarded-host").filter(|_| trust_proxy).and_then(|hosts| hosts.rsplit(',').next());
    !own(text("host")) && !own(outside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intrudes(method: &str, path: &str, headers: &[(&'static str, &str)], trust_proxy: bool) -> bool {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        is_intruding(&method.parse().unwrap(), path, &headers, trust_proxy)
    }

    #[test]
    fn another_sites_page_uses_no_session_and_opens_no_socket() {
        let (host, elsewhere) = (("host", "play.example"), ("origin", "https://elsewhere.example"));
        let (home, cookie) = (("origin", "https://play.example"), ("cookie", "a=b; session=x"));
        let (socket, bearer) = (("upgrade", "websocket"), ("authorization", "Bearer x"));
        let proxied = ("x-forwarded-host", "elsewhere.example");
        let cases: [(&str, &str, &[_], bool, bool); 17] = [
            ("POST", "/api/tables", &[host, elsewhere, cookie], false, true),
            ("POST", "/api/tables", &[host, ("origin", "null"), cookie], false, true),
            ("POST", "/api/tables", &[host, home, cookie], false, false),
            ("POST", "/api/tables", &[host, elsewhere], false, false),
            ("POST", "/api/tables", &[host, elsewhere, cookie, bearer], false, false),
            ("GET", "/api/account", &[host, elsewhere, cookie], false, false),
            ("POST", "/api/session", &[host, elsewhere], false, true),
            ("POST", "/api/account", &[host, elsewhere], false, true),
            ("GET", "/api/tables/x/socket", &[host, elsewhere, socket], false, true),
            ("GET", "/api/tables/x/socket", &[host, socket], false, false),
            ("POST", "/api/session", &[host, elsewhere, proxied], true, false),
            // The own page, and programs, which send no origin.
            ("POST", "/api/session", &[host, home], false, false),
            ("POST", "/api/account/password", &[host, home, cookie], false, false),
            ("GET", "/api/tables/x/socket", &[host, home, cookie, socket], false, false),
            ("POST", "/api/session", &[host], false, false),
            ("POST", "/api/tables", &[host, cookie], false, false),
            // Another site's page with a token of its own.
            ("POST", "/api/bot/game/x/move/a5a4", &[host, elsewhere, bearer], false, false),
        ];
        for (method, path, headers, trust_proxy, expected) in cases {
            assert_eq!(intrudes(method, path, headers, trust_proxy), expected, "{method} {path} {headers:?}");
        }
        assert!(
            intrudes("POST", "/api/session", &[host, elsewhere, proxied], false),
            "only a trusted proxy is believed"
        );
    }
}
