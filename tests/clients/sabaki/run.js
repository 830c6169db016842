// Whole games between two processes of quintet, driven by Sabaki's own GTP controller in Sabaki's manner: commands are
// sent without waiting, moves come from the first analysing genmove that is listed, analyses are ended by another
// command, and `info` lines are read as Sabaki reads them.
//
// usage: node run.js QUINTET
//
// Exit status: 0 if every game came to its end and all was understood, 1 if not.

'use strict'

const assert = require('assert')
const {Controller} = require('@sabaki/gtp')

const GAMES = [
  {name: 'alaric', size: 11, args: []},
  {name: 'bracket', size: 9, args: []},
  {name: 'cancer', size: 10, args: ['--moves', 'coded']},
  {name: 'cascade', size: 15, args: ['--moves', 'coded']},
  {name: 'stoical', size: 7, args: []},
]
const VERTEX = /^([A-HJ-Z]\d{1,2}|pass)$/i
const SCORE = /^([BW]\+\d+(\.\d+)?|0)$/
const GENMOVES = ['genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze']
const ANALYSES = ['analyze', 'kata-analyze', 'lz-analyze']
const MAX_MOVES = 2000

// One line of an analysis as Sabaki takes it apart: variations begin with `info`, `pv` is the last of their words.
// Win rates are integers of 10000, or numbers of 1 where they have a point.
function variations(line) {
  return line
    .split(/\binfo\s+/)
    .slice(1)
    .map(text => {
      let words = text.trim().split(/\s+/)
      let at = words.indexOf('pv')
      assert(at >= 0, `no pv: ${text}`)
      let ownership = words.indexOf('ownership')
      let pv = words.slice(at + 1, ownership > at ? ownership : undefined)
      let fields = {}
      for (let i = 0; i + 1 < at; i += 2) fields[words[i]] = words[i + 1]
      let rate = fields.winrate.includes('.') ? +fields.winrate : +fields.winrate / 10000
      assert(VERTEX.test(fields.move), `not a move: ${text}`)
      assert(/^\d+$/.test(fields.visits), `visits: ${text}`)
      assert(rate >= 0 && rate <= 1, `winrate: ${text}`)
      assert(pv.length > 0 && pv.every(move => VERTEX.test(move)), `pv: ${text}`)
      assert.strictEqual(pv[0], fields.move, `pv begins with another move: ${text}`)
      return fields
    })
}

async function success(engine, name, ...args) {
  let response = await engine.sendCommand({name, args: args.map(String)})
  assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
  return response.content
}

// Starts an engine the way Sabaki does: nothing waits for anything.
async function attach(path, game) {
  let engine = new Controller(path, ['--game', game.name, '--visits', '40', ...game.args])
  engine.start()
  let answers = await Promise.all([
    success(engine, 'name'),
    success(engine, 'version'),
    success(engine, 'protocol_version'),
    success(engine, 'list_commands'),
    success(engine, 'komi', 0),
    success(engine, 'boardsize', game.size),
    success(engine, 'clear_board'),
  ])
  assert.strictEqual(answers[0], 'quintet')
  assert.strictEqual(answers[2], '2')
  return {engine, commands: answers[3].split('\n')}
}

async function genmove({engine, commands}, colour) {
  let name = GENMOVES.find(command => commands.includes(command))
  assert(name, 'no analysing genmove is listed')
  let move = null
  let infos = 0
  let response = await engine.sendCommand({name, args: [colour, '10']}, ({line}) => {
    if (line.startsWith('info ')) infos += variations(line).length
    let match = line.match(/^play (.+)$/)
    if (match) move = match[1].trim()
  })
  assert(!response.error, `${name}: ${response.content}`)
  assert(move !== null, `no play line: ${response.content}`)
  return {move, infos}
}

// Analyses until a few lines came, then ends it by a command, as Sabaki does.
async function analyse({engine, commands}, colour) {
  let name = ANALYSES.find(command => commands.includes(command))
  assert(name, 'no analysis is listed')
  let lines = 0
  let seen
  let first = new Promise(resolve => (seen = resolve))
  let response = engine.sendCommand({name, args: [colour, '5']}, ({line}) => {
    if (!line.startsWith('info ')) return
    variations(line)
    lines++
    seen()
  })
  await Promise.race([first, new Promise(resolve => setTimeout(resolve, 5000))])
  assert.strictEqual(await success(engine, 'protocol_version'), '2')
  assert(!(await response).error)
  assert(lines > 0, 'an analysis without info lines')
}

async function play(path, game) {
  let players = await Promise.all([attach(path, game), attach(path, game)])
  let moves = 0
  let infos = 0
  for (let passes = 0; passes < 2; moves++) {
    assert(moves < MAX_MOVES, 'no end')
    let colour = moves % 2 === 0 ? 'B' : 'W'
    let [mover, other] = moves % 2 === 0 ? players : [players[1], players[0]]
    if (moves === 4) await analyse(mover, colour)
    let answer = await genmove(mover, colour)
    infos += answer.infos
    if (answer.move.toLowerCase() === 'resign') break
    assert(VERTEX.test(answer.move), `${answer.move} is no vertex`)
    passes = answer.move.toLowerCase() === 'pass' ? passes + 1 : 0
    await success(other.engine, 'play', colour, answer.move)
  }
  assert(infos > 0, 'no info lines')
  let scores = await Promise.all(players.map(({engine}) => success(engine, 'final_score')))
  assert.strictEqual(scores[0], scores[1])
  assert(SCORE.test(scores[0]), scores[0])
  await Promise.all(players.map(({engine}) => engine.stop()))
  console.log(`${game.name}: ${scores[0]} in ${moves} moves, ${infos} variations`)
}

async function main() {
  let path = process.argv[2]
  assert(path, 'usage: node run.js QUINTET')
  for (let game of GAMES) {
    await play(path, game)
  }
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
