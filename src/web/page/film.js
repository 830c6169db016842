// Games to step through: lessons, and games of matches.
import { Board, still } from "./board.js";
import { make, say, sign } from "./dom.js";

/** @typedef {import("./messages.js").Film} FilmMessage */

export class Film {
  /** @param {string} label @param {(sgf: string) => void} open */
  constructor(label, open) {
    this.at = 0;
    /** @type {FilmMessage | null} */
    this.film = null;
    this.place = make("div", { class: "table" });
    this.text = make("p", { class: "text", "aria-live": "polite" });
    this.status = make("p", { class: "status" });
    this.count = make("span", { class: "count" });
    this.title = make("h3");
    this.board = new Board(this.place, { label });
    const button = (/** @type {string} */ action, /** @type {string} */ name, /** @type {string} */ step, /** @type {() => void} */ go) =>
      make("button", { type: "button", "data-film": action, "aria-label": name, click: go }, sign(step));
    this.root = make("div", { class: "film", hidden: true }, this.title, this.place, this.status, this.text,
      make("p", { class: "steps" },
        button("first", "To the start", "first", () => this.go(0)),
        button("back", "One move back", "back", () => this.go(this.at - 1)),
        this.count,
        button("next", "One move on", "forth", () => this.go(this.at + 1)),
        button("last", "To the end", "last", () => this.go(Infinity)), " ",
        make("button", { type: "button", "data-film": "open", click: () => { if (this.film) open(this.film.sgf); } }, "Open on the board")));
  }

  /** @param {FilmMessage} film @param {number} [at] */
  show(film, at = 0) {
    this.film = film;
    this.root.hidden = false;
    say(this.title, film.title);
    this.board.show(film.board);
    this.at = -1;
    this.go(at);
  }

  /** The same game with more moves; whoever looks at its end goes on with it. @param {FilmMessage} film */
  grow(film) {
    const ended = this.film !== null && this.at === this.film.frames.length - 1;
    this.film = film;
    say(this.title, film.title);
    this.go(ended ? Infinity : this.at);
  }

  /** @param {number} to */
  go(to) {
    if (!this.film) return;
    const before = this.at;
    this.at = Math.max(0, Math.min(to, this.film.frames.length - 1));
    const frame = this.film.frames[this.at];
    this.board.stones(frame, { fall: this.at === before + 1 });
    say(this.status, [frame.word && `${this.at}. ${frame.word}`, frame.status].filter(Boolean).join(" · "));
    say(this.text, frame.text);
    say(this.count, ` ${this.at} / ${this.film.frames.length - 1} `);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const inBoard = event.target instanceof Element && event.target.closest("svg.board");
    const step = { ",": -1, ".": 1, ...(inBoard ? {} : { ArrowLeft: -1, ArrowRight: 1 }) }[event.key];
    if (step && this.film) { event.preventDefault(); this.go(this.at + step); }
  }
}

export class Learn {
  /** @param {HTMLElement} root @param {(request: any) => void} send @param {(sgf: string) => void} open */
  constructor(root, send, open) {
    this.root = root;
    this.send = send;
    this.game = "";
    this.film = new Film("The short game", open);
    this.tabs = make("div", { class: "tabs", role: "group", "aria-label": "Game" });
    this.title = make("h2");
    this.rules = make("div", { class: "rules" });
    root.append(this.tabs, make("div", { class: "lesson" }, make("section", {}, this.title, this.rules), make("section", {}, make("h2", {}, "A short game"), this.film.root)));
  }

  /** @param {import("./messages.js").Hello} hello */
  hello(hello) {
    this.games = hello.games;
    this.tabs.replaceChildren(...hello.games.map((game) => make("button", { type: "button", "data-lesson": game.id, click: () => this.open(game.id) }, game.title)));
  }

  /** @param {string} game */
  open(game) {
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.lesson === game));
    if (game !== this.game) this.send({ do: "lesson", game });
  }

  /** @param {import("./messages.js").LessonView} lesson */
  show(lesson) {
    this.game = lesson.game;
    const game = this.games?.find((known) => known.id === lesson.game);
    say(this.title, game?.title ?? "");
    const choices = game?.rules.map((rule) => make("li", {}, make("b", {}, `${rule.about}: `), rule.values.map(([value, text]) => `${value} – ${text}`).join("; "))) ?? [];
    this.rules.replaceChildren(
      make("p", { class: "lead" }, game?.summary ?? ""),
      make("ol", {}, ...lesson.rules.map((rule) => make("li", {}, rule))),
      this.pictures(lesson.film),
      make("h3", {}, "For your first games"),
      make("ul", {}, ...lesson.advice.map((line) => make("li", {}, line))),
      make("h3", {}, "Rules that can be chosen"),
      make("ul", {}, ...choices));
    this.film.show(lesson.film);
  }

  /** Positions of the short game where something happened that the rules speak of. @param {FilmMessage} film */
  pictures(film) {
    const told = film.frames.filter((frame) => frame.text && (frame.taken.length || frame.fell.length));
    const last = film.frames[film.frames.length - 1];
    const chosen = [...new Set([told[0] ?? film.frames[Math.floor(film.frames.length / 2)], last])];
    const figures = chosen.map((frame) => {
      const { place, board } = still(`${this.title.textContent} after ${frame.word}`);
      board.show(film.board);
      board.stones(frame);
      return make("figure", {}, place, make("figcaption", {}, `${frame.word}: ${frame.text}`));
    });
    return make("div", { class: "pictures" }, ...figures);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.film.key(event);
  }
}

