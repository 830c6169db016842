// A replay: steps through a game of a lesson or of a match.
import { Board } from "./board.js";
import { element, setText, icon } from "./dom.js";
import { moveText } from "./words.js";

/** @typedef {import("./messages.js").Replay} ReplayMessage */

export class Replay {
  /** @param {string} label @param {(sgf: string) => void} open */
  constructor(label, open) {
    this.at = 0;
    /** @type {ReplayMessage | null} */
    this.game = null;
    this.place = element("div", { class: "table" });
    this.text = element("p", { class: "text", "aria-live": "polite" });
    this.status = element("p", { class: "status" });
    this.count = element("span", { class: "count" });
    this.title = element("h3");
    this.board = new Board(this.place, { label });
    const button = (
      /** @type {string} */ action,
      /** @type {string} */ name,
      /** @type {string} */ step,
      /** @type {() => void} */ go,
    ) => element("button", { type: "button", "data-replay": action, "aria-label": name, click: go }, icon(step));
    this.root = element(
      "div",
      { class: "replay", hidden: true },
      this.title,
      this.place,
      this.status,
      this.text,
      element(
        "p",
        { class: "steps" },
        button("first", "To the start", "first", () => this.go(0)),
        button("back", "One move back", "back", () => this.go(this.at - 1)),
        this.count,
        button("next", "One move on", "forward", () => this.go(this.at + 1)),
        button("last", "To the end", "last", () => this.go(Infinity)),
        " ",
        element(
          "button",
          {
            type: "button",
            "data-replay": "open",
            click: () => {
              if (this.game) open(this.game.sgf);
            },
          },
          "Open on the board",
        ),
      ),
    );
  }

  /** Shows a game. @param {ReplayMessage} game @param {number} [at] */
  show(game, at = 0) {
    this.game = game;
    this.root.hidden = false;
    setText(this.title, game.title);
    this.board.show(game.board);
    this.at = -1;
    this.go(at);
  }

  /** Shows more moves of the same game; if its end is shown, the new end is shown. @param {ReplayMessage} game */
  grow(game) {
    const ended = this.game !== null && this.at === this.game.frames.length - 1;
    this.game = game;
    setText(this.title, game.title);
    this.go(ended ? Infinity : this.at);
  }

  /** Shows a position. @param {number} to */
  go(to) {
    if (!this.game) return;
    const before = this.at;
    this.at = Math.max(0, Math.min(to, this.game.frames.length - 1));
    const frame = this.game.frames[this.at];
    this.board.stones(frame, { fall: this.at === before + 1 });
    setText(
      this.status,
      [frame.word && `${this.at}. ${moveText(frame.word)}`, frame.status].filter(Boolean).join(" · "),
    );
    setText(this.text, frame.text);
    setText(this.count, ` ${this.at} / ${this.game.frames.length - 1} `);
  }

  /** Handles a key. @param {KeyboardEvent} event */
  key(event) {
    const inBoard = event.target instanceof Element && event.target.closest("svg.board");
    const step = { ",": -1, ".": 1, ...(inBoard ? {} : { ArrowLeft: -1, ArrowRight: 1 }) }[event.key];
    if (step && this.game) { event.preventDefault(); this.go(this.at + step); }
  }
}
