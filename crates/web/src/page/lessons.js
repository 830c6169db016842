// The lessons: the rules of each game and a short game to replay.
import { make, say } from "./dom.js";
import { Replay } from "./replay.js";
import { stepPictures } from "./steps.js";

export class Lessons {
  /** @param {HTMLElement} root @param {(request: any) => void} send @param {(sgf: string) => void} open */
  constructor(root, send, open) {
    this.root = root;
    this.send = send;
    this.game = "";
    /** The game whose lesson was opened last. */
    this.wanted = "";
    this.replay = new Replay("The short game", open);
    this.tabs = make("div", { class: "tabs", role: "group", "aria-label": "Game" });
    this.title = make("h2");
    this.rules = make("div", { class: "rules" });
    root.append(this.tabs, make("div", { class: "lesson" }, make("section", {}, this.title, this.rules), make("section", {}, make("h2", {}, "A short game"), this.replay.root)));
  }

  /** Makes the list of games. @param {import("./messages.js").Hello} hello */
  hello(hello) {
    this.games = hello.games;
    this.tabs.replaceChildren(...hello.games.map((game) => make("button", { type: "button", "data-lesson": game.id, click: () => this.open(game.id) }, game.title)));
  }

  /** Opens the lesson of a game. @param {string} game */
  open(game) {
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.lesson === game));
    this.wanted = game;
    if (game !== this.game) this.send({ do: "lesson", game });
  }

  /** Shows a lesson, if it is that of the game that was opened. @param {import("./messages.js").LessonView} lesson */
  show(lesson) {
    if (lesson.game !== this.wanted) return;
    this.game = lesson.game;
    const game = this.games?.find((known) => known.id === lesson.game);
    say(this.title, game?.title ?? "");
    const choices = game?.rules.map((rule) => make("li", {}, make("b", {}, `${rule.about}: `), rule.values.map(([value, text]) => `${value} – ${text}`).join("; "))) ?? [];
    this.rules.replaceChildren(
      make("p", { class: "lead" }, game?.summary ?? ""),
      stepPictures(lesson, game?.title ?? ""),
      make("h3", {}, "The rules"),
      make("ol", {}, ...lesson.rules.map((rule) => make("li", {}, rule))),
      make("h3", {}, "For your first games"),
      make("ul", {}, ...lesson.advice.map((line) => make("li", {}, line))),
      make("h3", {}, "Rules that can be chosen"),
      make("ul", {}, ...choices));
    this.replay.show(lesson.film);
  }

  /** Handles a key. @param {KeyboardEvent} event */
  key(event) {
    this.replay.key(event);
  }
}
