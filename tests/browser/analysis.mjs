// Analysis, exact values and variations.
import assert from "node:assert/strict";
import { begin, line, played, press, reveal, text, until, visitor } from "./harness.mjs";
import { PERSONS, test } from "./suite.mjs";

test("analysis shows moves on the board and in a list, and the graph marks mistakes", async ({ page }) => {
  await begin(page, "alaric", { ...PERSONS, size: 7 });
  await line(page, "D1 A1 G1 E1 B1");
  await press(page, "analyse");
  await page.waitForSelector("#candidates li");
  await page.waitForSelector(".candidate.best");
  await page.hover("#candidates li");
  await page.waitForSelector(".label.pv-move");
  await page.mouse.move(5, 5);
  await press(page, "analyse");
  await page.waitForSelector("#analysis", { state: "hidden" });
  await line(page, "F1 A1 C1");
  await press(page, "review");
  await page.waitForSelector("#graph .mistake");
  await page.waitForSelector('[data-role="moves"] li:is([data-grade="mistake"], [data-grade="blunder"])');
  assert.equal(await page.locator('[data-role="moves"] li[data-grade]').count(), 8, "every move has a class");
  // The counts of both sides are those of the moves.
  const counts = await page.locator("#summary td").allTextContents();
  assert.equal(counts.reduce((sum, count) => sum + Number(count), 0), 8);
  // Each class has one colour: in the graph, in its legend and in the table.
  const colours = await page.evaluate(() => ["inaccuracy", "mistake", "blunder"].map((grade) => [
    ...document.querySelectorAll(`#graph path[class="mistake ${grade}"]`)].map((mark) => getComputedStyle(mark).fill)
    .concat(getComputedStyle(document.querySelector(`#summary th.${grade}`)).borderBottomColor)));
  assert(colours.some((same) => same.length >= 3), "a mark, its legend and its column");
  for (const same of colours) assert.equal(new Set(same).size, 1, String(same));
  // A click on the graph shows the position after that move.
  const box = await page.locator("#graph .mistake").first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector('[data-role="moves"] li[data-grade] button[aria-current="step"]');
});

test("a tap on a candidate shows its variation, the second tap plays it", async ({ browser, server }) => {
  const guest = await visitor(browser, server, { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });
  const { page } = guest;
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 D3");
  await press(page, "analyse");
  await page.waitForSelector("#candidates li", { state: "attached" });
  await page.waitForTimeout(500);
  await press(page, "analyse");
  await press(page, "hint");
  await page.waitForSelector("#candidates li", { state: "attached" });
  await until(page, () => document.querySelector('[data-role="message"]').textContent.startsWith("Hint"));
  await reveal(page, "#candidates li:nth-child(2) button");
  await page.tap("#candidates li:nth-child(2) button");
  await page.waitForSelector(".label.pv-move");
  assert.equal(await page.locator('[data-role="moves"] li').count(), 2);
  await page.tap("#candidates li:nth-child(2) button");
  await played(page, 3);
  assert.deepEqual(guest.wrong, []);
  await guest.leave();
});

test("a hint and the line that is drawn belong to the same move, while the analysis goes on, too", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 7 });
  await line(page, "D4 E4 E3");
  await press(page, "analyse");
  await page.waitForSelector("#candidates li:nth-child(3)");
  await page.hover("#candidates li:nth-child(3)");
  await page.keyboard.press("h");
  await until(page, () => document.querySelector('[data-role="message"]').textContent.startsWith("Hint"));
  await page.mouse.move(5, 5);
  const shown = () => page.evaluate(() => {
    const best = document.querySelector("#board .candidate.best circle"), { x, y } = best.getBBox(), reach = best.r.baseVal.value;
    const cells = [...document.querySelectorAll("#board [data-vertex]")];
    const near = (cell) => { const [, u, v] = /\(([-\d.]+) ([-\d.]+)\)/.exec(cell.getAttribute("transform")); return Math.hypot(u - x - reach, v - y - reach); };
    const drawn = cells.sort((a, b) => near(a) - near(b))[0].dataset.vertex;
    const words = (selector) => document.querySelector(selector).textContent.trim();
    return [words('[data-role="message"]').replace(/^Hint: (.*)\.$/, "$1"), words("#candidates li span"), words("#pv-moves").split(" ")[0], drawn];
  });
  for (let count = 0; count < 10; count++) {
    const moves = await shown();
    assert.equal(new Set(moves).size, 1, String(moves));
    await page.waitForTimeout(100);
  }
});

test("people read no words of the protocol, and scripts find them", async ({ page }) => {
  await begin(page, "cancer", { ...PERSONS, size: 4 });
  await line(page, "B2 swap-pieces A2 A1 cancer@B1");
  const list = await page.evaluate(() => [...document.querySelectorAll('[data-role="moves"] button')].map((button) => {
    const word = button.querySelector(".move-word");
    return [button.textContent, word ? getComputedStyle(word, "::after").content : "", button.getAttribute("aria-label") ?? "", Boolean(button.querySelector("use"))];
  }));
  assert.deepEqual(list.map(([word]) => word), ["B2", "swap-pieces", "A2", "A1", "cancer@B1"]);
  assert.deepEqual(list[1].slice(1), ['"swap"', "swap", false]);
  assert.deepEqual(list[4].slice(1), ['"B1"', "cancer B1", true]);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".move-word")).fontSize), "0px");
  // Lines of the analysis, and why a move is refused.
  await press(page, "analyse");
  await press(page, "exact");
  await page.waitForSelector("#candidates li");
  await until(page, () => /known/.test(document.querySelector('[data-role="exact"]').textContent));
  const seen = () => page.evaluate(() => document.querySelector("#layout").innerText);
  assert.doesNotMatch(await seen(), /@|swap-pieces|quintet-/);
  await press(page, "analyse");
  await press(page, "exact");
  // An engine is called by its level, in what is refused, too.
  await begin(page, "stoical", { "seat-b": "quintet-level-3", "seat-w": "person", size: 5 }, 1);
  await played(page, 1);
  assert.doesNotMatch(await seen(), /quintet-/);
  assert.match(await page.textContent("#player-top"), /level 3/);
});

test("exact values of all moves are shown on the board and in a list, and which of them are best", async ({ page }) => {
  // 7 cells: White wins by 1 after every first move (docs/solved.md).
  await begin(page, "alaric", { ...PERSONS, size: 7 });
  await press(page, "exact");
  await until(page, () => /7 of 7 moves known$/.test(document.querySelector('[data-role="exact"]').textContent));
  const value = await text(page, "exact");
  assert.match(value, /^Exact: White wins by 1 with best play\./);
  assert((await page.locator("#exact-moves li").allTextContents()).every((line) => line.includes("−1")), "whoever is to move loses by 1");
  assert.match(await page.textContent("#exact-legend"), /by how much Black wins or loses/);
  assert.equal(await page.locator("#exact-moves li.best").count(), 7, value);
  assert.equal(await page.locator(".candidate.exact.best").count(), 7);
  // It follows the position that is shown.
  await page.click("#exact-moves li:first-child button");
  await played(page, 1);
  await until(page, () => /6 of 6 moves known$/.test(document.querySelector('[data-role="exact"]').textContent));
  const texts = await page.locator("#exact-moves li").allTextContents();
  assert(texts.every((line) => /^[A-G]1 {2}([+−]\d+|0)/.test(line)), String(texts));
  // A game in which only winners are known, with a value for each kind of stone.
  await begin(page, "cancer", { ...PERSONS, size: 2, "rule-pie": "off" });
  await until(page, () => /known$/.test(document.querySelector('[data-role="exact"]').textContent));
  const wide = await page.evaluate(() => [...document.querySelectorAll(".candidate")].map((label) => {
    const [circle, ...texts] = [...label.children].map((part) => part.getBoundingClientRect().width);
    return [circle, Math.max(...texts)];
  }));
  assert(wide.length && wide.every(([circle, text]) => text < circle), `words stay within their circles: ${wide}`);
  assert.match((await page.locator("#exact-moves li").allTextContents()).join(), /win|loss/);
  // Everything about such a small board is known at once, from any position.
  for (let count = 0; count < 4; count++) {
    await begin(page, "alaric", { ...PERSONS, size: 7 });
    await line(page, "A1");
    await begin(page, "cancer", { ...PERSONS, size: 2, "rule-pie": "off" });
    await until(page, () => /known$/.test(document.querySelector('[data-role="exact"]').textContent));
  }
  // A board that is too large is reported, and the computation can be stopped.
  await begin(page, "stoical", { ...PERSONS, size: 19 });
  await until(page, () => document.querySelector('[data-role="exact"]').textContent.startsWith("Computing: 0 of 3"));
  await page.keyboard.press("e");
  await page.waitForSelector("#analysis", { state: "hidden" });
});

test("a variation is tried and left again", async ({ page }) => {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "quintet", visits: 10, size: 5 });
  await page.click('[data-vertex="C3"]');
  await played(page, 2);
  const position = await text(page, "position");
  await press(page, "try");
  await until(page, () => document.querySelector('[data-action="try"]').getAttribute("aria-pressed") === "true");
  for (let count = 3; count < 5; count++) {
    const free = await page.evaluate(() => document.querySelector('[data-legal="true"][data-stone="empty"]').dataset.vertex);
    await page.click(`[data-vertex="${free}"]`);
    await played(page, count);
  }
  await press(page, "return");
  await until(page, (position) => document.querySelector('[data-role="position"]').textContent === position, position);
});
