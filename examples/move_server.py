"""A move server: games over HTTP, boards as JSON.

    pip install 'circularchess[examples]'
    uvicorn --app-dir examples move_server:app

    curl -X POST localhost:8000/games -d '{"variant": "bhati-3"}'
    curl -X POST localhost:8000/games/1/moves -d '{"move": "a1"}'
    curl localhost:8000/games/1
    curl localhost:8000/games/1/board.svg
"""

from __future__ import annotations

from itertools import count
from json import JSONDecodeError

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from circularchess import Board, CircularChessError, svg

#: More games than this are not kept: the oldest one is forgotten.
MOST_GAMES = 1000

games: dict[int, Board] = {}
numbers = count(1)


async def text_field(request: Request, name: str) -> str:
    """A text out of the JSON object that a request carries."""
    try:
        body = await request.json()
    except (JSONDecodeError, UnicodeDecodeError):
        raise HTTPException(400, "the request holds no JSON") from None
    if not isinstance(body, dict) or not isinstance(body.get(name), str):
        raise HTTPException(400, f"the request needs a text {name!r}")
    return str(body[name])


def game_of(request: Request) -> Board:
    """The game that a request is about."""
    number: int = request.path_params["number"]
    if number not in games:
        raise HTTPException(404, f"there is no game {number}")
    return games[number]


def answer(board: Board, status: int = 200, **headers: str) -> Response:
    """All that a front end needs: pieces, turn, legal moves, last move, events, outcome."""
    text = board.to_json(legal_moves=True, history=False)
    return Response(text, status, headers, media_type="application/json")


async def new_game(request: Request) -> Response:
    """Begin a game of a variant."""
    board = Board(await text_field(request, "variant"))
    number = next(numbers)
    games[number] = board
    if len(games) > MOST_GAMES:
        del games[min(games)]
    return answer(board, 201, location=f"/games/{number}")


async def show_game(request: Request) -> Response:
    """Tell how a game stands."""
    return answer(game_of(request))


async def make_move(request: Request) -> Response:
    """Make a move, written as `Nc12` or `c16b14`."""
    board = game_of(request)
    text = await text_field(request, "move")
    uci = {move.uci(): move for move in board.legal_moves}
    board.push(uci[text] if text in uci else board.parse_san(text))
    return answer(board)


async def draw_game(request: Request) -> Response:
    """Draw the board, the army to move at the bottom."""
    board = game_of(request)
    return Response(svg.snapshot(board, orientation=board.turn), media_type="image/svg+xml")


async def refuse(_: Request, error: Exception) -> Response:
    """Every mistake is told as a JSON object."""
    if isinstance(error, HTTPException):
        return JSONResponse({"error": error.detail}, error.status_code)
    return JSONResponse({"error": str(error)}, 400)


app = Starlette(
    routes=[
        Route("/games", new_game, methods=["POST"]),
        Route("/games/{number:int}", show_game),
        Route("/games/{number:int}/moves", make_move, methods=["POST"]),
        Route("/games/{number:int}/board.svg", draw_game),
    ],
    exception_handlers={HTTPException: refuse, CircularChessError: refuse},
)
