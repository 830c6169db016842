// An engine in a worker: lines of GTP in, answers out.

export {Controller} from './controller.js'

const isNode = typeof process === 'object' && Boolean(process.versions?.node)

// Commands that change nothing that a new worker would have to know, and searches.
const QUERIES = /^(list_|known_|is_|all_legal|show|final_|last_move|top_moves|heatmap|quintet-(show|solve|svg|why|side)|name$|version$|protocol_version$|help$|cputime$|stop$|printsgf|reg_genmove|.*analyze$|kata-(search|benchmark|get|list|raw))/
const GENMOVE = /^(kgs-genmove_cleanup|(\w+-)?genmove(_analyze)?|genmove_black|genmove_white)$/

/** The error of a command: what GTP answers after `?`. */
export class GtpError extends Error {
  constructor(message) {
    super(message)
    this.name = 'GtpError'
  }
}

async function spawn(url) {
  if (!isNode) return new Worker(url, {type: 'module'})
  const {Worker: NodeWorker} = await import('node:worker_threads')
  const worker = new NodeWorker(url)
  return {
    postMessage: message => worker.postMessage(message),
    terminate: () => worker.terminate(),
    set onmessage(receive) { worker.on('message', data => receive({data})) },
    set onerror(receive) { worker.on('error', receive) },
  }
}

export class Engine {
  #options
  #worker
  #text = ''
  #waiting = []
  // The lines that lead to the present game, for a new worker.
  #history = []
  #onWarning
  #isClosed = false

  constructor(options) {
    const {worker = new URL('./worker.js', import.meta.url), base, onWarning = message => console.warn(message)} = options
    const {game = 'stoical', hash = 32, slice = 10} = options
    this.#options = {worker, start: {type: 'start', game, hash, slice, base: base && String(base)}}
    this.#onWarning = onWarning
  }

  /** Starts an engine. */
  static async create({seed, visits, level, ...options} = {}) {
    const engine = new Engine(options)
    await engine.#start()
    for (const [name, value] of Object.entries({seed, visits, level})) {
      if (value !== undefined) await engine.gtp(`param ${name} ${value}`)
    }
    return engine
  }

  async #start() {
    const worker = await spawn(this.#options.worker)
    await new Promise((resolve, reject) => {
      const fail = message => {
        reject(new Error(message))
        this.#failed(worker, message)
      }
      worker.onerror = error => fail(error.message ?? 'the worker cannot be started')
      worker.onmessage = ({data}) => {
        if (data.type === 'started') resolve()
        else if (data.type === 'output') this.#receive(data.text)
        else if (data.type === 'warning') this.#onWarning(data.message)
        else if (data.type === 'failed') fail(data.message)
        else if (data.type === 'ended') this.#end('the engine has quit')
      }
      this.#worker = worker
      worker.postMessage(this.#options.start)
    })
  }

  // Gives the lines of the answers to those who wait for them.
  #receive(text) {
    this.#text += text
    for (let end; (end = this.#text.indexOf('\n')) >= 0;) {
      const line = this.#text.slice(0, end)
      this.#text = this.#text.slice(end + 1)
      const command = this.#waiting[0]
      if (!command || (command.lines.length === 0 && line === '')) continue
      if (line === '') {
        this.#waiting.shift()
        this.#finish(command)
      } else {
        command.lines.push(line)
        command.onLine?.(line)
      }
    }
  }

  #finish({line, lines, resolve, reject}) {
    const [head, id] = lines[0].match(/^[=?](\d*) ?/)
    const content = [lines[0].slice(head.length), ...lines.slice(1)].join('\n').trimEnd()
    if (lines[0].startsWith('?')) return reject(Object.assign(new GtpError(content), {id}))
    this.#remember(line, content)
    resolve(content)
  }

  #remember(line, content) {
    const words = line.replace(/^\s*\d+\s+/, '').trim().split(/\s+/)
    const [name, seat] = words
    const isGenmove = GENMOVE.test(name)
    if (isGenmove) {
      const move = content.split('\n').pop().replace(/^play /, '')
      const side = name.endsWith('_black') ? 'b' : name.endsWith('_white') ? 'w' : seat
      if (!/^(resign|cancelled)$/i.test(move)) this.#history.push(`play ${side} ${move}`)
    } else if (!QUERIES.test(name)) {
      if (name === 'clear_board') this.#history = this.#history.filter(known => !/^(play|gg-undo|undo)\b/.test(known))
      this.#history.push(words.join(' '))
    }
  }

  // Goes on with a new worker after the old one has failed; the game stays.
  #failed(worker, message) {
    if (worker !== this.#worker) return
    worker.terminate()
    this.#worker = null
    this.#end(`the engine has failed: ${message}`)
  }

  #end(message) {
    this.#text = ''
    for (const {reject} of this.#waiting.splice(0)) reject(new Error(message))
  }

  async #restart() {
    await this.#start()
    for (const line of this.#history.splice(0)) await this.#send(line).catch(() => {})
  }

  #send(line, onLine) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({line, onLine, lines: [], resolve, reject})
      this.#worker.postMessage({type: 'line', text: line})
    })
  }

  /**
   * Sends a line and returns the content of its answer. `onLine` gets each line of the answer as it comes, with the
   * `=` or `?` of the first.
   */
  async gtp(line, onLine) {
    if (/[\r\n]/.test(line)) throw new GtpError('a line ends where it breaks')
    if (line.replace(/#.*/, '').trim() === '') return ''
    if (this.#isClosed) throw new Error('the engine is closed')
    if (!this.#worker) {
      this.#restarting ??= this.#restart().finally(() => { this.#restarting = null })
      await this.#restarting
    }
    return this.#send(line, onLine)
  }

  #restarting = null

  /** Ends the running search; the best move so far is its answer. */
  interrupt() {
    this.#worker?.postMessage({type: 'line', text: '# interrupt'})
  }

  /**
   * Analyses the position until `stop` of the result is called, and calls `onReport` with the moves of each report:
   * `{move, visits, winrate, scoreLead, pv, …}`, best first.
   */
  analyze(onReport, {seat = '', every = 20, keys = ''} = {}) {
    const answer = this.gtp(`kata-analyze ${seat} ${every} ${keys}`.replace(/\s+/g, ' ').trim(), line => {
      if (line.startsWith('info ')) onReport(readReport(line))
    })
    const stop = async () => {
      this.interrupt()
      await answer
    }
    return {answer, stop}
  }

  /** Ends the worker. Commands that are under way are rejected. */
  async close() {
    this.#isClosed = true
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
    this.#end('the engine is closed')
  }
}

// Returns the moves of a line of analysis in KataGo's format.
export function readReport(line) {
  return line.split(/\binfo\s+/).slice(1).map(text => {
    const words = text.trim().split(/\s+/)
    const [pv, ownership] = ['pv', 'ownership'].map(word => words.indexOf(word))
    const ends = [pv, ownership].filter(at => at >= 0)
    const moves = {}
    for (let at = 0; at + 1 < Math.min(...ends, words.length); at += 2) {
      const value = Number(words[at + 1])
      moves[words[at]] = Number.isNaN(value) ? words[at + 1] : value
    }
    if (pv >= 0) moves.pv = words.slice(pv + 1, ownership > pv ? ownership : undefined)
    return moves
  })
}
