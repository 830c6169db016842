// A controller with the interface of `Controller` in the package @sabaki/gtp, whose engine is a worker.

import {Engine, GtpError} from './index.js'

class Emitter {
  #listeners = new Map()

  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    return this
  }

  once(event, listener) {
    const once = value => {
      this.removeListener(event, once)
      listener(value)
    }
    return this.on(event, once)
  }

  removeListener(event, listener) {
    this.#listeners.set(event, (this.#listeners.get(event) ?? []).filter(known => known !== listener))
    return this
  }

  removeAllListeners() {
    this.#listeners.clear()
    return this
  }

  emit(event, value) {
    for (const listener of this.#listeners.get(event) ?? []) listener(value)
  }
}

export class Controller extends Emitter {
  #engine = null

  constructor(options = {}) {
    super()
    this.options = options
    this.commands = []
  }

  get busy() {
    return this.commands.length > 0
  }

  /** Starts the engine; sending a command does so, too. */
  start() {
    if (this.#engine) return
    const onWarning = content => this.emit('stderr', {content})
    this.#engine = Engine.create({onWarning, ...this.options})
    this.#engine.catch(error => onWarning(error.message))
    this.emit('started')
  }

  async stop() {
    await this.kill()
  }

  async kill() {
    const engine = this.#engine
    if (!engine) return
    this.#engine = null
    await engine.then(running => running.close(), () => {})
    this.emit('stopped', {signal: null})
  }

  async sendCommand(command, subscriber = () => {}) {
    this.start()
    const {id = null, name, args = []} = command
    const sent = {...command, id, args}
    const subscribers = [subscriber]
    const tell = message => subscribers.forEach(one => one({...message, command: sent}))
    const answer = this.#answer(sent, [id, name, ...args].filter(word => word !== null).join(' '), tell)
    this.emit('command-sent', {command: sent, subscribe: one => subscribers.push(one), getResponse: () => answer})
    return answer
  }

  async #answer(command, line, tell) {
    this.commands.push(command)
    const lines = []
    const id = command.id
    const response = (content, error) => ({id, content, error})
    const soFar = () => {
      const content = lines.join('\n').replace(/^[=?]\d* ?/, '').trim()
      return response(content, lines[0]?.startsWith('?') ?? false)
    }
    try {
      const engine = await this.#engine
      const content = await engine.gtp(line, text => {
        lines.push(text)
        tell({line: text, end: false, response: soFar()})
      })
      return this.#end(command, response(content.trim(), false), tell)
    } catch (error) {
      if (error instanceof GtpError) return this.#end(command, response(error.message, true), tell)
      throw error
    } finally {
      this.commands.splice(this.commands.indexOf(command), 1)
    }
  }

  #end(command, response, tell) {
    tell({line: '', end: true, response})
    this.emit('response-received', {command, response})
    return response
  }
}
