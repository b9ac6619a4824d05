//! The nets that the host has loaded, where none is part of the program: in a browser.

use std::sync::{Arc, Mutex, PoisonError};

use crate::error::NetError;
use crate::inputs::Inputs;
use crate::net::Net;

/// At most one net for each game.
static LOADED: Mutex<Vec<Arc<Net>>> = Mutex::new(Vec::new());

/// Makes a file the net of its game in this process, in place of one that was loaded before.
pub fn load(bytes: &[u8], inputs: &Inputs) -> Result<(), NetError> {
    let net = Arc::new(Net::read(bytes, inputs)?);
    let mut nets = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    nets.retain(|known| known.header().inputs.game != inputs.game);
    nets.push(net);
    Ok(())
}

/// The net that was loaded for these inputs.
pub fn loaded(inputs: &Inputs) -> Option<Arc<Net>> {
    let nets = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    nets.iter().find(|net| net.header().inputs == *inputs).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Layout;
    use crate::net::{Header, Weights};

    /// The file of an empty net.
    fn file(inputs: &Inputs, note: &str) -> Vec<u8> {
        let header = Header { inputs: *inputs, width: 32, classical_share: 0, scale: 400, note: note.to_owned() };
        Net::new(header, Weights::zero(inputs, 32)).unwrap().to_bytes()
    }

    #[test]
    fn each_game_has_the_net_that_was_loaded_last() {
        let toy = Inputs { game: "toy", definition: "pieces", features: 3, buckets: 1, layout: Layout::Pair };
        let boy = Inputs { game: "boy", ..toy };
        let note = |inputs: &Inputs| loaded(inputs).map(|net| net.header().note.clone());
        assert_eq!(note(&toy), None);
        load(&file(&toy, "first"), &toy).unwrap();
        load(&file(&boy, "other game"), &boy).unwrap();
        load(&file(&toy, "second"), &toy).unwrap();
        assert!(load(&file(&toy, "third"), &boy).is_err(), "a net of another game");
        assert_eq!((note(&toy).as_deref(), note(&boy).as_deref()), (Some("second"), Some("other game")));
    }
}
