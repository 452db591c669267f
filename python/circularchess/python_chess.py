"""What python-chess has, and what is the same here, has another name, or is not there.

The page "Coming from python-chess" shows these tables, and asking for a name that is not there is
answered with the one that is:

>>> Board("circular").ep_square
Traceback (most recent call last):
...
AttributeError: Board has no 'ep_square': use en_passant_squares
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

__all__ = ["TABLES", "Counterpart", "counterpart", "missing"]


class Counterpart(NamedTuple):
    """What stands here for a name of python-chess.

    `kind` is "same" for a name that means the same, "like" for the same name with a difference
    that `text` tells, "use" for another name, which `text` is or begins with, and "none" for what
    is not there, with the reason.
    """

    kind: Literal["same", "like", "use", "none"]
    text: str = ""


def _same(names: str) -> dict[str, Counterpart]:
    return dict.fromkeys(names.split(), Counterpart("same"))


def _like(**texts: str) -> dict[str, Counterpart]:
    return {name: Counterpart("like", text) for name, text in texts.items()}


def _use(**texts: str) -> dict[str, Counterpart]:
    return {name: Counterpart("use", text) for name, text in texts.items()}


def _none(why: str, names: str) -> dict[str, Counterpart]:
    return dict.fromkeys(names.split(), Counterpart("none", why))


_BITS: Final = "sets of squares are lists here"
_SETTING: Final = "setup(), change it, and Board.from_setup"
_ONLY_LEGAL: Final = "only legal moves are made and listed: legal_moves, is_legal, position.refusal"

_BOARD: Final = {
    **_same(
        "fullmove_number gives_check halfmove_clock has_kingside_castling_rights"
        " has_legal_en_passant has_queenside_castling_rights is_attacked_by is_capture"
        " is_castling is_check is_checkmate is_en_passant is_fivefold_repetition is_game_over"
        " is_irreversible is_kingside_castling is_legal is_queenside_castling is_stalemate"
        " is_valid is_zeroing king lan legal_moves move_stack parse_san parse_uci peek piece_at"
        " piece_map piece_type_at ply push push_san push_uci reset result root san set_fen uci"
        " variation_san has_castling_rights copy find_move is_repetition"
    ),
    **_like(
        attackers="a sorted list of squares",
        attacks="a sorted list of squares",
        can_claim_draw="of the present position; no next move is looked for",
        can_claim_threefold_repetition="of the present position; no next move is looked for",
        castling_rights="pairs of army and wing: ('w', 'K')",
        checkers="a sorted list of squares; of any army",
        fen="rings from the outermost in; with several armies more is told",
        is_pinned="of the army's own pieces; a piece may be pinned both ways round",
        outcome="names armies, not colours",
        pieces="a sorted list of squares",
        pop="also takes back a departure or an agreed draw",
        status="pairs of kind and text, () when the position can be played",
        turn="the letter of an army",
        unicode="rings as rows",
    ),
    **_use(
        aliases="variant.id",
        board_fen="fen().split()[0]",
        can_claim_fifty_moves="can_claim_fifty_rounds",
        castling_shredder_fen="fen",
        castling_xfen="fen",
        clean_castling_rights="castling_rights",
        clear=_SETTING,
        clear_board=_SETTING,
        clear_stack="copy(stack=False)",
        color_at="piece_at(square).army",
        empty=_SETTING,
        ep_square="en_passant_squares",
        epd="fen",
        from_epd="Board(variant, fen)",
        generate_castling_moves="legal_moves and is_castling",
        generate_legal_captures="legal_moves and is_capture",
        generate_legal_ep="legal_moves and is_en_passant",
        generate_legal_moves="legal_moves",
        has_insufficient_material="is_dead_position",
        is_fifty_moves="can_claim_fifty_rounds",
        is_insufficient_material="is_dead_position",
        is_into_check="is_safe, which says the opposite of legal moves",
        is_seventyfive_moves="outcome",
        is_variant_draw="outcome",
        is_variant_end="outcome",
        is_variant_loss="outcome",
        is_variant_win="outcome",
        parse_xboard="parse_uci",
        pin="is_pinned and legal_moves",
        push_xboard="push_uci",
        remove_piece_at=_SETTING,
        reset_board="reset",
        san_and_push="san, then push",
        set_board_fen="set_fen",
        set_castling_fen=_SETTING,
        set_epd="set_fen",
        set_piece_at=_SETTING,
        set_piece_map=_SETTING,
        shredder_fen="fen",
        starting_fen="variant.start_setup",
        uci_variant="variant.id",
        xboard="uci",
        xboard_variant="variant.id",
    ),
    **_none(
        _BITS,
        "attackers_mask attacks_mask checkers_mask pieces_mask pin_mask occupied occupied_co pawns"
        " knights bishops rooks queens kings promoted",
    ),
    **_none(
        _ONLY_LEGAL,
        "generate_pseudo_legal_captures generate_pseudo_legal_ep generate_pseudo_legal_moves"
        " has_pseudo_legal_en_passant is_pseudo_legal pseudo_legal_moves was_into_check",
    ),
    **_none(
        "no Chess960: variants say where kings and rooks start",
        "chess960 chess960_pos from_chess960_pos has_chess960_castling_rights set_chess960_pos",
    ),
    **_none(
        "round boards have more symmetries than one, and no two armies stand for each other",
        "mirror apply_mirror transform apply_transform",
    ),
    **_none("rules are in the variant's data", "captures_compulsory connected_kings one_king"),
    **_none(
        "Syzygy tables are for square boards",
        "pawnless_tbw_magic pawnless_tbw_suffix pawnless_tbz_magic pawnless_tbz_suffix tbw_magic"
        " tbw_suffix tbz_magic tbz_suffix",
    ),
}

_MOVE: Final = {
    **_same("from_square from_uci promotion to_square uci"),
    **_use(xboard="uci"),
    **_none("nothing is dropped from the hand", "drop"),
    **_none("a move is always one of a piece", "null"),
}

_PIECE: Final = {
    **_same("piece_type"),
    **_like(
        from_symbol="with the army's letter: 'wK'",
        symbol="a property, with the army's letter: 'wK'",
    ),
    **_use(color="army", unicode_symbol="Board.unicode"),
}

_OUTCOME: Final = {
    **_same("result termination"),
    **_like(winner="the letter of an army; where several win, winners has them all"),
}

_NODE: Final = {
    **_same(
        "add_line add_main_variation add_variation comment demote emt end eval eval_depth game"
        " has_variation is_end is_main_variation is_mainline mainline_moves move nags next parent"
        " promote promote_to_main remove_variation root san set_arrows set_clock set_emt set_eval"
        " starting_comment starts_variation uci variation variations arrows clock"
    ),
    **_like(
        board="costs time in proportion to the moves before it; replay goes through a game",
        mainline="an iterator over the nodes",
        ply="a property; counted from the game's start",
        turn="a property: the letter of an army",
    ),
    **_use(accept="Game.to_pgn", accept_subgame="Game.to_pgn"),
}

_GAME: Final = {
    **{name: entry for name, entry in _NODE.items() if name not in ("san", "uci")},
    **_same("errors headers from_board"),
    **_use(
        builder="circularchess.pgn.read_games",
        setup="Game(start=...)",
        time_control="headers['TimeControl']",
        without_tag_roster="Game()",
    ),
}

_HEADERS: Final = {
    **_same("clear get items keys pop popitem setdefault update values"),
    **_use(
        board="Game.start_board",
        builder="circularchess.pgn.read_games",
        copy="dict(headers)",
        variant="Game.variant",
    ),
    **_none("there are no such variants", "is_chess960 is_wild"),
}

_PGN: Final = {
    **_same("Game read_game read_headers skip_game"),
    **_use(
        BoardBuilder="read_games and Game.end().board()",
        ChildNode="GameNode",
        FileExporter="write_games",
        GameBuilder="read_games",
        GameNode="circularchess.GameNode",
        Headers="Game.headers",
        HeadersBuilder="read_games",
        Mainline="Game.mainline",
        StringExporter="Game.to_pgn",
        TimeControl="Game.headers['TimeControl']",
        parse_time_control="Game.headers['TimeControl']",
        TimeControlPart="Game.headers['TimeControl']",
        TimeControlType="Game.headers['TimeControl']",
    ),
    **_none(
        "records are read into games, without visitors",
        "BaseVisitor SkipVisitor StringExporterMixin SkipType SKIP",
    ),
    **_none("annotations are numbers: node.nags", "NAG_"),
    **_none("no expression of the reader is public", "_REGEX TAG_ROSTER LOGGER"),
    **_none("names of types only", "GameT HeadersT MainlineMapT ResultT"),
}

_MODULE: Final = {
    **_same(
        "AmbiguousMoveError Board IllegalMoveError InvalidMoveError Move Outcome Piece PieceType"
        " Square Termination pgn svg"
    ),
    **_use(
        BaseBoard="Board",
        BISHOP="PieceType.BISHOP",
        BLACK="the letter of the army, 'b'",
        COLORS="Variant.letters",
        COLOR_NAMES="Variant.armies, each with its name",
        Color="str, the letter of an army",
        ColorName="Army.name",
        FILE_NAMES="Variant.files",
        KING="PieceType.KING",
        KNIGHT="PieceType.KNIGHT",
        LegalMoveGenerator="Board.legal_moves",
        PAWN="PieceType.PAWN",
        PIECE_NAMES="PieceType",
        PIECE_SYMBOLS="PieceType.letter",
        PIECE_TYPES="PieceType",
        QUEEN="PieceType.QUEEN",
        RANK_NAMES="Variant.rings",
        ROOK="PieceType.ROOK",
        SQUARES="Variant.geometry().cells, each with its square",
        SQUARE_NAMES="Variant.geometry().cells, each with its square",
        STARTING_BOARD_FEN="Board(variant).fen()",
        STARTING_FEN="Board(variant).fen()",
        Status="Board.status",
        UNICODE_PIECE_SYMBOLS="Board.unicode",
        WHITE="the letter of the army, 'w'",
        parse_square="Square",
        piece_name="PieceType",
        piece_symbol="PieceType.letter",
        square="Variant.square_at",
        square_file="Square.file",
        square_name="str",
        square_rank="Square.ring",
        variant="Variant",
    ),
    **_like(engine="the protocol of positions; circularchess.players has what plays"),
    **_none(_BITS, "Bitboard SquareSet IntoSquareSet BB_ lsb msb popcount scan_forward"),
    **_none(_BITS, "scan_reversed flip_ shift_ ray between SQUARES_180"),
    **_none(_ONLY_LEGAL, "PseudoLegalMoveGenerator"),
    **_none("Board.status tells kinds and texts", "STATUS_"),
    **_none("two squares are joined by more ways than one", "square_distance"),
    **_none("two squares are joined by more ways than one", "square_knight_distance"),
    **_none("two squares are joined by more ways than one", "square_manhattan_distance"),
    **_none("a round board has no such mirror", "square_mirror"),
    **_none("texts are read by parse_san and set_fen", "FEN_CASTLING_REGEX SAN_REGEX"),
    **_none("names of types only", "EnPassantSpec BoardT BaseBoardT"),
    **_none("nothing of the kind exists for round boards", "gaviota polyglot syzygy"),
}

#: By what has the names: "Board", "Move" and so on; "chess" and "chess.pgn" for the modules.
#: A name that ends with `_` in the tables of modules stands for all that begin so.
TABLES: Final[dict[str, dict[str, Counterpart]]] = {
    "Board": _BOARD,
    "Move": _MOVE,
    "Piece": _PIECE,
    "Outcome": _OUTCOME,
    "Game": _GAME,
    "GameNode": _NODE,
    "Headers": _HEADERS,
    "chess": _MODULE,
    "chess.pgn": _PGN,
}

_SQUARE: Final = re.compile("[A-H][1-8]")


def counterpart(owner: str, name: str) -> Counterpart | None:
    """What stands here for a name of python-chess; None if that has no such name.

    >>> counterpart("Board", "clear_stack").text, counterpart("chess", "BB_ALL").kind
    ('copy(stack=False)', 'none')
    """
    table = TABLES[owner]
    found = table.get(name)
    if found is not None or not owner.startswith("chess"):
        return found
    if owner == "chess" and _SQUARE.fullmatch(name):
        return Counterpart("use", f"Square({name.lower()!r})")
    if name.endswith("_REGEX"):
        return table.get("_REGEX")
    for many, known in table.items():
        if many.endswith("_") and name.startswith(many):
            return known
    return None


def missing(owner: str, name: str, title: str = "") -> str:
    """The text of the `AttributeError` for a name that something does not have.

    >>> missing("Board", "mirror")[:23]
    "Board has no 'mirror': "
    >>> missing("Board", "no_such")
    "Board has no attribute 'no_such'"
    """
    known = None if name.startswith("_") else counterpart(owner, name)
    if known is None or known.kind in ("same", "like"):
        return f"{title or owner} has no attribute {name!r}"
    text = f"{title or owner} has no {name!r}"
    return f"{text}: use {known.text}" if known.kind == "use" else f"{text}: {known.text}"
