// Ogatak's own modules for records and engines, without its window: a record that quintet wrote is loaded and analysed, a game is played
// on from its end by the engine's best moves, and the record that Ogatak saves is loaded by quintet again. Both of Ogatak's ways to use an
// engine are driven: KataGo's analysis protocol, and GTP. A message that Ogatak would show in a dialog fails the test.
//
// usage: node ogatak.js MODULES QUINTET, with the folder src/modules of Ogatak's source.
//
// Exit status: 0 if all went well, 1 if not.

'use strict'

const assert = require('assert')
const {execFileSync} = require('child_process')
const fs = require('fs')
const Module = require('module')
const os = require('os')
const path = require('path')

const [modules, quintet] = process.argv.slice(2)
assert(quintet, 'usage: node ogatak.js MODULES QUINTET')

const SIZE = 9
const VISITS = 60
const MOVES_OF_A_GAME = 200
const PATIENCE = 60000

// Ogatak runs in Electron, but its engines and records do not use it.
const load = Module._load
Module._load = (name, ...rest) => (name === 'electron' ? {ipcRenderer: {send() {}, on() {}}} : load(name, ...rest))

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ogatak-'))
process.on('exit', () => fs.rmSync(folder, {recursive: true}))

const dialogs = []
let received = () => {}
Object.assign(global, {
  user_data_path: folder,
  alert: message => dialogs.push(message),
  hub: {receive_object: answer => received(answer)},
  stderrbox: {receive() {}, show() {}, hide() {}},
})

const ogatak = name => require(path.join(path.resolve(modules), name))
const config_io = ogatak('config_io')
config_io.load()
const load_sgf = ogatak('load_sgf')
const root_fixes = ogatak('root_fixes')
const {save_sgf} = ogatak('save_sgf')
const {node_id_from_search_id, valid_analysis_object} = ogatak('utils')

function within(promise, what) {
  let timer
  let limit = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`no ${what}`)), PATIENCE)))
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}

// The answers of a GTP session.
function gtp(args, commands) {
  let text = execFileSync(quintet, args, {input: commands.join('\n') + '\n', encoding: 'utf8'})
  let answers = text.slice(0, -2).split('\n\n')
  answers.forEach((answer, i) => assert(answer.startsWith('='), `${commands[i]}: ${answer}`))
  return answers.map(answer => answer.slice(2))
}

// Analyses a position as the hub does, which goes on only when there are enough visits, even where nothing is left to find out.
async function analyse(engine, node) {
  let answer = new Promise(resolve => {
    received = object => {
      if (object.action || !valid_analysis_object(object) || node_id_from_search_id(object.id) !== node.id) return
      node.receive_analysis(object)
      if (object.rootInfo.visits >= VISITS) resolve(object)
    }
  })
  engine.analyse(node)
  let object = await within(answer, `analysis of move ${node.depth}`)
  assert.deepStrictEqual(dialogs, [], 'Ogatak shows a dialog')
  return object
}

// Holds an analysis to what Ogatak draws of it.
function check(node, {moveInfos, rootInfo, ownership, policy}, is_gtp) {
  assert(rootInfo.winrate >= 0 && rootInfo.winrate <= 1, `win rate ${rootInfo.winrate}`)
  assert(Math.abs(rootInfo.scoreLead) <= 2 * SIZE * SIZE, `lead ${rootInfo.scoreLead}`)
  assert.strictEqual(ownership.length, SIZE * SIZE)
  if (!is_gtp) assert.strictEqual(policy.length, SIZE * SIZE + 1)
  let board = node.get_board()
  for (let info of moveInfos) {
    let s = board.parse_gtp_move(info.move)
    assert(s === '' || board.legal_move(s), `${info.move} is illegal on Ogatak's board`)
    assert.strictEqual(info.pv[0], info.move)
  }
}

async function start(engine, setup) {
  let ready = new Promise(resolve => (received = object => object.action === 'query_version' && resolve()))
  setup(engine)
  assert(engine.exe, engine.problem_text && engine.problem_text())
  await within(ready, 'version')
  return engine
}

// Loads a record with everything that the hub repairs in one.
function open(file) {
  let result = load_sgf(fs.readFileSync(file))
  assert.strictEqual(result.count_errors() + result.count_size_rejections(), 0)
  let [root] = result.get_roots()
  root_fixes(root, config.guess_ruleset)
  let node = root
  while (node.children.length > 0) node = node.children[0]
  return {root, end: node}
}

// Plays on by the engine's best moves until two passes.
async function play_on(engine, node, most) {
  for (let played = 0; played < most; played++) {
    let answer = await analyse(engine, node)
    check(node, answer, engine.is_gtp)
    let s = node.get_board().parse_gtp_move(answer.moveInfos[0].move)
    node = s === '' ? node.pass() : node.force_move(s)
    if (node.has_pass() && node.parent.has_pass()) return node
  }
  return node
}

async function one(name, engine, rules) {
  let record = path.join(folder, 'record.sgf')
  let moves = Array.from({length: 12}, (_, i) => `genmove ${'bw'[i % 2]}`)
  let [position] = gtp([...rules, '--size', String(SIZE), '--visits', '20'], [...moves, `printsgf ${record}`, 'quintet-position']).slice(-1)
  let {root, end} = open(record)
  assert.strictEqual(end.depth, moves.length, 'a move is missing')
  for (let node of [root, root.children[0], end]) check(node, await analyse(engine, node), engine.is_gtp)
  let last = await play_on(engine, end, engine.is_gtp ? 10 : MOVES_OF_A_GAME)
  let saved = path.join(folder, 'saved.sgf')
  save_sgf(last, saved)
  assert.deepStrictEqual(dialogs, [], 'Ogatak shows a dialog')
  let [again, , stones] = gtp([], [`loadsgf ${saved} ${moves.length + 1}`, `loadsgf ${saved}`, 'list_stones black']).map((text, i, all) => text)
  let board = last.get_board()
  let black = stones.split(' ').filter(Boolean).sort()
  let drawn = []
  for (let x = 0; x < SIZE; x++) for (let y = 0; y < SIZE; y++) {
    let s = String.fromCharCode(97 + x, 97 + y)
    if (board.state_at(s) === 'b') drawn.push(board.gtp(s))
  }
  assert.deepStrictEqual(black, drawn.sort(), 'quintet and Ogatak see different stones')
  assert(position.startsWith('stoical '), position)
  console.log(`${name}, RU[${root.get('RU')}]: ${last.depth} moves, win rate at the end ${last.parent.analysis.rootInfo.winrate.toFixed(2)}`)
}

async function main() {
  let dummy = path.join(folder, 'model.bin')
  fs.writeFileSync(dummy, '')
  let sets = [['--rule', 'ko=positional', '--komi', '7'], [], ['--rule', 'ko=simple']]
  for (let rules of sets) {
    let engine = await start(ogatak('engine')(), engine => engine.setup(quintet, dummy, dummy))
    await one('Ogatak, analysis', engine, rules)
    engine.shutdown()
  }
  let engine = await start(ogatak('engine_gtp')(), engine => engine.setup_with_command(quintet, ['--game', 'stoical']))
  await one('Ogatak, GTP', engine, sets[0])
  engine.shutdown()
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
