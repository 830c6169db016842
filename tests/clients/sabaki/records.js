// Records of Sabaki: a tree as Sabaki's user makes one is saved as Sabaki saves it (`sgf.stringify` of @sabaki/sgf, with AP and CA),
// loaded and saved by quintet, and loaded by Sabaki again. Nothing may be gone.
//
// usage: node records.js QUINTET
//
// Exit status: 0 if it is so, 1 if not.

'use strict'

const assert = require('assert')
const fs = require('fs')
const os = require('os')
const path = require('path')
const {Controller} = require('@sabaki/gtp')
const sgf = require('@sabaki/sgf')

// What Sabaki's windows write: the game's facts, comments with every awkward character, node names, marks and lines, annotations of
// moves and positions, hotspots, win rates, clocks, set-up stones in the middle, passes and variations three deep.
const RECORD =
  '(;GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.60.2]SZ[9]KM[6.5]RU[Japanese]PB[山田]BR[3d]BT[Team A]PW[Ben \\[2\\]]WR[1k]WT[B]EV[Cup]GN[A: game]' +
  'DT[2026-11-28]RE[B+R]HA[0]RO[2]PC[Here]GC[About\nthe game]C[The \\\\ start\\: \\[x\\]]' +
  ';B[cc]SBKV[53.2]BL[590.5]C[first\n\nand second]N[Opening]LB[cc:A][dd:long label][ee:\\:]TR[aa][bb:bd]CR[ff]' +
  ';W[gg]SBKV[47.1]WL[588]OW[3]TE[1]HO[2](;B[cg]BM[1]SQ[ab]MA[ac]AR[aa:cc][dd:ee]LN[ba:bc]SL[hh]DD[aa:bb]VW[aa:ii]' +
  ';W[tt]GB[1];B[]UC[1](;W[gc]DM[1]IT[])(;W[ee]DO[]GW[2]V[3.5](;B[ef]FG[257:Figure]PM[1])(;B[fe]XY[unknown][two])))' +
  '(;B[cd];AB[hh][hi]AW[ih]AE[cc]PL[W]C[set up];W[dd])(;C[only remarks];B[ee]TB[aa:bb]TW[hh][ii]))'

// What the program that writes a file says about it.
const HEAD = ['CA', 'AP', 'FF', 'GM']
// Sets of points, which have no order.
const SETS = ['TR', 'CR', 'SQ', 'MA', 'SL', 'DD', 'VW', 'TB', 'TW', 'AB', 'AW', 'AE']

// A tree without the numbers of its nodes. `tt` and an empty value are the same pass.
function plain(node) {
  let value = (name, values) => {
    if (SETS.includes(name)) return [...values].sort()
    return name === 'B' || name === 'W' ? values.map(value => (value === 'tt' ? '' : value)) : values
  }
  let kept = Object.entries(node.data).filter(([name]) => !HEAD.includes(name))
  let data = Object.fromEntries(kept.map(([name, values]) => [name, value(name, values)]))
  return {data, children: node.children.map(plain)}
}

// Counts nodes and values.
function count(node) {
  let own = [1, Object.values(node.data).reduce((sum, values) => sum + values.length, 0)]
  return node.children.map(count).reduce((sum, more) => sum.map((value, i) => value + more[i]), own)
}

async function main() {
  let folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quintet-sabaki-'))
  let [before, after] = ['before ö.sgf', 'after.sgf'].map(name => path.join(folder, name))
  let trees = sgf.parse(RECORD)
  fs.writeFileSync(before, sgf.stringify(trees, {linebreak: '\n'}))
  let engine = new Controller(process.argv[2], [])
  engine.start()
  try {
    for (let [name, file] of [['loadsgf', before], ['printsgf', after]]) {
      let response = await engine.sendCommand({name, args: [file]})
      assert(!response.error, `${name}: ${response.content}`)
    }
    let [again] = sgf.parseFile(after)
    assert.deepStrictEqual(plain(again), plain(trees[0]))
    // And once more: what Sabaki saves of it is the same.
    let [saved] = sgf.parse(sgf.stringify([again], {linebreak: '\n'}))
    assert.deepStrictEqual(plain(saved), plain(trees[0]))
    let [nodes, values] = count(plain(again))
    console.log(`a record of Sabaki: ${nodes} nodes and ${values} values kept`)
  } finally {
    await engine.stop(5000)
    fs.rmSync(folder, {recursive: true, force: true})
  }
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
