//! What a proxy in front tells about a request. One header is believed, the one that the operator named: any other may be
//! the client's own invention, which the proxy has passed on.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

/// How the proxy in front tells where requests come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proxy {
    /// By `X-Forwarded-For`, with `X-Forwarded-Proto` and `X-Forwarded-Host`.
    XForwardedFor,
    /// By `Forwarded`, which says all of it.
    Forwarded,
}

/// What the last proxy tells. Each proxy adds what it has seen at the end; what stands before that nobody vouches for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Told {
    /// Where the request comes from.
    pub(crate) from: Option<IpAddr>,
    /// Whether the proxy was asked over TLS.
    pub(crate) encrypted: bool,
    /// The name that the browser asked the proxy by.
    pub(crate) host: Option<String>,
}

impl Proxy {
    pub(crate) fn tells(self, headers: &HeaderMap) -> Told {
        match self {
            Self::XForwardedFor => by_several_headers(headers),
            Self::Forwarded => last(headers, "forwarded").and_then(last_element).map(by_element).unwrap_or_default(),
        }
    }
}

fn by_several_headers(headers: &HeaderMap) -> Told {
    let last_of = |name| last(headers, name).and_then(|list| list.rsplit(',').next()).map(str::trim);
    Told {
        from: last_of("x-forwarded-for").and_then(address),
        encrypted: last_of("x-forwarded-proto").is_some_and(|proto| proto.eq_ignore_ascii_case("https")),
        host: last_of("x-forwarded-host").map(str::to_owned),
    }
}

fn last<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get_all(name).iter().next_back()?.to_str().ok()
}

/// The last element of a list whose values may be quoted. A quote that does not end was begun by the client, to swallow
/// what the proxy has added: then nothing is believed.
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
fn by_element(pairs: Vec<&str>) -> Told {
    let mut told = Told::default();
    for (name, value) in pairs.into_iter().filter_map(|pair| pair.split_once('=')) {
        let value = value.trim().trim_matches('"');
        match name.trim().to_ascii_lowercase().as_str() {
            "for" => told.from = address(value),
            "proto" => told.encrypted = value.eq_ignore_ascii_case("https"),
            "host" => told.host = Some(value.to_owned()),
            _ => {}
        }
    }
    told
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

    fn tells(proxy: Proxy, headers: &[(&'static str, &str)]) -> Told {
        let pairs = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        proxy.tells(&pairs.collect())
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
            // A name with a comma in it, and quotes that the client has begun.
            (one, "for=198.51.100.7;host=\"x, for=10.0.0.1\"", Some("198.51.100.7")),
            (one, "for=198.51.100.7;host=\"\\\", for=10.0.0.1;x=\\\"\"", Some("198.51.100.7")),
            (one, "for=10.0.0.1;x=\", for=198.51.100.7", None),
            (one, "for=10.0.0.1;x=\"\\\", for=\"[2001:db8::1]\"", None),
        ];
        for ((name, proxy), value, expected) in cases {
            let from = tells(proxy, &[(name, value)]).from;
            assert_eq!(from, expected.map(|it| it.parse().unwrap()), "{name}: {value}");
        }
    }

    #[test]
    fn only_the_header_that_the_operator_named_is_believed() {
        let both = [("forwarded", "for=10.0.0.1;proto=https;host=a"), ("x-forwarded-for", "198.51.100.7")];
        let told = tells(Proxy::XForwardedFor, &both);
        assert_eq!(told, Told { from: Some([198, 51, 100, 7].into()), encrypted: false, host: None });
        let told = tells(Proxy::Forwarded, &both);
        assert_eq!(told, Told { from: Some([10, 0, 0, 1].into()), encrypted: true, host: Some("a".to_owned()) });
        assert_eq!(tells(Proxy::Forwarded, &both[1..]), Told::default());
    }
}
