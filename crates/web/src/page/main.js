// The page: the connection to the server, the part of the page that is shown, and the address.
import { find, element, setText } from "./dom.js";
import { Lessons } from "./lessons.js";
import { Matches } from "./matches.js";
import { Play } from "./play.js";
import { Puzzles } from "./puzzles.js";
import { Setup } from "./setup.js";

/** @typedef {import("./messages.js").Update} Update */
/** @typedef {import("./messages.js").PageRequest} Request */

const SESSION = "quintet-session";

/** @type {WebSocket | null} */
let socket = null;
let patience = 250;
let over = false;
let position = "";
/** Whether the page was opened by a link or an address, not reloaded: then the position in the address replaces the game. */
let arrived = /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type === "navigate";

/** Sends a request. @param {Request} request */
function send(request) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
  else play.refused("The program is not answering.");
}

const setup = new Setup(find("#setup"), send);
const play = new Play(find("#play"), send, setup);
setup.unfinished = () => play.unfinished();
setup.onChange = () => { play.pause(setup.choosing); view("play"); };
setup.onBegin = () => play.begin();
play.onRules = () => view("learn");
const lessons = new Lessons(find("#learn"), send, (sgf) => { play.load(sgf); view("play"); });
const puzzles = new Puzzles(find("#puzzles"), send, () => { setup.close(); view("play"); });
play.puzzle.onList = (/** @type {string} */ game) => { view("puzzles"); puzzles.open(game); };
const matches = new Matches(find("#matches"), send, (sgf) => { play.load(sgf); view("play"); });

/** Shows one part of the page. @param {string} name */
function view(name) {
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

/** Puts a position into the address. @param {string} line */
function setAddress(line) {
  position = line;
  history.replaceState(null, "", `${location.pathname}#position=${encodeURIComponent(line)}`);
}

/** Shows that the connection is lost; an empty text hides it. @param {string} text */
function lost(text) {
  const line = find("#disconnected");
  line.hidden = !text;
  setText(line, text);
}

/** Connects to the server, and again when the connection is lost. */
function connect() {
  let known = null;
  try { known = sessionStorage.getItem(SESSION); } catch { /* Without storage, a reload begins a new session. */ }
  socket = new WebSocket(`ws://${location.host}/socket${known ? `?session=${known}` : ""}`);
  socket.addEventListener("message", (event) => handle(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (over) return;
    lost("The connection to the program was lost; trying again …");
    setTimeout(connect, patience);
    patience = Math.min(2 * patience, 4000);
  });
}

/** Handles an update of the server. @param {Update} reply */
function handle(reply) {
  switch (reply.say) {
    case "hello": {
      patience = 250;
      lost("");
      try { sessionStorage.setItem(SESSION, reply.session); } catch { /* as above */ }
      setup.hello(reply);
      lessons.hello(reply);
      play.hello(reply);
      find('[data-view="matches"]').hidden = !reply.matches;
      find('[data-view="puzzles"]').hidden = !puzzles.hello(reply);
      if (matches.watching) matches.open();
      const line = wanted();
      if (line && (arrived || !reply.resumed)) {
        position = line;
        send({ do: "open", position: line });
        setup.close();
      } else if (!reply.playing || (reply.resumed && setup.interrupted())) {
        setup.open();
      } else if (!setup.choosing) {
        setup.close();
      }
      arrived = false;
      break;
    }
    case "board": play.board(reply); break;
    case "state":
      play.show(reply);
      if (reply.position !== position) setAddress(reply.position);
      break;
    case "thinking": play.thinking(reply); break;
    case "exact": play.exact(reply); break;
    case "preview": setup.preview(reply); break;
    case "refused": play.refused(reply.text); break;
    case "note": play.note(reply.text); break;
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
      over = true;
      try { sessionStorage.removeItem(SESSION); } catch { /* as above */ }
      lost(reply.text);
      break;
  }
}

addEventListener("hashchange", () => {
  const line = wanted();
  if (line && line !== position) {
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

/** @type {HTMLDialogElement} */
const dialog = find("#help");
/** Shows the list of keys. */
function help() {
  const keys = [
    ["arrows", "move over the board"],
    ["Enter, Space", "place the stone"],
    ["letters", "pick the kind of stone by its first letter, as shown beside it"],
    ["P", "pass"], ["S", "swap"], ["U, Shift+U", "undo, redo"],
    [", and .", "one move back, forward"], ["H", "hint"], ["A", "analysis on and off"], ["E", "exact values on and off"], ["N", "new game"],
  ];
  const rows = keys.map(([key, text]) => element("tr", {}, element("th", { scope: "row" }, key), element("td", {}, text)));
  dialog.replaceChildren(
    element("h2", {}, "Without a mouse"),
    element("table", {}, element("tbody", {}, ...rows)),
    element("p", {}, element("button", { type: "button", click: () => dialog.close() }, "Close")),
  );
  dialog.showModal();
}

addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.closest("input:not([type=checkbox]), select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || dialog.open || find("#confirm").open) return;
  if (event.key === "?") { event.preventDefault(); help(); return; }
  if (!find("#learn").hidden) { lessons.key(event); return; }
  if (!find("#matches").hidden) { matches.key(event); return; }
  play.key(event);
});

connect();
