//! Games on boards of any shape, checked at every ply.
#![no_main]

use circularchess::any::Rules;
use circularchess::variant::Variant;
use circularchess_fuzz::{Bytes, check_any_move, check_position, damaged, step, variant_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let text = variant_text(&mut bytes);
    let Ok(rules) = Variant::from_toml(&text).and_then(Rules::compile) else {
        return;
    };
    let mut game = rules.start();
    for ply in 0..40 {
        check_position(&rules, &game);
        if ply % 8 == 3 {
            check_any_move(&mut bytes, &game);
            let setup = damaged(&mut bytes, rules.variant(), game.setup());
            if let Ok((other, _)) = rules.position(&setup) {
                game = other;
                check_position(&rules, &game);
            }
        }
        if !bytes.more() || !step(&mut bytes, &mut game) {
            break;
        }
    }
});
