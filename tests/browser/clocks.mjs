// Games with a clock, and the ends that a page explains.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { choosing, begin, line, played, press, reveal, text, turn, until, visitor } from "./harness.mjs";
import { PERSONS, choose, random, test } from "./suite.mjs";

/** Begins a game with a clock that the form does not offer, so that nobody has to wait. */
async function beginWithClock(page, game, clock, choices) {
  await choosing(page);
  await page.evaluate((clock) => document.querySelector('[name="clock"]').append(new Option(clock, clock)), clock);
  await begin(page, game, { ...choices, clock });
}

/** Returns what the clocks above and below the board show. */
const clocks = (page) => page.locator(".player-bar .clock > :first-child").allTextContents();

test("clocks run for the side to move, and whoever runs out of time loses", async ({ page }) => {
  await beginWithClock(page, "stoical", "absolute:12", { ...PERSONS, size: 5 });
  assert.deepEqual(await clocks(page), ["0:12", "0:12"]);
  assert.equal(await page.locator('.clock[data-running="true"]').count(), 0, "no time runs before the first move");
  await line(page, "C3");
  await page.waitForSelector('#player-top .clock[data-running="true"]');
  assert.equal(await page.locator(".clock").first().getAttribute("role"), "timer");
  await until(page, () => document.querySelector("#announce").textContent === "White: 10 seconds left");
  assert.deepEqual(await page.locator('.clock[data-running="false"] > :first-child').allTextContents(), ["0:12"]);
  // A reload keeps the time.
  await page.reload();
  await page.waitForSelector('#player-top .clock.low[data-running="true"]');
  await until(page, () => document.querySelector('[data-role="status"]').textContent === "Black wins: White ran out of time");
  assert.match(await page.textContent("#reason"), /time runs out loses/);
  assert.deepEqual(await clocks(page), ["0.0", "0:12"]);
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "download-sgf")]);
  const sgf = readFileSync(await download.path(), "utf8");
  assert(sgf.includes("RE[B+T]TM[12]") || (sgf.includes("RE[B+T]") && sgf.includes("TM[12]")), sgf);
  // Taking the loss back begins the turn again.
  await press(page, "undo");
  await until(page, () => document.querySelector('[data-role="status"]').textContent === "White to move");
  await line(page, "D3");
  await page.waitForSelector('#player-bottom .clock[data-running="true"]');
});

test("the clock of a person runs on while earlier positions are shown, and an engine plays with its own", async ({ page }) => {
  await choosing(page);
  const offered = await page.locator('[name="clock"] option').allTextContents();
  assert(offered.length >= 6 && offered[0] === "No clock", String(offered));
  await begin(page, "alaric", { "seat-b": "person", "seat-w": "quintet-level-3", size: 7, clock: "fischer:300+3" });
  await page.click('[data-vertex="D1"]');
  await played(page, 2);
  await page.waitForSelector('#player-bottom .clock[data-running="true"]');
  await reveal(page, '[data-action="first"]');
  await page.click('[data-action="first"]');
  await played(page, 0);
  assert.equal(await page.locator('#player-bottom .clock[data-running="true"]').count(), 1);
  // A stone there is a variation, which neither moves the game nor its clock.
  await page.click('[data-vertex="A1"]');
  await played(page, 1);
  assert.match(await page.textContent("#aside"), /A variation, move 1; the game is at move 2/);
  assert.equal(await page.isVisible('[data-action="play-on"]'), false);
  await page.click('[data-action="return"]');
  await played(page, 2);
  const free = await page.evaluate(() => document.querySelector('[data-legal="true"][data-stone="empty"]').dataset.vertex);
  await page.click(`[data-vertex="${free}"]`);
  await played(page, 4);
});

test("clocks and names fit on a phone", async ({ browser, server }) => {
  const guest = await visitor(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = guest;
  await begin(page, "cancer", { "seat-b": "person", "seat-w": "quintet", seconds: 3, size: 5, clock: "byoyomi:1200+5x30" });
  await page.tap('[data-vertex="C3"]');
  await page.waitForSelector("#thinking", { state: "visible" });
  for (let look = 0; look < 2; look++) {
    const cut = await page.evaluate(() => [...document.querySelectorAll(".player-bar")].filter((bar) => bar.scrollWidth > bar.clientWidth).map((bar) => bar.textContent));
    assert.deepEqual(cut, []);
    await turn(page);
  }
  assert.deepEqual(guest.wrong, []);
  await guest.leave();
});

for (const scoring of ["largest", "smallest"]) {
  test(`a game of Bracket with scoring=${scoring} ends with its deciding group bright, as the text explains`, async ({ page }) => {
    await begin(page, "bracket", { ...PERSONS, size: 5, "rule-scoring": scoring });
    while (await turn(page)) {
      const before = await page.locator('[data-role="moves"] li').count();
      await page.click(`[data-vertex="${(await choose(page, random())).vertex}"]`);
      await played(page, before + 1);
    }
    const reason = await page.textContent("#reason");
    const [black, white] = [...reason.matchAll(/ one: ([^.]*)\./g)].map(([, list]) => (list === "none" ? [] : list.split(", ").map(Number)));
    const order = (list) => [...list].sort((a, b) => (scoring === "smallest" ? a - b : b - a));
    assert.deepEqual([black, white], [order(black), order(white)], reason);
    // Each bracketed group has one outline.
    const outlines = () => page.locator("#board .group").count();
    assert.equal(await outlines(), black.length + white.length, reason);
    const first = Array.from({ length: Math.max(black.length, white.length) }, (_, i) => i).find((i) => (black[i] ?? 0) !== (white[i] ?? 0));
    const status = await text(page, "status");
    if (first === undefined) return assert.match(status, /^A draw/);
    const [ours, theirs] = [black[first] ?? 0, white[first] ?? 0];
    assert(status.startsWith(`${ours > theirs ? "Black" : "White"} wins by ${Math.abs(ours - theirs)}`), `${status} ${reason}`);
    // The bright group is of the winner's list, and has the size that decided.
    const bright = page.locator("#board .group:not(.dim)");
    assert.equal(await bright.count(), 1);
    assert((await bright.getAttribute("class")).includes(ours > theirs ? "group-b" : "group-w"));
    const cells = await page.evaluate(() => document.querySelectorAll("#board .counts:not(.dim)").length);
    assert.equal(cells, Math.max(ours, theirs), reason);
  });
}
