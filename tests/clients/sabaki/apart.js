// Bracket in Sabaki: a whole game between two processes of quintet with `--moves apart`, each move replayed on Sabaki's own Go board
// (@sabaki/go-board), which takes what Go captures. All stones have to stand there at the end, and no move may be on an occupied point.
//
// usage: node apart.js QUINTET
//
// Exit status: 0 if it is so, 1 if not.

'use strict'

const assert = require('assert')
const {Controller} = require('@sabaki/gtp')
const {fromDimensions} = require('@sabaki/go-board')

const GAMES = [
  {args: ['--rule', 'shape=rhombus', '--size', '7'], width: 13, cells: 49},
  {args: ['--size', '9'], width: 17, cells: 61},
]

async function success(engine, name, ...args) {
  let response = await engine.sendCommand({name, args: args.map(String)})
  assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
  return response.content.trim()
}

async function play(path, {args, width, cells}) {
  let engines = [0, 1].map(
    seed => new Controller(path, ['--game', 'bracket', '--moves', 'apart', '--visits', '20', '--seed', String(seed), ...args])
  )
  engines.forEach(engine => engine.start())
  await Promise.all(engines.map(engine => success(engine, 'boardsize', width)))
  let board = fromDimensions(width, width)
  for (let i = 0; i < cells; i++) {
    let [sign, colour] = i % 2 === 0 ? [1, 'B'] : [-1, 'W']
    let move = await success(engines[i % 2], 'genmove', colour)
    let vertex = board.parseVertex(move)
    assert.strictEqual(board.get(vertex), 0, `move ${i + 1}, ${move}, is on an occupied point`)
    assert(!board.analyzeMove(sign, vertex).capturing, `move ${i + 1}, ${move}, captures`)
    board = board.makeMove(sign, vertex)
    await success(engines[1 - (i % 2)], 'play', colour, move)
  }
  assert.strictEqual((await success(engines[0], 'genmove', 'W')).toLowerCase(), 'pass', 'the board is full')
  let standing = [].concat(...board.signMap).filter(sign => sign !== 0).length
  assert.strictEqual(standing, cells, `${standing} of ${cells} stones stand on Sabaki's board`)
  let scores = await Promise.all(engines.map(engine => success(engine, 'final_score')))
  assert.strictEqual(scores[0], scores[1])
  console.log(`bracket ${args.join(' ')}: ${standing} of ${cells} stones stand, ${scores[0]}`)
  await Promise.all(engines.map(engine => engine.stop(5000)))
}

async function main() {
  for (let game of GAMES) await play(process.argv[2], game)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
