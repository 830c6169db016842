// The game: the board, the side to move, the actions.
import { Board, STONES } from "./board.js";
import { confirmChoice, element, find, findButton, findInput, icon, setAttribute, setText } from "./dom.js";
import { EarlierGames } from "./earlier_games.js";
import { Files } from "./files.js";
import { keepChoice } from "./kept.js";
import { MoveList } from "./move_list.js";
import { Panel } from "./panel.js";
import { PlayerBars } from "./player_bars.js";
import { PuzzleBar } from "./puzzles.js";
import { drawRemarks } from "./remarks.js";
import { openShare } from "./share.js";
import { answerSounds, prepareSounds, sound } from "./sounds.js";
import { Invitations, isTogether } from "./invitations.js";
import { HowToPlay } from "./how_to_play.js";
import { StonePalette } from "./stone_palette.js";
import { showActions } from "./actions.js";
import { Analysis } from "./analysis.js";
import { graph, summary } from "./graph.js";
import { moveText, sentence } from "./words.js";

/** @typedef {import("./messages.js").GameView} State */
/** @typedef {import("./messages.js").PageRequest} Request */

/** The keys of actions. @type {Object<string, string>} */
const KEYS = {
  p: "pass", s: "swap", u: "undo", U: "redo", h: "hint", a: "analyse", e: "exact", n: "new",
  ",": "back", ".": "forward",
};

/**
 * Where the game leads: `opened` when another game is opened, `rules` to the rules, `puzzle` to the parts about
 * puzzles.
 * @typedef {{opened: () => void, rules: () => void,
 *   puzzle: Omit<import("./puzzles.js").PuzzleWays, "focusBoard">}} PlayWays
 */

export class Play {
  /**
   * @param {HTMLElement} root
   * @param {(request: Request | ArrayBuffer) => void} send
   * @param {import("./setup.js").Setup} setup
   * @param {PlayWays} ways
   */
  constructor(root, send, setup, ways) {
    this.root = root;
    this.send = send;
    this.setup = setup;
    this.ways = ways;
    /** @type {State | null} */
    this.state = null;
    /** @type {import("./messages.js").Hello | null} */
    this.greeting = null;
    /** @type {import("./messages.js").BoardView | null} */
    this.empty = null;
    /** The cell of a stone that waits for its confirmation. */
    this.pending = -1;
    /** Whether a new game was asked for whose board has not come yet. */
    this.beginning = false;
    const goTo = (/** @type {number} */ node) => this.send({ do: "goto", node });
    this.moves = new MoveList(goTo, (stone) => this.view.icon(stone));
    this.panel = new Panel((name) => { if (name === "moves") this.moves.follow(); });
    this.palette = new StonePalette((name) => this.pick(name));
    this.earlier = new EarlierGames((id) => this.resume(id));
    this.files = new Files({
      send,
      load: (sgf) => this.load(sgf),
      refused: (text) => this.refused(text),
      note: (text) => this.note(text),
      about: () => ({ title: this.state?.title, text: this.state?.status }),
    });
    this.invitations = new Invitations(send, (text) =>
      this.files.copy(text, "The address was copied to the clipboard."),
    );
    this.view = new Board(find("#board"), {
      label: "Board",
      play: (cell) => this.click(cell),
      look: (cell) => this.look(cell),
    });
    this.analysis = new Analysis(find("#analysis"), this.view, {
      play: (word) => this.play(word),
      redraw: () => { if (this.state) this.overlay(this.state); },
      hint: (word) => this.note(`Hint: ${moveText(word)}.`),
    });
    this.howToPlay = new HowToPlay(find("#panel-how"), find("#tab-how"), {
      ask: (game) => this.send({ do: "lesson", game }),
      show: () => this.panel.show("how"),
      leave: () => { if (this.panel.isShown("how")) this.panel.show("moves"); },
      rules: ways.rules,
    });
    this.puzzle = new PuzzleBar(find("#puzzle"), send, {
      ...ways.puzzle,
      focusBoard: () => this.view.setFocus(this.view.focus, true),
    });
    find("#rules-link").addEventListener("click", ways.rules);
    find("#how-link").addEventListener("click", () => this.howToPlay.hide(false));
    prepareSounds();
    find("#menu summary").append(icon("more"));
    this.players = new PlayerBars();
    for (const step of ["first", "back", "forward", "last", "undo", "redo", "analyse", "panel"])
      find(`[data-action="${step}"]`, root).append(icon(step));
    for (const button of root.querySelectorAll("[data-action]")) {
      button.addEventListener("click", () =>
        this.act(button instanceof HTMLElement ? (button.dataset.action ?? "") : ""),
      );
    }
    this.view.isCropped.addEventListener("change", () => this.redraw());
    findInput('[name="ownership"]').addEventListener("change", () => this.redraw());
    for (const name of ["animate", "legality", "confirm", "keys"]) {
      keepChoice(findInput(`[name="${name}"]`), `quintet-${name}`, () => {
        if (this.state) this.points(this.state, false);
      });
    }
  }

  /** @param {import("./messages.js").Hello} hello */
  hello(hello) {
    this.greeting = hello;
  }

  /** @param {import("./messages.js").BoardView} board */
  board(board) {
    this.empty = board;
    const { beginning } = this;
    this.beginning = false;
    this.view.show(board);
    // The keys move over the board at once.
    if (beginning) this.view.setFocus(Math.floor(board.cells.length / 2), true);
    if (this.setup.choosing) this.pause(true);
  }

  /** Takes the board away while a game is chosen, so that nothing can change it. @param {boolean} away */
  pause(away) {
    const { svg } = this.view;
    if (!svg) return;
    if (away) svg.remove();
    else if (!svg.isConnected) find("#board").append(svg);
  }

  /**
   * Takes the board of the last game away until that of the new one comes.
   * @param {boolean} invites whether a guest plays
   */
  begin(invites) {
    this.beginning = true;
    this.invitations.due = invites;
    this.view.svg?.remove();
    this.view.text = "";
  }

  /**
   * Opens a game: SGF, or the bytes of a file.
   * @param {string | ArrayBuffer} sgf
   * @param {import("./messages.js").Seats | null} [seats]
   */
  load(sgf, seats = null) {
    this.setup.close();
    this.send(typeof sgf === "string" ? { do: "load", sgf, seats } : sgf);
    this.ways.opened();
  }

  /** Shows an earlier game again. @param {number} id */
  resume(id) {
    this.setup.close();
    this.send({ do: "resume", id });
    this.ways.opened();
  }

  /** @param {string} action */
  act(action) {
    const { state } = this;
    if (!state) return;
    const node = (/** @type {number} */ at) => (at > 0 ? state.line[at - 1].node : 0);
    switch (action) {
      case "new": this.setup.open(); break;
      case "rematch": this.send(isTogether(state) ? { do: "rematch" } : this.setup.last()); break;
      case "invite": this.invitations.ask(); break;
      case "share-game": openShare((way) => this.files.act(way)); break;
      case "sounds-on": case "sounds-off": answerSounds(action === "sounds-on"); break;
      case "pass": this.play("pass"); break;
      case "swap": this.play("swap-pieces"); break;
      case "undo": case "redo": case "hint": case "flip": case "stop": case "go": case "return": case "play-on":
        this.send({ do: action });
        break;
      case "resign":
        confirmChoice("Resign this game?", "Resign", "Play on").then((yes) => {
          if (yes) this.send({ do: "resign" });
        });
        break;
      case "analyse": this.send({ do: "analyse", on: !state.analysing }); break;
      case "exact": this.send({ do: "exact", on: !state.exact }); break;
      case "try": this.send({ do: "try", on: !state.trying }); break;
      case "panel": this.panel.open(); break;
      case "review":
        this.panel.show("moves");
        this.send({ do: "review" });
        break;
      case "first": this.send({ do: "goto", node: 0 }); break;
      case "back": if (state.at > 0) this.send({ do: "goto", node: node(state.at - 1) }); break;
      case "forward": if (state.at < state.line.length) this.send({ do: "goto", node: node(state.at + 1) }); break;
      case "last": this.send({ do: "goto", node: node(state.line.length) }); break;
      default: this.files.act(action);
    }
  }

  /** @param {string} word */
  play(word) {
    if (this.state) this.send({ do: "play", word, node: this.state.node });
  }

  /** @param {number} cell */
  click(cell) {
    const kind = this.palette.kind(this.state);
    const name = this.empty?.cells[cell].name;
    if (!kind || !name) return;
    if (findInput('[name="confirm"]').checked && this.pending !== cell && this.state?.yours && !this.why(cell)) {
      this.pending = cell;
      this.look(cell);
      this.note(`Again for a stone at ${name}.`);
      return;
    }
    // The stone is shown at once; the server sends the other effects of the move.
    if (this.state?.yours && !this.why(cell)) this.view.put(cell, kind.stone);
    this.play(kind.name === "own" ? name : `${kind.name}@${name}`);
  }

  /** Returns why the picked stone may not be placed on a cell; empty if it may. @param {number} cell */
  why(cell) {
    const { state } = this;
    const kind = this.palette.kind(this.state);
    return state && kind && kind.why[cell] >= 0 ? state.reasons[kind.why[cell]] : "";
  }

  /** Shows the stone that would be placed here, or why it may not. @param {number | null} cell */
  look(cell) {
    this.view.hover(null);
    const line = find("#illegal");
    const { state } = this;
    if (cell === null || !state || state.over || !state.yours) {
      setText(line, "");
      return;
    }
    const why = this.why(cell);
    if (!why) this.view.hover(cell, this.palette.kind(this.state)?.stone);
    const empty = STONES[state.stones[cell]] === "empty";
    setText(line, why && empty ? `${this.empty?.cells[cell].name}: ${why}` : "");
  }

  /** @param {string} text */
  refused(text) {
    const line = find('[data-role="message"]');
    setText(line, "");
    // The same sentence must be shown and announced again.
    requestAnimationFrame(() => setText(line, sentence(text)));
    line.classList.remove("note");
    sound("wrong");
    if (this.state) this.points(this.state, false);
    if (this.beginning) {
      // There is no such game: the last one stays, and the form says why.
      this.beginning = false;
      if (this.empty) this.view.show(this.empty);
      if (this.state) this.points(this.state, false);
      this.setup.open(true);
    }
    if (this.setup.choosing) this.setup.refused(text);
  }

  /** @param {string} text */
  note(text) {
    const line = find('[data-role="message"]');
    setText(line, text);
    line.classList.add("note");
  }

  redraw() {
    if (this.empty) this.view.show(this.empty);
    if (this.state) this.show(this.state);
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    this.state = state;
    const moved = !before || before.node !== state.node;
    this.palette.turn(state, moved);
    if (moved) {
      this.pending = -1;
      setText(find('[data-role="message"]'), "");
      setText(find("#illegal"), "");
    }
    this.analysis.turn(state);
    this.howToPlay.turn(state.game);
    this.puzzle.show(state.puzzle ?? null);
    this.earlier.show(state.earlier);
    this.aside(state);
    this.invitations.show(state);
    const comment = find("#comment");
    comment.hidden = !state.remarks.comment;
    setText(comment, state.remarks.comment);
    this.facts(state);
    showActions(this.root, state, () => this.panel.show("analysis"));
    this.palette.show(state, this.empty);
    this.moves.show(state);
    const fresh = moved && before !== null && state.at === before.at + 1;
    this.points(state, fresh);
    if (fresh) this.sounds(state);
    this.analysis.state(state);
    graph(find("#graph"), state, this.moves.go);
    summary(find("#summary"), state);
    if (moved || before?.status !== state.status)
      setText(find("#announce"), [state.news, state.status, state.over ? state.reason : ""].filter(Boolean).join(". "));
  }

  /** Plays the sounds of the latest move. @param {State} state */
  sounds(state) {
    if (state.last.length) sound("stone");
    if (state.taken.length) sound("capture", state.taken.length);
    if (state.fell.length) sound("fall", state.fell.length);
    if (state.over) sound("end");
  }

  /** @param {State} state @param {boolean} fresh whether the latest move is new */
  points(state, fresh) {
    const kind = this.palette.kind(this.state);
    const marks = this.insight(state);
    this.view.stones(state, {
      legal: (cell) => kind !== undefined && kind.why[cell] < 0,
      describe: (cell) =>
        [
          marks.get(cell),
          state.stones[cell] === "." && state.yours ? this.why(cell) && `not here: ${this.why(cell)}` : "",
        ]
          .filter(Boolean)
          .join(", "),
      fall: fresh && findInput('[name="animate"]').checked,
    });
    const empty =
      kind && state.yours && findInput('[name="legality"]').checked && state.stones.length === this.view.cells.length
        ? kind.why
            .map((why, cell) => ({ why, cell }))
            .filter(({ cell }) => state.stones[cell] === "." && !state.barred.includes(cell))
        : [];
    this.view.markLegality(
      empty.filter(({ why }) => why < 0).map(({ cell }) => cell),
      empty.filter(({ why }) => why >= 0).map(({ cell }) => cell),
    );
    find("#board").classList.toggle("yours", state.yours);
    this.overlay(state);
  }

  /** Describes the marks of cells. @param {State} state */
  insight(state) {
    const marks = new Map();
    for (const { cell, about } of state.insight.labels) marks.set(cell, about);
    for (const { cells, about } of state.insight.counted) {
      for (const cell of cells) marks.set(cell, [about, marks.get(cell)].filter(Boolean).join(", "));
    }
    return marks;
  }

  /** Draws the marks over and under the stones. @param {State} state */
  overlay(state) {
    const { view } = this;
    view.clear();
    // The board of a new game comes before its state.
    if (state.stones.length !== view.cells.length) return;
    view.insight(state.insight, state.stones, state.over);
    drawRemarks(view, state.remarks, state.stones);
    this.analysis.draw(state, findInput('[name="ownership"]').checked);
  }

  /** @param {State} state */
  facts(state) {
    setText(find('[data-role="position"]'), state.position);
    setText(find("#title"), state.title);
    const game = this.greeting?.games.find((known) => known.id === state.game);
    setText(find("#aim"), game?.summary ?? "");
    setText(find("#goal"), game?.summary ?? "");
    this.status();
    find("#result").hidden = !state.over;
    find("#layout").classList.toggle("over", state.over);
    setText(find("#reason"), state.reason);
    this.players.show(state, this.greeting, this.empty?.symbols ?? "");
    setText(find("#score"), state.score ? `${state.score.charAt(0).toUpperCase()}${state.score.slice(1)}.` : "");
    find("#score").title = state.score ?? "";
    // The meaning of symbols is always shown: nothing moves when one appears.
    setText(find("#signs"), game?.signs ?? "");
    find("#engine-errors").replaceChildren(
      ...state.faults.map((fault) =>
        element(
          "div",
          { class: "fault", role: "alert", "data-role": "fault" },
          element(
            "p",
            {},
            element("b", {}, this.greeting?.players.find(({ name }) => name === fault.engine)?.about ?? fault.engine),
            ` stopped: ${fault.text}. `,
          ),
          element(
            "p",
            {},
            element("button", { type: "button", click: () => this.send({ do: "go" }) }, "Restart it"),
            " ",
            element("button", { type: "button", click: () => this.setup.open(true) }, "Choose another"),
          ),
          fault.traffic.length
            ? element(
                "details",
                {},
                element("summary", {}, "Last output"),
                element("pre", {}, fault.traffic.join("\n")),
              )
            : "",
        ),
      ),
    );
  }

  /** Shows the side to move or the result. */
  status() {
    if (!this.state) return;
    const { state } = this;
    const line = find('[data-role="status"]');
    setText(line, state.variation && state.puzzle?.phase !== "wrong" ? `Variation: ${state.status}` : state.status);
    // The title of the tab shows whose turn it is.
    const persons = state.shared?.seat ? 1 : state.seats.filter((seat) => seat.player === "person").length;
    document.title = `${persons === 1 && state.yours && !state.over ? "Your turn" : state.status} – Quintet`;
    setAttribute(line, "data-seat", state.over ? "" : state.toMove);
  }

  /** Shows where the game is, and the way back to it. @param {State} state */
  aside(state) {
    const solving = ["open", "checking", "wrong"].includes(state.puzzle?.phase ?? "");
    const shown = state.aside && !solving;
    const line = find("#aside");
    line.hidden = !shown;
    find("#board").classList.toggle("aside", shown);
    find("#board").classList.toggle("variation", shown && state.variation);
    if (!shown) return;
    const game = `the game is at move ${state.latest}`;
    const mayTry = state.over || !isTogether(state);
    setText(find("span", line), state.variation
      ? `A variation, move ${state.at}; ${game}.`
      : `Move ${state.at}; ${game}.${mayTry ? " A stone here begins a variation." : ""}`);
    find('[data-action="play-on"]', line).hidden = !state.canPlayOn || state.over;
  }

  /** @param {import("./messages.js").ThoughtView} thinking */
  thinking(thinking) {
    if (thinking.purpose === "move" && this.state && thinking.node === this.state.node && !this.state.yours) {
      this.players.report(thinking);
    }
    this.analysis.receive(thinking, this.state);
    if (this.state) this.overlay(this.state);
  }

  /** @param {import("./messages.js").ExactValues} exact */
  exact(exact) {
    this.analysis.receiveExact(exact, this.state);
    if (this.state) this.overlay(this.state);
  }

  /** @param {string} name */
  pick(name) {
    this.choose(name);
    this.palette.focus(name);
  }

  /** Picks a kind of stone. @param {string} name */
  choose(name) {
    this.palette.picked = name;
    if (!this.state) return;
    this.palette.show(this.state, this.empty);
    this.points(this.state, false);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isKey = findInput('[name="keys"]').checked || event.key.startsWith("Arrow");
    if (this.setup.choosing || !isKey) return;
    const kind = this.state && this.state.kinds.length > 1 && !event.shiftKey
      ? this.state.kinds.find((kind) => kind.name[0] === event.key.toLowerCase()) : undefined;
    const inBoard = event.target instanceof Element && event.target.closest("#board");
    if (kind) {
      event.preventDefault();
      this.choose(kind.name);
      setText(find("#announce"), `${kind.stone} is picked`);
    } else if (KEYS[event.key]) {
      event.preventDefault();
      const button = findButton(KEYS[event.key], this.root);
      if (!button.disabled && !button.hidden) button.click();
    } else if (event.key.startsWith("Arrow") && !inBoard) {
      const elsewhere = event.target instanceof Element && event.target.closest("button, summary, label, a");
      if (!elsewhere) { event.preventDefault(); this.view.setFocus(this.view.focus, true); }
    }
  }
}

