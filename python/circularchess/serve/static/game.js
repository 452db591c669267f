/** The view of a live game. The server decides everything; this shows it and passes on wishes. */

import { ask, beep, copyable, el, figurine } from "./dom.js";

const WAITS = [300, 700, 1500, 3000, 5000];

export async function showGame(main, id) {
	const base = `api/games/${encodeURIComponent(id)}`;
	const { variant } = await ask(base); // an unknown game is told at once
	const { start } = await ask(`api/variants/${encodeURIComponent(variant)}`);
	const code = new URLSearchParams(location.hash.slice(1)).get("join");
	const view = new GameView(main, id, base, start);
	if (code) view.invite(code);
	else view.connect();
}

class GameView {
	#state = null;
	#you = [];
	#online = [];
	#ply = null; // the ply that is looked at, null for the game as it stands
	#socket = null;
	#tries = 0;
	#sent = 0;
	#received = 0;

	constructor(main, id, base, start) {
		this.id = id;
		this.base = base;
		this.board = el("circular-board", { premove: true, captured: true, movable: "none" });
		this.board.start = start; // also where the game itself begins elsewhere
		this.board.addEventListener("move", ({ detail }) => this.#move(detail));
		this.board.addEventListener("premove", ({ detail }) => {
			if (detail) this.#note(`Will move ${detail.from} to ${detail.to} when it can.`);
		});
		this.seats = el("div", { "aria-label": "Seats", role: "group" });
		this.status = el("p", { class: "status", role: "status" });
		this.problem = el("p", { class: "bad", role: "alert" });
		this.moves = el("div", { class: "moves", tabindex: "0", role: "group", "aria-label": "Moves" });
		this.actions = el("div", { class: "buttons" });
		this.steps = el("div", { class: "buttons" });
		this.invitations = el("div");
		this.texts = el("div");
		this.entry = el("div");
		main.replaceChildren(el("h1", { text: "Game" }), el("div", { class: "table" }, this.board,
			el("div", { class: "panel" }, this.entry, this.status, this.seats, this.problem, this.actions, this.steps, this.moves, this.invitations, this.texts)));
		this.title = main.querySelector("h1");
		setInterval(() => this.#tick(), 100);
	}

	/** Ask whether to sit down before using up an invitation. */
	invite(code) {
		const name = el("input", { id: "name", maxlength: "40", autocomplete: "off" });
		const sit = async (event) => {
			event.preventDefault();
			try {
				await ask(`${this.base}/join`, { code, cookie: true, name: name.value.trim() || null });
				this.entry.replaceChildren();
			} catch (error) {
				this.entry.replaceChildren(el("p", { class: "bad", text: `No seat: ${error.message}. You can look on.` }));
			}
			history.replaceState(null, "", `./?game=${this.id}`);
			this.connect();
		};
		this.entry.replaceChildren(el("form", { submit: sit }, el("p", { text: "You are invited to play." }),
			el("div", { class: "row" }, el("label", { for: "name", text: "Your name" }), name, el("button", { class: "main", type: "submit", text: "Sit down" }))));
	}

	// --- The connection

	connect() {
		const address = new URL(`${this.base}/live`, document.baseURI);
		address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
		const socket = new WebSocket(address);
		this.#socket = socket;
		socket.addEventListener("message", ({ data }) => this.#hear(JSON.parse(data)));
		socket.addEventListener("open", () => {
			this.#tries = 0;
			this.problem.textContent = "";
		});
		socket.addEventListener("close", ({ code, reason }) => {
			if (this.#socket !== socket) return;
			this.#socket = null;
			this.#online = []; // nobody can be seen from here
			this.board.cancel();
			if (this.#state) this.#showSeats();
			if (code === 4404) {
				this.problem.textContent = reason;
				return;
			}
			this.problem.textContent = reason || "Not connected: trying again.";
			setTimeout(() => this.#socket || this.connect(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]);
		});
	}

	#send(message) {
		if (this.#socket?.readyState !== WebSocket.OPEN) {
			this.problem.textContent = "Not connected: trying again.";
			this.board.cancel();
			return;
		}
		this.problem.textContent = "";
		this.#socket.send(JSON.stringify({ ...message, id: ++this.#sent }));
	}

	#hear(message) {
		if (message.type === "state") this.#show(message);
		else if (message.type === "presence") {
			this.#online = message.online;
			this.watchers = message.watchers;
			if (this.#state) this.#showSeats();
		} else if (message.type === "refused") {
			this.problem.textContent = message.error;
			this.board.cancel();
		}
	}

	#move({ uci }) {
		this.#send({ type: "moves", move: uci, ply: this.#state.ply });
	}

	// --- What is shown

	#note(text) { this.problem.textContent = text; }

	#show(state) {
		const before = this.#state;
		this.#state = state;
		this.#you = state.you;
		this.#received = performance.now();
		if (before && state.ply > before.ply) beep(state.you.includes(state.turn));
		if (before && state.ply !== before.ply) this.#ply = null;
		const name = state.armies.map((army) => this.#nameOf(army.letter)).join(" – ");
		document.title = `${state.you.includes(state.turn) && !state.result ? "● " : ""}${name}`;
		this.title.textContent = `${state.variant}: ${name}`;
		if (!before && state.you.length) this.board.setAttribute("seat", state.you[0]);
		if (this.#ply === null) this.#showBoard(state);
		this.#showSeats();
		this.#showMoves();
		this.#showActions();
		this.#showTexts();
	}

	#showBoard(state) {
		const live = this.#ply === null;
		this.board.setAttribute("movable", live && this.#you.length ? this.#you.join("") : "none");
		this.board.state = live && state.result ? { ...state, outcome: state.outcome || state.result } : state;
	}

	#nameOf(letter) {
		const seat = this.#state.seats[letter];
		const army = this.#state.armies.find((one) => one.letter === letter).name;
		if (seat.name) return `${seat.name} (${army})`;
		return seat.player ? `${army}: ${seat.player}` : army;
	}

	#showSeats() {
		const state = this.#state;
		const running = !state.result;
		this.seats.replaceChildren(...state.armies.map(({ letter, in_play: inPlay }) => {
			const seat = state.seats[letter];
			const notes = [
				this.#you.includes(letter) ? "you" : "",
				seat.kind === "invite" && !seat.taken ? "not there yet" : "",
				seat.taken && seat.kind !== "machine" && !this.#you.includes(letter) ? (this.#online.includes(letter) ? "here" : "away") : "",
				state.offers.draw.includes(letter) ? "offers a draw" : "",
				state.offers.undo?.by === letter ? "asks for the last move back" : "",
			].filter(Boolean);
			const looks = ["seat", letter === state.turn && running ? "turn" : "", inPlay ? "" : "out"].filter(Boolean).join(" ");
			const clock = el("span", { class: "clock", "data-army": letter });
			return el("div", { class: looks }, el("strong", { text: letter.toUpperCase() }),
				el("span", {}, this.#nameOf(letter), " ", el("small", { text: notes.join(", ") })), clock);
		}), this.watchers ? el("small", { text: `${this.watchers} looking on` }) : "");
		this.#tick();
		this.#showStatus();
	}

	#showStatus() {
		const state = this.#state, result = state.result;
		let text = `${this.#nameOf(state.turn)} to move`;
		if (result) {
			const won = result.winners.map((letter) => this.#nameOf(letter)).join(" and ");
			text = `${result.result}: ${result.termination.replaceAll("_", " ")}${won ? `, ${won} won` : ""}`;
		} else if (state.check.includes(state.turn)) text += ", in check";
		if (this.status.textContent !== text) this.status.textContent = text;
	}

	#tick() {
		const clocks = this.#state?.clocks;
		if (!clocks) return;
		for (const place of this.seats.querySelectorAll(".clock")) {
			const army = place.dataset.army;
			if (!(army in clocks.left)) continue;
			let left = clocks.left[army];
			// During the delay nothing is lost; the server knows exactly, this shows about.
			if (clocks.running === army) left -= Math.max(0, (performance.now() - this.#received) / 1000);
			const text = clockText(Math.max(0, left));
			if (place.textContent !== text) place.textContent = text;
			place.classList.toggle("low", left < 10);
		}
	}

	#showMoves() {
		const { log, history } = this.#state;
		const armies = this.#state.armies.length;
		const nodes = [];
		let count = 0;
		log.forEach((entry, at) => {
			if (entry.san && count % armies === 0 && armies === 2) {
				nodes.push(el("span", { class: "number", text: `${count / 2 + history.start.round}.` }));
			}
			if (entry.san) count++;
			nodes.push(this.#plyButton(entry.san ? figurine(entry.san) : entry.action, at + 1));
		});
		this.moves.replaceChildren(...nodes);
		this.#markPly();
		const step = (label, to) => el("button", { type: "button", text: label[0], "aria-label": label.slice(2), click: () => this.#look(to()) });
		const at = () => this.#ply ?? this.#state.ply;
		if (!this.steps.children.length) {
			this.steps.replaceChildren(step("« To the start", () => 0), step("‹ One back", () => at() - 1),
				step("› One on", () => at() + 1), step("» To the game as it stands", () => this.#state.ply),
				el("button", { type: "button", text: "Turn the board", click: () => this.board.flip() }));
		}
	}

	#plyButton(text, ply) {
		return el("button", { type: "button", text, "data-ply": ply, click: () => this.#look(ply) });
	}

	#markPly() {
		const now = this.#ply ?? this.#state.ply;
		for (const button of this.moves.querySelectorAll("button")) {
			const current = Number(button.dataset.ply) === now;
			if (current) {
				button.setAttribute("aria-current", "true");
				this.moves.scrollTop = Math.max(0, button.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2);
			} else button.removeAttribute("aria-current");
		}
	}

	/** Look at the game as it was after some actions. */
	async #look(ply) {
		const state = this.#state;
		const asked = Math.max(0, Math.min(ply, state.ply));
		this.#ply = asked === state.ply ? null : asked;
		this.#markPly();
		if (this.#ply === null) return this.#showBoard(state);
		try {
			const found = await ask(`${this.base}/plies/${asked}`);
			if (this.#ply === asked) this.#showBoard(found);
		} catch (error) { this.problem.textContent = error.message; }
		return undefined;
	}

	#showActions() {
		const state = this.#state, mine = this.#you.length > 0;
		const button = (text, click, more = {}) => el("button", { type: "button", text, click, ...more });
		const list = [];
		if (mine && !state.result) {
			const offered = state.offers.draw.some((army) => !this.#you.includes(army));
			const asked = state.offers.undo && !this.#you.includes(state.offers.undo.by);
			if (offered) {
				list.push(button("Accept the draw", () => this.#send({ type: "draw", action: "accept" }), { class: "main" }),
					button("Decline the draw", () => this.#send({ type: "draw", action: "decline" })));
			} else list.push(button("Offer a draw", () => this.#send({ type: "draw" }), { disabled: state.offers.draw.length > 0 }));
			if (asked) {
				list.push(button("Give the move back", () => this.#send({ type: "undo", action: "accept" }), { class: "main" }),
					button("Do not give it back", () => this.#send({ type: "undo", action: "decline" })));
			} else list.push(button("Take back", () => this.#send({ type: "undo" }), { disabled: !state.log.some(({ san }) => san) }));
			if (state.claims && this.#you.includes(state.turn)) {
				list.push(button("Claim a draw", () => this.#send({ type: "draw", action: "claim" }), { class: "main" }));
			}
			list.push(button("Resign", (event) => this.#resign(event.target)));
		}
		if (mine && state.result) list.push(button("Play again, seats turned", () => this.#rematch(), { class: "main" }));
		this.actions.replaceChildren(...list);
	}

	/** Resigning takes two clicks. */
	#resign(button) {
		if (button.dataset.sure) this.#send({ type: "resign" });
		else {
			button.dataset.sure = "1";
			button.textContent = "Really resign?";
			setTimeout(() => {
				delete button.dataset.sure;
				button.textContent = "Resign";
			}, 4000);
		}
	}

	async #rematch() {
		try {
			const { id } = await ask(`${this.base}/rematch`, {});
			location.assign(`./?game=${id}`);
		} catch (error) { this.problem.textContent = error.message; }
	}

	#showTexts() {
		const state = this.#state;
		this.#showInvitations();
		const link = `./?analyse=${encodeURIComponent(state.variant)}&fen=${encodeURIComponent(state.fen)}`;
		const next = state.rematch ? el("p", {}, el("a", { href: `./?game=${state.rematch}`, text: "The next game" })) : "";
		this.texts.replaceChildren(next, copyable("FEN", state.fen),
			el("div", { class: "row" }, el("a", { href: `${this.base}/pgn`, download: `${this.id}.pgn`, text: "PGN" }),
				el("a", { href: link, text: "Analyse this position" })));
	}

	#showInvitations() {
		let codes = {};
		try { codes = JSON.parse(sessionStorage.getItem(`invitations.${this.id}`) || "{}"); } catch { /* none kept */ }
		const waiting = Object.entries(this.#state.seats).filter(([, seat]) => seat.kind === "invite" && !seat.taken);
		const rows = waiting.map(([army]) => {
			const name = this.#state.armies.find(({ letter }) => letter === army).name;
			if (!codes[army]) {
				return this.#you.length ? el("button", { type: "button", text: `New invitation for ${name}`, click: async () => {
					try {
						const { invitations } = await ask(`${this.base}/invitations`, { army });
						sessionStorage.setItem(`invitations.${this.id}`, JSON.stringify({ ...codes, ...invitations }));
						this.#showInvitations();
					} catch (error) { this.problem.textContent = error.message; }
				} }) : null;
			}
			return copyable(`Invite ${name}`, new URL(`./?game=${this.id}#join=${codes[army]}`, document.baseURI).href);
		}).filter(Boolean);
		const heading = rows.length ? [el("h2", { text: "Invitations" }), el("p", { text: "Each link is good for one person, once." })] : [];
		this.invitations.replaceChildren(...heading, ...rows);
	}
}

/** Seconds as people read them. */
function clockText(seconds) {
	const two = (value) => String(Math.floor(value)).padStart(2, "0");
	if (seconds >= 172800) return `${Math.floor(seconds / 86400)} days`;
	if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
	if (seconds >= 10) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
	return `0:0${seconds.toFixed(1)}`;
}
