// The list of moves, and the variations of the current position.
import { graded } from "./graph.js";
import { element, find } from "./dom.js";
import { moveParts, moveText, movesText } from "./words.js";

/** @typedef {import("./messages.js").GameView} State */

export class MoveList {
  /** @param {(node: number) => void} go shows a position @param {(stone: string) => Node | null} mark draws a stone */
  constructor(go, mark) {
    this.go = go;
    this.mark = mark;
    this.list = find('[data-role="moves"]');
    this.shown = "";
    /** The number of moves before the shown position. */
    this.at = 0;
    /** The position to which the list was scrolled. */
    this.followed = "";
    /** The variations that are listed. */
    this.listed = "";
  }

  /** @param {State} state */
  show(state) {
    this.at = state.at;
    const shown = JSON.stringify(state.line.map((step) => [step.node, step.word, step.grade, step.others]));
    if (shown !== this.shown) {
      this.shown = shown;
      this.list.replaceChildren(...state.line.map((step) => {
        const parts = moveParts(step.word, this.mark), text = moveText(step.word);
        const about = {
          title: [text !== step.word && text, graded(step).slice(2)].filter(Boolean).join(", "),
          "aria-label": text === step.word ? null : text + graded(step),
        };
        const button = element("button", { type: "button", click: () => this.go(step.node), ...about }, ...parts);
        return element("li", { class: step.seat, "data-grade": step.grade }, button);
      }));
    }
    [...this.list.children].forEach((item, index) => {
      const now = index === state.at - 1;
      if (now) item.firstElementChild?.setAttribute("aria-current", "step");
      else item.firstElementChild?.removeAttribute("aria-current");
      item.classList.toggle("later", index >= state.at);
    });
    // A position of the list that was scrolled to by hand stays until another move is shown.
    const followed = `${state.node} ${this.shown.length}`;
    if (followed !== this.followed) {
      this.followed = followed;
      this.follow();
    }
    this.variations(state);
    const branches = find("#branches");
    branches.hidden = !state.branches.length;
    branches.replaceChildren(
      "Other moves tried here: ",
      ...state.branches.map(([node, word]) =>
        element("button", { type: "button", click: () => this.go(node) }, moveText(word)),
      ),
    );
  }

  /** Lists all variations, those of a variation after it. @param {State} state */
  variations(state) {
    const root = find("#variations");
    const listed = JSON.stringify(state.variations);
    if (listed === this.listed) return;
    this.listed = listed;
    root.hidden = !state.variations.length;
    find("ul", root).replaceChildren(...state.variations.map(({ node, at, depth, words, length, shown }) => {
      const text = `${at}. ${movesText(words)}${length > words.length ? ` … (${length})` : ""}`;
      const button = element(
        "button",
        { type: "button", click: () => this.go(node), "aria-current": shown ? "true" : null },
        text,
      );
      const item = element("li", {}, button);
      item.style.setProperty("--depth", String(Math.min(depth, 6)));
      return item;
    }));
  }

  /** Scrolls to the current move. */
  follow() {
    const item = /** @type {HTMLElement | undefined} */ (this.list.children[this.at - 1]);
    this.list.scrollTop = item ? item.offsetTop - (this.list.clientHeight - item.offsetHeight) / 2 : 0;
  }
}
