// The layout: nothing is cut on any screen, touch targets are large, and the end of a game is shown.
import assert from "node:assert/strict";
import { begin, line, moves, played, reveal, stone, turn, until, visitor } from "./harness.mjs";
import { PERSONS, test } from "./suite.mjs";

/** Windows of common machines; the last is a laptop at a zoom of 200 %. */
const SCREENS = [
  [1366, 625], [1280, 720], [1024, 600], [740, 360], [360, 740], [390, 844], [820, 1180], [1920, 1080], [2560, 1440], [683, 384],
];
/** A game with square cells, one of hexes, one with three kinds of stones, and a ring. */
const GAMES = { stoical: 9, bracket: 9, cascade: 8, alaric: 11 };

for (const [width, height] of SCREENS) {
  test(`nothing is cut or scrolled at ${width} × ${height}`, async ({ browser, server }) => {
    const isMobile = width < 900;
    const guest = await visitor(browser, server, { viewport: { width, height }, isMobile, hasTouch: isMobile });
    const { page } = guest;
    for (const [game, size] of Object.entries(GAMES)) {
      await begin(page, game, { ...PERSONS, size, clock: "fischer:300+3" });
      const facts = await page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const parts = ["#board svg", "#player-top", "#player-bottom", "#controls", "#buttons", "#menu summary", "#player-bottom .clock", "[data-role=status]"];
        const cut = parts.filter((part) => {
          const { left, top, right, bottom, width } = box(part);
          return !width || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        });
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { cut, scroll: [scrollWidth - innerWidth, scrollHeight - innerHeight], board: box("#board svg").width, bar: box("#player-top").width };
      });
      assert.deepEqual({ cut: facts.cut, scroll: facts.scroll }, { cut: [], scroll: [0, 0] }, game);
      // Beside the board, on a phone on its side, bars are as wide as their column.
      if (height >= 544) assert(Math.abs(facts.board - facts.bar) < 2, `the bars of ${game} are as wide as the board: ${JSON.stringify(facts)}`);
    }
    assert.deepEqual(guest.wrong, []);
    await guest.leave();
  });
}

test("a phone has a bar of large buttons, and the tabs and the menu as sheets", async ({ browser, server }) => {
  const guest = await visitor(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = guest;
  await begin(page, "stoical", { ...PERSONS, size: 9 });
  const targets = await page.evaluate(() => [...document.querySelectorAll("#buttons > button, #buttons > .alternatives > button, #menu > summary")].filter((button) => button.checkVisibility({ visibilityProperty: true })).map((button) => button.getBoundingClientRect()).map(({ width, height }) => [width, height]));
  assert(targets.length === 5 && targets.every(([width, height]) => width >= 44 && height >= 44), JSON.stringify(targets));
  assert(!(await page.isVisible("#panel")));
  await page.tap('[data-action="panel"]');
  await page.tap("#tab-moves");
  assert(await page.isVisible('[data-role="moves"]'));
  await page.keyboard.press("Escape");
  assert(!(await page.isVisible("#panel")));
  await page.tap('[data-action="panel"]');
  // A touch outside closes the sheet, and does nothing else.
  await page.tap("h1");
  assert(!(await page.isVisible("#panel")));
  await page.tap("#menu summary");
  const entries = await page.evaluate(() => [...document.querySelectorAll("#menu > div > :not([hidden])")].map((entry) => entry.getBoundingClientRect()).every(({ top, bottom, height }) => top >= 0 && bottom <= innerHeight && height >= 44));
  assert(entries, "all entries of the menu are in sight");
  await page.tap("h1");
  assert.deepEqual(guest.wrong, []);
  await guest.leave();
});

test("a swipe over the board places nothing, a tap places a stone", async ({ browser, server }) => {
  const guest = await visitor(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = guest;
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  for (const size of [9, 13, 19]) {
    await begin(page, "stoical", { ...PERSONS, size });
    const at = async (vertex) => {
      const box = await page.locator(`[data-vertex="${vertex}"] .hit`).boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const from = await at("C3"), to = await at("G7");
    await touch("touchStart", from);
    for (const share of [0.3, 0.6, 1]) await touch("touchMove", { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
    await touch("touchEnd");
    await page.waitForTimeout(700);
    assert.equal((await moves(page)).length, 0, `a swipe on ${size} × ${size}`);
    await page.tap('[data-vertex="D4"]');
    await played(page, 1);
    assert.equal(await stone(page, "D4"), "black");
  }
  assert.deepEqual(guest.wrong, []);
  await guest.leave();
});

test("a stone can wait for a second tap", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 9 });
  await reveal(page, '[name="confirm"]');
  await page.check('[name="confirm"]');
  await page.click('[data-vertex="D4"]');
  await page.click('[data-vertex="E5"]');
  await until(page, () => document.querySelector('[data-role="message"]').textContent === "Again for a stone at E5.");
  assert.equal((await moves(page)).length, 0);
  await page.click('[data-vertex="E5"]');
  await played(page, 1);
  assert.equal(await stone(page, "E5"), "black");
  // The next stone waits, too.
  await page.click('[data-vertex="D4"]');
  assert.equal((await moves(page)).length, 1);
  await page.uncheck('[name="confirm"]');
});

test("the winner's bar says by how much, and squares say whose the points are", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  assert.equal(await page.textContent("#score"), "");
  await line(page, "B1");
  assert.equal(await page.textContent("#score"), "", "after one stone the board is not yet its owner's");
  await line(page, "D1 B2 D2 B3 D3 B4 D4 B5 D5 C3 pass pass");
  await until(page, () => document.querySelector("#layout").classList.contains("over"));
  // Five points in Black's column, six stones; five and five for White.
  assert.equal(await page.textContent('[data-end="won"] .captures'), "won by 1");
  assert.equal(await page.getAttribute("#player-top", "data-end"), "lost");
  assert.equal(await page.locator("#board .own-black").count(), 5);
  assert.equal(await page.locator("#board .own-white").count(), 5);
  assert(!(await turn(page)));
});

test("in forced colours the side to move and what is chosen have outlines", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const outline = (selector) => page.evaluate((selector) => getComputedStyle(document.querySelector(selector)).outlineStyle, selector);
  assert.equal(await outline(".card:has(:checked)"), "solid");
  assert.equal(await outline(".card:not(:has(:checked))"), "none");
  await begin(page, "stoical", { ...PERSONS, size: 5, clock: "fischer:300+3" });
  await page.click('[data-vertex="C3"]');
  await page.waitForSelector('.clock[data-running="true"]');
  for (const selector of ['.player-bar[data-turn="true"]', '.clock[data-running="true"]', '[role="tab"][aria-selected="true"]', "nav [aria-current]"]) {
    assert.equal(await outline(selector), "solid", selector);
  }
  assert.equal(await outline('.player-bar[data-turn="false"]'), "none");
});

test("single keys can be switched off, and a new game begins on the board", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  assert.equal(await page.evaluate(() => document.activeElement.dataset.vertex), "C3");
  await reveal(page, '[name="keys"]');
  await page.uncheck('[name="keys"]');
  await page.keyboard.press("p");
  await page.waitForTimeout(200);
  assert.equal((await moves(page)).length, 0);
  await page.check('[name="keys"]');
  await page.keyboard.press("p");
  await played(page, 1);
});

test("a bar beside the board shows the expected result, and exact values leave the candidates in sight", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  assert(!(await page.isVisible("#evaluation")));
  for (const what of ["analyse", "exact"]) {
    await reveal(page, `[data-action="${what}"]`);
    await page.click(`[data-action="${what}"]`);
  }
  await page.waitForSelector("#evaluation", { state: "visible" });
  const share = await page.evaluate(() => parseFloat(document.querySelector("#evaluation").style.getPropertyValue("--near")));
  assert(share >= 0 && share <= 100, String(share));
  const box = await page.locator("#candidates li").first().boundingBox(), panel = await page.locator("#panel").boundingBox();
  assert(box.y + box.height <= panel.y + panel.height, JSON.stringify([box, panel]));
  await page.click('[data-action="analyse"]');
  await until(page, () => document.querySelector("#evaluation").hidden);
});

test("the first screen says what is customised, offers usual sizes, and opens files", async ({ page }) => {
  await page.click('[data-game="stoical"]');
  assert.equal(await page.textContent("#customised"), "9×9, no clock");
  await reveal(page, '[name="size"]');
  await page.click("#sizes >> text=13");
  await page.selectOption('[name="clock"]', { index: 1 });
  assert.match(await page.textContent("#customised"), /^13×13, (?!no clock)/);
  assert.equal(await page.locator('#sizes [aria-pressed="true"]').textContent(), "13");
  await page.setInputFiles('#setup input[type="file"]', { name: "a.sgf", mimeType: "text/plain", buffer: Buffer.from("(;GM[1]SZ[5];B[cc];W[dd])") });
  await played(page, 2);
});

test("the menu is whole on a common laptop", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 625 });
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 pass pass");
  await page.click("#menu > summary");
  const cut = await page.evaluate(() => [...document.querySelectorAll("#menu > div > *")]
    .filter((entry) => entry.getClientRects().length)
    .filter((entry) => { const { top, bottom, left, right } = entry.getBoundingClientRect(); return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || entry.scrollWidth > entry.clientWidth; })
    .map((entry) => entry.textContent));
  assert.deepEqual(cut, []);
});
