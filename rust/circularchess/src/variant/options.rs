//! The options of a variant file: read, set, and judged together.

use crate::variant::diagnose::Findings;
use crate::variant::file::{FileCentre, FileVariant, InForce, needed, quote};
use crate::variant::reader::Section;
use crate::variant::{BareKingRule, CheckRule, MeetingPawns, Options, StalemateRule};

#[derive(Default)]
pub(super) struct FileOptions {
    check: String,
    stalemate: Option<String>,
    double_step: bool,
    en_passant: Option<bool>,
    castling: Option<bool>,
    null_shift: Option<i64>,
    bare_king: Option<String>,
    meeting_pawns: Option<String>,
    /// Which of the last two, and stalemate, the file itself names.
    names_stalemate: bool,
    names_bare_king: bool,
    names_meeting_pawns: bool,
    names_en_passant: bool,
}

impl FileOptions {
    pub(super) fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Self {
        let known = [
            "check",
            "stalemate",
            "double_step",
            "en_passant",
            "castling",
            "null_shift",
        ];
        s.allow(&known, &["bare_king", "meeting_pawns"], format, f);
        let check = needed!(s.text("check"; f));
        let double_step = needed!(s.truth("double_step"; f));
        Self {
            stalemate: s.text("stalemate", f),
            en_passant: s.truth("en_passant", f),
            castling: s.truth("castling", f),
            null_shift: s.number("null_shift", f),
            bare_king: s.text("bare_king", f),
            meeting_pawns: s.text("meeting_pawns", f),
            names_stalemate: format >= 2 && s.has("stalemate"),
            names_bare_king: s.has("bare_king"),
            names_meeting_pawns: s.has("meeting_pawns"),
            names_en_passant: format >= 2 && s.has("en_passant"),
            check: check.unwrap_or_default(),
            double_step: double_step.unwrap_or(true),
        }
    }
}

pub(super) fn set_option(options: &mut FileOptions, key: &str, value: &str) -> Result<(), String> {
    let truth = || match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!(
            "option {key}: {} is not true or false",
            quote(value)
        )),
    };
    match key {
        "check" => options.check = value.to_owned(),
        "stalemate" => options.stalemate = Some(value.to_owned()),
        "bare_king" => options.bare_king = Some(value.to_owned()),
        "meeting_pawns" => options.meeting_pawns = Some(value.to_owned()),
        "double_step" => options.double_step = truth()?,
        "en_passant" => options.en_passant = Some(truth()?),
        "castling" => options.castling = Some(truth()?),
        "null_shift" => {
            let number = value.parse();
            options.null_shift =
                Some(number.map_err(|_| {
                    format!("option null_shift: {} is not 0, 1 or 2", quote(value))
                })?);
        }
        _ => {
            return Err(format!(
                "no option {}: there are check, stalemate, double_step, en_passant, castling, \
                 null_shift, bare_king and meeting_pawns",
                quote(key)
            ));
        }
    }
    Ok(())
}

/// A key that cannot be as it is, and why.
type Refusal = (String, String);

fn refuse<T>(key: &str, text: &str) -> Result<T, Refusal> {
    let key = format!("options.{key}");
    let text = format!("{key}: {text}");
    Err((key, text))
}

fn other<T>(key: &str, value: &str, wanted: &str) -> Result<T, Refusal> {
    refuse(key, &format!("{} is not {wanted}", quote(value)))
}

/// The options as they stand together, and the shift over a null centre; or all that cannot be.
pub(super) fn check_options(
    file: &FileVariant,
    options: &FileOptions,
    keeps_colour: u8,
    f: &Findings,
) -> Result<InForce, Vec<Refusal>> {
    let mut refusals = Vec::new();
    let usual = fallback(file, keeps_colour);
    let told = &mut refusals;
    // Each is judged where all that it hangs on is known; a word that none knows is wrong anyway.
    let known = |option: &str, keys: &[&str]| {
        let option = format!("options.{option}");
        f.sound(&[&option]) && f.sound(keys)
    };
    let words: [(_, &Option<String>, &[_], _); 3] = [
        (
            "stalemate",
            &options.stalemate,
            &["pass", "eliminate", "draw", "loses"],
            "pass, eliminate, draw or loses",
        ),
        (
            "bare_king",
            &options.bare_king,
            &["loses", "ignore"],
            "loses or ignore",
        ),
        (
            "meeting_pawns",
            &options.meeting_pawns,
            &["stay", "removed"],
            "stay or removed",
        ),
    ];
    let mut unheard = Vec::new();
    for (key, value, all, wanted) in words {
        let value = value.as_deref().unwrap_or(all[0]);
        if !all.contains(&value) && known(key, &[]) {
            kept(other(key, value, wanted), told, ());
            unheard.push(key);
        }
    }
    let known = |option: &str, keys: &[&str]| known(option, keys) && !unheard.contains(&option);
    let armies = f.sound(&["armies"]) && !f.broken;
    let check = if known("check", &[]) {
        kept(check(options), told, usual.0.check)
    } else {
        usual.0.check
    };
    let stalemate = if known("stalemate", &["format"]) && armies {
        kept(stalemate(file, options), told, None)
    } else {
        None
    };
    let steps = !f.sound(&["options.double_step"]) || options.double_step;
    let en_passant = known("en_passant", &["format", "pawns.kind"])
        && (!f.broken || options.en_passant.is_some())
        && kept(en_passant(file, options, steps), told, false);
    let castling =
        known("castling", &[]) && armies && kept(castling(file, options, f), told, false);
    let shift = if known("null_shift", &[]) {
        let centre = f.sound(&["board.centre"]);
        kept(shift(file, options, keeps_colour, centre), told, usual.1)
    } else {
        usual.1
    };
    let bare_king = if known("bare_king", &[]) && armies {
        kept(bare_king(file, options), told, None)
    } else {
        None
    };
    let meeting = ["pawns.kind", "pawns.direction_of"];
    let meeting_pawns = if known("meeting_pawns", &meeting) && armies {
        kept(meeting_pawns(file, options), told, None)
    } else {
        None
    };
    let checked = Options {
        check,
        stalemate,
        bare_king,
        meeting_pawns,
        double_step: options.double_step,
        en_passant,
        castling,
    };
    if refusals.is_empty() {
        Ok((checked, shift))
    } else {
        Err(refusals)
    }
}

/// What else is wrong with a file is judged with these where its own cannot be.
pub(super) fn fallback(file: &FileVariant, keeps_colour: u8) -> InForce {
    let options = Options {
        check: CheckRule::Snaffle,
        stalemate: None,
        bare_king: None,
        meeting_pawns: None,
        double_step: false,
        en_passant: false,
        castling: false,
    };
    let null = file.board.centre == FileCentre::Null;
    (options, null.then_some(keeps_colour))
}

fn kept<T>(judged: Result<T, Refusal>, refusals: &mut Vec<Refusal>, usual: T) -> T {
    judged.unwrap_or_else(|refusal| {
        refusals.push(refusal);
        usual
    })
}

fn check(options: &FileOptions) -> Result<CheckRule, Refusal> {
    match options.check.as_str() {
        "strict" => Ok(CheckRule::Strict),
        "snaffle" => Ok(CheckRule::Snaffle),
        value => other("check", value, "strict or snaffle"),
    }
}

fn stalemate(file: &FileVariant, options: &FileOptions) -> Result<Option<StalemateRule>, Refusal> {
    let many = file.armies.len() >= 3;
    Ok(match options.stalemate.as_deref() {
        None => many.then_some(StalemateRule::Pass),
        Some(_) if !many && !options.names_stalemate => {
            return refuse("stalemate", "has a meaning only with three or more armies");
        }
        Some("pass") if many => Some(StalemateRule::Pass),
        Some("eliminate") if many => Some(StalemateRule::Eliminate),
        Some("loses") if !many => Some(StalemateRule::Loses),
        Some("draw") => Some(StalemateRule::Draw),
        Some(value) if many => return other("stalemate", value, "pass, eliminate or draw"),
        Some(value) => return other("stalemate", value, "loses or draw"),
    })
}

fn en_passant(file: &FileVariant, options: &FileOptions, steps: bool) -> Result<bool, Refusal> {
    let radial = file.pawns.radial;
    match options.en_passant {
        None if radial => refuse("en_passant", "missing (pawns are radial)"),
        Some(_) if !radial && !options.names_en_passant => {
            refuse("en_passant", "has a meaning only with radial pawns")
        }
        Some(true) if !steps => refuse("en_passant", "needs double_step"),
        value => Ok(value.unwrap_or(false)),
    }
}

fn castling(file: &FileVariant, options: &FileOptions, f: &Findings) -> Result<bool, Refusal> {
    let castles = file.armies.iter().any(|a| {
        // What an army says of it may be of no form, but it says something.
        a.castling.is_some() || !f.sound(&[&format!("armies[{}].castling", a.index)])
    });
    match options.castling {
        None if castles => refuse("castling", "missing (armies define it)"),
        Some(_) if !castles => refuse("castling", "has no meaning: no army defines castling"),
        value => Ok(value.unwrap_or(false)),
    }
}

fn shift(
    file: &FileVariant,
    options: &FileOptions,
    keeps_colour: u8,
    centre: bool,
) -> Result<Option<u8>, Refusal> {
    let null = file.board.centre == FileCentre::Null;
    match options.null_shift {
        Some(_) if centre && !null => refuse("null_shift", "has a meaning only with a null centre"),
        Some(s) if !(0..=2).contains(&s) => refuse("null_shift", &format!("{s} is not 0, 1 or 2")),
        None => Ok(null.then_some(keeps_colour)),
        Some(s) => Ok(null.then_some(s as u8)),
    }
}

fn bare_king(file: &FileVariant, options: &FileOptions) -> Result<Option<BareKingRule>, Refusal> {
    match options.bare_king.as_deref() {
        None => Ok(None),
        Some(_) if !options.names_bare_king => {
            refuse("bare_king", "has no meaning: the game has no such rule")
        }
        Some(_) if file.armies.len() >= 3 => refuse("bare_king", "is for two armies"),
        Some("loses") => Ok(Some(BareKingRule::Loses)),
        Some("ignore") => Ok(Some(BareKingRule::Ignore)),
        Some(value) => other("bare_king", value, "loses or ignore"),
    }
}

fn meeting_pawns(
    file: &FileVariant,
    options: &FileOptions,
) -> Result<Option<MeetingPawns>, Refusal> {
    let promotes = file.armies.iter().any(|army| {
        let pawns = &army.pawns;
        pawns.clockwise_promotion_files.is_some() || pawns.anticlockwise_promotion_files.is_some()
    });
    match options.meeting_pawns.as_deref() {
        None => Ok(None),
        Some(_) if !options.names_meeting_pawns => {
            refuse("meeting_pawns", "has no meaning: the game has no such rule")
        }
        Some(_) if !file.pawns.of_piece || promotes => refuse(
            "meeting_pawns",
            "needs pawns that keep their direction and never promote",
        ),
        Some("stay") => Ok(Some(MeetingPawns::Stay)),
        Some("removed") => Ok(Some(MeetingPawns::Removed)),
        Some(value) => other("meeting_pawns", value, "stay or removed"),
    }
}
