// A server and a browser for the tests, and common steps.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const { QUINTET, ROOT, CHROMIUM } = process.env;
const PATIENCE = 30000;

/** Returns a promise that fails if it takes too long. */
export function within(promise, what, patience = PATIENCE) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`${what} took more than ${patience / 1000} s`)), patience); });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const folders = new Set();
process.on("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Makes a folder that is removed when the tests end. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), "quintet-browser-"));
  folders.add(folder);
  return folder;
}

const children = new Set();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

/** Starts a program, which ends with the tests at the latest. */
export function start(...args) {
  // A match reports every game on stderr.
  const child = spawn(QUINTET, args, { stdio: ["ignore", "pipe", args[0] === "match" ? "ignore" : "inherit"] });
  children.add(child);
  child.ended = new Promise((done) => child.once("exit", (code, signal) => { children.delete(child); done(code ?? signal); }));
  child.stdout.resume();
  return child;
}

/** Ends a program by a signal and waits for its end. */
export async function stop(child, signal = "SIGTERM") {
  child.kill(signal);
  await within(child.ended, "the end of a program").catch(() => { child.kill("SIGKILL"); });
}

/** Starts `quintet web`; the result has its address and a function that ends it. */
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

/** Opens a page in a browser context of its own; errors and requests to other servers are recorded in `wrong`. */
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
  // A new page shows the choice of a game, one with an address the game.
  await page.waitForSelector(".card:visible, #board [data-vertex]:visible");
  return { context, page, wrong, leave: () => within(context.close(), "closing a page").catch(() => {}) };
}

/** Shows an element of the tabs, of the menu or of the customised form by the clicks that a person would make. */
export async function reveal(page, selector) {
  const target = page.locator(selector).first();
  if (await target.isVisible()) return;
  const hidden = await target.evaluate((element) => {
    const panel = element.closest('[role="tabpanel"][hidden]');
    return panel ? `#${panel.getAttribute("aria-labelledby")}` : element.closest("details:not([open])") ? `#${element.closest("details").id} > summary` : null;
  });
  // On phones and upright tablets the tabs are a sheet.
  const inPanel = await target.evaluate((element) => Boolean(element.closest("#panel")));
  if (inPanel && !(await page.isVisible("#panel"))) await page.click('[data-action="panel"]');
  if (hidden) await page.click(hidden);
  // Without a tab or a menu to open, the page is just about to show it.
  await target.waitFor({ state: "visible" });
}

/** Presses the button of an action, wherever it is. */
export async function press(page, action) {
  await reveal(page, `[data-action="${action}"]`);
  await page.click(`[data-action="${action}"]`);
}

/** Answers a question, if one is asked. */
export const agree = (page) => page.evaluate(() => { if (document.querySelector("#confirm").open) document.querySelector('#confirm [data-action="yes"]').click(); });

/** Shows the choice of a game with everything that can be chosen. */
export async function choosing(page) {
  if (await page.isVisible("#play")) await page.click('[data-action="new"]');
  await page.waitForSelector("#setup", { state: "visible" });
  await reveal(page, 'select[name="game"]');
}

/** Begins a game with the form; `most` is the number of moves that it may have already if an engine begins. */
export async function begin(page, game, choices = {}, most = 0) {
  await choosing(page);
  await page.selectOption('select[name="game"]', game);
  for (const [name, value] of Object.entries(choices)) {
    const field = page.locator(`[name="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(String(value));
    else await field.fill(String(value));
  }
  await page.click('[data-action="start"]');
  await agree(page);
  await page.waitForFunction(([name, most]) => document.querySelector("#board [data-vertex]")
    && document.querySelector('[data-role="position"]').textContent.startsWith(`${name} `)
    && document.querySelectorAll('[data-role="moves"] li').length <= most, [game, most]);
}

export const text = (page, role) => page.locator(`[data-role="${role}"]`).textContent();
export const moves = (page) => page.locator('[data-role="moves"] li').allTextContents();
export const stone = (page, vertex) => page.getAttribute(`[data-vertex="${vertex}"]`, "data-stone");

/** Waits until a condition is true in the page. */
export const until = (page, condition, argument) => page.waitForFunction(condition, argument, { timeout: PATIENCE, polling: 50 });

/** Waits until `count` moves are on the board. */
export const played = (page, count) => until(page, (wanted) => document.querySelectorAll('[data-role="moves"] li:not(.later)').length === wanted, count);

/** Waits until it is the person's turn or the game is over; returns whether it goes on. */
export async function turn(page) {
  await until(page, () => {
    const over = !document.querySelector("#result").hidden;
    return over || document.querySelector("#board").classList.contains("yours");
  });
  return page.evaluate(() => document.querySelector("#result").hidden);
}

/** Places a stone of a kind with the mouse. */
export async function place(page, word) {
  const [kind, vertex] = word.includes("@") ? word.split("@") : [null, word];
  if (kind) await page.click(`[data-kind="${kind}"]`);
  await page.click(`[data-vertex="${vertex}"]`);
}

/** Plays moves for both sides. */
export async function line(page, words) {
  for (const word of words.split(" ")) {
    const before = (await page.locator('[data-role="moves"] li:not(.later)').count());
    if (word === "pass") await page.click('[data-action="pass"]');
    else if (word === "swap-pieces") await page.click('[data-action="swap"]');
    else await place(page, word);
    await played(page, before + 1);
  }
}

/** Runs a test with a match that is shown on a page. */
export async function watched(browser, args, run) {
  const out = join(scratchFolder(), "weak");
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

/** Waits until the state of the match fits a pattern. */
export const matchState = (page, pattern) => until(page, (pattern) => new RegExp(pattern).test(document.querySelector('[data-role="match-state"]').textContent), pattern);

/** Returns the arguments for an engine of a match: this program with a number of visits. */
export const rival = (name, visits) => ["--engine", `name=${name},cmd=${QUINTET} --visits ${visits}`];
