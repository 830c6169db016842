// Copies of games in this browser.
import { kept } from "./kept.js";

/** @typedef {import("./messages.js").Backup} Backup */
/** @typedef {import("./messages.js").Hello} Hello */
/** @typedef {Backup & {session: string, run: string}} Copy */

const COPIES = "quintet-games";
/** The number of games that are kept. */
const MOST = 5;

export class Backups {
  constructor() {
    this.session = "";
    this.run = "";
    /** The game that the page shows. @type {Copy | null} */
    this.current = null;
    /** The copy being opened, which stays until that is done. @type {Copy | null} */
    this.opening = null;
  }

  /** Returns the copies, the latest one first. @returns {Copy[]} */
  all() {
    try { return JSON.parse(kept.get(COPIES) ?? "[]"); } catch { return []; }
  }

  /** @param {Copy[]} copies */
  write(copies) {
    // Without room only the latest game is kept, and without storage none.
    if (!kept.set(COPIES, JSON.stringify(copies.slice(0, MOST)))) kept.set(COPIES, JSON.stringify(copies.slice(0, 1)));
  }

  /** Keeps the game that the page shows. @param {Backup} backup */
  keep(backup) {
    const { sgf, seats, text } = backup;
    this.current = { session: this.session, run: this.run, sgf, seats, text };
    const replaced = [this.session, this.opening?.session];
    this.opening = null;
    this.write([this.current, ...this.all().filter((copy) => !replaced.includes(copy.session))]);
  }

  /** Removes a copy. @param {Copy} copy */
  remove({ session }) {
    this.write(this.all().filter((copy) => copy.session !== session));
  }

  /**
   * Notes the session of the page. Returns the game of its last session, if that is gone, and those of earlier runs.
   * @param {Hello} hello @param {string | null} last the last session of this tab
   * @returns {{own: Copy | null, others: Copy[]}}
   */
  hello(hello, last) {
    this.session = hello.session;
    this.run = hello.run;
    if (hello.resumed) return { own: null, others: [] };
    this.current = null;
    const copies = this.all();
    const own = copies.find((copy) => copy.session === last) ?? null;
    return { own, others: last ? [] : copies.filter((copy) => copy.run !== hello.run) };
  }
}
