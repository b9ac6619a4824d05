//! A TCP stream to a server, plain or with TLS.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;

use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::http::{HttpClient, TIMEOUT};

/// The stream.
pub(super) enum Stream {
    Plain(TcpStream),
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Stream {
    /// Connects to a server. Also returns the host name.
    pub(super) fn to(client: &HttpClient) -> Result<(Self, String), String> {
        let (host, port) = match (client.base.strip_prefix("http://"), client.base.strip_prefix("https://")) {
            (Some(host), _) => (host, 80),
            (None, Some(host)) => (host, 443),
            (None, None) => return Err("an address begins with http:// or https://".into()),
        };
        let tcp = connect(host, port).map_err(|error| error.to_string())?;
        let stream = match &client.tls {
            None => Self::Plain(tcp),
            Some(Err(why)) => return Err(why.clone()),
            Some(Ok(config)) => {
                let name = name_of(host);
                let name = ServerName::try_from(name.to_owned()).map_err(|error| error.to_string())?;
                let session = ClientConnection::new(Arc::clone(config), name).map_err(|error| error.to_string())?;
                Self::Encrypted(Box::new(StreamOwned::new(session, tcp)))
            }
        };
        Ok((stream, host.to_owned()))
    }

    pub(super) fn tcp(&self) -> &TcpStream {
        match self {
            Self::Plain(tcp) => tcp,
            Self::Encrypted(stream) => &stream.sock,
        }
    }
}

fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let address = if has_port { host.to_owned() } else { format!("{host}:{port}") };
    let mut last = io::Error::new(io::ErrorKind::NotFound, "this address has no host");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, TIMEOUT) {
            Ok(tcp) => {
                tcp.set_read_timeout(Some(TIMEOUT))?;
                tcp.set_write_timeout(Some(TIMEOUT))?;
                tcp.set_nodelay(true)?;
                return Ok(tcp);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The host without its port; an IPv6 address without its brackets.
fn name_of(host: &str) -> &str {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split(']').next().unwrap_or(rest);
    }
    host.split(':').next().unwrap_or(host)
}

/// Loads the root certificates: from `SSL_CERT_FILE` and `SSL_CERT_DIR` if they are set, or else
/// those of the system.
pub(super) fn load_root_certificates() -> Result<(Vec<CertificateDer<'static>>, Arc<ClientConfig>), String> {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        let why: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
        return Err(format!("no root certificates were found ({}); set SSL_CERT_FILE", why.join("; ")));
    }
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs.iter().cloned());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = versions.map_err(|error| error.to_string())?.with_root_certificates(roots).with_no_client_auth();
    Ok((found.certs, Arc::new(config)))
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.read(bytes),
            Self::Encrypted(stream) => stream.read(bytes),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(bytes),
            Self::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Encrypted(stream) => stream.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn a_host_is_known_by_its_name() {
        for (host, name) in [("box", "box"), ("box:7777", "box"), ("[::1]:7777", "::1"), ("127.0.0.1:1", "127.0.0.1")] {
            assert_eq!(name_of(host), name);
        }
    }
}
