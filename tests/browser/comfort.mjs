// Help for newcomers and touch screens: "how to play", the magnifier, sounds, puzzles, and every game by clicks on three screens.
import assert from "node:assert/strict";
import { agree, begin, choosing, line, moves, played, press, reveal, stone, text, turn, until, visitor } from "./harness.mjs";
import { PERSONS, SIZES, choose, random, test } from "./suite.mjs";

test("three pictures say how to play, can be hidden and shown again", async ({ page }) => {
  await begin(page, "bracket", { ...PERSONS, size: 5 });
  await page.waitForSelector("#panel-how .how li:nth-child(3) svg.board");
  assert.equal(await page.locator("#panel-how .how li").count(), 3);
  // The last picture shows what counts, as the board does.
  await page.waitForSelector("#panel-how li:nth-child(3) .group");
  await page.click('[data-action="hide-how"]');
  await page.waitForSelector("#panel-how", { state: "hidden" });
  assert(!(await page.isVisible("#tab-how")));
  await page.reload();
  await page.waitForSelector("#board [data-vertex]");
  assert(!(await page.isVisible("#tab-how")), "it stays away after a reload");
  // Another game has pictures of its own.
  await begin(page, "alaric", { ...PERSONS, size: 7 });
  await page.waitForSelector("#panel-how .how li:nth-child(3) svg.board");
  await begin(page, "bracket", { ...PERSONS, size: 5 });
  await reveal(page, "#how-link");
  await page.click("#how-link");
  await page.waitForSelector("#panel-how .how li:nth-child(3) .group");
});

test("dots show the few points where a stone may be placed, dashes the few where it may not", async ({ page }) => {
  await begin(page, "alaric", { ...PERSONS, size: 7 });
  assert.equal(await page.getAttribute("#board .legality", "d"), "", "all cells are alike");
  await begin(page, "cancer", { ...PERSONS, size: 4, "rule-pie": "off" });
  await line(page, "B2 A1");
  // White's A1 has the liberties A2 and B1; a cancer stone can do nothing yet.
  await page.click('[data-kind="cancer"]');
  assert.equal(await page.getAttribute("#board .legality", "d"), "");
  await line(page, "own@A2");
  await page.click('[data-kind="cancer"]');
  await until(page, () => document.querySelector("#board .legality.legal")?.getAttribute("d").split("M").length === 2);
  await reveal(page, '[name="legality"]');
  await page.uncheck('[name="legality"]');
  assert.equal(await page.getAttribute("#board .legality", "d"), "");
  await page.check('[name="legality"]');
});

test("a finger on a large board sees the point magnified, and the stone goes where it is lifted", async ({ browser, server }) => {
  const guest = await visitor(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = guest;
  await begin(page, "stoical", { ...PERSONS, size: 19 });
  const client = await page.context().newCDPSession(page);
  const at = async (vertex) => {
    const box = await page.locator(`[data-vertex="${vertex}"] .hit`).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", await at("D4"));
  await page.waitForSelector(".magnifier");
  await touch("touchMove", await at("E5"));
  await touch("touchEnd");
  await played(page, 1);
  assert.equal(await stone(page, "E5"), "black");
  assert.equal(await page.locator(".magnifier").count(), 0);
  assert.equal((await moves(page)).length, 1);
  // Small boards need none.
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await touch("touchStart", await at("C3"));
  assert.equal(await page.locator(".magnifier").count(), 0);
  await touch("touchEnd");
  await played(page, 1);
  assert.deepEqual(guest.wrong, []);
  await guest.leave();
});

test("sounds are off until they are chosen, and the choice is remembered", async ({ page }) => {
  await page.evaluate(() => {
    window.knocks = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...args) { window.knocks += 1; return start.apply(this, args); };
  });
  const knocks = () => page.evaluate(() => window.knocks);
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 D3");
  assert.equal(await knocks(), 0);
  await reveal(page, '[name="sounds"]');
  await page.check('[name="sounds"]');
  const before = await knocks();
  await line(page, "C5 D5");
  assert.equal(await knocks(), before + 2);
  await page.reload();
  await page.waitForSelector("#board [data-vertex]");
  await reveal(page, '[name="sounds"]');
  assert(await page.isChecked('[name="sounds"]'));
  await page.uncheck('[name="sounds"]');
});

test("a level is chosen by a button or with the slider", async ({ page }) => {
  await page.click('[data-game="stoical"]');
  await page.locator('[name="level"]').fill("3");
  await page.click('[data-action="start"]');
  await page.waitForSelector("#board [data-vertex]");
  await until(page, () => document.querySelector("#player-top .player").textContent === "quintet, level 3");
  await choosing(page);
  await page.check('[name="strength"][value="quintet-level-2"]');
  assert.equal(await page.inputValue('[name="level"]'), "2");
});

test("a puzzle is tried wrongly, tried again and shown", async ({ page }) => {
  if (!(await page.isVisible('[data-view="puzzles"]'))) return console.log("skipped: there are no puzzles");
  await page.click('[data-view="puzzles"]');
  await page.waitForSelector("[data-puzzle]");
  await page.click("[data-puzzle]");
  await page.waitForSelector("#puzzle", { state: "visible" });
  const task = await text(page, "task");
  assert.match(task, /to move/);
  assert(await page.isDisabled('[data-action="hint"]'), "the engine does not help");
  const position = await text(page, "position");
  const start = (await moves(page)).length;
  // One move of all is right: one of the first two is wrong.
  for (let count = 0; count < 2 && !(await page.locator("#puzzle.wrong").count()); count++) {
    const cells = await page.evaluate(() => [...document.querySelectorAll('#board [data-legal="true"]')].map((cell) => cell.dataset.vertex));
    await page.click(`[data-vertex="${cells[count]}"]`);
    await until(page, () => document.querySelector("#puzzle").className !== "checking" && document.querySelector("#puzzle").className !== "");
    await page.waitForTimeout(500);
    if (await page.locator("#puzzle.wrong").count()) break;
    if (await page.locator("#puzzle.solved").count()) return;
  }
  await page.waitForSelector("#puzzle.wrong");
  assert((await text(page, "puzzle")).length > 5, "it says why");
  await page.click('[data-action="retry"]');
  await until(page, () => document.querySelector("#puzzle").className === "open");
  await page.click('[data-action="solution"]');
  await until(page, () => document.querySelector("#puzzle").className === "shown");
  assert((await moves(page)).length > start || position);
});

for (const [screen, viewport] of Object.entries({ phone: { width: 360, height: 740 }, "phone on its side": { width: 740, height: 360 }, tablet: { width: 820, height: 1180 } })) {
  test(`every game is played to its end by taps on a ${screen}`, async ({ browser, server }) => {
    const guest = await visitor(browser, server, { viewport, hasTouch: true, isMobile: true });
    const { page } = guest;
    for (const game of Object.keys(SIZES)) {
      await begin(page, game, { ...PERSONS, size: SIZES[game] });
      const box = await page.locator("#board svg").boundingBox();
      assert(box.width >= 0.6 * Math.min(viewport.width, viewport.height) && box.y + box.height <= viewport.height, `${game}: ${JSON.stringify(box)}`);
      for (let count = 0; await turn(page); count++) {
        assert(count < 200, "the game goes on and on");
        const before = (await moves(page)).length;
        const choice = count > 12 && game === "stoical" ? { action: "pass" } : await choose(page, random());
        await page.tap(choice.action ? `[data-action="${choice.action}"]` : `[data-vertex="${choice.vertex}"] .hit`);
        await until(page, (before) => document.querySelectorAll('[data-role="moves"] li').length > before, before);
      }
      assert.match(await text(page, "status"), /wins|draw/);
      // The result over the board can be closed.
    }
    await agree(page);
    assert.deepEqual(guest.wrong, []);
    await guest.leave();
  });
}

test("paper shows the board and the moves", async ({ page }) => {
  await begin(page, "cancer", { ...PERSONS, size: 5 });
  await line(page, "C3 B2");
  await page.emulateMedia({ media: "print" });
  const wide = (selector) => page.evaluate((selector) => document.querySelector(selector)?.getBoundingClientRect().width ?? 0, selector);
  assert((await wide("#board svg")) > 400, String(await wide("#board svg")));
  assert((await wide('[data-role="moves"] li')) > 0);
  assert.equal(await page.locator("header").isVisible(), false);
  assert.equal(await page.locator("#controls").isVisible(), false);
});
