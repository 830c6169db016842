// A server and a browser for the tests, and what they do again and again.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const { QUINTET, ROOT, CHROMIUM } = process.env;
const PATIENCE = 30000;

/** A promise that fails where it takes too long: nothing here waits for ever. */
export function within(promise, what, patience = PATIENCE) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${what} took more than ${patience / 1000} s`)), patience); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const children = new Set();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

/** Starts a program that ends with the tests at the latest. */
export function start(...args) {
  // A match tells of every game on stderr.
  const child = spawn(QUINTET, args, { stdio: ["ignore", "pipe", args[0] === "match" ? "ignore" : "inherit"] });
  children.add(child);
  child.ended = new Promise((done) => child.once("exit", (code, signal) => { children.delete(child); done(code ?? signal); }));
  child.stdout.resume();
  return child;
}

/** Ends a program, kindly or not, and waits for its end. */
export async function stop(child, signal = "SIGTERM") {
  child.kill(signal);
  await within(child.ended, "the end of a program").catch(() => { child.kill("SIGKILL"); });
}

/** Starts `quintet web`; the answer has its address and ends it. */
export async function serve(...args) {
  const child = start("web", "--port", "0", ...args);
  const address = await within(Promise.race([
    new Promise((resolve) => { child.stdout.once("data", (bytes) => resolve(String(bytes).trim())); }),
    child.ended.then((code) => { throw new Error(`quintet web ended with ${code}`); }),
  ]), "the start of quintet web");
  return { address, origin: new URL(address).origin, child, end: () => stop(child) };
}

export const launch = () => chromium.launch({
  executablePath: CHROMIUM,
  timeout: PATIENCE,
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
  ],
});

/** A browser of one person; what goes wrong in its pages, and what they ask of others, is kept. */
export async function visitor(browser, server, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(PATIENCE);
  const wrong = [];
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== server.origin) wrong.push(`asks for ${request.url()}`);
  });
  context.on("weberror", (error) => wrong.push(String(error.error())));
  context.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  const page = await context.newPage();
  await page.goto(server.address);
  await page.waitForSelector("[data-vertex]");
  return { context, page, wrong, leave: () => within(context.close(), "closing a page").catch(() => {}) };
}

/** Begins a game by the form; where an engine begins it may have so many moves already. */
export async function begin(page, game, choices = {}, most = 0) {
  await page.evaluate(() => { const button = document.querySelector('[data-action="new"]'); if (button.offsetParent) button.click(); });
  await page.selectOption('select[name="game"]', game);
  for (const [name, value] of Object.entries(choices)) {
    const field = page.locator(`[name="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(String(value));
    else await field.fill(String(value));
  }
  await page.click('[data-action="start"]');
  await page.waitForFunction(([name, most]) => document.querySelector('[data-role="position"]').textContent.startsWith(`${name} `)
    && document.querySelectorAll('[data-role="moves"] li').length <= most, [game, most]);
}

export const text = (page, role) => page.locator(`[data-role="${role}"]`).textContent();
export const moves = (page) => page.locator('[data-role="moves"] li').allTextContents();
export const stone = (page, vertex) => page.getAttribute(`[data-vertex="${vertex}"]`, "data-stone");

/** Waits until the page says so. */
export const until = (page, condition, argument) => page.waitForFunction(condition, argument, { timeout: PATIENCE, polling: 50 });

/** Waits until so many moves are on the board. */
export const played = (page, count) => until(page, (wanted) => document.querySelectorAll('[data-role="moves"] li:not(.later)').length === wanted, count);

/** Waits until it is the person's turn or the game is over; whether it goes on. */
export async function turn(page) {
  await until(page, () => {
    const over = !document.querySelector("#result").hidden;
    return over || document.querySelector("#board").classList.contains("yours");
  });
  return page.evaluate(() => document.querySelector("#result").hidden);
}

/** Puts a stone of a kind down with the mouse. */
export async function place(page, word) {
  const [kind, vertex] = word.includes("@") ? word.split("@") : [null, word];
  if (kind) await page.click(`[data-kind="${kind}"]`);
  await page.click(`[data-vertex="${vertex}"]`);
}

/** Plays moves for both seats. */
export async function line(page, words) {
  for (const word of words.split(" ")) {
    const before = (await page.locator('[data-role="moves"] li:not(.later)').count());
    if (word === "pass") await page.click('[data-action="pass"]');
    else if (word === "swap-pieces") await page.click('[data-action="swap"]');
    else await place(page, word);
    await played(page, before + 1);
  }
}

/** A match that is watched. */
export async function watched(browser, args, run) {
  const out = join(mkdtempSync(join(tmpdir(), "match-")), "weak");
  mkdirSync(out);
  const server = await serve("--matches", out);
  const guest = await visitor(browser, server);
  let match = null;
  const play = (...more) => { match = start("match", ...args, "--out", out, ...more); return match; };
  try {
    await guest.page.click('[data-view="matches"]');
    await run({ ...guest, play });
    assert.deepEqual(guest.wrong, []);
  } finally {
    if (match) await stop(match, "SIGKILL");
    await guest.leave();
    await server.end();
  }
}

/** Waits until what the page says of a match fits a pattern. */
export const matchState = (page, pattern) => until(page, (pattern) => new RegExp(pattern).test(document.querySelector('[data-role="match-state"]').textContent), pattern);

/** An engine of a match: this program with so many visits. */
export const rival = (name, visits) => ["--engine", `name=${name},cmd=${QUINTET} --visits ${visits}`];
