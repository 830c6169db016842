// The list of tests, and what several of them use.

export const tests = [];
export const test = (name, run, expected = null) => tests.push({ name, run, expected, alone: false });
/** A test that measures times: no other test runs at the same time. */
export const testAlone = (name, run) => tests.push({ name, run, expected: null, alone: true });
export const PERSONS = { "seat-b": "person", "seat-w": "person" };
/** Words that identify the process of an engine. */
export const MORTAL = `web-browser-test-${process.pid}`;
/** The time limits for a test and for all tests. */
export const TEST_TIME = 180_000, ALL_TIME = 12 * 60_000;
/** Small boards, so that games are short. */
export const SIZES = { alaric: 7, bracket: 5, cancer: 4, cascade: 4, stoical: 4 };
/** Returns choices with which the person begins. */
export const AGAINST = (game) => ({ "seat-b": game === "cascade" ? "quintet" : "person", "seat-w": game === "cascade" ? "person" : "quintet", visits: 20, size: SIZES[game] });

/** Picks a legal move according to the page: a kind of stone and a vertex, or an action. */
export const choose = (page, random) => page.evaluate((random) => {
  const legal = () => [...document.querySelectorAll('[data-legal="true"]')].map((cell) => cell.dataset.vertex);
  const picks = [...document.querySelectorAll("[data-kind]")];
  for (const pick of picks.length ? [...picks].sort(() => random - 0.5) : [null]) {
    pick?.click();
    const vertices = legal();
    if (vertices.length) return { kind: pick?.dataset.kind ?? null, vertex: vertices[Math.floor(random * vertices.length)] };
  }
  return { action: "pass" };
}, random);

let seed = 1;
export const random = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };
