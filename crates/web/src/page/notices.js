// Notices above the page: they stay until they are closed.
import { element, find } from "./dom.js";

/**
 * Shows a notice.
 * @param {string} text
 * @param {[string, () => void][]} [actions] buttons; each closes the notice
 * @param {() => void} [closed] called when it is closed by hand
 */
export function notice(text, actions = [], closed = () => {}) {
  const box = element("div", { class: "notice", role: "alert" }, element("p", {}, text));
  const button = (/** @type {string} */ words, /** @type {() => void} */ act) =>
    element(
      "button",
      {
        type: "button",
        click: () => {
          box.remove();
          act();
        },
      },
      words,
    );
  box.append(...actions.map(([words, act]) => button(words, act)));
  const close = button("×", closed);
  close.classList.add("icon-only");
  close.setAttribute("aria-label", "Close");
  box.append(close);
  find("#notices").append(box);
}

/**
 * Shows what is wrong with the connection; an empty text hides it.
 * @param {string} text
 * @param {[string, () => void][]} [actions]
 */
export function disconnected(text, actions = []) {
  const line = find("#disconnected");
  line.hidden = !text;
  if (line.firstChild?.textContent === text) return;
  line.replaceChildren(
    element("span", {}, text),
    ...actions.map(([words, act]) => element("button", { type: "button", click: act }, words)),
  );
}
