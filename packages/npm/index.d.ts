/** An engine in a worker: lines of the Go Text Protocol in, answers out. */

export interface EngineOptions {
  /** The game, as `quintet-list_games` names it. Default: `stoical`. */
  game?: string
  /** The seed of all games; without one each game draws its own. */
  seed?: number | bigint
  /** The level of play, 1 (weakest) to 12. */
  level?: number
  /** The number of simulations for a move. Default: as many as a second has. */
  visits?: number
  /** The memory of the search tree, in MiB. Default: 32. */
  hash?: number
  /** The milliseconds between two looks at the messages of the page. Default: 10. */
  slice?: number
  /** The address of `worker.js`, if it is not next to `index.js`. */
  worker?: string | URL
  /** The folder of the module and of `weights/`, with a slash at its end, if it is not that of `worker.js`. */
  base?: string | URL
  /** Gets a message if the engine has to play without its weights. Default: `console.warn`. */
  onWarning?: (message: string) => void
}

/** A move of an analysis, with the keys of KataGo's `kata-analyze`. */
export interface ReportedMove {
  move: string
  visits: number
  /** The expected result of the side to move, 0 to 1. */
  winrate: number
  /** The expected lead of the side to move, in points. */
  scoreLead: number
  prior: number
  order: number
  /** The expected moves from here on, this one first. */
  pv: string[]
  [key: string]: number | string | string[]
}

export interface Analysis {
  /** The answer of the command, after the end of the analysis. */
  answer: Promise<string>
  stop(): Promise<void>
}

/** The error of a command: what GTP answers after `?`. */
export class GtpError extends Error {
  /** The id of the command, or an empty text. */
  id: string
}

export class Engine {
  private constructor()
  /** Starts an engine. */
  static create(options?: EngineOptions): Promise<Engine>
  /**
   * Sends a line and returns the content of its answer; rejects with a `GtpError` if the answer is one, and with
   * another error if the engine fails. `onLine` gets each line of the answer as it comes, the first one with its `=`.
   */
  gtp(line: string, onLine?: (line: string) => void): Promise<string>
  /** Analyses the position until `stop` is called; `every` is in hundredths of a second. */
  analyze(
    onReport: (moves: ReportedMove[]) => void,
    options?: {seat?: 'b' | 'w' | ''; every?: number; keys?: string},
  ): Analysis
  /** Ends the running search; the best move so far is its answer. */
  interrupt(): void
  /** Ends the worker. Commands that are under way are rejected. */
  close(): Promise<void>
}

/** Returns the moves of a line of analysis in KataGo's format. */
export function readReport(line: string): ReportedMove[]

export interface Command {
  id?: number | null
  name: string
  args?: string[]
}

export interface Response {
  id: number | null
  content: string
  error: boolean
}

export interface ResponseLine {
  line: string
  end: boolean
  command: Command
  response: Response
}

/** An engine with the interface of `Controller` in the package `@sabaki/gtp`. */
export class Controller {
  constructor(options?: EngineOptions)
  readonly busy: boolean
  readonly commands: Command[]
  start(): void
  stop(): Promise<void>
  kill(): Promise<void>
  sendCommand(command: Command, subscriber?: (line: ResponseLine) => void): Promise<Response>
  on(event: 'started' | 'stopped' | 'stderr' | 'command-sent' | 'response-received', listener: (event: any) => void): this
  once(event: string, listener: (event: any) => void): this
  removeListener(event: string, listener: (event: any) => void): this
  removeAllListeners(): this
}
