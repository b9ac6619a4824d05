//! `cargo xtask pictures`: the pictures of the five boards in the readme.

use crate::steps::{cargo, root, step};

/// A game, a position of it that shows what is special about it, and the picture's width.
const PICTURES: [(&str, &str, &str); 5] = [
    ("chess2", "rm1qkfmr/ff2feff/2e5/1f1f4/MF2E3/1FF5/3FFEFF/Q1F2F1R w K... - - -", "640"),
    ("jungle", "l5t/1d1w3/2p3e/1R5/4r2/6C/E1W1P2/4D2/T1c3L r", "480"),
    (
        "djambi",
        "gCgAgM4yAyC/gR1gM3yM1yR/gM2gN2yNyMyM/3x5/4rC4/2xx2gD2/rM1rN3bNbM1/rRrDrM2x1bDbR/1rArM3bM1bC 4 rbyg b -",
        "560",
    ),
    (
        "heaven-hell",
        "w1 Fb1,Kd1,Pf2,Ph2m,Qb3x,Cc3,pc4c,Pe4,md5,pf5,Xg5,lc6x,pf7,ph7,rb8,kg8,ne3^,Mc4^x,Nf6^,Ge7^,bd3_ms2,Qf5_*2m,Ib7_ \
         d4i,e5f,f3^o,b6^$2,c6_o,g6_f - 7/5 6+,12,8+,6+,5,20,4+,8,6,12,12,6+,6,2+,8,10 - - - - a1h8/a1h8 -",
        "920",
    ),
    ("shogi5", "3gk/1b2p/1S3/P1+l2/KG1B1[Ls] w", "640"),
];

pub(crate) fn run() -> Result<(), String> {
    let folder = root().join("docs/pictures");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (game, position, width) in PICTURES {
        let file = format!("docs/pictures/{game}.png");
        let mut show = cargo(&["run", "--quiet", "--package", "menagerie-cli", "--", "show", game]);
        show.args(["--position", position, "--format", "png", "--width", width, "--output", &file]);
        step(&file, &mut show)?;
    }
    Ok(())
}
