// Measures playouts and simulations of the program and of the WebAssembly module, alternately and with one thread each,
// and prints them as a table. Both get their fastest of several short windows, so that other programs matter less.
//
// usage: node bench.mjs QUINTET PACKAGE      (target/release/quintet, and the folder that scripts/build-wasm prints)

import {execFileSync} from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import {pathToFileURL} from 'node:url'

const [quintet, folder] = process.argv.slice(2)
const {Module, WORKING, fileName} = await import(pathToFileURL(path.resolve(folder, 'module.js')))
const compiled = new WebAssembly.Module(fs.readFileSync(path.join(folder, fileName())))
const ROUNDS = 7
// Milliseconds of a window of playouts.
const WINDOW = 2

const [games] = [execFileSync(quintet, {input: 'quintet-list_games\nquit\n', encoding: 'utf8'})]
const ids = games.split('\n\n')[0].slice(2).split('\n')

function start(game) {
  const module = new Module(compiled)
  for (const name of module.missingWeights(game)) {
    module.supplyWeights(name, fs.readFileSync(path.join(folder, 'weights', name)))
  }
  module.start({game, seed: 1n, hash: 32, slice: 1e6})
  return module
}

function ask(module, line) {
  module.feed(line)
  while (module.step() === WORKING);
  return module.take()
}

const speedOf = answer => Number(answer.match(/visits\/s = ([\d.]+)/)[1])
const program = (...args) => execFileSync(quintet, args, {encoding: 'utf8'})

function nativePlayouts(game) {
  return Number(program('bench', 'playouts', '--game', game, '--seconds', '0.3').match(/^best_playouts_per_second (\d+)/m)[1])
}

function modulePlayouts(module, count) {
  let best = 0
  for (let round = 0; round < 100; round++) {
    const begun = performance.now()
    module.exports.quintet_playouts(count, BigInt(round))
    best = Math.max(best, count / (performance.now() - begun) * 1000)
  }
  return best
}

function nativeSearch(game, visits) {
  const input = ['param threads 1', 'param hash 32', 'param seed 1', `kata-benchmark ${visits}`, 'quit', ''].join('\n')
  return speedOf(execFileSync(quintet, ['--game', game], {input, encoding: 'utf8'}))
}

const thousands = number => Number(number.toPrecision(3)).toLocaleString('en')
const share = (a, b) => `${Math.round(100 * a / b)} %`

console.log('| game | playouts/s, native | wasm | | simulations/s, native | wasm | |\n|---|---|---|---|---|---|---|')
for (const game of ids) {
  const module = start(game)
  // Everything is compiled and read before it is measured.
  const count = Math.max(1, Math.round(modulePlayouts(module, 20) * WINDOW / 1000))
  ask(module, 'param seed 1')
  const visits = Math.max(500, Math.round(speedOf(ask(module, 'kata-benchmark 3000')) / 5))
  const best = {playouts: [0, 0], search: [0, 0]}
  const note = (name, side, value) => { best[name][side] = Math.max(best[name][side], value) }
  for (let round = 0; round < ROUNDS; round++) {
    note('playouts', 0, nativePlayouts(game))
    note('playouts', 1, modulePlayouts(module, count))
    note('search', 0, nativeSearch(game, visits))
    note('search', 1, speedOf(ask(module, `kata-benchmark ${visits}`)))
  }
  const cells = Object.values(best).flatMap(([native, wasm]) => [thousands(native), thousands(wasm), share(wasm, native)])
  console.log(`| ${[game, ...cells].join(' | ')} |`)
}
