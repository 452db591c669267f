/**
 * `<circular-board>`: a chess board on rings, or flat, to look at and to play on.
 *
 * It is fed the JSON of `Board.to_json(legal_moves=True)`, lets people move what is legal and tells
 * of it by events. It never changes the position itself: whoever holds the game does, and gives the
 * new JSON. The page "Embed the board" of the documentation has examples and all the keys.
 *
 * Attributes: `src`, `seat`, `mirrored`, `movable` ("all", "none" or armies' letters), `premove`,
 * `layout` ("round", "flat"), `coordinates="off"`, `captured`, `theme` ("light", "dark"; else the
 * reader's own), `animation` (milliseconds of a short move; 0 for none).
 * Properties: `state`; `geometry`: JSON of `Geometry` or `FlatGeometry`, one or an object of them by
 * seat; `start`: men by square at the variant's start, if the game began elsewhere; `arrows`: list of `{from, to, color, path?}` of the host; `shapes`: those of the reader;
 * `premoved`. Methods: `flip()`, `turnTo(letter)`, `cancel()`, `cancelPremove()`.
 * Events: `move` {uci, from, to, promotion, san}: shown at once, unless the host calls
 * `preventDefault()`; `premove` {from, to} or null; `select` {square, targets} or null; `shapes`
 * {shapes}; `seat` {seat}; `square` {square} where nothing could be picked up or put down; `error`
 * {message}.
 */

// --- The drawings

// Written by scripts/board-pieces out of the package's pictures; change them there.
// BEGIN ART
const ART = {
	drawings: {"K":["M47 7h6v6h6v6h-6v8h-6v-8h-6v-6h6Z","M50 33C54 22 81 19 79 39C78 50 67 55 67 67H33C33 55 22 50 21 39C19 19 46 22 50 33Z","#0","#1"],"Q":["M20 33L36 46L36 23L46 42L50 17L54 42L64 23L64 46L80 33L67 67H33Z","o20 31 4.6","o36 20 4.6","o64 20 4.6","o80 31 4.6","o50 13 4.8","#0","#1"],"R":["M26 17H37V24H45V17H55V24H63V17H74V33L67 40V67L72 79H28L33 67V40L26 33Z","~M27 33H73","#1"],"B":["o50 13 5","M50 18C33 29 27 44 37 61H63C73 44 67 29 50 18Z","~M52 37L60 27","M37 61H63C63 70 70 72 72 79H28C30 72 37 70 37 61Z","#1"],"N":["#2","#3","#4","~M54 25C64 31 67 42 67 54","#1"],"P":["#5","o50 31 13.5","#6","#1"],"O":["#5","M50 10L73 35H60V45H40V35H27Z","#6","#1"],"F":["M25 33L40 47L50 22L60 47L75 33L66 67H34Z","o25 30 5","o75 30 5","o50 18 5.6","#0","#1"],"E":["M35 79C38 72 42 68 42 61C36 60 34 55 32 49C31 58 31 67 24 71C17 74 12 69 13 62C20 65 20 54 19 43C18 26 32 14 49 15C71 16 80 33 77 53C75 65 71 71 72 79Z","~M48 30C56 22 69 27 69 38C69 50 58 56 52 49C47 43 48 36 48 30Z",".34 36 3.4","#1"],"W":["M41 50H59C59 64 70 68 72 79H28C30 68 41 64 41 50Z","M50 19C44 14 46 9 53 6C56 11 55 16 50 19Z","M25 37C25 24 38 18 50 18C62 18 75 24 75 37C75 46 68 52 60 52H40C32 52 25 46 25 37Z","~M28 31C42 31 56 39 65 50M72 31C63 31 55 35 50 39","#1"],"G":["-M24 53C22 42 19 33 26 22M30 50C31 42 33 32 41 25","M17 62C17 52 28 46 40 50L79 66C81 68 80 71 77 71L34 75C23 76 17 71 17 62Z","-M33 74L28 80M46 73L43 80","M50 65L66 18C68 15 72 15 73 19L81 76C81 80 75 81 74 77L66 42L60 69Z",".25 59 3.2","#1"],"D":["M31 13H40V20H46V13H54V20H60V13H69V31H65V59H73V76H27V59H35V31H31Z","~M36 31H64M36 59H64","o36 78 9.5","o64 78 9.5",".36 78 2.6",".64 78 2.6"],"C":["M14 31C13 24 19 21 25 22L29 17L33 22C38 25 38 30 36 34C34 41 36 45 41 44C46 43 47 21 58 21C69 21 68 41 75 47C80 52 78 62 77 79H67L65 63H47L45 79H35L33 61C25 57 23 47 24 37C19 39 15 36 14 31Z",".26 28 2.6","#1"],"Z":[["matrix(-1 0 0 1 100 0)",0.0,["#2","#3","#4","=M54 21L48 31M64 28L52 42M71 41L58 55"]],"#1"],"I":["M58 79C76 66 84 44 67 27L66 15L56 22C50 24 47 27 45 32",["matrix(.86 0 0 .86 2 11.5)",4.6,["#2","#3","#4"]],"#1"],"A":[["matrix(.74 0 0 .74 12 22.9)",5.4,["#2","#3","#4","#1"]],"M50 10C38 18 34 27 38 38H62C66 27 62 18 50 10Z","o50 8 4","~M51 26L57 18"],"M":[["matrix(.74 0 0 .74 12 22.9)",5.4,["#2","#3","#4","#1"]],"M32 9H41V16H46V9H54V16H59V9H68V24L63 29V38H37V29L32 24Z","~M36 27H64"],"Y":[["matrix(.74 0 0 .74 12 22.9)",5.4,["#2","#3","#4","#1"]],"M29 16L40 24L43 10L50 22L57 10L60 24L71 16L64 38H36Z","o29 14 3.6","o43 8 3.6","o57 8 3.6","o71 14 3.6"],"V":["o50 23 10","M50 38C54 28 77 27 75 44C74 54 64 58 64 67H36C36 58 26 54 25 44C23 27 46 28 50 38Z","#0","#1"],"X":["M58 79L80 79L74 64L52 56Z","M19 53C14 47 17 39 24 36L68 15L79 34L36 61C30 64 23 60 19 53Z","~M61 19L72 38","o46 64 20","~o46 64 11.5","#1"]},
	turning: ["M42 47C42 60 30 65 28 79H72C70 65 58 60 58 47Z","M35.5 21L18 22L26.5 40L31 34A20 20 0 1 0 46 9.6L47 19A10.5 10.5 0 1 1 38.5 33L35.5 29Z","M38 47H62a3 3 0 0 1 0 6H38a3 3 0 0 1 0-6Z","#1"],
	token: ["M33 60H67C67 70 71 73 72 79H28C29 73 33 70 33 60Z","o50 36 28","#1"],
	shared: ["M33 67H67C67 72 71 74 72 79H28C29 74 33 72 33 67Z","M28 79H72a4.5 4.5 0 0 1 0 9H28a4.5 4.5 0 0 1 0-9Z","M31 79C31 66 45 62 47 50C42 54 39 53 35 56C33 61 28 63 24 61C18 58 16 54 19 48C22 41 26 38 27 31C29 25 34 21 39 19L40 9L50 17C69 20 78 45 73 79Z",".36 32 3.2",".23.5 52 2","M42 45C42 60 30 65 28 79H72C70 65 58 60 58 45Z","M38 43H62a3 3 0 0 1 0 6H38a3 3 0 0 1 0-6Z"],
	marks: {"K":[50,50,27],"Q":[50,57,24],"R":[50,55,27],"B":[50,51,24],"N":[58,67,24],"P":[50,69,24],"O":[50,69,24],"F":[50,57,24],"E":[56,66,22],"W":[50,67,24],"G":[41,61,18],"D":[50,45,26],"C":[57,48,22],"Z":[44,67,24],"I":[49,68,22],"A":[55,72,20],"M":[55,72,20],"Y":[55,72,20],"V":[50,52,25],"X":[46,64,22],"token":[50,72,19]},
	token_letter: [50.0,36.0,44.0],
	palette: {"white":["#ffffff","#20242a","#20242a"],"black":["#3a3f47","#0d0f12","#f4f4f0"],"red":["#b5122a","#33030a","#ffffff"],"orange":["#f7931e","#4a2600","#3a1d00"],"yellow":["#fff04d","#4d4300","#3d3500"],"green":["#1a9a68","#00251a","#ffffff"],"blue":["#74bcff","#062a52","#04203f"],"violet":["#5b2a8c","#1e0838","#ffffff"],"gray":["#8b95a1","#1b2027","#0a0c0f"],"lime":["#b4d96a","#2c3a00","#222d00"],"teal":["#00565e","#002528","#ffffff"],"cyan":["#7ff5f5","#003a40","#002f34"],"indigo":["#4a63e0","#0a1040","#ffffff"],"magenta":["#e14bc0","#3a0230","#2a0023"],"pink":["#f7a8b8","#571432","#470d27"]},
	spare: ["red","orange","yellow","green","blue","violet","white","black","gray","lime","teal","cyan","indigo","magenta","pink"],
	inert: ["#d3d6da","#868d96","#5a616a"],
};
// END ART

const NAMES = {
	K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn", O: "pawn", F: "ferz",
	E: "elephant", W: "wazir", G: "grasshopper", D: "dabbaba", C: "camel", Z: "zebra",
	I: "nightrider", A: "archbishop", M: "marshal", Y: "amazon", V: "man", X: "cannon",
};
const SVG = "http://www.w3.org/2000/svg";
/** Radius of the rim, and half the side of the picture with and without coordinates. */
const RIM = 440, EDGE = 496, NARROW_EDGE = 460;
const COLORS = { green: "#15781b", red: "#b00020", blue: "#1f4fa8", yellow: "#d99a00" };

function filled(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	element.append(...children);
	return element;
}
const svg = (tag, attributes = {}, ...children) =>
	filled(document.createElementNS(SVG, tag), attributes, children);
const html = (tag, attributes = {}, ...children) =>
	filled(document.createElement(tag), attributes, children);

const LOOKS = {
	"~": { fill: "none", stroke: "currentColor", "stroke-width": 3.2 },
	"=": { fill: "none", stroke: "currentColor", "stroke-width": 5 },
	"-": { fill: "none" },
	".": { fill: "currentColor", stroke: "none" },
};

/** The shapes of a drawing; scripts/board-pieces says how they are written. */
function shapes(list) {
	return list.map((item) => {
		if (Array.isArray(item)) {
			const [transform, width, inside] = item;
			return svg("g", width ? { transform, "stroke-width": width } : { transform }, ...shapes(inside));
		}
		const text = item[0] === "#" ? ART.shared[item.slice(1)] : item;
		const look = LOOKS[text[0]], d = look && text[0] !== "." ? text.slice(1) : text;
		if (!/^[o.]/.test(d)) return svg("path", { ...look, d });
		const [cx, cy, r] = d.slice(1).split(" ");
		return svg("circle", { ...look, cx, cy, r });
	});
}

const short = (value) => String(Math.round(value * 100) / 100);
const point = (x, y) => `${short(x)} ${short(y)}`;
/** A circle around the middle of a square. */
const circle = ({ x, y }, names, r, more) =>
	svg("circle", { class: names, cx: short(x), cy: short(y), r: short(r), ...more });
const modulo = (value, by) => ((value % by) + by) % by;

// --- Where the squares lie

/** The squares of a board and their places, in units of the picture. */
class Layout {
	constructor(state, geometry, view) {
		const board = state.board;
		this.rings = board.rings;
		this.files = board.files;
		this.centre = board.centre;
		this.open = board.seam === "open";
		this.fileFirst = board.names === "file-ring";
		this.count = board.citadels || 0;
		this.flat = view.flat;
		this.mirrored = geometry ? geometry.mirrored : view.mirrored;
		const home = homes(view.start, view.seat, this);
		if (this.flat) {
			this.side = (2 / Math.max(this.rings, this.files)) * RIM;
			const outer = home.reduce((sum, [ring]) => sum + 2 * ring, 0);
			this.turned = geometry ? geometry.turned : outer > home.length * (this.rings + 1);
		} else {
			this.radii = (geometry ? geometry.radii : radii(this.rings, this.files)).map((r) => r * RIM);
			this.offset = geometry ? offsetOf(geometry)
				: modulo(this.files - middle(home, this.files), 2 * this.files);
		}
		const voids = new Set(board.voids);
		this.squares = new Map();
		for (let ring = 1; ring <= this.rings; ring++) {
			for (let file = 1; file <= this.files; file++) this.add(ring, file, voids);
		}
		for (let number = 1; number <= this.count; number++) this.addCitadel(number);
		this.cells = [...this.squares.values()];
		this.largest = this.squares.get(this.name(this.rings, 1)).radius;
	}

	add(ring, file, voids) {
		const name = this.name(ring, file);
		const cell = { name, ring, file, light: (ring + file) % 2 === 1, void: voids.has(name) };
		[cell.x, cell.y] = this.at(ring, file);
		if (this.flat) {
			cell.radius = this.side / 2;
			const corners = [[0.5, -0.5], [0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]];
			cell.path = `M${corners.map(([up, along]) =>
				point(...this.at(ring + up, file + along))).join("L")}Z`;
		} else {
			const [inner, outer] = [this.radii[ring - 1], this.radii[ring]];
			const away = (inner + outer) / 2;
			cell.radius = Math.min((outer - inner) / 2, away * Math.sin(Math.PI / this.files));
			cell.path = this.sector(inner, outer, [file - 0.5, file + 0.5]);
		}
		this.squares.set(name, cell);
	}

	addCitadel(number) {
		const half = this.count > 2 ? Math.sin(Math.PI / this.count) : 1;
		const outer = this.radii[0];
		const inner = outer * Math.max(0.36, (1 - half) / (1 + half));
		const files = this.files / this.count, first = (number - 1) * files;
		const parts = Math.max(1, Math.ceil(4 / this.count));
		const stops = Array.from({ length: parts + 1 }, (_, part) => first + 0.5 + (files * part) / parts);
		const away = (inner + outer) / 2, file = first + (files + 1) / 2;
		const [x, y] = this.polar(away, file);
		this.squares.set(`z${number}`, {
			name: `z${number}`, ring: 0, file, citadel: number, light: true, void: false, x, y,
			inner, radius: Math.min((outer - inner) / 2, away * half), path: this.sector(inner, outer, stops),
		});
	}

	/** A part of a ring as path data; `stops` are files, more than two for long arcs. */
	sector(inner, outer, stops) {
		const [there, back] = this.mirrored ? [0, 1] : [1, 0];
		const arcs = (radius, sweep, files) => files.map((file) =>
			`A${short(radius)} ${short(radius)} 0 0 ${sweep} ${point(...this.polar(radius, file))}`).join("");
		const last = stops[stops.length - 1];
		return `M${point(...this.polar(outer, stops[0]))}${arcs(outer, there, stops.slice(1))}`
			+ `L${point(...this.polar(inner, last))}${arcs(inner, back, stops.slice(0, -1).reverse())}Z`;
	}

	/** The point at a distance from the centre on a file. */
	polar(radius, file) {
		const turn = (Math.PI * (this.offset + 2 * file - 1)) / this.files;
		return [(this.mirrored ? -1 : 1) * radius * Math.sin(turn), -radius * Math.cos(turn)];
	}

	/** The point at a place between the squares: ring 1.5 is halfway from ring 1 to ring 2. */
	at(ring, file) {
		if (!this.flat) return this.polar(this.away(ring), file);
		const x = (file - (this.files + 1) / 2) * this.side;
		const y = ((this.rings + 1) / 2 - ring) * this.side;
		return [this.mirrored !== this.turned ? -x : x, this.turned ? -y : y];
	}

	/** How far from the centre a place between the rings is. */
	away(ring) {
		const edge = modulo(ring - 0.5, 1), low = Math.floor(ring - 0.5);
		const inner = this.radii[Math.max(0, Math.min(low, this.rings))];
		const outer = this.radii[Math.max(0, Math.min(low + 1, this.rings))];
		return inner + (outer - inner) * edge;
	}

	name(ring, file) {
		const letter = (number) => String.fromCharCode(96 + number);
		return this.fileFirst ? letter(file) + ring : letter(ring) + file;
	}

	/** The next square in a direction, as far as there is one: (0, 1) is clockwise, (1, 0) outward. */
	step(cell, ring, file) {
		if (cell.citadel) {
			const entry = Math.round(cell.file - 0.01);
			if (ring > 0) return this.squares.get(this.name(1, entry));
			return file ? this.squares.get(`z${modulo(cell.citadel - 1 + file, this.count) + 1}`) : undefined;
		}
		let [r, f] = [cell.ring + ring, cell.file + file];
		if (this.open && (f < 1 || f > this.files)) return undefined;
		if (r < 1) {
			if (this.count) return this.squares.get(`z${Math.floor(((f - 1) * this.count) / this.files) + 1}`);
			if (this.centre === "closed") return undefined;
			if (this.centre === "null") [r, f] = [1, f + this.files / 2];
			else r = this.rings;
		} else if (r > this.rings) {
			if (this.centre !== "torus") return undefined;
			r = 1;
		}
		return this.squares.get(this.name(r, modulo(f - 1, this.files) + 1));
	}

	/** The way of a man over squares, as a list of points. */
	way(names) {
		const cells = names.map((name) => this.squares.get(name)).filter(Boolean);
		const points = cells.length ? [[cells[0].x, cells[0].y]] : [];
		for (let i = 1; i < cells.length; i++) points.push(...this.leg(cells[i - 1], cells[i], cells.length > 2));
		return points;
	}

	leg(a, b, stepping) {
		const apart = modulo(b.file - a.file + this.files / 2, this.files) - this.files / 2;
		const across = this.centre === "null" && Math.abs(apart) > this.files / 4;
		if (this.flat || a.citadel || b.citadel || across) return [[b.x, b.y]];
		if (this.centre === "torus" && stepping && Math.abs(a.ring - b.ring) === this.rings - 1) {
			// Out at one rim and in at the other; the jump between is not drawn.
			const out = a.ring > b.ring ? [this.rings + 0.9, 0.1] : [0.1, this.rings + 0.9];
			return [this.at(out[0], a.file), null, this.at(out[1], b.file), [b.x, b.y]];
		}
		const steps = Math.max(1, Math.ceil((Math.abs(apart) / this.files) * 32));
		return Array.from({ length: steps }, (_, i) => {
			const share = (i + 1) / steps;
			return this.at(a.ring + (b.ring - a.ring) * share, a.file + apart * share);
		});
	}
}

/** Radii of the circles between the rings, from the hub's to the rim's, which is 1. */
function radii(rings, files) {
	const half = Math.sin(Math.PI / files), square = (1 + half) / (1 - half);
	const growth = rings > 1 ? Math.min(square, 1.5 ** (1 / (rings - 1))) : square;
	let edges = [1 / (2 * half) - 0.5];
	for (let ring = 0; ring < rings; ring++) edges.push(edges[ring] + growth ** ring);
	if (edges[0] > 0.5 * edges[rings] && growth === square) {
		// With many files the inner cells are higher than wide, for a smaller hub.
		const stretched = (most) => {
			edges = [1];
			for (let ring = 0; ring < rings; ring++) {
				const high = half * (1 + ((most - 1) * (rings - 1 - ring)) / Math.max(1, rings - 1));
				edges.push((edges[ring] * (1 + high)) / (1 - high));
			}
			const apart = (edges[rings - 1] + edges[rings]) / (edges[0] + edges[1]);
			return edges[0] > 0.5 * edges[rings] && apart < 1.5;
		};
		let [low, high] = [1, 1.35];
		if (!stretched(high)) {
			for (let i = 0; i < 60; i++) {
				const between = (low + high) / 2;
				if (stretched(between)) low = between;
				else high = between;
			}
			stretched(low);
		}
	}
	return edges.map((edge) => edge / edges[rings]);
}

/** Where file 1 starts, in half files clockwise from the top. */
function offsetOf(geometry) {
	const first = Object.values(geometry.cells).find((cell) => cell.ring === 1 && cell.file === 1);
	const start = geometry.mirrored ? -first.start : first.start;
	return modulo(Math.round((start * geometry.files) / 180), 2 * geometry.files);
}

/** Where an army's men began, as [ring, file, kind]. */
function homes(start, army, layout) {
	const found = [];
	for (const [name, piece] of Object.entries(start)) {
		if (piece[0] !== army || (layout.count && name[0] === "z")) continue;
		const letter = name.charCodeAt(0) - 96, number = Number(name.slice(1));
		found.push(layout.fileFirst ? [number, letter, piece[1]] : [letter, number, piece[1]]);
	}
	return found;
}

/** The middle of the shortest run of files that holds all, in half files. */
function middle(home, files) {
	const king = home.find(([, , kind]) => kind === "K");
	const near = king ? king[1] : 1;
	const taken = [...new Set(home.map(([, file]) => file))].sort((a, b) => a - b);
	if (!taken.length) taken.push(near);
	let best = null;
	taken.forEach((first, place) => {
		const before = taken[modulo(place - 1, taken.length)];
		const length = modulo(before - first, files) + 1;
		const apart = modulo(2 * first - 2 + length - (2 * near - 1), 2 * files);
		const run = [length, Math.min(apart, 2 * files - apart), first];
		const better = best && run.map((value, i) => value - best[i]).find((difference) => difference);
		if (!best || better < 0) best = run;
	});
	return 2 * best[2] - 2 + best[0];
}

// --- The look

const LIGHT = `
	--board-light: #efece4; --board-dark: #b4bdc8; --board-margin: #dde1e6; --board-border: #2b333c;
	--board-text: #1d242b; --board-hub: #7b8692; --board-null: #e6e9ed; --board-line: #b4bdc8;
	--board-last: #e3c84e; --board-check: #d1004b; --board-target: #1f6f54; --board-focus: #0b57d0;
	--board-void: #7b8692; --board-citadel: #e3d5b4; --board-panel: #fff; --board-premove: #5b7fc4;`;
const DARK = `
	--board-light: #a9b0b8; --board-dark: #737e8b; --board-margin: #262c33; --board-border: #0e1114;
	--board-text: #e8ebee; --board-hub: #3a424b; --board-null: #30373f; --board-line: #59636e;
	--board-last: #b3983a; --board-target: #0b3d2c; --board-focus: #9cc2ff;
	--board-void: #20262c; --board-citadel: #8d8265; --board-panel: #1b2026; --board-premove: #4668b0;`;

const SHEET = new CSSStyleSheet();
SHEET.replaceSync(`
:host { display: block; position: relative; color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { ${DARK} } }
:host([theme="dark"]) { ${DARK} }
:host([hidden]) { display: none; }
.board { outline: none; position: relative; touch-action: manipulation; }
.board.live { touch-action: none; }
svg { display: block; width: 100%; height: auto; user-select: none; -webkit-user-select: none;
	font-family: "DejaVu Sans", Verdana, Arial, Helvetica, sans-serif; overflow: visible; }
.margin { fill: var(--board-margin); stroke: var(--board-border); stroke-width: 3; }
.hub { fill: var(--board-hub); } .null-centre { fill: var(--board-null); }
.null-lines { stroke: var(--board-line); stroke-width: 1.2; fill: none; }
.square { stroke: var(--board-border); stroke-width: 1.2; }
.light { fill: var(--board-light); } .dark { fill: var(--board-dark); } .void { fill: var(--board-void); }
.citadel { fill: var(--board-citadel); stroke-width: 3; }
.lastmove { fill: var(--board-last); }
.selected { fill: color-mix(in srgb, var(--board-target) 45%, var(--board-light)); }
.pre { fill: var(--board-premove); }
.void-lines { stroke: var(--board-line); stroke-width: 2; }
.coord { fill: var(--board-text); text-anchor: middle; }
.on-board { fill: #1d242b; font-weight: 700; }
.target { fill: var(--board-target); stroke: #fff; stroke-width: 1.5; }
.target.capture { fill: none; stroke: var(--board-target); }
.target.unsafe { fill: var(--board-light); stroke: var(--board-check); stroke-width: 3; stroke-dasharray: 4 3; }
.target.capture.unsafe { fill: none; }
.in-check { fill: none; stroke: var(--board-check); }
.cursor { fill: none; stroke: var(--board-focus); stroke-width: 5; display: none; }
.board:focus-visible .cursor, .board.keys:focus .cursor { display: inline; }
.board:focus-visible { outline: 3px solid var(--board-focus); outline-offset: 2px; border-radius: 4px; }
.live .man { cursor: pointer; }
.man.dragged { cursor: grabbing; } .man.gone { opacity: 0.35; }
.inert { opacity: 0.8; }
.shape { opacity: 0.75; } .shaft { fill: none; }
.water { fill: #2f7fc4; stroke: var(--board-border); stroke-width: 1.2; }
.creek { stroke: #2f7fc4; stroke-width: 5; stroke-dasharray: 9 5; }
.bridge { fill: #b98a52; stroke: #4a2f12; stroke-width: 2; }
.seam { stroke: var(--board-border); stroke-width: 7; }
.rims { fill: #7a1fa2; stroke: var(--board-margin); }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
	white-space: nowrap; }
.choice { position: absolute; inset: 0; display: flex; align-items: center; justify-content: center;
	background: rgb(0 0 0 / 35%); }
.choice > div { display: flex; flex-wrap: wrap; justify-content: center; gap: 6px; padding: 10px;
	max-width: 90%; border-radius: 10px; background: var(--board-panel); }
.choice button { width: 64px; height: 64px; border-radius: 8px; cursor: pointer;
	border: 1px solid var(--board-border); background: var(--board-light); }
.choice button:focus-visible, .choice button:hover { outline: 3px solid var(--board-focus); }
.tray { display: flex; flex-wrap: wrap; gap: 2px 14px; min-height: 26px; margin: 4px 0 0;
	color: var(--board-text); }
.tray span { display: inline-flex; flex-wrap: wrap; }
.tray svg { width: 22px; height: 22px; }
.tray span span { background: var(--board-dark); border-radius: 4px; margin-right: 1px; }
`);

/** Fill, line and detail of each army: by its name where that is a colour, else a free one. */
function armyColors(armies) {
	const palette = ART.palette;
	const names = armies.map(({ name }) => name.toLowerCase().replace("grey", "gray"));
	const order = names.length === 2 ? Object.keys(palette) : ART.spare;
	const free = order.filter((color) => !names.includes(color));
	return new Map(armies.map(({ letter }, i) =>
		[letter, palette[names[i]] || palette[free.shift()] || palette.gray]));
}

// --- The element

const OBSERVED = ["src", "seat", "mirrored", "movable", "premove", "layout", "coordinates", "captured"];

export class CircularBoard extends HTMLElement {
	static observedAttributes = OBSERVED;

	#state = null;
	#geometry = null;
	#start = null;
	#layout = null;
	#men = new Map(); // square -> {piece, node}
	#legal = new Map(); // from -> list of moves
	#selected = null;
	#premove = null;
	#pending = null; // a move shown before the host has said so
	#press = null; // the pointer that is down
	#cursor = null;
	#shapes = [];
	#arrows = [];
	#moves = new Set(); // running animations
	#frame = 0;
	#layers = {};
	#root;
	#board;
	#svg;
	#live;
	#tray;
	#choice = null;

	constructor() {
		super();
		this.#root = this.attachShadow({ mode: "open" });
		this.#root.adoptedStyleSheets = [SHEET];
		this.#svg = svg("svg", { viewBox: "-500 -500 1000 1000", "aria-hidden": "true", focusable: "false" });
		this.#board = html("div", {
			class: "board", part: "board", tabindex: "0", role: "application",
			"aria-roledescription": "chess board", "aria-label": "Chess board",
		}, this.#svg);
		this.#live = html("div", { class: "sr", role: "status", "aria-live": "polite" });
		this.#tray = html("div", { class: "tray", part: "captured", hidden: "" });
		this.#root.append(this.#board, this.#tray, this.#live);
		const listen = (name, act) => this.#board.addEventListener(name, act);
		listen("pointerdown", (event) => this.#down(event));
		listen("pointermove", (event) => this.#moved(event));
		listen("pointerup", (event) => this.#up(event));
		listen("pointercancel", () => this.#letGo());
		listen("contextmenu", (event) => event.preventDefault());
		listen("keydown", (event) => this.#key(event));
	}

	connectedCallback() {
		if (this.#state && !this.#layout) this.#build();
	}

	disconnectedCallback() {
		cancelAnimationFrame(this.#frame);
		this.#finishMoves();
	}

	attributeChangedCallback(name, before, after) {
		if (before === after) return;
		if (name === "src") this.#load(after);
		else if (this.#state && name === "movable") this.#select(null);
		else if (this.#state && name === "premove") this.cancelPremove();
		else if (this.#state) this.#build();
	}

	// --- What the host gives and asks

	get state() { return this.#state; }

	set state(given) {
		const state = typeof given === "string" ? JSON.parse(given) : given;
		if (!state || !state.board || !state.pieces) throw new TypeError("state is not the JSON of a Board");
		const before = this.#state, pending = this.#pending;
		this.#state = state;
		this.#pending = null;
		this.#legal.clear();
		for (const move of state.outcome ? [] : state.legal_moves || []) {
			if (!this.#legal.has(move.from)) this.#legal.set(move.from, []);
			this.#legal.get(move.from).push(move);
		}
		this.#closeChoice();
		this.#letGo();
		if (!before || this.#differs(before, state)) this.#build();
		else {
			const way = this.#wayFrom(before, state);
			this.#select(null, false);
			this.#setMen(way);
			this.#decorate();
		}
		if (before && before.fen !== state.fen) this.#tell(before, state, pending);
		this.#tryPremove();
	}

	get geometry() { return this.#geometry; }

	set geometry(given) {
		this.#geometry = given || null;
		if (this.#state) this.#build();
	}

	get start() { return this.#start; }

	set start(pieces) {
		this.#start = pieces || null;
		if (this.#state) this.#build();
	}

	get arrows() { return this.#arrows; }

	set arrows(list) {
		this.#arrows = [...(list || [])];
		if (this.#layout) this.#drawShapes();
	}

	get shapes() { return this.#shapes.map((shape) => ({ ...shape })); }

	set shapes(list) {
		this.#shapes = [...(list || [])];
		if (this.#layout) this.#drawShapes();
	}

	get premoved() { return this.#premove && { ...this.#premove }; }

	get seat() { return this.getAttribute("seat") || this.#state?.armies[0]?.letter || ""; }

	set seat(letter) { this.setAttribute("seat", letter); }

	turnTo(letter) {
		this.setAttribute("seat", letter);
		this.#emit("seat", { seat: letter });
	}

	/** Put the army opposite at the bottom. */
	flip() {
		const letters = (this.#state?.armies || []).map(({ letter }) => letter);
		if (!letters.length) return;
		const step = letters.length % 2 ? 1 : letters.length / 2;
		this.turnTo(letters[(letters.indexOf(this.seat) + step) % letters.length]);
	}

	cancel() {
		if (!this.#pending) return;
		this.#pending = null;
		this.#setMen([]);
		this.#decorate();
	}

	cancelPremove() {
		if (!this.#premove) return;
		this.#premove = null;
		if (this.#layout) this.#decorate();
		this.#emit("premove", null);
	}

	focus(options) { this.#board.focus(options); }

	async #load(address) {
		if (!address) return;
		try {
			const response = await fetch(address);
			if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
			this.state = await response.json();
		} catch (error) {
			this.#emit("error", { message: `${address}: ${error.message}` });
		}
	}

	#emit(name, detail) {
		const event = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true });
		return this.dispatchEvent(event);
	}

	#say(text) { this.#live.textContent = text; }

	// --- Whose move it is

	#owns(army) {
		const movable = this.getAttribute("movable") ?? "all";
		return movable === "all" || (movable !== "none" && movable.includes(army));
	}

	/** Whether a man can be picked up now: to move at once, or only before its turn. */
	#mode(name) {
		const piece = this.#shown().get(name);
		if (!piece || !this.#owns(piece[0]) || this.#state.outcome) return null;
		const turn = this.#state.turn;
		if (piece[0] === turn && !this.#pending) return this.#legal.has(name) ? "move" : null;
		const early = this.hasAttribute("premove") && (this.#pending || !this.#owns(turn));
		return early && this.#state.in_play.includes(piece[0]) ? "premove" : null;
	}

	/** What stands where, with a move that the host has not confirmed. */
	#shown() {
		const men = new Map(Object.entries(this.#state.pieces));
		const move = this.#pending;
		if (move) {
			const piece = men.get(move.from);
			men.delete(move.from);
			men.set(move.to, move.promotion ? piece[0] + move.promotion.toUpperCase() : piece);
		}
		return men;
	}

	#targets(name) {
		if (this.#mode(name) === "move") return new Set(this.#legal.get(name).map(({ to }) => to));
		return new Set(this.#layout.cells
			.filter((cell) => !cell.void && cell.name !== name).map((cell) => cell.name));
	}

	#select(name, tell = true) {
		if (this.#selected === name) return;
		this.#selected = name;
		if (!this.#layout) return;
		this.#decorate();
		if (tell) this.#emit("select", name && { square: name, targets: [...this.#targets(name)] });
	}

	#go(to) {
		const from = this.#selected;
		if (!from || from === to || !this.#targets(from).has(to)) return false;
		if (this.#mode(from) === "premove") {
			this.#premove = { from, to };
			this.#select(null);
			this.#decorate();
			this.#say(`Premove ${from} to ${to}`);
			this.#emit("premove", { from, to });
			return true;
		}
		this.#choose(this.#legal.get(from).filter((move) => move.to === to));
		return true;
	}

	#choose(moves) {
		if (moves.length > 1) this.#ask(moves);
		else this.#make(moves[0]);
	}

	#make(move) {
		this.#select(null);
		this.#pending = move;
		const { uci, from, to, promotion, san } = move;
		const kept = this.#emit("move", { uci, from, to, promotion, san });
		if (this.#pending !== move) return; // the host has answered already
		if (!kept) this.#pending = null;
		this.#setMen([], true);
		this.#decorate();
	}

	#tryPremove() {
		const move = this.#premove;
		if (!move || !this.#state) return;
		const piece = this.#state.pieces[move.from];
		const over = this.#state.outcome || !piece || !this.#owns(piece[0]);
		if (!over && piece[0] !== this.#state.turn) return;
		this.#premove = null;
		const found = over ? [] : (this.#legal.get(move.from) || []).filter(({ to }) => to === move.to);
		this.#decorate();
		this.#emit("premove", null);
		if (found.length) this.#choose(found);
		else this.#say(`Premove ${move.from} to ${move.to} is not possible`);
	}

	// --- The choice of a promotion

	#ask(moves) {
		const army = this.#state.pieces[moves[0].from][0];
		const panel = html("div", { role: "group" });
		const rank = ({ promotion }) => modulo("QRBN".indexOf((promotion || "-").toUpperCase()), 99);
		for (const move of [...moves].sort((a, b) => rank(a) - rank(b))) {
			const letter = (move.promotion || "").toUpperCase();
			const label = letter ? NAMES[letter] || `piece ${letter}` : "no promotion";
			const button = html("button", { "aria-label": label });
			if (letter) button.append(this.#icon(army + letter));
			else button.append("–");
			button.addEventListener("click", () => { this.#closeChoice(); this.#make(move); });
			panel.append(button);
		}
		this.#choice = html("div", {
			class: "choice", role: "dialog", "aria-modal": "true", "aria-label": "Promote to", part: "choice",
		}, panel);
		this.#choice.addEventListener("keydown", (event) => {
			event.stopPropagation();
			const buttons = [...panel.children], at = buttons.indexOf(this.#root.activeElement);
			const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
			if (event.key === "Escape") this.#closeChoice(true);
			else if (step || event.key === "Tab") {
				const way = step || (event.shiftKey ? -1 : 1);
				buttons[modulo(at + way, buttons.length)].focus();
				event.preventDefault();
			}
		});
		this.#choice.addEventListener("click", (event) => {
			if (event.target === this.#choice) this.#closeChoice(true);
		});
		this.#root.insertBefore(this.#choice, this.#tray);
		panel.firstChild.focus();
	}

	#closeChoice(back = false) {
		if (!this.#choice) return;
		const had = this.#choice.contains(this.#root.activeElement);
		this.#choice.remove();
		this.#choice = null;
		if (back) this.#select(null);
		if (back || had) this.#board.focus({ preventScroll: true });
	}

	// --- Pointers

	#place(event) {
		const matrix = this.#svg.getScreenCTM();
		if (!matrix) return [NaN, NaN];
		const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
		return [x, y];
	}

	/** The square below a pointer, null for voids and off the board. */
	#under({ clientX, clientY }) {
		const found = this.#root.elementsFromPoint(clientX, clientY).find((node) => node.matches(".square"));
		return found?.matches(":not(.void)") ? found.dataset.square : null;
	}

	#down(event) {
		if (!this.#layout || this.#choice) return;
		this.#board.classList.remove("keys");
		const name = this.#under(event);
		if (event.button === 2) {
			if (this.#press?.man) return this.#letGo(true);
			if (this.#premove) return this.cancelPremove();
			this.#press = { id: event.pointerId, shape: name };
			this.#board.setPointerCapture(event.pointerId);
			return undefined;
		}
		if (event.button !== 0 || this.#press) return undefined;
		const held = this.#selected;
		if (held && name && name !== held && this.#targets(held).has(name)
				&& !(this.#mode(held) === "premove" && this.#mode(name))) {
			this.#press = { id: event.pointerId, target: name };
			this.#board.setPointerCapture(event.pointerId);
			return undefined;
		}
		if (!held && this.#shapes.length) {
			this.#shapes = [];
			this.#drawShapes();
			this.#emit("shapes", { shapes: [] });
		}
		if (!name || !this.#mode(name)) {
			if (!held && this.#premove) this.cancelPremove();
			this.#select(null);
			if (name) this.#emit("square", { square: name });
			return undefined;
		}
		const man = this.#men.get(name);
		this.#press = { id: event.pointerId, from: name, man, again: held === name,
			x: event.clientX, y: event.clientY, dragging: false };
		this.#cursor = name;
		this.#select(name);
		this.#board.setPointerCapture(event.pointerId);
		return undefined;
	}

	#moved(event) {
		const press = this.#press;
		if (!press || press.id !== event.pointerId || !press.man) return;
		if (!press.dragging) {
			if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < 5) return;
			press.dragging = true;
			this.#finishMoves();
			press.man.node.classList.add("dragged");
			this.#layers.men.append(press.man.node);
		}
		const [x, y] = this.#place(event);
		press.man.node.setAttribute("transform", `translate(${point(x, y)})`);
	}

	#up(event) {
		const press = this.#press;
		if (!press || press.id !== event.pointerId) return;
		this.#press = null;
		const name = this.#under(event);
		if ("shape" in press) this.#shape(press.shape, name, event);
		else if (press.target) {
			if (name === press.target) this.#go(name);
		} else if (press.dragging) {
			this.#drop(press);
			if (name && name !== press.from && !this.#go(name)) this.#say("Not a legal move");
			else if (!name) this.#select(null);
		} else if (press.again) this.#select(null);
	}

	#drop(press) {
		const cell = this.#layout.squares.get(press.from);
		press.man.node.classList.remove("dragged");
		if (cell) press.man.node.setAttribute("transform", `translate(${point(cell.x, cell.y)})`);
	}

	#letGo(unselect = false) {
		const press = this.#press;
		this.#press = null;
		if (press?.dragging) this.#drop(press);
		if (unselect) this.#select(null);
	}

	// --- Arrows and marks

	#shape(from, to, event) {
		if (!from || !to) return;
		const which = (event.shiftKey ? 1 : 0) + (event.altKey ? 2 : 0);
		const color = ["green", "red", "blue", "yellow"][which];
		const same = this.#shapes.findIndex((shape) => shape.from === from && shape.to === to);
		const old = same < 0 ? null : this.#shapes.splice(same, 1)[0];
		if (!old || old.color !== color) this.#shapes.push({ from, to, color });
		this.#drawShapes();
		this.#emit("shapes", { shapes: this.shapes });
	}

	#drawShapes() {
		const layer = this.#layers.shapes, layout = this.#layout;
		const unit = layout.cells[0].radius;
		layer.replaceChildren();
		for (const shape of [...this.#arrows, ...this.#shapes]) {
			const [a, b] = [layout.squares.get(shape.from), layout.squares.get(shape.to)];
			if (!a || !b) continue;
			const color = COLORS[shape.color] || COLORS.green;
			const look = { class: "shape shaft", stroke: color, "stroke-width": short(unit * 0.3) };
			if (a === b) {
				layer.append(circle(a, look.class, a.radius - unit * 0.15, look));
				continue;
			}
			const way = layout.way(shape.path || [shape.from, shape.to]).filter(Boolean);
			const [tx, ty] = way[way.length - 1];
			// The shaft ends where the head begins.
			let long = unit * 0.95;
			while (way.length > 2 && Math.hypot(tx - way[way.length - 2][0], ty - way[way.length - 2][1]) < long) {
				way.splice(way.length - 2, 1);
			}
			const [px, py] = way[way.length - 2];
			const length = Math.hypot(tx - px, ty - py) || 1;
			long = Math.min(long, length / 2);
			const [ux, uy] = [(tx - px) / length, (ty - py) / length];
			const [bx, by] = [tx - ux * long, ty - uy * long];
			way[way.length - 1] = [bx, by];
			const d = `M${way.map(([x, y]) => point(x, y)).join("L")}`;
			const wide = unit * 0.5;
			layer.append(svg("path", { ...look, d }), svg("path", {
				class: "shape", fill: color,
				d: `M${point(bx - uy * wide, by + ux * wide)}L${point(tx, ty)}L${point(bx + uy * wide, by - ux * wide)}Z`,
			}));
		}
	}

	// --- Keys

	#key(event) {
		if (!this.#layout || event.ctrlKey || event.metaKey || event.altKey) return;
		const cell = this.#layout.squares.get(this.#cursor) || this.#home();
		const steps = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
		this.#board.classList.add("keys");
		if (steps[event.key]) {
			let next = this.#cursor ? this.#layout.step(cell, ...steps[event.key]) : cell;
			for (let i = 0; next?.void && i < 2 * this.#layout.files; i++) {
				next = this.#layout.step(next, ...steps[event.key]);
			}
			if (next) this.#walk(next.name);
			else this.#say("edge");
		} else if (event.key === "Home") this.#walk(this.#home().name);
		else if (event.key === "PageDown" || event.key === "PageUp") {
			const names = this.#stops(), way = event.key === "PageDown" ? 1 : -1;
			const at = names.indexOf(this.#cursor);
			if (names.length) this.#walk(names[at < 0 ? 0 : modulo(at + way, names.length)]);
		} else if (event.key === "Enter" || event.key === " ") {
			if (!this.#cursor) this.#walk(cell.name);
			else this.#press || this.#act(this.#cursor);
		} else if (event.key === "Escape" && (this.#selected || this.#premove)) {
			if (this.#selected) this.#select(null);
			else this.cancelPremove();
			this.#say("put back");
		} else return;
		event.preventDefault();
	}

	/** Where the keyboard begins: at the king of the army to move here. */
	#home() {
		const men = [...this.#shown()];
		const own = men.filter(([, piece]) => piece[1] === "K" && this.#owns(piece[0]));
		const king = own.find(([, piece]) => piece[0] === this.#state.turn) || own[0] || men[0];
		return this.#layout.squares.get(king?.[0]) || this.#layout.squares.values().next().value;
	}

	#stops() {
		const all = [...this.#layout.squares.keys()];
		if (this.#selected && this.#mode(this.#selected) === "move") {
			const targets = this.#targets(this.#selected);
			return all.filter((name) => targets.has(name));
		}
		return all.filter((name) => this.#mode(name));
	}

	#walk(name) {
		this.#cursor = name;
		this.#drawCursor();
		this.#say(this.#describe(name));
	}

	#act(name) {
		if (this.#selected === name) {
			this.#select(null);
			this.#say("put back");
		} else if (this.#selected && this.#go(name)) {
			return;
		} else if (this.#mode(name)) {
			this.#select(name);
			const count = this.#mode(name) === "move" ? this.#targets(name).size : 0;
			this.#say(`${this.#describe(name)}, picked up${count ? `, ${count} ${count > 1 ? "moves" : "move"}` : ""}`);
		} else {
			this.#say(`${this.#describe(name)}, cannot move`);
			this.#emit("square", { square: name });
		}
	}

	#armyName(letter) {
		return this.#state.armies.find((army) => army.letter === letter)?.name || letter;
	}

	#describe(name) {
		const piece = this.#shown().get(name);
		let text = `${name} empty`;
		if (piece) {
			text = `${name} ${this.#armyName(piece[0])} ${NAMES[piece[1]] || `piece ${piece[1]}`}`;
			if (piece[1] === "O") text += this.#layout.centre === "null" ? ", outbound" : ", anticlockwise";
			if (piece[1] === "K" && (this.#state.check || []).includes(piece[0])) text += ", in check";
		}
		if (this.#selected && this.#mode(this.#selected) === "move" && this.#targets(this.#selected).has(name)) {
			const unsafe = this.#legal.get(this.#selected).some((move) => move.to === name && move.safe === false);
			text += unsafe ? ", can go there, unsafe" : ", can go there";
		}
		return text;
	}

	#tell(before, state, pending) {
		const last = state.last_move;
		const known = last && (before.legal_moves || []).find((move) => move.uci === last.uci);
		const parts = [];
		if (last && last.uci !== before.last_move?.uci || pending) {
			parts.push(`${this.#armyName(before.turn)}: ${known?.san || last?.uci || ""}.`);
		}
		for (const event of state.events || []) {
			parts.push(`${this.#armyName(event.army)} ${event.kind.replaceAll("_", " ")}.`);
		}
		if (state.outcome) {
			const won = state.outcome.winners.map((army) => this.#armyName(army)).join(" and ");
			parts.push(`Game over, ${state.outcome.termination.replaceAll("_", " ")}: ${won ? `${won} won` : "drawn"}.`);
		} else {
			parts.push(`${this.#armyName(state.turn)} to move${(state.check || []).includes(state.turn) ? ", in check" : ""}.`);
		}
		this.#say(parts.join(" "));
	}

	// --- Drawing: what stays

	#differs(before, state) {
		const key = (of) => JSON.stringify([of.variant, of.board, of.armies.map(({ name }) => name), of.history?.start?.pieces]);
		return key(before) !== key(state) || !this.#layout;
	}

	#geometryOf(seat) {
		const given = this.#geometry;
		if (!given) return null;
		const one = given.cells ? given : given[seat];
		const flat = one && !one.radii;
		if (!one || one.seat !== seat || one.mirrored !== this.hasAttribute("mirrored")) return null;
		return flat === this.#flat() ? one : null;
	}

	/** Where the men of all armies began. */
	#begun() { return this.#start || this.#state.history?.start?.pieces || this.#state.pieces; }

	#flat() {
		const board = this.#state.board, asked = this.getAttribute("layout");
		if (asked === "flat") return board.centre !== "null" && !board.citadels;
		return asked !== "round" && board.seam === "open";
	}

	#build() {
		const state = this.#state, seat = this.seat;
		this.#finishMoves();
		this.#layout = new Layout(state, this.#geometryOf(seat), {
			seat, mirrored: this.hasAttribute("mirrored"), flat: this.#flat(), start: this.#begun(),
		});
		this.#selected = null;
		if (!this.#layout.squares.has(this.#cursor)) this.#cursor = null;
		const coordinates = this.getAttribute("coordinates") !== "off";
		const edge = coordinates ? EDGE : NARROW_EDGE, layout = this.#layout;
		this.#svg.setAttribute("viewBox", `${-edge} ${-edge} ${2 * edge} ${2 * edge}`);
		this.#layers = {};
		this.#men.clear();
		const names = ["defs", "frame", "squares", "features", "texts", "seats", "targets", "men", "marks", "shapes", "cursor"];
		this.#svg.replaceChildren(...names.map((name) =>
			(this.#layers[name] = svg(name === "defs" ? "defs" : "g", { class: `layer-${name}` }))));
		this.#drawFrame(edge);
		for (const cell of layout.cells) {
			cell.tone = cell.citadel ? "citadel" : cell.void ? "void" : cell.light ? "light" : "dark";
			cell.node = svg("path", { class: `square ${cell.tone}`, d: cell.path, "data-square": cell.name });
			this.#layers.squares.append(cell.node);
		}
		this.#drawFeatures();
		this.colors = armyColors(state.armies);
		this.seats = state.armies.map(({ letter }) => {
			const home = homes(this.#begun(), letter, layout), half = middle(home, layout.files);
			const long = home.reduce((most, [, file]) => {
				const apart = modulo(2 * file - 1 - half, 2 * layout.files);
				return Math.max(most, Math.min(apart, 2 * layout.files - apart) + 1);
			}, 0);
			const ring = home.reduce((sum, [at]) => sum + at, 0) / (home.length || 1) || 1;
			return { letter, ring, first: (half - long) / 2 + 0.5, long, files: home.map(([, file]) => file) };
		});
		const two = state.armies.map(({ name }) => name.toLowerCase()).sort().join();
		if (coordinates) this.#drawTexts();
		this.marked = two !== "black,white";
		this.#board.setAttribute("aria-label",
			`Chess board, ${state.variant}, ${layout.rings} rings of ${layout.files} files. Arrow keys walk the squares, Enter picks up and puts down.`);
		this.#setMen([], true);
		this.#decorate();
		this.#drawShapes();
	}

	#drawFrame(edge) {
		const { frame } = this.#layers, layout = this.#layout;
		if (layout.flat) {
			const [w, h] = [layout.files * layout.side / 2 + edge - 4 - RIM, layout.rings * layout.side / 2 + edge - 4 - RIM];
			frame.append(svg("rect", { class: "margin", x: -w, y: -h, width: 2 * w, height: 2 * h, rx: 14 }));
			return;
		}
		const isNull = layout.centre === "null";
		frame.append(svg("circle", { class: "margin", r: edge - 4 }),
			svg("circle", { class: isNull ? "null-centre" : "hub", r: short(layout.radii[0]) }));
		if (isNull) {
			const lines = Array.from({ length: layout.files }, (_, i) =>
				`M${point(...layout.polar(layout.radii[0] * 0.12, i + 1))}L${point(...layout.polar(layout.radii[0], i + 1))}`);
			frame.append(svg("path", { class: "null-lines", d: lines.join("") }));
		}
	}

	#drawFeatures() {
		const layer = this.#layers.features, layout = this.#layout, board = this.#state.board;
		const crosses = layout.cells.filter((cell) => cell.void).map(({ x, y, radius }) => {
			const arm = radius * 0.3;
			return `M${point(x - arm, y - arm)}L${point(x + arm, y + arm)}M${point(x + arm, y - arm)}L${point(x - arm, y + arm)}`;
		});
		if (crosses.length) layer.append(svg("path", { class: "void-lines", d: crosses.join("") }));
		const top = layout.rings + 0.5;
		const line = (file, from, to) => `M${point(...layout.at(from, file))}L${point(...layout.at(to, file))}`;
		if (layout.open && !layout.flat) {
			layer.append(svg("path", { class: "seam", d: line(layout.files + 0.5, 0.5, top) }));
		}
		this.moats = new Map();
		for (const file of board.moats || []) {
			const box = (...list) => `M${list.map(([ring, part]) => point(...layout.at(ring, file + part))).join("L")}Z`;
			const bridge = svg("path", { class: "bridge", d: box([top - 0.7, 0.36], [top - 0.3, 0.37], [top - 0.3, 0.63], [top - 0.7, 0.64]) });
			layer.append(svg("path", { class: "creek", d: line(file + 0.5, Math.max(0.5, top - 3), top - 1) }),
				svg("path", { class: "water", d: box([top - 1, 0.42], [top, 0.44], [top, 0.56], [top - 1, 0.58]) }), bridge);
			this.moats.set(file, bridge);
		}
		if (layout.centre === "torus" && !layout.flat) {
			const heads = [[0.5, -12], [top, 12]].map(([ring, high]) => {
				const away = layout.away(ring);
				return Array.from({ length: layout.files }, (_, i) => `M${[[away, i + 0.8], [away + high, i + 1], [away, i + 1.2]]
					.map(([r, f]) => point(...layout.polar(r, f))).join("L")}Z`).join("");
			});
			layer.append(svg("path", { class: "rims", d: heads.join("") }));
		}
	}

	#drawTexts() {
		const layer = this.#layers.texts, layout = this.#layout;
		const text = (words, x, y, size, names = "coord") => {
			const place = { class: names, x: short(x), y: short(y + size * 0.35), "font-size": short(size) };
			layer.append(svg("text", place, words));
		};
		const letter = (number) => String.fromCharCode(96 + number);
		const file = (number) => (layout.fileFirst ? letter(number) : String(number));
		const ring = (number) => (layout.fileFirst ? String(number) : letter(number));
		if (layout.flat) {
			const size = Math.min(24, layout.side * 0.5), [w, h] = [layout.files * layout.side / 2, layout.rings * layout.side / 2];
			for (let i = 1; i <= layout.files; i++) text(file(i), layout.at(1, i)[0], h + 26, size);
			for (let i = 1; i <= layout.rings; i++) text(ring(i), -w - 26, layout.at(i, 1)[1], size);
			return;
		}
		const size = Math.min(24, Math.sin(Math.PI / layout.files) * RIM);
		for (let i = 1; i <= layout.files; i++) text(file(i), ...layout.polar(RIM + 32, i), size);
		// The rings' letters stand in the corners of a low file, one where no man begins if there is any.
		const home = new Set(this.seats.flatMap(({ files }) => files));
		const free = Array.from({ length: layout.files }, (_, i) => i + 1)
			.filter((at) => home.size === layout.files || !home.has(at));
		const low = (at) => -layout.polar(RIM, at + (layout.mirrored ? -0.5 : 0.5))[1];
		const column = free.reduce((best, at) => (low(at) < low(best) - 1e-6 ? at : best), free[0]);
		for (let i = 1; i <= layout.rings; i++) {
			const cell = layout.squares.get(layout.name(i, column));
			const [inner, high] = [layout.radii[i - 1], Math.min(20, cell.radius * 0.7)];
			const aside = cell.void ? 0 : ((0.5 - (high * 0.6) / (2 * Math.PI * inner / layout.files)) * (layout.mirrored ? -1 : 1));
			const spot = cell.void ? [cell.x, cell.y] : layout.polar(inner + high * 0.7, column + Math.max(-0.4, Math.min(0.4, aside)));
			text(ring(i), ...spot, high, "coord on-board");
		}
		for (const cell of layout.cells) {
			const aside = (layout.files / layout.count) * 0.4;
			if (cell.citadel) text(cell.name, ...layout.polar(layout.radii[0] - 16, cell.file + aside), 16, "coord on-board");
		}
	}

	// --- Drawing: what changes

	/** The drawing of a man, in a box of 100 x 100. */
	#symbol(piece) {
		const [army, letter] = piece, inert = (this.#state.inert || []).includes(army);
		const turning = letter === "O" && this.#layout.centre !== "null";
		const [fill, line, detail] = inert ? ART.inert : this.colors.get(army) || ART.palette.gray;
		const group = svg("g", {
			class: inert ? "inert" : "", fill, stroke: line, color: detail, "stroke-width": 4,
			"stroke-linejoin": "round", "stroke-linecap": "round",
		});
		const drawing = turning ? ART.turning : ART.drawings[letter];
		const inner = turning && this.#layout.mirrored ? svg("g", { transform: "matrix(-1 0 0 1 100 0)" }) : group;
		inner.append(...shapes(drawing || ART.token));
		if (inner !== group) group.append(inner);
		const write = (words, [x, y, size]) => group.append(svg("text", {
			x, y: y + size * 0.36, "font-size": size, "font-weight": 700, "text-anchor": "middle",
			fill: "currentColor", stroke: "none",
		}, words));
		if (!drawing) write(letter, ART.token_letter);
		if (this.marked) write(army.toUpperCase(), ART.marks[drawing ? letter : "token"]);
		return group;
	}

	#icon(piece) {
		return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", width: "100%", height: "100%" }, this.#symbol(piece));
	}

	#dress(man, cell) {
		const inert = (this.#state.inert || []).includes(man.piece[0]);
		const id = `man-${man.piece}${inert ? "-inert" : ""}`;
		if (!this.#layers.defs.querySelector(`[id="${id}"]`)) {
			this.#layers.defs.append(svg("symbol", { id, viewBox: "0 0 100 100" }, this.#symbol(man.piece)));
		}
		const side = 2 * Math.min(cell.radius, this.#layout.largest) * 0.94;
		if (man.id === id && man.side === side) return;
		Object.assign(man, { id, side });
		const box = { href: `#${id}`, x: short(-side / 2), y: short(-side / 2), width: short(side), height: short(side) };
		man.node.replaceChildren(svg("use", box));
		man.node.setAttribute("data-piece", man.piece);
	}

	/**
	 * Make the men on the picture those of the state, moving what moved.
	 * @param {string[]} way the squares of the last move, as it is shown
	 */
	#setMen(way, still = false) {
		const layout = this.#layout, shown = this.#shown();
		this.#finishMoves();
		const gone = new Map([...this.#men].filter(([name, man]) => shown.get(name) !== man.piece));
		const came = [...shown].filter(([name, piece]) => this.#men.get(name)?.piece !== piece);
		for (const name of gone.keys()) this.#men.delete(name);
		const [from, to] = [way[0], way[way.length - 1]];
		// The mover first: it may have been promoted on its way.
		came.sort(([a], [b]) => (b === to) - (a === to));
		const animated = !still && this.#duration() > 0;
		for (const [name, piece] of came) {
			const cell = layout.squares.get(name);
			if (!cell) continue;
			let start = null;
			if (name === to && gone.has(from)) start = from;
			else {
				const apart = (other) => Math.hypot(layout.squares.get(other).x - cell.x, layout.squares.get(other).y - cell.y);
				start = [...gone].filter(([other, man]) => man.piece === piece && other !== name)
					.map(([other]) => other).sort((a, b) => apart(a) - apart(b))[0] ?? null;
			}
			const man = start === null ? { node: svg("g", { class: "man" }) } : gone.get(start);
			if (start !== null) gone.delete(start);
			man.piece = piece;
			this.#dress(man, cell);
			man.node.setAttribute("data-square", name);
			this.#layers.men.append(man.node);
			this.#men.set(name, man);
			const path = start === from && name === to && way.length > 1 ? way : [start, name];
			if (animated && start !== null) this.#animate(man.node, layout.way(path));
			else man.node.setAttribute("transform", `translate(${point(cell.x, cell.y)})`);
		}
		for (const man of gone.values()) {
			if (!animated) man.node.remove();
			else {
				man.node.classList.add("gone");
				this.#layers.men.prepend(man.node);
				this.#animate(man.node, null);
			}
		}
		for (const [name, man] of this.#men) this.#dress(man, layout.squares.get(name));
		this.#drawTray();
	}

	#duration() {
		const still = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
		const asked = Number(this.getAttribute("animation") ?? 180);
		return still || !Number.isFinite(asked) ? 0 : asked;
	}

	/** Move a node along points (null among them is a jump), or let it vanish. */
	#animate(node, points) {
		const base = this.#duration();
		const legs = [];
		let total = 0;
		for (let i = 1; points && i < points.length; i++) {
			if (!points[i] || !points[i - 1]) continue;
			const long = Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
			legs.push({ from: points[i - 1], to: points[i], start: total, long });
			total += long;
		}
		if (points && !total) {
			const end = points[points.length - 1];
			node.setAttribute("transform", `translate(${point(...end)})`);
			return;
		}
		// Long ways take longer, but nobody waits for a lap of the board.
		const time = points ? base * Math.min(3, 0.7 + total / 300) : base;
		this.#moves.add({ node, legs, total, time, began: null, end: points && points[points.length - 1] });
		cancelAnimationFrame(this.#frame);
		this.#frame = requestAnimationFrame(this.#tick);
	}

	#tick = (now) => {
		for (const move of this.#moves) {
			move.began ??= now;
			const share = Math.min(1, (now - move.began) / move.time);
			if (share === 1) this.#finishMove(move);
			else if (move.legs.length) {
				const eased = share * share * (3 - 2 * share) * move.total;
				const leg = move.legs.findLast(({ start }) => start <= eased) || move.legs[0];
				const part = leg.long ? (eased - leg.start) / leg.long : 1;
				const [x, y] = [0, 1].map((i) => leg.from[i] + (leg.to[i] - leg.from[i]) * part);
				move.node.setAttribute("transform", `translate(${point(x, y)})`);
			}
		}
		if (this.#moves.size) this.#frame = requestAnimationFrame(this.#tick);
	};

	#finishMove(move) {
		this.#moves.delete(move);
		if (move.end) move.node.setAttribute("transform", `translate(${point(...move.end)})`);
		else move.node.remove();
	}

	#finishMoves() {
		for (const move of this.#moves) this.#finishMove(move);
	}

	/** The squares of the move between two states, backward when it was taken back. */
	#wayFrom(before, state) {
		const way = (move, of) => {
			const known = (of.legal_moves || []).find(({ uci }) => uci === move.uci);
			return move.path || known?.path || [move.from, move.to];
		};
		const [old, last] = [before.last_move, state.last_move];
		const mover = last && before.pieces[last.from];
		if (mover && (last.promotion || mover === state.pieces[last.to])) return way(last, before);
		return old && state.pieces[old.from] ? way(old, state).toReversed() : [];
	}

	#decorate() {
		const layout = this.#layout, state = this.#state;
		if (!layout) return;
		const live = !state.outcome && (this.getAttribute("movable") ?? "all") !== "none";
		this.#board.classList.toggle("live", live);
		const last = this.#pending || state.last_move;
		const moved = new Set(last ? [last.from, last.to] : []);
		const early = new Set(this.#premove ? [this.#premove.from, this.#premove.to] : []);
		for (const cell of layout.cells) {
			const look = early.has(cell.name) ? " pre" : cell.name === this.#selected ? " selected"
				: moved.has(cell.name) ? " lastmove" : "";
			const names = `square ${cell.tone}${look}`;
			if (cell.look !== names) cell.node.setAttribute("class", (cell.look = names));
		}
		for (const [file, bridge] of this.moats) {
			bridge.setAttribute("visibility", (state.bridged || []).includes(file) ? "visible" : "hidden");
		}
		this.#drawSeats();
		const marks = [];
		if (!this.#pending) {
			for (const [name, piece] of Object.entries(state.pieces)) {
				if (piece[1] !== "K" || !(state.check || []).includes(piece[0])) continue;
				const cell = layout.squares.get(name);
				marks.push(circle(cell, "in-check", cell.radius * 0.94, { "stroke-width": short(cell.radius * 0.13) }));
			}
		}
		this.#layers.marks.replaceChildren(...marks);
		this.#layers.targets.replaceChildren(...this.#targetMarks());
		this.#drawCursor();
	}

	#targetMarks() {
		const from = this.#selected;
		if (!from || this.#mode(from) !== "move") return [];
		const safe = new Map();
		for (const move of this.#legal.get(from)) safe.set(move.to, safe.get(move.to) || move.safe !== false);
		return [...safe].map(([name, isSafe]) => {
			const cell = this.#layout.squares.get(name), taken = name in this.#state.pieces;
			const names = `target${taken ? " capture" : ""}${isSafe ? "" : " unsafe"}`;
			const look = { "data-square": name };
			if (taken) look["stroke-width"] = short(cell.radius * 0.15);
			return circle(cell, names, cell.radius * (taken ? 0.92 : 0.3), look);
		});
	}

	#drawCursor() {
		const cell = this.#layout.squares.get(this.#cursor);
		const marks = cell ? [svg("path", { class: "cursor", d: cell.path })] : [];
		this.#layers.cursor.replaceChildren(...marks);
	}

	/** A band along each army's start files, broad for the army to move, and a lamp in its colour. */
	#drawSeats() {
		const state = this.#state, layout = this.#layout, nodes = [];
		const look = (letter, width) => {
			const [fill, stroke] = this.colors.get(letter) || ART.palette.gray;
			return { fill, stroke, "stroke-width": width };
		};
		const turn = state.outcome ? null : state.turn;
		const half = (layout.files * layout.side) / 2;
		if (!layout.flat) {
			for (const { letter } of this.seats.reduce((sum, { long }) => sum + long, 0) <= layout.files ? state.armies : []) {
				const { first, long } = this.seats.find((seat) => seat.letter === letter);
				if (!long) continue;
				const d = layout.sector(RIM + 2, RIM + (letter === turn ? 13 : 7), [first, first + long / 2, first + long]);
				const opacity = state.in_play.includes(letter) ? 1 : 0.3;
				nodes.push(svg("path", { class: `seat ${letter}`, d, opacity, ...look(letter, 1.2) }));
			}
		}
		const { ring } = this.seats.find(({ letter }) => letter === turn) || {};
		if (ring && layout.flat) nodes.push(circle({ x: half + 24, y: layout.at(ring, 1)[1] }, "to-move", 11, look(turn, 2.5)));
		else if (ring) {
			const small = layout.centre === "null" || layout.count;
			nodes.push(circle({ x: 0, y: 0 }, "to-move", layout.radii[0] * (small ? 0.12 : 0.3), look(turn, 2.5)));
		}
		this.#layers.seats.replaceChildren(...nodes);
	}

	/** The men that are gone since the start; a promoted one counts as the pawn it was. */
	#drawTray() {
		const start = this.#state.history?.start?.pieces;
		this.#tray.hidden = !this.hasAttribute("captured");
		if (this.#tray.hidden || !start) return this.#tray.replaceChildren();
		const count = (pieces, army) => {
			const found = new Map();
			for (const piece of Object.values(pieces)) {
				if (piece[0] !== army) continue;
				const kind = piece[1] === "O" ? "P" : piece[1];
				found.set(kind, (found.get(kind) || 0) + 1);
			}
			return found;
		};
		const groups = this.#state.armies.map(({ letter, name }) => {
			const missing = count(start, letter);
			let promoted = 0;
			for (const [kind, n] of count(this.#state.pieces, letter)) {
				const left = (missing.get(kind) || 0) - n;
				missing.set(kind, Math.max(0, left));
				promoted += Math.max(0, -left);
			}
			missing.set("P", (missing.get("P") || 0) - promoted);
			const list = [...missing].filter(([, n]) => n > 0);
			const words = list.map(([kind, n]) => `${n} ${NAMES[kind] || kind}`).join(", ");
			const group = html("span", { role: "img", "aria-label": `${name} lost ${words}` });
			for (const [kind, n] of list) {
				for (let i = 0; i < n; i++) group.append(html("span", {}, this.#icon(letter + kind)));
			}
			return list.length ? group : null;
		});
		return this.#tray.replaceChildren(...groups.filter(Boolean));
	}
}

if (!customElements.get("circular-board")) customElements.define("circular-board", CircularBoard);
