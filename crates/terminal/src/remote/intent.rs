//! Intents at a table of a server, as messages of its socket.

use menagerie_wire::{AllianceStep, ChatChannel, ChatPost, Claim, FromClient, Offer};

use super::alliances::parse_step;
use super::offers::Proposal;
use super::{Declined, RemoteTable};
use crate::command::Command;
use crate::engine::Purpose;
use crate::intent::Intent;
use crate::net::{Call, DiceCommitment, nonce};

impl RemoteTable {
    /// Handles an intent. The error says why it is not possible.
    pub(crate) fn handle(&mut self, intent: Intent) -> Result<Vec<Command>, String> {
        match intent {
            Intent::Hint | Intent::Analyse(true) if self.table.rated => {
                Err("hints and analysis are off in rated games".into())
            }
            Intent::Hint => {
                let search_request = self.search_request(Purpose::Hint).ok_or("hints are for the acting player")?;
                Ok(vec![Command::Think(search_request)])
            }
            Intent::Analyse(on) => {
                self.analysing = on;
                let search_request = if on { self.search_request(Purpose::Analysis) } else { None };
                Ok(vec![search_request.map_or(Command::StopThinking, Command::Think)])
            }
            Intent::Step(_) if self.is_over() => Ok(vec![Command::Net(Call::Record { table: self.table.id.clone() })]),
            Intent::Step(_) => Err("the record can be replayed when the match is over".into()),
            other => {
                if let Some(connection_problem) = self.connection_problem() {
                    return Err(connection_problem);
                }
                self.ack += 1;
                Ok(vec![Command::Net(Call::Send(self.message(other)?))])
            }
        }
    }

    fn message(&mut self, intent: Intent) -> Result<FromClient, String> {
        let (ack, at) = (self.ack, self.version);
        if let Intent::Chat { to, text } = intent {
            return Ok(self.chat_message(to, text));
        }
        let seat = self.speaker().ok_or("you are watching this table and cannot play")?;
        Ok(match intent {
            Intent::Act(action) => FromClient::Act { ack, at, seat, action },
            Intent::Undo => FromClient::Undo { ack, at, seat },
            Intent::OfferDraw => FromClient::Offer { ack, at: Some(at), seat, offer: Offer::Draw, nonce: None },
            Intent::OfferTakeback => {
                let turn = self.our_last_turn(&seat).ok_or("there is no turn of yours to take back")?;
                FromClient::Offer { ack, at: Some(at), seat, offer: Offer::Takeback { turn }, nonce: None }
            }
            Intent::Accept => self.answer(seat, true)?,
            Intent::Decline => self.answer(seat, false)?,
            Intent::Resign => FromClient::Resign { ack, seat },
            Intent::Rematch => self.again(seat),
            Intent::ClaimAbandoned => FromClient::Claim { ack, at: Some(at), seat, claim: Claim::Gone },
            Intent::Alliance(step) => FromClient::Ally { ack, seat, step: parse_step(&step)? },
            Intent::LiftCover => FromClient::Uncover { ack, seat },
            Intent::Chat { .. } | Intent::Hint | Intent::Analyse(_) | Intent::Step(_) => {
                return Err("this is not possible on a server".into());
            }
        })
    }

    /// The answer to the pending offer.
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

    /// The vote for a rematch. In games with chance we send our nonce after the server's commitment.
    fn again(&mut self, seat: String) -> FromClient {
        self.declined = None;
        // A repeated vote sends the same nonce.
        let told = self.table.next_commitment.as_deref();
        self.dice_commitment = self.dice_commitment.take().or_else(|| DiceCommitment::new(told, Some(&nonce())));
        let nonce = self.dice_commitment.as_ref().map(|dice_commitment| dice_commitment.nonce.clone());
        FromClient::Offer { ack: self.ack, at: Some(self.version), seat, offer: Offer::Rematch, nonce }
    }

    fn chat_message(&self, to: Option<String>, text: String) -> FromClient {
        let seat = self.speaker();
        let room = match (to, &seat) {
            (Some(to), _) => ChatChannel::Seat { seat: to },
            (None, Some(_)) => ChatChannel::Players,
            (None, None) => ChatChannel::Spectators,
        };
        FromClient::Chat { ack: self.ack, seat, say: ChatPost { room, text } }
    }
}
