"""Laws that hold for every position of games with ring pawns, tried on random ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circularchess import Board, Move, Piece, PieceType, Setup, Square
from circularchess._core import Position as RustPosition
from circularchess.engine import EngineName
from circularchess.fen import parse_fen
from slow_walk import SlowWalk
from strategies import RING_GAMES, ring_setups
from symmetries import mapped, on_file, recoloured

ENGINES: tuple[EngineName, EngineName] = ("rust", "reference")

#: The kinds that every variant has.
CLASSIC = [kind for kind in PieceType if kind <= PieceType.KING]

games_to_play = pytest.mark.parametrize("game", RING_GAMES)
GAME_NAMES = st.sampled_from(list(RING_GAMES))


@st.composite
def any_setup(draw: st.DrawFn, pawns: bool = True, most: int = 16) -> tuple[str, Setup]:
    """A game and a position of it."""
    game = draw(GAME_NAMES)
    return game, draw(ring_setups(game, pawns, most))


def _boards(game: str, setup: Setup) -> tuple[Board, Board]:
    fast, slow = (Board.from_setup(setup, RING_GAMES[game], engine=engine) for engine in ENGINES)
    return fast, slow


def _assert_agree(fast: Board, slow: Board) -> None:
    """Two engines say the same of the same position, whatever one asks."""
    one, two = fast.position, slow.position
    legal = one.legal_moves()
    assert legal == two.legal_moves() == sorted(set(legal))
    assert one.safe_moves() == two.safe_moves()
    assert one.legal_count() == two.legal_count() == len(legal)
    assert (one.turn, one.in_play, one.end) == (two.turn, two.in_play, two.end)
    assert one.events == two.events
    assert one.piece_map() == two.piece_map()
    assert one.setup() == two.setup()
    for army in fast.armies:
        assert one.is_check(army) == two.is_check(army)
        for square in fast.variant.squares():
            assert one.attackers(army, square) == two.attackers(army, square)


def _compare(game: str, setup: Setup, seed: int, plies: int) -> None:
    """Both engines along a random game from a position."""
    fast, slow = _boards(game, setup)
    _assert_agree(fast, slow)
    for _ in range(plies):
        legal = list(fast.legal_moves)
        if not legal:
            break
        # A cheap generator of our own, so that the moves depend on the seed alone.
        seed = (seed * 1103515245 + 12345) % 2**31
        move = legal[seed // 65536 % len(legal)]
        fast.push(move)
        slow.push(move)
        assert fast == slow
        _assert_agree(fast, slow)


@given(any_setup(), st.integers(0, 2**31 - 1))
def test_engines_agree(position: tuple[str, Setup], seed: int) -> None:
    _compare(*position, seed, plies=4)


@games_to_play
@settings(max_examples=2)
@given(seed=st.integers(0, 2**31 - 1))
def test_engines_agree_along_a_game(game: str, seed: int) -> None:
    _compare(
        game, RING_GAMES[game].start_setup(), seed, plies=40 if RING_GAMES[game].files < 32 else 8
    )


@pytest.mark.deep
@settings(max_examples=400)
@given(any_setup(most=30), st.integers(0, 2**31 - 1))
def test_engines_agree_deeply(position: tuple[str, Setup], seed: int) -> None:
    _compare(*position, seed, plies=10)


@given(any_setup(), st.data())
def test_any_move_is_legal_to_both_or_neither(
    position: tuple[str, Setup], data: st.DataObject
) -> None:
    fast, slow = _boards(*position)
    squares = st.sampled_from([*fast.variant.squares(), Square("z9"), Square("a999")])
    origins = st.one_of(squares, st.sampled_from(sorted(fast.piece_map())))
    legal = set(fast.legal_moves)
    for _ in range(20):
        kind = data.draw(st.sampled_from([None, *(PieceType(n) for n in range(2, 6))]))
        move = Move(data.draw(origins), data.draw(squares), kind)
        assert fast.is_legal(move) == slow.is_legal(move) == (move in legal)
        assert fast.is_safe(move) == slow.is_safe(move)
        assert (fast.position.play(move) is None) == (move not in legal)


@given(any_setup(pawns=False))
def test_pieces_move_as_the_slow_walk_says(position: tuple[str, Setup]) -> None:
    game, setup = position
    walk = SlowWalk(RING_GAMES[game])
    for board in _boards(game, setup):
        pieces = board.piece_map()
        own = {square for square, piece in pieces.items() if piece.army == board.turn}
        walked = {
            Move(origin, target)
            for origin in own
            for target in walk.attacked(pieces[origin].letter, origin, pieces)
            if target not in own
        }
        legal = set(board.legal_moves)
        if board.variant.check == "snaffle":
            assert legal == (walked if legal else set())
        assert legal <= walked
        # A safe move is one after which the slow walk finds nobody that attacks the king.
        if board.position.end is None:
            assert set(board.safe_moves) == {m for m in walked if _leaves_safe(board, walk, m)}


def _leaves_safe(board: Board, walk: SlowWalk, move: Move) -> bool:
    """Whether nobody can take the mover's king after the move, or nobody is left to."""
    mover, pieces = board.turn, {str(s): piece for s, piece in board.piece_map().items()}
    taken = pieces.get(str(move.to_square))
    if taken is not None and taken.type == PieceType.KING:
        return True
    pieces[str(move.to_square)] = pieces.pop(str(move.from_square))
    (king,) = (s for s, p in pieces.items() if (p.army, p.type) == (mover, PieceType.KING))
    return not any(
        king in walk.attacked(piece.letter, square, pieces)
        for square, piece in pieces.items()
        if piece.army != mover
    )


# --- Moves and back, text and back, keys ---------------------------------------------------------


def _state(board: Board) -> tuple[object, ...]:
    position = board.position
    return (
        board.fen(),
        position.setup(),
        position.end,
        position.events,
        position.key(),
        hash(position),
        position.legal_moves(),
        board.move_stack,
        board.outcome(),
        board.is_repetition(2),
    )


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=15)
@given(any_setup(), st.integers(0, 2**31 - 1))
def test_push_then_pop_restores_everything(
    engine: EngineName, position: tuple[str, Setup], seed: int
) -> None:
    game, setup = position
    board = Board.from_setup(setup, RING_GAMES[game], engine=engine)
    states = [_state(board)]
    moves: list[Move] = []
    while len(moves) < 8 and board.legal_moves:
        for move in board.legal_moves:
            board.push(move)
            assert board.pop() == move
        assert _state(board) == states[-1]
        legal = list(board.legal_moves)
        moves.append(legal[seed % len(legal)])
        board.push(moves[-1])
        states.append(_state(board))
    while moves:
        assert _state(board) == states.pop()
        assert board.pop() == moves.pop()
    assert _state(board) == states.pop()


@given(any_setup())
def test_texts_read_back(position: tuple[str, Setup]) -> None:
    game, setup = position
    boards = _boards(game, setup)
    (text,) = {board.fen() for board in boards}
    for board in boards:
        again = Board(board.variant, text, engine=board.engine)
        assert again == board
        assert again.fen() == text
        assert again.position == board.position
        assert again.position.key() == board.position.key()
        assert again.position.end == board.position.end
    parsed = parse_fen(text, RING_GAMES[game])
    assert (parsed.pieces, parsed.turn) == (setup.pieces, setup.turn)
    assert (parsed.halfmove, parsed.round) == (setup.halfmove, setup.round)


@given(any_setup(), st.integers(0, 2**31 - 1))
def test_the_key_kept_up_is_the_key_from_scratch(position: tuple[str, Setup], seed: int) -> None:
    game, setup = position
    board = Board.from_setup(setup, RING_GAMES[game])
    for _ in range(60):
        assert isinstance(board.position, RustPosition)
        assert board.position.key() == board.position.key_from_scratch()
        legal = list(board.legal_moves)
        if not legal:
            break
        for move in legal[:: max(1, len(legal) // 5)]:
            after = board.position.play(move)
            assert after is not None
            assert after.key() == after.key_from_scratch()
        seed = (seed * 1103515245 + 12345) % 2**31
        board.push(legal[seed // 65536 % len(legal)])
        if board.position.end is None:
            # And the key of the same position put up anew.
            again = Board(board.variant, board.fen())
            assert again.position.key() == board.position.key()


@given(ring_setups("circular", most=6), st.integers(0, 2**31 - 1))
def test_engines_agree_which_positions_are_the_same(setup: Setup, seed: int) -> None:
    # Few pieces shuffled about, so that positions do come again.
    fast, slow = _boards("circular", setup)
    keys: list[tuple[object, object]] = []
    for ply in range(24):
        keys.append((fast.position.key(), slow.position.key()))
        legal = list(fast.legal_moves)
        if not legal:
            break
        back = None
        if ply % 4 in (2, 3) and len(fast.move_stack) >= 2:
            last = fast.move_stack[-2]
            back = Move(last.to_square, last.from_square)
        seed = (seed * 1103515245 + 12345) % 2**31
        move = back if back in legal else legal[seed // 65536 % len(legal)]
        assert move is not None
        fast.push(move)
        slow.push(move)
        assert fast.is_repetition(2) == slow.is_repetition(2)
        assert fast.outcome(claim_draw=True) == slow.outcome(claim_draw=True)
    for one in keys:
        for two in keys:
            assert (one[0] == two[0]) == (one[1] == two[1])


# --- Symmetries ----------------------------------------------------------------------------------

DEPTHS: dict[EngineName, int] = {"rust": 3, "reference": 1}


def _counts(game: str, setup: Setup, engine: EngineName) -> list[int]:
    position = Board.from_setup(setup, RING_GAMES[game], engine=engine).position
    return [position.perft(depth) for depth in range(1, DEPTHS[engine] + 1)]


def _assert_same(game: str, engine: EngineName, *setups: Setup) -> None:
    first, *others = (_counts(game, setup, engine) for setup in setups)
    for other in others:
        assert other == first


@pytest.mark.parametrize("engine", ENGINES)
@given(any_setup(most=12))
def test_reflection_changes_nothing(engine: EngineName, position: tuple[str, Setup]) -> None:
    """File f becomes F + 1 - f, colours kept.

    Clockwise becomes anticlockwise, and the near files, where White goes clockwise, become the
    far ones, where it goes anticlockwise; promotion files F/2 and F/2 + 1 change places, as do
    White's start files 2 and F - 1 and Black's F/2 - 1 and F/2 + 2. So pawns stay pawns.
    """
    game, setup = position
    files = RING_GAMES[game].files
    _assert_same(game, engine, setup, mapped(setup, on_file(files, lambda f: files + 1 - f)))


@pytest.mark.parametrize("engine", ENGINES)
@given(any_setup(most=12))
def test_exchanging_the_colours_changes_nothing(
    engine: EngineName, position: tuple[str, Setup]
) -> None:
    """White's pawns go clockwise on the near files and Black's on the far ones.

    So Black's way is White's turned by half the files, and also White's reflected within the
    near half and within the far half: f becomes F/2 + 1 - f, which turns 1..F/2 round and, past
    the seam, F/2+1..F.
    """
    game, setup = position
    files = RING_GAMES[game].files
    turned = mapped(recoloured(setup), on_file(files, lambda f: f + files // 2))
    folded = mapped(recoloured(setup), on_file(files, lambda f: files // 2 + 1 - f))
    _assert_same(game, engine, setup, turned, folded)


@pytest.mark.parametrize("engine", ENGINES)
@given(any_setup(pawns=False, most=10), st.integers(1, 31))
def test_without_pawns_nothing_has_a_direction(
    engine: EngineName, position: tuple[str, Setup], turn: int
) -> None:
    game, setup = position
    variant = RING_GAMES[game]

    def inside_out(square: Square) -> Square:
        return Square.at(variant.rings + 1 - square.ring, square.file)

    rotated = mapped(setup, on_file(variant.files, lambda f: f + turn))
    twisted = mapped(mapped(setup, inside_out), on_file(variant.files, lambda f: turn - f))
    # No pawn will ever stand there, so the colours have no direction either.
    _assert_same(
        game, engine, setup, rotated, mapped(setup, inside_out), twisted, recoloured(setup)
    )


@games_to_play
def test_symmetries_of_the_start(game: str, engine: EngineName) -> None:
    files = RING_GAMES[game].files
    start = RING_GAMES[game].start_setup()
    mirrored = mapped(start, on_file(files, lambda f: files + 1 - f))
    turned = mapped(recoloured(start), on_file(files, lambda f: f + files // 2))
    _assert_same(game, engine, start, mirrored, turned)


def test_rotation_matters_to_pawns(engine: EngineName) -> None:
    # The laws above are no accident of counting: turned by one file this pawn has run home.
    setup = parse_fen("K7k7/16/5P10/16 w - - 0 1", RING_GAMES["circular"])
    turned = mapped(setup, on_file(16, lambda f: f + 1))
    # Five king steps, and one pawn step or four promotions.
    assert _counts("circular", setup, engine)[0] == 6
    assert _counts("circular", turned, engine)[0] == 9


# --- What cannot be played -----------------------------------------------------------------------


@st.composite
def _wild_setups(draw: st.DrawFn) -> tuple[str, Setup]:
    """Whatever a text can say: any number of kings, pawns anywhere, rights without a reason."""
    game = draw(GAME_NAMES)
    squares = st.sampled_from(list(RING_GAMES[game].squares()))
    armies = st.sampled_from(RING_GAMES[game].letters)
    piece = st.builds(Piece, armies, st.sampled_from(CLASSIC))
    setup = Setup(draw(st.dictionaries(squares, piece, max_size=8)), draw(armies))
    # A king each, mostly, for the other reasons to be told apart.
    for army in draw(st.sampled_from(["wb", "wb", "w", ""])):
        setup.pieces[draw(squares)] = Piece(army, PieceType.KING)
    setup.castling = draw(st.frozensets(st.tuples(armies, st.sampled_from("KQ")), max_size=1))
    setup.en_passant = tuple(draw(st.lists(squares, max_size=1)))
    return game, setup


@settings(max_examples=150)
@given(_wild_setups())
def test_engines_refuse_the_same_for_the_same_reasons(position: tuple[str, Setup]) -> None:
    game, setup = position
    fast, slow = (
        Board.from_setup(setup, RING_GAMES[game], engine=engine, validate=False)
        for engine in ENGINES
    )
    kinds = [sorted(kind for kind, _ in board.status()) for board in (fast, slow)]
    for reasons in kinds:
        # Attacks need not be looked at where the position is impossible anyway.
        if len(reasons) > 1 and "opposite_check" in reasons:
            reasons.remove("opposite_check")
    assert kinds[0] == kinds[1], (fast.status(), slow.status())
    if not kinds[0]:
        _assert_agree(fast, slow)


@settings(max_examples=100)
@given(_wild_setups(), st.data())
def test_engines_refuse_what_no_text_can_say(
    position: tuple[str, Setup], data: st.DataObject
) -> None:
    game, setup = position
    piece = Piece("w", PieceType.ROOK)
    match data.draw(st.sampled_from(["square", "army", "turn", "outbound", "round", "half", "in"])):
        case "square":
            off = [
                Square.at(RING_GAMES[game].rings + 1, 1),
                Square.at(1, RING_GAMES[game].files + 1),
            ]
            setup.pieces[data.draw(st.sampled_from(off))] = piece
        case "army":
            setup.pieces[Square("a2")] = Piece("x", PieceType.ROOK)
        case "turn":
            setup.turn = data.draw(st.sampled_from(["x", "", "white", "W"]))
        case "outbound":
            setup.pieces[Square("a2")] = Piece("w", data.draw(st.sampled_from(CLASSIC)), True)
        case "round":
            setup.round = data.draw(st.sampled_from([0, -1, 2**31, 2**64, -(2**64)]))
        case "half":
            setup.halfmove = data.draw(st.sampled_from([-1, 2**31, 2**64, -(2**64)]))
        case "in":
            setup.in_play = data.draw(st.sampled_from([frozenset("wx"), frozenset("wbx")]))
    for engine in ENGINES:
        board = Board.from_setup(setup, RING_GAMES[game], engine=engine, validate=False)
        assert board.status()
        assert all(text.isprintable() and len(text) < 200 for _, text in board.status())
