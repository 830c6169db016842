// The WebAssembly module behind functions of texts. Its interface is described in crates/wasm/src/lib.rs.

// A module with one instruction of simd128.
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
  253, 15, 253, 98, 11])

// The results of `step`.
export const IDLE = 0
export const WORKING = 1
export const NEEDS_WEIGHTS = 2
export const ENDED = 3

// Returns the name of the module for this machine.
export function fileName() {
  return WebAssembly.validate(SIMD) ? 'quintet.wasm' : 'quintet-fallback.wasm'
}

export class Module {
  constructor(compiled) {
    this.failure = null
    const imports = {
      now: () => performance.timeOrigin + performance.now(),
      panicked: (at, length) => {
        this.failure = new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, length))
      },
    }
    this.exports = new WebAssembly.Instance(compiled, {quintet: imports}).exports
  }

  // Writes a text, or bytes, into the module's buffer and returns its length.
  put(text) {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    const at = this.exports.quintet_buffer(bytes.length)
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes)
    return bytes.length
  }

  get(length) {
    const at = this.exports.quintet_buffer(0)
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, length))
  }

  // Throws the error in the buffer, if there is one.
  check(length) {
    if (length > 0) throw new Error(this.get(length))
  }

  // Returns the names of the missing weights files of a game, or of the game that is played.
  missingWeights(game = '') {
    return this.get(this.exports.quintet_missing(this.put(game))).split(' ').filter(name => name)
  }

  supplyWeights(name, bytes) {
    const head = new TextEncoder().encode(name)
    const both = new Uint8Array(head.length + bytes.length)
    both.set(head)
    both.set(bytes, head.length)
    this.check(this.exports.quintet_supply(head.length, this.put(both)))
  }

  playWithoutWeights() {
    this.exports.quintet_play_without_weights()
  }

  start({game, seed, hash, slice}) {
    this.check(this.exports.quintet_start(this.put(game), BigInt.asIntN(64, seed), hash, slice))
  }

  feed(line) {
    this.exports.quintet_feed(this.put(line))
  }

  step() {
    return this.exports.quintet_step()
  }

  take() {
    return this.get(this.exports.quintet_take())
  }
}
