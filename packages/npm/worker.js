// The worker: the module with a queue of lines, and a pause after every slice in which messages arrive.
//
// Messages to it: {type: 'start', game, seed, hash, slice, base}, {type: 'line', text}.
// Messages from it: {type: 'started'}, {type: 'output', text}, {type: 'warning', message}, {type: 'failed', message},
// {type: 'ended'}. The engine cannot be used after `failed`.

import {ENDED, Module, NEEDS_WEIGHTS, WORKING, fileName} from './module.js'

const isNode = typeof process === 'object' && Boolean(process.versions?.node)
const port = isNode ? (await import('node:worker_threads')).parentPort : self
const send = message => port.postMessage(message)
if (isNode) port.on('message', receive)
else self.onmessage = event => receive(event.data)

let base = import.meta.url
let module = null
let hasStarted = false
let isRunning = false
// Lines that came before the start.
const early = []
// Whether a line was fed since the last step.
let isFed = false

async function receive(message) {
  try {
    if (message.type === 'start') await start(message)
    else if (hasStarted) await feed(message.text)
    else early.push(message.text)
  } catch (error) {
    const reason = module?.failure ?? error.message
    hasStarted = false
    send({type: 'failed', message: reason})
  }
}

async function read(name) {
  const url = new URL(name, base)
  if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url)
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url.pathname}: status ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

async function supplyWeights(game) {
  try {
    for (const name of module.missingWeights(game)) module.supplyWeights(name, await read(`weights/${name}`))
  } catch (error) {
    module.playWithoutWeights()
    send({type: 'warning', message: `the engine plays without weights: ${error.message}`})
  }
}

async function start(options) {
  base = options.base ?? base
  module = new Module(await WebAssembly.compile(await read(fileName())))
  const random = crypto.getRandomValues(new BigUint64Array(1))[0]
  await supplyWeights(options.game)
  module.start({...options, seed: random})
  hasStarted = true
  send({type: 'started'})
  for (const text of early.splice(0)) await feed(text)
}

async function feed(text) {
  module.feed(text)
  isFed = true
  if (!isRunning) await run()
}

// Returns after the messages that wait have been received.
function pause() {
  return new Promise(resolve => {
    if (isNode) return setImmediate(resolve)
    const {port1, port2} = new MessageChannel()
    port1.onmessage = () => resolve(port1.close())
    port2.postMessage(0)
  })
}

// Works until a line is needed.
async function run() {
  isRunning = true
  let state = WORKING
  while (isFed || state === WORKING || state === NEEDS_WEIGHTS) {
    isFed = false
    state = module.step()
    const text = module.take()
    if (text) send({type: 'output', text})
    if (state === NEEDS_WEIGHTS) await supplyWeights('')
    if (state === ENDED) return send({type: 'ended'})
    await pause()
  }
  isRunning = false
}
