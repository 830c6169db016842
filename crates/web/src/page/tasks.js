// The tasks of the lessons: which are done, their list beside the rules, and the card for newcomers. They are played
// like puzzles (puzzles.js).
import { element } from "./dom.js";
import { keepWords, words } from "./kept.js";

/** @typedef {(game: string, id: string) => void} OpenTask */

/** The tasks that are done, as `game/id`. */
const TASKS = "quintet-tasks";

/** Remembers a task as done. @param {string} game @param {string} id */
export const taskDone = (game, id) => keepWords(TASKS, words(TASKS).add(`${game}/${id}`));

/** Returns the id of a task. @param {number} number from 1 */
const taskId = (number) => `task-${number}`;

/** Returns whether each task of a game is done. @param {string} game @param {number} count */
const doneTasks = (game, count) => {
  const known = words(TASKS);
  return Array.from({ length: count }, (_, index) => known.has(`${game}/${taskId(index + 1)}`));
};

/**
 * Draws a tick for each task that is done and a ring for each other one.
 * @param {string} game @param {number} count @param {number} [current] the number of the task that is shown
 */
export function taskTicks(game, count, current = 0) {
  const done = doneTasks(game, count);
  const label = `${done.filter(Boolean).length} of ${count} tasks done`;
  return element(
    "span",
    { class: "task-ticks", role: "img", "aria-label": label },
    ...done.map((is, index) =>
      element(
        "i",
        { class: [is && "done", index + 1 === current && "current"].filter(Boolean).join(" ") },
        is ? "✓" : "",
      ),
    ),
  );
}

/** The card for newcomers: the first game whose tasks are not all done. */
export class Welcome {
  /** @param {OpenTask} open */
  constructor(open) {
    this.open = open;
    this.root = element("div", { id: "welcome", hidden: true });
  }

  /** @param {import("./messages.js").GameChoice[]} games */
  show(games) {
    const game = games.find(({ id, tasks }) => doneTasks(id, tasks).includes(false));
    this.root.hidden = !game;
    if (!game) return;
    const done = doneTasks(game.id, game.tasks);
    const begun = games.some(({ id, tasks }) => doneTasks(id, tasks).includes(true));
    this.root.replaceChildren(
      element(
        "button",
        { type: "button", "data-action": "welcome", click: () => this.open(game.id, taskId(done.indexOf(false) + 1)) },
        element(
          "b",
          {},
          begun
            ? `${done.includes(true) ? "Go on" : "Next"}: ${game.title} in three minutes`
            : `New here? ${game.title} in three minutes`,
        ),
        element("span", {}, `${game.tasks} small tasks on the board`),
        taskTicks(game.id, game.tasks),
      ),
    );
  }
}

/** The list of a game's tasks, beside its rules. */
export class TaskList {
  /** @param {OpenTask} open */
  constructor(open) {
    this.open = open;
    this.root = element("div", { class: "tasks", "data-role": "tasks" });
    this.game = "";
    /** @type {import("./messages.js").TaskLine[]} */
    this.lines = [];
  }

  /** @param {import("./messages.js").LessonView} lesson */
  show(lesson) {
    this.game = lesson.game;
    this.lines = lesson.tasks;
    this.draw();
  }

  draw() {
    const { game, lines } = this;
    const done = doneTasks(game, lines.length);
    this.root.hidden = !lines.length;
    this.root.replaceChildren(
      element("h3", {}, "Learn by playing"),
      element(
        "ol",
        {},
        ...lines.map(({ id, text }, index) =>
          element(
            "li",
            {},
            element(
              "button",
              { type: "button", "data-task": id, class: done[index] ? "done" : null, click: () => this.open(game, id) },
              element("span", {}, text),
              done[index] ? element("span", { class: "tick", role: "img", "aria-label": "done" }, "✓") : "",
            ),
          ),
        ),
      ),
      done.includes(true)
        ? element(
            "p",
            {},
            element(
              "button",
              { type: "button", "data-action": "tasks-again", click: () => this.again() },
              "Start again",
            ),
          )
        : "",
    );
  }

  /** Forgets which tasks of the game are done. */
  again() {
    keepWords(TASKS, [...words(TASKS)].filter((key) => !key.startsWith(`${this.game}/`)));
    this.draw();
    this.root.querySelector("button")?.focus();
  }
}
