// The form for a new game, with a preview of its board.
import { find, make, say } from "./dom.js";

/** @typedef {import("./messages.js").Hello} Hello */
/** @typedef {import("./messages.js").GameChoice} Game */

export class Setup {
  /** @param {HTMLElement} root @param {(request: import("./messages.js").PageRequest) => void} send */
  constructor(root, send) {
    this.root = root;
    this.send = send;
    /** @type {Hello | null} */
    this.hello_ = null;
    /** Whether the board shows the preview instead of the game. */
    this.previewing = false;
    /** @type {string[]} */
    this.blocked = [];
    /** @type {import("./messages.js").PageRequest | null} */
    this.begun = null;
    /** Whether the players were chosen by hand. */
    this.touched = false;
    this.onPreview = (/** @type {boolean} */ _on) => {};
  }

  /** @param {Hello} hello */
  hello(hello) {
    this.hello_ = hello;
    if (!this.root.firstChild) this.build(hello);
  }

  /** @param {Hello} hello */
  build(hello) {
    const { defaults } = hello;
    const games = hello.games.map((game) => make("option", { value: game.id, selected: game.id === defaults.game }, game.title));
    const players = () => hello.players.map((player) => make("option", { value: player.name }, player.about));
    const number = (/** @type {string} */ name, /** @type {Object<string, any>} */ more) => make("input", { name, type: "number", inputmode: "decimal", ...more });
    this.root.append(
      make("h2", {}, "New game"),
      make("form", { submit: (/** @type {Event} */ event) => { event.preventDefault(); this.start(); } },
        make("label", {}, "Game", make("select", { name: "game", change: () => this.game(true) }, ...games)),
        make("p", { id: "summary" }),
        make("div", { id: "seats" },
          make("label", { id: "label-b" }, make("span", {}, "Black"), make("select", { name: "seat-b", change: () => this.bounds() }, ...players())),
          make("label", { id: "label-w" }, make("span", {}, "White"), make("select", { name: "seat-w", change: () => this.bounds() }, ...players()))),
        make("div", { id: "bounds" },
          make("label", {}, "Visits a move", number("visits", { min: 1, step: 1, value: defaults.visits })),
          make("label", {}, "Seconds a move", number("seconds", { min: 0.1, max: 3600, step: "any", value: defaults.seconds }))),
        make("label", {}, make("span", { id: "size-text" }, "Size"), make("input", { name: "size", required: true, autocomplete: "off", inputmode: "text", value: defaults.size, input: () => this.look() })),
        make("div", { id: "rules" }),
        make("label", { id: "komi" }, "Komi: points that White is given", number("komi", { step: "any", value: defaults.komi })),
        make("label", { id: "handicap" }, "Handicap stones", number("handicap", { min: 0, max: 9, step: 1, value: 0, input: () => this.look() })),
        make("p", { id: "block" }, "Click points on the board to block them. ", make("button", { type: "button", click: () => { this.blocked = []; this.look(); } }, "Unblock all")),
        make("div", {},
          make("p", { id: "wrong", role: "alert" }),
          make("p", {},
            make("button", { type: "submit", "data-action": "start", class: "main" }, "Start"), " ",
            make("button", { type: "button", "data-action": "cancel", click: () => this.close() }, "Back to the board")))));
    this.blocked = [...defaults.blocked];
    this.game(false);
    for (const [name, value] of Object.entries(defaults.rules)) {
      const field = this.field(`rule-${name}`);
      if (field) field.value = value;
    }
    this.told();
  }

  /** Describes the chosen rules in sentences, for which the lists have no room. */
  told() {
    for (const rule of this.chosen().rules) {
      const text = rule.values.find(([value]) => value === this.field(`rule-${rule.name}`).value)?.[1] ?? "";
      say(find(`#about-${rule.name}`, this.root), text.charAt(0).toUpperCase() + text.slice(1));
    }
  }

  /** @param {string} name @returns {any} */
  field(name) {
    return find(`[name="${name}"]`, this.root);
  }

  /** Returns the chosen game. @returns {Game} */
  chosen() {
    const id = this.field("game").value;
    return /** @type {Game} */ (this.hello_?.games.find((game) => game.id === id));
  }

  /** Adapts the form to the chosen game. @param {boolean} look */
  game(look) {
    const game = this.chosen();
    const { defaults } = /** @type {Hello} */ (this.hello_);
    const own = game.id === defaults.game;
    say(find("#summary", this.root), game.summary);
    ["b", "w"].forEach((seat, index) => say(find(`#label-${seat} span`, this.root), game.seats[index] + (game.first === seat ? " (begins)" : "")));
    const sides = game.rectangular ? `, or like ${game.size}x${game.size - 2}` : "";
    say(find("#size-text", this.root), `Size: ${game.least} to ${game.most} ${game.sizeText}${sides}`);
    if (look || !this.field("size").value) this.field("size").value = own ? defaults.size : String(game.size);
    find("#rules", this.root).replaceChildren(...game.rules.map((rule) => make("label", {}, rule.about,
      make("select", { name: `rule-${rule.name}`, "aria-describedby": `about-${rule.name}`, change: () => { this.told(); this.look(); } },
        ...rule.values.map(([value, text]) => make("option", { value }, `${value}: ${text}`))),
      make("small", { id: `about-${rule.name}` }))));
    this.told();
    find("#komi", this.root).hidden = !game.komi;
    find("#handicap", this.root).hidden = !game.handicap;
    find("#block", this.root).hidden = !game.blocking;
    if (look) {
      this.blocked = [];
      this.field("handicap").value = 0;
    }
    // A person begins, unless the players were chosen by hand.
    if (!this.touched) {
      const bounded = defaults.visits || defaults.seconds ? "quintet" : "quintet-medium";
      for (const seat of ["b", "w"]) this.field(`seat-${seat}`).value = seat === game.first ? "person" : bounded;
    }
    this.bounds(false);
    if (look) this.look();
  }

  /** Shows visits and seconds if they apply to a player. @param {boolean} [byHand] */
  bounds(byHand = true) {
    this.touched ||= byHand;
    const bounded = ["seat-b", "seat-w"].some((name) => this.hello_?.players.find((player) => player.name === this.field(name).value)?.bounded);
    find("#bounds", this.root).classList.toggle("idle", !bounded);
  }

  /** Returns the choices as a message. @returns {any} */
  request() {
    const number = (/** @type {string} */ name) => (this.field(name).value === "" ? null : Number(this.field(name).value));
    const game = this.chosen();
    return {
      game: game.id,
      size: this.field("size").value,
      rules: Object.fromEntries(game.rules.map((rule) => [rule.name, this.field(`rule-${rule.name}`).value])),
      komi: game.komi ? number("komi") ?? 0 : 0,
      blocked: game.blocking ? this.blocked : [],
      handicap: game.handicap ? number("handicap") ?? 0 : 0,
      seatB: this.field("seat-b").value,
      seatW: this.field("seat-w").value,
      visits: number("visits"),
      seconds: number("seconds"),
    };
  }

  /** Requests the preview. */
  look() {
    this.previewing = true;
    this.root.closest("main")?.classList.add("previewing");
    this.send({ do: "preview", ...this.request() });
  }

  /** @param {import("./messages.js").Preview} preview @returns {boolean} whether to show it */
  preview(preview) {
    if (!this.previewing || this.root.hidden) return false;
    say(find("#wrong", this.root), preview.error ? `${preview.error}.` : "");
    return !preview.error;
  }

  /** @param {string} text */
  refused(text) {
    say(find("#wrong", this.root), `${text}.`);
  }

  /** Returns whether clicks block points. */
  blocks() {
    return this.chosen().blocking;
  }

  /** Blocks or unblocks a point. @param {string} vertex */
  toggle(vertex) {
    if (!this.blocks()) {
      this.refused("This is the board that you chose: press Start to play on it");
      return;
    }
    this.blocked = this.blocked.includes(vertex) ? this.blocked.filter((known) => known !== vertex) : [...this.blocked, vertex];
    this.look();
  }

  start() {
    this.begun = { do: "new", ...this.request() };
    this.close();
    this.send(this.begun);
    document.querySelector("#board")?.scrollIntoView({ block: "nearest" });
  }

  /** Returns the latest new game, to begin it again. @returns {any} */
  last() {
    return this.begun ?? { do: "new", ...this.request() };
  }

  /** @param {boolean} [scroll] */
  open(scroll = true) {
    this.root.hidden = false;
    if (scroll && this.begun) this.root.scrollIntoView({ block: "nearest" });
    if (this.begun || this.blocked.length) this.look();
  }

  close() {
    this.root.hidden = true;
    this.root.closest("main")?.classList.remove("previewing");
    if (!this.previewing) return;
    this.previewing = false;
    this.onPreview(false);
  }
}
