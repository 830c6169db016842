// Outlines of groups that count, such as those that Bracket scores.
import { svgElement } from "./dom.js";

/** @typedef {import("./messages.js").BoardView} BoardMessage */

/** Returns the same name for a side from either end. @param {[string, string]} ends */
const key = (ends) => [...ends].sort().join(" ");

/**
 * Returns the sides of a cell as pairs of corners.
 * @param {BoardMessage} board
 * @param {number} cell
 * @returns {[string, string][]}
 */
function sides({ cells, outline }, cell) {
  const corners = outline.map(
    ([x, y]) => `${Math.round(10 * (cells[cell].x + x)) / 10},${Math.round(10 * (cells[cell].y + y)) / 10}`,
  );
  return corners.map((corner, index) => [corner, corners[(index + 1) % corners.length]]);
}

/** Splits cells into groups whose cells have sides in common. @param {BoardMessage} board @param {number[]} cells */
export function groupsOf(board, cells) {
  /** @type {Map<string, number>} */
  const owner = new Map();
  /** @type {number[][]} */
  const groups = [];
  for (const cell of cells) {
    const keys = sides(board, cell).map((ends) => key(ends));
    const near = [...new Set(keys.flatMap((side) => owner.get(side) ?? []))];
    const [first = groups.push([]) - 1, ...others] = near;
    groups[first].push(cell);
    for (const other of others) {
      groups[first].push(...groups[other]);
      groups[other] = [];
    }
    for (const member of groups[first]) for (const ends of sides(board, member)) owner.set(key(ends), first);
  }
  return groups.filter((group) => group.length);
}

/**
 * Draws one outline around a group, with its cells tinted.
 * @param {BoardMessage} board
 * @param {number[]} group
 * @param {string} seat
 * @param {boolean} dim
 * @returns {SVGElement[]}
 */
export function outlined(board, group, seat, dim) {
  const { cells, outline, reach } = board;
  /** @type {SVGElement[]} */
  const drawn = [];
  const more = dim ? " dim" : "";
  for (const cell of group) {
    const at = { transform: `translate(${cells[cell].x} ${cells[cell].y})`, class: `counts counts-${seat}${more}` };
    drawn.push(
      outline.length
        ? svgElement("polygon", { points: outline.map(([x, y]) => `${x},${y}`).join(" "), ...at })
        : svgElement("circle", { r: reach, ...at }),
    );
  }
  /** @type {Map<string, [string, string]>} */
  const edge = new Map();
  for (const ends of group.flatMap((cell) => sides(board, cell))) {
    if (!edge.delete(key(ends))) edge.set(key(ends), ends);
  }
  // The sides in order, so that dashes run around the group.
  const next = new Map(edge.values());
  let path = "";
  while (next.size) {
    const [start] = next.keys();
    path += `M${start}`;
    for (let at = start; next.has(at);) {
      const to = /** @type {string} */ (next.get(at));
      next.delete(at);
      path += to === start ? "Z" : `L${to}`;
      at = to;
    }
  }
  drawn.push(svgElement("path", { d: path, class: `group group-${seat}${more}` }));
  return drawn;
}
