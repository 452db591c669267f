//! Any move at all in a position near a legal one: `is_legal`, `is_safe`, `play` and the lists
//! agree. Set-ups of any numbers are refused or played, never more.
#![no_main]

use circularchess_fuzz::{Bytes, begun, check_any_move, check_position, damaged, wild_setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let (rules, game) = begun(&mut bytes);
    check_any_move(&mut bytes, &game);
    let setup = if bytes.below(8) == 7 {
        wild_setup(&mut bytes)
    } else {
        damaged(&mut bytes, rules.variant(), game.setup())
    };
    match rules.position(&setup) {
        Ok((game, _)) => {
            check_position(rules, &game);
            check_any_move(&mut bytes, &game);
            for army in 0..rules.variant().armies.len() {
                let square = bytes.below(rules.variant().shape.len()) as u8;
                for from in game.attackers(army, square) {
                    assert!(game.piece_at(from).is_some_and(|p| p.army == army));
                }
            }
        }
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in problems {
                let text = problem.to_string();
                assert!(!text.is_empty() && text.len() < 300 && !text.contains('\n'));
            }
        }
    }
});
