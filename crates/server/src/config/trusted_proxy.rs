//! Trusted proxy headers: the client's address, protocol and host as a reverse proxy reports them. The server trusts
//! only the header that the operator named, because clients can forge all others.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

/// The header in which the trusted proxy reports client addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proxy {
    /// `X-Forwarded-For`, with `X-Forwarded-Proto` and `X-Forwarded-Host`.
    XForwardedFor,
    /// `Forwarded` (RFC 7239), which holds all three.
    Forwarded,
}

/// What the last proxy reports. Each proxy appends to the list; elements before the last one are not trusted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ForwardedInfo {
    /// The client's address.
    pub(crate) from: Option<IpAddr>,
    /// Whether the client used TLS.
    pub(crate) encrypted: bool,
    /// The host that the browser requested.
    pub(crate) host: Option<String>,
}

impl Proxy {
    pub(crate) fn forwarded_info(self, headers: &HeaderMap) -> ForwardedInfo {
        match self {
            Self::XForwardedFor => by_several_headers(headers),
            Self::Forwarded => last(headers, "forwarded").and_then(last_element).map(by_element).unwrap_or_default(),
        }
    }
}

fn by_several_headers(headers: &HeaderMap) -> ForwardedInfo {
    let last_of = |name| last(headers, name).and_then(|list| list.rsplit(',').next()).map(str::trim);
    ForwardedInfo {
        from: last_of("x-forwarded-for").and_then(address),
        encrypted: last_of("x-forwarded-proto").is_some_and(|proto| proto.eq_ignore_ascii_case("https")),
        host: last_of("x-forwarded-host").map(str::to_owned),
    }
}

fn last<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get_all(name).iter().next_back()?.to_str().ok()
}

/// The last element of a list whose values may be quoted. An unterminated quote comes from the client, which tries to
/// hide what the proxy appended: then the header is ignored.
fn last_element(list: &str) -> Option<Vec<&str>> {
    let mut pairs = Vec::new();
    let (mut begin, mut quoted, mut escaped) = (0, false, false);
    for (index, byte) in list.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b',' | b';' if !quoted => {
                pairs.push(&list[begin..index]);
                begin = index + 1;
                if byte == b',' {
                    pairs.clear();
                }
            }
            _ => {}
        }
    }
    pairs.push(&list[begin..]);
    (!quoted).then_some(pairs)
}

/// `for=192.0.2.1`, `proto=https`, `host=play.example`.
fn by_element(pairs: Vec<&str>) -> ForwardedInfo {
    let mut info = ForwardedInfo::default();
    for (name, value) in pairs.into_iter().filter_map(|pair| pair.split_once('=')) {
        let value = value.trim().trim_matches('"');
        match name.trim().to_ascii_lowercase().as_str() {
            "for" => info.from = address(value),
            "proto" => info.encrypted = value.eq_ignore_ascii_case("https"),
            "host" => info.host = Some(value.to_owned()),
            _ => {}
        }
    }
    info
}

/// `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]:4711`.
fn address(node: &str) -> Option<IpAddr> {
    let with_port = || node.parse::<SocketAddr>().ok().map(|address| address.ip());
    let bare = node.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(node);
    with_port().or_else(|| bare.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forwarded_info(proxy: Proxy, headers: &[(&'static str, &str)]) -> ForwardedInfo {
        let pairs = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        proxy.forwarded_info(&pairs.collect())
    }

    #[test]
    fn the_last_proxy_is_believed_and_nobody_before_it() {
        let (several, one) = (("x-forwarded-for", Proxy::XForwardedFor), ("forwarded", Proxy::Forwarded));
        let cases = [
            (several, "198.51.100.7", Some("198.51.100.7")),
            (several, "10.0.0.1, 198.51.100.7", Some("198.51.100.7")),
            (several, "198.51.100.7:5000", Some("198.51.100.7")),
            (several, "nonsense", None),
            (several, "", None),
            (one, "for=10.0.0.1, for=198.51.100.7;proto=https", Some("198.51.100.7")),
            (one, "proto=https;For=\"[2001:db8::1]:4711\"", Some("2001:db8::1")),
            (one, "for=unknown", None),
            // A name with a comma in it, and quotes that the client opened.
            (one, "for=198.51.100.7;host=\"x, for=10.0.0.1\"", Some("198.51.100.7")),
            (one, "for=198.51.100.7;host=\"\\\", for=10.0.0.1;x=\\\"\"", Some("198.51.100.7")),
            (one, "for=10.0.0.1;x=\", for=198.51.100.7", None),
            (one, "for=10.0.0.1;x=\"\\\", for=\"[2001:db8::1]\"", None),
        ];
        for ((name, proxy), value, expected) in cases {
            let from = forwarded_info(proxy, &[(name, value)]).from;
            assert_eq!(from, expected.map(|it| it.parse().unwrap()), "{name}: {value}");
        }
    }

    #[test]
    fn only_the_header_that_the_operator_named_is_believed() {
        let both = [("forwarded", "for=10.0.0.1;proto=https;host=a"), ("x-forwarded-for", "198.51.100.7")];
        let info = forwarded_info(Proxy::XForwardedFor, &both);
        assert_eq!(info, ForwardedInfo { from: Some([198, 51, 100, 7].into()), encrypted: false, host: None });
        let info = forwarded_info(Proxy::Forwarded, &both);
        assert_eq!(
            info,
            ForwardedInfo { from: Some([10, 0, 0, 1].into()), encrypted: true, host: Some("a".to_owned()) }
        );
        assert_eq!(forwarded_info(Proxy::Forwarded, &both[1..]), ForwardedInfo::default());
    }
}
