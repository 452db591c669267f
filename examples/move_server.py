"""A move server: games over HTTP, boards as JSON.

pip install 'circularchess[examples]'
flask --app examples/move_server.py run

curl localhost:5000/games --json '{"variant": "bhati-3"}'
curl localhost:5000/games/1/moves --json '{"move": "a1"}'
curl localhost:5000/games/1
curl localhost:5000/games/1/board.svg
"""

from __future__ import annotations

from itertools import count
from threading import Lock

from flask import Flask, Response, abort, request
from werkzeug.exceptions import HTTPException

from circularchess import Board, CircularChessError, svg

#: More games than this are not kept: the oldest one is forgotten.
MOST_GAMES = 1000

app = Flask(__name__)
games: dict[int, Board] = {}
numbers = count(1)
# Requests come in several threads; a board is changed by one of them at a time.
lock = Lock()


def text_field(name: str) -> str:
    """A text out of the JSON object that the request carries."""
    body = request.get_json()
    if not isinstance(body, dict) or not isinstance(body.get(name), str):
        abort(400, f"the request needs a text {name!r}")
    return str(body[name])


def game(number: int) -> Board:
    """The game of that number."""
    if number not in games:
        abort(404, f"there is no game {number}")
    return games[number]


def answer(board: Board, status: int = 200) -> Response:
    """All that a front end needs: pieces, turn, legal moves, last move, events, outcome."""
    text = board.to_json(legal_moves=True, history=False)
    return Response(text, status, mimetype="application/json")


@app.post("/games")
def new_game() -> Response:
    """Begin a game of a variant."""
    board = Board(text_field("variant"))
    with lock:
        number = next(numbers)
        games[number] = board
        if len(games) > MOST_GAMES:
            del games[min(games)]
    response = answer(board, 201)
    response.headers["Location"] = f"/games/{number}"
    return response


@app.get("/games/<int:number>")
def show_game(number: int) -> Response:
    """Tell how a game stands."""
    with lock:
        return answer(game(number))


@app.post("/games/<int:number>/moves")
def make_move(number: int) -> Response:
    """Make a move, written as `Nc12` or `c16b14`."""
    text = text_field("move")
    with lock:
        board = game(number)
        uci = {move.uci(): move for move in board.legal_moves}
        board.push(uci[text] if text in uci else board.parse_san(text))
        return answer(board)


@app.get("/games/<int:number>/board.svg")
def draw_game(number: int) -> Response:
    """Draw the board, the army to move at the bottom."""
    with lock:
        board = game(number)
        return Response(svg.snapshot(board, orientation=board.turn), mimetype="image/svg+xml")


@app.errorhandler(HTTPException)
def refuse(error: HTTPException) -> tuple[dict[str, str | None], int]:
    """Every mistake is told as a JSON object."""
    return {"error": error.description}, error.code or 500


@app.errorhandler(CircularChessError)
def refuse_move(error: CircularChessError) -> tuple[dict[str, str], int]:
    """What the rules do not allow is the client's mistake."""
    return {"error": str(error)}, 400
