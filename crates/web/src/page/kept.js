// What this browser keeps: for good, or as long as its tab is open. Without storage it keeps nothing.

/** @param {() => Storage} storage a function, since asking for a storage may already be refused */
const keeper = (storage) => ({
  /** Returns the text under a key. @param {string} key @returns {string | null} */
  get(key) {
    try { return storage().getItem(key); } catch { return null; }
  },
  /**
   * Keeps a text under a key, or nothing; returns whether there was room.
   * @param {string} key
   * @param {string | null} text
   */
  set(key, text) {
    try {
      if (text === null) storage().removeItem(key);
      else storage().setItem(key, text);
      return true;
    } catch { return false; }
  },
});

/** What is kept for good. */
export const kept = keeper(() => localStorage);
/** What is kept as long as the tab is open. */
export const keptByTab = keeper(() => sessionStorage);

/** Returns the words under a key. @param {string} key @returns {Set<string>} */
export const words = (key) => new Set((kept.get(key) ?? "").split(" ").filter(Boolean));

/** Keeps words under a key. @param {string} key @param {Iterable<string>} chosen */
export const keepWords = (key, chosen) => kept.set(key, [...chosen].join(" "));

/**
 * Has a box keep whether it is checked.
 * @param {HTMLInputElement} box
 * @param {string} key
 * @param {() => void} [changed]
 */
export function keepChoice(box, key, changed = () => {}) {
  const known = kept.get(key);
  if (known) box.checked = known === "on";
  box.addEventListener("change", () => {
    kept.set(key, box.checked ? "on" : "off");
    changed();
  });
}
