//! What the start of a server prints: its addresses, and how others can join.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use super::PORT;

/// The start message.
pub(super) struct Announcement {
    /// The address of the page on this machine.
    pub(super) here: String,
    /// The address for other machines, if they can reach the server.
    pub(super) reach: Option<String>,
    pub(super) shows_qr_code: bool,
    /// Whether the advice for players follows.
    pub(super) is_for_player: bool,
    /// The port, if it is not the usual one because that one is in use.
    pub(super) other_port: Option<u16>,
}

impl Announcement {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Menagerie: {}", self.here)?;
        if let Some(port) = self.other_port {
            writeln!(out, "Port {PORT} is in use, so this server uses port {port}.")?;
        }
        if let Some(reach) = &self.reach {
            writeln!(out, "For others on your network: {reach}\n")?;
            if self.shows_qr_code {
                writeln!(out, "{}", qr_code(reach))?;
            }
        }
        if let Some(note) = page_note(menagerie_page::BUILT) {
            writeln!(out, "{note}")?;
        }
        if self.is_for_player {
            if self.reach.is_none() {
                writeln!(out, "Friends on your network can join if you start it like this: menagerie --lan")?;
            }
            writeln!(out, "Press Ctrl+C to stop.")?;
        }
        out.flush()
    }
}

/// The address of the page on this machine.
pub(super) fn here(address: SocketAddr) -> String {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}

/// The address for other machines, if the server listens on a network interface. Behind a proxy there is none: only the proxy
/// knows its address, and clients must not bypass it.
pub(super) fn reach(address: SocketAddr, is_behind_proxy: bool) -> Option<String> {
    let ip = match address.ip() {
        _ if is_behind_proxy => return None,
        ip if ip.is_loopback() => return None,
        ip if ip.is_unspecified() => outward_ip().ok()?,
        ip => ip,
    };
    Some(format!("http://{}/", SocketAddr::new(ip, address.port())))
}

/// The message for the operator of a program that was built without its page.
fn page_note(built: bool) -> Option<String> {
    let needed = menagerie_page::NODE_VERSIONS;
    let note = format!(
        "This program was built without its page: browsers see a note instead of the games.\n\
         To build the page, install Node.js ({needed}) with npm, then build again: cargo build --release"
    );
    (!built).then_some(note)
}

/// The IP address of the default route. Connecting a UDP socket sends nothing; it only queries the routing table, here for an
/// address that is reserved for documentation.
fn outward_ip() -> io::Result<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
    Ok(socket.local_addr()?.ip())
}

fn qr_code(text: &str) -> String {
    use qrcode::render::unicode::Dense1x2;
    // A URL is far below the capacity of a QR code.
    qrcode::QrCode::new(text).map_or_else(|_| String::new(), |code| code.render::<Dense1x2>().build())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announced(announcement: &Announcement) -> String {
        let mut out = Vec::new();
        announcement.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn plain() -> Announcement {
        let here = "http://127.0.0.1:7777/".to_owned();
        Announcement { here, reach: None, shows_qr_code: false, is_for_player: true, other_port: None }
    }

    #[test]
    fn a_player_learns_how_friends_can_join() {
        assert!(announced(&plain()).contains("menagerie --lan"));
        let reach = Some("http://192.0.2.7:7777/".to_owned());
        let said = announced(&Announcement { reach, shows_qr_code: true, ..plain() });
        assert!(said.contains("For others on your network: http://192.0.2.7:7777/"), "{said}");
        assert!(!said.contains("menagerie --lan"), "{said}");
        assert!(!announced(&Announcement { is_for_player: false, ..plain() }).contains("--lan"), "operators know");
    }

    #[test]
    fn another_port_is_explained() {
        let said = announced(&Announcement { other_port: Some(7778), ..plain() });
        assert!(said.contains("Port 7777 is in use, so this server uses port 7778."), "{said}");
        assert!(!announced(&plain()).contains("in use"));
    }

    #[test]
    fn the_operator_hears_how_to_build_a_page_that_is_missing() {
        assert_eq!(page_note(true), None);
        let note = page_note(false).unwrap();
        assert!(note.contains("20.19") && note.contains("cargo build --release"), "{note}");
    }

    #[test]
    fn others_are_sent_neither_to_this_computers_own_name_nor_past_a_proxy() {
        let (here, there) = ("127.0.0.1:7777".parse().unwrap(), "192.0.2.7:7777".parse().unwrap());
        assert_eq!(reach(there, false).as_deref(), Some("http://192.0.2.7:7777/"));
        assert_eq!(reach(here, false), None);
        assert_eq!(reach(there, true), None);
    }
}
