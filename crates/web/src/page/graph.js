// The game as a graph of values, and the summary of a review.
import { SCALE, margin } from "./analysis.js";
import { element, percent, svgElement } from "./dom.js";
import { moveText } from "./words.js";

/** @typedef {import("./messages.js").GameView} State */

/** The classes of moves in a review, with their headings. @type {[import("./messages.js").Grade, string][]} */
const GRADES = [
  ["best", "Best"],
  ["good", "Good"],
  ["inaccuracy", "Inaccuracy"],
  ["mistake", "Mistake"],
  ["blunder", "Blunder"],
];

/** Returns the class of a move in words. @param {import("./messages.js").MoveView} move */
export const graded = (move) =>
  !move.grade ? "" : `, ${move.grade}${move.lost && move.lost >= SCALE[0] ? `: loses ${percent(move.lost)}` : ""}`;

/** Shows how many moves of each class both sides made. @param {HTMLElement} place @param {State} state */
export function summary(place, state) {
  // Values from single searches during the game are no review.
  const known = state.line.length > 0 && state.line.filter((step) => step.grade).length >= 0.8 * state.line.length;
  place.hidden = !known;
  if (!known) return;
  const count = (/** @type {string} */ seat, /** @type {string} */ grade) =>
    String(state.line.filter((step) => step.seat === seat && step.grade === grade).length);
  const shown = ["b", "w"].map((seat, index) => [
    state.seats[index].name,
    ...GRADES.map(([grade]) => count(seat, grade)),
  ]);
  const text = JSON.stringify(shown);
  if (place.dataset.shown === text) return;
  place.dataset.shown = text;
  place.replaceChildren(
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("td"),
          ...GRADES.map(([grade, words]) => element("th", { scope: "col", class: grade }, words)),
        ),
      ),
      element(
        "tbody",
        {},
        ...shown.map(([name, ...counts]) =>
          element("tr", {}, element("th", { scope: "row" }, name), ...counts.map((cell) => element("td", {}, cell))),
        ),
      ),
    ),
  );
}

/**
 * Returns what the graph says about a move.
 * @param {number} index
 * @param {import("./messages.js").MoveView} step
 * @param {string} black the name of the side whose chances are shown
 */
function columnText(index, step, black) {
  const { value } = step;
  const lead = value && value.lead !== null ? `, margin ${margin(value.lead)}` : "";
  const known = value ? `: ${black} ${percent(value.rate)}${value.exact ? ", exact" : ""}${lead}` : "";
  return `${index + 1} ${moveText(step.word)}${known}${graded(step)}`;
}

/**
 * Draws the graph of the game: the win rate of Black after each move, the margin as a thin line, mistakes as triangles.
 * @param {HTMLElement} place @param {State} state @param {(node: number) => void} go
 */
export function graph(place, state, go) {
  const known = state.line.filter((step) => step.value).length;
  // The graph has its room from the start.
  place.classList.toggle("none", known < 2);
  if (known < 2) {
    const text = "The game as a curve: “Review” values every position, and classifies the moves.";
    if (place.textContent !== text) place.replaceChildren(element("p", {}, text));
    return;
  }
  const wide = 320, high = 96, foot = 14;
  const count = Math.max(1, state.line.length);
  const x = (/** @type {number} */ ply) => 6 + ((wide - 12) * ply) / count;
  const y = (/** @type {number} */ rate) => 6 + (high - 12 - foot) * (1 - rate);
  const most = Math.max(1, ...state.line.map((step) => Math.abs(step.value?.lead ?? 0)));
  /** @type {string[]} */
  const rates = [];
  /** @type {string[]} */
  const leads = [];
  state.line.forEach((step, index) => {
    if (!step.value) return;
    rates.push(`${x(index + 1).toFixed(1)},${y(step.value.rate).toFixed(1)}`);
    if (step.value.lead !== null)
      leads.push(`${x(index + 1).toFixed(1)},${y(0.5 + step.value.lead / most / 2).toFixed(1)}`);
  });
  const black = state.seats[0].name;
  const marks = state.line.flatMap((step, index) => {
    const bad = GRADES.findIndex(([grade]) => grade === step.grade);
    if (bad < 2 || !step.value || step.lost === null) return [];
    const at = x(index + 1), top = y(step.value.rate);
    const up = step.seat === "b" ? -1 : 1;
    return [
      svgElement("path", {
        class: `mistake ${step.grade}`,
        d: `M${at} ${top + 3 * up}l${-2 - bad} ${(3 + 1.6 * bad) * up}h${4 + 2 * bad}z`,
      }),
    ];
  });
  const columns = state.line.map((step, index) =>
    svgElement(
      "rect",
      {
        x: x(index + 0.5),
        y: 0,
        width: (wide - 12) / count,
        height: high,
        class: "column",
        click: () => go(step.node),
      },
      svgElement(
        "title",
        {},
        columnText(index, step, black),
      ),
    ),
  );
  place.replaceChildren(
    svgElement(
      "svg",
      {
        viewBox: `0 0 ${wide} ${high}`,
        role: "img",
        "aria-label": `How likely ${black} is to win after each move; ${marks.length} mistakes`,
      },
      svgElement("line", { x1: 6, x2: wide - 6, y1: y(0.5), y2: y(0.5), class: "middle" }),
      svgElement("line", { x1: x(state.at), x2: x(state.at), y1: 2, y2: high - foot, class: "now" }),
      svgElement("polyline", { points: leads.join(" "), class: "lead" }),
      svgElement("polyline", { points: rates.join(" "), class: "rate" }),
      ...marks,
      legend(high, [
        ["rate", `${black} wins`],
        ...(leads.length ? [["lead", `margin ±${Math.round(most)}`]] : []),
        ...["inaccuracy", "mistake", "blunder"]
          .filter((grade) => state.line.some((step) => step.grade === grade))
          .map((grade) => [`mistake ${grade}`, grade === "inaccuracy" ? "inaccuracies" : `${grade}s`]),
      ]),
      ...columns,
    ),
  );
}

/** Draws the legend. @param {number} high @param {string[][]} entries a class and words each */
function legend(high, entries) {
  const group = svgElement("g", { class: "legend" });
  let x = 6;
  for (const [kind, words] of entries) {
    const line = kind.startsWith("mistake") ? `M${x + 1} ${high - 2}l5 -7l5 7z` : `M${x} ${high - 5}h12`;
    group.append(svgElement("path", { d: line, class: kind }), svgElement("text", { x: x + 15, y: high - 2 }, words));
    x += 27 + 5.2 * words.length;
  }
  return group;
}
