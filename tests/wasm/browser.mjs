// Plays a few moves of two games and analyses in Chromium: the package is served as static files under a strict policy,
// with no other headers.
//
// usage: node browser.mjs CHROMIUM      in a project with quintet-engine
//
// The last line is `wasm: N passed, N failed`.

import {spawn} from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import {fileURLToPath} from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.resolve('quintet-engine')))
const TYPES = {'': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm'}

const SCRIPT = `
import {Engine} from '/quintet-engine/index.js'
const report = text => fetch('/result', {method: 'POST', body: text})
addEventListener('unhandledrejection', event => report('failed: ' + event.reason))
const engine = await Engine.create({game: 'cascade', level: 3, seed: 1})
await engine.gtp('boardsize 7')
const first = await engine.gtp('genmove b')
await engine.gtp('set_game stoical')
await engine.gtp('param level 0')
const visits = []
let enough
const analysed = new Promise(resolve => { enough = resolve })
const analysis = engine.analyze(moves => visits.push(moves[0].visits) === 2 && enough(), {every: 5})
// The page goes on meanwhile.
let frames = 0
const count = () => { frames++; setTimeout(count) }
count()
await analysed
await analysis.stop()
await engine.gtp('param visits 100000000000')
const move = engine.gtp('genmove b')
engine.interrupt()
report(first + ' ' + (await move) + ' ' + (frames > 0) + ' ' + crossOriginIsolated)
`

function serve(request, response) {
  const {pathname} = new URL(request.url, 'http://localhost')
  if (pathname === '/result') {
    let text = ''
    request.on('data', chunk => { text += chunk })
    request.on('end', () => finish(text))
    return response.end()
  }
  const pages = {'/': '<!doctype html><script type="module" src="/page.js"></script>', '/page.js': SCRIPT}
  const file = path.join(folder, path.normalize(pathname.replace('/quintet-engine/', '/')))
  const body = pages[pathname] ?? (fs.existsSync(file) && fs.statSync(file).isFile() ? fs.readFileSync(file) : null)
  if (body === null) return response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': TYPES[path.extname(pathname)] ?? 'text/plain',
    'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
  })
  response.end(body)
}

let browser
const profile = fs.mkdtempSync('profile-')
const server = http.createServer(serve).listen(0, '127.0.0.1', () => {
  const options = ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${path.resolve(profile)}`]
  browser = spawn(process.argv[2], [...options, `http://127.0.0.1:${server.address().port}/`], {stdio: 'ignore'})
  browser.on('exit', () => finish('failed: the browser has ended'))
})
const limit = setTimeout(() => finish('failed: nothing came in time'), 120_000)

function finish(text) {
  clearTimeout(limit)
  const passed = /^(black|white|red)@[A-G][1-7] [A-HJ][1-9] true false$/.test(text)
  if (!passed) console.log(text)
  console.log(`wasm: ${Number(passed)} passed, ${Number(!passed)} failed`)
  browser.removeAllListeners('exit')
  browser.kill()
  process.exit(passed ? 0 : 1)
}
