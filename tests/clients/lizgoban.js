#!/usr/bin/env node
// Drives LizGoban's engine module: its start with all checks of features, analysis, a change of rules and of komi in the
// middle of a game, moves back and forward, and a whole game by its genmove.
//
// usage: lizgoban.js SRC QUINTET
//   SRC    the folder src of a clone of LizGoban (tested: the source of August 2025, version 0.9.1-pre1)
// Exit status: 0 if the client takes the engine for KataGo, no command fails that it counts on, and the game ends.

'use strict'
const path = require('path')

const [source, quintet] = process.argv.slice(2).map((name) => path.resolve(name))
process.chdir(source)
const {globalize} = require(path.join(source, 'globalize.js'))
globalize(require(path.join(source, 'util.js')), require(path.join(source, 'coord.js')))
// As its main program does, without a window.
globalize({
    debug_log: () => {}, leelaz_komi: 7.5, default_gorule: 'chinese', pass_command: 'pass',
    set_error_handler: (child, handler) => ['exit', 'error'].forEach((event) => child.on(event, handler)),
})
const {create_leelaz} = require(path.join(source, 'engine.js'))
set_board_size(9)

let suggestions = []
let state = 'ready'
const fail = (why) => {
    console.error(`LizGoban: ${why}`)
    process.exit(1)
}
const wait = async (what, is) => {
    for (let tenths = 0; tenths < 300; tenths++) {
        if (is()) return
        await new Promise((done) => setTimeout(done, 100))
    }
    fail(`${what} does not happen`)
}

const engine = create_leelaz()
let ready = false
engine.start({
    leelaz_command: quintet, leelaz_args: ['--size', '9', '--seed', '1', '--rule', 'repetition=none'],
    analyze_interval_centisec: 10, minimum_suggested_moves: 5, default_board_size: 9, wait_for_startup: false,
    ready_handler: (resized) => { ready = ready || !resized },
    suggest_handler: (suggestion) => suggestions.push(suggestion),
    restart_handler: () => state === 'ended' || fail('the engine ended'),
    error_handler: () => fail('the engine reports an error'),
    illegal_handler: (move) => fail(`the engine refuses ${JSON.stringify(move)}`),
    command_failure_handler: (command, info) => fail(`${command}: ${info}`),
})

const game = async () => {
    await wait('the end of the checks', () => ready)
    if (!engine.is_katago()) fail('the client does not take the engine for KataGo')
    for (const feature of ['pvVisits', 'kata-set-rules', 'movesOwnership', 'rootInfo', 'allow', 'clear_cache']) {
        console.log(`LizGoban: ${feature} ${engine.is_supported(feature) ? 'works' : 'is refused'}`)
    }
    const history = []
    const options = (more) => ({
        bturn: history.length % 2 === 0, komi: 7, gorule: 'chinese', handicaps: 0, init_len: 0, ownership_p: true,
        humansl_scan_profiles: [], ...more,
    })
    const analysed = async () => {
        suggestions = []
        await wait('analysis', () => suggestions.some(({suggest, ownership}) => suggest.length > 0 && ownership?.length === 81))
        const {suggest, b_winrate} = suggestions[suggestions.length - 1]
        if (!(b_winrate >= 0 && b_winrate <= 100 && /^([A-HJ][1-9]|pass)$/i.test(suggest[0].move))) {
            fail(`an analysis reads ${b_winrate}, ${suggest[0].move}`)
        }
    }
    engine.set_board([], options())
    await analysed()
    for (const move of ['E5', 'C4', 'G6', 'D7']) {
        history.push({move, is_black: history.length % 2 === 0})
        engine.set_board(history, options())
        await analysed()
    }
    // Other rules and another komi in the middle of the game, and two moves back.
    engine.set_board(history, options({gorule: 'tromp-taylor', komi: 5.5}))
    await analysed()
    history.length = 2
    engine.set_board(history, options({gorule: 'tromp-taylor', komi: 5.5}))
    await analysed()
    engine.set_pondering(false)
    let passes = 0
    while (passes < 2 && history.length < 250) {
        const is_black = history.length % 2 === 0
        const move = await new Promise((done) => engine.genmove(0.05, (ok, word) => ok ? done(word) : fail(`genmove: ${word}`)))
        history.push({move, is_black})
        passes = /^pass$/i.test(move) ? passes + 1 : 0
        engine.set_board(history, options({gorule: 'tromp-taylor', komi: 5.5}))
    }
    if (passes < 2) fail('the game does not end')
    console.log(`LizGoban: a game of ${history.length} moves`)
    state = 'ended'
    engine.kill()
    process.exit(0)
}

game().catch((error) => fail(error.stack))
