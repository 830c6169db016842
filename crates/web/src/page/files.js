// Records and pictures: opening, dropping, pasting, downloading, copying, sharing.
import { download, element, find } from "./dom.js";
import { pack } from "./links.js";

/** @typedef {import("./messages.js").PageRequest} Request */

/** The largest record that is read, in bytes. */
const LARGEST = 1000000;

/** The beginning of a record, which may follow other text and have line breaks. */
const RECORD = /\(\s*(;|[A-Z]{2}\[)/;

export class Files {
  /**
   * @param {{
   *   send: (request: Request) => void, load: (sgf: string | ArrayBuffer) => void,
   *   refused: (text: string) => void, note: (text: string) => void,
   *   about: () => {title?: string, text?: string},
   * }} page
   */
  constructor(page) {
    this.page = page;
    /** @type {((text: string, name: string) => void) | null} the function that uses the next file */
    this.wants = null;
    find('[data-action="share"]').hidden = !navigator.share;
    find('[name="sgf"]').addEventListener("change", (/** @type {any} */ event) => {
      this.open(event.target.files[0]);
      event.target.value = "";
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) this.open(file);
      else if (event.dataTransfer?.getData("text")) page.load(event.dataTransfer.getData("text"));
    });
    addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text") ?? "";
      const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea");
      if (!typing && RECORD.test(text)) page.load(text);
    });
  }

  /** Opens a file; the program decodes its bytes. @param {File | undefined} file */
  async open(file) {
    if (!file) return;
    if (file.size > LARGEST) this.page.refused("The file is too large: at most 1 MB is read.");
    else this.page.load(await file.arrayBuffer());
  }

  /** Does an action with a file, if it is one. @param {string} action */
  act(action) {
    switch (action) {
      case "download-sgf":
        this.ask({ do: "save" }, (text, name) => download(name, new Blob([text], { type: "application/x-go-sgf" })));
        break;
      case "copy-sgf":
        this.ask({ do: "save" }, (text) => this.copy(text, "The game was copied to the clipboard as SGF."));
        break;
      case "copy-link":
        this.copy(location.href, "The address of this position was copied to the clipboard.");
        break;
      case "copy-game-link":
        this.ask({ do: "save" }, async (text) =>
          this.copy(
            `${location.origin}${location.pathname}#game=${await pack(text)}`,
            "The address of the whole game was copied to the clipboard.",
          ),
        );
        break;
      case "animation":
        this.ask({ do: "animation" }, (text, name) => download(name, new Blob([text], { type: "image/svg+xml" })));
        break;
      case "replay-page":
        this.ask({ do: "replay-page" }, (text, name) => download(name, new Blob([text], { type: "text/html" })));
        break;
      case "share":
        this.ask({ do: "picture" }, (text, name) => this.share(text, name));
        break;
      case "picture-svg":
        this.ask({ do: "picture" }, (text, name) => download(name, new Blob([text], { type: "image/svg+xml" })));
        break;
      case "picture-png":
        this.ask({ do: "picture" }, async (text, name) =>
          download(name.replace(/svg$/, "png"), await this.paint(text)),
        );
        break;
    }
  }

  /** @param {Request} request @param {(text: string, name: string) => void} then */
  ask(request, then) {
    this.wants = then;
    this.page.send(request);
  }

  /** Uses a file that was asked for. @param {{name: string, text: string}} file */
  receive(file) {
    const { wants } = this;
    this.wants = null;
    wants?.(file.text, file.name);
  }

  /** @param {string} text @param {string} done */
  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = element("textarea", {}, text);
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    this.page.note(done);
  }

  /** Makes a PNG of a picture, at twice its size. @param {string} svg @returns {Promise<Blob>} */
  paint(svg) {
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const image = new Image();
    return new Promise((done, fail) => {
      image.addEventListener("load", () => {
        const canvas = element("canvas", { width: 2 * image.width, height: 2 * image.height });
        canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
        URL.revokeObjectURL(url);
        canvas.toBlob((picture) => (picture ? done(picture) : fail(new Error("no picture"))));
      });
      image.src = url;
    });
  }

  /**
   * Passes a picture of the position, with its address, to another program of the device.
   * @param {string} svg
   * @param {string} name
   */
  async share(svg, name) {
    const picture = new File([await this.paint(svg)], name.replace(/svg$/, "png"), { type: "image/png" });
    const offer = { files: [picture], ...this.page.about() };
    if (!navigator.canShare?.(offer)) download(picture.name, picture);
    else await navigator.share(offer).catch(() => {});
  }
}
