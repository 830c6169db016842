// The messages between page and server, as types for these scripts. `messages/` of the server documents each field;
// a test compares the fields of both.

/** @typedef {{name: string, x: number, y: number, row: number}} CellView */
/** @typedef {{view: number[], svg: string, symbols: string, stone: number, outline: number[][], reach: number, cells: CellView[]}} BoardView */
/** @typedef {{stones: string, last: number[], fell: number[], taken: [number, string][], barred: number[]}} StonesView */
/** @typedef {{name: string, stone: string, why: number[]}} KindView */
/** @typedef {{cell: number, text: string, sign: "ring" | "cross" | null, about: string}} CellLabel */
/** @typedef {{seat: "b" | "w", cells: number[], about: string}} Counted */
/** @typedef {{labels: CellLabel[], counted: Counted[], deciding: number[]}} Insight */
/** @typedef {{rate: number, lead: number | null, exact: boolean, visits: number}} ValueView */
/** @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Grade */
/** @typedef {{node: number, seat: "b" | "w", word: string, value: ValueView | null, grade: Grade | null, lost: number | null, others: number}} MoveView */
/** @typedef {{name: string, stone: string, player: string}} SeatView */
/** @typedef {{seconds: number, periods: number}} TimeLeftView */
/** @typedef {{about: string, running: "b" | "w" | null, left: TimeLeftView[]}} ClockView */
/** @typedef {{seat: "b" | "w", engine: string, text: string, traffic: string[]}} Fault */
/** @typedef {{
 *   node: number, game: string, title: string, position: string, toMove: "b" | "w", over: boolean, status: string, news: string,
 *   kinds: KindView[], reasons: string[], pass: boolean | null, swap: boolean | null, insight: Insight, captured: number[],
 *   score: string | null, reason: string, line: MoveView[], at: number, aside: boolean, branches: [number, string][], seats: SeatView[],
 *   yours: boolean, waiting: boolean, trying: boolean, analysing: boolean, exact: boolean, clock: ClockView | null, puzzle: PuzzleView | null, faults: Fault[], can: boolean[]
 * } & StonesView} GameView */
/** @typedef {{word: string, cell: number | null, stone: string | null}} Ply */
/** @typedef {{id: string, title: string, task: string, seat: "b" | "w", stars: number, board: string, picture: string}} PuzzleLine */
/** @typedef {{
 *   game: string, id: string, title: string, task: string, seat: "b" | "w", stars: number, phase: "open" | "checking" | "wrong" | "solved" | "shown",
 *   found: number, length: number, tries: number, text: string, refutation: Ply[], next: string | null
 * }} PuzzleView */
/** @typedef {{visits: number, rate: number, lead: number | null, proof: "win" | "draw" | "loss" | null, pv: Ply[]} & Ply} CandidateView */
/** @typedef {{
 *   node: number, purpose: "move" | "analysis" | "hint" | "review", player: string, done: boolean, progress: number | null,
 *   seconds: number, visits: number, rate: number | null, exact: string | null, moves: CandidateView[], ownership: number[]
 * }} ThoughtView */
/** @typedef {{text: string, best: boolean, plies: number | null} & Ply} ExactMove */
/** @typedef {{node: number, done: boolean, seconds: number, total: number, value: string | null, moves: ExactMove[]}} ExactValues */
/** @typedef {{name: string, about: string, values: [string, string][]}} RuleChoice */
/** @typedef {{
 *   id: string, title: string, summary: string, picture: string, signs: string, least: number, most: number, size: number, sizeText: string, rectangular: boolean,
 *   komi: boolean, blocking: boolean, handicap: boolean, seats: string[], first: "b" | "w", puzzles: number, rules: RuleChoice[]
 * }} GameChoice */
/** @typedef {{name: string, about: string, bounded: boolean, level: number | null}} PlayerChoice */
/** @typedef {{game: string, size: string, rules: Object<string, string>, komi: number, blocked: string[], level: number | null, visits: number | null, seconds: number | null}} Defaults */
/** @typedef {{name: string, about: string}} ClockChoice */
/** @typedef {{session: string, resumed: boolean, playing: boolean, version: string, games: GameChoice[], players: PlayerChoice[], clocks: ClockChoice[], matches: boolean, defaults: Defaults}} Hello */
/** @typedef {{board: BoardView | null, scene: StonesView, error: string | null}} Preview */
/** @typedef {{word: string, seat: "b" | "w", text: string, status: string} & StonesView} Frame */
/** @typedef {{number: number, live: boolean, title: string, board: BoardView, frames: Frame[], sgf: string}} Replay */
/** @typedef {{frame: number, insight: Insight, text: string}} LessonStep */
/** @typedef {{game: string, rules: string[], steps: LessonStep[], advice: string[], replay: Replay}} LessonView */
/** @typedef {{name: string, text: string, games: number[], running: boolean, decided: boolean}} MatchLine */
/** @typedef {{number: number, black: string, white: string, result: string, reason: string, moves: number}} Played */
/** @typedef {{number: number, black: string, white: string, moves: number}} Playing */
/** @typedef {{index: number, title: string, table: string[][], curves: [string, string][], played: Played[]} & MatchLine} Match */
/** @typedef {{name: string, text: string}} File */

/** @typedef {
 *   | {say: "hello"} & Hello | {say: "board"} & BoardView | {say: "state"} & GameView | {say: "thinking"} & ThoughtView
 *   | {say: "exact"} & ExactValues
 *   | {say: "preview"} & Preview | {say: "refused", text: string} | {say: "note", text: string} | {say: "file"} & File
 *   | {say: "lesson"} & LessonView | {say: "matches", matches: MatchLine[]} | {say: "puzzles", game: string, puzzles: PuzzleLine[]} | {say: "match"} & Match | {say: "replay"} & Replay
 *   | {say: "playing", index: number, playing: Playing[]}
 *   | {say: "ended", text: string}
 * } Update */

/** @typedef {{seatB: string, seatW: string, visits: number | null, seconds: number | null}} Seats */
/** @typedef {{game: string, size: string, rules: Object<string, string>, komi: number, blocked: string[], handicap: number, clock: string | null} & Seats} NewGame */
/** @typedef {
 *   | {do: "new"} & NewGame | {do: "preview"} & NewGame | {do: "play", word: string, node: number}
 *   | {do: "undo" | "redo" | "return" | "resign" | "hint" | "stop" | "go" | "flip" | "review" | "save" | "picture" | "matches" | "unwatch"}
 *   | {do: "goto", node: number} | {do: "seats"} & Seats | {do: "try", on: boolean} | {do: "analyse", on: boolean} | {do: "exact", on: boolean}
 *   | {do: "open", position: string} | {do: "load", sgf: string} | {do: "lesson", game: string} | {do: "match", index: number}
 *   | {do: "puzzles", game: string} | {do: "puzzle", game: string, id: string} | {do: "retry" | "solution"}
 *   | {do: "replay", index: number, number: number}
 * } PageRequest */

export {};
