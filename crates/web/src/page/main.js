// The page: the connection to the server, the part that is shown, and the address.
import { unpack } from "./links.js";
import { Backups } from "./backups.js";
import { Connection, WORKER } from "./connection.js";
import { download, element, find, findAs } from "./dom.js";
import { INVITATION } from "./invitations.js";
import { keptByTab } from "./kept.js";
import { Lessons } from "./lessons.js";
import { Matches } from "./matches.js";
import { disconnected, notice } from "./notices.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Setup } from "./setup.js";

/** @typedef {import("./messages.js").Update} Update */
/** @typedef {import("./messages.js").PageRequest} Request */

const SESSION = "quintet-session";

let patience = 250;
/** Attempts to connect since the connection was lost. */
let attempts = 0;
/** The timer of the next attempt. @type {any} */
let retry = null;
let over = false;
/** Why the worker had to be started again. */
let failure = "";
let position = "";
/** Whether the page was opened by an address, not reloaded: then its position replaces the game. */
let arrived = /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type === "navigate";

/** The copies of games in this browser. */
const backups = new Backups();

/** Sends a request, or the bytes of an SGF file to open. @param {Request | ArrayBuffer} request */
function send(request) {
  if (connection.isOpen) connection.send(request);
  else play.refused("The program is not answering.");
}

/** Opens a task of a lesson. @param {string} game @param {string} id */
function openTask(game, id) {
  play.begin(false);
  setup.close();
  send({ do: "puzzle", game, id });
  view("play");
}

const setup = new Setup(find("#setup"), send, {
  changed: () => { play.pause(setup.choosing); view("play"); },
  begin: (invites) => play.begin(invites),
  file: (file) => play.files.open(file),
  task: openTask,
});
const play = new Play(find("#play"), send, setup, {
  opened: () => view("play"),
  rules: () => view("learn"),
  puzzle: {
    list: (game) => { view("puzzles"); puzzles.open(game); },
    learn: (game) => { view("learn"); lessons.open(game); },
    offer: (game) => setup.offer(game),
  },
});
const lessons = new Lessons(find("#learn"), send, (sgf) => play.load(sgf), openTask);
const puzzles = new Puzzles(find("#puzzles"), send, () => { setup.close(); view("play"); });
const matches = new Matches(find("#matches"), send, (sgf) => play.load(sgf));

/** Shows one part of the page; "back" returns to the one before. @param {string} name */
function view(name) {
  if (name !== (history.state?.part ?? "play")) history.pushState({ part: name }, "");
  show(name);
}

/** Shows one part of the page. @param {string} name */
function show(name) {
  // A game is either chosen or played.
  const shown = name === "play" && setup.choosing ? "setup" : name;
  if (find(`main[data-mode="${shown}"]`).hidden) scrollTo(0, 0);
  for (const main of document.querySelectorAll("main")) main.hidden = main.dataset.mode !== shown;
  for (const button of document.querySelectorAll("nav [data-view]")) {
    if (button instanceof HTMLElement && button.dataset.view === name) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  if (name === "learn") lessons.open(play.state?.game ?? play.greeting?.defaults.game ?? "");
  if (name === "puzzles") puzzles.open(play.state?.game ?? "");
  if (name === "matches") matches.open();
  else if (matches.watching) { matches.watching = false; send({ do: "unwatch" }); }
}

/** Returns the position in the address, or an empty string. */
function wanted() {
  const found = /^#position=(.+)$/.exec(location.hash);
  if (!found) return "";
  try {
    return decodeURIComponent(found[1].replaceAll("+", " "));
  } catch {
    return found[1];
  }
}

/** Opens the game that the address holds; returns whether it holds one. */
function openLinkedGame() {
  const found = /^#game=([\w-]+)$/.exec(location.hash);
  if (!found) return false;
  history.replaceState({ part: "play" }, "", location.pathname);
  unpack(found[1]).then((sgf) => play.load(sgf), () => notice("The game in this address cannot be read."));
  return true;
}

/** Puts a position into the address. @param {string} line */
function setAddress(line) {
  position = line;
  // The address of a guest stays that of the game.
  if (INVITATION) return;
  history.replaceState(
    { part: "play", ...history.state },
    "",
    `${location.pathname}#position=${encodeURIComponent(line)}`,
  );
}

/** Saves a copy of a game as a file. @param {import("./messages.js").Backup} copy */
const saveCopy = (copy) => download("quintet.sgf", new Blob([copy.sgf], { type: "application/x-go-sgf" }));

/** Shows that the connection is lost, and a way to save the game. @param {string} text */
function lost(text) {
  const copy = backups.current;
  disconnected(text, copy && text ? [["Save the game", () => saveCopy(copy)]] : []);
}

/** Returns whether another run of the program answers. */
const isAnother = () =>
  fetch(`/${location.search}`, { method: "HEAD", cache: "no-store" }).then(
    (answer) => answer.status === 403,
    () => false,
  );

/** What is said when the program has ended, and when another run of it answers. */
const ENDED = INVITATION
  ? "The program of your host has ended or cannot be reached; trying again …"
  : "The program has ended or cannot be reached; trying again … Your game is kept in this browser.";
const ANOTHER = INVITATION
  ? "This invitation has ended, or the program was started again: ask for a new one."
  : "The program was started again: open the address that it printed. " +
    "Your game is kept in this browser and offered there.";

/** Says why the connection is lost. @param {string} why the reason, if it is known */
async function explainLoss(why) {
  attempts += 1;
  if (WORKER) return lost(`The engine has failed: ${why}. It is being started again …`);
  let text = "The connection to the program was lost; trying again …";
  if (attempts >= 4) text = (await isAnother()) ? ANOTHER : ENDED;
  if (!connection.isOpen) lost(text);
}

/** Opens a kept game. @param {import("./backups.js").Copy} copy */
function restore(copy) {
  backups.opening = copy;
  play.load(copy.sgf, copy.seats);
}

/** Offers kept games. @param {import("./backups.js").Copy[]} copies */
function offer(copies) {
  for (const copy of copies.slice(0, 3)) {
    notice(`This browser has kept ${copy.text}${WORKER ? "" : ", from before the program was started again"}.`, [
      ["Return to it", () => restore(copy)],
      ["Save as SGF", () => { saveCopy(copy); backups.remove(copy); }],
    ], () => backups.remove(copy));
  }
}

/** Returns the last session of this tab; without storage, a reload begins a new one. */
const lastSession = () => keptByTab.get(SESSION);

const connection = new Connection(handle, (why) => {
  if (over) return;
  failure = why;
  explainLoss(why);
  retry = setTimeout(connect, patience);
  patience = Math.min(2 * patience, 4000);
});

/** Connects to the session of this tab, or to a new one. */
function connect() {
  clearTimeout(retry);
  const known = lastSession();
  const wanted = INVITATION ? `?invite=${INVITATION}` : known ? `?session=${known}` : "";
  connection.open(wanted);
}

/** Connects at once when the page is looked at again. */
function reconnect() {
  if (!over && document.visibilityState === "visible" && connection.isClosed) connect();
}
addEventListener("online", reconnect);
document.addEventListener("visibilitychange", reconnect);

/** Shows the state of the game. @param {import("./messages.js").GameView} state */
function showState(state) {
  play.show(state);
  if (state.position !== position) setAddress(state.position);
}

/** Says that an error of the page has stopped what it was doing; once, as others often follow. */
function showError() {
  removeEventListener("error", showError);
  removeEventListener("unhandledrejection", showError);
  notice("Something went wrong in this page. Load it again: your game is kept.", [
    ["Load again", () => location.reload()],
  ]);
}
addEventListener("error", showError);
addEventListener("unhandledrejection", showError);

/** Handles an update of the server. @param {Update} reply */
function handle(reply) {
  switch (reply.say) {
    case "hello": {
      // The program was replaced by another version: its page belongs to it.
      if (reply.build !== findAs(HTMLMetaElement, '[name="build"]').content) return location.reload();
      patience = 250;
      attempts = 0;
      lost("");
      document.body.classList.toggle("guest", reply.guest);
      if (reply.guest) {
        setup.hello(reply);
        lessons.hello(reply);
        play.hello(reply);
        setup.close();
        break;
      }
      const kept = backups.hello(reply, lastSession());
      keptByTab.set(SESSION, reply.session);
      setup.hello(reply);
      lessons.hello(reply);
      play.hello(reply);
      find('[data-view="matches"]').hidden = !reply.matches;
      find('[data-action="invite"]').hidden = !reply.players.some((player) => player.name === "guest");
      find('[data-view="puzzles"]').hidden = !puzzles.hello(reply);
      if (matches.watching) matches.open();
      if (openLinkedGame()) {
        setup.close();
        offer(kept.own ? [kept.own, ...kept.others] : kept.others);
        arrived = false;
        break;
      }
      const line = wanted();
      const linked = arrived && line;
      if (kept.own && !linked) {
        restore(kept.own);
        const why =
          kept.own.run === reply.run ? "The program no longer had your game." : "The program was started again.";
        // A worker ends with its page, which is no news.
        if (!WORKER) notice(`${why} This is the game as this browser has kept it; a clock is not kept.`);
        else if (failure) notice(`The engine was started again, because it had failed: ${failure}.`);
      } else if (linked || (line && !reply.resumed)) {
        position = line;
        send({ do: "open", position: line });
        setup.close();
      } else if (!reply.playing || (reply.resumed && setup.interrupted())) {
        setup.open();
      } else if (!setup.choosing) {
        setup.close();
      }
      offer(linked && kept.own ? [kept.own, ...kept.others] : kept.others);
      arrived = false;
      break;
    }
    case "board": play.board(reply); break;
    case "state": showState(reply); break;
    case "changes":
      if (play.state)
        showState({ ...play.state, ...reply.set, line: [...play.state.line.slice(0, reply.keep), ...reply.add] });
      break;
    case "thinking": play.thinking(reply); break;
    case "exact": play.exact(reply); break;
    case "preview": setup.preview(reply); break;
    case "refused": play.refused(reply.text); break;
    case "note": play.note(reply.text); break;
    case "warning": notice(reply.text); break;
    case "backup": backups.keep(reply); break;
    case "invitations": play.invitations.open(reply, play.state); break;
    case "file": play.files.receive(reply); break;
    case "lesson":
      lessons.show(reply);
      play.howToPlay.receive(reply, reply.replay.title);
      break;
    case "puzzles": puzzles.show(reply); break;
    case "matches": matches.list(reply); break;
    case "match": matches.show(reply); break;
    case "playing": matches.playing(reply); break;
    case "replay": matches.replay(reply); break;
    case "ended":
      // The tab finds the copy of its game by its session later.
      over = true;
      lost(reply.text);
      break;
  }
}

// Back and forward between the parts of the page: the game stays as it is.
addEventListener("popstate", (event) => {
  // Typed by hand: opened below.
  if (!event.state && (wanted() || location.hash.startsWith("#game="))) return;
  show(event.state?.part ?? "play");
  if (position) setAddress(position);
});

// A position that was pasted into the address.
addEventListener("hashchange", () => {
  if (openLinkedGame()) return view("play");
  const line = wanted();
  if (line && line !== position && !history.state?.part) {
    position = line;
    send({ do: "open", position: line });
    setup.close();
    view("play");
  }
});

for (const button of document.querySelectorAll("nav [data-view]")) {
  if (button instanceof HTMLElement) button.addEventListener("click", () => view(button.dataset.view ?? "play"));
}
find('[data-action="help"]').addEventListener("click", () => help());

const dialog = findAs(HTMLDialogElement, "#help");
/** Shows the list of keys. */
function help() {
  const keys = [
    ["arrows", "move over the board"],
    ["Enter, Space", "place the stone"],
    ["letters", "pick the kind of stone by its first letter, as shown beside it"],
    ["P", "pass"],
    ["S", "swap"],
    ["U, Shift+U", "undo, redo"],
    [", and .", "one move back, forward"],
    ["H", "hint"],
    ["A", "analysis on and off"],
    ["E", "exact values on and off"],
    ["N", "new game"],
  ];
  const rows = keys.map(([key, text]) =>
    element("tr", {}, element("th", { scope: "row" }, key), element("td", {}, text)),
  );
  dialog.replaceChildren(
    element("h2", {}, "Without a mouse"),
    element("table", {}, element("tbody", {}, ...rows)),
    element("p", {}, element("button", { type: "button", click: () => dialog.close() }, "Close")),
  );
  dialog.showModal();
}

addEventListener("keydown", (event) => {
  const typing =
    event.target instanceof HTMLElement && event.target.closest("input:not([type=checkbox]), select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "?") { event.preventDefault(); help(); return; }
  if (!find("#learn").hidden) { lessons.key(event); return; }
  if (!find("#matches").hidden) { matches.key(event); return; }
  play.key(event);
});

connect();
// Keeps the files of the site; without it the site needs a network.
if (WORKER) navigator.serviceWorker?.register("service_worker.js").catch(() => {});
