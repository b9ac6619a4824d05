//! Tables of a server: how we come to them, and what is heard of them.

use menagerie_record::Record;
use menagerie_wire::http::{CreateTable, Join, SeatPlan};

use super::{App, Screen};
use crate::command::Command;
use crate::kept::Kept;
use crate::local::LocalTable;
use crate::menu::{Plan, Plans};
use crate::net::{Call, News, Tokens, nonce};
use crate::remote::{Heard, RemoteTable};
use crate::table::Host;

impl App {
    /// The command that sits us down at a table of the server: on the seats that are ours already, or on a new one.
    pub(crate) fn join(&self, table: String) -> Command {
        match self.kept_here().find(|kept| kept.table == table) {
            Some(kept) => Command::Net(Call::Return { table, tokens: Tokens(kept.tokens.clone()), promised: None }),
            None => Command::Net(Call::Join { table, join: self.joining() }),
        }
    }

    /// The command that finds a table like this one, or makes it.
    pub(crate) fn find(&self, plans: Plans, make: bool) -> Command {
        let wanted = Box::new(self.table(plans));
        if make {
            return Command::Net(Call::Create(wanted));
        }
        let own = self.kept_here().map(|kept| kept.table.clone()).collect();
        Command::Net(Call::Find { wanted, join: self.joining(), own })
    }

    fn joining(&self) -> Join {
        Join { name: self.guest.name.clone(), seat: None, nonce: Some(nonce()) }
    }

    fn kept_here(&self) -> impl Iterator<Item = &Kept> {
        self.guest.kept.iter().filter(|kept| Some(&kept.server) == self.guest.server.as_ref())
    }

    pub(super) fn forget(&mut self, server: &str, table: &str) {
        self.guest.kept.retain(|kept| kept.server != server || kept.table != table);
    }

    /// The table of a server that plans describe.
    fn table(&self, plans: Plans) -> CreateTable {
        let plan = |plan: Plan| match plan {
            Plan::Here => SeatPlan::Here { name: self.guest.name.clone() },
            Plan::Computer(level) => SeatPlan::Computer { level },
            Plan::Open => SeatPlan::Open,
        };
        CreateTable {
            game: plans.game,
            seats: plans.seats.into_iter().map(|(_, it)| plan(it)).collect(),
            shuffle: false,
            public: plans.public,
            rated: plans.rated,
            clock: plans.clock,
            position: None,
            nonce: Some(nonce()),
            commitment: None,
        }
    }

    pub(super) fn news(&mut self, news: News) -> Vec<Command> {
        match news {
            News::Seated(seated) => {
                self.lines += 1;
                match RemoteTable::new(self.guest.server.as_deref().unwrap_or_default(), *seated, self.lines) {
                    Ok(table) => {
                        self.sit(Host::Remote(Box::new(table)));
                        return self.begin();
                    }
                    Err(why) => self.say(why),
                }
                Vec::new()
            }
            News::Record(text) => {
                let record = Record::from_text(&text).map_err(|error| error.to_string());
                match record.and_then(|record| LocalTable::replay(&record)) {
                    Ok(replay) => self.view(replay),
                    Err(why) => self.say(why),
                }
                Vec::new()
            }
            News::Lobby(list) => {
                let Self { screen, guest, .. } = self;
                if let Screen::Lobby(lobby) = screen {
                    let here = |kept: &&Kept| Some(&kept.server) == guest.server.as_ref();
                    lobby.fill(*list, &guest.kept.iter().filter(here).collect::<Vec<_>>());
                }
                Vec::new()
            }
            News::NoLobby(why) => {
                if let Screen::Lobby(lobby) = &mut self.screen {
                    lobby.has_no_list(why);
                }
                Vec::new()
            }
            News::Account(name) => {
                self.guest.name = name;
                Vec::new()
            }
            News::NoAccount(why) => {
                self.guest.has_account = false;
                self.say(why);
                Vec::new()
            }
            other => self.news_of_table(other),
        }
    }

    fn news_of_table(&mut self, news: News) -> Vec<Command> {
        let heard = match &mut self.screen {
            Screen::Table(table) => {
                let heard = match table.host_mut() {
                    Host::Remote(remote) => remote.hear(news),
                    Host::Local(_) => failed(news),
                };
                table.refresh();
                heard
            }
            Screen::Menu(_) | Screen::Lobby(_) | Screen::Viewer(_) => failed(news),
        };
        if let Some(words) = heard.words {
            self.say(words);
        }
        heard.commands
    }
}

/// Of a call that failed the words are told, wherever we are.
fn failed(news: News) -> Heard {
    let words = if let News::Failed(why) = news { Some(why) } else { None };
    Heard { words, commands: Vec::new() }
}
