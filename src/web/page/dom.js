// Small helpers for the page's elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The first element that a selector finds.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {any}
 */
export const find = (selector, within = document) => within.querySelector(selector);

/**
 * A new element. `settings` are attributes; those that are false or undefined are left out, and functions are
 * listeners.
 * @param {string} name
 * @param {Object<string, any>} [settings]
 * @param {...(Node|string)} children
 * @returns {any}
 */
export function make(name, settings = {}, ...children) {
  return fill(document.createElement(name), settings, children);
}

/** As {@link make}, for SVG. @returns {any} */
export function draw(/** @type {string} */ name, /** @type {Object<string, any>} */ settings = {}, /** @type {(Node|string)[]} */ ...children) {
  return fill(document.createElementNS(SVG, name), settings, children);
}

/** @param {any} element @param {Object<string, any>} settings @param {(Node|string)[]} children */
function fill(element, settings, children) {
  for (const [key, value] of Object.entries(settings)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** The signs of the buttons that step through a game, drawn: not every machine has a letter for them. @type {Object<string, string>} */
const STEPS = {
  first: "M3 2h2v12H3zM14 2v12L6 8z",
  back: "M12 2v12L4 8z",
  forth: "M4 2v12l8-6z",
  last: "M11 2h2v12h-2zM2 2v12l8-6z",
};

/** @param {string} step @returns {any} */
export const sign = (step) => draw("svg", { viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true" }, draw("path", { d: STEPS[step] }));

/** Sets an element's text if it is another. @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute if it is another. @param {Element} element @param {string} name @param {string} value */
export function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Markup of the server's own pictures as elements. @param {string} markup @returns {any} */
export function parts(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const group = draw("g");
  group.append(...[...parsed.childNodes].map((node) => document.importNode(node, true)));
  return group;
}

/** @param {number} rate */
export const percent = (rate) => `${Math.round(100 * rate)} %`;

/** @param {number} count */
export const short = (count) =>
  count < 10000 ? String(count) : count < 1e6 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;

/** Offers a file to keep. @param {string} name @param {Blob} blob */
export function keep(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
