//! Random legal walks from legal positions and from damaged ones: everything a position says
//! agrees with itself and with the slow referee at every ply, and two plies on with perft.
#![no_main]

use circularchess_fuzz::{Bytes, begun, check_position, damaged, step};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let (rules, mut game) = begun(&mut bytes);
    for ply in 0..60 {
        if ply % 10 == 0 {
            let setup = damaged(&mut bytes, rules.variant(), game.setup());
            if let Ok((other, _)) = rules.position(&setup) {
                game = other;
            }
        }
        check_position(rules, &game);
        if ply % 10 == 1 {
            let next = game
                .legal_moves()
                .into_iter()
                .filter_map(|mv| game.play(mv));
            let sum: u64 = next.map(|(g, _)| g.count_legal()).sum();
            assert_eq!(game.perft(2), sum, "{game:?}");
        }
        if !bytes.more() || !step(&mut bytes, &mut game) {
            break;
        }
    }
});
