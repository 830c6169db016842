// The buttons of a game: which there are, and which of them are on.
import { find, findButton, setAttribute } from "./dom.js";
import { isTogether } from "./invitations.js";
import { offerSounds } from "./sounds.js";

/** @typedef {import("./messages.js").GameView} State */

/**
 * Shows which actions there are, and which of them are on.
 * @param {HTMLElement} root
 * @param {State} state
 * @param {() => void} showAnalysis shows the analysis, which was switched on
 */
export function showActions(root, state, showAnalysis) {
  const button = (/** @type {string} */ action) => findButton(action, root);
  const set = (/** @type {string} */ action, /** @type {boolean} */ enabled) => { button(action).disabled = !enabled; };
  button("pass").hidden = state.pass === null;
  set("pass", Boolean(state.pass) && state.yours);
  button("swap").hidden = state.swap === null;
  set("swap", Boolean(state.swap) && state.yours);
  set("undo", state.can[0]);
  set("redo", state.can[1]);
  set("back", state.at > 0);
  set("first", state.at > 0);
  set("forward", state.at < state.line.length);
  set("last", state.at < state.line.length);
  for (const action of ["hint", "resign"]) button(action).hidden = state.over;
  for (const action of ["rematch", "share-game"]) button(action).hidden = !state.over;
  // Pass is what is needed now when the opponent has passed, or nothing else is left.
  const passed = state.at > 0 && state.line[state.at - 1].word === "pass";
  const stuck = state.kinds.every((kind) => !kind.why.some((why) => why < 0));
  button("pass").classList.toggle("main", Boolean(state.pass) && state.yours && (passed || stuck));
  offerSounds(state);
  const solving = ["open", "checking", "wrong"].includes(state.puzzle?.phase ?? "");
  for (const action of ["hint", "analyse", "exact", "review", "resign", "flip"]) set(action, !solving);
  set("review", !solving && state.line.length > 0);
  if (solving) { set("undo", false); set("redo", false); }
  // Two people play without help; only both together take moves back.
  const together = isTogether(state);
  if (together) for (const action of ["try", "flip"]) set(action, state.over && action === "try");
  if (together && !state.over) for (const action of ["hint", "analyse", "exact", "review"]) set(action, false);
  const undo = together ? "Ask to take your move back (U)" : "Undo (U)";
  setAttribute(button("undo"), "title", undo);
  setAttribute(button("undo"), "aria-label", together ? "Ask to take your move back" : "Undo");
  find("#paused").hidden = !state.waiting || state.faults.length > 0;
  if (
    (state.analysing && button("analyse").getAttribute("aria-pressed") === "false") ||
    (state.exact && button("exact").getAttribute("aria-pressed") === "false")
  )
    showAnalysis();
  find("#analysis-off").hidden = state.analysing || state.exact;
  button("analyse").setAttribute("aria-pressed", String(state.analysing));
  button("exact").setAttribute("aria-pressed", String(state.exact));
  button("try").setAttribute("aria-pressed", String(state.trying));
}
