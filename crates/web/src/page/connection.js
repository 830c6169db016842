// The connection to a session: that of a server, by a socket, or of a worker of this page. Both carry the same
// messages.

/** The address of the worker that holds the session; empty if a server does. */
export const WORKER = document.querySelector('[name="worker"]')?.getAttribute("content") ?? "";

/**
 * Opens a socket. `receive` gets its messages, `end` is called when it is closed.
 * @param {string} query
 * @param {(text: string) => void} receive
 * @param {(why: string) => void} end
 * @returns {Carrier}
 */
function openSocket(query, receive, end) {
  const socket = new WebSocket(`ws://${location.host}/socket${query}`);
  socket.addEventListener("message", (event) => receive(event.data));
  socket.addEventListener("close", () => end(""));
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    isClosed: () => socket.readyState === WebSocket.CLOSED,
    send: (message) => socket.send(message),
  };
}

/**
 * Starts a worker. `receive` gets its messages, `end` is called with the reason when it fails.
 * @param {string} address
 * @param {(text: string) => void} receive
 * @param {(why: string) => void} end
 * @returns {Carrier}
 */
function openWorker(address, receive, end) {
  const worker = new Worker(address);
  let isClosed = false;
  /** @param {string} why */
  const fail = (why) => {
    if (isClosed) return;
    isClosed = true;
    worker.terminate();
    end(why);
  };
  worker.addEventListener("message", ({ data }) => (typeof data === "string" ? receive(data) : fail(data.failed)));
  worker.addEventListener("error", (event) => fail(event.message || "its script cannot be loaded"));
  return { isOpen: () => !isClosed, isClosed: () => isClosed, send: (message) => worker.postMessage(message) };
}

/** @typedef {{isOpen: () => boolean, isClosed: () => boolean, send: Send}} Carrier */
/** @typedef {(message: string | ArrayBuffer) => void} Send */

export class Connection {
  /**
   * @param {(update: import("./messages.js").Update) => void} receive gets the messages of the session
   * @param {(why: string) => void} lost is called when the connection is lost
   */
  constructor(receive, lost) {
    this.receive = receive;
    this.lost = lost;
    /** @type {Carrier | null} */
    this.carrier = null;
  }

  /** Returns whether messages can be sent. */
  get isOpen() {
    return this.carrier?.isOpen() ?? false;
  }

  /** Returns whether the connection was lost. */
  get isClosed() {
    return this.carrier?.isClosed() ?? false;
  }

  /** Connects; `query` says to which session of a server. @param {string} query */
  open(query) {
    /** @param {string} text */
    const receive = (text) => this.receive(JSON.parse(text));
    this.carrier = WORKER ? openWorker(WORKER, receive, this.lost) : openSocket(query, receive, this.lost);
  }

  /**
   * Sends a request, or the bytes of an SGF file to open.
   * @param {import("./messages.js").PageRequest | ArrayBuffer} request
   */
  send(request) {
    this.carrier?.send(request instanceof ArrayBuffer ? request : JSON.stringify(request));
  }
}
