// Sharing a game: a dialog with everything that can be made of it.
import { element, findAs } from "./dom.js";

/** What can be made of a game: the action of files.js, and its words. */
const WAYS = [
  ["copy-game-link", "Copy the link", "opens the whole game in anyone’s quintet"],
  ["picture-png", "Picture", "the position as PNG"],
  ["animation", "Animated picture", "SVG: the game, move by move"],
  ["replay-page", "Web page", "replays the game, without a network"],
  ["download-sgf", "Game record", "SGF, for other programs"],
];

/** Opens the dialog. @param {(action: string) => void} act */
export function openShare(act) {
  const dialog = findAs(HTMLDialogElement, "#share");
  const way = (/** @type {string[]} */ [action, words, about]) =>
    element(
      "button",
      {
        type: "button",
        "data-share": action,
        click: () => {
          dialog.close();
          act(action);
        },
      },
      element("b", {}, words),
      element("span", {}, about),
    );
  const send = ["share", "Send", "the picture, by another program of this device"];
  dialog.replaceChildren(
    element("h2", {}, "Share this game"),
    element("div", { class: "ways" }, ...[...WAYS, ...("share" in navigator ? [send] : [])].map(way)),
    element("p", {}, element("button", { type: "button", click: () => dialog.close() }, "Close")));
  dialog.showModal();
}
