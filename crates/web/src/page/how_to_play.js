// "How to play": three positions beside the board, each with a sentence.
import { diagram } from "./board.js";
import { element } from "./dom.js";
import { keepWords, words } from "./kept.js";

/** @typedef {import("./messages.js").LessonView} Lesson */

const HIDDEN = "quintet-how-hidden";

/** Returns the games whose pictures are hidden. @returns {string[]} */
const hiddenGames = () => [...words(HIDDEN)];

/** Makes the pictures of a lesson. @param {Lesson} lesson @param {string} title @returns {HTMLElement} */
export function stepPictures(lesson, title) {
  const figures = lesson.steps.map((step, index) => {
    const { place, board } = diagram(`${title}, picture ${index + 1}`);
    board.show(lesson.replay.board);
    board.stones(lesson.replay.frames[step.frame]);
    board.insight(step.insight, lesson.replay.frames[step.frame].stones, false);
    return element("li", {}, place, element("p", {}, step.text));
  });
  return element("ol", { class: "how" }, ...figures);
}

export class HowToPlay {
  /**
   * @param {HTMLElement} root the panel
   * @param {HTMLElement} tab the tab of the panel
   * @param {{ask: (game: string) => void, show: () => void, leave: () => void, rules: () => void}} hooks
   */
  constructor(root, tab, hooks) {
    this.root = root;
    this.tab = tab;
    this.hooks = hooks;
    /** @type {Map<string, {lesson: Lesson, title: string}>} */
    this.known = new Map();
    this.game = "";
    this.drawn = "";
    this.pictures = element("div");
    root.append(this.pictures, element("p", { class: "row" },
      element("button", { type: "button", "data-action": "hide-how", click: () => this.hide(true) }, "Hide"),
      element("button", { type: "button", click: () => hooks.rules() }, "All rules")));
  }

  /** Handles the game that is played now. @param {string} game */
  turn(game) {
    if (game === this.game) return;
    this.game = game;
    if (!this.known.has(game)) this.hooks.ask(game);
    this.tab.hidden = hiddenGames().includes(game);
    if (this.tab.hidden) this.hooks.leave();
    else this.hooks.show();
    this.draw();
  }

  /** Takes a lesson. @param {Lesson} lesson @param {string} title */
  receive(lesson, title) {
    this.known.set(lesson.game, { lesson, title });
    this.draw();
  }

  draw() {
    const known = this.known.get(this.game);
    if (!known || this.drawn === this.game) return;
    this.drawn = this.game;
    this.pictures.replaceChildren(stepPictures(known.lesson, known.title));
  }

  /** Hides the pictures of this game, or shows them again. @param {boolean} hidden */
  hide(hidden) {
    const others = hiddenGames().filter((game) => game !== this.game);
    keepWords(HIDDEN, [...others, ...(hidden ? [this.game] : [])]);
    this.tab.hidden = hidden;
    if (hidden) this.hooks.leave();
    else this.hooks.show();
  }
}
