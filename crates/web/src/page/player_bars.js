// The bars of both players: name, captures, clock, and what an engine reports.
import { stoneIcon } from "./board.js";
import { Clocks } from "./clock.js";
import { playerWords } from "./invitations.js";
import { element, find, percent, setAttribute, setText, shortNumber } from "./dom.js";

/** @typedef {import("./messages.js").GameView} State */

/** Makes the parts of a player's bar. @param {HTMLElement} root */
function playerBar(root) {
  const part = (/** @type {string} */ kind) => element("span", { class: kind });
  const parts = {
    root,
    key: "",
    stone: part("stone"),
    name: element("b"),
    player: part("player"),
    captures: part("captures"),
    clock: part("time"),
  };
  root.append(parts.stone, parts.name, parts.player, parts.captures, parts.clock);
  return parts;
}

export class PlayerBars {
  constructor() {
    this.clocks = new Clocks();
    this.bars = ["#player-top", "#player-bottom"].map((id) => playerBar(find(id)));
    this.thinking = element(
      "p",
      { id: "thinking", hidden: true },
      element("span", { class: "spin", "aria-hidden": "true" }),
      element("span"),
      element("button", { type: "button", "data-action": "stop" }, "Stop"),
    );
    this.bars[0].root.append(this.thinking);
    /** The node at which the engine that is shown thinks. */
    this.thinker = -1;
  }

  /**
   * Shows the players: the person's side is below the board.
   * @param {State} state
   * @param {import("./messages.js").Hello | null} greeting
   * @param {string} symbols the markup of the board's stones
   */
  show(state, greeting, symbols) {
    const persons = state.seats.map((seat) => seat.player === "person");
    const side = state.shared?.seat;
    const near = side ? "bw".indexOf(side) : persons[1] && !persons[0] ? 1 : 0;
    this.bars.forEach((bar, place) => {
      const index = place ? near : 1 - near;
      const seat = state.seats[index];
      const turn = !state.over && "bw"[index] === state.toMove;
      setAttribute(bar.root, "data-turn", String(turn));
      setAttribute(bar.root, "data-end", !state.winner ? "" : state.winner === "bw"[index] ? "won" : "lost");
      const key = `${state.game} ${seat.stone}`;
      if (bar.key !== key && symbols) {
        bar.key = key;
        bar.stone.replaceChildren(stoneIcon(symbols, seat.stone));
      }
      setText(bar.name, seat.name);
      const you = seat.player === "person" && !(persons[0] && persons[1]);
      const known = greeting?.players.find((known) => known.name === seat.player);
      // A record names its players; a person who plays against an engine is you.
      const named = seat.player === "person" && !you ? seat.knownAs : "";
      const text =
        playerWords(state, index) ||
        (you ? "You" : named || (known?.about ?? seat.player)).replace(/ of \d+$|, by .*$/, "");
      if (bar.player.textContent !== text) {
        // Where there is little room, the level says enough.
        const [, engine, level] = /^(.*, )(level \d+)$/.exec(text) ?? [];
        bar.player.replaceChildren(...(level ? [element("span", { class: "engine-name" }, engine), level] : [text]));
      }
      bar.root.classList.toggle("timed", Boolean(state.clock));
      if (bar.clock.firstChild !== this.clocks.elements[index]) bar.clock.replaceChildren(this.clocks.elements[index]);
      const captured = state.captured[index] ? `captured ${state.captured[index]}` : "";
      setText(bar.captures, state.winner === "bw"[index] ? state.won : captured);
      if (turn && this.thinking.parentElement !== bar.root) bar.root.insertBefore(this.thinking, bar.captures);
    });
    this.clocks.show(state);
    const engine = this.engineThinks(state);
    this.thinking.hidden = !engine;
    if (engine && this.thinker !== state.node) {
      this.thinker = state.node;
      setText(this.thinking.children[1], "thinks …");
    }
  }

  /** Returns whether an engine thinks about its move. @param {State} state */
  engineThinks(state) {
    const toMove = state.seats[state.toMove === "b" ? 0 : 1];
    // While another position than the latest one is shown, engines wait.
    return (
      !state.over && !state.yours && !state.waiting && !["person", "guest"].includes(toMove.player) && !state.aside
    );
  }

  /** Shows what an engine reports about its move. @param {import("./messages.js").ThoughtView} thinking */
  report(thinking) {
    const parts = [
      `${thinking.seconds.toFixed(1)} s`,
      thinking.visits && `${shortNumber(thinking.visits)} visits`,
      thinking.rate !== null && percent(thinking.rate),
    ];
    setText(this.thinking.children[1], parts.filter(Boolean).join(" · "));
    this.thinking.title = "Time, visits, and how likely the engine thinks it is to win";
  }
}
