/** The view to analyse in: a tree of moves with comments, an editor of positions, records read. */

import { ask, copyable, el, figurine } from "./dom.js";

const KINDS = "KQRBNP";

export async function showAnalysis(main, asked) {
	const { variants, machines } = await ask("api/variants");
	const known = variants.find(({ id }) => id === asked.get("analyse"));
	const view = new Analysis(main, variants, machines, known ? known.id : "circular");
	await view.begin(asked.get("fen"), (asked.get("moves") || "").split(",").filter(Boolean));
}

/** A score as people read it, from the view of the army to move. */
function worth({ score, mate }) {
	if (mate !== null) return mate > 0 ? `mate in ${mate}` : `mated in ${-mate}`;
	return `${score > 0 ? "+" : ""}${(score / 100).toFixed(2)}`;
}

/** A move in the tree. The root is the position at the start. */
class Node {
	constructor(parent, action, san) {
		Object.assign(this, { parent, action, san, children: [], comment: "" });
	}

	get line() { return this.parent ? [...this.parent.line, this.action] : []; }
}

class Analysis {
	#variant;
	#options = null;
	#fen = null;
	#root = new Node(null, null, null);
	#node = this.#root;
	#state = null;
	#editing = null;

	constructor(main, variants, machines, variant) {
		this.#variant = variant;
		this.variants = variants;
		this.board = el("circular-board", { captured: true });
		this.board.addEventListener("move", ({ detail }) => this.#play(detail.uci, detail.san));
		this.board.addEventListener("square", ({ detail }) => this.#put(detail.square));
		this.choice = el("select", { "aria-label": "Variant", change: () => this.#choose(this.choice.value) },
			...variants.map(({ id, name }) => el("option", { value: id, text: name })));
		this.player = el("select", { "aria-label": "Machine" }, ...machines.map(({ id }) => el("option", { value: id, text: id })));
		this.player.value = machines[machines.length - 1].id;
		this.status = el("p", { class: "status", role: "status" });
		this.problem = el("p", { class: "bad", role: "alert" });
		this.lines = el("ol", { class: "lines", "aria-label": "Best lines" });
		this.moves = el("div", { class: "moves", tabindex: "0", role: "group", "aria-label": "Moves" });
		this.comment = el("textarea", { "aria-label": "Comment on the move", rows: "2", change: () => this.#note() });
		this.fen = el("input", { class: "wide", "aria-label": "Position (FEN)", autocomplete: "off" });
		this.pgn = el("textarea", { "aria-label": "Game record (PGN)" });
		this.link = el("div");
		this.editor = el("div", { hidden: true });
		const button = (text, click) => el("button", { type: "button", text, click });
		main.replaceChildren(el("h1", { text: "Analysis" }), el("div", { class: "table" }, this.board, el("div", { class: "panel" },
			el("div", { class: "row" }, this.choice, button("Turn the board", () => this.board.flip())),
			this.status, this.problem,
			el("div", { class: "buttons" }, button("To the start", () => this.#go(this.#root)),
				button("Back", () => this.#node.parent && this.#go(this.#node.parent)),
				button("On", () => this.#node.children[0] && this.#go(this.#node.children[0])),
				button("Delete from here", () => this.#cut())),
			this.moves, this.comment,
			el("div", { class: "row" }, button("Best lines", () => this.#think()), this.player, button("What would it play?", () => this.#advise())),
			this.lines,
			el("form", { class: "row", submit: (event) => { event.preventDefault(); this.begin(this.fen.value.trim() || null, []); } },
				this.fen, el("button", { type: "submit", text: "Set up" }), button("Edit the position", () => this.#edit())),
			this.editor, this.link,
			el("details", {}, el("summary", { text: "Game record (PGN)" }), this.pgn, button("Read", () => this.#read()), button("Write", () => this.#write())))));
	}

	/** Begin anew with a position and moves from it. */
	async begin(fen, moves) {
		try { this.board.start = (await ask(`api/variants/${encodeURIComponent(this.#variant)}`)).start; } catch { /* near enough */ }
		this.#editing = null;
		this.#fen = fen;
		this.#root = this.#node = new Node(null, null, null);
		this.choice.value = this.#variant;
		if (!await this.#go(this.#root)) return;
		for (const move of moves) {
			const found = (this.#state.legal_moves || []).find(({ uci }) => uci === move);
			if (!found || !await this.#play(found.uci, found.san)) return;
		}
	}

	#choose(variant) {
		this.#variant = variant;
		this.#options = null;
		this.begin(null, []);
	}

	#asked(line) { return { variant: this.#variant, options: this.#options, fen: this.#fen, moves: line }; }

	/** Show a node's position; false where the server refuses it. */
	async #go(node) {
		let state;
		try { state = await ask("api/position", this.#asked(node.line)); } catch (error) {
			this.problem.textContent = error.message;
			this.board.cancel();
			return false;
		}
		this.#node = node;
		this.#state = state;
		this.problem.textContent = "";
		this.editor.hidden = true;
		this.board.setAttribute("movable", "all");
		this.board.arrows = [];
		this.lines.replaceChildren();
		this.board.state = state;
		this.#show();
		return true;
	}

	async #play(action, san) {
		const old = this.#node.children.find((child) => child.action === action);
		const node = old || new Node(this.#node, action, san);
		const parent = this.#node;
		if (!await this.#go(node)) return false;
		if (!old) parent.children.push(node);
		this.#showMoves();
		return true;
	}

	#cut() {
		const { parent } = this.#node;
		if (!parent) return;
		parent.children = parent.children.filter((child) => child !== this.#node);
		this.#go(parent);
	}

	#note() {
		this.#node.comment = this.comment.value.trim();
		this.#showMoves();
	}

	#name(letter) { return this.#state.armies.find((army) => army.letter === letter)?.name || letter; }

	#show() {
		const state = this.#state, ended = state.outcome;
		let text = `${this.#name(state.turn)} to move`;
		if (ended) text = `${ended.result}: ${ended.termination.replaceAll("_", " ")}`;
		else if (state.check?.includes(state.turn)) text += ", in check";
		this.status.textContent = text;
		this.fen.value = state.fen;
		this.comment.value = this.#node.comment;
		this.comment.disabled = !this.#node.parent;
		const query = new URLSearchParams({ analyse: this.#variant });
		if (this.#fen) query.set("fen", this.#fen);
		if (this.#node.parent) query.set("moves", this.#node.line.join(","));
		history.replaceState(null, "", `./?${query}`);
		this.link.replaceChildren(copyable("Link", new URL(`./?${query}`, document.baseURI).href));
		this.#showMoves();
	}

	#showMoves() {
		const button = (node) => {
			const made = el("button", { type: "button", text: node.san ? figurine(node.san) : node.action, click: () => this.#go(node) });
			if (node === this.#node) made.setAttribute("aria-current", "true");
			return made;
		};
		const write = (parent) => {
			const [first, ...others] = parent.children, nodes = [];
			if (!first) return nodes;
			nodes.push(button(first));
			if (first.comment) nodes.push(el("small", { text: ` ${first.comment} ` }));
			for (const other of others) {
				nodes.push(el("span", { class: "variation" }, "(", button(other), other.comment ? el("small", { text: ` ${other.comment} ` }) : "", ...write(other), ")"));
			}
			return [...nodes, ...write(first)];
		};
		this.moves.replaceChildren(...write(this.#root));
	}

	async #advise() {
		try {
			const { move, san } = await ask("api/engine", { ...this.#asked(this.#node.line), player: this.player.value });
			const known = this.#state.legal_moves.find(({ uci }) => uci === move);
			if (!known) return;
			this.board.arrows = [{ from: known.from, to: known.to, color: "blue", path: known.path }];
			this.status.textContent = `${this.player.value} would play ${figurine(san)}`;
		} catch (error) { this.problem.textContent = error.message; }
	}

	/** What the engine thinks: its best lines, with an arrow for the first move of each. */
	async #think() {
		const node = this.#node;
		this.status.textContent = "thinking";
		try {
			const found = await ask("api/analysis", { ...this.#asked(node.line), lines: 3 });
			if (this.#node !== node) return;
			const colors = ["green", "blue", "yellow"];
			this.board.arrows = found.lines.map(({ pv }, at) => {
				const known = this.#state.legal_moves.find(({ uci }) => uci === pv[0]);
				return { from: known.from, to: known.to, path: known.path, color: colors[at] };
			}).reverse();
			this.lines.replaceChildren(...found.lines.map((line) => el("li", {},
				el("button", { type: "button", text: `${worth(line)} ${line.san.slice(0, 8).map(figurine).join(" ")}`, click: () => this.#play(line.pv[0], line.san[0]) }))));
			this.status.textContent = `${this.#name(found.turn)} to move: ${worth(found.lines[0])}, depth ${found.depth}`;
		} catch (error) { this.problem.textContent = error.message; }
	}

	async #read() {
		try {
			const game = await ask("api/record", { pgn: this.pgn.value });
			this.#variant = game.variant;
			this.#options = game.options;
			this.#fen = game.fen;
			this.choice.value = game.variant;
			this.#root = new Node(null, null, null);
			const made = [];
			for (const { parent, action, san, comment } of game.nodes) {
				const above = parent === null ? this.#root : made[parent], node = new Node(above, action, san);
				node.comment = comment;
				above.children.push(node);
				made.push(node);
			}
			let last = this.#root;
			while (last.children.length) last = last.children[0];
			await this.#go(last);
		} catch (error) { this.problem.textContent = error.message; }
	}

	/** Write all moves with variations and comments into the field. */
	async #write() {
		const list = [this.#root];
		for (const node of list) list.push(...node.children);
		const places = new Map(list.slice(1).map((node, place) => [node, place]));
		const nodes = list.slice(1).map((node) =>
			({ parent: places.get(node.parent) ?? null, action: node.action, comment: node.comment }));
		try {
			const { pgn } = await ask("api/pgn", { variant: this.#variant, options: this.#options, fen: this.#fen, nodes });
			this.pgn.value = pgn;
		} catch (error) { this.problem.textContent = error.message; }
	}

	// --- The editor

	#edit() {
		const state = this.#state;
		this.#editing = { pieces: { ...state.pieces }, turn: state.turn, man: null };
		this.board.setAttribute("movable", "none");
		const turn = el("select", { "aria-label": "Army to move", change: () => { this.#editing.turn = turn.value; } },
			...state.armies.map(({ letter, name }) => el("option", { value: letter, text: `${name} to move` })));
		turn.value = state.turn;
		const present = new Set([...KINDS, ...Object.values(state.pieces).map((piece) => piece[1])]);
		const men = state.armies.flatMap(({ letter, name }) => [...present].map((kind) => [letter + kind, `${name} ${kind}`]));
		const palette = el("div", { class: "palette", role: "group", "aria-label": "Men to put on squares" });
		const pick = (man, words) => el("button", { type: "button", text: man || "Take off", title: words, "aria-pressed": "false", click: (event) => {
			this.#editing.man = man;
			for (const other of palette.children) other.setAttribute("aria-pressed", String(other === event.currentTarget));
		} });
		palette.append(pick(null, "Take men off"), ...men.map(([man, words]) => pick(man, words)));
		palette.firstChild.setAttribute("aria-pressed", "true");
		this.editor.replaceChildren(el("p", { text: "Choose a man, then click squares or press Enter on them." }), palette,
			el("div", { class: "row" }, turn,
				el("button", { type: "button", text: "Empty the board", click: () => { this.#editing.pieces = {}; this.#showEdited(); } }),
				el("button", { type: "button", class: "main", text: "Done", click: () => this.#finish() }),
				el("button", { type: "button", text: "Leave it", click: () => this.#go(this.#node) })));
		this.editor.hidden = false;
		this.#showEdited();
	}

	#put(square) {
		const edited = this.#editing;
		if (!edited || this.editor.hidden) return;
		if (edited.man === null || edited.pieces[square] === edited.man) delete edited.pieces[square];
		else edited.pieces[square] = edited.man;
		this.#showEdited();
	}

	#showEdited() {
		const { pieces, turn } = this.#editing;
		this.board.state = { ...this.#state, pieces, turn, legal_moves: [], check: [], last_move: null, events: [], outcome: null };
	}

	async #finish() {
		const { pieces, turn } = this.#editing;
		try {
			const state = await ask("api/position", { variant: this.#variant, options: this.#options, pieces, turn });
			this.begin(state.fen, []);
		} catch (error) { this.problem.textContent = error.message; }
	}
}
