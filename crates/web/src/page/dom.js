// Helpers for elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns the first element that matches a selector. There must be one, and it must be of this type.
 * @template {Element} T
 * @param {new () => T} type
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {T}
 */
export function findAs(type, selector, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`${selector} is no ${type.name}`);
  return found;
}

/** Returns the element that matches a selector. @param {string} selector @param {ParentNode} [within] */
export const find = (selector, within) => findAs(HTMLElement, selector, within);

/** Returns the input that matches a selector. @param {string} selector @param {ParentNode} [within] */
export const findInput = (selector, within) => findAs(HTMLInputElement, selector, within);

/** Returns the button of an action. @param {string} action @param {ParentNode} [within] */
export const findButton = (action, within) => findAs(HTMLButtonElement, `[data-action="${action}"]`, within);

/** Returns the children of an element of the page. @param {Element} element */
export const childrenOf = (element) => /** @type {HTMLElement[]} */ ([...element.children]);

/**
 * Makes an element. `settings` are attributes (`false` and `undefined` are omitted) and event listeners (functions).
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Object<string, any>} [settings]
 * @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, settings = {}, ...children) {
  return fill(document.createElement(name), settings, children);
}

/** Makes an SVG element like {@link make}. @returns {any} */
export function svgElement(
  /** @type {string} */ name,
  /** @type {Object<string, any>} */ settings = {},
  /** @type {(Node|string)[]} */ ...children
) {
  return fill(document.createElementNS(SVG, name), settings, children);
}

/**
 * @template {Element} T
 * @param {T} element
 * @param {Object<string, any>} settings
 * @param {(Node|string)[]} children
 * @returns {T}
 */
function fill(element, settings, children) {
  for (const [key, value] of Object.entries(settings)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** The icons of the step buttons, as paths: not every font has them. @type {Object<string, string>} */
const STEPS = {
  first: "M3 2h2v12H3zM14 2v12L6 8z",
  back: "M12 2v12L4 8z",
  forward: "M4 2v12l8-6z",
  last: "M11 2h2v12h-2zM2 2v12l8-6z",
  undo: "M6.5 2v3H10a4.5 4.5 0 0 1 0 9H5v-2h5a2.5 2.5 0 0 0 0-5H6.5v3L1.5 6z",
  redo: "M9.5 2v3H6a4.5 4.5 0 0 0 0 9h5v-2H6a2.5 2.5 0 0 1 0-5h3.5v3l5-4z",
  analyse: "M1 13h14v2H1zM2 8h2.5v4H2zM6.5 2H9v10H6.5zM11 5h2.5v7H11z",
  panel: "M2 2h3v3H2zM7 2.5h7v2H7zM2 6.500h3v3H2zM7 7h7v2H7zM2 11h3v3H2zM7 11.500h7v2H7z",
  more: "M2 3h12v2H2zM2 7h12v2H2zM2 11h12v2H2z",
};

/** Draws such an icon. @param {string} step @returns {any} */
export const icon = (step) =>
  svgElement(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
    svgElement("path", { d: STEPS[step] }),
  );

/**
 * Asks a question, and returns whether the answer is yes.
 * @param {string} text @param {string} yes @param {string} no @returns {Promise<boolean>}
 */
export function confirmChoice(text, yes, no) {
  const dialog = findAs(HTMLDialogElement, "#confirm");
  setText(find("#confirm-text"), text);
  const button = (/** @type {string} */ action, /** @type {string} */ words) => {
    const element = find(`[data-action="${action}"]`, dialog);
    setText(element, words);
    element.onclick = () => dialog.close(action);
  };
  button("yes", yes);
  button("no", no);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) =>
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }),
  );
}

/** Sets the text of an element if it differs. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute if it differs. @param {Element} element @param {string} name @param {string} value */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Parses the markup of pictures from the server. @param {string} markup @returns {any} */
export function parseSvg(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const group = svgElement("g");
  group.append(...[...parsed.childNodes].map((node) => document.importNode(node, true)));
  return group;
}

/** Formats a rate. @param {number} rate */
export const percent = (rate) => `${Math.round(100 * rate)} %`;

/** Formats a large number in a few characters. @param {number} count */
export const shortNumber = (count) =>
  count < 10000 ? String(count) : count < 1e6 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;

/** Offers a file for download. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
