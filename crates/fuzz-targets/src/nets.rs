//! Files of nets. The input replaces the front of the net of a game, and the checksum is corrected, so that the header
//! and the weights are read.

use std::sync::Arc;

use menagerie_catalog::{Visitor, visit};
use menagerie_game::net::{Net, game_of};
use menagerie_game::{Options, Rules};
use menagerie_search::{Evaluation, Evaluator};

/// The last bytes of the file: its checksum.
const CHECKSUM_LENGTH: usize = 8;

/// A net that is accepted is written as it was read, and it can judge a position.
pub(crate) fn read(input: &[u8]) {
    let Some((&first, front)) = input.split_first() else { return };
    visit(crate::game_of(first).info().id, Read(front));
}

struct Read<'a>(&'a [u8]);

impl Visitor for Read<'_> {
    type Out = ();

    fn visit<R: Rules>(self) {
        let (Some(net), Some(inputs)) = (R::net(), R::NET_INPUTS) else { return };
        let mut file = net.to_bytes();
        let length = self.0.len().min(file.len());
        file[..length].copy_from_slice(&self.0[..length]);
        let _ = Net::read(&file, &inputs);
        let body = file.len() - CHECKSUM_LENGTH;
        let checksum = fnv(&file[..body]);
        file[body..].copy_from_slice(&checksum.to_le_bytes());
        match Net::read(&file, &inputs) {
            Ok(net) => {
                assert_eq!(net.to_bytes(), file);
                assert_eq!(game_of(&file).as_deref(), Ok(inputs.game));
                Evaluator::<R>::new(&Evaluation::Net(Arc::new(net))).evaluations(&R::start(Options::NONE));
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control), "{error:?}"),
        }
    }
}

/// FNV-1a with 64 bits, as the file format says. The crate of the nets does not export its own.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
