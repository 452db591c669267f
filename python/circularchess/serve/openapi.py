"""The description of the HTTP interface in OpenAPI 3.1."""

from __future__ import annotations

from typing import Any, Final

from ..records.json_format import schema

__all__ = ["description"]

_TEXT: Final = {"type": "string"}
_ARMY: Final = {"type": "string", "minLength": 1, "maxLength": 1, "description": "An army's letter"}
_ID: Final = {"name": "id", "in": "path", "required": True, "schema": _TEXT}
_VARIANT: Final = {"name": "variant", "in": "path", "required": True, "schema": _TEXT}


def _object(properties: dict[str, Any], *required: str, closed: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        found["required"] = list(required)
    if closed:
        found["additionalProperties"] = False
    return found


def _by_army(values: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": values}


_SECONDS: Final = {"type": "number", "minimum": 0}
_CONTROL: Final = {"initial": _SECONDS, "increment": _SECONDS, "delay": _SECONDS}
_SEAT_KINDS: Final = {"enum": ["token", "here", "invite", "machine"]}
_POSITION: Final = {
    "variant": {"type": "string", "default": "circular"},
    "options": {"type": ["object", "null"], "description": "Laid over the variant's own"},
    "fen": {"type": ["string", "null"], "description": "Where to begin, if not at the start"},
}
_MOVES: Final = {
    "type": "array",
    "items": _TEXT,
    "description": "Played from there: moves as `b2b3`, `resign w`, `time w`, `draw`",
}
_PIECES: Final = {"type": "array", "items": _ARMY}

_SCHEMAS: Final[dict[str, Any]] = {
    "Error": _object({"error": {"type": "string", "description": "One line for people"}}, "error"),
    "Position": _object(
        {
            **_POSITION,
            "moves": _MOVES,
            "pieces": {**_by_army(_TEXT), "description": "By square, as `wK`; instead of `fen`"},
            "turn": _ARMY,
        },
        closed=True,
    ),
    "EngineRequest": _object(
        {**_POSITION, "moves": _MOVES, "player": {"type": "string", "default": "greedy"}},
        closed=True,
    ),
    "AnalysisRequest": _object(
        {
            **_POSITION,
            "moves": _MOVES,
            "lines": {"type": "integer", "minimum": 1, "maximum": 5, "default": 1},
        },
        closed=True,
    ),
    "Analysis": _object(
        {
            "turn": _ARMY,
            "depth": {"type": "integer"},
            "lines": {
                "type": "array",
                "items": _object(
                    {
                        "score": {
                            "type": ["integer", "null"],
                            "description": "Centipawns for the army to move",
                        },
                        "mate": {"type": ["integer", "null"], "description": "In so many moves"},
                        "pv": {"type": "array", "items": _TEXT},
                        "san": {"type": "array", "items": _TEXT},
                    }
                ),
            },
        },
        "turn",
        "depth",
        "lines",
    ),
    "Clock": {
        "type": ["object", "null"],
        "description": "Seconds; `seats` has other times, or null for none, by army.",
        "properties": {
            **_CONTROL,
            "seats": _by_army({"type": ["object", "null"], "properties": _CONTROL}),
        },
        "additionalProperties": False,
    },
    "NewGame": _object(
        {
            **_POSITION,
            "clock": {"$ref": "#/components/schemas/Clock"},
            "seats": _by_army(
                _object(
                    {
                        "kind": {
                            **_SEAT_KINDS,
                            "default": "token",
                            "description": "Its token in the answer; its token in a cookie; "
                            "a code for somebody else; a machine",
                        },
                        "name": {"type": ["string", "null"], "maxLength": 40},
                        "player": {"type": ["string", "null"], "description": "The machine"},
                    },
                    closed=True,
                )
            ),
        },
        closed=True,
    ),
    "Opened": _object(
        {
            "id": _TEXT,
            "seats": {**_by_army(_TEXT), "description": "Tokens, told this once"},
            "invitations": {**_by_army(_TEXT), "description": "Codes, each good for one"},
            "here": {**_PIECES, "description": "Seats whose tokens are in the cookie"},
        },
        "id",
        "seats",
        "invitations",
        "here",
    ),
    "Board": {
        "type": "object",
        "title": schema("board")["title"],
        "description": "The JSON of `Board.to_json(legal_moves=True)`",
    },
    "State": {
        "description": "The JSON of `Board.to_json(legal_moves=True)`, and the table's own.",
        "allOf": [
            {"$ref": "#/components/schemas/Board"},
            _object(
                {
                    "id": _TEXT,
                    "ply": {"type": "integer", "description": "How many actions there were"},
                    "log": {
                        "type": "array",
                        "items": _object({"action": _TEXT, "san": {"type": ["string", "null"]}}),
                    },
                    "clocks": _object(
                        {
                            "controls": _by_army(_object(_CONTROL)),
                            "left": _by_army(_SECONDS),
                            "running": {"type": ["string", "null"]},
                        },
                        "left",
                        "running",
                    ),
                    "result": {
                        "type": ["object", "null"],
                        "properties": {
                            "result": _TEXT,
                            "termination": _TEXT,
                            "winners": _PIECES,
                            "points": _by_army({"type": "number"}),
                        },
                    },
                    "claims": {"type": "boolean", "description": "Whether a draw can be claimed"},
                    "seats": _by_army(
                        _object(
                            {
                                "kind": _SEAT_KINDS,
                                "name": {"type": ["string", "null"]},
                                "player": {"type": ["string", "null"]},
                                "taken": {"type": "boolean"},
                            }
                        )
                    ),
                    "offers": _object(
                        {
                            "draw": {**_PIECES, "description": "Armies that want a draw"},
                            "undo": {"type": ["object", "null"]},
                        }
                    ),
                    "rematch": {"type": ["string", "null"]},
                    "you": {**_PIECES, "description": "Seats that the asker holds"},
                },
                "id",
                "ply",
                "log",
                "clocks",
                "result",
                "seats",
                "offers",
            ),
        ],
    },
    "Move": _object(
        {
            "move": {"type": "string", "description": "`b2b3`, or in short form `Nc12`"},
            "ply": {
                "type": ["integer", "null"],
                "description": "How many actions the player knew of: 409 if there were others",
            },
        },
        "move",
        closed=True,
    ),
    "Resign": _object({"army": _ARMY}, closed=True),
    "Draw": _object(
        {"action": {"enum": ["offer", "accept", "decline", "claim"], "default": "offer"}},
        closed=True,
    ),
    "Undo": _object(
        {"action": {"enum": ["ask", "accept", "decline"], "default": "ask"}}, closed=True
    ),
    "Join": _object(
        {
            "code": _TEXT,
            "cookie": {"type": "boolean", "description": "Keep the token in a cookie"},
            "name": {"type": ["string", "null"], "maxLength": 40},
        },
        "code",
        closed=True,
    ),
    "Invite": _object({"army": _ARMY}, "army", closed=True),
    "Record": _object({"pgn": _TEXT}, "pgn", closed=True),
    "Tree": _object(
        {
            **_POSITION,
            "nodes": {
                "type": "array",
                "items": _object(
                    {
                        "parent": {
                            "type": ["integer", "null"],
                            "description": "Place of the move before it; null at the start",
                        },
                        "action": _TEXT,
                        "comment": _TEXT,
                    },
                    "action",
                ),
            },
        },
        "nodes",
        closed=True,
    ),
    "Empty": _object({}, closed=True),
    "Any": {"type": "object"},
}

_ERRORS: Final = {
    400: "not JSON",
    401: "no seat's token, or a wrong one",
    403: "from another site's page, or not allowed",
    404: "there is none",
    409: "not now: not your turn, or the game is over",
    413: "too large",
    415: "not application/json",
    422: "cannot be done: an illegal move, an unknown variant",
    429: "too many requests",
    503: "too many open games, or questions to the engine",
}
_READING: Final = (404, 429)
_POSTING: Final = (400, 403, 413, 415, 422, 429)
_PLAYING: Final = (400, 401, 403, 404, 409, 413, 415, 422, 429)


def _answers(ok: tuple[int, str, str], errors: tuple[int, ...]) -> dict[str, Any]:
    status, words, kind = ok
    content: dict[str, Any] = {"application/json": {"schema": _ref(kind)}}
    if "/" in kind:
        content = {kind: {"schema": _TEXT}}
    found: dict[str, Any] = {str(status): {"description": words, "content": content}}
    for error in errors:
        found[str(error)] = {
            "description": _ERRORS[error],
            "content": {"application/json": {"schema": _ref("Error")}},
        }
    return found


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _get(
    name: str,
    words: str,
    kind: str,
    *parameters: dict[str, Any],
    errors: tuple[int, ...] = _READING,
) -> dict[str, Any]:
    found = {
        "operationId": name,
        "summary": words,
        "responses": _answers((200, words, kind), errors),
    }
    return {"get": {**found, **({"parameters": list(parameters)} if parameters else {})}}


def _post(
    name: str,
    words: str,
    body: str,
    kind: str,
    *parameters: dict[str, Any],
    status: int = 200,
    errors: tuple[int, ...] = _POSTING,
    seat: bool = False,
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": name,
        "summary": words,
        "requestBody": {"content": {"application/json": {"schema": _ref(body)}}},
        "responses": _answers((status, words, kind), errors),
    }
    if parameters:
        found["parameters"] = list(parameters)
    if seat:
        found["security"] = [{"token": []}, {"cookie": []}]
    return {"post": found}


def _query(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema}


def description(root: str) -> dict[str, Any]:
    """The document; `root` is the path the application is mounted at.

    >>> description("/")["openapi"]
    '3.1.0'
    """
    from .. import __version__

    playing: Any = {"errors": _PLAYING, "seat": True}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "circularchess",
            "version": __version__,
            "description": "Chess on round boards: positions, games, clocks. Live games are at "
            "`/api/games/{id}/live` by WebSocket, with the same words.",
        },
        "servers": [{"url": root}],
        "paths": {
            "/health": _get("health", "Whether the server is there", "Any", errors=(429,)),
            "/openapi.json": _get("openapi", "This document", "Any", errors=(429,)),
            "/api/variants": _get("variants", "All variants and machines", "Any", errors=(429,)),
            "/api/variants/{variant}": _get("variant", "A variant with its rules", "Any", _VARIANT),
            "/api/variants/{variant}/geometry": _get(
                "geometry",
                "Where the squares lie: the JSON of `Geometry`",
                "Any",
                _VARIANT,
                _query("seat", _ARMY),
                _query("mirrored", {"type": "boolean"}),
                _query("layout", {"enum": ["round", "flat"]}),
                errors=(404, 422, 429),
            ),
            "/api/variants/{variant}/board.svg": _get(
                "picture", "The start position drawn", "image/svg+xml", _VARIANT
            ),
            "/api/position": _post(
                "position", "A position with its legal moves", "Position", "Board"
            ),
            "/api/engine": _post(
                "engine",
                "What a machine would play",
                "EngineRequest",
                "Any",
                errors=(*_POSTING, 503),
            ),
            "/api/analysis": _post(
                "analysis",
                "What the engine thinks of a position",
                "AnalysisRequest",
                "Analysis",
                errors=(*_POSTING, 503),
            ),
            "/api/record": _post("record", "A game read from PGN", "Record", "Any"),
            "/api/pgn": _post("write", "A record in PGN of moves with variations", "Tree", "Any"),
            "/api/games": _post(
                "open", "A new game", "NewGame", "Opened", status=201, errors=(*_POSTING, 503)
            ),
            "/api/games/{id}": _get(
                "state", "The state of a game", "State", _ID, errors=(401, 404, 429)
            ),
            "/api/games/{id}/pgn": _get("pgn", "The game as PGN", "application/x-chess-pgn", _ID),
            "/api/games/{id}/plies/{ply}": _get(
                "ply",
                "The board after some actions",
                "Board",
                _ID,
                {
                    "name": "ply",
                    "in": "path",
                    "required": True,
                    "schema": {"type": "integer", "minimum": 0},
                },
            ),
            "/api/games/{id}/moves": _post("move", "Move", "Move", "State", _ID, **playing),
            "/api/games/{id}/resign": _post("resign", "Resign", "Resign", "State", _ID, **playing),
            "/api/games/{id}/draw": _post(
                "draw", "Offer a draw, answer or claim", "Draw", "State", _ID, **playing
            ),
            "/api/games/{id}/undo": _post(
                "undo", "Ask for the last move back, or answer", "Undo", "State", _ID, **playing
            ),
            "/api/games/{id}/join": _post(
                "join", "Exchange a code for a seat", "Join", "Any", _ID, errors=(404, *_POSTING)
            ),
            "/api/games/{id}/invitations": _post(
                "invite", "A new code for an empty seat", "Invite", "Any", _ID, **playing
            ),
            "/api/games/{id}/rematch": _post(
                "rematch", "The same again, seats turned", "Empty", "Any", _ID, **playing
            ),
        },
        "components": {
            "schemas": _SCHEMAS,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "circular_ID"},
            },
        },
    }
