//! The client address as limits and bans know it: an IPv4 address, or the /64 network of an IPv6 address.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use menagerie_table::secret::Digest;

/// The network part of an IPv6 address. A machine chooses the other 64 bits itself and may change them with every
/// request.
const NETWORK: u128 = !0 << 64;

/// A client address: an IPv4 address, or the /64 network of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & NETWORK).into(),
            address @ IpAddr::V4(_) => address,
        })
    }
}

impl Address {
    /// The address as the store keeps it, for comparison only: the first 64 bits of its SHA-256, in hex.
    pub(crate) fn digest(self) -> String {
        let digest = Digest::of(&self.to_string());
        let head = digest.0.first_chunk::<8>().copied().unwrap_or_default();
        format!("{:016x}", u64::from_be_bytes(head))
    }
}

impl FromStr for Address {
    type Err = std::net::AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        text.strip_suffix("/64").unwrap_or(text).parse::<IpAddr>().map(Self::from)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(network) => write!(f, "{network}/64"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_the_same_however_it_is_written() {
        let cases = [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:DB8::0001", "2001:db8::/64"),
            ("2001:db8:0:0:ffff::7", "2001:db8::/64"),
            ("2001:db8::/64", "2001:db8::/64"),
            ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), expected, "{text}");
        }
        for text in ["", "x", "192.0.2", "192.0.2.1:80", "2001:db8::/32", "play.example"] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    /// The store tells by the digest who pays for a search.
    #[test]
    fn a_network_has_one_digest_of_its_own() {
        let digest = |text: &str| text.parse::<Address>().unwrap().digest();
        assert_eq!(digest("2001:db8::1"), digest("2001:db8::2"));
        assert_ne!(digest("192.0.2.1"), digest("192.0.2.2"));
        assert!(digest("192.0.2.1").len() == 16 && digest("192.0.2.1").bytes().all(|it| it.is_ascii_hexdigit()));
    }
}
