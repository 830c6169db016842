// The lessons: the rules of each game and a short game to replay.
import { childrenOf, element, setText } from "./dom.js";
import { Replay } from "./replay.js";
import { stepPictures } from "./how_to_play.js";
import { TaskList } from "./tasks.js";

export class Lessons {
  /**
   * @param {HTMLElement} root @param {(request: any) => void} send @param {(sgf: string) => void} open
   * @param {import("./tasks.js").OpenTask} openTask
   */
  constructor(root, send, open, openTask) {
    this.tasks = new TaskList(openTask);
    this.root = root;
    this.send = send;
    this.game = "";
    /** The game whose lesson was opened last. */
    this.wanted = "";
    this.replay = new Replay("The short game", open);
    this.tabs = element("div", { class: "tabs", role: "group", "aria-label": "Game" });
    this.title = element("h2");
    this.rules = element("div", { class: "rules" });
    root.append(
      this.tabs,
      element(
        "div",
        { class: "lesson" },
        element("section", {}, this.title, this.rules),
        element("section", {}, element("h2", {}, "A short game"), this.replay.root),
      ),
    );
  }

  /** Makes the list of games. @param {import("./messages.js").Hello} hello */
  hello(hello) {
    this.games = hello.games;
    this.tabs.replaceChildren(
      ...hello.games.map((game) =>
        element("button", { type: "button", "data-lesson": game.id, click: () => this.open(game.id) }, game.title),
      ),
    );
  }

  /** Opens the lesson of a game. @param {string} game */
  open(game) {
    for (const tab of childrenOf(this.tabs)) tab.setAttribute("aria-pressed", String(tab.dataset.lesson === game));
    this.wanted = game;
    if (game !== this.game) this.send({ do: "lesson", game });
    else this.tasks.draw();
  }

  /** Shows a lesson, if it is that of the game that was opened. @param {import("./messages.js").LessonView} lesson */
  show(lesson) {
    if (lesson.game !== this.wanted) return;
    this.game = lesson.game;
    const game = this.games?.find((known) => known.id === lesson.game);
    setText(this.title, game?.title ?? "");
    const choices =
      game?.rules.map((rule) =>
        element(
          "li",
          {},
          element("b", {}, `${rule.about}: `),
          rule.values.map(([value, text]) => `${value} – ${text}`).join("; "),
        ),
      ) ?? [];
    this.rules.replaceChildren(
      element("p", { class: "lead" }, game?.summary ?? ""),
      this.tasks.root,
      stepPictures(lesson, game?.title ?? ""),
      element("h3", {}, "The rules"),
      element("ol", {}, ...lesson.rules.map((rule) => element("li", {}, rule))),
      element("h3", {}, "For your first games"),
      element("ul", {}, ...lesson.advice.map((line) => element("li", {}, line))),
      element("h3", {}, "Rules that can be chosen"),
      element("ul", {}, ...choices));
    this.tasks.show(lesson);
    this.replay.show(lesson.replay);
  }

  /** Handles a key. @param {KeyboardEvent} event */
  key(event) {
    this.replay.key(event);
  }
}
