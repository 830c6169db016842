// Puzzles: the list of each game, and the text beside the board while one is solved.
import { childrenOf, element, parseSvg, setText } from "./dom.js";
import { keepWords, words } from "./kept.js";
import { taskDone, taskTicks } from "./tasks.js";

/** @typedef {import("./messages.js").PuzzleLine} PuzzleLine */
/** @typedef {import("./messages.js").PuzzleView} PuzzleView */

const SOLVED = "quintet-solved";

/** Returns the puzzles that were solved, as `game/id`. */
const solved = () => words(SOLVED);

/** Draws a difficulty as stars. @param {number} stars */
const starred = (stars) =>
  element(
    "span",
    { class: "stars", role: "img", "aria-label": `difficulty ${stars} of 5` },
    "★".repeat(stars) + "☆".repeat(5 - stars),
  );

/** The page with the lists. */
export class Puzzles {
  /** @param {HTMLElement} root @param {(request: any) => void} send @param {() => void} play shows the board */
  constructor(root, send, play) {
    this.root = root;
    this.send = send;
    this.play = play;
    this.game = "";
    /** @type {PuzzleLine[]} */
    this.lines = [];
    this.tabs = element("div", { class: "tabs", role: "group", "aria-label": "Game" });
    this.title = element("h2");
    this.done = element("p", { class: "solved-count" });
    this.cards = element("ul", { class: "puzzles", "data-role": "puzzles" });
    root.append(this.tabs, this.title, this.done, this.cards);
  }

  /**
   * Makes the list of games.
   * @param {import("./messages.js").Hello} hello
   * @returns {boolean} whether there are puzzles
   */
  hello(hello) {
    this.games = hello.games.filter((game) => game.puzzles);
    this.tabs.replaceChildren(
      ...this.games.map((game) =>
        element(
          "button",
          { type: "button", "data-puzzles": game.id, click: () => this.open(game.id) },
          game.title,
          element("small", { class: "solved-number" }),
        ),
      ),
    );
    return this.games.length > 0;
  }

  /** Opens the puzzles of a game, or of the first one that has any. @param {string} game */
  open(game) {
    const found = this.games?.find((known) => known.id === game) ?? this.games?.[0];
    if (!found) return;
    for (const tab of childrenOf(this.tabs)) tab.setAttribute("aria-pressed", String(tab.dataset.puzzles === found.id));
    setText(this.title, `${found.title}: find the best move`);
    if (found.id !== this.game) this.send({ do: "puzzles", game: found.id });
    else this.draw();
  }

  /** Shows a list. @param {{game: string, puzzles: PuzzleLine[]}} list */
  show({ game, puzzles }) {
    this.game = game;
    this.lines = puzzles;
    this.draw();
  }

  draw() {
    const known = solved();
    for (const tab of childrenOf(this.tabs)) {
      const count = [...known].filter((key) => key.startsWith(`${tab.dataset.puzzles}/`)).length;
      setText(childrenOf(tab)[0], count ? String(count) : "");
      tab.title = count ? `${count} solved` : "";
    }
    const done = this.lines.filter((line) => known.has(`${this.game}/${line.id}`)).length;
    setText(
      this.done,
      `${done} of ${this.lines.length} solved. Every answer was computed: there is one best move at each step.`,
    );
    this.cards.replaceChildren(
      ...this.lines.map((line) =>
        element(
          "li",
          {},
          element(
            "button",
            {
              type: "button",
              class: known.has(`${this.game}/${line.id}`) ? "puzzle solved" : "puzzle",
              "data-puzzle": line.id,
              click: () => {
                this.send({ do: "puzzle", game: this.game, id: line.id });
                this.play();
              },
            },
            parseSvg(line.picture).firstElementChild ?? "",
            element("b", {}, line.task),
            element("span", {}, `Size ${line.title}`),
            starred(line.stars),
            known.has(`${this.game}/${line.id}`) ? element("span", { class: "tick" }, "✓ solved") : "",
          ),
        ),
      ),
    );
  }
}

/**
 * Where the text about a puzzle leads: to the puzzles or the lessons of a game, to a game of one's own, to the board.
 * @typedef {{list: (game: string) => void, learn: (game: string) => void, offer: (game: string) => void,
 *   focusBoard: () => void}} PuzzleWays
 */

/** The text beside the board about the current puzzle or task. */
export class PuzzleBar {
  /**
   * @param {HTMLElement} root
   * @param {(request: any) => void} send
   * @param {PuzzleWays} ways
   */
  constructor(root, send, ways) {
    this.root = root;
    this.send = send;
    this.ways = ways;
    this.shown = "";
    this.head = element("p");
    // The element stays, so that what it says is announced.
    this.line = element("p", { id: "puzzle-line", "data-role": "puzzle", role: "status" });
    this.buttons = element("p", { class: "row" });
    root.append(this.head, this.line, this.buttons);
  }

  /** @param {PuzzleView | null} puzzle */
  show(puzzle) {
    this.root.hidden = !puzzle;
    const shown = JSON.stringify(puzzle);
    if (!puzzle || shown === this.shown) { this.shown = shown; return; }
    this.shown = shown;
    const { phase, game, id, number } = puzzle;
    if (phase === "solved") {
      if (number) taskDone(game, id);
      else keepWords(SOLVED, solved().add(`${game}/${id}`));
    }
    this.root.className = number ? `task ${phase}` : phase;
    const focus = this.focus();
    const task = element("b", { "data-role": "task" }, puzzle.task);
    if (number)
      this.head.replaceChildren(
        element(
          "span",
          { class: "task-number" },
          `Task ${number} of ${puzzle.of} `,
          taskTicks(game, puzzle.of, number),
        ),
        task,
      );
    else this.head.replaceChildren(task, " ", starred(puzzle.stars));
    setText(this.line, number ? this.taskLine(puzzle) : this.puzzleLine(puzzle));
    this.buttons.replaceChildren(...(number ? this.taskButtons(puzzle) : this.puzzleButtons(puzzle)));
    if (!number || !focus) return;
    const main = this.buttons.querySelector(".main");
    if (main instanceof HTMLElement) main.focus({ preventScroll: true });
    else if (focus === "button") this.ways.focusBoard();
  }

  /** Returns where the focus is that follows the task: on the board or on one of the buttons. */
  focus() {
    const { activeElement } = document;
    return this.root.contains(activeElement) ? "button" : activeElement?.closest("#board") ? "board" : "";
  }

  /** @param {string} action @param {string} words @param {() => void} click @param {boolean} [main] */
  button(action, words, click, main = false) {
    return element(
      "button",
      {
        type: "button",
        "data-action": action,
        class: main ? "main" : null,
        "aria-describedby": main ? "puzzle-line" : null,
        click,
      },
      words,
    );
  }

  /** @param {PuzzleView} puzzle */
  puzzleLine({ phase, found, length, text }) {
    return phase === "open"
      ? found
        ? `Right. ${found} of ${length} moves found; go on.`
        : length > 1
          ? `Find ${length} moves.`
          : "Find the move."
      : phase === "checking"
        ? "Looking for the answer …"
        : text || (phase === "shown" ? "This is the solution: step through it." : "");
  }

  /** @param {PuzzleView} puzzle */
  taskLine({ phase, text }) {
    return phase === "open" ? text || "Play it on the board."
      : phase === "solved" ? `Done. ${text}` : text || "This is a solution: step through it.";
  }

  /** @param {PuzzleView} puzzle */
  puzzleButtons({ phase, next, game }) {
    const over = phase === "solved" || phase === "shown";
    return [
      phase === "wrong" ? this.button("retry", "Try again", () => this.send({ do: "retry" }), true) : "",
      over ? "" : this.button("solution", "Solution", () => this.send({ do: "solution" })),
      over && next
        ? this.button("next-puzzle", "Next puzzle", () => this.send({ do: "puzzle", game, id: next }), true)
        : "",
      this.button("puzzle-list", "All puzzles", () => this.ways.list(game)),
    ];
  }

  /** @param {PuzzleView} puzzle */
  taskButtons({ phase, next, game, id }) {
    const over = phase === "solved" || phase === "shown";
    return [
      phase === "wrong" ? this.button("retry", "Try again", () => this.send({ do: "retry" }), true) : "",
      over && next
        ? this.button("next-task", "Next task", () => this.send({ do: "puzzle", game, id: next }), true)
        : "",
      over && !next ? this.button("play-game", "Play a game", () => this.ways.offer(game), true) : "",
      over
        ? this.button("task-again", "Start again", () => this.send({ do: "puzzle", game, id }))
        : this.button("solution", "Show me", () => this.send({ do: "solution" })),
      this.button("task-list", "All tasks", () => this.ways.learn(game)),
    ];
  }
}
