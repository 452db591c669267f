/** The view where a game is made: variant, seats, clock. */

import { ask, el, settings } from "./dom.js";

const CLOCKS = [
	["none", "No clock"], ["180,2", "3 min + 2 s a move"], ["300,3", "5 min + 3 s a move"],
	["600,5", "10 min + 5 s a move"], ["1800,0", "30 min"], ["86400,86400", "a day a move"], ["own", "Other times"],
];

export async function showNew(main) {
	const { variants, machines } = await ask("api/variants");
	const variant = el("select", { id: "variant" },
		...variants.map(({ id, name, armies }) => el("option", { value: id, text: `${name} (${id}), ${armies.length} armies` })));
	variant.value = settings.get("variant", "circular");
	if (!variant.value) variant.value = "circular";
	const picture = el("img", { class: "diagram", alt: "" });
	const rules = el("pre", { tabindex: "0", "aria-label": "Rules" });
	const seats = el("div");
	const clock = el("select", { id: "clock" }, ...CLOCKS.map(([value, text]) => el("option", { value, text })));
	const number = (id, label, value) => el("label", { for: id }, `${label} `,
		el("input", { id, type: "number", min: "0", step: "any", value, size: "5" }));
	const own = el("div", { class: "row", hidden: true },
		number("minutes", "Minutes", "10"), number("increment", "Seconds added a move", "0"), number("delay", "Seconds free a move", "0"));
	clock.addEventListener("change", () => { own.hidden = clock.value !== "own"; });
	const fen = el("input", { id: "fen", class: "wide", placeholder: "the usual start", autocomplete: "off" });
	const problem = el("p", { class: "bad", role: "alert" });

	const kinds = (first) => [
		["here", "plays here"], ["invite", "plays elsewhere: invite"],
		...machines.map(({ id, plays }) => [`machine:${id}`, `machine, ${id}: ${plays}`]),
	].map(([value, text]) => el("option", { value, text, selected: value === (first ? "here" : "machine:greedy") }));

	async function choose() {
		const chosen = variants.find(({ id }) => id === variant.value);
		settings.set("variant", chosen.id);
		seats.replaceChildren(...chosen.armies.map(({ letter, name, side }, place) => {
			const ally = chosen.armies.filter((army) => army.side === side && army.letter !== letter);
			return el("div", { class: "row", "data-army": letter },
				el("span", { class: "army", text: name }),
				el("select", { "aria-label": `Who plays ${name}` }, ...kinds(place === 0)),
				el("input", { "aria-label": `Name of ${name}`, placeholder: "name", maxlength: "40", size: "12", autocomplete: "off" }),
				el("input", { "aria-label": `Minutes of ${name}, if others`, placeholder: "own minutes", type: "number", min: "0", step: "any", class: "minutes" }),
				ally.length ? el("small", { text: `with ${ally.map((army) => army.name).join(", ")}` }) : null);
		}));
		picture.src = `api/variants/${encodeURIComponent(chosen.id)}/board.svg`;
		picture.alt = `${chosen.name}: the start position`;
		const told = await ask(`api/variants/${encodeURIComponent(chosen.id)}`);
		if (variant.value === chosen.id) rules.textContent = told.rules;
	}

	function clockAsked() {
		const control = () => {
			if (clock.value === "own") {
				const value = (id) => Number(document.getElementById(id).value) || 0;
				return { initial: value("minutes") * 60, increment: value("increment"), delay: value("delay") };
			}
			const [initial, increment] = clock.value.split(",").map(Number);
			return { initial, increment };
		};
		if (clock.value === "none") return null;
		const usual = control(), others = {};
		for (const row of seats.children) {
			const minutes = row.querySelector(".minutes").value;
			if (minutes) others[row.dataset.army] = { ...usual, initial: Number(minutes) * 60 };
		}
		return { ...usual, seats: others };
	}

	async function start(event) {
		event.preventDefault();
		problem.textContent = "";
		const asked = {};
		for (const row of seats.children) {
			const [kind, player] = row.querySelector("select").value.split(":");
			const name = row.querySelector("input").value.trim();
			asked[row.dataset.army] = { kind, ...(player ? { player } : {}), ...(name ? { name } : {}) };
		}
		try {
			const made = await ask("api/games", {
				variant: variant.value, fen: fen.value.trim() || null, clock: clockAsked(), seats: asked,
			});
			try { sessionStorage.setItem(`invitations.${made.id}`, JSON.stringify(made.invitations)); } catch { /* shown once */ }
			location.assign(`./?game=${made.id}`);
		} catch (error) { problem.textContent = error.message; }
	}

	variant.addEventListener("change", choose);
	main.replaceChildren(el("h1", { text: "New game" }), el("form", { class: "split", submit: start },
		el("div", {},
			el("fieldset", {}, el("legend", { text: "Game" }), el("label", { for: "variant", text: "Variant " }), variant),
			el("fieldset", {}, el("legend", { text: "Seats" }), seats),
			el("fieldset", {}, el("legend", { text: "Clock" }), el("label", { for: "clock", text: "Time " }), clock, own),
			el("fieldset", {}, el("legend", { text: "Start" }), el("label", { for: "fen", text: "Position (FEN)" }), fen),
			problem, el("button", { class: "main", type: "submit", text: "Start the game" })),
		el("div", {}, picture, el("h2", { text: "Rules" }), rules)));
	await choose();
}
