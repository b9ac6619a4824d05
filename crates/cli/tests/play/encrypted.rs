//! A TLS connection with a certificate that only `SSL_CERT_FILE` makes valid.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::terminal::folder;
use super::{Server, Terminal};

/// The read timeout of each side.
const PULSE: Duration = Duration::from_millis(10);

/// Copies data from one side to the other; `None` at its end.
fn pass(from: &mut impl Read, to: &mut impl Write) -> Option<()> {
    let mut bytes = [0; 4096];
    match from.read(&mut bytes) {
        Ok(0) => None,
        Ok(count) => to.write_all(&bytes[..count]).and_then(|()| to.flush()).ok(),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Some(()),
        Err(_) => None,
    }
}

fn serve(client: TcpStream, config: Arc<ServerConfig>, host: &str) -> Option<()> {
    let mut plain = TcpStream::connect(host).ok()?;
    for side in [&client, &plain] {
        side.set_read_timeout(Some(PULSE)).ok()?;
    }
    let mut encrypted = StreamOwned::new(ServerConnection::new(config).ok()?, client);
    loop {
        pass(&mut encrypted, &mut plain)?;
        pass(&mut plain, &mut encrypted)?;
    }
}

/// A TLS proxy in front of a server. Returns its port and its certificate.
fn encrypt(host: &str) -> (u16, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let certificate = CertificateDer::from(made.cert.der().to_vec());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = versions.expect("versions").with_no_client_auth().with_single_cert(vec![certificate], key);
    let config = Arc::new(config.expect("key and certificate fit"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let host = host.to_owned();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let (config, host) = (Arc::clone(&config), host.clone());
            thread::spawn(move || serve(client, config, &host));
        }
    });
    (port, made.cert.pem())
}

#[test]
fn people_play_over_an_encrypted_connection() {
    let server = Server::start("encrypted");
    let (port, certificate) = encrypt(server.host());
    let folder = folder("certificate");
    let file = folder.join("certificate.pem");
    std::fs::write(&file, certificate).expect("it can be written");
    let address = format!("https://localhost:{port}");
    let trusting = [
        ("SSL_CERT_FILE", file.to_str().expect("a plain path")),
        ("XDG_STATE_HOME", folder.to_str().expect("a plain path")),
    ];
    let mut ann = Terminal::with(&["jungle", "--server", &address, "--seat", "black=computer:1"], &trusting);
    ann.shows("Move one of your animals");
    ann.press(":a3a4\r");
    ann.shows("2 black");
    ann.press("ry");
    ann.shows("Black wins: red resigned");
    ann.press("q");
    ann.ends();
}

/// An unknown certificate is rejected.
#[test]
fn a_certificate_that_nobody_vouches_for_is_refused() {
    let server = Server::start("stranger");
    let (port, _) = encrypt(server.host());
    let (_, other) = encrypt(server.host());
    let file = folder("certificate").join("other.pem");
    std::fs::write(&file, other).expect("it can be written");
    let address = format!("https://localhost:{port}");
    let mut ann = Terminal::with(&["--server", &address], &[("SSL_CERT_FILE", file.to_str().expect("a plain path"))]);
    ann.shows("the server cannot be reached");
    ann.press("q");
    ann.ends();
}
