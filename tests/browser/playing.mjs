// Games: by mouse and keyboard, undo, setup, lessons.
import assert from "node:assert/strict";
import { begin, choosing, line, moves, place, played, press, reveal, stone, text, turn, until, visitor } from "./harness.mjs";
import { AGAINST, PERSONS, SIZES, choose, random, test } from "./suite.mjs";

for (const game of Object.keys(SIZES)) {
  test(`${game} is played to its end with the mouse`, async ({ page }) => {
    await begin(page, game, AGAINST(game));
    for (let count = 0; await turn(page); count++) {
      assert(count < 200, "the game goes on and on");
      const before = (await moves(page)).length;
      const choice = count > 12 && game === "stoical" ? { action: "pass" } : await choose(page, random());
      if (choice.action) await page.click(`[data-action="${choice.action}"]`);
      else await page.click(`[data-vertex="${choice.vertex}"]`);
      await until(page, (before) => document.querySelectorAll('[data-role="moves"] li').length > before, before);
    }
    assert.match(await text(page, "status"), /wins|draw/);
    assert((await page.textContent("#reason")).length > 20, "the end is explained");
  });

  test(`${game} is played to its end by keyboard alone`, async ({ page }) => {
    await begin(page, game, AGAINST(game));
    for (let count = 0; await turn(page); count++) {
      assert(count < 200, "the game goes on and on");
      const before = (await moves(page)).length;
      const choice = count > 12 && game === "stoical" ? { action: "pass" } : await choose(page, random());
      if (choice.action) {
        await page.keyboard.press("p");
      } else {
        if (choice.kind) await page.keyboard.press(choice.kind[0]);
        await walk(page, choice.vertex);
        await page.keyboard.press("Enter");
      }
      await until(page, (before) => document.querySelectorAll('[data-role="moves"] li').length > before, before);
    }
    assert.match(await text(page, "status"), /wins|draw/);
  });
}

/** Moves the focus to a cell with the arrow keys, on any shape of board. */
async function walk(page, vertex) {
  await page.evaluate(() => { if (!document.activeElement?.dataset.vertex) document.activeElement?.blur(); });
  const focus = () => page.evaluate(() => document.activeElement?.dataset?.vertex ?? null);
  if (!(await focus())) await page.keyboard.press("ArrowUp");
  const seen = new Map();
  for (let steps = 0; (await focus()) !== vertex; steps++) {
    assert(steps < 200, `no way to ${vertex} by arrows`);
    const here = await focus();
    const keys = await page.evaluate(([from, to]) => {
      const at = (name) => { const box = document.querySelector(`[data-vertex="${name}"]`).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
      const [x, y] = at(from), [u, v] = at(to);
      const along = [[u - x, "ArrowRight"], [x - u, "ArrowLeft"], [v - y, "ArrowDown"], [y - v, "ArrowUp"]];
      return along.sort((a, b) => b[0] - a[0]).map(([, key]) => key);
    }, [here, vertex]);
    const tried = seen.get(here) ?? 0;
    seen.set(here, tried + 1);
    await page.keyboard.press(keys[tried % 4]);
  }
}

test("a move that is taken back while the engine thinks stays taken back", async ({ page }) => {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "quintet", seconds: 60, size: 9 });
  await page.click('[data-vertex="E5"]');
  await played(page, 1);
  await page.waitForSelector("#thinking", { state: "visible" });
  await page.click('[data-action="undo"]');
  await played(page, 0);
  assert.equal(await stone(page, "E5"), "empty");
  assert.equal(await text(page, "status"), "Black to move");
  await page.waitForTimeout(500);
  assert.equal(await page.locator('[data-role="moves"] li:not(.later)').count(), 0);
  // Another move, which the engine answers.
  await page.click('[data-vertex="C3"]');
  await played(page, 1);
  assert.equal(await stone(page, "C3"), "black");
  await page.waitForSelector("#thinking", { state: "visible" });
  await page.click('[data-action="stop"]');
  await page.waitForSelector('[data-action="go"]', { state: "visible" });
});

test("the current move is in view in the list of moves", async ({ page }) => {
  await begin(page, "bracket", { "seat-b": "quintet", "seat-w": "quintet", visits: 1, size: 9 }, 61);
  await page.waitForSelector("#result", { state: "visible" });
  for (const at of [1, 30, 61]) {
    await page.evaluate((at) => document.querySelector(`[data-role="moves"] li:nth-child(${at}) button`).click(), at);
    await played(page, at);
    await until(page, (at) => {
      const box = (element) => element.getBoundingClientRect();
      const list = box(document.querySelector('[data-role="moves"]')), item = box(document.querySelector(`[data-role="moves"] li:nth-child(${at})`));
      return item.top > list.top - 1 && item.bottom < list.bottom + 1;
    }, at);
  }
});

test("choosing a game and playing one are different states", async ({ page }) => {
  await begin(page, "cascade", { ...PERSONS, size: 3 });
  await line(page, "white@B2");
  const position = await text(page, "position");
  await choosing(page);
  // Nothing of the game that is going on is shown, and no key or click reaches it.
  assert(!await page.isVisible("#play") && !await page.isVisible('[data-action="undo"]') && !await page.isVisible("[data-kind]"));
  assert.equal(await page.locator("#board [data-vertex]").count(), 0);
  await page.keyboard.press("u");
  await page.click('[data-vertex="A1"]');
  await until(page, () => /preview/.test(document.querySelector("#form-error").textContent));
  await page.selectOption('select[name="game"]', "alaric");
  await page.waitForSelector('#preview [data-vertex="L1"]');
  await page.selectOption('[name="rule-board"]', "line");
  assert.match(await page.textContent("#about-board"), /^A row/);
  await page.click('[data-action="cancel"]');
  await until(page, () => document.querySelector('[data-role="status"]').textContent === "Black to move");
  assert.equal(await text(page, "position"), position);
  assert.equal(await stone(page, "B2"), "white");
  assert.equal(await page.locator("#preview [data-vertex]").count(), 0);
  assert(await page.isVisible('[data-action="undo"]'));
});

test("a game is running two clicks after the page was opened, on every screen", async ({ browser, server }) => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 820, height: 1180 }, { width: 1280, height: 900 }]) {
    for (const game of Object.keys(SIZES)) {
      const guest = await visitor(browser, server, { viewport });
      await guest.page.click(`[data-game="${game}"]`);
      await guest.page.click('[data-action="start"]');
      await guest.page.waitForSelector("#board [data-legal=true]");
      assert((await text(guest.page, "position")).startsWith(`${game} `));
      const box = await guest.page.locator("#board svg").boundingBox();
      assert(box.y >= 0 && box.y + box.height <= viewport.height, `the whole board of ${game} is in sight: ${JSON.stringify(box)}`);
      assert(box.width > 0.75 * Math.min(viewport.width, viewport.height - 260), `the board of ${game} is large: ${JSON.stringify(box)}`);
      assert.deepEqual(guest.wrong, []);
      await guest.leave();
    }
  }
});

test("resigning is confirmed, and a new game over an unfinished one leaves a way back", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3");
  await press(page, "resign");
  await page.click('#confirm [data-action="no"]');
  assert.equal(await text(page, "status"), "White to move");
  await choosing(page);
  await page.click('[data-game="bracket"]');
  await page.click('[data-action="start"]');
  await until(page, () => document.querySelector('[data-role="position"]').textContent.startsWith("bracket 9 "));
  await page.click("#earlier button:first-child");
  await until(page, () => document.querySelector('[data-role="position"]').textContent.startsWith("stoical 5 "));
  await press(page, "resign");
  await page.click('#confirm [data-action="yes"]');
  await page.waitForSelector("#result", { state: "visible" });
});

test("a refused click shows the reason", async ({ page }) => {
  await begin(page, "cancer", { ...PERSONS, size: 4 });
  await line(page, "B2");
  await place(page, "cancer@A1");
  await until(page, () => document.querySelector('[data-role="message"]').textContent.includes("first put down a stone of your own colour"));
  await page.click('[data-kind="own"]');
  await page.click('[data-vertex="B2"]');
  await until(page, () => document.querySelector('[data-role="message"]').textContent.includes("a stone stands there already"));
  await begin(page, "alaric", { ...PERSONS, size: 7 });
  await line(page, "D1 A1 G1 E1 B1");
  await page.hover('[data-vertex="A1"]');
  await until(page, () => document.querySelector("#illegal").textContent.includes("barred until your next turn"));
  await page.click('[data-vertex="A1"]');
  await until(page, () => document.querySelector('[data-role="message"]').textContent.includes("barred until your next turn"));
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 D3 C5 D5 B4 E4 B2 C4 D4");
  await page.click('[data-vertex="C4"]');
  await until(page, () => document.querySelector('[data-role="message"]').textContent.includes("captures right after a capture"));
  assert.deepEqual((await moves(page)).length, 9);
});

test("undo takes back a capture, a cascade and a swap", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 D3 C5 D5 B4 E4 B2 C4");
  const before = await text(page, "position");
  await line(page, "D4");
  assert.equal(await stone(page, "C4"), "empty");
  await page.click('[data-action="undo"]');
  await until(page, () => document.querySelector('[data-vertex="C4"]').dataset.stone === "white");
  assert.equal(await text(page, "position"), before);
  await page.click('[data-action="redo"]');
  await until(page, () => document.querySelector('[data-vertex="C4"]').dataset.stone === "empty");

  await begin(page, "cascade", { ...PERSONS, size: 3 });
  await line(page, "white@B2 black@C3 white@A3");
  assert.equal(await stone(page, "A2"), "white");
  const fallen = await text(page, "position");
  await line(page, "red@C1");
  assert.deepEqual([await stone(page, "B1"), await stone(page, "A1")], ["black", "red"]);
  await page.keyboard.press("u");
  await until(page, () => document.querySelector('[data-vertex="A1"]').dataset.stone === "empty");
  assert.equal(await text(page, "position"), fallen);

  await begin(page, "cancer", { ...PERSONS, size: 4 });
  await line(page, "B2 swap-pieces");
  assert.equal(await stone(page, "B2"), "white");
  await page.click('[data-action="undo"]');
  await until(page, () => document.querySelector('[data-vertex="B2"]').dataset.stone === "red");
  assert(await page.isVisible('[data-action="swap"]'));
});

test("points are blocked by clicking, and handicap and komi are set", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 9 });
  await choosing(page);
  await page.selectOption('select[name="game"]', "stoical");
  await page.click('[data-vertex="A1"]');
  await until(page, () => document.querySelector('[data-vertex="A1"]').dataset.stone === "blocked");
  await page.click('[data-vertex="B2"]');
  await until(page, () => document.querySelector('[data-vertex="B2"]').dataset.stone === "blocked");
  await page.click('[data-vertex="B2"]');
  await until(page, () => document.querySelector('[data-vertex="B2"]').dataset.stone === "empty");
  await page.fill('[name="komi"]', "6.5");
  await page.fill('[name="handicap"]', "2");
  await page.selectOption('[name="rule-ko"]', "simple");
  await page.click('[data-action="start"]');
  await until(page, () => document.querySelector('[data-role="position"]').textContent.includes("ko=simple repetition=draw komi=6.5"));
  assert.equal(await stone(page, "A1"), "blocked");
  assert.match(await text(page, "status"), /White to move/);
});

test("White begins in Cascade", async ({ page }) => {
  await begin(page, "cascade", { "seat-b": "quintet", "seat-w": "person", visits: 10, size: 4 });
  assert.match(await page.textContent("#label-w"), /White \(begins\)/);
  await turn(page);
  assert.equal(await text(page, "status"), "White to move");
  assert.equal((await moves(page)).length, 0);
  await place(page, "red@B2");
  await played(page, 2);
  await begin(page, "cascade", { "seat-b": "person", "seat-w": "quintet", visits: 10, size: 4 }, 1);
  await played(page, 1);
  assert.equal(await text(page, "status"), "Black to move");
  await press(page, "flip");
  await played(page, 2);
  assert.equal(await text(page, "status"), "White to move");
});

test("stones fall one after another, unless motion is reduced", async ({ page }) => {
  await begin(page, "cascade", { ...PERSONS, size: 3 });
  const falls = async () => {
    await line(page, "white@B2 black@C3 white@A3 red@C1");
    return page.evaluate(() => [...document.querySelectorAll("#board .falls")].map((marks) => parseFloat(marks.style.animationDelay)));
  };
  const delays = await falls();
  assert.equal(delays.length, 2);
  assert(Math.max(...delays) > Math.min(...delays) && Math.max(...delays) < 1500, String(delays));
  await reveal(page, '[name="animate"]');
  await page.uncheck('[name="animate"]');
  await begin(page, "cascade", { ...PERSONS, size: 3 });
  assert.deepEqual(await falls(), []);
  await reveal(page, '[name="animate"]');
  await page.check('[name="animate"]');
});

test("every game has a lesson with a short game to replay", async ({ page }) => {
  await page.click('[data-view="learn"]');
  for (const game of Object.keys(SIZES)) {
    await page.click(`[data-lesson="${game}"]`);
    await until(page, (game) => document.querySelector(`[data-lesson="${game}"]`).getAttribute("aria-pressed") === "true", game);
    await page.waitForSelector("#learn .rules li");
    await page.click('#learn [data-replay="last"]');
    await until(page, () => /wins/.test(document.querySelector("#learn .status").textContent));
    await page.click('#learn [data-replay="back"]');
  }
  await page.click('#learn [data-replay="open"]');
  await until(page, () => document.querySelectorAll('[data-role="moves"] li').length > 5);
});
