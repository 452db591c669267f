//! The variant file: its keys, and the checks that make a [`Variant`] of it.

use std::collections::HashSet;

use toml::de::DeTable;

use crate::board::shape::{BoardPlan, BoardShape, Centre, Names, Square};
use crate::variant::armies::build_army;
use crate::variant::check;
use crate::variant::diagnose::Findings;
use crate::variant::movement::Movement;
use crate::variant::options::{FileOptions, check_options, fallback, set_option};
use crate::variant::reader::Section;
use crate::variant::{
    Checkmate, FenStyle, MAX_ARMIES, NAMED_KINDS, Options, PieceKind, PieceType, Variant,
    VariantError,
};

pub(super) struct FileVariant {
    pub(super) format: i64,
    id: String,
    name: String,
    source: String,
    pub(super) board: FileBoard,
    pub(super) pawns: FilePawns,
    pub(super) rules: FileRules,
    options: FileOptions,
    pieces: Vec<FilePiece>,
    starts: Vec<(String, String)>,
    pub(super) armies: Vec<FileArmy>,
}

pub(super) struct FileBoard {
    rings: i64,
    files: i64,
    pub(super) centre: FileCentre,
    open_seam: bool,
    citadels: i64,
    null_step: Option<i64>,
    moats: Vec<i64>,
    names: Names,
    voids: Vec<String>,
}

#[derive(PartialEq, Clone, Copy)]
pub(super) enum FileCentre {
    Closed,
    Null,
    Torus,
}

pub(super) struct FilePawns {
    pub(super) radial: bool,
    pub(super) of_piece: bool,
    sidestep: bool,
}

pub(super) struct FileRules {
    checkmate: Checkmate,
    eliminated_leave: bool,
    pub(super) promotion: String,
    dead_with_bare_king: Vec<String>,
    dead_same_colour_bishops: bool,
    fen: FenStyle,
}

struct FilePiece {
    letter: String,
    name: String,
    betza: String,
}

pub(super) struct FileArmy {
    pub(super) letter: String,
    pub(super) name: String,
    pub(super) seat: i64,
    pub(super) side: Option<String>,
    pub(super) forward: Option<crate::board::topology::Direction>,
    pub(super) promotion: Option<String>,
    pub(super) pawns: FileArmyPawns,
    pub(super) castling: Option<FileCastling>,
    pub(super) start: Vec<(String, Vec<String>)>,
}

#[derive(Default)]
pub(super) struct FileArmyPawns {
    pub(super) inward: Option<bool>,
    pub(super) promotion_rings: Option<Vec<String>>,
    pub(super) clockwise: Option<Vec<i64>>,
    pub(super) anticlockwise: Option<Vec<i64>>,
    pub(super) promotion_files: Option<Vec<i64>>,
    pub(super) clockwise_promotion_files: Option<Vec<i64>>,
    pub(super) anticlockwise_promotion_files: Option<Vec<i64>>,
}

pub(super) struct FileCastling {
    pub(super) king: String,
    pub(super) king_side: Option<String>,
    pub(super) queen_side: Option<String>,
}

/// The largest file accepted: far more than any board of 256 squares needs.
const MAX_FILE_BYTES: usize = 1 << 20;

/// `text` by its debug form, shortened so that a message stays one readable line.
pub(super) fn quote(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

pub(super) fn read(text: &str, options: &[(&str, &str)]) -> Result<Variant, VariantError> {
    let mut findings = Findings::default();
    let variant = build(text, options, &mut findings);
    match (findings.first_error(text), variant) {
        (None, Some((variant, _))) => Ok(variant),
        (Some(error), _) => Err(error),
        (None, None) => unreachable!("a file is refused with a reason"),
    }
}

/// The variant of a file, with options laid over its own, and the place of each of its armies in
/// the file; all that is wrong is noted.
pub(super) fn build(
    text: &str,
    options: &[(&str, &str)],
    f: &mut Findings,
) -> Option<(Variant, Vec<usize>)> {
    if text.len() > MAX_FILE_BYTES {
        let (bytes, most) = (text.len(), MAX_FILE_BYTES);
        f.error(
            "",
            format!("a variant file of {bytes} bytes; at most {most} are read"),
        );
        return None;
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let message = error.message().replace('\n', "; ");
        let at = error.span().map_or(0, |span| span.start);
        f.structure(at, "", message);
    }
    if !errors.is_empty() {
        return None;
    }
    let mut file = FileVariant::read(&Section::root(root.get_ref()), f)?;
    if f.blocked() {
        return None;
    }
    check_words(&file, f);
    let keeps_colour = check_size(&file, f)?;
    let mut in_force = match check_options(&file, &file.options, keeps_colour) {
        Ok(in_force) => in_force,
        Err(refusals) => {
            for (key, text) in refusals {
                f.error(&key, text);
            }
            fallback(&file, keeps_colour)
        }
    };
    if !options.is_empty() {
        for (key, value) in options {
            if let Err(text) = set_option(&mut file.options, key, value) {
                f.option(key, text);
                return None;
            }
        }
        match check_options(&file, &file.options, keeps_colour) {
            Ok(changed) => in_force = changed,
            Err(refusals) => {
                for (key, text) in refusals {
                    f.option(&key, text);
                }
                return None;
            }
        }
    }
    let (checked, shift) = in_force;
    let shape = build_shape(&file, shift, f)?;
    let pieces = build_pieces(&file, f);
    let mut variant = Variant {
        id: file.id.clone(),
        name: file.name.clone(),
        source: file.source.clone(),
        shape,
        armies: Vec::new(),
        pieces,
        sidestep: file.pawns.sidestep,
        checkmate: file.rules.checkmate,
        eliminated_leave: file.rules.eliminated_leave,
        dead_with_bare_king: Vec::new(),
        dead_same_colour_bishops: file.rules.dead_same_colour_bishops,
        fen_style: file.rules.fen,
        starts: file.starts.clone(),
        options: checked,
    };
    let mut armies = Vec::new();
    for (index, army) in file.armies.iter().enumerate() {
        let key = format!("armies[{index}]");
        armies.extend(build_army(&file, &variant, army, &key, f).map(|army| (army, index)));
    }
    if armies.len() < file.armies.len() {
        return None;
    }
    armies.sort_by_key(|(army, _)| army.seat);
    let order: Vec<usize> = armies.iter().map(|(_, index)| *index).collect();
    variant.armies = armies.into_iter().map(|(army, _)| army).collect();
    for name in &file.rules.dead_with_bare_king {
        match variant.kind_named(name) {
            Some(PieceType::King | PieceType::Pawn) | None => {
                let name = quote(name);
                let key = "rules.dead_with_bare_king";
                f.error(
                    key,
                    format!("{key}: {name} is not a piece besides king and pawn here"),
                );
            }
            Some(kind) => variant.dead_with_bare_king.push(kind),
        }
    }
    check::check(&variant, file.format, &order, f);
    Some((variant, order))
}

impl FileVariant {
    fn read(root: &Section<'_>, f: &mut Findings) -> Option<Self> {
        let format = if root.has("format") {
            root.number("format", f)?
        } else {
            1
        };
        if !(1..=2).contains(&format) {
            f.error("format", format!("format: {format} is not 1 or 2"));
            return None;
        }
        let mut known = vec![
            "id", "name", "source", "board", "pawns", "rules", "options", "starts", "armies",
        ];
        if root.has("format") {
            known.push("format");
        }
        root.allow(&known, &["pieces"], format, f);
        let mut text = |key: &str| {
            if !root.has(key) {
                root.missing(key, f);
            }
            root.text(key, f).unwrap_or_default()
        };
        let (id, name, source) = (text("id"), text("name"), text("source"));
        let mut section = |key: &str| {
            if !root.has(key) {
                root.missing(key, f);
            }
            root.section(key, f)
        };
        let (board, pawns) = (section("board"), section("pawns"));
        let (rules, options) = (section("rules"), section("options"));
        if !root.has("armies") {
            root.missing("armies", f);
        }
        let armies = root.sections("armies", f);
        let mut starts = Vec::new();
        if let Some(section) = root.section("starts", f) {
            for key in section.keys() {
                let text = section.text(&key, f).unwrap_or_default();
                starts.push((key, text));
            }
        }
        let mut pieces = Vec::new();
        if let Some(section) = root.section("pieces", f) {
            for letter in section.keys() {
                let Some(piece) = section.section(&letter, f) else {
                    continue;
                };
                piece.allow(&["name", "betza"], &[], format, f);
                let mut text = |key: &str| {
                    if !piece.has(key) {
                        piece.missing(key, f);
                    }
                    piece.text(key, f).unwrap_or_default()
                };
                let (name, betza) = (text("name"), text("betza"));
                pieces.push(FilePiece {
                    letter,
                    name,
                    betza,
                });
            }
        }
        let board = board.and_then(|section| FileBoard::read(&section, format, f));
        let pawns = pawns.and_then(|section| FilePawns::read(&section, format, f));
        let rules = rules.and_then(|section| FileRules::read(&section, format, f));
        let options = options.and_then(|section| FileOptions::read(&section, format, f));
        let armies = armies.map(|sections| {
            let read = |section: &Section<'_>| FileArmy::read(section, format, f);
            sections.iter().filter_map(read).collect()
        });
        Some(Self {
            format,
            id,
            name,
            source,
            board: board?,
            pawns: pawns?,
            rules: rules?,
            options: options?,
            pieces,
            starts,
            armies: armies?,
        })
    }
}

/// A key that must be there.
macro_rules! needed {
    ($section:ident . $read:ident ( $key:expr $(, $more:expr)* ; $f:expr )) => {{
        if !$section.has($key) {
            $section.missing($key, $f);
        }
        $section.$read($key $(, $more)*, $f)
    }};
}
pub(super) use needed;

impl FileBoard {
    fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Option<Self> {
        let newer = ["seam", "citadels", "null_step", "moats", "names"];
        s.allow(&["rings", "files", "centre", "voids"], &newer, format, f);
        let mut centres = vec![("closed", FileCentre::Closed), ("null", FileCentre::Null)];
        if format >= 2 {
            centres.push(("torus", FileCentre::Torus));
        }
        let rings = needed!(s.number("rings"; f));
        let files = needed!(s.number("files"; f));
        let centre = needed!(s.word("centre", &centres; f));
        let names = [
            ("ring-file", Names::RingFile),
            ("file-ring", Names::FileRing),
        ];
        Some(Self {
            open_seam: s
                .word("seam", &[("closed", false), ("open", true)], f)
                .unwrap_or(false),
            citadels: s.number("citadels", f).unwrap_or(0),
            null_step: s.number("null_step", f),
            moats: s.numbers("moats", f).unwrap_or_default(),
            names: s.word("names", &names, f).unwrap_or_default(),
            voids: s.texts("voids", f).unwrap_or_default(),
            rings: rings?,
            files: files?,
            centre: centre?,
        })
    }
}

impl FilePawns {
    fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Option<Self> {
        s.allow(&["kind"], &["direction_of", "sidestep"], format, f);
        let radial = needed!(s.word("kind", &[("ring", false), ("radial", true)]; f));
        let of_piece = s.word("direction_of", &[("file", false), ("piece", true)], f);
        if radial == Some(true) && of_piece.is_some() {
            f.error(
                "pawns.direction_of",
                "pawns.direction_of: is not for radial pawns".into(),
            );
        }
        Some(Self {
            radial: radial?,
            of_piece: of_piece.unwrap_or(false),
            sidestep: s.truth("sidestep", f).unwrap_or(false),
        })
    }
}

impl FileRules {
    fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Option<Self> {
        let known = [
            "checkmate",
            "dead_with_bare_king",
            "dead_same_colour_bishops",
            "fen",
        ];
        s.allow(&known, &["eliminated", "promotion"], format, f);
        let mates = [
            ("ends", Checkmate::Ends),
            ("eliminates", Checkmate::Eliminates),
        ];
        let checkmate = needed!(s.word("checkmate", &mates; f));
        let dead = needed!(s.texts("dead_with_bare_king"; f));
        let bishops = needed!(s.truth("dead_same_colour_bishops"; f));
        let styles = [("letters", FenStyle::Letters), ("commas", FenStyle::Commas)];
        let fen = needed!(s.word("fen", &styles; f));
        let leave = s.word("eliminated", &[("leave", true), ("stay", false)], f);
        Some(Self {
            eliminated_leave: leave.unwrap_or(true),
            promotion: s.text("promotion", f).unwrap_or_else(|| "QRBN".into()),
            checkmate: checkmate?,
            dead_with_bare_king: dead?,
            dead_same_colour_bishops: bishops?,
            fen: fen?,
        })
    }
}

fn check_words(file: &FileVariant, f: &mut Findings) {
    let id_ok = !file.id.is_empty()
        && file.id.len() <= 64
        && file
            .id
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !id_ok {
        let id = quote(&file.id);
        f.error(
            "id",
            format!("id: {id} is not made of lower-case letters, digits and hyphens (at most 64)"),
        );
    }
    for (key, text) in [("name", &file.name), ("source", &file.source)] {
        if text.trim().is_empty() || text.len() > 1000 || text.chars().any(char::is_control) {
            f.error(
                key,
                format!("{key}: {} is not one line of 1 to 1000 bytes", quote(text)),
            );
        }
    }
}

/// Checks the board's size and gives the shift that keeps a slider on its colour.
fn check_size(file: &FileVariant, f: &mut Findings) -> Option<u8> {
    let board = &file.board;
    let (rings, files, citadels) = (board.rings, board.files, board.citadels);
    let lettered = if board.names == Names::FileRing {
        files
    } else {
        rings
    };
    // What is wrong so far does not make the board impossible; what comes does.
    let mut possible = true;
    let mut impossible = |key: &str, text: String| {
        f.error(key, format!("{key}: {text}"));
        possible = false;
    };
    if !(1..=26).contains(&rings) {
        impossible("board.rings", format!("{rings} is not between 1 and 26"));
    }
    let least = if board.open_seam { 1 } else { 3 };
    let even = file.format < 2 || board.centre == FileCentre::Null;
    if even && (!(4..=256).contains(&files) || files % 2 != 0) {
        let text = format!("{files} is not an even number between 4 and 256");
        impossible("board.files", text);
    } else if !(least..=256).contains(&files) {
        let text = format!("{files} is not between {least} and 256");
        impossible("board.files", text);
    } else if !(0..=256).contains(&citadels) || (citadels > 0 && files % citadels != 0) {
        let text = format!("{citadels} does not divide the {files} files");
        impossible("board.citadels", text);
    } else if (1..=26).contains(&rings) && rings * files + citadels > 256 {
        let text = format!("{rings} rings of {files} files are more than 256 squares");
        impossible("board.files", text);
    }
    let count = file.armies.len();
    if !(2..=MAX_ARMIES).contains(&count) {
        let text = format!("{count} armies; between 2 and {MAX_ARMIES} can play");
        impossible("armies", text);
    }
    if !possible {
        return None;
    }
    let before = f.errors();
    if board.names == Names::FileRing && lettered > 26 - i64::from(citadels > 0) {
        let text = format!("board.names: {files} files are more than there are letters");
        f.error("board.names", text);
    }
    if board.names == Names::RingFile && citadels > 0 && rings > 25 {
        f.error(
            "board.citadels",
            "board.citadels: ring 26 has their letter z".into(),
        );
    }
    if citadels > 0 && board.centre != FileCentre::Closed {
        f.error(
            "board.citadels",
            "board.citadels: need a closed centre".into(),
        );
    }
    if board.open_seam && board.centre != FileCentre::Closed {
        f.error(
            "board.seam",
            "board.seam: \"open\" needs a closed centre".into(),
        );
    }
    if board.centre == FileCentre::Torus && file.pawns.radial {
        f.error(
            "board.centre",
            "board.centre: \"torus\" needs ring pawns".into(),
        );
    }
    match board.null_step {
        Some(_) if board.centre != FileCentre::Null => {
            let text = "board.null_step: has a meaning only with a null centre";
            f.error("board.null_step", text.into());
        }
        Some(step) if !(0..=2).contains(&step) => {
            f.error(
                "board.null_step",
                format!("board.null_step: {step} is not 0, 1 or 2"),
            );
        }
        _ => {}
    }
    if !board.moats.is_empty() && (!file.pawns.radial || board.open_seam) {
        let text = "board.moats: need radial pawns and a closed seam";
        f.error("board.moats", text.into());
    }
    if board.moats.len() > 8 {
        f.error(
            "board.moats",
            format!("board.moats: {} moats; at most 8", board.moats.len()),
        );
    }
    for (index, moat) in board.moats.iter().enumerate() {
        let key = format!("board.moats[{index}]");
        if !(1..=files).contains(moat) {
            f.error(
                &key,
                format!("{key}: {moat} is no file between 1 and {files}"),
            );
        } else if index < 8 && board.moats[..index].contains(moat) {
            f.error(&key, format!("{key}: {moat} is listed twice"));
        }
    }
    if f.errors() > before {
        return None;
    }
    Some(if files / 2 % 2 == 1 { 1 } else { 2 })
}

fn build_shape(file: &FileVariant, shift: Option<u8>, f: &mut Findings) -> Option<BoardShape> {
    let board = &file.board;
    let mut moats: Vec<u16> = board.moats.iter().map(|&moat| moat as u16).collect();
    moats.sort_unstable();
    let plan = BoardPlan {
        centre: match board.centre {
            FileCentre::Torus => Centre::Torus,
            _ => shift.map_or(Centre::Closed, |shift| Centre::Null { shift }),
        },
        null_step: board.null_step.unwrap_or(1) as u8,
        open_seam: board.open_seam,
        citadels: board.citadels as u16,
        moats,
        names: board.names,
        ..BoardPlan::new(board.rings as u8, board.files as u16)
    };
    let open = BoardShape::from(plan.clone());
    let mut voids = Vec::new();
    let mut known = HashSet::new();
    for (index, name) in board.voids.iter().enumerate() {
        let key = format!("board.voids[{index}]");
        let Some(square) = parse_square(&open, name, &key, f) else {
            continue;
        };
        if !known.insert(square) {
            f.error(&key, format!("{key}: {name:?} is listed twice"));
        } else if open.is_citadel(square) {
            f.error(&key, format!("{key}: {name:?} is a citadel"));
        } else {
            voids.push(square);
        }
    }
    Some(BoardShape::from(BoardPlan { voids, ..plan }))
}

pub(super) fn parse_square(
    shape: &BoardShape,
    name: &str,
    key: &str,
    f: &mut Findings,
) -> Option<Square> {
    match shape.parse(name) {
        Some(square) if !shape.is_void(square) => return Some(square),
        Some(_) => f.error(key, format!("{key}: {name:?} is a void square")),
        None => f.error(
            key,
            format!("{key}: {} is no square of the board", quote(name)),
        ),
    }
    None
}

/// The kinds of piece besides the six that the file defines or uses.
fn build_pieces(file: &FileVariant, f: &mut Findings) -> Vec<PieceKind> {
    let mut pieces: Vec<PieceKind> = Vec::new();
    for piece in &file.pieces {
        let key = format!("pieces.{}", piece.letter);
        let letter = match piece.letter.as_bytes() {
            [letter @ b'A'..=b'Z'] if !b"OPKQRBN".contains(letter) => char::from(*letter),
            _ => {
                let letter = quote(&piece.letter);
                f.error(
                    "pieces",
                    format!("pieces: {letter} is not one free capital letter"),
                );
                continue;
            }
        };
        let name = &piece.name;
        let word = (1..=32).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase());
        let taken = PieceType::from_name(name).is_some()
            || name == "pawn_anticlockwise"
            || pieces.iter().any(|known| known.name == *name);
        if !word || taken {
            let name = quote(name);
            f.error(
                &key,
                format!("{key}.name: {name} is not one lower-case word of its own"),
            );
            continue;
        }
        match Movement::parse(&piece.betza) {
            Ok(movement) => pieces.push(PieceKind {
                letter,
                name: name.clone(),
                betza: piece.betza.clone(),
                movement,
            }),
            Err(error) => {
                let key = format!("{key}.betza");
                let short: String = piece.betza.escape_debug().take(60).collect();
                f.error(&key, format!("{key}: '{short}': {error}"));
            }
        }
    }
    for (letter, name, betza) in NAMED_KINDS {
        let known = pieces
            .iter()
            .any(|piece| piece.letter == letter || piece.name == name);
        let promoted = |letters: &String| letters.contains(letter);
        let used = file.armies.iter().any(|army| {
            army.start.iter().any(|(kind, _)| kind == name)
                || army.promotion.as_ref().is_some_and(promoted)
        }) || promoted(&file.rules.promotion)
            || file
                .rules
                .dead_with_bare_king
                .iter()
                .any(|kind| kind == name);
        if file.format >= 2 && used && !known {
            pieces.push(PieceKind {
                letter,
                name: name.into(),
                betza: betza.into(),
                movement: Movement::parse(betza).expect("named kinds are tested"),
            });
        }
    }
    pieces.sort_by_key(|piece| piece.letter);
    pieces
}

/// What of the options goes with the board.
pub(super) type InForce = (Options, Option<u8>);
