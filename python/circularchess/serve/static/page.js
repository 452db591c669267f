/** The page: which view the address asks for, and the reader's settings. */

import "./circular-board.js";
import { settings } from "./dom.js";
import { showAnalysis } from "./analysis.js";
import { showGame } from "./game.js";
import { showNew } from "./new-game.js";

const main = document.querySelector("#main");
const theme = document.querySelector("#theme");
const sound = document.querySelector("#sound");

function applyTheme() {
	const chosen = settings.get("theme", "auto");
	theme.value = chosen;
	if (chosen === "auto") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = chosen;
	for (const board of document.querySelectorAll("circular-board")) board.setAttribute("theme", chosen);
}

theme.addEventListener("change", () => { settings.set("theme", theme.value); applyTheme(); });
sound.checked = settings.get("sound", "off") === "on";
sound.addEventListener("change", () => settings.set("sound", sound.checked ? "on" : "off"));

const asked = new URLSearchParams(location.search);
const shown = asked.has("game") ? showGame(main, asked.get("game"))
	: asked.has("analyse") ? showAnalysis(main, asked) : showNew(main);
shown.then(applyTheme, (error) => {
	main.replaceChildren(Object.assign(document.createElement("p"), { className: "bad", textContent: error.message }));
});
applyTheme();
