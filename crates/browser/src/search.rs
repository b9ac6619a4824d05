//! One search, in a worker of its own.

use std::sync::atomic::AtomicBool;

use menagerie_api::think::{Question, Reply, think};
use menagerie_catalog::Visitor;
use menagerie_game::{Rules, net};
use menagerie_wire::Thought;

/// Makes a file the net of its game, for all searches of this instance. Without it they use the classical evaluation.
/// `None` if it is no net of a game of this version.
pub fn load_net(bytes: &[u8]) -> Option<()> {
    struct Load<'a>(&'a [u8]);
    impl Visitor for Load<'_> {
        type Out = Option<()>;

        fn visit<R: Rules>(self) -> Option<()> {
            net::load(self.0, &R::NET_INPUTS?).ok()
        }
    }
    menagerie_catalog::visit(&net::game_of(bytes).ok()?, Load(bytes))?
}

/// Searches until a limit of the question is reached, and tells what it has found so far.
pub fn search(question: &Question, tell: &mut dyn FnMut(Thought)) -> Option<Reply> {
    // The worker is ended to stop a search: it cannot hear anything meanwhile.
    think(question, &AtomicBool::new(false), tell)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct File;

    impl Visitor for File {
        type Out = Option<Vec<u8>>;

        fn visit<R: Rules>(self) -> Option<Vec<u8>> {
            Some(R::net()?.to_bytes())
        }
    }

    struct Loaded;

    impl Visitor for Loaded {
        type Out = bool;

        fn visit<R: Rules>(self) -> bool {
            R::net() == R::NET_INPUTS.and_then(|inputs| net::loaded(&inputs))
        }
    }

    #[test]
    fn the_net_of_each_game_can_be_loaded_and_nothing_else() {
        for game in menagerie_catalog::games() {
            let id = game.info().id;
            let Some(file) = menagerie_catalog::visit(id, File).unwrap() else { continue };
            assert_eq!(load_net(&file[1..]), None);
            assert_eq!(load_net(&file[..file.len() - 1]), None);
            assert_eq!(load_net(&file), Some(()));
            assert_eq!(menagerie_catalog::visit(id, Loaded), Some(true), "{id}");
        }
    }
}
