// Sets of words that this browser keeps; without storage they are empty.

/** Returns the words under a key. @param {string} key @returns {Set<string>} */
export function words(key) {
  try { return new Set((localStorage.getItem(key) ?? "").split(" ").filter(Boolean)); } catch { return new Set(); }
}

/** Keeps words under a key. @param {string} key @param {Iterable<string>} kept */
export function keepWords(key, kept) {
  try { localStorage.setItem(key, [...kept].join(" ")); } catch { /* no storage */ }
}
