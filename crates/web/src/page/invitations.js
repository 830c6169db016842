// Games of two people on two pages: invitations with QR codes, who is here, and offers.
import { WORKER } from "./connection.js";
import { element, find, findAs, setText, svgElement } from "./dom.js";

/** @typedef {import("./messages.js").GameView} State */
/** @typedef {import("./messages.js").PageRequest} Request */

/** The invitation of this page; empty for the host. */
export const INVITATION = (!WORKER && new URLSearchParams(location.search).get("invite")) || "";

/** Returns whether two people play on two pages. @param {State} state */
export const isTogether = (state) => state.seats.some((seat) => seat.player === "guest");

/**
 * Returns who plays a side of a shared game, for the eyes of this page; empty if the game is not shared.
 * @param {State} state @param {number} index
 */
export function playerWords(state, index) {
  const { shared } = state;
  if (!shared || !isTogether(state) || !["person", "guest"].includes(state.seats[index].player)) return "";
  if (shared.seat === "bw"[index]) return "You";
  const who = shared.seat ? (shared.host ? "Your guest" : "Your host") : "A person";
  return shared.present[index] ? who : `${who}, not here`;
}

/** Draws a QR code. @param {import("./messages.js").QrView} code */
const picture = ({ size, path }) =>
  svgElement(
    "svg",
    { class: "qr", viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": "QR code of this address" },
    svgElement("rect", { x: -4, y: -4, width: size + 8, height: size + 8, fill: "#fff" }),
    svgElement("path", { d: path, fill: "#000" }),
  );

export class Invitations {
  /** @param {(request: Request) => void} send @param {(text: string) => Promise<void>} copy */
  constructor(send, copy) {
    this.send = send;
    this.copy = copy;
    /** Whether a game with a guest was begun for which nobody was invited yet. */
    this.due = false;
    /** The side whose player the dialog waits for. @type {"b" | "w" | null} */
    this.awaited = null;
    this.dialog = findAs(HTMLDialogElement, "#invite");
    this.offer = find("#offer");
  }

  /** Asks for the invitations, which are shown when they come. */
  ask() {
    this.due = false;
    this.send({ do: "invite", origin: location.origin });
  }

  /** Shows the invitations. @param {import("./messages.js").InvitationsView} invitations @param {State | null} state */
  open({ links, elsewhere }, state) {
    const names = state?.seats.map((seat) => seat.name) ?? ["Black", "White"];
    this.awaited = links.find(({ seat }) => seat && !state?.shared?.present[seat === "b" ? 0 : 1])?.seat ?? null;
    const one = (/** @type {import("./messages.js").InvitationLink} */ { seat, address, code }) => {
      const field = element("input", {
        readonly: true,
        value: address,
        "aria-label": "Address",
        "data-invite": seat ?? "watch",
        focus: () => field.select(),
      });
      return element(
        "section",
        {},
        element("h3", {}, seat ? `To play ${names[seat === "b" ? 0 : 1]}` : "To watch"),
        element(
          "div",
          { class: "row" },
          field,
          element("button", { type: "button", click: () => this.copy(address) }, "Copy"),
        ),
        element("details", { open: seat !== null }, element("summary", {}, "QR code"), picture(code)),
      );
    };
    this.dialog.replaceChildren(
      element("h2", {}, "Invite"),
      element("p", {}, "Whoever opens an address takes part in this game, and in nothing else here."),
      elsewhere
        ? ""
        : element(
            "p",
            { class: "hint" },
            "Only this computer can open these addresses. To play with other machines of your network, start ",
            element("code", {}, "quintet web --host 0.0.0.0"),
            ".",
          ),
      ...links.map(one),
      element(
        "p",
        { class: "row" },
        element("button", { type: "button", class: "main", click: () => this.dialog.close() }, "Done"),
        element(
          "button",
          {
            type: "button",
            click: () => {
              this.send({ do: "end-invitations" });
              this.dialog.close();
            },
          },
          "End all invitations",
        ),
      ),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Shows who is here and what is offered. @param {State} state */
  show(state) {
    const { shared } = state;
    document.body.classList.toggle("together", Boolean(shared) && isTogether(state));
    document.body.classList.toggle("watching", Boolean(shared) && !shared?.host && !shared?.seat);
    if (this.due && shared?.host) this.ask();
    if (this.awaited && shared?.present[this.awaited === "b" ? 0 : 1]) {
      this.awaited = null;
      if (this.dialog.open) this.dialog.close();
    }
    const watching = shared?.watching
      ? `${shared.watching} ${shared.watching > 1 ? "pages watch" : "page watches"}`
      : "";
    setText(find("#watching"), watching);
    this.showOffer(state);
  }

  /** @param {State} state */
  showOffer({ shared, seats }) {
    const offer = shared?.offer ?? null;
    this.offer.hidden = !offer;
    const key = JSON.stringify([offer, shared?.seat]);
    if (!offer || this.offer.dataset.key === key) return;
    this.offer.dataset.key = key;
    const what = offer.what === "rematch" ? "another game" : "to take the last move back";
    const own = offer.seat === shared?.seat;
    const name = seats[offer.seat === "b" ? 0 : 1].name;
    const button = (/** @type {string} */ words, /** @type {boolean} */ accept) =>
      element(
        "button",
        {
          type: "button",
          class: accept ? "main" : "",
          "data-action": accept ? "accept" : "decline",
          click: () => this.send({ do: "answer", accept }),
        },
        words,
      );
    const answers = shared?.seat && !own ? [button("Accept", true), " ", button("Decline", false)] : [];
    this.offer.replaceChildren(
      element(
        "span",
        {},
        own
          ? `You have asked ${offer.what === "rematch" ? "for " : ""}${what}; there is no answer yet. `
          : `${name} asks ${offer.what === "rematch" ? "for " : ""}${what}. `,
      ),
      ...answers,
    );
  }
}
