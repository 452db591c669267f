//! The variant file: its keys, and the checks that make a [`Variant`] of it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::board::shape::{BoardShape, Centre, Square};
use crate::variant::check;
use crate::variant::{
    Army, Castling, CheckRule, Checkmate, FenStyle, MAX_ARMIES, Options, PawnWay, PieceType,
    StalemateRule, Variant, VariantError,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileVariant {
    id: String,
    name: String,
    source: String,
    board: FileBoard,
    pawns: FilePawns,
    rules: FileRules,
    options: FileOptions,
    #[serde(default)]
    starts: BTreeMap<String, String>,
    armies: Vec<FileArmy>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileBoard {
    rings: i64,
    files: i64,
    centre: FileCentre,
    #[serde(default)]
    voids: Vec<String>,
}

#[derive(Deserialize, PartialEq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum FileCentre {
    Closed,
    Null,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePawns {
    kind: FilePawnKind,
}

#[derive(Deserialize, PartialEq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum FilePawnKind {
    Ring,
    Radial,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileRules {
    checkmate: FileCheckmate,
    dead_with_bare_king: Vec<String>,
    dead_same_colour_bishops: bool,
    fen: FileFen,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum FileCheckmate {
    Ends,
    Eliminates,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum FileFen {
    Letters,
    Commas,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileOptions {
    check: String,
    stalemate: Option<String>,
    double_step: bool,
    en_passant: Option<bool>,
    castling: Option<bool>,
    null_shift: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileArmy {
    letter: String,
    name: String,
    seat: i64,
    side: Option<String>,
    pawns: FileArmyPawns,
    castling: Option<FileCastling>,
    start: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileArmyPawns {
    direction: Option<FileDirection>,
    promotion_rings: Option<Vec<String>>,
    clockwise: Option<Vec<i64>>,
    anticlockwise: Option<Vec<i64>>,
    promotion_files: Option<Vec<i64>>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum FileDirection {
    Inward,
    Outward,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileCastling {
    king: String,
    king_side: Option<String>,
    queen_side: Option<String>,
}

type Checked<T> = Result<T, VariantError>;

/// The largest file accepted: far more than any board of 256 squares needs.
const MAX_FILE_BYTES: usize = 1 << 20;

fn refuse<T>(text: impl Into<String>) -> Checked<T> {
    Err(VariantError::File(text.into()))
}

fn refuse_option<T>(text: impl Into<String>) -> Checked<T> {
    Err(VariantError::Option(text.into()))
}

/// `text` by its debug form, shortened so that a message stays one readable line.
fn quote(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

pub(crate) fn read(text: &str, options: &[(&str, &str)]) -> Checked<Variant> {
    if text.len() > MAX_FILE_BYTES {
        return refuse(format!(
            "a variant file of {} bytes; at most {MAX_FILE_BYTES} are read",
            text.len()
        ));
    }
    let mut file: FileVariant = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => return refuse(toml_message(text, &error)),
    };
    check_words(&file)?;
    let null_shift_default = check_size(&file)?;
    let mut in_force = check_options(&file, null_shift_default).map_err(VariantError::File)?;
    if !options.is_empty() {
        for (key, value) in options {
            set_option(&mut file.options, key, value)?;
        }
        in_force = check_options(&file, null_shift_default).map_err(VariantError::Option)?;
    }
    let (checked, shift) = in_force;
    let shape = build_shape(&file, shift)?;
    let mut armies = Vec::new();
    for (index, army) in file.armies.iter().enumerate() {
        armies.push(build_army(
            &file,
            &shape,
            army,
            &format!("armies[{index}]"),
        )?);
    }
    armies.sort_by_key(|a| a.seat);
    let mut dead_with_bare_king = Vec::new();
    for name in &file.rules.dead_with_bare_king {
        match PieceType::from_name(name) {
            Some(PieceType::King | PieceType::Pawn) | None => {
                return refuse(format!(
                    "rules.dead_with_bare_king: {} is not one of knight, bishop, rook, queen",
                    quote(name)
                ));
            }
            Some(kind) => dead_with_bare_king.push(kind),
        }
    }
    let variant = Variant {
        id: file.id,
        name: file.name,
        source: file.source,
        shape,
        armies,
        checkmate: match file.rules.checkmate {
            FileCheckmate::Ends => Checkmate::Ends,
            FileCheckmate::Eliminates => Checkmate::Eliminates,
        },
        dead_with_bare_king,
        dead_same_colour_bishops: file.rules.dead_same_colour_bishops,
        fen_style: match file.rules.fen {
            FileFen::Letters => FenStyle::Letters,
            FileFen::Commas => FenStyle::Commas,
        },
        starts: file.starts.into_iter().collect(),
        options: checked,
    };
    check::check(&variant)?;
    Ok(variant)
}

/// The first line of the parser's message, with the place it speaks of.
fn toml_message(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', "; ");
    let at = error.span().map_or(0, |span| span.start.min(text.len()));
    let before = &text.as_bytes()[..at];
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&b| b != b'\n').count() + 1;
    let short: String = message.chars().take(200).collect();
    format!("{short} at line {line}, column {column} of the variant file")
}

fn check_words(file: &FileVariant) -> Checked<()> {
    let id_ok = !file.id.is_empty()
        && file.id.len() <= 64
        && file
            .id
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !id_ok {
        return refuse(format!(
            "id: {} is not made of lower-case letters, digits and hyphens (at most 64)",
            quote(&file.id)
        ));
    }
    for (key, text) in [("name", &file.name), ("source", &file.source)] {
        if text.trim().is_empty() || text.len() > 1000 || text.chars().any(char::is_control) {
            return refuse(format!(
                "{key}: {} is not one line of 1 to 1000 bytes",
                quote(text)
            ));
        }
    }
    Ok(())
}

/// Checks the board's size and gives the shift that keeps a slider on its colour.
fn check_size(file: &FileVariant) -> Checked<u8> {
    let (rings, files) = (file.board.rings, file.board.files);
    if !(1..=26).contains(&rings) {
        return refuse(format!("board.rings: {rings} is not between 1 and 26"));
    }
    if !(4..=256).contains(&files) || files % 2 != 0 {
        return refuse(format!(
            "board.files: {files} is not an even number between 4 and 256"
        ));
    }
    if rings * files > 256 {
        return refuse(format!(
            "board.files: {rings} rings of {files} files are more than 256 squares"
        ));
    }
    let count = file.armies.len();
    if !(2..=MAX_ARMIES).contains(&count) {
        return refuse(format!(
            "armies: {count} armies; between 2 and {MAX_ARMIES} can play"
        ));
    }
    Ok(if files / 2 % 2 == 1 { 1 } else { 2 })
}

fn set_option(options: &mut FileOptions, key: &str, value: &str) -> Checked<()> {
    let truth = || match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => refuse_option(format!(
            "option {key}: {} is not true or false",
            quote(value)
        )),
    };
    match key {
        "check" => options.check = value.to_owned(),
        "stalemate" => options.stalemate = Some(value.to_owned()),
        "double_step" => options.double_step = truth()?,
        "en_passant" => options.en_passant = Some(truth()?),
        "castling" => options.castling = Some(truth()?),
        "null_shift" => {
            options.null_shift = Some(value.parse().or_else(|_| {
                refuse_option(format!(
                    "option null_shift: {} is not 0, 1 or 2",
                    quote(value)
                ))
            })?);
        }
        _ => {
            return refuse_option(format!(
                "no option {}: there are check, stalemate, double_step, en_passant, castling \
                 and null_shift",
                quote(key)
            ));
        }
    }
    Ok(())
}

fn check_options(file: &FileVariant, keeps_colour: u8) -> Result<(Options, Option<u8>), String> {
    let options = &file.options;
    let check = match options.check.as_str() {
        "strict" => CheckRule::Strict,
        "snaffle" => CheckRule::Snaffle,
        other => {
            return Err(format!(
                "options.check: {} is not strict or snaffle",
                quote(other)
            ));
        }
    };
    let many = file.armies.len() >= 3;
    let stalemate = match options.stalemate.as_deref() {
        None => many.then_some(StalemateRule::Pass),
        Some(_) if !many => {
            return Err("options.stalemate: has a meaning only with three or more armies".into());
        }
        Some("pass") => Some(StalemateRule::Pass),
        Some("eliminate") => Some(StalemateRule::Eliminate),
        Some("draw") => Some(StalemateRule::Draw),
        Some(other) => {
            return Err(format!(
                "options.stalemate: {} is not pass, eliminate or draw",
                quote(other)
            ));
        }
    };
    let radial = file.pawns.kind == FilePawnKind::Radial;
    let en_passant = match options.en_passant {
        None if radial => return Err("options.en_passant: missing (pawns are radial)".into()),
        Some(_) if !radial => {
            return Err("options.en_passant: has a meaning only with radial pawns".into());
        }
        Some(true) if !options.double_step => {
            return Err("options.en_passant: needs double_step".into());
        }
        value => value.unwrap_or(false),
    };
    let castles = file.armies.iter().any(|a| a.castling.is_some());
    let castling = match options.castling {
        None if castles => return Err("options.castling: missing (armies define it)".into()),
        Some(_) if !castles => {
            return Err("options.castling: has no meaning: no army defines castling".into());
        }
        value => value.unwrap_or(false),
    };
    let shift = match (file.board.centre, options.null_shift) {
        (FileCentre::Closed, None) => None,
        (FileCentre::Closed, Some(_)) => {
            return Err("options.null_shift: has a meaning only with a null centre".into());
        }
        (FileCentre::Null, None) => Some(keeps_colour),
        (FileCentre::Null, Some(s @ 0..=2)) => Some(s as u8),
        (FileCentre::Null, Some(s)) => {
            return Err(format!("options.null_shift: {s} is not 0, 1 or 2"));
        }
    };
    let checked = Options {
        check,
        stalemate,
        double_step: options.double_step,
        en_passant,
        castling,
    };
    Ok((checked, shift))
}

fn build_shape(file: &FileVariant, shift: Option<u8>) -> Checked<BoardShape> {
    let centre = shift.map_or(Centre::Closed, |shift| Centre::Null { shift });
    let (rings, files) = (file.board.rings as u8, file.board.files as u16);
    let open = BoardShape::new(rings, files, centre, &[]);
    let mut voids = Vec::new();
    for (index, name) in file.board.voids.iter().enumerate() {
        let key = format!("board.voids[{index}]");
        let square = parse_square(&open, name, &key)?;
        if voids.contains(&square) {
            return refuse(format!("{key}: {name:?} is listed twice"));
        }
        voids.push(square);
    }
    Ok(BoardShape::new(rings, files, centre, &voids))
}

fn parse_square(shape: &BoardShape, name: &str, key: &str) -> Checked<Square> {
    match shape.parse(name) {
        Some(square) if !shape.is_void(square) => Ok(square),
        Some(_) => refuse(format!("{key}: {name:?} is a void square")),
        None => refuse(format!("{key}: {} is no square of the board", quote(name))),
    }
}

fn parse_file(shape: &BoardShape, file: i64, key: &str) -> Checked<u16> {
    if (1..=i64::from(shape.files())).contains(&file) {
        Ok(file as u16)
    } else {
        refuse(format!(
            "{key}: {file} is no file between 1 and {}",
            shape.files()
        ))
    }
}

fn build_army(file: &FileVariant, shape: &BoardShape, army: &FileArmy, key: &str) -> Checked<Army> {
    let mut letters = army.letter.chars();
    let (Some(letter @ 'a'..='z'), None) = (letters.next(), letters.next()) else {
        return refuse(format!(
            "{key}.letter: {} is not one lower-case letter",
            quote(&army.letter)
        ));
    };
    let plain = |text: &str| {
        !text.is_empty() && text.len() <= 64 && text.bytes().all(|b| b.is_ascii_graphic())
    };
    if !plain(&army.name) || !army.name.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return refuse(format!(
            "{key}.name: {} is not one word of letters and digits",
            quote(&army.name)
        ));
    }
    let side = army.side.clone().unwrap_or_else(|| army.letter.clone());
    if !plain(&side) {
        return refuse(format!("{key}.side: {} is not one word", quote(&side)));
    }
    if !(0..=255).contains(&army.seat) {
        return refuse(format!(
            "{key}.seat: {} is not between 0 and 255",
            army.seat
        ));
    }
    let (pawns, promotion) = build_pawns(file, shape, &army.pawns, &format!("{key}.pawns"))?;
    let castling = match &army.castling {
        None => None,
        Some(homes) => {
            let rook = |name: &Option<String>, side: &str| {
                name.as_deref()
                    .map(|n| parse_square(shape, n, &format!("{key}.castling.{side}")))
                    .transpose()
            };
            Some(Castling {
                king: parse_square(shape, &homes.king, &format!("{key}.castling.king"))?,
                rooks: [
                    rook(&homes.king_side, "king_side")?,
                    rook(&homes.queen_side, "queen_side")?,
                ],
            })
        }
    };
    let mut start = Vec::new();
    for (name, squares) in &army.start {
        let Some(kind) = PieceType::from_name(name) else {
            return refuse(format!("{key}.start.{}: no such piece", quote(name)));
        };
        for square in squares {
            start.push((
                parse_square(shape, square, &format!("{key}.start.{name}"))?,
                kind,
            ));
        }
    }
    start.sort_unstable();
    Ok(Army {
        letter,
        name: army.name.clone(),
        seat: army.seat as u8,
        side,
        pawns,
        promotion,
        castling,
        start,
    })
}

fn build_pawns(
    file: &FileVariant,
    shape: &BoardShape,
    pawns: &FileArmyPawns,
    key: &str,
) -> Checked<(PawnWay, Vec<Square>)> {
    let foreign = |present: bool, name: &str, kind: &str| {
        if present {
            refuse(format!("{key}.{name}: is not for {kind} pawns"))
        } else {
            Ok(())
        }
    };
    let missing = |name: &str| VariantError::File(format!("{key}.{name}: missing"));
    let files = |list: &Option<Vec<i64>>, name: &str| -> Checked<Vec<u16>> {
        let key = format!("{key}.{name}");
        let list = list.as_ref().ok_or_else(|| missing(name))?;
        let mut files = Vec::new();
        for &f in list {
            files.push(parse_file(shape, f, &key)?);
        }
        files.sort_unstable();
        files.dedup();
        Ok(files)
    };
    let (way, lies_on): (PawnWay, Box<dyn Fn(Square) -> bool>) = match file.pawns.kind {
        FilePawnKind::Ring => {
            foreign(pawns.direction.is_some(), "direction", "ring")?;
            foreign(pawns.promotion_rings.is_some(), "promotion_rings", "ring")?;
            let goals = files(&pawns.promotion_files, "promotion_files")?;
            let way = PawnWay::Ring {
                clockwise: files(&pawns.clockwise, "clockwise")?,
                anticlockwise: files(&pawns.anticlockwise, "anticlockwise")?,
            };
            (
                way,
                Box::new(move |s| goals.contains(&(shape.file(s) as u16))),
            )
        }
        FilePawnKind::Radial => {
            foreign(pawns.clockwise.is_some(), "clockwise", "radial")?;
            foreign(pawns.anticlockwise.is_some(), "anticlockwise", "radial")?;
            foreign(pawns.promotion_files.is_some(), "promotion_files", "radial")?;
            let mut rings = Vec::new();
            for name in pawns
                .promotion_rings
                .as_ref()
                .ok_or_else(|| missing("promotion_rings"))?
            {
                let ring = match name.as_bytes() {
                    [letter @ b'a'..=b'z'] => letter - b'a' + 1,
                    _ => 0,
                };
                if ring == 0 || ring > shape.rings() {
                    return refuse(format!(
                        "{key}.promotion_rings: {} is no ring of the board",
                        quote(name)
                    ));
                }
                rings.push(ring);
            }
            let way = match pawns.direction.ok_or_else(|| missing("direction"))? {
                FileDirection::Inward => PawnWay::Inward,
                FileDirection::Outward => PawnWay::Outward,
            };
            (way, Box::new(move |s| rings.contains(&shape.ring(s))))
        }
    };
    let promotion = shape
        .squares()
        .filter(|&s| !shape.is_void(s) && lies_on(s))
        .collect();
    Ok((way, promotion))
}
