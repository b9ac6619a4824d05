//! Calls over HTTP.

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

use super::promise::Promises;
use super::stream::trusted;
use super::{Call, News, Promise, Tokens};

/// A call that takes longer has failed.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// A server.
pub(super) struct Site {
    /// `http://host:port` or `https://host:port`
    pub(super) base: String,
    /// What a call is authorised by: `Bearer TOKEN`.
    account: Option<String>,
    /// Whom we trust, for `https://`; why there is nobody, in words.
    pub(super) tls: Option<Result<Arc<ClientConfig>, String>>,
    agent: Agent,
    promises: Promises,
}

type Answer = Result<Response<ureq::Body>, ureq::Error>;

impl Site {
    pub(super) fn new(base: &str, account: Option<&str>) -> Self {
        let roots = base.starts_with("https://").then(trusted);
        let mut config = Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false);
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
            promises: Promises::default(),
        }
    }

    /// Makes a call and waits for its answer.
    pub(super) fn answer(&self, call: Call) -> Result<News, String> {
        if let Some(Err(why)) = &self.tls {
            return Err(why.clone());
        }
        let seated = |seated| News::Seated(Box::new(seated));
        match call {
            Call::Lobby => self.get("/api/lobby").map(|lobby| News::Lobby(Box::new(lobby))),
            Call::Account => self.account(),
            Call::Create(table) => self.create(&table).map(seated),
            Call::Find { wanted, join, own } => self.find(&wanted, &join, &own).map(seated),
            Call::Join { table, join } => {
                let before = self.look(&table, Vec::new())?;
                // Where there is no room we look on.
                let waits = before.table.stage == Stage::Waiting;
                if waits { self.join(&before.table, &join).map(seated) } else { Ok(seated(before)) }
            }
            Call::Watch { table } => self.look(&table, Vec::new()).map(seated),
            Call::Return { table, tokens: Tokens(tokens), promised } => {
                self.promises.note(promised, self.look(&table, tokens)?).map(seated)
            }
            Call::Record { table } => {
                let text = self.text(&format!("/api/tables/{table}/record"))?;
                self.promises.check(&table, text).map(News::Record)
            }
            Call::Open { .. } | Call::Send(_) | Call::Close => Err("this goes over the socket".into()),
        }
    }

    /// Who we are. A token that the server does not know makes us a guest there, and calls would not tell.
    fn account(&self) -> Result<News, String> {
        /// What we need of the answer.
        #[derive(serde::Deserialize)]
        struct Me {
            name: String,
        }
        let Some(account) = &self.account else { return Err("there is no API token".into()) };
        let url = format!("{}/api/account", self.base);
        let answer = self.agent.get(url).header("Authorization", account).call();
        if answer.as_ref().is_ok_and(|answer| matches!(answer.status().as_u16(), 401 | 403)) {
            let words = "The server does not know the API token in MENAGERIE_TOKEN. You play as a guest.";
            return Ok(News::NoAccount(words.into()));
        }
        json(&read(answer)?).map(|me: Me| News::Account(me.name))
    }

    fn find(&self, wanted: &CreateTable, join: &Join, own: &[String]) -> Result<Seated, String> {
        let lobby: Lobby = self.get("/api/lobby")?;
        let fits = |table: &&Table| {
            let clock = wanted.clock == TimeControl::None || wanted.clock == table.clock;
            table.game == wanted.game && table.rated == wanted.rated && clock && !own.contains(&table.id)
        };
        // Somebody else may have been faster.
        let sat = lobby.waiting.iter().filter(fits).find_map(|table| Some((table, self.sit(table, join).ok()?)));
        match sat {
            Some((table, seated)) => self.promises.note(promise(table, join), seated),
            None => self.create(wanted),
        }
    }

    /// Makes a table. Where chance plays, the server commits itself before it learns what we add to the dice.
    fn create(&self, wanted: &CreateTable) -> Result<Seated, String> {
        let game = menagerie_catalog::find(GameName::new(&wanted.game).id);
        if !game.is_some_and(|game| game.info().chance) {
            return self.post("/api/tables", wanted);
        }
        let told: Commitment = self.post("/api/commitments", &())?;
        let wanted = CreateTable { commitment: Some(told.id), ..wanted.clone() };
        let promise = Promise::new(Some(&told.commitment), wanted.nonce.as_deref());
        self.promises.note(promise, self.post("/api/tables", &wanted)?)
    }

    /// Sits down at a table that we have seen.
    fn join(&self, table: &Table, join: &Join) -> Result<Seated, String> {
        self.promises.note(promise(table, join), self.sit(table, join)?)
    }

    fn sit(&self, table: &Table, join: &Join) -> Result<Seated, String> {
        self.post(&format!("/api/tables/{}/join", table.id), join)
    }

    /// A table as it stands, with the tokens that we have for it.
    fn look(&self, table: &str, tokens: Vec<(String, String)>) -> Result<Seated, String> {
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

/// What a table that we have seen shows before we add to its dice.
fn promise(table: &Table, join: &Join) -> Option<Promise> {
    Promise::new(table.commitment.as_deref(), join.nonce.as_deref())
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("the server speaks another language: {error}"))
}

fn read(answer: Answer) -> Result<String, String> {
    let mut answer = answer.map_err(|error| format!("the server cannot be reached: {error}"))?;
    let text =
        answer.body_mut().read_to_string().map_err(|error| format!("the server's answer was cut off: {error}"))?;
    if answer.status().is_success() {
        return Ok(text);
    }
    let refused: Option<Refused> = serde_json::from_str(&text).ok();
    Err(refused.map_or_else(|| format!("the server says {}", answer.status()), |refused| refused.error))
}
