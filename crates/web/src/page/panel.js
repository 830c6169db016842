// The panel beside the board: its tabs, and the menu.
import { find, findAs, setAttribute } from "./dom.js";

export class Panel {
  /** @param {(name: string) => void} onShow called with the name of the tab that is shown */
  constructor(onShow) {
    this.onShow = onShow;
    this.tabs = /** @type {HTMLElement[]} */ ([...find("#panel [role=tablist]").children]);
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.show(tab.id.slice(4)));
      tab.addEventListener("keydown", (event) => this.step(tab, event));
    }
    const menu = findAs(HTMLDetailsElement, "#menu"), panel = find("#panel"), button = find('[data-action="panel"]');
    addEventListener("click", (event) => {
      const { target } = event;
      if (!(target instanceof Element) || (target.isConnected && !panel.contains(target) && !button.contains(target)))
        this.open(false);
      const inside = event.target instanceof Element && menu.contains(event.target);
      if (!inside || (event.target instanceof Element && event.target.closest("#menu button"))) menu.open = false;
    });
    panel.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && panel.classList.contains("open")) { this.open(false); button.focus(); }
    });
    menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && menu.open) { menu.open = false; find("summary", menu).focus(); }
    });
  }

  /** Goes to a neighbouring tab with the arrow keys. @param {HTMLElement} tab @param {KeyboardEvent} event */
  step(tab, event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const shown = this.tabs.filter((known) => !known.hidden);
    const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length];
    this.show(next.id.slice(4));
    next.focus();
  }

  /** Opens or closes the tabs where they are a sheet. @param {boolean} [on] by default the opposite of now */
  open(on = !find("#panel").classList.contains("open")) {
    find("#panel").classList.toggle("open", on);
    setAttribute(find('[data-action="panel"]'), "aria-expanded", String(on));
  }

  /** Shows a tab. @param {string} name */
  show(name) {
    for (const tab of this.tabs) {
      const on = tab.id === `tab-${name}`;
      setAttribute(tab, "aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      find(`#panel-${tab.id.slice(4)}`).hidden = !on;
    }
    this.onShow(name);
  }

  /** Returns whether a tab is shown. @param {string} name */
  isShown(name) {
    return find(`#tab-${name}`).getAttribute("aria-selected") === "true";
  }
}
