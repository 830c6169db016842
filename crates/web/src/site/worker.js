// The session of a page and its engine, in a worker: a WebAssembly module behind the messages that a server speaks.
//
// Messages to it and from it are those of messages.js, as texts, and the bytes of SGF files. If it fails it says
// {failed: why} and cannot be used any more.
"use strict";

/** A module with one instruction of simd128. */
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
  253, 15, 253, 98, 11]);

/** The build id of the page: the folder in which this script is. */
const BUILD = self.location.pathname.split("/").at(-2) ?? "";
/** The memory of a search tree, in MiB. */
const TREE = 32;
/** The milliseconds after which an engine pauses. */
const SLICE = 10;

/** The functions of the module. @type {any} */
let functions = null;
/** What a panic said. */
let panic = "";
/** Messages that came before the module was there. @type {(string | ArrayBuffer)[]} */
const early = [];
let isRunning = false;
/** @type {any} */
let timer = null;
/** Names of weights files that were asked for. @type {Set<string>} */
const asked = new Set();
/** Those that could not be had; the next message of the page has them asked for again. @type {Set<string>} */
const failed = new Set();

/** Returns the store of the service worker, if there is one: a first page is loaded before that works. */
const store = () => caches.open(`quintet-${BUILD}`).catch(() => null);

/** Returns the bytes at an address that is relative to this script; the file is kept. @param {string} address */
async function read(address) {
  const url = new URL(address, self.location.href);
  const cache = await store();
  const known = await cache?.match(url);
  const response = known ?? (await fetch(url));
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  if (!known) await cache?.put(url, response.clone()).catch(() => {});
  return new Uint8Array(await response.arrayBuffer());
}

/** Writes bytes, or a text, into the module's buffer and returns their length. @param {string | Uint8Array} text */
function put(text) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const at = functions.quintet_buffer(bytes.length);
  new Uint8Array(functions.memory.buffer, at, bytes.length).set(bytes);
  return bytes.length;
}

/** Returns the text in the module's buffer. @param {number} length */
function get(length) {
  return new TextDecoder().decode(new Uint8Array(functions.memory.buffer, functions.quintet_buffer(0), length));
}

/** Says why the worker cannot go on. @param {unknown} error */
function fail(error) {
  functions = null;
  self.postMessage({ failed: panic || (error instanceof Error ? error.message : String(error)) });
}

/** Passes a message on to the session. @param {string | ArrayBuffer} message */
function receive(message) {
  if (typeof message === "string") functions.quintet_page_send(put(message));
  else functions.quintet_page_file(put(new Uint8Array(message)));
}

/** Loads weights, and lets the engine play without those that cannot be had. @param {string} name */
async function supply(name) {
  asked.add(name);
  try {
    const bytes = await read(`weights/${name}`);
    const head = new TextEncoder().encode(name);
    const both = new Uint8Array(head.length + bytes.length);
    both.set(head);
    both.set(bytes, head.length);
    const error = functions.quintet_supply(head.length, put(both));
    if (error > 0) throw new Error(get(error));
  } catch (error) {
    if (!functions) return;
    failed.add(name);
    const why = error instanceof Error ? error.message : String(error);
    functions.quintet_page_without_weights(name.length, put(name + why));
  }
  run();
}

/** Returns after the messages that wait have been received. */
function pause() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); resolve(null); };
    port2.postMessage(0);
  });
}

/** Works until nothing is left to do, and again when the next step is due. */
async function run() {
  if (isRunning || !functions) return;
  isRunning = true;
  clearTimeout(timer);
  try {
    for (let rest = 0; rest === 0 && functions;) {
      rest = functions.quintet_page_step();
      for (let length; (length = functions.quintet_page_take()) > 0;) self.postMessage(get(length));
      for (const name of get(functions.quintet_page_missing()).split(" ")) if (name && !asked.has(name)) supply(name);
      if (rest > 0) timer = setTimeout(run, rest);
      else await pause();
    }
  } catch (error) {
    fail(error);
  }
  isRunning = false;
}

self.onmessage = ({ data }) => {
  if (!functions) return early.push(data);
  // There may be a network again.
  failed.forEach((name) => asked.delete(name));
  failed.clear();
  try {
    receive(data);
    run();
  } catch (error) {
    fail(error);
  }
};

async function begin() {
  const name = WebAssembly.validate(SIMD) ? "quintet.wasm" : "quintet-fallback.wasm";
  const quintet = {
    now: () => performance.timeOrigin + performance.now(),
    /** @param {number} at @param {number} length */
    panicked: (at, length) => { panic = new TextDecoder().decode(new Uint8Array(functions.memory.buffer, at, length)); },
  };
  const { instance } = await WebAssembly.instantiate(await read(name), { quintet });
  functions = instance.exports;
  const [seed, first, second] = crypto.getRandomValues(new BigUint64Array(3));
  const id = (first.toString(16) + second.toString(16)).padStart(32, "0");
  functions.quintet_page_open(put(`${id} ${BUILD}`), BigInt.asIntN(64, seed), TREE, SLICE);
  early.splice(0).forEach(receive);
  run();
}
begin().catch(fail);
