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
    pub(super) fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Option<Self> {
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
        Some(Self {
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
            check: check?,
            double_step: double_step?,
        })
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

/// The options as they stand together, and the shift over a null centre; or the key that cannot
/// be as it is, and why.
pub(super) fn check_options(
    file: &FileVariant,
    options: &FileOptions,
    keeps_colour: u8,
) -> Result<InForce, (String, String)> {
    let refuse = |key: &str, text: &str| {
        let key = format!("options.{key}");
        let text = format!("{key}: {text}");
        Err((key, text))
    };
    let other = |key: &str, value: &str, wanted: &str| {
        refuse(key, &format!("{} is not {wanted}", quote(value)))
    };
    let check = match options.check.as_str() {
        "strict" => CheckRule::Strict,
        "snaffle" => CheckRule::Snaffle,
        value => return other("check", value, "strict or snaffle"),
    };
    let many = file.armies.len() >= 3;
    let stalemate = match options.stalemate.as_deref() {
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
    };
    let radial = file.pawns.radial;
    let en_passant = match options.en_passant {
        None if radial => return refuse("en_passant", "missing (pawns are radial)"),
        Some(_) if !radial && !options.names_en_passant => {
            return refuse("en_passant", "has a meaning only with radial pawns");
        }
        Some(true) if !options.double_step => return refuse("en_passant", "needs double_step"),
        value => value.unwrap_or(false),
    };
    let castles = file.armies.iter().any(|a| a.castling.is_some());
    let castling = match options.castling {
        None if castles => return refuse("castling", "missing (armies define it)"),
        Some(_) if !castles => {
            return refuse("castling", "has no meaning: no army defines castling");
        }
        value => value.unwrap_or(false),
    };
    let shift = match (file.board.centre == FileCentre::Null, options.null_shift) {
        (false, None) => None,
        (false, Some(_)) => {
            return refuse("null_shift", "has a meaning only with a null centre");
        }
        (true, None) => Some(keeps_colour),
        (true, Some(s @ 0..=2)) => Some(s as u8),
        (true, Some(s)) => return refuse("null_shift", &format!("{s} is not 0, 1 or 2")),
    };
    let bare_king = match options.bare_king.as_deref() {
        None => None,
        Some(_) if !options.names_bare_king => {
            return refuse("bare_king", "has no meaning: the game has no such rule");
        }
        Some(_) if many => return refuse("bare_king", "is for two armies"),
        Some("loses") => Some(BareKingRule::Loses),
        Some("ignore") => Some(BareKingRule::Ignore),
        Some(value) => return other("bare_king", value, "loses or ignore"),
    };
    let promotes = file.armies.iter().any(|army| {
        let pawns = &army.pawns;
        pawns.clockwise_promotion_files.is_some() || pawns.anticlockwise_promotion_files.is_some()
    });
    let meeting_pawns = match options.meeting_pawns.as_deref() {
        None => None,
        Some(_) if !options.names_meeting_pawns => {
            return refuse("meeting_pawns", "has no meaning: the game has no such rule");
        }
        Some(_) if !file.pawns.of_piece || promotes => {
            return refuse(
                "meeting_pawns",
                "needs pawns that keep their direction and never promote",
            );
        }
        Some("stay") => Some(MeetingPawns::Stay),
        Some("removed") => Some(MeetingPawns::Removed),
        Some(value) => return other("meeting_pawns", value, "stay or removed"),
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
    Ok((checked, shift))
}
