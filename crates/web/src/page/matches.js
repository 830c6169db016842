// Matches: table, curves, games.
import { element, parseSvg, setText, setAttribute } from "./dom.js";
import { Replay } from "./replay.js";

export class Matches {
  /** @param {HTMLElement} root @param {(request: any) => void} send @param {(sgf: string) => void} open */
  constructor(root, send, open) {
    this.root = root;
    this.send = send;
    this.watching = false;
    /** @type {number | null} the number of the game that is shown */
    this.shownNumber = null;
    this.shown = "";
    /** @type {number | null} */
    this.index = null;
    /** Whether the requested game was picked by hand. */
    this.picked = false;
    /** The index of the match that was shown last. */
    this.shownIndex = -1;
    this.lines = element("ul", { class: "list", "data-role": "matches" });
    this.detail = element("section", { class: "match", hidden: true });
    this.shownGame = new Replay("A game of the match", open);
    /** Whether games in progress are shown one after another. */
    this.following = true;
    /** @type {import("./messages.js").Playing[]} */
    this.now = [];
    this.live = element("ol", { class: "list", "data-role": "playing" });
    this.follow = element("input", { type: "checkbox", name: "follow", checked: true, change: () => {
      this.following = this.follow.checked;
      this.next();
    } });
    this.none = element("p", {}, "None just now.");
    this.room = element("div", { class: "live" }, this.live, this.none);
    this.inProgress = element("div", { hidden: true, class: "box" }, element("h3", {}, "Being played"), this.room,
      element("p", {}, element("label", {}, this.follow, " continue with the next game when one ends")));
    this.badge = element("span", { class: "badge" });
    this.title = element("h2");
    this.state = element("p", { "data-role": "match-state" });
    this.table = element("table", { "data-role": "standings" });
    this.curves = element("div", { class: "curves" });
    this.games = element("ol", {
      class: "games",
      "data-role": "games",
      "aria-label": "Games, the latest first",
      tabindex: "0",
    });
    this.detail.append(
      element("p", { class: "row" }, this.title, this.badge),
      this.state,
      element(
        "div",
        { class: "columns" },
        this.shownGame.root,
        element(
          "section",
          {},
          element(
            "div",
            { class: "box" },
            element("h3", {}, "Standings"),
            element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Standings" }, this.table),
          ),
          this.inProgress,
          element("div", { class: "box" }, element("h3", {}, "Games"), this.games),
        ),
      ),
      this.curves,
    );
    root.append(element("h2", { class: "visually-hidden" }, "Matches"), this.lines, this.detail);
  }

  open() {
    this.watching = true;
    this.shownNumber = null;
    if (this.index === null) this.send({ do: "matches" });
    else this.send({ do: "match", index: this.index });
  }

  /** Shows the list of matches. @param {{matches: import("./messages.js").MatchLine[]}} message */
  list({ matches }) {
    this.lines.replaceChildren(
      ...matches.map((match, index) =>
        element(
          "li",
          {},
          element(
            "button",
            {
              type: "button",
              click: () => {
                this.index = index;
                this.shownGame.root.hidden = true;
                this.following = this.follow.checked;
                this.open();
              },
            },
            match.name,
          ),
          element("span", {}, ` ${progress(match)} · ${match.text}`),
        ),
      ),
    );
    // A single match is shown in full below.
    this.lines.hidden = matches.length === 1;
    if (this.index === null && matches.length === 1) { this.index = 0; this.open(); }
  }

  /** Shows a match. @param {import("./messages.js").Match} match */
  show(match) {
    this.detail.hidden = false;
    // They have room from the start to the end of a match, so that the list below stays in place.
    const fresh = match.index !== this.shownIndex;
    if (fresh) {
      this.shownIndex = match.index;
      this.inProgress.hidden = true;
      this.room.style.minHeight = "";
    }
    if (match.running) this.inProgress.hidden = false;
    setText(this.title, [match.name, match.title].filter(Boolean).join(" · "));
    setText(this.state, `${progress(match)} · ${match.text}`);
    setText(this.badge, match.running ? "live" : "final");
    this.badge.hidden = !match.running && !/^finished/.test(progress(match));
    this.badge.classList.toggle("on", match.running);
    const line = this.lines.children[match.index]?.lastElementChild;
    if (line) setText(line, ` ${this.state.textContent}`);
    const [head, ...rows] = match.table;
    this.table.replaceChildren(
      element("thead", {}, element("tr", {}, ...head.map((cell) => element("th", { scope: "col" }, cell)))),
      element(
        "tbody",
        {},
        ...rows.map((row) =>
          element(
            "tr",
            {},
            ...row.map((cell, index) => (index ? element("td", {}, cell) : element("th", { scope: "row" }, cell))),
          ),
        ),
      ),
    );
    this.curves.replaceChildren(...match.curves.map(([title, svg]) => {
      const picture = parseSvg(svg).firstElementChild;
      return element("figure", {}, element("figcaption", {}, title), picture ?? "");
    }));
    const shown = JSON.stringify(match.played.map((game) => game.number));
    if (shown !== this.shown) {
      this.shown = shown;
      this.games.replaceChildren(
        ...match.played.map((game) =>
          element(
            "li",
            {},
            element(
              "button",
              {
                type: "button",
                "data-game": game.number,
                click: () => {
                  this.following = false;
                  this.choose(game.number);
                },
              },
              `${game.number}.`,
              element("span", { class: "dot black" }),
              game.black,
              element("span", { class: "dot" }),
              game.white,
            ),
            element("span", { class: "result" }, game.result),
            element("span", { class: "how-ended" }, `${game.reason}, ${game.moves} moves`),
          ),
        ),
      );
    }
    // A match that is over shows its latest game.
    if (fresh && !match.running && this.shownNumber === null && match.played.length) this.look(match.played[0].number);
    this.point();
  }

  /** Marks the game that is shown in the list. */
  point() {
    for (const button of this.games.querySelectorAll("button")) {
      if (Number(button.dataset.game) === this.shownNumber) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  /** Shows the games in progress. @param {{index: number, playing: import("./messages.js").Playing[]}} message */
  playing({ playing }) {
    this.now = playing;
    if (playing.length) this.inProgress.hidden = false;
    this.live.hidden = !playing.length;
    this.none.hidden = playing.length > 0;
    while (this.live.children.length > playing.length) this.live.lastChild?.remove();
    playing.forEach((game, index) => {
      if (!this.live.children[index]) {
        this.live.append(element("li", {}, element("button", { type: "button", click: () => {
          this.following = this.follow.checked;
          this.choose(this.now[index].number);
        } }), element("span")));
      }
      const [button, rest] = this.live.children[index].children;
      setAttribute(button, "data-game", String(game.number));
      setText(button, `${game.number}. ${game.black} – ${game.white}`);
      setText(rest, ` move ${game.moves}`);
    });
    const high = Math.ceil(this.room.getBoundingClientRect().height);
    if (high > parseFloat(this.room.style.minHeight || "0")) this.room.style.minHeight = `${high}px`;
    this.next();
  }

  /** Requests a game. @param {number} number */
  look(number) {
    this.shownNumber = number;
    this.point();
    if (this.index !== null) this.send({ do: "replay", index: this.index, number });
  }

  /** Requests a game that was picked by hand, which is scrolled into view. @param {number} number */
  choose(number) {
    this.look(number);
    this.picked = true;
  }

  /** Shows a game in progress, if games are followed and none is shown. */
  next() {
    if (this.following && this.watching && this.shownNumber === null && this.now.length)
      this.look(this.now[this.now.length - 1].number);
  }

  /** Shows a game. @param {import("./messages.js").Replay} game */
  replay(game) {
    if (game.number !== this.shownNumber) return;
    if (!this.shownGame.root.hidden && this.shownGame.game?.number === game.number && this.shownGame.game.live)
      this.shownGame.grow(game);
    else this.shownGame.show(game, Infinity);
    if (this.picked) this.shownGame.root.scrollIntoView({ block: "nearest" });
    this.picked = false;
    // The end of a game is shown for a while before the next one.
    if (!game.live && this.following) setTimeout(() => {
      if (this.shownNumber === game.number && this.following && this.shownGame.at === game.frames.length - 1) {
        this.shownNumber = null;
        this.next();
      }
    }, 2500);
  }

  /** Handles a key. @param {KeyboardEvent} event */
  key(event) {
    this.shownGame.key(event);
  }
}

/** Returns the state of a match in words. @param {import("./messages.js").MatchLine} match */
function progress(match) {
  const [played, total] = match.games;
  const { decided } = match;
  const state = match.running ? "running" : decided || (played >= total && total > 0) ? "finished" : "not running";
  return `${state}, ${played} of ${decided && played < total ? "at most " : ""}${total} games`;
}
