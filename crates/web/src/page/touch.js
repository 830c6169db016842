// Fingers on the board: taps, swipes, and a magnifier for small cells.
import { svgElement } from "./dom.js";

/** @typedef {import("./messages.js").BoardView} BoardMessage */

/** How long a finger rests before the magnifier opens (milliseconds), and how far it moves in a swipe (pixels). */
const HOLD = 150, SWIPE = 10;
/** The zoom of the magnifier. */
const ZOOM = 2.4;

/**
 * Handles touches: a tap places a stone, a swipe does not. On boards with small cells, holding a finger opens a
 * magnifier above it.
 * @param {import("./board.js").Board} board
 */
export function takeTouches(board) {
  const { svg } = board;
  const [, , width, height] = /** @type {BoardMessage} */ (board.board).view;
  /** @type {any} */
  let magnifier = null;
  /** @type {number | null} */
  let cell = null;
  /** @type {PointerEvent | null} where a finger was put down that is neither held nor moved yet */
  let down = null;
  const close = () => { magnifier?.remove(); magnifier = null; cell = null; down = null; };
  const open = (/** @type {PointerEvent} */ event) => {
    if (down !== event) return;
    down = null;
    magnifier = svgElement(
      "svg",
      { class: "magnifier", "aria-hidden": "true" },
      svgElement("use", { href: `#${board.id}-all` }),
    );
    document.body.append(magnifier);
    move(event);
  };
  /** Finds the cell below a finger; returns where it is in the picture. @param {PointerEvent} event */
  const find = (event) => {
    const box = svg.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    const { view, cells, reach } = /** @type {BoardMessage} */ (board.board);
    const at = [view[0] + (x * width) / box.width, view[1] + (y * height) / box.height];
    let least = 1.6 * reach;
    cell = null;
    cells.forEach((known, index) => {
      const far = Math.hypot(known.x - at[0], known.y - at[1]);
      if (far < least) { least = far; cell = index; }
    });
    return at;
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const at = find(event);
    const seen = 130 / (board.scale * ZOOM);
    magnifier.setAttribute("viewBox", `${at[0] - seen / 2} ${at[1] - seen / 2} ${seen} ${seen}`);
    magnifier.style.left = `${Math.min(innerWidth - 134, Math.max(4, event.clientX - 65))}px`;
    magnifier.style.top = `${event.clientY > 190 ? event.clientY - 185 : event.clientY + 45}px`;
    board.hooks.look?.(cell);
  };
  svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    board.ignore = 0;
    if (event.pointerType !== "touch" || !event.isPrimary || !board.smallCells() || svg.classList.contains("row"))
      return;
    svg.setPointerCapture(event.pointerId);
    down = event;
    setTimeout(open, HOLD, event);
  });
  svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (magnifier) move(event);
    // A swipe places nothing.
    else if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SWIPE) {
      down = null;
      board.ignore = Infinity;
    }
  });
  svg.addEventListener("pointercancel", close);
  svg.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    if (board.ignore === Infinity) board.ignore = performance.now() + 500;
    if (!magnifier && !down) return;
    if (down) find(event);
    const chosen = cell;
    close();
    board.hooks.look?.(null);
    // The click that follows belongs to this stone.
    board.ignore = performance.now() + 500;
    if (chosen !== null) { board.setFocus(chosen, false); board.hooks.play?.(chosen); }
  });
}
