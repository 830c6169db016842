// The earlier games: a strip for one that runs, and a list of all.
import { element, find, setText } from "./dom.js";

/** @typedef {import("./messages.js").EarlierView} Earlier */

/** Begins a text with a capital. @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class EarlierGames {
  /** @param {(id: number) => void} resume shows a game again */
  constructor(resume) {
    this.resume = resume;
    this.strip = find("#earlier");
    this.list = find("#earlier-games");
    this.shown = "";
    /** The game of the strip. @type {Earlier | null} */
    this.running = null;
    /** The games whose strip was closed. @type {Set<number>} */
    this.closed = new Set();
    find("button:first-child", this.strip).addEventListener("click", () => {
      if (this.running) resume(this.running.id);
    });
    find("button:last-child", this.strip).addEventListener("click", () => {
      if (this.running) this.closed.add(this.running.id);
      this.strip.hidden = true;
    });
  }

  /** @param {Earlier[]} games the latest one first */
  show(games) {
    this.running = games.find((game) => game.running) ?? null;
    this.strip.hidden = !this.running || this.closed.has(this.running.id);
    if (this.running) setText(find("span", this.strip), capital(this.running.text));
    const shown = JSON.stringify(games);
    if (shown === this.shown) return;
    this.shown = shown;
    this.list.hidden = !games.length;
    find("ul", this.list).replaceChildren(
      ...games.map((game) =>
        element("li", {}, element("button", { type: "button", click: () => this.resume(game.id) }, capital(game.text))),
      ),
    );
  }
}
