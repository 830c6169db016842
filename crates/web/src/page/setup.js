// The choice of a new game: cards, strengths, and everything behind "Customise", with a preview.
import { Board } from "./board.js";
import { element, find, findInput, setText } from "./dom.js";
import { keptByTab } from "./kept.js";
import { card, fields } from "./setup_form.js";
import { Welcome } from "./tasks.js";

/** @typedef {import("./messages.js").Hello} Hello */
/** @typedef {import("./messages.js").GameChoice} Game */

const CHOOSING = "quintet-choosing";

/** Usual sizes, of which a game offers those that it has. */
const SIZES = [5, 7, 9, 13, 19];

/** Makes the first letter of a text a capital. @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What the choice of a game leads to: `changed` when it is opened or closed, `begin` with whether a guest plays,
 * `file` to open a record, `task` to open a task of a lesson.
 * @typedef {{changed: () => void, begin: (invites: boolean) => void, file: (file: File | undefined) => void,
 *   task: import("./tasks.js").OpenTask}} SetupWays
 */

export class Setup {
  /**
   * @param {HTMLElement} root
   * @param {(request: import("./messages.js").PageRequest) => void} send
   * @param {SetupWays} ways
   */
  constructor(root, send, ways) {
    this.root = root;
    this.send = send;
    this.ways = ways;
    /** @type {Hello | null} */
    this.greeting = null;
    /** Whether a game is being chosen; otherwise one is played. */
    this.choosing = false;
    /** Whether there is a game to go back to. */
    this.returns = false;
    /** @type {string[]} */
    this.blocked = [];
    /** @type {import("./messages.js").PageRequest | null} */
    this.begun = null;
    /** The engine of the level that was chosen with the slider. */
    this.chosenLevel = "";
    /** Whether the players were chosen by hand. */
    this.touched = false;
    this.welcome = new Welcome(ways.task);
    this.levelText = element("output");
    this.level = element("input", {
      type: "range",
      name: "level",
      min: 1,
      "aria-label": "Level",
      input: () => this.slide(),
    });
    this.place = element("div", { id: "preview" });
    this.more = element("details", { id: "customise", toggle: () => this.look() });
  }

  /** @param {Hello} hello */
  hello(hello) {
    this.greeting = hello;
    if (!this.root.firstChild) this.build(hello);
  }

  /** Returns whether a game was being chosen when the page was reloaded. */
  interrupted() {
    return keptByTab.get(CHOOSING) !== null;
  }

  /** @param {Hello} hello */
  build(hello) {
    const { defaults } = hello;
    const pick = (/** @type {string} */ game) => { this.field("game").value = game; this.game(true); };
    const cards = (/** @type {boolean} */ relative) => hello.games
      .filter((game) => game.relative === relative)
      .map((game) => card(game, game.id === defaults.game, pick));
    const own = hello.players.filter((player) => !player.bounded && !["person", "guest"].includes(player.name));
    const levels = own.filter((player) => player.level);
    // A newcomer picks one of three; the slider beside them has every level.
    const presets = [
      ["Easy", own.find((player) => player.level === 2)],
      ["Medium", own.find((player) => player.level === 7)],
      ["Strong", own[own.length - 1]],
    ];
    const choices = /** @type {[string, any][]} */ (
      levels.length
        ? presets.filter(([, player]) => player)
        : own.map((player) => [capital(player.about.replace(/^.*, /, "")), player])
    );
    const guest = hello.players.find((player) => player.name === "guest");
    if (guest) choices.push(["A friend", guest]);
    const strengths = choices.map(([words, player]) =>
      element(
        "label",
        {},
        element("input", {
          type: "radio",
          name: "strength",
          value: player.name,
          change: () => {
            this.touched = false;
            this.seats();
          },
        }),
        element("span", {}, words),
      ),
    );
    this.level.max = String(levels.length);
    this.level.value = String(defaults.level ?? 7);
    const slider = levels.length ? element("label", { class: "level" }, this.levelText, this.level) : "";
    this.board = new Board(this.place, {
      label: "Preview of the board",
      play: (cell) => this.toggle(this.board?.board?.cells[cell].name ?? ""),
    });
    this.more.append(
      element("summary", {}, "Customise: ", element("span", { id: "customised" })),
      fields(hello, this.place, {
        game: () => this.game(true),
        players: () => this.bounds(),
        look: () => this.look(),
        unblock: () => { this.blocked = []; this.look(); },
      }));
    this.root.append(
      element(
        "form",
        {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.start();
          },
        },
        element("div", { class: "setup-head" }, this.welcome.root, element("h2", {}, "Choose a game")),
        element(
          "div",
          { role: "radiogroup", "aria-label": "Game" },
          element("div", { class: "cards" }, ...cards(false)),
          element("h3", {}, "Relatives"),
          element("div", { class: "relatives" }, ...cards(true)),
        ),
        this.more,
        element(
          "div",
          { class: "start-bar" },
          element("p", { id: "form-error", role: "alert" }),
          element("div", { class: "strengths", role: "radiogroup", "aria-label": "Opponent" }, ...strengths),
          slider,
          element("button", { type: "submit", "data-action": "start", class: "main" }, "Play"),
          element(
            "label",
            { class: "button" },
            "Open SGF",
            element("input", {
              type: "file",
              accept: ".sgf,application/x-go-sgf,text/plain",
              change: (/** @type {any} */ event) => {
                this.ways.file(event.target.files[0]);
                event.target.value = "";
              },
            }),
          ),
          element(
            "button",
            { type: "button", "data-action": "cancel", hidden: true, click: () => this.close() },
            "Back to the game",
          ),
        ),
      ),
    );
    for (const kind of ["input", "change", "click"]) this.root.addEventListener(kind, () => this.describe());
    this.blocked = [...defaults.blocked];
    const bounded = Boolean(defaults.visits || defaults.seconds);
    const usual = bounded ? null : strengths[Math.min(1, strengths.length - 1)]?.querySelector("input");
    if (defaults.level) this.chosenLevel = `quintet-level-${defaults.level}`;
    else if (usual) usual.checked = true;
    this.game(false);
    for (const [name, value] of Object.entries(defaults.rules)) {
      const field = this.field(`rule-${name}`);
      if (field) field.value = value;
    }
    this.updateRuleTexts();
    this.describe();
  }

  /** Says in one line what is behind "Customise". */
  describe() {
    const game = this.chosen(), [size, clock] = [this.field("size").value, this.field("clock").value];
    const komi = game.komi && Number(this.field("komi").value),
      handicap = game.handicap && Number(this.field("handicap").value);
    const blocked = game.blocking ? this.blocked : [];
    const about = (/** @type {string} */ name) =>
      this.greeting?.clocks.find((known) => known.name === name)?.about ?? name;
    setText(
      find("#customised", this.root),
      [
        game.sizeText.endsWith("a side")
          ? size.includes("x")
            ? size.replace("x", "×")
            : `${size}×${size}`
          : `size ${size}`,
        clock ? about(clock) : "no clock",
        handicap && `${handicap} handicap stones`,
        komi && `komi ${komi}`,
        blocked.length && `${blocked.length} blocked ${blocked.length > 1 ? "points" : "point"}`,
      ]
        .filter(Boolean)
        .join(", "),
    );
    for (const chip of find("#sizes", this.root).children)
      chip.setAttribute("aria-pressed", String(chip.textContent === size));
  }

  /** Describes the chosen rules in sentences, for which the lists have no room. */
  updateRuleTexts() {
    for (const rule of this.chosen().rules) {
      const text = rule.values.find(([value]) => value === this.field(`rule-${rule.name}`).value)?.[1] ?? "";
      setText(find(`#about-${rule.name}`, this.root), capital(text));
    }
  }

  /** @param {string} name @returns {any} */
  field(name) {
    return find(`[name="${name}"]`, this.root);
  }

  /** Returns the chosen game. @returns {Game} */
  chosen() {
    const id = this.field("game").value;
    return /** @type {Game} */ (this.greeting?.games.find((game) => game.id === id));
  }

  /** Adapts the form to the chosen game. @param {boolean} look */
  game(look) {
    const game = this.chosen();
    const { defaults } = /** @type {Hello} */ (this.greeting);
    const own = game.id === defaults.game;
    findInput(`[name="card"][value="${game.id}"]`, this.root).checked = true;
    ["b", "w"].forEach((seat, index) =>
      setText(find(`#label-${seat} span`, this.root), game.seats[index] + (game.first === seat ? " (begins)" : "")),
    );
    const sides = game.rectangular ? `, or like ${game.size}x${game.size - 2}` : "";
    setText(find("#size-text", this.root), `Size: ${game.least} to ${game.most} ${game.sizeText}${sides}`);
    const sizes = [...new Set([game.size, ...SIZES.filter((size) => size >= game.least && size <= game.most)])].sort(
      (a, b) => a - b,
    );
    find("#sizes", this.root).replaceChildren(
      ...sizes.map((size) =>
        element(
          "button",
          {
            type: "button",
            click: () => {
              this.field("size").value = String(size);
              this.look();
            },
          },
          String(size),
        ),
      ),
    );
    if (look || !this.field("size").value) this.field("size").value = own ? defaults.size : String(game.size);
    find("#rules", this.root).replaceChildren(
      ...game.rules.map((rule) =>
        element(
          "label",
          {},
          rule.about,
          element(
            "select",
            {
              name: `rule-${rule.name}`,
              "aria-describedby": `about-${rule.name}`,
              change: () => {
                this.updateRuleTexts();
                this.look();
              },
            },
            ...rule.values.map(([value, text]) => element("option", { value }, `${value}: ${text}`)),
          ),
          element("small", { id: `about-${rule.name}` }),
        ),
      ),
    );
    this.updateRuleTexts();
    find("#komi", this.root).hidden = !game.komi;
    find("#handicap", this.root).hidden = !game.handicap;
    find("#block", this.root).hidden = !game.blocking;
    if (look) {
      this.blocked = [];
      this.field("handicap").value = 0;
    }
    this.seats();
    this.describe();
    if (look) this.look();
  }

  /** Chooses the level of the slider. */
  slide() {
    this.touched = false;
    this.chosenLevel = `quintet-level-${this.level.value}`;
    for (const strength of this.strengths()) strength.checked = false;
    this.seats();
  }

  /** Returns the choices of an opponent. */
  strengths() {
    return /** @type {HTMLInputElement[]} */ ([...this.root.querySelectorAll('[name="strength"]')]);
  }

  /** Gives the first turn to a person and the other side to the chosen strength, unless players were chosen. */
  seats() {
    if (!this.touched) {
      const chosen = this.strengths().find((strength) => strength.checked);
      const engine = chosen?.value ?? (this.chosenLevel || "quintet");
      for (const seat of ["b", "w"])
        this.field(`seat-${seat}`).value = seat === this.chosen().first ? "person" : engine;
    }
    this.bounds(false);
  }

  /** Shows visits and seconds if they apply to a player. @param {boolean} [byHand] */
  bounds(byHand = true) {
    this.touched ||= byHand;
    const seats = ["seat-b", "seat-w"].map((name) => this.field(name).value);
    const bounded = seats.some((name) => this.greeting?.players.find((player) => player.name === name)?.bounded);
    find("#limits", this.root).classList.toggle("idle", !bounded);
    // No strength is marked that nobody plays at.
    for (const strength of this.strengths()) strength.checked = seats.includes(strength.value);
    const level = this.greeting?.players.find((player) => player.level && seats.includes(player.name))?.level;
    if (level) this.level.value = String(level);
    setText(this.levelText, level ? `Level ${level}` : "Levels");
  }

  /** Returns the choices as a message. @returns {any} */
  request() {
    const number = (/** @type {string} */ name) =>
      this.field(name).value === "" ? null : Number(this.field(name).value);
    const game = this.chosen();
    return {
      game: game.id,
      size: this.field("size").value,
      rules: Object.fromEntries(game.rules.map((rule) => [rule.name, this.field(`rule-${rule.name}`).value])),
      komi: game.komi ? number("komi") ?? 0 : 0,
      blocked: game.blocking ? this.blocked : [],
      handicap: game.handicap ? number("handicap") ?? 0 : 0,
      clock: this.field("clock").value || null,
      seatB: this.field("seat-b").value,
      seatW: this.field("seat-w").value,
      visits: number("visits"),
      seconds: number("seconds"),
    };
  }

  /** Requests the preview, if it is in sight. */
  look() {
    setText(find("#form-error", this.root), "");
    if (this.choosing && this.more.open) this.send({ do: "preview", ...this.request() });
    else this.clear();
  }

  /** Removes the preview. */
  clear() {
    this.place.replaceChildren();
    if (this.board) this.board.text = "";
  }

  /** Shows the preview. @param {import("./messages.js").Preview} preview */
  preview(preview) {
    if (!this.choosing || !this.more.open) return;
    setText(find("#form-error", this.root), preview.error ? `${capital(preview.error)}.` : "");
    if (preview.error || !preview.board || !this.board) return;
    this.board.show(preview.board);
    this.board.stones(preview.scene, { legal: () => this.blocks() });
  }

  /** @param {string} text */
  refused(text) {
    setText(find("#form-error", this.root), `${capital(text)}.`);
  }

  /** Returns whether clicks block points. */
  blocks() {
    return this.chosen().blocking;
  }

  /** Blocks or unblocks a point. @param {string} vertex */
  toggle(vertex) {
    if (!this.blocks()) {
      this.refused("this is the preview of the board: press Play to play on it");
      return;
    }
    this.blocked = this.blocked.includes(vertex)
      ? this.blocked.filter((known) => known !== vertex)
      : [...this.blocked, vertex];
    this.look();
  }

  start() {
    const request = { do: "new", ...this.request() };
    this.begun = request;
    this.close();
    this.ways.begin([request.seatB, request.seatW].includes("guest"));
    this.send(request);
  }

  /** Returns the latest new game, to begin it again. @returns {any} */
  last() {
    return this.begun ?? { do: "new", ...this.request() };
  }

  /** Offers a game. @param {string} id */
  offer(id) {
    this.field("game").value = id;
    this.game(true);
    this.open();
  }

  /** Shows the choice. @param {boolean} [all] whether everything is shown */
  open(all = false) {
    this.choosing = true;
    this.welcome.show(this.greeting?.games ?? []);
    keptByTab.set(CHOOSING, "yes");
    find('[data-action="cancel"]', this.root).hidden = !this.returns;
    if (all) this.more.open = true;
    this.ways.changed();
    this.look();
    if (this.returns) find('[name="card"]:checked', this.root).focus({ preventScroll: true });
  }

  close() {
    this.returns = true;
    keptByTab.set(CHOOSING, null);
    this.choosing = false;
    if (this.root.firstChild) this.clear();
    this.ways.changed();
  }
}
