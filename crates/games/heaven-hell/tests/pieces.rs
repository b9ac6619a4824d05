//! How every piece moves, shoots and casts; upgrades; items (heaven-hell/6.7, 7, 9, 10.1).

mod common;

use common::{check, full};

/// A white piece alone on d4, with the Kings out of its way: where it goes.
#[track_caller]
fn reach(piece: &str, targets: &str) {
    let moves: Vec<_> = targets.split(' ').map(|target| format!("d4{target}")).collect();
    let _ = check("heaven-hell/7", &format!("w1 Kh1,{piece},kh7 - - 0/0 ~ -")).from("d4", &moves.join(" "));
}

#[test]
fn jumpers() {
    reach("Nd4", "b3 b5 c2 c6 e2 e6 f3 f5");
    reach("Ld4", "b2 b3 b5 b6 c2 c3 c5 c6 e2 e3 e5 e6 f2 f3 f5 f6");
    reach("Md4", "b3 b4 b5 c2 c6 d2 d6 e2 e6 f3 f4 f5");
    reach("Kd4", "c3 c4 c5 d3 d5 e3 e4 e5");
}

#[test]
fn sliders() {
    let (bishop, rook) = ("a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4");
    for letter in ["B", "A"] {
        reach(&format!("{letter}d4"), bishop);
    }
    for letter in ["R", "F", "V"] {
        reach(&format!("{letter}d4"), rook);
    }
    let mut both: Vec<_> = bishop.split(' ').chain(rook.split(' ')).collect();
    both.sort_unstable();
    reach("Qd4", &both.join(" "));
    // The Scout's corners; its own King stands on h1.
    reach("Sd4", "a1 a4 a8 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4 h8");
}

#[test]
fn pawns() {
    reach("Pd4", "d5");
    let _ = check("heaven-hell/6.7", "w1 Kh1,Pd4,nc5,Ne5,kh7 - - 0/0 ~ -").from("d4", "d4c5 d4d5");
    let _ = check("heaven-hell/6.7", "w1 Kh1,Pd4,Id5,kh7 - - 0/0 ~ -").from("d4", "(none)");
    // A big Pawn: one step onto a free block; a capture onto a block with an enemy and no ally.
    let _ = check("heaven-hell/6.7", "w1 Kh1,Pd4*2,nf6,kh7 - - 0/0 ~ -").from("d4", "d4d5 d4e5");
    let _ = check("heaven-hell/6.7", "w1 Kh1,Pd4*2,Nd6,nf6,kh7 - - 0/0 ~ -").from("d4", "d4e5");
    let _ = check("heaven-hell/6.7", "b1 Kh1,Nc3,pd4,kh7 - - 0/0 ~ -").from("d4", "d4c3 d4d3");
}

#[test]
fn giants_move_as_blocks() {
    // The Rook of size 2 on d4 covers d4 to e5: it stops before its own Pawn, and takes the Knight.
    let _ = check("heaven-hell/6.7", "w1 Kh1,Pe2,Rd4*2,nd7,kh7 - - 0/0 ~ -")
        .from("d4", "d4a4 d4b4 d4c4 d4d3 d4d5 d4d6 d4e4 d4f4 d4g4");
    // Fire on any square of the block ends the slide.
    let _ = check("heaven-hell/6.7", "w1 Kh1,Rd4*2,kh7 c5f,g5f,e7f - 0/0 ~ -")
        .from("d4", "d4c4 d4d1 d4d2 d4d3 d4d5 d4d6 d4e4 d4f4");
}

#[test]
fn checker_knights_jump() {
    let _ = check("heaven-hell/7", "w1 Kh1,Pd3,Cd4,ne4,nd5,pd6,kh7 - - 0/0 ~ -").from("d4", "d4d2 d4f4");
    // Size 2: over the strip of two squares, by three.
    let _ = check("heaven-hell/7", "w1 Kh1,Cb2*2,nb4,Nc4,kh7 - - 0/0 ~ -")
        .from("b2", "b2a3 b2b5")
        .apply("b2b5")
        .gives(&full("w0 Kh1,Nc4,Cb5*2mx,kh7,nb4^ - - 0/0 ~ jump:b5"));
}

#[test]
fn corners_of_a_smaller_plane() {
    // A Scout of size 2 in a Heaven without its outermost files; the Rook blocks the way, not the jump.
    let _ = check("heaven-hell/7", "w1 Ke1,ke8,Sb1^*2,Rb4^ - - 0/0 … - - - - b1g8/a1h8 -")
        .from("b1^", "b1^b2^ b1^b7^ b1^c1^ b1^d1^ b1^e1^ b1^f1^ b1^f7^");
}

#[test]
fn shots() {
    let _ = check("heaven-hell/7", "w1 Kh1,nc3,Fd4,Nc5,nd5,ne5,kh7 - - 0/0 ~ -").from("d4*", "d4*c3 d4*e5");
    // A big Fortress shoots from all its squares, but not at itself; each square of a big target counts.
    let _ = check("heaven-hell/7", "w1 Kh1,Fd4*2,qf5*2,kh7 - - 0/0 ~ -").from("d4*", "d4*f5 d4*f6");
    // A shot in Heaven: the shooter falls.
    let _ = check("heaven-hell/6.5", "w1 Ke1,ke8,Md4^,nd6^ d4_$2 - 0/0 ~ -")
        .apply("d4^*d6^")
        .gives(&full("b1 Ke1,ke8,Md4_mx - - 3/1 ~ -"));
    // A big target shrinks away from the square hit.
    let _ = check("heaven-hell/6.5", "w1 Ke1,Md4,qd6*2,ke8 - - 0/0 ~ -").apply("d4*d6").actions("@d7 @e6 @e7");
}

#[test]
fn wizards_cast() {
    let _ = check("heaven-hell/5.1", "w1 Wa1,Ke1,ke8 b1i - 0/0 ~ -")
        .apply("cast-fire:a1")
        .gives(&full("b1 Wa1,Ke1,ke8 a2f - 1/1 ~ -"));
    let _ = check("heaven-hell/5.1", "w1 Wa1,Ke1,ke8 b1f,a2f - 0/0 ~ -")
        .refuses("cast-fire:a1", "heaven-hell/5.1")
        .apply("cast-ice:a1")
        .gives(&full("b1 Wa1,Ke1,ke8 - - 1/1 ~ -"));
    let _ = check("heaven-hell/5.1", "w1 Wa1,Nb1,Ke1,Na2,ke8 - - 0/0 ~ -").lacks("cast-fire:a1 cast-ice:a1");
    let _ = check("heaven-hell/5.1", "w1 Ke1,Wc4*2,ke8 - - 0/0 ~ -")
        .apply("cast-ice:c4")
        .gives(&full("b1 Ke1,Wc4*2,ke8 c3i,d3i,b4i,e4i,b5i,e5i,c6i,d6i - 1/1 ~ -"));
}

#[test]
fn immunities() {
    // Wizard and Hat: Fire and Ice; Imp: Fire only; Angel: Ice only.
    let moved = |piece: &str, item: &str| {
        check("heaven-hell/8", &format!("w1 Kh1,{piece},kh7 d5{item} - 9/0 ~ -")).apply("d4d5").position().to_string()
    };
    for (piece, item, stands) in [
        ("Rd4h", "f", "Rd5h"),
        ("Rd4h", "i", "Rd5h"),
        ("Rd4", "i", "Rd6"),
        ("Rd4", "f", "Rd5^"),
        ("Id4", "f", "Id5"),
        ("Id4", "i", "Id6"),
        ("Gd4", "i", "Gd5"),
        ("Gd4", "f", "Gd5^"),
    ] {
        assert!(moved(piece, item).split([',', ' ']).any(|found| found == stands), "{piece} onto {item}");
    }
}

#[test]
fn upgrades_of_every_type() {
    for (piece, options) in [
        ("P", "up:increased-size up:knight up:suicide-bomber"),
        ("N", "up:checker-knight up:leopard up:mounted-archer"),
        ("B", "up:archbishop up:king up:wizard"),
        ("R", "up:fortress up:scout up:warlock"),
        ("K", "up:double-move up:increased-size up:investor up:wizard-hat"),
        ("Q", "up:increased-size up:investor up:portal-gun up:wizard-hat"),
        ("X", "up:increased-size up:investor up:portal-gun up:wizard-hat"),
        ("S", "up:increased-size up:investor up:portal-gun up:wizard-hat"),
    ] {
        let _ = check("heaven-hell/10.1", &format!("w0 Kh1,{piece}d4,kh7 - - 0/0 ~ up:d4")).actions(options);
    }
    let _ = check("heaven-hell/10.1", "w0 Kh1,Qd4hi9p,kh7 - - 0/0 ~ up:d4").actions("up:increased-size");
    let _ = check("heaven-hell/10.1", "w0 Kh1,Bd4,kh7 - - 0/0 ~ up:d4")
        .apply("up:king")
        .gives(&full("b1 Kh1,Kd4,kh7 - - 1/1 ~ -"));
    // Neutral pieces have none: no task is created for an experienced Imp.
    let _ = check("heaven-hell/10.1", "w1 Kh1,Id4x,ne5,kh7 - - 0/0 ~ -")
        .apply("d4e5")
        .gives(&full("b1 Kh1,Ie5m,kh7,ne5^ - - 1/1 ~ -"));
}

#[test]
fn growing() {
    // Where nobody is free, only enemies that are not protected are overrun; otherwise it dies.
    let _ = check("heaven-hell/6.5", "w0 Qa1,Nb1,Kh1,nb2,kh7 - - 0/0 ~ unlock;grow:a1")
        .apply("unlock:stun")
        .actor("black")
        .gives(&full("b1 Nb1,Kh1,nb2,kh7,Qa1^ - - 1/1 6+,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10 - - - - a1h8/a1h8 -"));
    let _ = check("heaven-hell/6.5", "w0 Qa1,Kh1,nb2,kh7 - - 0/0 ~ grow:a1")
        .actions("@a1")
        .apply("@a1")
        .gives(&full("b1 Qa1*2mx,Kh1,kh7,nb2^ - - 1/1 ~ -"));
    // In Heaven a piece that captures falls to Hell, with its new size.
    let _ = check("heaven-hell/6.5", "w0 Ke1,ke8,Qa1^,nb2^ - - 0/0 ~ grow:a1^")
        .apply("@a1^")
        .gives(&full("b1 Ke1,ke8,Qa1_*2mx - - 1/1 ~ -"));
}

#[test]
fn swapping_pieces_of_different_size() {
    // The King of size 2 does not fit where the Pawn stands: he dies where he was, and the Pawn still comes.
    let _ = check("heaven-hell/6.6", "b0 Kd1*2,Ph4,Kb6,ke8 - - 0/0 ~ ask:king-pawn:w:d1")
        .apply("@h4")
        .gives(&full("w1 Pd1,Kb6,ke8,Kd1^*2 - - 0/0 ~ -"));
}
