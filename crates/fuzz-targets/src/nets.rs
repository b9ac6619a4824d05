//! Files of nets. The input replaces the front of the net of a game, and the checksum is corrected, so that the header
//! and the weights are read.

use std::sync::Arc;

use menagerie_catalog::{Visitor, visit};
use menagerie_game::net::{Net, NetError, game_of};
use menagerie_game::{Options, Rules};
use menagerie_search::{Evaluation, Evaluator};

/// The last bytes of the file: its checksum.
const CHECKSUM_LENGTH: usize = 8;

/// A net that is accepted is written as it was read, and it can judge a position.
pub(crate) fn read(input: &[u8]) {
    if let Some(Err(error)) = read_with_front(input) {
        assert!(!error.to_string().contains(char::is_control), "{error:?}");
    }
}

/// Reads the net of the game that the first byte chooses, with the other bytes as its front. `None` without a net.
fn read_with_front(input: &[u8]) -> Option<Result<Arc<Net>, NetError>> {
    let (&first, front) = input.split_first()?;
    visit(crate::game_of(first).info().id, Read(front)).flatten()
}

struct Read<'a>(&'a [u8]);

impl Visitor for Read<'_> {
    type Out = Option<Result<Arc<Net>, NetError>>;

    fn visit<R: Rules>(self) -> Self::Out {
        let (net, inputs) = (R::net()?, R::NET_INPUTS?);
        let mut file = net.to_bytes();
        let length = self.0.len().min(file.len());
        file[..length].copy_from_slice(&self.0[..length]);
        let _ = Net::read(&file, &inputs);
        let body = file.len() - CHECKSUM_LENGTH;
        let checksum = fnv(&file[..body]);
        file[body..].copy_from_slice(&checksum.to_le_bytes());
        let read = Net::read(&file, &inputs).map(Arc::new);
        if let Ok(net) = &read {
            assert_eq!(net.to_bytes(), file);
            assert_eq!(game_of(&file).as_deref(), Ok(inputs.game));
            Evaluator::<R>::new(&Evaluation::Net(Arc::clone(net))).evaluations(&R::start(Options::NONE));
        }
        Some(read)
    }
}

/// FNV-1a with 64 bits, as the file format says. The crate of the nets does not export its own.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// A seed that is refused tests the header alone. Seeds become stale when a game gets another net: its features or the
    /// length of its note change.
    #[test]
    fn the_seeds_of_each_game_are_accepted() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/nets");
        let mut accepted = 0;
        for entry in fs::read_dir(corpus).unwrap() {
            let file = entry.unwrap().path();
            let name = file.file_name().unwrap().to_str().unwrap();
            let id = name.trim_end_matches("-large-weights");
            if menagerie_catalog::games().iter().any(|game| game.info().id == id) {
                accept(&file, id);
                accepted += 1;
            }
        }
        // Each game of the corpus, and two with large weights.
        assert_eq!(accepted, 7);
    }

    fn accept(file: &Path, game: &str) {
        let seed = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let read = read_with_front(&seed).expect("the game has a net");
        let net =
            read.unwrap_or_else(|error| panic!("{}: {error}; it needs the header of the new net", file.display()));
        assert_eq!(net.header().inputs.game, game, "{}: the first byte chooses another game", file.display());
    }
}
