// The parts of the form for a new game: the cards of the games, and everything behind "Customise".
import { element, parseSvg } from "./dom.js";

/** @typedef {import("./messages.js").Hello} Hello */
/** @typedef {import("./messages.js").GameChoice} Game */

/** Makes a place for the picture of a game, which is loaded. @param {Game} game */
function picture(game) {
  const place = element("span", { class: "picture" });
  fetch(game.picture)
    .then((answer) => answer.text())
    .then(
      (text) => place.replaceChildren(parseSvg(text).firstElementChild),
      () => {},
    );
  return place;
}

/** Makes the card of a game. @param {Game} game @param {boolean} checked @param {(id: string) => void} pick */
export function card(game, checked, pick) {
  return element("label", { class: "card", "data-game": game.id },
    element("input", { type: "radio", name: "card", value: game.id, checked, change: () => pick(game.id) }),
    picture(game),
    element("span", { class: "card-text" }, element("b", {}, game.title), element("span", {}, game.summary)));
}

/** Makes a field for a number. @param {string} name @param {Object<string, any>} more */
const number = (name, more) => element("input", { name, type: "number", inputmode: "decimal", ...more });

/**
 * Makes the fields behind "Customise", with a place for the preview.
 * @param {Hello} hello
 * @param {HTMLElement} place
 * @param {{game: () => void, players: () => void, look: () => void, unblock: () => void}} changed what follows a change
 *   of the game, of the players, or of the board, and how points are unblocked
 */
export function fields({ games, players, clocks, defaults }, place, changed) {
  const seat = (/** @type {string} */ seat, /** @type {string} */ title) => element("label", { id: `label-${seat}` },
    element("span", {}, title),
    element("select", { name: `seat-${seat}`, change: changed.players },
      ...players.map((player) => element("option", { value: player.name }, player.about))));
  const choices = games.map((game) =>
    element("option", { value: game.id, selected: game.id === defaults.game }, game.title),
  );
  const times = clocks.map((clock) => element("option", { value: clock.name }, clock.about));
  const size = { required: true, autocomplete: "off", inputmode: "text", value: defaults.size, input: changed.look };
  return element("div", {},
    element("div", { class: "fields" },
      element("label", {}, "Game", element("select", { name: "game", change: changed.game }, ...choices)),
      element("div", { id: "seats" }, seat("b", "Black"), seat("w", "White")),
      element("div", { id: "limits" },
        element("label", {}, "Visits a move", number("visits", { min: 1, step: 1, value: defaults.visits })),
        element("label", {}, "Seconds a move",
          number("seconds", { min: 0.1, max: 3600, step: "any", value: defaults.seconds }))),
      element("label", {}, "Clock of each player",
        element("select", { name: "clock" }, element("option", { value: "" }, "No clock"), ...times)),
      element("label", {}, element("span", { id: "size-text" }, "Size"), element("input", { name: "size", ...size })),
      element("div", { id: "sizes", class: "row", role: "group", "aria-label": "Usual sizes" }),
      element("div", { id: "rules" }),
      element("label", { id: "komi" }, "Komi: points that White is given",
        number("komi", { step: "any", value: defaults.komi })),
      element("label", { id: "handicap" }, "Handicap stones",
        number("handicap", { min: 0, max: 9, step: 1, value: 0, input: changed.look }))),
    element("figure", { class: "preview" },
      element("figcaption", {}, element("b", {}, "Preview. "), element("span", { id: "block" },
        "Click points to block them. ", element("button", { type: "button", click: changed.unblock }, "Unblock all"))),
      place));
}
