// The analysis: candidate moves on the board and in a list, and the game as a graph.
import { STONES } from "./board.js";
import { childrenOf, element, find, percent, setText, shortNumber } from "./dom.js";
import { moveText, movesText } from "./words.js";

/** @typedef {import("./messages.js").GameView} State */
/** @typedef {import("./messages.js").ThoughtView} Thinking */
/** @typedef {import("./messages.js").ExactValues} ExactValues */

/** Formats a margin with its sign. @param {number} lead */
export const margin = (lead) => `${lead > 0 ? "+" : lead < 0 ? "−" : ""}${Math.abs(lead).toFixed(1)}`;

/** The least ownership that is shown; 1 is certain. */
const SURE = 0.15;

const PROOF = { win: "wins", draw: "draws", loss: "loses" };

/** The shares of the most visits below which a move is hardly tried, and from which on it is not faded. */
const FEW = 0.02, MANY = 0.25;

/**
 * Returns whether a move has few visits beside the best ones.
 * @param {{visits: number, proof: any}} move
 * @param {{visits: number}[]} moves
 */
const few = (move, moves) => !move.proof && move.visits < FEW * Math.max(...moves.map((other) => other.visits));

/** The steps of the colour scale: how much less a move wins than the best one, as in the review of a game. */
export const SCALE = [0.02, 0.06, 0.12, 0.25];

/** Returns the step of the colour scale for a loss: 0 is as good as the best. @param {number} loss */
const step = (loss) => SCALE.filter((least) => loss >= least).length;

/**
 * Returns how clearly a move is drawn, from faded to clear.
 * @param {{visits: number, proof: any}} move
 * @param {{visits: number}[]} moves
 */
const clarity = (move, moves) => {
  const share = move.visits / Math.max(1, ...moves.map((other) => other.visits));
  return move.proof ? 1 : Math.min(1, 0.68 + 0.32 * Math.sqrt(share / MANY));
};

export class Analysis {
  /**
   * @param {HTMLElement} root
   * @param {import("./board.js").Board} board
   * @param {{play: (word: string) => void, redraw: () => void, hint: (word: string) => void}} page what it does with
   *   a move; `hint` says which one is the hint
   */
  constructor(root, board, page) {
    this.root = root;
    this.board = board;
    this.page = page;
    /** The node for which a hint was asked, and the move that it is. */
    this.hinted = { node: -1, word: "" };
    /** @type {Thinking | null} */
    this.found = null;
    /** @type {ExactValues | null} */
    this.values = null;
    /** @type {number | null} the candidate whose variation is shown */
    this.line = null;
    /** @type {string | null} the candidate that was tapped: the list may change its order */
    this.tapped = null;
    /**
     * The analysis received since the last state: on a small board it may come before its state.
     * @type {{found: Thinking | null, values: ExactValues | null}}
     */
    this.early = { found: null, values: null };
    this.position = "";
    this.node = -1;
    /** @type {Thinking | null} the analysis of the previous position */
    this.before = null;
    this.isNear = true;
  }

  /** Handles a new state: the analysis of another position is dropped. @param {State} state */
  turn(state) {
    const { early } = this;
    this.early = { found: null, values: null };
    if (state.position !== this.position || state.node !== this.node) {
      this.position = state.position;
      this.node = state.node;
      this.found = null;
      this.values = null;
      this.line = null;
      this.tapped = null;
    }
    if (early.values?.node === state.node && state.exact) this.values = early.values;
    if (early.found?.node === state.node && state.analysing) this.found = early.found;
    this.list();
  }

  /** @param {ExactValues} values @param {State | null} state */
  receiveExact(values, state) {
    this.early.values = values;
    if (!state?.exact || values.node !== state.node) return;
    this.values = values;
    this.list();
  }

  /** @param {Thinking} thinking @param {State | null} state */
  receive(thinking, state) {
    if (thinking.purpose === "review") {
      const done = Math.round(100 * (thinking.progress ?? 0));
      setText(find('[data-action="review"]'), thinking.done && done >= 99 ? "Review" : `${done} %`);
      return;
    }
    if (thinking.moves.length && thinking.purpose === "analysis") this.early.found = thinking;
    const wanted = thinking.purpose === "hint" ? thinking.done : state?.analysing;
    if (!wanted || thinking.node !== state?.node || !thinking.moves.length) return;
    this.found = thinking;
    if (thinking.purpose === "hint") {
      this.hinted = { node: thinking.node, word: "" };
      this.line = null;
      this.tapped = null;
    }
    this.list();
  }

  /** @param {State} state */
  state(state) {
    const hint = this.found?.purpose === "hint";
    if (!state.analysing && !hint) this.found = null;
    if (!state.exact) this.values = null;
    this.root.hidden = !state.analysing && !state.exact && !this.found;
    find("#exact").hidden = !state.exact;
    this.analysing = state.analysing;
    this.proving = state.exact && !state.over;
    this.over = state.over;
    this.seat = state.seats[state.toMove === "b" ? 0 : 1].name;
    // The player below the board has the lower end of the bar.
    const persons = state.seats.map((seat) => seat.player === "person");
    this.isNear = state.toMove === (persons[1] && !persons[0] ? "w" : "b");
    if (!state.line.some((step) => step.value === null)) setText(find('[data-action="review"]'), "Review");
    this.list();
  }

  list() {
    const { found } = this;
    if (found) this.root.hidden = false;
    find("#estimates").hidden = !found && !this.analysing;
    find("#estimates").classList.toggle("full", Boolean(this.analysing));
    this.bar(found?.rate ?? null);
    find("#ownership").hidden = !(found ?? this.before)?.ownership.some((value) => Math.abs(value) >= SURE);
    this.listExact();
    // An exact value takes the place of an estimate.
    const known = this.values?.value;
    const still = found?.done ? "" : " …";
    setText(
      find("#win-rate"),
      known
        ? `${known.charAt(0).toUpperCase()}${known.slice(1)}; ${shortNumber(found?.visits ?? 0)} visits`
        : found
          ? (found.exact ??
            `${this.seat} expects ${percent(found.rate ?? 0.5)} after ${shortNumber(found.visits)} visits${still}`)
          : "Nothing yet.",
    );
    const list = find("#candidates");
    // Until the next position has candidates, the list of the previous one keeps its room: nothing jumps.
    list.classList.toggle("stale", !found);
    if (found) this.before = found;
    else if (this.analysing) return;
    // The hint is the best move as it is drawn, while the analysis goes on, too.
    const best = found?.moves[0].word ?? "";
    if (found?.node === this.hinted.node && best !== this.hinted.word) {
      this.hinted.word = best;
      this.page.hint(best);
    }
    const moves = found?.moves.slice(0, 8) ?? [];
    find("#estimates").classList.toggle(
      "no-margin",
      moves.every((move) => move.lead === null),
    );
    while (list.children.length > moves.length) list.lastChild?.remove();
    moves.forEach((move, index) => {
      let item = childrenOf(list)[index];
      if (!item) {
        const look = () => {
          this.line = index;
          this.page.redraw();
        };
        const leave = () => {
          this.line = this.tappedLine();
          this.page.redraw();
        };
        item = element(
          "li",
          { mouseenter: look, mouseleave: leave },
          element(
            "button",
            {
              type: "button",
              focus: look,
              blur: leave,
              // A finger cannot point: its first tap shows the variation, the second one plays the move.
              click: (/** @type {PointerEvent} */ event) => {
                const now = this.found?.moves[index];
                if (now && event.pointerType === "touch" && this.tapped !== now.word) {
                  this.tapped = now.word;
                  look();
                } else if (now) {
                  this.page.play(now.word);
                }
              },
            },
            ...[0, 1, 2, 3].flatMap(() => [element("span"), " "]),
          ),
        );
        list.append(item);
      }
      const exact = this.values?.moves.find((known) => known.word === move.word)?.text;
      const rate = exact ?? (move.proof ? PROOF[move.proof] : percent(move.rate));
      const [button] = childrenOf(item);
      const texts = [
        moveText(move.word),
        rate,
        move.lead === null ? "" : exact ? "exact" : margin(move.lead),
        shortNumber(move.visits),
      ];
      texts.forEach((text, column) => setText(button.children[column], text));
      item.classList.toggle("few", few(move, moves));
      item.style.setProperty("--clear", `${Math.round(100 * clarity(move, moves))}%`);
      item.dataset.step = String(step(moves[0].rate - move.rate));
      item.classList.toggle("known", Boolean(exact ?? move.proof));
    });
    if (this.tapped !== null) this.line = this.tappedLine();
    this.variation();
  }

  /** Returns the place of the candidate that was tapped. */
  tappedLine() {
    const index = this.found?.moves.findIndex((move) => move.word === this.tapped) ?? -1;
    return index < 0 ? null : index;
  }

  /** Shows the expected result of the side to move beside the board. @param {number | null} rate */
  bar(rate) {
    const bar = find("#evaluation");
    bar.hidden = rate === null;
    if (rate === null) return;
    bar.style.setProperty("--near", `${100 * (this.isNear ? rate : 1 - rate)}%`);
    bar.title = `${this.seat} expects ${percent(rate)}`;
  }

  /** Shows the variation of the candidate that is pointed at, or of the best one, in words. */
  variation() {
    const shown = this.found?.moves[this.line ?? 0];
    setText(find("#pv-moves"), shown ? movesText(shown.pv.slice(0, 10).map((ply) => ply.word)) : "");
  }

  listExact() {
    const { values } = this;
    const known = values?.moves.length ?? 0;
    const counted = values ? `${known} of ${values.total} moves` : "";
    const text = !values
      ? this.over
        ? "The game is over."
        : "Nothing yet."
      : values.value
        ? `Exact: ${values.value}. ${counted} known${values.done ? "" : ` after ${values.seconds.toFixed(0)} s …`}`
        : !values.done
          ? `Computing: ${counted} known after ${values.seconds.toFixed(0)} s …`
          : known
            ? `${counted} could be computed.`
            : "This position is too large: no exact value is known.";
    setText(find('[data-role="exact"]'), text);
    const list = find("#exact-moves");
    list.classList.toggle("stale", !values);
    if (!values && this.proving) return;
    const all = values?.moves ?? [];
    setText(
      find("#exact-legend"),
      [
        all.some((move) => /^[+−\d]/.test(move.text)) && `+ and −: by how much ${this.seat} wins or loses.`,
        all.some((move) => move.plies) && "in: the game is over after that number of moves.",
        known > 0 && "Bold: the best.",
      ]
        .filter(Boolean)
        .join(" "),
    );
    const shown =
      values?.moves.map((move) =>
        [moveText(move.word), move.text, move.plies === null || move.plies === 0 ? "" : `in ${move.plies}`]
          .join("  ")
          .trimEnd(),
      ) ?? [];
    while (list.children.length > shown.length) list.lastChild?.remove();
    shown.forEach((line, index) => {
      if (!list.children[index]) {
        list.append(
          element(
            "li",
            {},
            element("button", {
              type: "button",
              click: () => {
                const now = this.values?.moves[index];
                if (now) this.page.play(now.word);
              },
            }),
          ),
        );
      }
      setText(childrenOf(list.children[index])[0], line);
      list.children[index].classList.toggle("best", values?.moves[index].best);
    });
  }

  /** Draws the analysis on the board. @param {State} state @param {boolean} owned */
  draw(state, owned) {
    const { board } = this;
    this.variation();
    const found = this.found?.node === state.node ? this.found : null;
    const seen = new Set();
    const many = state.kinds.length > 1;
    const letter = (/** @type {string} */ word) => (many && word.includes("@") ? word[0] : "");
    const exact = () => {
      if (this.values?.node !== state.node) return;
      for (const move of this.values.moves) {
        // The values of a new game may come before its board.
        if (move.cell === null || seen.has(move.cell) || move.cell >= state.stones.length) continue;
        seen.add(move.cell);
        board.label(
          move.cell,
          move.text,
          `candidate exact ${move.best ? "best" : ""}`,
          letter(move.word),
          move.plies ? `in ${move.plies}` : "",
        );
      }
    };
    const lined = found && this.line !== null && found.moves[this.line];
    if (!found || lined || !owned) board.owners([]);
    if (!found) {
      exact();
      return;
    }
    if (this.line !== null && lined) {
      found.moves[this.line].pv.forEach((ply, index) => {
        if (ply.cell !== null && ply.stone !== null) board.pvMove(ply.cell, ply.stone, index + 1);
      });
      return;
    }
    if (owned && found.ownership.length) {
      board.owners(
        found.ownership.map((value, cell) => {
          const stone = STONES[state.stones[cell]];
          const own = stone !== "empty" && stone !== state.seats[value > 0 ? 1 : 0].stone;
          return Math.abs(value) >= SURE && !own ? value : 0;
        }),
      );
    }
    exact();
    found.moves.forEach((move, index) => {
      if (move.cell === null || seen.has(move.cell)) return;
      seen.add(move.cell);
      const rate = move.proof
        ? { win: "win", draw: "draw", loss: "loss" }[move.proof]
        : String(Math.round(100 * move.rate));
      const rare = few(move, found.moves);
      const scale = `step-${step(found.moves[0].rate - move.rate)} ${index ? "" : "best"} ${rare ? "few" : ""}`;
      board.label(
        move.cell,
        rate,
        `candidate ${scale}`,
        letter(move.word),
        rare ? "" : shortNumber(move.visits),
        clarity(move, found.moves),
      );
    });
  }
}
