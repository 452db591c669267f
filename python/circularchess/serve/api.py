"""The HTTP interface: one function a request. `openapi` describes them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ..board import Board
from ..errors import CircularChessError, shorten
from ..game import Game
from ..records.json_format import board_to_dict
from ..short_rules import short_rules
from ..svg import board as draw
from ..variant import Variant, variants
from . import machines
from .clocks import Clocks, read_controls
from .http import Answer, address_of, check_origin, cookie_of, read_json, tokens_of
from .match import State, claim_draw, move, resign
from .openapi import description
from .records import read_record, write_record
from .refusal import RefusedError
from .seats import Seat, digest, held, new_secret, read_name, read_seats

if TYPE_CHECKING:
    from starlette.requests import Request

    from .tables import Table, Tables

__all__ = ["ROUTES", "act"]

#: A year.
_COOKIE_AGE: Final = 365 * 86_400
_MOST_MOVES: Final = 6_000
_NAME: Final = "0123456789abcdefghijkmnopqrstuvwxyz"


def _tables(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


async def _table(request: Request) -> Table:
    return await _tables(request).get(request.path_params["id"])


async def _body(request: Request, known: tuple[str, ...]) -> dict[str, Any]:
    check_origin(request, request.app.state.origins, needed=False)
    return await read_json(request, _tables(request).limits.body_bytes, known)


def _armies(request: Request, table: Table) -> frozenset[str]:
    """The armies that speak in a request. Raises `RefusedError` for none."""
    tokens, by_cookie = tokens_of(request, table.name)
    found = held(table.seats, tokens)
    if not found:
        raise RefusedError(401, "a seat's token is needed")
    if by_cookie:
        check_origin(request, request.app.state.origins, needed=True)
    return found


# --- Variants and positions ----------------------------------------------------------------------


async def health(request: Request) -> Response:
    """Whether the server is there, and how much goes on."""
    tables = _tables(request)
    return Answer({"status": "ok", "games": tables.in_memory, "sockets": tables.sockets})


async def list_variants(_: Request) -> Response:
    """All variants, in short."""
    return Answer({"variants": [_summary(one) for one in variants()], "machines": _machines()})


async def one_variant(request: Request) -> Response:
    """One variant with its rules."""
    variant = _variant(request.path_params["variant"])
    board = Board(variant)
    start = {str(square): piece.symbol for square, piece in board.piece_map().items()}
    found = {"rules": short_rules(variant), "fen": board.fen(), "start": start}
    return Answer({**_summary(variant), **found})


async def variant_geometry(request: Request) -> Response:
    """Where the squares lie, for whoever draws the board."""
    variant = _variant(request.path_params["variant"])
    seat = request.query_params.get("seat")
    mirrored = request.query_params.get("mirrored") in ("1", "true")
    flat = request.query_params.get("layout") == "flat"
    make = variant.flat_geometry if flat else variant.geometry
    return Answer(make(seat=seat, mirrored=mirrored).to_json())


async def variant_picture(request: Request) -> Response:
    """The start position drawn."""
    picture = draw(Board(_variant(request.path_params["variant"])), coordinates=False)
    return Response(picture, media_type="image/svg+xml")


def _variant(name: str) -> Variant:
    found = next((one for one in variants() if one.id == name), None)
    if found is None:
        raise RefusedError(404, f"no variant {shorten(name)}")
    return found


def _summary(variant: Variant) -> dict[str, Any]:
    return {
        "id": variant.id,
        "name": variant.name,
        "rings": variant.rings,
        "files": variant.files,
        "centre": variant.centre,
        "armies": [
            {"letter": army.letter, "name": army.name, "side": army.side} for army in variant.armies
        ],
        "options": variant.options,
    }


def _machines() -> list[dict[str, str]]:
    return [{"id": name, "plays": words} for name, words in machines.machines().items()]


_POSITION: Final = ("variant", "options", "fen", "moves")
_PLACED: Final = ("pieces", "turn")


def _board(told: Mapping[str, Any]) -> Board:
    """The board of a position told by variant, options, text and moves."""
    name, options, fen, moves = (told.get(key) for key in _POSITION)
    name = "circular" if name is None else name
    if not isinstance(name, str) or name not in {one.id for one in variants()}:
        raise RefusedError(422, f"unknown variant {shorten(name)}")
    if options is not None and not isinstance(options, dict):
        raise RefusedError(422, f"options: an object is needed, not {shorten(options)}")
    if fen is not None and not isinstance(fen, str):
        raise RefusedError(422, f"fen: a text is needed, not {shorten(fen)}")
    moves = [] if moves is None else moves
    if not isinstance(moves, list) or not all(isinstance(one, str) for one in moves):
        raise RefusedError(422, "moves: a list of texts is needed")
    if len(moves) > _MOST_MOVES:
        raise RefusedError(422, f"moves: at most {_MOST_MOVES}")
    if any(key in told for key in _PLACED):
        if fen is not None:
            raise RefusedError(422, "fen: not together with pieces and turn")
        placed = {key: told[key] for key in _PLACED if key in told}
        board = Board.from_json({"variant": name, "options": options or {}, **placed})
    else:
        board = Board(name, fen, options=options)
    for text in moves:
        word, _, army = text.partition(" ")
        if word in ("resign", "time") and army:
            (board.resign if word == "resign" else board.lose_on_time)(army)
        elif text == "draw":
            board.agree_draw()
        else:
            board.push_uci(text)
    return board


async def position(request: Request) -> Response:
    """A position with all its legal moves, nothing kept."""
    body = await _body(request, (*_POSITION, *_PLACED))

    def answer() -> dict[str, Any]:
        return board_to_dict(_board(body), legal_moves=True)

    return Answer(await run_in_threadpool(answer))


async def engine_move(request: Request) -> Response:
    """What a machine would play in a position."""
    body = await _body(request, (*_POSITION, "player"))
    board, player = await run_in_threadpool(_board, body), body.get("player", "greedy")
    if not isinstance(player, str) or player not in machines.machines():
        raise RefusedError(422, f"player: no machine {shorten(player)}")
    if board.outcome() is not None or not board.legal_moves:
        raise RefusedError(422, "the game is over")
    tables, seconds = _tables(request), _tables(request).limits.engine_seconds
    found = await tables.ask(address_of(request), machines.choose, player, board.copy(), seconds)
    return Answer({"move": found.uci(), "san": board.san(found)})


async def analysis(request: Request) -> Response:
    """What the engine thinks of a position."""
    body = await _body(request, (*_POSITION, "lines"))
    board = await run_in_threadpool(_board, body)
    tables = _tables(request)
    lines, seconds = body.get("lines", 1), tables.limits.engine_seconds
    who = address_of(request)
    return Answer(await tables.ask(who, machines.analyse, board, lines, seconds))


async def record(request: Request) -> Response:
    """The game of a record in PGN: all its moves and what is said of them."""
    body = await _body(request, ("pgn",))
    text = body.get("pgn")
    if not isinstance(text, str):
        raise RefusedError(422, f"pgn: a text is needed, not {shorten(text)}")
    return Answer(await run_in_threadpool(read_record, text))


async def written(request: Request) -> Response:
    """A record in PGN of moves with variations and comments."""
    body = await _body(request, ("variant", "options", "fen", "nodes"))
    nodes = body.get("nodes")
    start = await run_in_threadpool(_board, {name: body.get(name) for name in _POSITION})
    return Answer({"pgn": await run_in_threadpool(write_record, start, nodes)})


# --- Games ---------------------------------------------------------------------------------------


async def open_game(request: Request) -> Response:
    """A new game; answers with the secrets of its seats."""
    body = await _body(request, ("variant", "options", "fen", "clock", "seats"))
    board = await run_in_threadpool(_board, {key: body.get(key) for key in _POSITION})
    seats = read_seats(body.get("seats"), board.armies, machines.machines())
    controls = read_controls(body.get("clock"), board.armies)
    return await _seated(request, board, body.get("fen"), controls, seats)


async def _seated(
    request: Request, board: Board, fen: str | None, controls: Any, seats: dict[str, Seat]
) -> Response:
    """A new game with its secrets made."""
    tokens: dict[str, str] = {}
    codes: dict[str, str] = {}
    here: list[str] = []
    final: dict[str, Seat] = {}
    for army, seat in seats.items():
        secret = new_secret()
        if seat.kind == "invite":
            codes[army] = secret
            seat = Seat("invite", seat.name, code=digest(secret))
        elif seat.kind != "machine":
            seat = seat.claimed(secret)
            (here.append(secret) if seat.kind == "here" else tokens.update({army: secret}))
        final[army] = seat
    name = new_name()
    state = State(board, Clocks.new(controls))
    await _tables(request).open(name, state, final, fen, address_of(request))
    found = {
        "id": name,
        "seats": tokens,
        "invitations": codes,
        "here": [army for army, seat in final.items() if seat.kind == "here"],
    }
    answer = Answer(found, 201, {"Location": str(request.url_for("game", id=name).path)})
    if here:
        _set_cookie(request, answer, name, here)
    return answer


def _set_cookie(request: Request, answer: Response, name: str, tokens: list[str]) -> None:
    """Give the browser the seats' tokens, for its own eyes only."""
    answer.set_cookie(
        cookie_of(name),
        ".".join(tokens),
        max_age=_COOKIE_AGE,
        path=request.scope.get("root_path", "") or "/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


async def game_state(request: Request) -> Response:
    """The state of a game, and which seats the asker holds."""
    table = await _table(request)
    tokens, _ = tokens_of(request, table.name)
    return Answer({**table.to_json(), "you": sorted(held(table.seats, tokens))})


async def game_at(request: Request) -> Response:
    """The board as it was after some actions."""
    table = await _table(request)
    log, ply = table.state.log, request.path_params["ply"]
    if ply > len(log):
        raise RefusedError(404, f"the game has {len(log)} plies")
    board = table.state.board.copy()
    for _ in range(len(log) - ply):
        board.pop()
    return Answer({**board_to_dict(board, legal_moves=True), "ply": ply})


async def game_record(request: Request) -> Response:
    """The game as PGN."""
    table = await _table(request)
    entries = table.state.log
    headers = {"Event": "Game in the browser", "Site": "circularchess serve"}
    if entries:
        headers["Date"] = datetime.fromtimestamp(entries[0].at, UTC).strftime("%Y.%m.%d")
    players = {
        army: name
        for army, seat in table.seats.items()
        if (name := seat.name or seat.player) is not None
    }
    game = Game.from_board(table.state.board, players=players, headers=headers)
    return PlainTextResponse(
        game.to_pgn(), media_type="application/x-chess-pgn", headers={"Cache-Control": "no-store"}
    )


#: What players can do in a game, and what each may be told with it.
ACTS: Final = {
    "moves": ("move", "ply"),
    "resign": ("army",),
    "draw": ("action",),
    "undo": ("action",),
}


async def act(table: Table, armies: frozenset[str], what: str, told: Mapping[str, Any]) -> None:
    """Do something in a game for armies whose seats are held. Raises `RefusedError`."""
    if what == "moves":
        text, ply = told.get("move"), told.get("ply")
        if not isinstance(text, str):
            raise RefusedError(422, f"move: a text is needed, not {shorten(text)}")
        if ply is not None and (not isinstance(ply, int) or isinstance(ply, bool)):
            raise RefusedError(422, f"ply: a whole number is needed, not {shorten(ply)}")
        await table.change(lambda state, now: move(state, armies, text, now, ply))
    elif what == "resign":
        army = told.get("army")
        if army is None:
            turn = table.state.board.turn
            army = turn if turn in armies else min(armies, key=table.state.board.armies.index)
        if not isinstance(army, str) or army not in armies:
            raise RefusedError(403, f"army: {shorten(army)} is not yours")
        await table.change(lambda state, now: resign(state, army, now))
    elif what == "draw":
        action = _word(told, ("offer", "accept", "decline", "claim"))
        if action == "claim":
            await table.change(lambda state, now: claim_draw(state, armies, now))
        elif action == "accept" and not table.state.draw:
            raise RefusedError(409, "no draw has been offered")
        else:
            await table.offer_draw(armies, action != "decline")
    else:
        action = _word(told, ("ask", "accept", "decline"))
        if action == "accept" and table.state.undo_by is None:
            raise RefusedError(409, "nobody asked to take a move back")
        await table.ask_undo(armies, action != "decline")


def _word(told: Mapping[str, Any], known: tuple[str, ...]) -> str:
    action = told.get("action", known[0])
    if action not in known:
        raise RefusedError(422, f"action: {shorten(action)} is none of {', '.join(known)}")
    return str(action)


async def play(request: Request) -> Response:
    """Move, resign, offer a draw or ask for a move back; answers with the new state."""
    what = request.path_params["what"]
    if what not in ACTS:
        raise RefusedError(404, "not found")
    table = await _table(request)
    armies = _armies(request, table)
    body = await _body(request, ACTS[what])
    await act(table, armies, what, body)
    return Answer({**table.to_json(), "you": sorted(armies)})


async def join(request: Request) -> Response:
    """Exchange an invitation's code for a seat, whose token is told once or kept in a cookie."""
    table = await _table(request)
    body = await _body(request, ("code", "cookie", "name"))
    code, token = body.get("code"), new_secret()
    if not isinstance(code, str):
        raise RefusedError(422, f"code: a text is needed, not {shorten(code)}")
    name = read_name(body["name"], "name") if body.get("name") is not None else None
    army = await table.join(digest(code), token, name)
    if body.get("cookie") is not True:
        return Answer({"seat": army, "token": token})
    kept, _ = tokens_of(request, table.name)
    mine = [one for one in kept if held(table.seats, [one])]
    answer = Answer({"seat": army})
    _set_cookie(request, answer, table.name, [*mine, token])
    return answer


async def invite(request: Request) -> Response:
    """A new code for a seat nobody has taken yet; the old one is no use any more."""
    table = await _table(request)
    _armies(request, table)
    body = await _body(request, ("army",))
    army = body.get("army")
    seat = table.seats.get(army) if isinstance(army, str) else None
    if seat is None or seat.kind != "invite" or seat.taken:
        raise RefusedError(409, f"army: {shorten(army)} is no seat that waits for somebody")
    code = new_secret()
    await table.change_seats({str(army): Seat("invite", seat.name, code=digest(code))})
    return Answer({"invitations": {army: code}})


async def rematch(request: Request) -> Response:
    """The same game again, with everybody one seat on; those who play get their seats by asking.

    The first who asks opens it. Each player's cookie or token of the old game is good for the
    seat that follows in the new one.
    """
    table = await _table(request)
    _armies(request, table)
    await _body(request, ())
    if table.state.board.outcome() is None:
        raise RefusedError(409, "the game is not over yet")
    name = await table.open_rematch(new_name)
    new = await _tables(request).get(name)
    tokens, by_cookie = tokens_of(request, table.name)
    answer = Answer({"id": name, "seats": sorted(held(new.seats, tokens))})
    if by_cookie:
        _set_cookie(request, answer, name, tokens)
    return answer


def new_name() -> str:
    """The name of a new game, which cannot be guessed: 62 bits."""
    return "".join(secrets.choice(_NAME) for _ in range(12))


async def openapi(request: Request) -> Response:
    """What this interface is, for programs."""
    return Answer(description(request.scope.get("root_path", "") or "/"))


_GAME: Final = "/api/games/{id:str}"

ROUTES: Final = [
    Route("/health", health),
    Route("/openapi.json", openapi),
    Route("/api/variants", list_variants),
    Route("/api/variants/{variant:str}", one_variant),
    Route("/api/variants/{variant:str}/geometry", variant_geometry),
    Route("/api/variants/{variant:str}/board.svg", variant_picture),
    Route("/api/position", position, methods=["POST"]),
    Route("/api/engine", engine_move, methods=["POST"]),
    Route("/api/analysis", analysis, methods=["POST"]),
    Route("/api/record", record, methods=["POST"]),
    Route("/api/pgn", written, methods=["POST"]),
    Route("/api/games", open_game, methods=["POST"]),
    Route(_GAME, game_state, name="game"),
    Route(_GAME + "/pgn", game_record),
    Route(_GAME + "/plies/{ply:int}", game_at),
    Route(_GAME + "/join", join, methods=["POST"]),
    Route(_GAME + "/invitations", invite, methods=["POST"]),
    Route(_GAME + "/rematch", rematch, methods=["POST"]),
    Route(_GAME + "/{what:str}", play, methods=["POST"]),
]


def errors() -> dict[Any, Any]:
    """What is answered when something is refused."""
    from starlette.exceptions import HTTPException

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, RefusedError)
        return Answer({"error": error.message}, error.status)

    async def wrong(_: Request, error: Exception) -> Response:
        return Answer({"error": str(error)}, 422)

    async def other(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        headers = dict(error.headers) if error.headers else None
        return Answer({"error": str(error.detail).lower()}, error.status_code, headers)

    return {RefusedError: refused, CircularChessError: wrong, HTTPException: other}
