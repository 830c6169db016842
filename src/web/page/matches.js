// Matches as they are played: table, curves, games.
import { Film } from "./film.js";
import { make, parts, say } from "./dom.js";

export class Matches {
  /** @param {HTMLElement} root @param {(request: any) => void} send @param {(sgf: string) => void} open */
  constructor(root, send, open) {
    this.root = root;
    this.send = send;
    this.watching = false;
    this.shown = "";
    /** @type {number | null} */
    this.index = null;
    this.lines = make("ul", { class: "list", "data-role": "matches" });
    this.detail = make("section", { class: "match", hidden: true });
    this.film = new Film("A game of the match", open);
    this.title = make("h2");
    this.state = make("p", { "data-role": "match-state" });
    this.table = make("table", { "data-role": "standings" });
    this.curves = make("div", { class: "curves" });
    this.games = make("ol", { class: "games", "data-role": "games", "aria-label": "Games, the latest first", tabindex: "0" });
    this.detail.append(this.title, this.state, make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" }, this.table), this.curves,
      make("div", { class: "pair" }, make("section", {}, make("h3", {}, "Games"), this.games), this.film.root));
    root.append(make("h2", { class: "unseen" }, "Matches"), this.lines, this.detail);
  }

  open() {
    this.watching = true;
    if (this.index === null) this.send({ do: "matches" });
    else this.send({ do: "match", index: this.index });
  }

  /** @param {{matches: import("./messages.js").MatchLine[]}} message */
  list({ matches }) {
    this.lines.replaceChildren(...matches.map((match, index) => make("li", {},
      make("button", { type: "button", click: () => { this.index = index; this.film.root.hidden = true; this.open(); } }, match.name),
      ` ${progress(match)} · ${match.text}`)));
    if (this.index === null && matches.length === 1) { this.index = 0; this.open(); }
  }

  /** @param {import("./messages.js").Match} match */
  show(match) {
    this.detail.hidden = false;
    say(this.title, [match.name, match.title].filter(Boolean).join(" · "));
    say(this.state, `${progress(match)} · ${match.text}`);
    const [head, ...rows] = match.table;
    this.table.replaceChildren(
      make("thead", {}, make("tr", {}, ...head.map((cell) => make("th", { scope: "col" }, cell)))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell, index) => (index ? make("td", {}, cell) : make("th", { scope: "row" }, cell)))))));
    this.curves.replaceChildren(...match.curves.map(([title, svg]) => {
      const picture = parts(svg).firstElementChild;
      return make("figure", {}, make("figcaption", {}, title), picture ?? "");
    }));
    const shown = JSON.stringify(match.played.map((game) => game.number));
    if (shown !== this.shown) {
      this.shown = shown;
      this.games.replaceChildren(...match.played.map((game) => make("li", {},
        make("button", { type: "button", "data-game": game.number, click: () => this.send({ do: "film", index: match.index, number: game.number }) },
          `${game.number}. ${game.black} – ${game.white}`),
        ` ${game.result} (${game.reason}, ${game.moves} moves)`)));
    }
  }

  /** @param {import("./messages.js").Film} film */
  reel(film) {
    this.film.show(film, Infinity);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.film.key(event);
  }
}

/** @param {import("./messages.js").MatchLine} match */
function progress(match) {
  const [played, total] = match.games;
  return `${match.running ? "running" : played >= total && total > 0 ? "finished" : "not running"}, ${played} of ${total} games`;
}
