//! What the person wants of a table of a server.

use menagerie_wire::{AllianceStep, Claim, FromClient, Offer, Room, Say};

use super::alliances::read_step;
use super::offers::Proposal;
use super::{Declined, RemoteTable};
use crate::command::Command;
use crate::engine::Purpose;
use crate::net::{Call, Promise, nonce};
use crate::sight::Wish;

impl RemoteTable {
    /// Does what the person wants, or says why not.
    pub(crate) fn wish(&mut self, wish: Wish) -> Result<Vec<Command>, String> {
        match wish {
            Wish::Hint | Wish::Analyse(true) if self.table.rated => {
                Err("no help from the computer where ratings are at stake".into())
            }
            Wish::Hint => {
                let question = self.question(Purpose::Hint).ok_or("a hint is for the person who decides")?;
                Ok(vec![Command::Think(question)])
            }
            Wish::Analyse(on) => {
                self.analysing = on;
                let question = if on { self.question(Purpose::Analysis) } else { None };
                Ok(vec![question.map_or(Command::StopThinking, Command::Think)])
            }
            Wish::Step(_) if self.is_over() => Ok(vec![Command::Net(Call::Record { table: self.table.id.clone() })]),
            Wish::Step(_) => Err("the record can be replayed when the match is over".into()),
            other => {
                if let Some(trouble) = self.trouble() {
                    return Err(trouble);
                }
                self.ack += 1;
                Ok(vec![Command::Net(Call::Send(self.message(other)?))])
            }
        }
    }

    fn message(&mut self, wish: Wish) -> Result<FromClient, String> {
        let (ack, at) = (self.ack, self.version);
        if let Wish::Say { to, text } = wish {
            return Ok(self.speech(to, text));
        }
        let seat = self.speaker().ok_or("you are looking on")?;
        Ok(match wish {
            Wish::Act(action) => FromClient::Act { ack, at, seat, action },
            Wish::Undo => FromClient::Undo { ack, at, seat },
            Wish::Draw => FromClient::Offer { ack, at: Some(at), seat, offer: Offer::Draw, nonce: None },
            Wish::Back => {
                let turn = self.our_last_turn(&seat).ok_or("there is no turn of yours to take back")?;
                FromClient::Offer { ack, at: Some(at), seat, offer: Offer::Takeback { turn }, nonce: None }
            }
            Wish::Agree => self.answer(seat, true)?,
            Wish::Decline => self.answer(seat, false)?,
            Wish::Resign => FromClient::Resign { ack, seat },
            Wish::Again => self.again(seat),
            Wish::Claim => FromClient::Claim { ack, at: Some(at), seat, claim: Claim::Gone },
            Wish::Ally(step) => FromClient::Ally { ack, seat, step: read_step(&step)? },
            Wish::Uncover => FromClient::Uncover { ack, seat },
            Wish::Say { .. } | Wish::Hint | Wish::Analyse(_) | Wish::Step(_) => {
                return Err("not over the network".into());
            }
        })
    }

    /// The answer to what is on offer.
    fn answer(&mut self, seat: String, yes: bool) -> Result<FromClient, String> {
        let (ack, at) = (self.ack, Some(self.version));
        let (proposal, _) = self.proposal().ok_or("nothing is on offer")?;
        Ok(match (proposal, yes) {
            (Proposal::Offer(Offer::Rematch), true) => self.again(seat),
            (Proposal::Offer(offer), true) => FromClient::Offer { ack, at, seat, offer, nonce: None },
            (Proposal::Offer(Offer::Rematch), false) => {
                self.declined = Some(Declined::ByUs);
                FromClient::Decline { ack, at, seat, offer: Offer::Rematch }
            }
            (Proposal::Offer(offer), false) => FromClient::Decline { ack, at, seat, offer },
            (Proposal::Alliance(with), true) => {
                FromClient::Ally { ack, seat, step: AllianceStep::Accept { seat: with } }
            }
            (Proposal::Alliance(with), false) => {
                FromClient::Ally { ack, seat, step: AllianceStep::Refuse { seat: with } }
            }
        })
    }

    /// Another game. Where chance plays we add to its dice, after the server has committed itself to them.
    fn again(&mut self, seat: String) -> FromClient {
        self.declined = None;
        // Asked again, we add the same.
        let told = self.table.next_commitment.as_deref();
        self.promised = self.promised.take().or_else(|| Promise::new(told, Some(&nonce())));
        let nonce = self.promised.as_ref().map(|promise| promise.nonce.clone());
        FromClient::Offer { ack: self.ack, at: Some(self.version), seat, offer: Offer::Rematch, nonce }
    }

    fn speech(&self, to: Option<String>, text: String) -> FromClient {
        let seat = self.speaker();
        let room = match (to, &seat) {
            (Some(to), _) => Room::Seat { seat: to },
            (None, Some(_)) => Room::Players,
            (None, None) => Room::Spectators,
        };
        FromClient::Say { ack: self.ack, seat, say: Say { room, text } }
    }
}
