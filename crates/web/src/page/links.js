// Games in addresses: SGF, compressed, as letters, digits, hyphens and underscores.

/** The largest game that is read from an address, in bytes. */
const LARGEST = 1000000;

/** Returns a game for an address. @param {string} sgf @returns {Promise<string>} */
export async function pack(sgf) {
  const stream = new Blob([sgf]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the game of an address; fails if there is none. @param {string} text @returns {Promise<string>} */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > LARGEST) throw new RangeError("the game is too large");
    parts.push(value);
  }
}
