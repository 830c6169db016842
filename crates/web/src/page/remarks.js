// The marks, labels, lines and arrows of a record, over the stones.
import { STONES } from "./board.js";
import { svgElement } from "./dom.js";

/**
 * Draws them on a board.
 * @param {import("./board.js").Board} view @param {import("./messages.js").RemarksView} remarks @param {string} stones
 */
export function drawRemarks(view, { marks, lines }, stones) {
  const { board } = view;
  if (!board) return;
  const { cells, stone } = board;
  const { hypot } = Math;
  for (const { from, to, arrow } of lines) {
    const [a, b] = [cells[from], cells[to]];
    const length = hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const wing = (/** @type {number} */ side) => `${b.x - 12 * dx - 7 * side * dy} ${b.y - 12 * dy + 7 * side * dx}`;
    const head = arrow ? `M${wing(1)}L${b.x} ${b.y}L${wing(-1)}` : "";
    view.over.append(svgElement("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}${head}`, class: "remark line" }));
  }
  for (const { cell, mark, text } of marks) {
    const { x, y } = cells[cell];
    const on = `on-${STONES[stones[cell]]}`;
    if (mark === "label") view.label(cell, text.slice(0, 4), `remark ${on}`);
    else view.over.append(svgElement("path", { d: outline(mark, x, y, 0.55 * stone), class: `remark ${mark} ${on}` }));
  }
}

/** Returns the path of a mark. @param {string} mark @param {number} x @param {number} y @param {number} r */
function outline(mark, x, y, r) {
  const square = (/** @type {number} */ half) => `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`;
  switch (mark) {
    case "triangle":
      return `M${x} ${y - r}l${0.87 * r} ${1.5 * r}h${-1.74 * r}z`;
    case "circle":
      return [1, -1]
        .map((side) => `${side > 0 ? `M${x - 0.85 * r} ${y}` : ""}a${0.85 * r} ${0.85 * r} 0 1 0 ${side * 1.7 * r} 0`)
        .join("");
    case "cross":
      return `M${x - 0.7 * r} ${y - 0.7 * r}l${1.4 * r} ${1.4 * r}m0 ${-1.4 * r}l${-1.4 * r} ${1.4 * r}`;
    case "square":
      return square(0.75 * r);
    default:
      return square(0.45 * r);
  }
}
