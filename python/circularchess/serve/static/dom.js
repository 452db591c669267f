/** Small helpers of the page: elements, requests, settings. Texts never become markup. */

/** An element with properties, attributes and children; a function is an event's handler. */
export function el(tag, given = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(given)) {
		if (typeof value === "function") element.addEventListener(name, value);
		else if (name === "text") element.textContent = value;
		else if (typeof value === "boolean") element.toggleAttribute(name, value);
		else if (value !== null && value !== undefined) element.setAttribute(name, value);
	}
	element.append(...children.filter((child) => child !== null && child !== undefined));
	return element;
}

/** Ask the server; what it refuses is thrown as an error with its `status`. */
export async function ask(path, body) {
	const asked = body === undefined ? {} : {
		method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
	};
	const answer = await fetch(path, { ...asked, credentials: "same-origin" });
	const found = await answer.json().catch(() => ({ error: `${answer.status} ${answer.statusText}` }));
	if (!answer.ok) throw Object.assign(new Error(found.error || "refused"), { status: answer.status });
	return found;
}

/** What the reader has chosen, kept in this browser. */
export const settings = {
	get(name, usual) {
		try { return localStorage.getItem(`circularchess.${name}`) ?? usual; } catch { return usual; }
	},
	set(name, value) {
		try { localStorage.setItem(`circularchess.${name}`, value); } catch { /* not kept, then */ }
	},
};

const FIGURINES = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** A move in short form with figurines. */
export function figurine(san) {
	return san.replace(/^[KQRBN](?![a-z]?[-O])/, (letter) => FIGURINES[letter])
		.replace(/=([QRBN])/, (_, letter) => `=${FIGURINES[letter]}`);
}

let audio = null;

/** A short sound, if the reader wants any. */
export function beep(low = false) {
	if (settings.get("sound", "off") !== "on") return;
	audio ??= new AudioContext();
	const [tone, gain] = [audio.createOscillator(), audio.createGain()];
	tone.frequency.value = low ? 330 : 550;
	gain.gain.setValueAtTime(0.15, audio.currentTime);
	gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
	tone.connect(gain).connect(audio.destination);
	tone.start();
	tone.stop(audio.currentTime + 0.13);
}

/** A text to copy, with its button. */
export function copyable(label, text) {
	const input = el("input", { class: "wide", readonly: true, value: text, "aria-label": label });
	const button = el("button", { type: "button", text: "Copy", click: async () => {
		try {
			await navigator.clipboard.writeText(text);
			button.textContent = "Copied";
		} catch { input.select(); }
	} });
	return el("div", { class: "row" }, el("span", { text: label }), input, button);
}
