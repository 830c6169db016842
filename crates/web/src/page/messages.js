// The messages between page and server, as types for these scripts. Made from the types in `messages/` of the server,
// which documents each field, by `QUINTET_UPDATE=1 cargo test --test web the_types_of_the_page`.
/** @typedef {{set: Object<string, any>, keep: number, add: any[]}} StateChanges */
/** @typedef {{host: boolean, seat: "b" | "w" | null, present: boolean[], watching: number, offer: OfferView | null}}
 *   SharedView */
/** @typedef {{seat: "b" | "w", what: Offer}} OfferView */
/** @typedef {"take-back" | "rematch"} Offer */
/** @typedef {{links: InvitationLink[], elsewhere: boolean}} InvitationsView */
/** @typedef {{seat: "b" | "w" | null, address: string, code: QrView}} InvitationLink */
/** @typedef {{size: number, path: string}} QrView */
/** @typedef {{view: number[], svg: string, symbols: string, stone: number, outline: number[][], reach: number,
 *   cells: CellView[]}} BoardView */
/** @typedef {{name: string, x: number, y: number, row: number}} CellView */
/** @typedef {{stones: string, last: number[], fell: number[], taken: [number, string][], barred: number[]}}
 *   StonesView */
/** @typedef {{node: number, game: string, title: string, position: string, toMove: "b" | "w", over: boolean,
 *   status: string, news: string, kinds: KindView[], reasons: string[], pass: boolean | null, swap: boolean | null,
 *   insight: Insight, captured: number[], score: string | null, reason: string, winner: "b" | "w" | null, won: string,
 *   line: MoveView[], at: number, aside: boolean, variation: boolean, latest: number, canPlayOn: boolean,
 *   branches: [number, string][], variations: VariationView[], remarks: RemarksView, earlier: EarlierView[],
 *   seats: SeatView[], yours: boolean, shared: SharedView | null, waiting: boolean, trying: boolean,
 *   analysing: boolean, exact: boolean, clock: ClockView | null, puzzle: PuzzleView | null, faults: Fault[],
 *   can: boolean[]} & StonesView} GameView */
/** @typedef {{name: string, stone: string, why: number[]}} KindView */
/** @typedef {{labels: CellLabel[], counted: Counted[], owned: number[][], deciding: number[]}} Insight */
/** @typedef {{cell: number, text: string, sign: string | null, about: string}} CellLabel */
/** @typedef {{seat: "b" | "w", cells: number[], about: string}} Counted */
/** @typedef {{node: number, at: number, depth: number, words: string[], length: number, shown: boolean}}
 *   VariationView */
/** @typedef {{comment: string, marks: MarkView[], lines: LineView[]}} RemarksView */
/** @typedef {{cell: number, mark: string, text: string}} MarkView */
/** @typedef {{from: number, to: number, arrow: boolean}} LineView */
/** @typedef {{id: number, text: string, running: boolean}} EarlierView */
/** @typedef {{node: number, seat: "b" | "w", word: string, value: ValueView | null, grade: Grade | null, lost: number
 *   | null, others: number}} MoveView */
/** @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Grade */
/** @typedef {{rate: number, lead: number | null, exact: boolean, visits: number}} ValueView */
/** @typedef {{name: string, stone: string, player: string, knownAs: string}} SeatView */
/** @typedef {{about: string, running: "b" | "w" | null, left: TimeLeftView[]}} ClockView */
/** @typedef {{seconds: number, periods: number}} TimeLeftView */
/** @typedef {{seat: "b" | "w", engine: string, text: string, traffic: string[]}} Fault */
/** @typedef {{number: number, live: boolean, title: string, board: BoardView, frames: Frame[], sgf: string}} Replay */
/** @typedef {{word: string, seat: "b" | "w", text: string, status: string} & StonesView} Frame */
/** @typedef {{game: string, rules: string[], steps: LessonStep[], tasks: TaskLine[], advice: string[],
 *   replay: Replay}} LessonView */
/** @typedef {{frame: number, insight: Insight, text: string}} LessonStep */
/** @typedef {{name: string, text: string, games: number[], running: boolean, decided: boolean}} MatchLine */
/** @typedef {{index: number, title: string, table: string[][], curves: [string, string][], played: Played[]} &
 *   MatchLine} Match */
/** @typedef {{number: number, black: string, white: string, moves: number}} Playing */
/** @typedef {{number: number, black: string, white: string, result: string, reason: string, moves: number}} Played */
/** @typedef {{id: string, title: string, task: string, seat: "b" | "w", stars: number, board: string,
 *   picture: string}} PuzzleLine */
/** @typedef {{id: string, text: string}} TaskLine */
/** @typedef {"open" | "checking" | "wrong" | "solved" | "shown"} PuzzlePhase */
/** @typedef {{game: string, id: string, title: string, task: string, seat: "b" | "w", stars: number, number: number,
 *   of: number, phase: PuzzlePhase, found: number, length: number, tries: number, text: string, refutation: Ply[],
 *   next: string | null}} PuzzleView */
/** @typedef {"move" | "analysis" | "hint" | "review"} Purpose */
/** @typedef {{node: number, purpose: Purpose, player: string, done: boolean, progress: number | null, seconds: number,
 *   visits: number, rate: number | null, exact: string | null, moves: CandidateView[], ownership: number[]}}
 *   ThoughtView */
/** @typedef {{visits: number, rate: number, lead: number | null, proof: ProvedResult | null, pv: Ply[]} & Ply}
 *   CandidateView */
/** @typedef {"win" | "draw" | "loss"} ProvedResult */
/** @typedef {{word: string, cell: number | null, stone: string | null}} Ply */
/** @typedef {{node: number, done: boolean, seconds: number, total: number, value: string | null, moves: ExactMove[]}}
 *   ExactValues */
/** @typedef {{text: string, best: boolean, plies: number | null} & Ply} ExactMove */
/** @typedef {{say: "hello"} & Hello | {say: "board"} & BoardView | {say: "state"} & GameView | {say: "changes"} &
 *   StateChanges | {say: "thinking"} & ThoughtView | {say: "exact"} & ExactValues | {say: "preview"} & Preview |
 *   {say: "refused", text: string} | {say: "note", text: string} | {say: "warning", text: string} | {say: "backup"} &
 *   Backup | {say: "invitations"} & InvitationsView | {say: "file", name: string, text: string} | {say: "lesson"} &
 *   LessonView | {say: "puzzles", game: string, puzzles: PuzzleLine[]} | {say: "matches", matches: MatchLine[]} |
 *   {say: "match"} & Match | {say: "playing", index: number, playing: Playing[]} | {say: "replay"} & Replay |
 *   {say: "ended", text: string}} Update */
/** @typedef {{sgf: string, seats: Seats, text: string}} Backup */
/** @typedef {{session: string, run: string, resumed: boolean, playing: boolean, guest: boolean, version: string,
 *   build: string, games: GameChoice[], players: PlayerChoice[], clocks: ClockChoice[], matches: boolean,
 *   defaults: Defaults}} Hello */
/** @typedef {{game: string, size: string, rules: Object<string, string>, komi: number, blocked: string[],
 *   level: number | null, visits: number | null, seconds: number | null}} Defaults */
/** @typedef {{id: string, title: string, relative: boolean, summary: string, picture: string, signs: string,
 *   least: number, most: number, size: number, sizeText: string, rectangular: boolean, komi: boolean,
 *   blocking: boolean, handicap: boolean, seats: string[], first: "b" | "w", puzzles: number, tasks: number,
 *   rules: RuleChoice[]}} GameChoice */
/** @typedef {{name: string, about: string, values: [string, string][]}} RuleChoice */
/** @typedef {{name: string, about: string, bounded: boolean, level: number | null}} PlayerChoice */
/** @typedef {{name: string, about: string}} ClockChoice */
/** @typedef {{board: BoardView | null, scene: StonesView, error: string | null}} Preview */
/** @typedef {{do: "new"} & NewGame | {do: "preview"} & NewGame | {do: "play", word: string, node: number} |
 *   {do: "undo"} | {do: "redo"} | {do: "goto", node: number} | {do: "invite", origin: string} | {do: "end-invitations"}
 *   | {do: "rematch"} | {do: "answer", accept: boolean} | {do: "return"} | {do: "play-on"} | {do: "resume", id: number}
 *   | {do: "resign"} | {do: "hint"} | {do: "stop"} | {do: "go"} | {do: "seats"} & Seats | {do: "flip"} | {do: "try",
 *   on: boolean} | {do: "analyse", on: boolean} | {do: "exact", on: boolean} | {do: "review"} | {do: "open",
 *   position: string} | {do: "load", sgf: string, seats: Seats | null} | {do: "save"} | {do: "picture"} |
 *   {do: "animation"} | {do: "replay-page"} | {do: "lesson", game: string} | {do: "puzzles", game: string} |
 *   {do: "puzzle", game: string, id: string} | {do: "retry"} | {do: "solution"} | {do: "matches"} | {do: "match",
 *   index: number} | {do: "replay", index: number, number: number} | {do: "unwatch"}} PageRequest */
/** @typedef {{game: string, size: string, rules: Object<string, string>, komi: number, blocked: string[],
 *   handicap: number, clock: string | null} & Seats} NewGame */
/** @typedef {{seatB: string, seatW: string, visits: number | null, seconds: number | null}} Seats */

export {};
