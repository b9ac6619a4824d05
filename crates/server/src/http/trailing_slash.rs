//! Trailing slashes: API paths mean the same with one, because some clients add it.

use axum::extract::Request;
use axum::http::Uri;

/// Removes the trailing slash of an API path.
pub(crate) fn without_trailing_slash(mut request: Request) -> Request {
    if let Some(uri) = trimmed(request.uri()) {
        *request.uri_mut() = uri;
    }
    request
}

fn trimmed(uri: &Uri) -> Option<Uri> {
    let path = uri.path();
    let is_call = path.starts_with("/api/") || path.starts_with("/game/");
    let short = path.strip_suffix('/').filter(|_| is_call)?;
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("{short}{query}").parse().ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_alone_lose_their_last_slash() {
        let cases = [
            ("/api/account/", Some("/api/account")),
            ("/game/export/x/?moves=true", Some("/game/export/x?moves=true")),
            ("/api/account", None),
            ("/t/x/", None),
            ("/", None),
        ];
        for (uri, expected) in cases {
            assert_eq!(trimmed(&uri.parse().unwrap()).map(|uri| uri.to_string()).as_deref(), expected, "{uri}");
        }
    }
}
