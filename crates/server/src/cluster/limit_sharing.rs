//! Rate limits that hold across nodes: each node tells the others what client addresses have spent.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use menagerie_bus::Notice;
use tokio::time::sleep;

use crate::app::App;
use crate::error::ServerError;
use crate::limits::address::Address;
use crate::limits::sign_in_limit::SignIn;
use crate::operations::metrics::count;

/// The longest time until a notice is sent. The notice about an address that spends fast is sent at once.
const SHARE_EVERY: Duration = Duration::from_secs(1);
/// Addresses in one notice: those of IPv6 networks fit into an envelope too.
const ADDRESSES_AT_ONCE: usize = 100;

/// Tells the other nodes what addresses have spent here, until aborted.
pub(crate) async fn share_limits(app: &Arc<App>) {
    loop {
        tokio::select! {
            () = app.rate_limits.urgent.notified() => {}
            () = sleep(SHARE_EVERY) => {}
        }
        for (limit, by) in app.rate_limits.take_untold() {
            for some in by.chunks(ADDRESSES_AT_ONCE) {
                let by = some.iter().map(|(address, units)| (address.to_string(), *units)).collect();
                app.bus.publish(Notice::Spent { limit: limit.to_owned(), by });
            }
        }
    }
}

impl App {
    /// Charges what addresses have spent at another node.
    pub(crate) fn charge_spent(&self, limit: &str, by: &[(String, u32)]) {
        for (address, units) in by {
            if let Ok(address) = address.parse() {
                self.rate_limits.charge(limit, address, *units);
                self.metrics.remote_limit_units.fetch_add(u64::from(*units), Ordering::Relaxed);
            }
        }
    }

    /// Admits an attempt to sign in, or refuses it. `stranger`: the account has never signed in from this address.
    pub(crate) fn may_try_password(&self, name: &str, from: Address, stranger: bool) -> Result<SignIn, ServerError> {
        let attempt = SignIn::new(name, from, stranger);
        self.sign_ins.attempt(attempt, self.now())?;
        self.tell_sign_in(attempt, false);
        Ok(attempt)
    }

    /// The password was right: the attempt does not count.
    pub(crate) fn password_was_right(&self, attempt: SignIn) {
        self.sign_ins.refund(attempt);
        self.tell_sign_in(attempt, true);
    }

    fn tell_sign_in(&self, attempt: SignIn, succeeded: bool) {
        let SignIn { account, from, stranger } = attempt;
        let mut hex = String::with_capacity(2 * account.len());
        for byte in account {
            let _ = write!(hex, "{byte:02x}");
        }
        self.bus.publish(Notice::SignIn { account: hex, address: from.to_string(), stranger, succeeded });
    }

    /// Counts an attempt to sign in at another node.
    pub(crate) fn charge_sign_in(&self, account: &str, address: &str, stranger: bool, succeeded: bool) {
        let (Some(account), Ok(from)) = (digest_of_hex(account), address.parse()) else { return };
        let attempt = SignIn { account, from, stranger };
        if succeeded {
            self.sign_ins.refund(attempt);
        } else {
            self.sign_ins.charge(attempt, self.now());
            count(&self.metrics.remote_limit_units);
        }
    }
}

fn digest_of_hex(text: &str) -> Option<[u8; 32]> {
    let mut digest = [0; 32];
    if text.len() != 2 * digest.len() || !text.is_ascii() {
        return None;
    }
    for (byte, hex) in digest.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()?;
    }
    Some(digest)
}
