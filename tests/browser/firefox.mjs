// The page in Firefox: a game of each kind against the engine, and one of two people. Chromium has all other tests.
import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";
import { serve, within } from "./harness.mjs";
import { SIZES } from "./suite.mjs";

const TIME = 120_000;
const wrong = [];
let passed = 0, failed = 0;

/** Opens an address in a new page; its errors are recorded. */
async function open(browser, address) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  await page.goto(address);
  return page;
}

/** Begins a game with the form. */
async function begin(page, game, choices) {
  await page.waitForSelector("#setup .card");
  await page.evaluate((game, choices) => {
    document.querySelector("#customise").open = true;
    const set = (name, value) => {
      const field = document.querySelector(`#setup [name="${name}"]`);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    };
    set("game", game);
    for (const [name, value] of Object.entries(choices)) set(name, value);
  }, game, choices);
  await page.click('[data-action="start"]');
  await page.waitForFunction((game) => document.querySelector('[data-role="position"]').textContent.startsWith(`${game} `)
    && document.querySelector("#board [data-vertex]"), {}, game);
}

/** Waits until a page may move or the game is over; returns whether it goes on. */
async function turn(page) {
  await page.waitForFunction(() => !document.querySelector("#result").hidden || document.querySelector("#board").classList.contains("yours"));
  return page.evaluate(() => document.querySelector("#result").hidden);
}

/** Plays the first legal move that the page offers, by a click. */
async function play(page, passes) {
  const vertex = await page.evaluate((passes) => {
    if (passes) return null;
    for (const kind of [null, ...document.querySelectorAll("[data-kind]")]) {
      kind?.click();
      const legal = [...document.querySelectorAll('#board [data-legal="true"][data-stone="empty"]')];
      if (legal.length) return legal[Math.floor(legal.length / 2)].dataset.vertex;
    }
    return null;
  }, passes);
  const before = await page.$$eval('[data-role="moves"] li', (moves) => moves.length);
  // The bounding box of a cell is wider than its place on the board where captured stones are drawn.
  await page.click(vertex ? `#board [data-vertex="${vertex}"] .hit` : '[data-action="pass"]');
  await page.waitForFunction((before) => document.querySelectorAll('[data-role="moves"] li').length > before, {}, before);
}

async function check(name, run) {
  try {
    await within(run(), name, TIME);
    assert.deepEqual(wrong.splice(0), []);
    passed += 1;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${String(error?.stack ?? error).replace(/^/gm, "        ")}`);
  }
}

const browser = await puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX, headless: true });
const server = await serve();
for (const [game, size] of Object.entries(SIZES)) {
  await check(`${game} is played to the end against the engine`, async () => {
    const page = await open(browser, server.address);
    await begin(page, game, { size: String(size), "seat-b": "person", "seat-w": "quintet-level-1" });
    for (let moves = 0; await turn(page); moves++) await play(page, game === "stoical" && moves > 6);
    assert.match(await page.$eval('[data-role="status"]', (line) => line.textContent), /wins|draw/i);
    await page.browserContext().close();
  });
}
await check("two people play on two pages", async () => {
  const host = await open(browser, server.address);
  await begin(host, "alaric", { size: "7", "seat-b": "person", "seat-w": "guest" });
  await host.waitForSelector('#invite [data-invite="w"]');
  const guest = await open(browser, await host.$eval('#invite [data-invite="w"]', (field) => field.value));
  await guest.waitForSelector("#board [data-vertex]");
  await host.waitForFunction(() => !document.querySelector("#invite").open);
  for (let moves = 0; moves < 200; moves++) {
    const mover = await Promise.race([host, guest].map(async (page) => { await turn(page); return page; }));
    if (!(await turn(mover))) break;
    await play(mover, false);
  }
  await turn(guest);
  const status = (page) => page.$eval('[data-role="status"]', (line) => line.textContent);
  assert.equal(await status(guest), await status(host));
});
await check("nothing is cut at the size of a common laptop", async () => {
  const page = await open(browser, server.address);
  await page.setViewport({ width: 1366, height: 625 });
  await begin(page, "cancer", { size: "9" });
  const cut = await page.evaluate(() => [document.documentElement.scrollHeight > innerHeight, document.documentElement.scrollWidth > innerWidth,
    document.querySelector("#player-bottom").getBoundingClientRect().bottom > innerHeight]);
  assert.deepEqual(cut, [false, false, false]);
});
await browser.close();
await server.end();
console.log(`firefox: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
