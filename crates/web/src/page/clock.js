// The clocks of both players. The server decides when time is up; between its messages the page counts down.
import { find, element, setText, setAttribute } from "./dom.js";
import { sound } from "./sounds.js";

/** @typedef {import("./messages.js").GameView} State */

/** Below this many seconds tenths are shown, and the clock is coloured. */
const LOW = 10;

/** The seconds left at which screen readers announce the time. */
const ANNOUNCED = [60, 30, LOW];

/** Formats a time: `1:05:00`, `5:00`, `0:42`, `9.4`. @param {number} seconds */
export function clockText(seconds) {
  if (seconds < LOW) return (Math.floor(Math.max(0, seconds) * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  const rest = two(whole % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

export class Clocks {
  constructor() {
    /** The elements of Black's and White's clocks; the bars of the players show them. */
    this.elements = [0, 1].map(() =>
      element("span", { class: "clock", role: "timer", hidden: true }, element("span"), element("small")),
    );
    /** @type {State | null} */
    this.state = null;
    /** When the state came. */
    this.received = 0;
    /** The seconds that were shown last for the side whose time runs. */
    this.before = Infinity;
    /** @type {any} the timer of a clock that runs */
    this.timer = null;
  }

  /** @param {State} state */
  show(state) {
    const turned = this.state?.clock?.running !== state.clock?.running || this.state?.node !== state.node;
    this.state = state;
    this.received = performance.now();
    if (turned) this.before = Infinity;
    clearInterval(this.timer);
    this.timer = state.clock?.running ? setInterval(() => this.draw(), 100) : null;
    for (const [index, element] of this.elements.entries()) {
      element.hidden = !state.clock;
      if (!state.clock) continue;
      setAttribute(element, "title", state.clock.about);
      setAttribute(element, "aria-label", `Clock of ${state.seats[index].name}`);
      setAttribute(element, "data-running", String("bw"[index] === state.clock.running));
    }
    this.draw();
  }

  draw() {
    const clock = this.state?.clock;
    if (!clock) return;
    const since = (performance.now() - this.received) / 1000;
    clock.left.forEach(({ seconds, periods }, index) => {
      const runs = "bw"[index] === clock.running;
      const left = runs ? Math.max(0, seconds - since) : seconds;
      const [text, count] = this.elements[index].children;
      setText(text, clockText(left));
      setText(count, periods ? `(${periods})` : "");
      this.elements[index].classList.toggle("low", left < LOW);
      if (runs) this.warn(index, left);
    });
  }

  /** Announces that little time is left. @param {number} index @param {number} left */
  warn(index, left) {
    const passed = ANNOUNCED.find((limit) => left <= limit && this.before > limit && this.before < Infinity);
    this.before = left;
    const seat = this.state?.seats[index];
    if (!passed || seat?.player !== "person") return;
    setText(find("#announce"), `${seat.name}: ${passed} seconds left`);
    if (passed === LOW) sound("low");
  }
}
