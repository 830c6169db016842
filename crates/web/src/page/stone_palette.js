// The choice of the kind of stone, in games with several kinds.
import { stoneIcon } from "./board.js";
import { element, find } from "./dom.js";

/** @typedef {import("./messages.js").GameView} State */

export class StonePalette {
  /** @param {(name: string) => void} onPick called with the name of the kind that was clicked */
  constructor(onPick) {
    this.onPick = onPick;
    /** The name of the picked kind. */
    this.picked = "";
    this.game = "";
    this.shown = "";
  }

  /** Picks the player's own kind of stone in a new game. @param {State} state @param {boolean} moved */
  turn(state, moved) {
    const another = state.game !== this.game;
    if (!another && !(moved && state.at === 0)) return;
    const own = state.kinds.find((kind) => kind.stone === state.seats[state.toMove === "b" ? 0 : 1].stone);
    if (another || !state.kinds.some((kind) => kind.name === this.picked)) this.picked = (own ?? state.kinds[0]).name;
    this.game = state.game;
  }

  /** Returns the picked kind of stone. @param {State | null} state */
  kind(state) {
    return state?.kinds.find((kind) => kind.name === this.picked) ?? state?.kinds[0];
  }

  /** Moves the focus to a kind, if it can be picked. @param {string} name */
  focus(name) {
    const button = document.querySelector(`[data-kind="${name}"]`);
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
  }

  /** @param {State} state @param {import("./messages.js").BoardView | null} board */
  show(state, board) {
    const box = find("#kinds");
    box.hidden = state.kinds.length < 2;
    if (box.hidden) { box.replaceChildren(); this.shown = ""; return; }
    const shown = JSON.stringify([state.kinds.map((kind) => [kind.name, kind.stone]), this.picked]);
    if (shown !== this.shown) {
      this.shown = shown;
      box.replaceChildren(
        ...state.kinds.map((kind) =>
          element(
            "button",
            {
              type: "button",
              "data-kind": kind.name,
              "aria-pressed": String(kind.name === this.picked),
              title: kind.name === "own" ? "A stone of your own" : undefined,
              click: () => this.onPick(kind.name),
            },
            board ? stoneIcon(board.symbols, kind.stone) : "",
            element("span", {}, kind.stone),
            element("kbd", {}, kind.name[0].toUpperCase()),
          ),
        ),
      );
    }
    state.kinds.forEach((kind, index) => {
      const nowhere = state.yours && kind.why.every((why) => why >= 0);
      const button = /** @type {HTMLButtonElement} */ (box.children[index]);
      button.classList.toggle("unplayable", nowhere);
      button.disabled = state.over;
    });
  }
}
