// A board: draws what the server sends and reports clicks on cells. It knows no rules of any game.
import { svgElement, element, parseSvg, setAttribute } from "./dom.js";
import { groupsOf, outlined } from "./outlines.js";
import { takeTouches } from "./touch.js";

/** @typedef {import("./messages.js").BoardView} BoardMessage */
/** @typedef {import("./messages.js").StonesView} Scene */
/** @typedef {import("./messages.js").Insight} Insight */

/** The stones by their letters in a scene. @type {Object<string, string>} */
export const STONES = { x: "black", o: "white", r: "red", c: "cancer", "%": "blocked", ".": "empty" };

/** The delay between falling stones, and the longest delay of all, in milliseconds. */
const FALL = 110;
const ALL_FALLS = 1500;

/**
 * The size of the names of rows and columns and their largest size, for which the margin has room, in units of the
 * picture; and the least readable size on the screen, in pixels.
 */
const NAME = 13.6;
const LARGEST_NAME = 28;
const READABLE = 9.5;
/** The largest useful size on the screen, in pixels; large windows have larger ones. */
const ENOUGH = 19, ENOUGH_SHARE = 0.021;

/** The size of a cell in pixels below which a finger needs the magnifier. */
const FINGER = 30;

let boards = 0;


/** Parses symbols, with names of their own on each board. @param {string} markup @param {string} prefix */
const own = (markup, prefix) => parseSvg(markup.replaceAll('id="', `id="${prefix}-`).replaceAll("(#", `(#${prefix}-`));

export class Board {
  /**
   * @param {Element} place the parent element
   * @param {{play?: (cell: number) => void, look?: (cell: number | null) => void, label: string,
   *   still?: boolean}} hooks
   */
  constructor(place, hooks) {
    this.place = place;
    this.hooks = hooks;
    /** @type {BoardMessage | null} */
    this.board = null;
    /** @type {any[]} */
    this.cells = [];
    this.focus = 0;
    this.id = `b${boards++}`;
    this.text = "";
    /** The size of a unit of the picture on the screen, in pixels; 0 if not known yet. */
    this.scale = 0;
    /** The size of the names of rows and columns, in units of the picture. */
    this.nameSize = 0;
    this.watch = new ResizeObserver(() => this.measure());
    this.isCropped = matchMedia("(max-width: 30rem), (orientation: landscape) and (max-height: 34rem)");
    /** @type {({value: number, square: any} | null)[]} the ownership marks of cells, with their values */
    this.marks = [];
    /** The time until which clicks are ignored: the magnifier has handled them. */
    this.ignore = 0;
  }

  /** Shows an empty board. @param {BoardMessage} board */
  show(board) {
    const text = JSON.stringify([board, this.isCropped.matches]);
    if (text === this.text) return;
    this.text = text;
    const [left, top, width, height] = this.frame(board);
    this.board = { ...board, view: [left, top, width, height] };
    const symbols = own(board.symbols, this.id);
    const empty = parseSvg(board.svg);
    empty.setAttribute("class", "empty");
    empty.setAttribute("aria-hidden", "true");
    this.under = svgElement("g", { "aria-hidden": "true", class: "under" });
    this.legality = svgElement("path", { "aria-hidden": "true", class: "legality" });
    this.owned = svgElement("g", { "aria-hidden": "true", class: "over" });
    this.marks = board.cells.map(() => null);
    this.over = svgElement("g", { "aria-hidden": "true", class: "over" });
    this.hovers = svgElement("g", { "aria-hidden": "true", class: "hover" });
    const grid = svgElement("g", { role: "grid", "aria-label": this.hooks.label });
    this.cells = board.cells.map((cell, index) => this.cell(cell, index));
    const rows = new Map();
    board.cells.forEach((cell, index) => {
      if (!rows.has(cell.row)) rows.set(cell.row, svgElement("g", { role: "row" }));
      rows.get(cell.row).append(this.cells[index].group);
    });
    grid.append(...[...rows.keys()].sort((a, b) => b - a).map((row) => rows.get(row)));
    this.svg = svgElement(
      "svg",
      { viewBox: `${left} ${top} ${width} ${height}`, class: "board", mouseleave: () => this.hooks.look?.(null) },
      svgElement("defs", { "aria-hidden": "true" }, symbols),
      svgElement(
        "g",
        { id: `${this.id}-all` },
        empty,
        this.under,
        this.legality,
        grid,
        this.owned,
        this.over,
        this.hovers,
      ),
    );
    if (this.hooks.play) takeTouches(this);
    // A long row of cells scrolls instead of shrinking until no cell can be hit.
    this.svg.classList.toggle("row", width > 5 * height);
    this.svg.classList.toggle("tall", height > 1.2 * width);
    this.svg.classList.toggle("cropped", left !== board.view[0]);
    this.svg.style.setProperty("--wide", String(width));
    const parent = /** @type {HTMLElement} */ (this.place.closest("#layout") ?? this.place);
    parent.style.setProperty("--ratio", String(width / height));
    this.svg.style.setProperty("--ratio", String(width / height));
    this.grid = grid;
    this.focus = Math.min(this.focus, this.cells.length - 1);
    if (this.hooks.still) this.svg.setAttribute("inert", "");
    else this.cells[this.focus].group.setAttribute("tabindex", "0");
    this.nameSize = 0;
    this.place.replaceChildren(this.svg);
    this.watch.disconnect();
    this.watch.observe(this.svg);
  }

  /**
   * Returns the visible part of the picture: left, top, width, height. Phones leave out the names of rows and
   * columns, so that the cells are larger.
   * @param {BoardMessage} board @returns {number[]}
   */
  frame(board) {
    if (!this.hooks.play || !this.isCropped.matches) return board.view;
    const reach = 1.2 * board.reach,
      xs = board.cells.map(({ x }) => x),
      ys = board.cells.map(({ y }) => y);
    const left = Math.min(...xs) - reach,
      top = Math.min(...ys) - reach;
    return [left, top, Math.max(...xs) + reach - left, Math.max(...ys) + reach - top];
  }

  /** Returns the size of a unit of the picture on the screen, in pixels. */
  measure() {
    const wide = this.svg?.getBoundingClientRect().width;
    if (!wide) return;
    this.scale = wide / /** @type {BoardMessage} */ (this.board).view[2];
    this.svg.classList.toggle("small-cells", this.smallCells());
    this.names();
  }

  /** Returns whether cells are too small for a finger. */
  smallCells() {
    return this.scale > 0 && 2 * /** @type {BoardMessage} */ (this.board).reach * this.scale < FINGER;
  }

  /** Writes the names of rows and columns at a readable size, as far as there is room. */
  names() {
    const size = Math.min(
      LARGEST_NAME,
      Math.max(Math.min(NAME, Math.max(ENOUGH, ENOUGH_SHARE * innerHeight) / this.scale), READABLE / this.scale),
    );
    if (size === this.nameSize) return;
    this.nameSize = size;
    this.svg.style.setProperty("--name", String(size));
    /** @type {[number, number][]} the centres of those that are shown */
    const shown = [];
    for (const text of this.svg.querySelectorAll(".empty text")) {
      const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
      const wide = size * (0.62 * text.textContent.length + 0.5);
      const free = shown.every(([u, v]) => Math.abs(x - u) >= wide || Math.abs(y - v) >= 0.8 * size);
      text.classList.toggle("left-out", !free);
      if (free) shown.push([x, y]);
    }
  }

  /** Makes a cell. @param {{name: string, x: number, y: number}} cell @param {number} index */
  cell(cell, index) {
    const { outline, reach } = /** @type {BoardMessage} */ (this.board);
    const hit = outline.length
      ? svgElement("polygon", { points: outline.map(([x, y]) => `${x},${y}`).join(" "), class: "hit" })
      : svgElement("circle", { r: reach, class: "hit" });
    const group = svgElement(
      "g",
      {
        role: "gridcell",
        tabindex: "-1",
        transform: `translate(${cell.x} ${cell.y})`,
        // Only the cells of the main board have the attributes that scripts use.
        ...(this.hooks.play ? { "data-vertex": cell.name, "data-stone": "empty", "data-legal": "false" } : {}),
        click: () => {
          if (performance.now() < this.ignore) return;
          this.setFocus(index, false);
          this.hooks.play?.(index);
        },
        mouseenter: () => this.hooks.look?.(index),
        focus: () => {
          this.setFocus(index, false);
          this.hooks.look?.(index);
        },
        keydown: (/** @type {KeyboardEvent} */ event) => this.key(event, index),
      },
      hit,
    );
    const marks = svgElement("g", { "aria-hidden": "true", class: "marks" });
    group.append(marks);
    return { group, marks, shown: "" };
  }

  /** Draws a symbol. @param {string} symbol @param {Object<string, any>} [more] */
  use(symbol, more = {}) {
    return svgElement("use", { href: `#${this.id}-${symbol}`, ...more });
  }

  /** Draws a stone of this board for a text; `null` before there is a board. @param {string} stone */
  icon(stone) {
    if (!this.board?.symbols.includes(`id="stone-${stone}"`)) return null;
    return svgElement(
      "svg",
      { viewBox: "-21 -21 42 42", class: "stone-icon", "aria-hidden": "true" },
      this.use(`stone-${stone}`),
    );
  }

  /**
   * Shows the stones and the effect of the latest move.
   * @param {Scene} scene
   * @param {{legal?: (cell: number) => boolean, describe?: (cell: number) => string,
   *   fall?: boolean}} [more] with `fall` the
   *   effect of the latest move is animated
   */
  stones(scene, more = {}) {
    if (!this.board) return;
    const last = new Set(scene.last);
    const fell = new Map(scene.fell.map((cell, order) => [cell, order]));
    const taken = new Map(scene.taken);
    const barred = new Set(scene.barred);
    const wait = Math.min(FALL, ALL_FALLS / Math.max(1, fell.size));
    this.cells.forEach((cell, index) => {
      const letter = scene.stones[index];
      const stone = STONES[letter];
      const legal = more.legal?.(index) ?? false;
      const falls = more.fall && fell.has(index);
      const shown = [letter, last.has(index), fell.has(index), taken.get(index), barred.has(index)].join();
      if (this.hooks.play) {
        setAttribute(cell.group, "data-stone", stone);
        setAttribute(cell.group, "data-legal", String(legal));
      }
      const notes = [
        stone,
        last.has(index) && "last move",
        fell.has(index) && "fell into place",
        taken.has(index) && `${STONES[taken.get(index) ?? "."]} was taken here`,
        barred.has(index) && "barred",
        more.describe?.(index),
      ];
      setAttribute(cell.group, "aria-label", [this.board?.cells[index].name, ...notes.filter(Boolean)].join(", "));
      if (shown === cell.shown) return;
      cell.shown = shown;
      const marks = [];
      if (taken.has(index)) marks.push(this.use(`ghost-${STONES[taken.get(index) ?? "."]}`));
      if (taken.has(index) && more.fall)
        marks.push(this.use(`stone-${STONES[taken.get(index) ?? "."]}`, { class: "fades" }));
      if (barred.has(index)) marks.push(this.use("bar"));
      if (letter !== ".")
        marks.push(this.use(`stone-${stone}`, more.fall && last.has(index) ? { class: "settles" } : {}));
      if (last.has(index) && letter !== ".") marks.push(this.use("ring-whole"));
      if (fell.has(index) && letter !== ".") marks.push(this.use("ring-broken"));
      cell.marks.replaceChildren(...marks);
      cell.marks.classList.toggle("falls", Boolean(falls));
      if (falls) cell.marks.style.animationDelay = `${wait * (1 + (fell.get(index) ?? 0))}ms`;
    });
  }

  /** Shows a stone just placed, until the next scene. @param {number} cell @param {string} stone */
  put(cell, stone) {
    const { group, marks } = this.cells[cell];
    this.hover(null);
    this.cells[cell].shown = "";
    setAttribute(group, "data-stone", stone);
    marks.replaceChildren(this.use(`stone-${stone}`));
  }

  /**
   * Marks the cells where the picked stone may be placed with small dots, or those where it may not be placed with
   * short dashes, whichever are fewer; nothing if all empty cells are alike.
   * @param {number[]} legal @param {number[]} illegal
   */
  markLegality(legal, illegal) {
    const { cells } = /** @type {BoardMessage} */ (this.board);
    const few = legal.length && illegal.length ? (legal.length <= illegal.length ? legal : illegal) : [];
    setAttribute(this.legality, "class", `legality ${few === legal ? "legal" : "illegal"}`);
    setAttribute(
      this.legality,
      "d",
      few
        .map((cell) =>
          few === legal ? `M${cells[cell].x} ${cells[cell].y}h0` : `M${cells[cell].x - 5} ${cells[cell].y}h10`,
        )
        .join(""),
    );
  }

  /**
   * Draws what a game shows beside its stones: outlines of groups, sizes, signs on empty cells.
   * @param {Insight} insight @param {string} stones @param {boolean} over
   */
  insight(insight, stones, over) {
    const board = /** @type {BoardMessage} */ (this.board);
    const deciding = new Set(insight.deciding);
    for (const { seat, cells } of insight.counted) {
      // At the end, the group that decides is bright and the others are dimmed.
      for (const group of groupsOf(board, cells)) {
        this.under.append(...outlined(board, group, seat, over && !group.some((cell) => deciding.has(cell))));
      }
    }
    for (const { cell, text, sign } of insight.labels) {
      if (!sign) this.label(cell, text, `size on-${STONES[stones[cell]]}`);
      else if (!over) this.mark(cell, sign);
    }
    insight.owned.forEach((cells, seat) => {
      for (const cell of cells) this.square(cell, 0.3, seat ? "white" : "black");
    });
  }

  /**
   * Draws a square in a player's colour.
   * @param {number} cell
   * @param {number} share of the cell
   * @param {string} colour
   */
  square(cell, share, colour) {
    const { cells, reach } = /** @type {BoardMessage} */ (this.board),
      { x, y } = cells[cell],
      side = 2 * share * reach;
    this.over.append(
      svgElement("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, class: `own own-${colour}` }),
    );
  }

  /** Removes what was drawn over and under the stones, except ownership (see {@link owners}). */
  clear() {
    this.under?.replaceChildren();
    this.over?.replaceChildren();
  }

  /**
   * Shows the ownership of cells, from 1 (black) to -1 (white), as small squares whose size is the certainty. It
   * changes several times per second for up to 625 cells, so only squares that look different are changed.
   * @param {number[]} values empty: no ownership is shown
   */
  owners(values) {
    const { cells } = /** @type {BoardMessage} */ (this.board);
    this.marks.forEach((mark, cell) => {
      const value = Math.round(20 * (values[cell] ?? 0)) / 20;
      if ((mark?.value ?? 0) === value) return;
      mark?.square.remove();
      this.marks[cell] = null;
      if (!value) return;
      const sure = Math.abs(value),
        half = 3 + 7 * sure;
      const square = svgElement("rect", {
        x: cells[cell].x - half,
        y: cells[cell].y - half,
        width: 2 * half,
        height: 2 * half,
        class: `own own-${value > 0 ? "black" : "white"}`,
        opacity: 0.35 + 0.6 * sure,
      });
      this.owned.append(square);
      this.marks[cell] = { value, square };
    });
  }

  /** Shows a pale stone on the cell under the pointer. @param {number | null} cell @param {string} [stone] */
  hover(cell, stone) {
    this.hovers?.replaceChildren();
    if (cell === null || !stone || !this.board) return;
    const { x, y } = this.board.cells[cell];
    this.hovers.append(this.use(`stone-${stone}`, { x, y, opacity: 0.55 }));
  }

  /** Draws a small symbol on an empty cell. @param {number} cell @param {string} sign a ring, or a small crosshair */
  mark(cell, sign) {
    const { x, y } = /** @type {BoardMessage} */ (this.board).cells[cell];
    this.under.append(
      sign === "ring"
        ? svgElement("circle", { cx: x, cy: y, r: 9, class: "sign-ring" })
        : svgElement("path", {
            d: `M${x - 9} ${y}h6m6 0h6M${x} ${y - 9}v6m0 6v6M${x - 1} ${y}h2`,
            class: "sign-cross",
          }),
    );
  }

  /**
   * Writes a label over a cell.
   * @param {number} cell @param {string} text @param {string} kind
   * @param {string} [sign] a letter beside it
   * @param {string} [more] a second line, if there is room
   * @param {number} [opacity]
   */
  label(cell, text, kind, sign = "", more = "", opacity = 1) {
    const { cells, stone } = /** @type {BoardMessage} */ (this.board);
    const { x, y } = cells[cell];
    const group = svgElement("g", { class: `label ${kind}`, opacity: opacity < 1 ? opacity.toFixed(2) : null });
    if (kind.includes("candidate")) group.append(svgElement("circle", { cx: x, cy: y, r: stone }));
    // On a small screen or a large board, little text that is readable is better than much that is not.
    const small = this.scale > 0 && this.scale < 1;
    const below = [sign, small ? "" : more].filter(Boolean).join(" ");
    const { sqrt, min } = Math;
    // The chord of the circle where the second line is.
    const chord = 2 * sqrt(stone * stone - 121);
    const write = (
      /** @type {string} */ line,
      /** @type {number} */ most,
      /** @type {(size: number) => number} */ down,
    ) => {
      // Text must stay within its circle.
      const size = Math.min(most, (/[a-z]{3}/.test(line) ? 40 : 44) / line.length);
      group.append(svgElement("text", { x, y: y + down(size), "font-size": size, "text-anchor": "middle" }, line));
    };
    if (below) {
      write(text, 12, () => 1);
      write(below, below.length > 1 ? min(8.5, chord / (0.6 * below.length)) : 11, (size) => (size > 8.5 ? 11 : 10));
    } else {
      write(text, Math.min(22, Math.max(more ? 15 : 13, READABLE / (this.scale || 1))), (size) => size * 0.36);
    }
    this.over.append(group);
  }

  /** Shows a stone of a variation. @param {number} cell @param {string} stone @param {number} number */
  pvMove(cell, stone, number) {
    const { cells } = /** @type {BoardMessage} */ (this.board);
    this.over.append(this.use(`stone-${stone}`, { x: cells[cell].x, y: cells[cell].y, opacity: 0.82 }));
    this.label(cell, String(number), `pv-move on-${stone}`);
  }

  /** Moves the focus to a cell. @param {number} index @param {boolean} really */
  setFocus(index, really) {
    this.cells[this.focus]?.group.setAttribute("tabindex", "-1");
    this.focus = index;
    const { group } = this.cells[index];
    group.setAttribute("tabindex", "0");
    if (really) group.focus({ preventScroll: true });
  }

  /** Handles a key on a cell. @param {KeyboardEvent} event @param {number} index */
  key(event, index) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      const next = this.neighbour(index, step[0], step[1]);
      if (next !== null) this.setFocus(next, true);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.setFocus(event.key === "Home" ? 0 : this.cells.length - 1, true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.hooks.play?.(index);
    }
  }

  /** Returns the nearest cell in a direction. @param {number} from @param {number} dx @param {number} dy */
  neighbour(from, dx, dy) {
    const { cells } = /** @type {BoardMessage} */ (this.board);
    let best = null,
      least = Infinity;
    cells.forEach((cell, index) => {
      const x = cell.x - cells[from].x,
        y = cell.y - cells[from].y;
      const along = x * dx + y * dy,
        aside = Math.abs(x * dy) + Math.abs(y * dx);
      // A cell straight ahead is better than a nearer one to the side.
      const cost = along + 2 * aside;
      if (along > 1 && aside <= 1.8 * along && cost < least) {
        best = index;
        least = cost;
      }
    });
    return best;
  }
}

/** Draws a single stone, for a palette or a list. @param {string} markup the board's symbols @param {string} stone */
export function stoneIcon(markup, stone) {
  const id = `b${boards++}`;
  const all = own(markup, id);
  const symbol = all.querySelector(`#${id}-stone-${stone}`);
  const svg = svgElement("svg", { viewBox: "-21 -21 42 42", class: "stone-icon", "aria-hidden": "true" });
  if (symbol)
    svg.append(
      ...all.querySelectorAll("radialGradient"),
      ...[...symbol.childNodes].map((/** @type {Node} */ node) => node.cloneNode(true)),
    );
  return svg;
}

/** Makes a board that only shows positions. @param {string} label */
export function diagram(label) {
  const place = element("div", { class: "diagram", role: "img", "aria-label": label });
  return { place, board: new Board(place, { label, still: true }) };
}
