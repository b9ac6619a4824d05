//! The HTTP client of a server's API.

use std::sync::Arc;
use std::time::Duration;

use menagerie_game::GameName;
use menagerie_wire::Refused;
use menagerie_wire::http::{Commitment, CreateTable, Join, Lobby, Seated};
use menagerie_wire::table::{Stage, Table, TimeControl};
use rustls::ClientConfig;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::http::Response;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::dice_commitment::DiceCommitments;
use super::stream::load_root_certificates;
use super::{Call, DiceCommitment, NetEvent, Tokens};

/// The timeout of a call.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// The HTTP client of one server.
pub(super) struct HttpClient {
    /// `http://host:port` or `https://host:port`
    pub(super) base: String,
    /// The value of the `Authorization` header: `Bearer TOKEN`.
    account: Option<String>,
    /// The TLS configuration for `https://`, or why there is none.
    pub(super) tls: Option<Result<Arc<ClientConfig>, String>>,
    agent: Agent,
    dice_commitments: DiceCommitments,
}

type HttpResult = Result<Response<ureq::Body>, ureq::Error>;

impl HttpClient {
    pub(super) fn new(base: &str, account: Option<&str>) -> Self {
        let roots = base.starts_with("https://").then(load_root_certificates);
        let mut config = Agent::config_builder().timeout_global(Some(TIMEOUT)).http_status_as_error(false);
        if let Some(Ok((certificates, _))) = &roots {
            let certificates: Vec<Certificate<'static>> =
                certificates.iter().map(|it| Certificate::from_der(it).to_owned()).collect();
            let roots = RootCerts::new_with_certs(&certificates);
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let tls = TlsConfig::builder().root_certs(roots).unversioned_rustls_crypto_provider(provider).build();
            config = config.tls_config(tls);
        }
        Self {
            base: base.to_owned(),
            account: account.map(|token| format!("Bearer {token}")),
            tls: roots.map(|roots| roots.map(|(_, config)| config)),
            agent: config.build().into(),
            dice_commitments: DiceCommitments::default(),
        }
    }

    /// Makes a call and waits for its response.
    pub(super) fn call(&self, call: Call) -> Result<NetEvent, String> {
        if let Some(Err(why)) = &self.tls {
            return Err(why.clone());
        }
        let seated = |seated| NetEvent::Seated(Box::new(seated));
        match call {
            Call::Lobby => self.get("/api/lobby").map(|lobby| NetEvent::Lobby(Box::new(lobby))),
            Call::Account => self.account(),
            Call::Create(table) => self.create(&table).map(seated),
            Call::Find { wanted, join, own } => self.find(&wanted, &join, &own).map(seated),
            Call::Join { table, join } => {
                let before = self.fetch_table(&table, Vec::new())?;
                // A full table is watched.
                let waits = before.table.stage == Stage::Waiting;
                if waits { self.join(&before.table, &join).map(seated) } else { Ok(seated(before)) }
            }
            Call::Watch { table } => self.fetch_table(&table, Vec::new()).map(seated),
            Call::Return { table, tokens: Tokens(tokens), dice_commitment } => {
                self.dice_commitments.remember(dice_commitment, self.fetch_table(&table, tokens)?).map(seated)
            }
            Call::Record { table } => {
                let text = self.text(&format!("/api/tables/{table}/record"))?;
                self.dice_commitments.check(&table, text).map(NetEvent::Record)
            }
            Call::Open { .. } | Call::Send(_) | Call::Close => Err("this call goes over the socket".into()),
        }
    }

    /// The name of our account. Other calls treat an unknown token as a guest without an error, so the
    /// client asks once.
    fn account(&self) -> Result<NetEvent, String> {
        /// The part of the response that the client needs.
        #[derive(serde::Deserialize)]
        struct Me {
            name: String,
        }
        let Some(account) = &self.account else { return Err("there is no API token".into()) };
        let url = format!("{}/api/account", self.base);
        let answer = self.agent.get(url).header("Authorization", account).call();
        if answer.as_ref().is_ok_and(|answer| matches!(answer.status().as_u16(), 401 | 403)) {
            let words = "The server does not know the API token in MENAGERIE_TOKEN. You play as a guest.";
            return Ok(NetEvent::NoAccount(words.into()));
        }
        json(&read(answer)?).map(|me: Me| NetEvent::Account(me.name))
    }

    fn find(&self, wanted: &CreateTable, join: &Join, own: &[String]) -> Result<Seated, String> {
        let lobby: Lobby = self.get("/api/lobby")?;
        let fits = |table: &&Table| {
            let clock = wanted.clock == TimeControl::None || wanted.clock == table.clock;
            table.game == wanted.game && table.rated == wanted.rated && clock && !own.contains(&table.id)
        };
        // Another player may take the seat first.
        let joined =
            lobby.waiting.iter().filter(fits).find_map(|table| Some((table, self.post_join(table, join).ok()?)));
        match joined {
            Some((table, seated)) => self.dice_commitments.remember(dice_commitment(table, join), seated),
            None => self.create(wanted),
        }
    }

    /// Creates a table. In games with chance the server commits to its dice before it learns our nonce.
    fn create(&self, wanted: &CreateTable) -> Result<Seated, String> {
        let game = menagerie_catalog::find(GameName::new(&wanted.game).id);
        if !game.is_some_and(|game| game.info().chance) {
            return self.post("/api/tables", wanted);
        }
        let reserved: Commitment = self.post("/api/commitments", &())?;
        let wanted = CreateTable { commitment: Some(reserved.id), ..wanted.clone() };
        let dice_commitment = DiceCommitment::new(Some(&reserved.commitment), wanted.nonce.as_deref());
        self.dice_commitments.remember(dice_commitment, self.post("/api/tables", &wanted)?)
    }

    /// Joins a table whose commitment we know.
    fn join(&self, table: &Table, join: &Join) -> Result<Seated, String> {
        self.dice_commitments.remember(dice_commitment(table, join), self.post_join(table, join)?)
    }

    fn post_join(&self, table: &Table, join: &Join) -> Result<Seated, String> {
        self.post(&format!("/api/tables/{}/join", table.id), join)
    }

    /// The current state of a table, with our tokens for it.
    fn fetch_table(&self, table: &str, tokens: Vec<(String, String)>) -> Result<Seated, String> {
        let found = self.get(&format!("/api/tables/{table}"));
        let table: Table = found.map_err(|why| format!("Table {table}: {why}"))?;
        Ok(Seated { table, tokens })
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, String> {
        json(&self.text(path)?)
    }

    fn text(&self, path: &str) -> Result<String, String> {
        let mut request = self.agent.get(format!("{}{path}", self.base));
        if let Some(account) = &self.account {
            request = request.header("Authorization", account);
        }
        read(request.call())
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl serde::Serialize) -> Result<T, String> {
        let mut request = self.agent.post(format!("{}{path}", self.base));
        if let Some(account) = &self.account {
            request = request.header("Authorization", account);
        }
        json(&read(request.send_json(body))?)
    }
}

/// The commitment that the table shows before it learns our nonce.
fn dice_commitment(table: &Table, join: &Join) -> Option<DiceCommitment> {
    DiceCommitment::new(table.commitment.as_deref(), join.nonce.as_deref())
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("the server's answer has an unknown format: {error}"))
}

fn read(answer: HttpResult) -> Result<String, String> {
    let mut answer = answer.map_err(|error| format!("the server cannot be reached: {error}"))?;
    let text =
        answer.body_mut().read_to_string().map_err(|error| format!("the server's answer was cut off: {error}"))?;
    if answer.status().is_success() {
        return Ok(text);
    }
    let refused: Option<Refused> = serde_json::from_str(&text).ok();
    Err(refused.map_or_else(|| format!("the server answered {}", answer.status()), |refused| refused.error))
}
