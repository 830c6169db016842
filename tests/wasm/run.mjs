// Tests of the npm package quintet-engine, installed into a fresh project: the same moves as the program, whole games,
// Sabaki's controller, analysis, interrupts, and failures.
//
// usage: node run.mjs QUINTET      in a project with quintet-engine and @sabaki/gtp
//
// The last line is `wasm: N passed, N failed`.

import assert from 'node:assert/strict'
import {execFileSync} from 'node:child_process'
import fs from 'node:fs'
import {createRequire} from 'node:module'
import {Controller, Engine, GtpError, readReport} from 'quintet-engine'

const require = createRequire(import.meta.url)
const sabaki = require('@sabaki/gtp')
const quintet = process.argv[2]
const folder = new URL('.', import.meta.resolve('quintet-engine'))

// The rules of each game; its default size and its largest one, the boards of `quintet bench
// fingerprint`; and sizes of boards that it keeps in arrays of other lengths, for which it is
// compiled separately.
const GAMES = {
  alaric: {rules: {board: ['ring', 'line'], edge: ['open', 'wall']}, sizes: [21, 52], others: [40]},
  bracket: {rules: {shape: ['hexagon', 'rhombus'], scoring: ['largest', 'smallest']}, sizes: [11, 25], others: [9, 15]},
  cancer: {rules: {eye: ['any', 'strict', 'group', 'none'], pie: ['on', 'off']}, sizes: [9, 25], others: [13, 19]},
  cascade: {rules: {fill: ['down', 'both']}, sizes: [15, 25], others: [8, 11]},
  stoical: {rules: {ko: ['stoical', 'bigger', 'snapback', 'simple', 'positional'], repetition: ['draw', 'none']}, sizes: [9, 19], others: [13, 25]},
}
const SIZES = [3, 4, 5]

// Returns all combinations of rules, each as a list of [name, value].
function combinations(rules) {
  return Object.entries(rules).reduce((lists, [name, values]) =>
    lists.flatMap(list => values.map(value => [...list, [name, value]])), [[]])
}

// The lines of GTP that play the first moves on all boards of a game. Some set what does not go together; those answers
// are errors, the same from both.
function linesOf(game) {
  const lines = [`set_game ${game}`, 'param threads 1', 'param hash 16', 'param visits 100']
  for (const size of [...SIZES, ...GAMES[game].sizes]) {
    for (const rules of combinations(GAMES[game].rules)) {
      lines.push('clear_board', `boardsize ${size}`, ...rules.map(([name, value]) => `quintet-set_rule ${name} ${value}`))
      lines.push('param seed 1', 'genmove b', 'genmove w', 'genmove b', 'heatmap', 'showboard')
    }
  }
  for (const size of GAMES[game].others) {
    lines.push(`set_game ${game}`, `boardsize ${size}`, 'param seed 1', 'genmove b', 'genmove w', 'genmove b')
  }
  const size = GAMES[game].sizes[0]
  lines.push(`boardsize ${size}`, 'param level 3', 'genmove b', 'genmove w', 'param level 0', 'quintet-position')
  return lines
}

const failure = async promise => {
  try {
    await promise
  } catch (error) {
    return error
  }
  assert.fail('no error')
}

const answer = (engine, line) => engine.gtp(line).then(content => `= ${content}`, error => `? ${error.message}`)

const TESTS = {
  async 'the module plays the moves of the program'() {
    for (const game of Object.keys(GAMES)) {
      const lines = linesOf(game)
      const answers = execFileSync(quintet, {input: [...lines, 'quit', ''].join('\n'), encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore']})
      const expected = answers.split('\n\n').map(text => text.trimEnd())
      const engine = await Engine.create({game})
      const got = await Promise.all(lines.map(line => answer(engine, line)))
      got.forEach((text, at) => assert.equal(text.trimEnd(), expected[at], `${game}, line ${at}: ${lines[at]}`))
      const moves = lines.filter((line, at) => line.startsWith('genmove') && got[at].startsWith('=')).length
      assert(moves > 30, `${game}: ${moves} moves`)
      console.log(`${game}: ${moves} moves are the same`)
      await engine.close()
    }
  },

  async 'a game is played to its end at level 3'() {
    for (const game of Object.keys(GAMES)) {
      const engine = await Engine.create({game, level: 3, seed: 7})
      let moves = 0
      for (; !JSON.parse(await engine.gtp('quintet-outcome')).over && moves < 400; moves++) {
        const move = await engine.gtp(`genmove ${moves % 2 ? 'w' : 'b'}`)
        if (move === 'resign') break
      }
      assert(moves > 4 && moves < 400, `${game}: ${moves} moves`)
      await engine.close()
    }
  },

  async 'weights are read when their game is chosen'() {
    const engine = await Engine.create({game: 'cascade', visits: 50, seed: 1})
    const fresh = await Engine.create({game: 'stoical', visits: 50, seed: 1})
    await engine.gtp('set_game stoical')
    assert.equal(await engine.gtp('heatmap'), await fresh.gtp('heatmap'))
    assert.equal(await engine.gtp('genmove b'), await fresh.gtp('genmove b'))
    await Promise.all([engine.close(), fresh.close()])
  },

  async 'an engine without its weights says so and plays'() {
    const base = fs.mkdtempSync('weights-')
    fs.copyFileSync(new URL('quintet.wasm', folder), `${base}/quintet.wasm`)
    fs.mkdirSync(`${base}/weights`)
    fs.writeFileSync(`${base}/weights/cascade.json`, 'damaged')
    const warnings = []
    const url = new URL(`${base}/`, `file://${process.cwd()}/`)
    const engine = await Engine.create({game: 'cascade', base: url, onWarning: text => warnings.push(text), visits: 50})
    assert.match(warnings.join(), /plays without weights: cascade.json: /)
    assert.match(await engine.gtp('genmove b'), /@/)
    await engine.close()
  },

  async 'an analysis reports until it is stopped'() {
    const engine = await Engine.create({game: 'stoical', seed: 1})
    const reports = []
    let enough
    const three = new Promise(resolve => { enough = resolve })
    const analysis = engine.analyze(moves => reports.push(moves) === 3 && enough(), {every: 2})
    await three
    await analysis.stop()
    const last = reports.at(-1)
    assert(last[0].visits >= reports[0][0].visits && last[0].pv[0] === last[0].move)
    assert(last.every(({winrate}) => winrate >= 0 && winrate <= 1))
    assert.equal(await engine.gtp('name'), 'quintet')
    await engine.close()
  },

  async 'reports are read with all of their parts'() {
    const line = 'info move D4 visits 3 winrate 0.5 pv D4 E5 info move pass visits 1 winrate 0.25 pv pass ownership 0 1'
    assert.deepEqual(readReport(line), [
      {move: 'D4', visits: 3, winrate: 0.5, pv: ['D4', 'E5']},
      {move: 'pass', visits: 1, winrate: 0.25, pv: ['pass']},
    ])
  },

  async 'an interrupt ends a search, and lines that wait are answered in order'() {
    const engine = await Engine.create({game: 'stoical', visits: 1e12})
    const order = []
    const note = name => text => order.push([name, text])
    const answers = [engine.gtp('genmove b').then(note('move')), engine.gtp('protocol_version').then(note('version'))]
    engine.interrupt()
    await Promise.all(answers)
    assert.deepEqual(order.map(([name]) => name), ['move', 'version'])
    assert.match(order[0][1], /^[A-J][1-9]$/)
    await engine.close()
  },

  async 'an error of a command leaves the game'() {
    const engine = await Engine.create({game: 'stoical'})
    assert((await failure(engine.gtp('nonsense'))) instanceof GtpError)
    assert.equal((await failure(engine.gtp('play b Z99'))).name, 'GtpError')
    assert.equal(await engine.gtp('7 name'), 'quintet')
    assert.equal(await engine.gtp(' # a comment'), '')
    await failure(engine.gtp('name\nname'))
    await engine.gtp('play b D4')
    assert.match(await engine.gtp('last_move'), /^black D4$/)
    assert.match((await failure(Engine.create({game: 'chess'}))).message, /there is no game chess; games are alaric/)
    await engine.close()
    assert.match((await failure(engine.gtp('name'))).message, /closed/)
  },

  async 'a worker that fails is a message, and the game stays'() {
    fs.writeFileSync('failing.mjs', `
      import {parentPort} from 'node:worker_threads'
      await import('${new URL('worker.js', folder)}')
      parentPort.on('message', ({text}) => text === 'fail' && parentPort.postMessage({type: 'failed', message: 'no memory'}))
    `)
    const worker = new URL('failing.mjs', import.meta.url)
    const engine = await Engine.create({game: 'cascade', visits: 20, seed: 1, worker})
    await engine.gtp('boardsize 7')
    await engine.gtp('play b red@D4')
    const move = await engine.gtp('genmove w')
    const position = await engine.gtp('quintet-position')
    await engine.gtp('param visits 1000000000000')
    const running = [engine.gtp('genmove b'), engine.gtp('fail')].map(failure)
    for (const {message} of await Promise.all(running)) assert.equal(message, 'the engine has failed: no memory')
    assert.equal(await engine.gtp('quintet-position'), position, `after ${move}`)
    await engine.gtp('param visits 20')
    assert.match(await engine.gtp('genmove b'), /@/)
    await engine.close()
  },

  async 'quit ends the engine'() {
    const engine = await Engine.create({game: 'cascade'})
    const late = [engine.gtp('quit'), failure(engine.gtp('name'))]
    assert.equal(await late[0], '')
    assert.match((await late[1]).message, /has quit/)
    await engine.close()
  },

  async 'the controller is one of Sabaki'() {
    const members = ['busy', 'commands', 'start', 'stop', 'kill', 'sendCommand', 'on', 'once', 'removeListener']
    const [real, ours] = [new sabaki.Controller('false'), new Controller({game: 'stoical', visits: 30, seed: 2})]
    for (const name of members) assert.equal(typeof ours[name], typeof real[name], name)
    const events = []
    for (const name of ['started', 'command-sent', 'response-received', 'stopped']) ours.on(name, () => events.push(name))
    const lines = []
    const response = await ours.sendCommand({name: 'genmove_analyze', args: ['b', '1']}, ({line}) => lines.push(line))
    assert(!response.error && /^play [A-J][1-9]$/.test(lines.at(-2)) && lines.at(-1) === '', lines.join('|'))
    assert.deepEqual(await ours.sendCommand({id: 3, name: 'nonsense'}), {id: 3, content: 'unknown command', error: true})
    assert.equal(ours.busy, false)
    await ours.stop()
    assert.deepEqual(events, ['started', ...Array(2).fill(['command-sent', 'response-received']).flat(), 'stopped'])
  },

  async 'Sabaki tracks and sets the state of an engine through the controller'() {
    const controller = new Controller({game: 'stoical', visits: 20, seed: 2})
    const tracker = new sabaki.ControllerStateTracker(controller)
    const history = [{name: 'play', args: ['B', 'D4']}, {name: 'play', args: ['W', 'E5']}]
    await tracker.sync({komi: 6.5, boardsize: [7, 7], timeSettings: null, history})
    assert.equal((await controller.sendCommand({name: 'last_move', args: []})).content, 'white E5')
    const {content} = await controller.sendCommand({name: 'genmove', args: ['B']})
    assert.deepEqual(tracker.state.history.at(-1), {name: 'play', args: ['B', content]})
    assert.deepEqual([tracker.state.komi, tracker.state.boardsize], [6.5, [7, 7]])
    await controller.stop()
  },

  'the example of the README plays a move, analyses and ends'() {
    const [, example] = /^```js\n([^]*?)^```/m.exec(fs.readFileSync(new URL('README.md', folder), 'utf8'))
    fs.writeFileSync('example.mjs', example)
    const [move, ...reports] = execFileSync(process.execPath, ['example.mjs'], {encoding: 'utf8', timeout: 60000}).trim().split('\n')
    assert.match(move, /^(black|white|red)@[A-J]\d$/)
    assert(reports.length > 0 && reports.every(line => /^(black|white|red)@[A-J]\d [01](\.\d+)?$/.test(line)), reports.join('\n'))
  },
}

let [passed, failed] = [0, 0]
for (const [name, test] of Object.entries(TESTS)) {
  try {
    await test()
    passed++
  } catch (error) {
    failed++
    console.log(`${name}: FAILED\n${error.stack}`)
  }
}
console.log(`wasm: ${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
