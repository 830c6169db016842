// Puzzles: the list of each game, and the text beside the board while one is solved.
import { element, parseSvg, setText } from "./dom.js";

/** @typedef {import("./messages.js").PuzzleLine} PuzzleLine */
/** @typedef {import("./messages.js").PuzzleView} PuzzleView */

const SOLVED = "quintet-solved";

/** Returns the puzzles that were solved, as `game/id`. @returns {Set<string>} */
function solved() {
  try { return new Set((localStorage.getItem(SOLVED) ?? "").split(" ").filter(Boolean)); } catch { return new Set(); }
}

/** Remembers a puzzle as solved. @param {string} key */
function remember(key) {
  try { localStorage.setItem(SOLVED, [...solved().add(key)].join(" ")); } catch { /* no storage */ }
}

/** Draws a difficulty as stars. @param {number} stars */
const starred = (stars) => element("span", { class: "stars", role: "img", "aria-label": `difficulty ${stars} of 5` }, "★".repeat(stars) + "☆".repeat(5 - stars));

/** The page with the lists. */
export class Puzzles {
  /** @param {HTMLElement} root @param {(request: any) => void} send @param {() => void} play shows the board */
  constructor(root, send, play) {
    this.root = root;
    this.send = send;
    this.play = play;
    this.game = "";
    /** @type {PuzzleLine[]} */
    this.lines = [];
    this.tabs = element("div", { class: "tabs", role: "group", "aria-label": "Game" });
    this.title = element("h2");
    this.done = element("p", { class: "solved-count" });
    this.cards = element("ul", { class: "puzzles", "data-role": "puzzles" });
    root.append(this.tabs, this.title, this.done, this.cards);
  }

  /** Makes the list of games. @param {import("./messages.js").Hello} hello @returns {boolean} whether there are puzzles */
  hello(hello) {
    this.games = hello.games.filter((game) => game.puzzles);
    this.tabs.replaceChildren(...this.games.map((game) => element("button", { type: "button", "data-puzzles": game.id, click: () => this.open(game.id) }, game.title, element("small", { class: "solved-number" }))));
    return this.games.length > 0;
  }

  /** Opens the puzzles of a game, or of the first one that has any. @param {string} game */
  open(game) {
    const found = this.games?.find((known) => known.id === game) ?? this.games?.[0];
    if (!found) return;
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.puzzles === found.id));
    setText(this.title, `${found.title}: find the best move`);
    if (found.id !== this.game) this.send({ do: "puzzles", game: found.id });
    else this.draw();
  }

  /** Shows a list. @param {{game: string, puzzles: PuzzleLine[]}} list */
  show({ game, puzzles }) {
    this.game = game;
    this.lines = puzzles;
    this.draw();
  }

  draw() {
    const known = solved();
    for (const tab of this.tabs.children) {
      const count = [...known].filter((key) => key.startsWith(`${tab.dataset.puzzles}/`)).length;
      setText(tab.lastElementChild, count ? String(count) : "");
      tab.title = count ? `${count} solved` : "";
    }
    const done = this.lines.filter((line) => known.has(`${this.game}/${line.id}`)).length;
    setText(this.done, `${done} of ${this.lines.length} solved. Every answer was computed: there is one best move at each step.`);
    this.cards.replaceChildren(...this.lines.map((line) => element("li", {},
      element("button", {
        type: "button", class: known.has(`${this.game}/${line.id}`) ? "puzzle solved" : "puzzle", "data-puzzle": line.id,
        click: () => { this.send({ do: "puzzle", game: this.game, id: line.id }); this.play(); },
      },
      parseSvg(line.picture).firstElementChild ?? "",
      element("b", {}, line.task),
      element("span", {}, `Size ${line.title}`),
      starred(line.stars),
      known.has(`${this.game}/${line.id}`) ? element("span", { class: "tick" }, "✓ solved") : ""))));
  }
}

/** The text beside the board about the current puzzle. */
export class PuzzleBar {
  /** @param {HTMLElement} root @param {(request: any) => void} send */
  constructor(root, send) {
    this.root = root;
    this.send = send;
    this.shown = "";
    this.onList = (/** @type {string} */ _game) => {};
  }

  /** @param {PuzzleView | null} puzzle */
  show(puzzle) {
    this.root.hidden = !puzzle;
    const shown = JSON.stringify(puzzle);
    if (!puzzle || shown === this.shown) { this.shown = shown; return; }
    this.shown = shown;
    const { phase, found, length, text, next, game } = puzzle;
    if (phase === "solved") remember(`${game}/${puzzle.id}`);
    const button = (/** @type {string} */ action, /** @type {string} */ words, /** @type {any} */ request, main = false) =>
      element("button", { type: "button", "data-action": action, class: main ? "main" : null, click: () => this.send(request) }, words);
    const over = phase === "solved" || phase === "shown";
    const line = phase === "open" ? (found ? `Right. ${found} of ${length} moves found; go on.` : length > 1 ? `Find ${length} moves.` : "Find the move.")
      : phase === "checking" ? "Looking for the answer …" : text || (phase === "shown" ? "This is the solution: step through it." : "");
    this.root.className = phase;
    this.root.replaceChildren(
      element("p", {}, element("b", { "data-role": "task" }, puzzle.task), " ", starred(puzzle.stars)),
      element("p", { "data-role": "puzzle", role: "status" }, line),
      element("p", { class: "row" },
        phase === "wrong" ? button("retry", "Try again", { do: "retry" }, true) : "",
        over ? "" : button("solution", "Solution", { do: "solution" }),
        over && next ? button("next-puzzle", "Next puzzle", { do: "puzzle", game, id: next }, true) : "",
        element("button", { type: "button", "data-action": "puzzle-list", click: () => this.onList(game) }, "All puzzles")));
  }
}
