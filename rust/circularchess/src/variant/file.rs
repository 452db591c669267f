//! The variant file: its keys, and the checks that make a [`Variant`] of it.

use toml::de::DeTable;

use crate::board::shape::Names;
use crate::variant::armies::{build_army, promotes_to};
use crate::variant::check;
use crate::variant::diagnose::Findings;
use crate::variant::grid::{build_shape, check_size};
use crate::variant::movement::Movement;
use crate::variant::options::{FileOptions, check_options, fallback, set_option};
use crate::variant::reader::{Placed, Section};
use crate::variant::{
    Checkmate, FenStyle, NAMED_KINDS, Options, PieceKind, PieceType, Variant, VariantError,
};

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
    pub(super) rings: i64,
    pub(super) files: i64,
    pub(super) centre: FileCentre,
    pub(super) open_seam: bool,
    pub(super) citadels: i64,
    pub(super) null_step: Option<i64>,
    pub(super) moats: Vec<Placed<i64>>,
    pub(super) names: Names,
    pub(super) voids: Vec<Placed<String>>,
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
    pub(super) checkmate: Checkmate,
    eliminated_leave: bool,
    pub(super) promotion: String,
    dead_with_bare_king: Vec<Placed<String>>,
    dead_same_colour_bishops: bool,
    pub(super) fen: FenStyle,
}

struct FilePiece {
    at: usize,
    letter: String,
    name: String,
    betza: String,
}

pub(super) struct FileArmy {
    /// Its place in the file's list of armies.
    pub(super) index: usize,
    pub(super) letter: String,
    pub(super) name: String,
    pub(super) seat: i64,
    pub(super) side: Option<String>,
    pub(super) forward: Option<crate::board::topology::Direction>,
    pub(super) promotion: Option<String>,
    pub(super) pawns: FileArmyPawns,
    pub(super) castling: Option<FileCastling>,
    pub(super) start: Vec<FileStart>,
}

/// The squares on which men of a kind begin; the kind's name with the byte where it stands.
pub(super) struct FileStart {
    pub(super) name: Placed<String>,
    pub(super) squares: Vec<Placed<String>>,
}

#[derive(Default)]
pub(super) struct FileArmyPawns {
    pub(super) inward: Option<bool>,
    pub(super) promotion_rings: Option<Vec<Placed<String>>>,
    pub(super) clockwise: Option<Vec<Placed<i64>>>,
    pub(super) anticlockwise: Option<Vec<Placed<i64>>>,
    pub(super) promotion_files: Option<Vec<Placed<i64>>>,
    pub(super) clockwise_promotion_files: Option<Vec<Placed<i64>>>,
    pub(super) anticlockwise_promotion_files: Option<Vec<Placed<i64>>>,
}

pub(super) struct FileCastling {
    pub(super) king: Option<Placed<String>>,
    pub(super) king_side: Option<Placed<String>>,
    pub(super) queen_side: Option<Placed<String>>,
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
        (None, Some(built)) => Ok(built.variant),
        (Some(error), _) => Err(error),
        (None, None) => unreachable!("a file is refused with a reason"),
    }
}

/// What is made of a file.
pub(super) struct Built {
    pub(super) file: FileVariant,
    pub(super) variant: Variant,
    /// The place of each army in the file.
    pub(super) order: Vec<usize>,
}

/// The variant of a file, with options laid over its own; all that is wrong is noted. Where something is, the variant is what can be made of the
/// rest, and none to play.
pub(super) fn build(text: &str, options: &[(&str, &str)], f: &mut Findings) -> Option<Built> {
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
    f.broken = !errors.is_empty();
    let mut file = FileVariant::read(&Section::root(root.get_ref()), f);
    check_words(&file, f);
    let size = check_size(&file, f);
    let keeps_colour = size.keeps_colour;
    let mut in_force = match check_options(&file, &file.options, keeps_colour, f) {
        Ok(in_force) => in_force,
        Err(refusals) => {
            for (key, text) in refusals {
                f.error(&key, text);
            }
            fallback(&file, keeps_colour)
        }
    };
    if f.broken {
        // What hangs together cannot be told of a text with holes.
        return None;
    }
    if !options.is_empty() {
        for (key, value) in options {
            if let Err(text) = set_option(&mut file.options, key, value) {
                f.option(key, text);
                return None;
            }
        }
        match check_options(&file, &file.options, keeps_colour, f) {
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
    let grid = build_shape(&file, &size, shift, f);
    let pieces = build_pieces(&file, f);
    let mut variant = Variant {
        id: file.id.clone(),
        name: file.name.clone(),
        source: file.source.clone(),
        shape: grid.shape.clone(),
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
    let usual = promotes_to(&variant, &file.rules.promotion, "rules.promotion", f);
    let mut armies = Vec::new();
    for army in &file.armies {
        armies.push((
            build_army(&file, &variant, &grid, army, &usual, f),
            army.index,
        ));
    }
    check::check_armies(&file, f);
    armies.sort_by_key(|(army, _)| army.seat);
    let order: Vec<usize> = armies.iter().map(|(_, index)| *index).collect();
    variant.armies = armies.into_iter().map(|(army, _)| army).collect();
    for (name, at) in &file.rules.dead_with_bare_king {
        match variant.kind_named(name) {
            Some(PieceType::King | PieceType::Pawn) | None => {
                let name = quote(name);
                let key = "rules.dead_with_bare_king";
                f.error_at(
                    *at,
                    key,
                    format!("{key}: {name} is not a piece besides king and pawn here"),
                );
            }
            Some(kind) => variant.dead_with_bare_king.push(kind),
        }
    }
    let built = Built {
        file,
        variant,
        order,
    };
    check::check(&built, &grid, f);
    Some(built)
}

impl FileVariant {
    fn read(root: &Section<'_>, f: &mut Findings) -> Self {
        let format = match root.number("format", f) {
            None if !root.has("format") => 1,
            // What the newest edition has can at least be judged.
            None => 2,
            Some(format @ 1..=2) => format,
            Some(format) => {
                f.error("format", format!("format: {format} is not 1 or 2"));
                2
            }
        };
        let mut known = vec![
            "id", "name", "source", "board", "pawns", "rules", "options", "starts", "armies",
        ];
        if root.has("format") {
            known.push("format");
        }
        root.allow(&known, &["pieces"], format, f);
        let mut text = |key: &str| needed!(root.text(key; f)).unwrap_or_default();
        let (id, name, source) = (text("id"), text("name"), text("source"));
        let board = root.needed_section("board", f);
        let pawns = root.needed_section("pawns", f);
        let rules = root.needed_section("rules", f);
        let options = root.needed_section("options", f);
        let armies = needed!(root.sections("armies"; f)).unwrap_or_default();
        let mut starts = Vec::new();
        if let Some(section) = root.section("starts", f) {
            for (key, _) in section.keys() {
                let text = section.text(&key, f).unwrap_or_default();
                starts.push((key, text));
            }
        }
        let mut pieces = Vec::new();
        if let Some(section) = root.section("pieces", f) {
            for (letter, at) in section.keys() {
                let Some(piece) = section.section(&letter, f) else {
                    continue;
                };
                piece.allow(&["name", "betza"], &[], format, f);
                let mut text = |key: &str| needed!(piece.text(key; f)).unwrap_or_default();
                let (name, betza) = (text("name"), text("betza"));
                pieces.push(FilePiece {
                    at,
                    letter,
                    name,
                    betza,
                });
            }
        }
        let read = |(section, index): &Placed<Section<'_>>, f: &mut Findings| {
            FileArmy::read(section, *index, format, f)
        };
        Self {
            format,
            id,
            name,
            source,
            board: FileBoard::read(&board, format, f),
            pawns: FilePawns::read(&pawns, format, f),
            rules: FileRules::read(&rules, format, f),
            options: FileOptions::read(&options, format, f),
            pieces,
            starts,
            armies: armies.iter().map(|army| read(army, f)).collect(),
        }
    }
}

// What is not told, or cannot be read, is the plainest there is; `Findings::sound` knows which.

impl FileBoard {
    fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Self {
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
        Self {
            open_seam: s
                .word("seam", &[("closed", false), ("open", true)], f)
                .unwrap_or(false),
            citadels: s.number("citadels", f).unwrap_or(0),
            null_step: s.number("null_step", f),
            moats: s.numbers("moats", f).unwrap_or_default(),
            names: s.word("names", &names, f).unwrap_or_default(),
            voids: s.texts("voids", f).unwrap_or_default(),
            rings: rings.unwrap_or(0),
            files: files.unwrap_or(0),
            centre: centre.unwrap_or(FileCentre::Closed),
        }
    }
}

impl FilePawns {
    fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Self {
        s.allow(&["kind"], &["direction_of", "sidestep"], format, f);
        let radial = needed!(s.word("kind", &[("ring", false), ("radial", true)]; f));
        let of_piece = s.word("direction_of", &[("file", false), ("piece", true)], f);
        if radial == Some(true) && of_piece.is_some() {
            f.error(
                "pawns.direction_of",
                "pawns.direction_of: is not for radial pawns".into(),
            );
        }
        Self {
            radial: radial.unwrap_or(false),
            of_piece: of_piece.unwrap_or(false),
            sidestep: s.truth("sidestep", f).unwrap_or(false),
        }
    }
}

impl FileRules {
    fn read(s: &Section<'_>, format: i64, f: &mut Findings) -> Self {
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
        Self {
            eliminated_leave: leave.unwrap_or(true),
            promotion: s.text("promotion", f).unwrap_or_else(|| "QRBN".into()),
            checkmate: checkmate.unwrap_or(Checkmate::Eliminates),
            dead_with_bare_king: dead.unwrap_or_default(),
            dead_same_colour_bishops: bishops.unwrap_or(false),
            fen: fen.unwrap_or(FenStyle::Commas),
        }
    }
}

fn check_words(file: &FileVariant, f: &mut Findings) {
    let id_ok = !file.id.is_empty()
        && file.id.len() <= 64
        && file
            .id
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !id_ok && f.sound(&["id"]) {
        let id = quote(&file.id);
        f.error(
            "id",
            format!("id: {id} is not made of lower-case letters, digits and hyphens (at most 64)"),
        );
    }
    for (key, text) in [("name", &file.name), ("source", &file.source)] {
        let line =
            !text.trim().is_empty() && text.len() <= 1000 && !text.chars().any(char::is_control);
        if !line && f.sound(&[key]) {
            f.error(
                key,
                format!("{key}: {} is not one line of 1 to 1000 bytes", quote(text)),
            );
        }
    }
}

/// The kinds of piece besides the six that the file defines or uses.
fn build_pieces(file: &FileVariant, f: &mut Findings) -> Vec<PieceKind> {
    let mut pieces: Vec<PieceKind> = Vec::new();
    for piece in &file.pieces {
        let key = format!("pieces.{}", piece.letter);
        let letter = match piece.letter.as_bytes() {
            [letter @ b'A'..=b'Z'] if !b"OPKQRBN".contains(letter) => Some(char::from(*letter)),
            _ => {
                let letter = quote(&piece.letter);
                f.error_at(
                    piece.at,
                    &key,
                    format!("pieces: {letter} is not one free capital letter"),
                );
                None
            }
        };
        let name = &piece.name;
        let word = (1..=32).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase());
        let taken = PieceType::from_name(name).is_some()
            || name == "pawn_anticlockwise"
            || pieces.iter().any(|known| known.name == *name);
        let its = format!("{key}.name");
        let named = f.sound(&[&its]);
        if named && (!word || taken) {
            let text = format!(
                "{its}: {} is not one lower-case word of its own",
                quote(name)
            );
            f.error(&its, text);
        }
        let its = format!("{key}.betza");
        let movement = Movement::parse(&piece.betza).unwrap_or_else(|error| {
            if f.sound(&[&its]) {
                let short: String = piece.betza.escape_debug().take(60).collect();
                f.error(&its, format!("{its}: '{short}': {error}"));
            }
            Movement::parse("K").expect("a movement")
        });
        // One whose movement is wrong is there all the same for those who name it.
        if let Some(letter) = letter
            && named
            && !taken
        {
            pieces.push(PieceKind {
                letter,
                name: name.clone(),
                betza: piece.betza.clone(),
                movement,
            });
        }
    }
    for (letter, name, betza) in NAMED_KINDS {
        let known = pieces
            .iter()
            .any(|piece| piece.letter == letter || piece.name == name);
        let promoted = |letters: &String| letters.contains(letter);
        let used = file.armies.iter().any(|army| {
            army.start.iter().any(|start| start.name.0 == name)
                || army.promotion.as_ref().is_some_and(promoted)
        }) || promoted(&file.rules.promotion)
            || file
                .rules
                .dead_with_bare_king
                .iter()
                .any(|(kind, _)| kind == name);
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
