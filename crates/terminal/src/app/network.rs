//! Tables of a server: joining, creating, and the events of the network.

use menagerie_record::Record;
use menagerie_wire::http::{CreateTable, Join, SeatPlan};

use super::{App, Screen};
use crate::command::Command;
use crate::local::LocalTable;
use crate::menu::{MatchSetup, SeatSetup};
use crate::net::{Call, NetEvent, Tokens, nonce};
use crate::remote::{Reaction, RemoteTable};
use crate::saved_seats::SavedSeats;
use crate::table::Host;

impl App {
    /// The command that joins a table of the server: with our saved seats, or on a new seat.
    pub(crate) fn join(&self, table: String) -> Command {
        match self.saved_here().find(|saved_seats| saved_seats.table == table) {
            Some(saved_seats) => {
                Command::Net(Call::Return { table, tokens: Tokens(saved_seats.tokens.clone()), dice_commitment: None })
            }
            None => Command::Net(Call::Join { table, join: self.join_request() }),
        }
    }

    /// The command that finds a matching table, or creates one.
    pub(crate) fn find(&self, setup: MatchSetup, make: bool) -> Command {
        let wanted = Box::new(self.create_request(setup));
        if make {
            return Command::Net(Call::Create(wanted));
        }
        let own = self.saved_here().map(|saved_seats| saved_seats.table.clone()).collect();
        Command::Net(Call::Find { wanted, join: self.join_request(), own })
    }

    fn join_request(&self) -> Join {
        Join { name: self.session.name.clone(), seat: None, nonce: Some(nonce()) }
    }

    fn saved_here(&self) -> impl Iterator<Item = &SavedSeats> {
        self.session.saved_seats.iter().filter(|saved_seats| Some(&saved_seats.server) == self.session.server.as_ref())
    }

    pub(super) fn forget(&mut self, server: &str, table: &str) {
        self.session.saved_seats.retain(|saved_seats| saved_seats.server != server || saved_seats.table != table);
    }

    /// The request that creates the table of a match setup.
    fn create_request(&self, setup: MatchSetup) -> CreateTable {
        let seat_plan = |setup: SeatSetup| match setup {
            SeatSetup::Here => SeatPlan::Here { name: self.session.name.clone() },
            SeatSetup::Computer(level) => SeatPlan::Computer { level },
            SeatSetup::Open => SeatPlan::Open,
        };
        CreateTable {
            game: setup.game,
            seats: setup.seats.into_iter().map(|(_, it)| seat_plan(it)).collect(),
            shuffle: false,
            public: setup.public,
            rated: setup.rated,
            clock: setup.clock,
            position: None,
            nonce: Some(nonce()),
            commitment: None,
        }
    }

    pub(super) fn event(&mut self, event: NetEvent) -> Vec<Command> {
        match event {
            NetEvent::Seated(seated) => {
                self.sockets_opened += 1;
                match RemoteTable::new(self.session.server.as_deref().unwrap_or_default(), *seated, self.sockets_opened)
                {
                    Ok(table) => {
                        self.open_table(Host::Remote(Box::new(table)));
                        return self.begin();
                    }
                    Err(why) => self.say(why),
                }
                Vec::new()
            }
            NetEvent::Record(text) => {
                let record = Record::from_text(&text).map_err(|error| error.to_string());
                match record.and_then(|record| LocalTable::replay(&record)) {
                    Ok(replay) => self.open_replay(replay),
                    Err(why) => self.say(why),
                }
                Vec::new()
            }
            NetEvent::Lobby(list) => {
                let Self { screen, session, .. } = self;
                if let Screen::Lobby(lobby) = screen {
                    let here = |saved_seats: &&SavedSeats| Some(&saved_seats.server) == session.server.as_ref();
                    lobby.fill(*list, &session.saved_seats.iter().filter(here).collect::<Vec<_>>());
                }
                Vec::new()
            }
            NetEvent::NoLobby(why) => {
                if let Screen::Lobby(lobby) = &mut self.screen {
                    lobby.has_no_list(why);
                }
                Vec::new()
            }
            NetEvent::Account(name) => {
                self.session.name = name;
                Vec::new()
            }
            NetEvent::NoAccount(why) => {
                self.session.has_account = false;
                self.say(why);
                Vec::new()
            }
            other => self.table_event(other),
        }
    }

    fn table_event(&mut self, event: NetEvent) -> Vec<Command> {
        let heard = match &mut self.screen {
            Screen::Table(table) => {
                let heard = match table.host_mut() {
                    Host::Remote(remote) => remote.on_net_event(event),
                    Host::Local(_) => failed(event),
                };
                table.refresh();
                heard
            }
            Screen::Menu(_) | Screen::Lobby(_) | Screen::Viewer(_) => failed(event),
        };
        if let Some(words) = heard.words {
            self.say(words);
        }
        heard.commands
    }
}

/// Shows the error of a failed call, on any screen.
fn failed(event: NetEvent) -> Reaction {
    let words = if let NetEvent::Failed(why) = event { Some(why) } else { None };
    Reaction { words, commands: Vec::new() }
}
