// Moves in people's words. The words of the protocol stay in the text of the list of moves, for scripts.
import { element } from "./dom.js";

/** Returns a move for people: `cancer A7`, `swap`. @param {string} word as in the protocol */
export const moveText = (word) =>
  word === "swap-pieces" ? "swap" : word.replace("@", " ").replace("set-up", "set up");

/** Returns moves for people. @param {string[]} words */
export const movesText = (words) => {
  const texts = words.map(moveText);
  return texts.join(texts.some((text) => text.includes(" ")) ? ", " : " ");
};

/**
 * Makes a move of a list: it shows people's words, with the mark of the stone, and its text is the word of the
 * protocol.
 * @param {string} word @param {(stone: string) => Node | null} mark draws a stone
 * @returns {(Node | string)[]}
 */
export function moveParts(word, mark) {
  const text = moveText(word), [kind, point] = word.split("@");
  if (text === word) return [word];
  const stone = point && mark(kind);
  return [...(stone ? [stone] : []), element("span", { class: "move-word", "data-text": stone ? point : text }, word)];
}

/** Makes a sentence of a clause; a move at its start keeps its spelling. @param {string} text */
export const sentence = (text) =>
  (/^\S+:/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)) + (/[.!?…]$/.test(text) ? "" : ".");
