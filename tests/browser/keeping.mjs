// Nothing that a person made is lost: whatever replaces the game, whatever happens to the connection or the program.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { begin, line, moves, played, press, reveal, rival, scratchFolder, serve, start, stop, text, until, visitor, watched } from "./harness.mjs";
import { PERSONS, test } from "./suite.mjs";

const SGF = "(;GM[1]SZ[5]PB[Anna]BR[3d]PW[Ben];B[bb]C[A comment]TR[bb];W[cc](;B[dd])(;B[aa];W[ee]))";
const position = (page) => text(page, "position");
const shows = (page, wanted) => until(page, (wanted) => document.querySelector('[data-role="position"]').textContent === wanted, wanted);

/** Begins a game against an engine and plays two moves. */
async function against(page) {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "quintet-level-1", size: 5 });
  await page.click('[data-vertex="C3"]');
  await played(page, 2);
  return position(page);
}

/** Returns to the game by the strip, and plays on. */
async function comeBack(page, wanted, way) {
  await page.waitForSelector("#earlier", { state: "visible" });
  assert.equal(await page.textContent("#earlier span"), "Your game of Stoical Go against level 1, move 2", way);
  await page.click("#earlier button:first-child");
  await shows(page, wanted);
  await page.waitForSelector("#earlier", { state: "hidden" });
  assert.match(await page.textContent("#player-top"), /level 1/, way);
  assert.equal(await page.isVisible("#play"), true, way);
  const free = await page.evaluate(() => document.querySelector('[data-legal="true"][data-stone="empty"]').dataset.vertex);
  await page.click(`[data-vertex="${free}"]`);
  await played(page, 4);
  await press(page, "undo");
  await shows(page, wanted);
}

/** Drops a text or a file on the page. */
const drop = (page, content, name) => page.evaluate(([content, name]) => {
  const data = new DataTransfer();
  if (name) data.items.add(new File([content], name));
  else data.setData("text", content);
  dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}, [content, name]);

const paste = (page, content) => page.evaluate((content) => {
  const data = new DataTransfer();
  data.setData("text", content);
  dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
}, content);

test("a game comes back after everything that can replace it", async ({ page, server }) => {
  const wanted = await against(page);
  const open = {
    "a puzzle": async () => {
      await page.click('[data-view="puzzles"]');
      await page.click("[data-role=puzzles] button");
      await page.waitForSelector("#puzzle", { state: "visible" });
    },
    "a lesson": async () => {
      await page.click('[data-view="learn"]');
      await page.click('#learn [data-replay="open"]');
    },
    "a text that is pasted": () => paste(page, SGF),
    "a text that is dropped": () => drop(page, SGF),
    "a file that is dropped": () => drop(page, SGF, "game.sgf"),
    "a file that is chosen": async () => {
      const file = join(scratchFolder(), "game.sgf");
      writeFileSync(file, SGF);
      await page.setInputFiles('[name="sgf"]', file);
    },
    "an address": () => page.evaluate((address) => { location.href = address; }, `${server.origin}/#position=${encodeURIComponent("bracket 3 shape=hexagon scoring=largest x./.../.. w")}`),
    "a new game": () => begin(page, "cancer", { ...PERSONS, size: 4 }),
  };
  for (const [way, act] of Object.entries(open)) {
    await act();
    await until(page, (wanted) => document.querySelector('[data-role="position"]').textContent !== wanted, wanted).catch((error) => { throw new Error(`${way}: ${error}`); });
    await comeBack(page, wanted, way);
  }
  // Everything that was shown is in the list.
  await reveal(page, "#earlier-games");
  const listed = await page.locator("#earlier-games li").allTextContents();
  assert(listed.some((text) => text === "The record of Anna against Ben, move 3"), String(listed));
});

test("a game comes back after a game of a match was opened", async ({ browser }) => {
  await watched(browser, ["--game", "stoical", "--size", "5", "--games", "2", ...rival("one", 5), ...rival("two", 6)], async ({ page, play }) => {
    await page.click('[data-view="play"]');
    const wanted = await against(page);
    play();
    await page.click('[data-view="matches"]');
    await page.click('[data-role="games"] li:last-child button');
    await page.click('#matches [data-replay="open"]');
    await comeBack(page, wanted, "a match");
  });
});

test("a strip that was closed stays closed, and the list still has the game", async ({ page }) => {
  const wanted = await against(page);
  await paste(page, SGF);
  await page.click("#earlier button:last-child");
  await page.waitForSelector("#earlier", { state: "hidden" });
  await reveal(page, "#earlier-games");
  await page.click("#earlier-games li:first-child button");
  await shows(page, wanted);
});

test("a stone placed while looking back is a variation, which is listed and saved", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 D3 B2");
  const wanted = await position(page);
  await reveal(page, '[data-action="first"]');
  await page.click('[data-action="first"]');
  await played(page, 0);
  assert.match(await page.textContent("#aside"), /the game is at move 3. A stone here begins a variation/);
  await line(page, "A1 E5");
  assert.match(await text(page, "status"), /^Variation: /);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("svg.board")).outlineStyle), "dashed");
  await page.click('[data-action="return"]');
  await shows(page, wanted);
  assert.deepEqual(await moves(page), ["C3", "D3", "B2"]);
  assert.deepEqual(await page.locator("#variations li").allTextContents(), ["1. A1 E5"]);
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "download-sgf")]);
  const saved = readFileSync(await file.path(), "utf8").replace(/\s/g, "");
  assert(saved.includes("(;B[cc];W[dc];B[bd])(;B[ae];W[ea])"), saved);
  // The variation is found again, and becomes the game.
  await page.click("#variations li button");
  await played(page, 1);
  await page.click('[data-action="forward"]');
  await played(page, 2);
  await page.click('[data-action="play-on"]');
  await page.waitForSelector("#aside", { state: "hidden" });
  await line(page, "A2");
  assert.deepEqual(await moves(page), ["A1", "E5", "A2"]);
});

test("comments, marks and names of a record are shown", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await paste(page, SGF);
  await played(page, 3);
  assert.match(await page.textContent("#player-bottom"), /Anna, 3d/);
  await reveal(page, '[data-action="first"]');
  await page.click('[data-role="moves"] li:first-child button');
  await played(page, 1);
  assert.equal(await page.textContent("#comment"), "A comment");
  assert.equal(await page.locator("#board .remark.triangle").count(), 1);
  assert.deepEqual(await page.locator("#variations li").allTextContents(), ["3. A5 E1"]);
});

test("a file is read in its character set", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  const file = join(scratchFolder(), "game.sgf");
  // In Shift_JIS the second byte of a character can be a backslash.
  writeFileSync(file, Buffer.concat([Buffer.from("(;GM[1]SZ[5]RU[Japanese]CA[Shift_JIS]PB["), Buffer.from([0x83, 0x5c]), Buffer.from("];B[aa];W[bb];B[cc])")]));
  await page.setInputFiles('[name="sgf"]', file);
  await played(page, 3);
  assert.match(await page.textContent("#player-bottom"), /\u30bd/);
});

test("a warning about a file stays until it is closed", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await paste(page, "(;GM[1]SZ[5]RU[Japanese]KM[six];B[cc])");
  await played(page, 1);
  await line(page, "D3 B2");
  assert.match(await page.textContent(".notice"), /not understood: .*komi/);
  await page.click('.notice [aria-label="Close"]');
  assert.equal(await page.locator(".notice").count(), 0);
});

test("back from the lessons returns to the game, forward to the lessons", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 D3");
  const wanted = await position(page);
  await page.click('[data-view="learn"]');
  await page.waitForSelector("#learn", { state: "visible" });
  await page.goBack();
  await page.waitForSelector("#play", { state: "visible" });
  assert.deepEqual([await position(page), (await moves(page)).length], [wanted, 2]);
  await page.goForward();
  await page.waitForSelector("#learn", { state: "visible" });
  await page.click('[data-view="play"]');
  await line(page, "B2");
  await page.goBack();
  await page.goBack();
  await page.waitForSelector("#play", { state: "visible" });
  assert.equal((await moves(page)).length, 3, "the game is not one of earlier");
});

test("a copy of the tab shows the same game", async ({ page, context }) => {
  const wanted = await against(page);
  // A window that a page opens has a copy of its session storage, as a duplicated tab has.
  const [copy] = await Promise.all([context.waitForEvent("page"), page.evaluate(() => { window.open(location.href); })]);
  await until(copy, () => document.querySelectorAll('[data-role="moves"] li').length === 2);
  assert.equal(await position(copy), wanted);
  await press(copy, "undo");
  await played(page, 0);
});

test("a page that was away for half a minute finds its game", async ({ page }) => {
  const wanted = await against(page);
  const address = page.url();
  await page.goto("about:blank");
  await new Promise((done) => setTimeout(done, 26_000));
  await page.goto(address);
  await until(page, () => document.querySelectorAll('[data-role="moves"] li').length === 2);
  assert.equal(await position(page), wanted);
  assert.match(await page.textContent("#player-top"), /level 1/);
});

/** Starts `quintet web` on the port of a server that has ended. */
async function startAgain(server) {
  const child = start("web", "--port", new URL(server.origin).port);
  const address = await new Promise((resolve) => { child.stdout.once("data", (bytes) => resolve(String(bytes).trim())); });
  return { child, address };
}

test("a program that was started again is recognised, and the game is saved and goes on", async ({ browser }) => {
  const server = await serve();
  const { page, context, leave } = await visitor(browser, server);
  let again = null;
  try {
    const wanted = await against(page);
    await stop(server.child, "SIGKILL");
    await page.waitForSelector("#disconnected >> text=Your game is kept in this browser");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("#disconnected >> text=Save the game")]);
    const saved = readFileSync(await file.path(), "utf8");
    assert(saved.includes("PW[quintet-level-1]") && saved.includes(";B[cc]"), saved);
    again = await startAgain(server);
    await page.waitForSelector("#disconnected >> text=The program was started again: open the address that it printed");
    // In a new tab the game is offered, in the old one it is there.
    const other = await context.newPage();
    await other.goto(again.address);
    await other.waitForSelector(".notice >> text=This browser has kept your game of Stoical Go against level 1, move 2");
    await page.goto(again.address);
    await until(page, () => document.querySelectorAll('[data-role="moves"] li').length === 2);
    assert.equal(await position(page), wanted);
    assert.match(await page.textContent("#player-top"), /level 1/);
    assert.match(await page.textContent(".notice"), /The program was started again/);
    const free = await page.evaluate(() => document.querySelector('[data-legal="true"][data-stone="empty"]').dataset.vertex);
    await page.click(`[data-vertex="${free}"]`);
    await played(page, 4);
    await other.click(".notice >> text=Return to it");
    await until(other, () => document.querySelectorAll('[data-role="moves"] li').length === 2);
  } finally {
    await leave();
    if (again) await stop(again.child);
  }
});

test("a copy of a game that cannot be opened stays in the browser", async ({ page, context, server }) => {
  const copy = { session: "an earlier one", run: "an earlier one", sgf: "(;GM[99])", seats: { seatB: "person", seatW: "person" }, text: "a game" };
  await page.evaluate((copy) => localStorage.setItem("quintet-games", JSON.stringify([copy])), copy);
  const other = await context.newPage();
  await other.goto(server.origin);
  await other.click(".notice >> text=Return to it");
  await until(other, () => /GM/.test(document.querySelector('[data-role="message"]').textContent));
  assert.deepEqual(await other.evaluate(() => JSON.parse(localStorage.getItem("quintet-games")).map((copy) => copy.session)), ["an earlier one"]);
});
