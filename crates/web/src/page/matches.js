// Matches: table, curves, games.
import { make, parts, say, set } from "./dom.js";
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
    this.lines = make("ul", { class: "list", "data-role": "matches" });
    this.detail = make("section", { class: "match", hidden: true });
    this.shownGame = new Replay("A game of the match", open);
    /** Whether games in progress are shown one after another. */
    this.following = true;
    /** @type {import("./messages.js").Playing[]} */
    this.now = [];
    this.live = make("ol", { class: "list", "data-role": "playing" });
    this.follow = make("input", { type: "checkbox", name: "follow", checked: true, change: () => {
      this.following = this.follow.checked;
      this.next();
    } });
    this.none = make("p", {}, "None just now.");
    this.room = make("div", { class: "live" }, this.live, this.none);
    this.lively = make("div", { hidden: true, class: "box" }, make("h3", {}, "Being played"), this.room,
      make("p", {}, make("label", {}, this.follow, " go on with the next game when one is over")));
    this.badge = make("span", { class: "badge" });
    this.title = make("h2");
    this.state = make("p", { "data-role": "match-state" });
    this.table = make("table", { "data-role": "standings" });
    this.curves = make("div", { class: "curves" });
    this.games = make("ol", { class: "games", "data-role": "games", "aria-label": "Games, the latest first", tabindex: "0" });
    this.detail.append(make("p", { class: "row" }, this.title, this.badge), this.state,
      make("div", { class: "pair" },
        this.shownGame.root,
        make("section", {},
          make("div", { class: "box" }, make("h3", {}, "Standings"), make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Standings" }, this.table)),
          this.lively,
          make("div", { class: "box" }, make("h3", {}, "Games"), this.games))),
      this.curves);
    root.append(make("h2", { class: "unseen" }, "Matches"), this.lines, this.detail);
  }

  open() {
    this.watching = true;
    this.shownNumber = null;
    if (this.index === null) this.send({ do: "matches" });
    else this.send({ do: "match", index: this.index });
  }

  /** Shows the list of matches. @param {{matches: import("./messages.js").MatchLine[]}} message */
  list({ matches }) {
    this.lines.replaceChildren(...matches.map((match, index) => make("li", {},
      make("button", { type: "button", click: () => { this.index = index; this.shownGame.root.hidden = true; this.following = this.follow.checked; this.open(); } }, match.name),
      make("span", {}, ` ${progress(match)} · ${match.text}`))));
    // A single match is shown in full below.
    this.lines.hidden = matches.length === 1;
    if (this.index === null && matches.length === 1) { this.index = 0; this.open(); }
  }

  /** Shows a match. @param {import("./messages.js").Match} match */
  show(match) {
    this.detail.hidden = false;
    // Games in progress have their room from the start to the end of a match, so that the list below stays in place.
    const fresh = match.index !== this.shownIndex;
    if (fresh) {
      this.shownIndex = match.index;
      this.lively.hidden = true;
      this.room.style.minHeight = "";
    }
    if (match.running) this.lively.hidden = false;
    say(this.title, [match.name, match.title].filter(Boolean).join(" · "));
    say(this.state, `${progress(match)} · ${match.text}`);
    say(this.badge, match.running ? "live" : "final");
    this.badge.hidden = !match.running && !/^finished/.test(progress(match));
    this.badge.classList.toggle("on", match.running);
    const line = this.lines.children[match.index]?.lastElementChild;
    if (line) say(line, ` ${this.state.textContent}`);
    const [head, ...rows] = match.table;
    this.table.replaceChildren(
      make("thead", {}, make("tr", {}, ...head.map((cell) => make("th", { scope: "col" }, cell)))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell, index) => (index ? make("td", {}, cell) : make("th", { scope: "row" }, cell)))))));
    this.curves.replaceChildren(...match.curves.map(([title, svg]) => {
      const picture = parts(svg).firstElementChild;
      return make("figure", {}, make("figcaption", {}, title), picture ?? "");
    }));
    const shown = JSON.stringify(match.played.map((game) => game.number));
    if (shown !== this.shown) {
      this.shown = shown;
      this.games.replaceChildren(...match.played.map((game) => make("li", {},
        make("button", { type: "button", "data-game": game.number, click: () => { this.following = false; this.choose(game.number); } },
          `${game.number}.`, make("span", { class: "dot black" }), game.black, make("span", { class: "dot" }), game.white),
        make("span", { class: "result" }, game.result),
        make("span", { class: "how-ended" }, `${game.reason}, ${game.moves} moves`))));
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
    if (playing.length) this.lively.hidden = false;
    this.live.hidden = !playing.length;
    this.none.hidden = playing.length > 0;
    while (this.live.children.length > playing.length) this.live.lastChild.remove();
    playing.forEach((game, index) => {
      if (!this.live.children[index]) {
        this.live.append(make("li", {}, make("button", { type: "button", click: () => {
          this.following = this.follow.checked;
          this.choose(this.now[index].number);
        } }), make("span")));
      }
      const [button, rest] = this.live.children[index].children;
      set(button, "data-game", String(game.number));
      say(button, `${game.number}. ${game.black} – ${game.white}`);
      say(rest, ` move ${game.moves}`);
    });
    const high = Math.ceil(this.room.getBoundingClientRect().height);
    if (high > parseFloat(this.room.style.minHeight || "0")) this.room.style.minHeight = `${high}px`;
    this.next();
  }

  /** Requests a game. @param {number} number */
  look(number) {
    this.shownNumber = number;
    this.point();
    if (this.index !== null) this.send({ do: "film", index: this.index, number });
  }

  /** Requests a game that was picked by hand, which is scrolled into view. @param {number} number */
  choose(number) {
    this.look(number);
    this.picked = true;
  }

  /** Shows a game in progress, if games are followed and none is shown. */
  next() {
    if (this.following && this.watching && this.shownNumber === null && this.now.length) this.look(this.now[this.now.length - 1].number);
  }

  /** Shows a game. @param {import("./messages.js").Replay} game */
  replay(game) {
    if (game.number !== this.shownNumber) return;
    if (!this.shownGame.root.hidden && this.shownGame.game?.number === game.number && this.shownGame.game.live) this.shownGame.grow(game);
    else this.shownGame.show(game, Infinity);
    if (this.picked) this.shownGame.root.scrollIntoView({ block: "nearest" });
    this.picked = false;
    // The end of a game is shown for a while before the next one.
    if (!game.live && this.following) setTimeout(() => {
      if (this.shownNumber === game.number && this.following && this.shownGame.at === game.frames.length - 1) { this.shownNumber = null; this.next(); }
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
