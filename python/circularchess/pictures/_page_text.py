"""The page that plays a game; `page.py` puts in what stands between two `@`."""

from __future__ import annotations

from typing import Final

__all__ = ["PAGE"]

PAGE: Final = """<!DOCTYPE html>
<html lang="en" data-theme="@theme@">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@title@</title>
<style>
:root { --ground: #f6f7f8; --ink: #1d242b; --soft: #5a6570; --now: #f6e58a; --line: #c8cfd6;
  --button: #fff; color-scheme: light; }
:root[data-theme=dark] { --ground: #14181d; --ink: #e3e8ed; --soft: #9aa6b2; --now: #665a1c;
  --line: #3a444f; --button: #262c34; color-scheme: dark; }
@media (prefers-color-scheme: dark) {
  :root[data-theme=auto] { --ground: #14181d; --ink: #e3e8ed; --soft: #9aa6b2; --now: #665a1c;
    --line: #3a444f; --button: #262c34; color-scheme: dark; }
}
* { box-sizing: border-box; }
body { margin: 0; font-family: system-ui, sans-serif; background: var(--ground);
  color: var(--ink); }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: .3rem 1rem; padding: .4rem;
  max-width: 100rem; margin: 0 auto; }
header, #stage { min-width: 0; text-align: center; }
h1 { font-size: 1.15rem; margin: .2rem 0 0; overflow-wrap: anywhere; }
#about { color: var(--soft); font-size: .85rem; margin: 0; }
#board { width: min(100%, 100vh - 9.5rem); min-width: min(100%, 15rem); margin: 0 auto; }
#board svg { width: 100%; height: auto; display: block; }
#caption { min-height: 2.6em; margin: .2rem 0; line-height: 1.3; }
nav { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; max-width: 44rem;
  margin: 0 auto; }
nav input { flex: 1 1 8rem; min-width: 6rem; }
button { width: 2.6rem; height: 2.2rem; padding: .3rem; line-height: 0; border-radius: .3rem;
  border: 1px solid var(--line); background: var(--button); color: inherit; cursor: pointer; }
button svg { width: 1.2rem; height: 1.2rem; fill: currentColor; }
#moves { font-size: .95rem; line-height: 1.7; overflow-wrap: anywhere; border-top: 1px solid
  var(--line); padding: .3rem .2rem; max-height: 40vh; overflow-y: auto; position: relative; }
#moves a { color: inherit; text-decoration: none; padding: .1rem .2rem; border-radius: .2rem; }
#moves a:hover { text-decoration: underline; }
#moves a[aria-current] { background: var(--now); }
#moves i { color: var(--soft); }
#moves b { color: var(--soft); font-weight: 400; }
@media (min-width: 60rem) {
  main { grid-template-columns: minmax(0, 1fr) 22rem; }
  header { grid-column: 1 / -1; }
  #moves { border-top: 0; border-left: 1px solid var(--line); padding-left: .7rem;
    max-height: calc(100vh - 4.5rem); }
}
</style>
</head>
<body>
<main>
<header>
<h1>@title@</h1>
<p id="about">@about@</p>
</header>
<div id="stage">
<div id="board">@picture@</div>
<p id="caption" aria-live="polite">@caption@</p>
<nav>
<button id="first" aria-label="first position" title="first position (Home)">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5h3v14H5zM20 5v14L9 12z"/></svg></button>
<button id="back" aria-label="back" title="back (left arrow)">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M18 4v16L5 12z"/></svg></button>
<button id="play" aria-label="play or pause" title="play or pause (space)">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 5v14l10-7zM15 5h2.6v14H15z"/>
<path d="M19 5h2.6v14H19z"/></svg></button>
<button id="next" aria-label="forward" title="forward (right arrow)">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 4v16l13-8z"/></svg></button>
<button id="last" aria-label="last position" title="last position (End)">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5v14l11-7zM16 5h3v14h-3z"/></svg></button>
<button id="flip" aria-label="turn the board" title="turn the board (f)">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4a8 8 0 0 1 8 8h3l-4.5 5L14 12h3a5 5 0 \
0 0-5-5zM12 20a8 8 0 0 1-8-8H1l4.500-5L10 12H7a5 5 0 0 0 5 5z"/></svg></button>
<input id="place" type="range" min="0" max="@last@" value="0" aria-label="position">
</nav>
</div>
<div id="moves" role="group" aria-label="moves"></div>
</main>
<script type="application/json" id="data">@data@</script>
<script>
"use strict";
const get = (id) => document.getElementById(id);
const data = JSON.parse(get("data").textContent);
const drawing = get("board").querySelector("svg");
const last = data.frames.length - 1;
const layer = (name) => drawing.querySelector(`:scope > g.${name}`);
const changing = data.layers.map(layer);
const men = layer("pieces");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// The positions and the changing layers of all frames, out of what each changes.
const positions = [], shown = [];
for (const [differing, change] of data.frames) {
  const position = new Map(positions[positions.length - 1]);
  for (let i = 0; i < change.length; i += 2)
    if (change[i + 1] < 0) position.delete(change[i]); else position.set(change[i], change[i + 1]);
  positions.push(position);
  const parts = [...(shown[shown.length - 1] || [])];
  for (let i = 0; i < differing.length; i += 2) parts[differing[i]] = differing[i + 1];
  shown.push(parts);
}

// Squares as they are when nothing is marked.
const squares = new Map();
for (const path of drawing.querySelectorAll(":scope > g.squares > path"))
  squares.set(data.names.indexOf(path.classList[2]),
    [path, path.getAttribute("class"), path.getAttribute("fill")]);
const fixed = new Set(data.fixed);
let marked = [];
function mark(moved, checks) {
  for (const n of marked) {
    const [path, names, fill] = squares.get(n);
    path.setAttribute("class", names);
    path.setAttribute("fill", fill);
  }
  marked = [...new Set([...moved, ...checks])].filter((n) => squares.has(n));
  for (const n of marked) {
    const path = squares.get(n)[0], tone = path.classList[1];
    const filled = path.classList.contains("filled");
    if (filled) path.classList.remove("filled");
    let fill = path.getAttribute("fill");
    if (moved.includes(n)) {
      path.classList.add("lastmove");
      if (!path.classList.contains("void")) fill = data.fills[tone];
    }
    if (checks.includes(n)) {
      path.classList.add("check");
      fill = data.fills.check;
    }
    if (filled) path.classList.add("filled");
    if (!fixed.has(n)) path.setAttribute("fill", fill);
  }
}

// Pieces, by square; the board may be turned, and they stay upright.
let turn = 0;
const standing = new Map();
for (const use of men.children) {
  const n = data.names.indexOf(use.getAttribute("class").split(" on-")[1]);
  standing.set(n, [positions[0].get(n), use]);
}
function middle(n) {
  const [x, y, side] = data.boxes[n].split(" ").map(Number);
  const cx = x + side / 2, cy = y + side / 2, angle = data.turns[turn] * Math.PI / 180;
  return [cx * Math.cos(angle) - cy * Math.sin(angle),
    cx * Math.sin(angle) + cy * Math.cos(angle), side];
}
function put(use, n, man) {
  let [x, y, side] = data.boxes[n].split(" ");
  if (turn) {
    const [cx, cy] = middle(n);
    [x, y] = [cx - side / 2, cy - side / 2].map((value) => String(Math.round(value * 100) / 100));
  }
  const values = { class: `${data.men[man][0]} on-${data.names[n]}`, href: `#${data.men[man][1]}`,
    x: x, y: y, width: side, height: side };
  for (const key in values) use.setAttribute(key, values[key]);
}
function arrange(position) {
  const free = new Map(), missing = [];
  for (const [n, [man, use]] of standing)
    if (position.get(n) !== man) {
      standing.delete(n);
      if (!free.has(man)) free.set(man, []);
      free.get(man).push(use);
    }
  for (const [n, man] of position) if (!standing.has(n)) missing.push([n, man]);
  for (const [n, man] of missing) {
    const use = (free.get(man) || []).pop()
      || men.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "use"));
    put(use, n, man);
    standing.set(n, [man, use]);
  }
  for (const uses of free.values()) for (const use of uses) use.remove();
}
function glide(way) {
  const end = standing.get(way[way.length - 1]);
  if (!end || calm.matches || !end[1].animate) return;
  const [x, y] = middle(way[way.length - 1]);
  men.appendChild(end[1]);
  end[1].animate(way.map((n) => {
    const [cx, cy] = middle(n);
    return { transform: `translate(${cx - x}px, ${cy - y}px)` };
  }), { duration: Math.min(data.delay * .6, 180 + 60 * way.length), easing: "ease-in-out" });
}

let now = -1, timer = null, noted = null, parts = [];
const links = [];
function show(place) {
  const from = now;
  now = Math.max(0, Math.min(last, Number.isInteger(place) ? place : 0));
  const [, , moved, checks, way] = data.frames[now];
  changing.forEach((group, n) => {
    if (group && shown[now][n] !== parts[n]) group.innerHTML = data.parts[shown[now][n]];
  });
  parts = shown[now];
  if (turn) upright();
  mark(moved, checks);
  arrange(positions[now]);
  if (way.length > 1 && now === from + 1) glide(way);
  drawing.querySelector("desc").textContent = data.captions[now];
  get("caption").textContent = data.captions[now];
  get("place").value = now;
  if (links[from]) links[from].removeAttribute("aria-current");
  if (links[now]) {
    links[now].setAttribute("aria-current", "step");
    const list = get("moves");
    list.scrollTop = links[now].offsetTop - list.clientHeight / 2;
  }
  if (from >= 0 && from !== now) note();
  if (now === last) pause();
}

// The address follows, once the game rests: browsers refuse to have it changed all the time.
function note() {
  clearTimeout(noted);
  noted = setTimeout(() => history.replaceState(null, "", `#${now}`), 300);
}

// Groups turn about the middle, texts back about their own.
function upright() {
  const angle = data.turns[turn];
  for (const group of drawing.querySelectorAll(":scope > g:not(.pieces)")) {
    if (angle) group.setAttribute("transform", `rotate(${angle})`);
    else group.removeAttribute("transform");
    for (const text of group.querySelectorAll("text")) {
      const [x, y, size] = ["x", "y", "font-size"].map((key) => Number(text.getAttribute(key)));
      if (angle) text.setAttribute("transform", `rotate(${-angle} ${x} ${y - size * .35})`);
      else text.removeAttribute("transform");
    }
  }
}
function flip() {
  turn = (turn + 1) % data.turns.length;
  upright();
  for (const [n, [man, use]] of standing) put(use, n, man);
}

function pause() { clearInterval(timer); timer = null; }
function play() {
  if (timer) return pause();
  if (now === last) show(0);
  timer = setInterval(() => show(now + 1), data.delay);
}
const go = (place) => () => { pause(); show(place()); };
get("first").onclick = go(() => 0);
get("back").onclick = go(() => now - 1);
get("play").onclick = play;
get("next").onclick = go(() => now + 1);
get("last").onclick = go(() => last);
get("flip").onclick = flip;
get("place").oninput = go(() => Number(get("place").value));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const deeds = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", f: "flip",
    " ": "play" };
  const deed = deeds[event.key], target = event.target;
  if (!deed || (target === get("place") && deed !== "flip")) return;
  if (event.key === " " && target.tagName === "BUTTON") return;
  event.preventDefault();
  get(deed).click();
});

// The list of moves; each is a link to its position.
function add(kind, text) {
  const element = document.createElement(kind);
  element.textContent = text;
  get("moves").append(element, " ");
  return element;
}
data.moves.forEach(([number, move, glyphs, comment, ahead], n) => {
  if (ahead) add("i", ahead);
  if (number) add("b", number);
  if (move) {
    links[n] = add("a", move + (glyphs || ""));
    links[n].href = `#${n}`;
  }
  if (comment) add("i", comment);
});
const asked = () => parseInt(location.hash.slice(1), 10) || 0;
addEventListener("hashchange", () => { pause(); show(asked()); });
show(asked());
</script>
</body>
</html>
"""
