// Runs the tests one after another and says how many passed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QUINTET, ROOT, begin, launch, line, moves, place, played, serve, start, stone, stop, text, turn, until, visitor, within } from "./harness.mjs";

const require = createRequire(import.meta.url);
const tests = [];
const test = (name, run, expected = null) => tests.push({ name, run, expected });
const PERSONS = { "seat-b": "person", "seat-w": "person" };
const GNUGO = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"].find(existsSync);
/** What marks an engine's process as ours. */
const MORTAL = `web-browser-test-${process.pid}`;
/** So long a test may take, and all of them. */
const TEST_TIME = 180_000, ALL_TIME = 12 * 60_000;
/** Small boards, so that a game is soon over. */
const SIZES = { alaric: 7, bracket: 5, cancer: 4, cascade: 4, stoical: 4 };
/** Who begins is the person. */
const AGAINST = (game) => ({ "seat-b": game === "cascade" ? "quintet" : "person", "seat-w": game === "cascade" ? "person" : "quintet", visits: 20, size: SIZES[game] });

/** The page's own account of a legal move: a kind of stone and a vertex, or an action. */
const choose = (page, random) => page.evaluate((random) => {
  const legal = () => [...document.querySelectorAll('[data-legal="true"]')].map((cell) => cell.dataset.vertex);
  const picks = [...document.querySelectorAll("[data-kind]")];
  for (const pick of picks.length ? [...picks].sort(() => random - 0.5) : [null]) {
    pick?.click();
    const vertices = legal();
    if (vertices.length) return { kind: pick?.dataset.kind ?? null, vertex: vertices[Math.floor(random * vertices.length)] };
  }
  return { action: "pass" };
}, random);

let seed = 1;
const random = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };

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

/** Moves the focus to a cell by arrows alone, however the board is shaped. */
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

test("a stone is there within 50 milliseconds of the click, before the engine answers", async ({ page }) => {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "quintet", seconds: 0.5, size: 25 });
  const times = [];
  for (let count = 0; count < 3; count++) {
    // Any point that is free: the engine's stones may be anywhere.
    times.push(await page.evaluate(() => new Promise((done, fail) => {
      const cell = document.querySelector('[data-legal="true"]');
      const began = performance.now();
      const watch = new MutationObserver(() => {
        if (cell.dataset.stone === "black") { watch.disconnect(); done(performance.now() - began); }
      });
      watch.observe(cell, { attributes: true });
      setTimeout(() => fail(new Error("no stone 10 seconds after the click")), 10000);
      cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    })));
    // Only with the answer is it the person's turn again.
    await played(page, 2 * (count + 1));
  }
  console.log(`    25 × 25: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  assert(Math.min(...times) < 50, String(times));
});

/** The windows of three kinds of machine. */
const WINDOWS = {
  desktop: { viewport: { width: 1280, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 },
};

/** Keeps what moves by itself on a page from now on, in `shifts`. */
const watchShifts = (page) => page.evaluate(() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = entry.sources.map(({ node }) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest("[id]")?.id);
      window.shifts.push({ value: entry.value, moved: moved.join(" ") });
    }
  }).observe({ type: "layout-shift" });
});

for (const [machine, options] of Object.entries(WINDOWS)) {
  test(`nothing jumps on a ${machine} while a game is played, and why it ended is seen without scrolling`, async ({ browser, server }) => {
    const guest = await visitor(browser, server, options);
    const { page } = guest;
    await watchShifts(page);
    for (const game of Object.keys(SIZES)) {
      // It is played to its end, once with all that can be thought of it beside the board, and once it is given up.
      for (const [most, pressed] of [[200, false], [200, true], [6, false]]) {
        await begin(page, game, AGAINST(game));
        for (const what of ["analyse", "exact"]) {
          await page.evaluate(([what, pressed]) => {
            const button = document.querySelector(`[data-action="${what}"]`);
            if (button.getAttribute("aria-pressed") !== String(pressed)) button.click();
          }, [what, pressed]);
          await until(page, ([what, pressed]) => document.querySelector(`[data-action="${what}"]`).getAttribute("aria-pressed") === String(pressed), [what, pressed]);
        }
        await page.waitForTimeout(300);
        await page.evaluate(() => { window.shifts.length = 0; });
        for (let count = 0; count < most && await turn(page); count++) {
          const before = (await moves(page)).length;
          const choice = count > 12 && game === "stoical" ? { action: "pass" } : await choose(page, random());
          await page.evaluate(({ action, vertex }) => {
            // Without a mouse: where it points at is no matter here, and what comes right after a real click isn't counted.
            const target = document.querySelector(action ? `[data-action="${action}"]` : `[data-vertex="${vertex}"]`);
            target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          }, choice);
          await until(page, (before) => document.querySelectorAll('[data-role="moves"] li').length > before, before);
        }
        if (await turn(page)) await page.evaluate(() => document.querySelector('[data-action="resign"]').click());
        await page.waitForSelector("#result", { state: "visible" });
        await page.waitForTimeout(200);
        const shifts = await page.evaluate(() => window.shifts);
        const sum = shifts.reduce((sum, { value }) => sum + value, 0);
        assert(sum < 0.02, `${game}: ${JSON.stringify(shifts)}`);
        for (const what of ["#reason", '[data-action="again"]', '[data-action="review"]']) {
          const box = await page.locator(what).boundingBox();
          assert(box && box.y >= 0 && box.y + box.height <= options.viewport.height, `${game}: ${what} lies at ${JSON.stringify(box)}`);
        }
      }
    }
    assert.deepEqual(guest.wrong, []);
    await guest.leave();
  });
}

test("a 25 × 25 board does not stutter while the engine thinks", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 25 });
  await page.click('[data-action="analyse"]');
  await page.waitForSelector("#board .own");
  const told = [];
  // What else a machine does may stop any program for a moment: one of three looks has to be without.
  for (let look = 0; look < 3; look++) {
    const { longest, frames } = await page.evaluate(() => new Promise((done) => {
      const tasks = [], frames = [];
      const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
      watch.observe({ type: "longtask" });
      const began = performance.now();
      let last = began;
      const frame = (now) => {
        frames.push(now - last);
        last = now;
        if (now - began < 2500) requestAnimationFrame(frame);
        else { watch.disconnect(); done({ longest: Math.max(0, ...tasks), frames: frames.sort((a, b) => a - b) }); }
      };
      requestAnimationFrame(frame);
    }));
    told.push(longest);
    console.log(`    25 × 25 with analysis: 95 % of frames within ${frames[Math.floor(0.95 * (frames.length - 1))].toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`);
    if (longest <= 100) break;
  }
  await page.click('[data-action="analyse"]');
  assert(Math.min(...told) <= 100, String(told));
});

test("what is taken back while the engine thinks is taken back, and it does not answer", async ({ page }) => {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "quintet", seconds: 60, size: 9 });
  await page.click('[data-vertex="E5"]');
  await played(page, 1);
  await page.waitForSelector("#thinks", { state: "visible" });
  await page.click('[data-action="undo"]');
  await played(page, 0);
  assert.equal(await stone(page, "E5"), "empty");
  assert.equal(await text(page, "status"), "Black to move");
  await page.waitForTimeout(500);
  assert.equal(await page.locator('[data-role="moves"] li:not(.later)').count(), 0);
  // Another move instead, and the engine is made to answer.
  await page.click('[data-vertex="C3"]');
  await played(page, 1);
  assert.equal(await stone(page, "C3"), "black");
  await page.waitForSelector("#thinks", { state: "visible" });
  await page.click('[data-action="stop"]');
  await page.waitForSelector('[data-action="go"]', { state: "visible" });
});

test("the move that is looked at is in view in the list of moves", async ({ page }) => {
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

test("while another game is chosen, the board of it can't be taken for the game", async ({ page }) => {
  await begin(page, "cascade", { ...PERSONS, size: 3 });
  await page.click('[data-action="new"]');
  await page.selectOption('select[name="game"]', "alaric");
  await page.waitForSelector('[data-vertex="L1"]');
  assert.equal(await text(page, "status"), "The board of a new game");
  assert(!await page.isVisible('[data-action="undo"]') && !await page.isVisible("[data-kind]"));
  await page.selectOption('[name="rule-board"]', "line");
  assert.match(await page.textContent("#about-board"), /^A row/);
  await page.click('[data-action="cancel"]');
  await until(page, () => document.querySelector('[data-role="status"]').textContent === "White to move");
  assert(await page.isVisible('[data-action="undo"]'));
});

test("black stones are no holes in a dark page", async ({ browser, server }) => {
  const guest = await visitor(browser, server, { colorScheme: "dark" });
  const ground = await guest.page.evaluate(() => [document.body, document.querySelector("#board svg")].map((element) => getComputedStyle(element).backgroundColor));
  assert.deepEqual(ground, ["rgb(27, 26, 24)", "rgb(107, 98, 82)"]);
  await guest.leave();
});

test("the first paint comes within 300 milliseconds", async ({ page, server }) => {
  await page.goto(server.origin);
  await page.waitForSelector("[data-vertex]");
  const paint = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const times = [];
  for (let i = 0; i < 3; i++) {
    await page.reload();
    await page.waitForSelector("[data-vertex]");
    times.push(await paint());
  }
  console.log(`    first paint: ${times.map((time) => time?.toFixed(0)).join(", ")} ms`);
  assert(Math.min(...times) < 300, String(times));
});

test("a refused click says why in words", async ({ page }) => {
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
  await until(page, () => document.querySelector("#why").textContent.includes("barred until your next turn"));
  await page.click('[data-vertex="A1"]');
  await until(page, () => document.querySelector('[data-role="message"]').textContent.includes("barred until your next turn"));
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 D3 C5 D5 B4 E4 B2 C4 D4");
  await page.click('[data-vertex="C4"]');
  await until(page, () => document.querySelector('[data-role="message"]').textContent.includes("captures right after a capture"));
  assert.deepEqual((await moves(page)).length, 9);
});

test("undo goes back through a capture, a cascade and a swap", async ({ page }) => {
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

test("a game goes out as SGF and comes in again as the same position", async ({ page }) => {
  await begin(page, "cancer", { ...PERSONS, size: 4 });
  await line(page, "B2 swap-pieces A2 A1 cancer@B1");
  const position = await text(page, "position");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-action="download-sgf"]')]);
  assert.equal(download.suggestedFilename(), "quintet-cancer.sgf");
  const path = await download.path();
  const sgf = readFileSync(path, "utf8");
  await begin(page, "bracket", { ...PERSONS, size: 5 });
  const file = join(mkdtempSync(join(tmpdir(), "sgf-")), "game.sgf");
  copyFileSync(path, file);
  await page.setInputFiles('[name="sgf"]', file);
  await until(page, (position) => document.querySelector('[data-role="position"]').textContent === position, position);
  assert.deepEqual(await moves(page), ["B2", "swap-pieces", "A2", "A1", "cancer@B1"]);
  // And by dropping it on the page.
  await begin(page, "bracket", { ...PERSONS, size: 5 });
  await page.evaluate((sgf) => {
    const data = new DataTransfer();
    data.items.add(new File([sgf], "game.sgf"));
    document.querySelector("#play").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, sgf);
  await until(page, (position) => document.querySelector('[data-role="position"]').textContent === position, position);
});

test("pictures come as SVG and as PNG", async ({ page }) => {
  await begin(page, "cascade", { ...PERSONS, size: 3 });
  await line(page, "white@B2 black@C3");
  for (const kind of ["svg", "png"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-action="picture-${kind}"]`)]);
    const bytes = readFileSync(await download.path());
    assert(bytes.length > 500 && String(bytes.subarray(0, 8)).includes(kind === "png" ? "PNG" : "<svg"), kind);
  }
});

test("the address opens the position in a second tab, and two tabs play two games", async ({ page, context, server }) => {
  await begin(page, "alaric", { ...PERSONS, size: 7 });
  await line(page, "D1 A1 G1 E1 B1");
  const position = await text(page, "position");
  const address = page.url();
  assert(address.includes("#position="), address);
  const second = await context.newPage();
  await second.goto(address);
  await until(second, (position) => document.querySelector('[data-role="position"]').textContent === position, position);
  await line(second, "F1");
  assert.equal((await moves(page)).length, 5, "the first tab has a game of its own");
  assert.equal(await text(page, "position"), position);
  await second.goto(`${server.origin}/#position=${encodeURIComponent("bracket 3 shape=hexagon scoring=largest x./.../.. w")}`);
  await until(second, () => document.querySelector('[data-role="position"]').textContent.startsWith("bracket 3 "));
  assert.equal(await stone(second, "B3"), "black");
  await second.close();
});

test("a reload goes on with the game", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 D3");
  await page.reload();
  await until(page, () => document.querySelectorAll('[data-role="moves"] li').length === 2);
});

test("points are blocked by clicking, and handicap and komi are set", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 9 });
  await page.click('[data-action="new"]');
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

test("analysis shows moves on the board and in a list, and the graph marks mistakes", async ({ page }) => {
  await begin(page, "alaric", { ...PERSONS, size: 7 });
  await line(page, "D1 A1 G1 E1 B1");
  await page.click('[data-action="analyse"]');
  await page.waitForSelector("#best li");
  await page.waitForSelector(".candidate.best");
  await page.hover("#best li");
  await page.waitForSelector(".label.dream");
  await page.mouse.move(5, 5);
  await page.click('[data-action="analyse"]');
  await page.waitForSelector("#thoughts", { state: "hidden" });
  await line(page, "F1 A1 C1");
  await page.click('[data-action="value"]');
  await page.waitForSelector("#graph .mistake");
  await page.waitForSelector('[data-role="moves"] li[data-mistake]');
});

test("exact values of all moves are shown on the board and in a list, and which of them are best", async ({ page }) => {
  // 7 cells: White wins by 1, whatever Black begins with (docs/solved.md).
  await begin(page, "alaric", { ...PERSONS, size: 7 });
  await page.click('[data-action="exact"]');
  await until(page, () => /7 of 7 moves known$/.test(document.querySelector('[data-role="exact"]').textContent));
  const value = await text(page, "exact");
  assert.match(value, /^Exact: White wins by 1 with best play\./);
  assert((await page.locator("#proved li").allTextContents()).every((line) => line.includes("−1")), "whoever is to move loses by 1");
  assert.match(await page.textContent("#scale"), /by how much Black wins or loses/);
  assert.equal(await page.locator("#proved li.best").count(), 7, value);
  assert.equal(await page.locator(".candidate.exact.best").count(), 7);
  // It goes on with the position that is looked at.
  await page.click("#proved li:first-child button");
  await played(page, 1);
  await until(page, () => /6 of 6 moves known$/.test(document.querySelector('[data-role="exact"]').textContent));
  const texts = await page.locator("#proved li").allTextContents();
  assert(texts.every((line) => /^[A-G]1 {2}([+−]\d+|0)/.test(line)), String(texts));
  // Where winners alone are known, and kinds of stone have a value each.
  await begin(page, "cancer", { ...PERSONS, size: 2, "rule-pie": "off" });
  await until(page, () => /known$/.test(document.querySelector('[data-role="exact"]').textContent));
  const wide = await page.evaluate(() => [...document.querySelectorAll(".candidate")].map((label) => {
    const [circle, ...texts] = [...label.children].map((part) => part.getBoundingClientRect().width);
    return [circle, Math.max(...texts)];
  }));
  assert(wide.length && wide.every(([circle, text]) => text < circle), `words stay within their circles: ${wide}`);
  assert.match((await page.locator("#proved li").allTextContents()).join(), /win|loss/);
  // All of so small a board is known at once, however often it is begun from another position.
  for (let count = 0; count < 4; count++) {
    await begin(page, "alaric", { ...PERSONS, size: 7 });
    await line(page, "A1");
    await begin(page, "cancer", { ...PERSONS, size: 2, "rule-pie": "off" });
    await until(page, () => /known$/.test(document.querySelector('[data-role="exact"]').textContent));
  }
  // What is too large is said to be so, and can be given up.
  await begin(page, "stoical", { ...PERSONS, size: 19 });
  await until(page, () => document.querySelector('[data-role="exact"]').textContent.startsWith("Working it out: 0 of 3"));
  await page.keyboard.press("e");
  await page.waitForSelector("#thoughts", { state: "hidden" });
});

test("a line is tried and left again", async ({ page }) => {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "quintet", visits: 10, size: 5 });
  await page.click('[data-vertex="C3"]');
  await played(page, 2);
  const position = await text(page, "position");
  await page.click('[data-action="try"]');
  await until(page, () => document.querySelector('[data-action="try"]').getAttribute("aria-pressed") === "true");
  for (let count = 3; count < 5; count++) {
    const free = await page.evaluate(() => document.querySelector('[data-legal="true"][data-stone="empty"]').dataset.vertex);
    await page.click(`[data-vertex="${free}"]`);
    await played(page, count);
  }
  await page.click('[data-action="return"]');
  await until(page, (position) => document.querySelector('[data-role="position"]').textContent === position, position);
});

test("a killed engine is named, and the game goes on", async ({ page }) => {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "mortal", size: 5 });
  await page.click('[data-vertex="C3"]');
  await played(page, 2);
  // The engine, not the server that has the same words on its command line.
  execFileSync("pkill", ["-KILL", "-f", `^[^ ]+ --visits 10 .*${MORTAL}`]);
  await turn(page);
  const free = await page.evaluate(() => document.querySelector('[data-legal="true"][data-stone="empty"]').dataset.vertex);
  await page.click(`[data-vertex="${free}"]`);
  await page.waitForSelector('[data-role="fault"]');
  assert.match(await page.textContent('[data-role="fault"]'), /mortal can't go on: ended with/);
  await page.click('[data-role="fault"] button');
  await played(page, 4);
  assert.equal(await page.locator('[data-role="fault"]').count(), 0);
});

test("GNU Go plays Go here, by its own rules of ko, and what it can't play is said", async ({ browser }) => {
  if (!GNUGO) return console.log("skipped: GNU Go is not installed");
  const server = await serve("--engine", `name=GNU Go,cmd=${GNUGO} --mode gtp --chinese-rules --level 1`);
  const guest = await visitor(browser, server);
  const { page } = guest;
  try {
    await begin(page, "stoical", { "seat-b": "person", "seat-w": "GNU Go", size: 9, "rule-ko": "simple", komi: 6.5 });
    const free = () => page.evaluate(() => [...document.querySelectorAll('[data-legal="true"][data-stone="empty"]')][40].dataset.vertex);
    for (let count = 2; count <= 6; count += 2) {
      await page.click(`[data-vertex="${await free()}"]`);
      await played(page, count);
    }
    // Back, and another way: the engine is told.
    await page.click('[data-action="undo"]');
    await played(page, 4);
    await page.click(`[data-vertex="${await free()}"]`);
    await played(page, 6);
    for (let count = 0; await turn(page); count++) {
      assert(count < 60, "it never passes");
      const before = (await moves(page)).length;
      await page.click('[data-action="pass"]');
      await until(page, (before) => document.querySelectorAll('[data-role="moves"] li').length > before, before);
    }
    assert.match(await text(page, "status"), /White wins by/);
    // It begins, as Black.
    await begin(page, "stoical", { "seat-b": "GNU Go", "seat-w": "person", size: 9, "rule-ko": "simple", komi: 0.5 }, 1);
    await played(page, 1);
    // A game that it doesn't know.
    await begin(page, "cascade", { "seat-b": "person", "seat-w": "GNU Go", size: 5 }, 1);
    await page.waitForSelector('[data-role="fault"]');
    assert.match(await page.textContent('[data-role="fault"]'), /GNU Go can't go on: it plays .* which is illegal/);
    assert.deepEqual(guest.wrong, []);
  } finally {
    await guest.leave();
    await server.end();
  }
});

test("in Cascade White begins, whoever plays it", async ({ page }) => {
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
  await page.click('[data-action="flip"]');
  await played(page, 2);
  assert.equal(await text(page, "status"), "White to move");
});

test("stones fall one after another, unless that is switched off", async ({ page }) => {
  await begin(page, "cascade", { ...PERSONS, size: 3 });
  const falls = async () => {
    await line(page, "white@B2 black@C3 white@A3 red@C1");
    return page.evaluate(() => [...document.querySelectorAll("#board .falls")].map((marks) => parseFloat(marks.style.animationDelay)));
  };
  const delays = await falls();
  assert.equal(delays.length, 2);
  assert(Math.max(...delays) > Math.min(...delays) && Math.max(...delays) < 1500, String(delays));
  await page.uncheck('[name="animate"]');
  await begin(page, "cascade", { ...PERSONS, size: 3 });
  assert.deepEqual(await falls(), []);
  await page.check('[name="animate"]');
});

test("a link from elsewhere is asked about, and its position is kept", async ({ page, server }) => {
  const position = "bracket 3 shape=hexagon scoring=largest x./.../.. w";
  const address = `${server.origin}/#position=${encodeURIComponent(position)}`;
  await page.goto(`data:text/html,${encodeURIComponent(`<a href="${address.replaceAll("&", "&amp;")}">there</a>`)}`);
  const answer = page.waitForResponse((response) => response.url() === `${server.origin}/`);
  await page.click("a");
  assert.equal((await answer).status(), 403);
  await page.click("text=Try again");
  await until(page, (position) => document.querySelector('[data-role="position"]')?.textContent === position, position);
  assert.equal(await stone(page, "B3"), "black");
  assert(page.url().startsWith(`${server.origin}/#position=`), page.url());
}, /403/);

test("two engines are watched, stopped and let go on", async ({ page }) => {
  // A small board's last moves are exact, and come at once: on a busy machine the game could be over before it is stopped.
  await begin(page, "bracket", { "seat-b": "quintet", "seat-w": "quintet", seconds: 0.4, size: 9 });
  await until(page, () => document.querySelectorAll('[data-role="moves"] li').length >= 2);
  await page.click('[data-action="stop"]');
  await page.waitForSelector('[data-action="go"]', { state: "visible" });
  const count = (await moves(page)).length;
  await page.waitForTimeout(900);
  assert.equal((await moves(page)).length, count);
  await page.click('[data-action="go"]');
  await until(page, (count) => document.querySelectorAll('[data-role="moves"] li').length > count, count);
});

test("every game is taught, with its short game to step through", async ({ page }) => {
  await page.click('[data-view="learn"]');
  for (const game of Object.keys(SIZES)) {
    await page.click(`[data-lesson="${game}"]`);
    await until(page, (game) => document.querySelector(`[data-lesson="${game}"]`).getAttribute("aria-pressed") === "true", game);
    await page.waitForSelector("#learn .rules li");
    await page.click('#learn [data-film="last"]');
    await until(page, () => /wins/.test(document.querySelector("#learn .status").textContent));
    await page.click('#learn [data-film="back"]');
  }
  await page.click('#learn [data-film="open"]');
  await until(page, () => document.querySelectorAll('[data-role="moves"] li').length > 5);
});

/** A match that is watched. */
async function watched(browser, args, run) {
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
const rival = (name, visits) => ["--engine", `name=${name},cmd=${QUINTET} --visits ${visits}`];
const matchState = (page, pattern) => until(page, (pattern) => new RegExp(pattern).test(document.querySelector('[data-role="match-state"]').textContent), pattern);

test("a match is watched while it is played, killed and resumed", async ({ browser }) => {
  // Games that take some time each, so that the match is not over before it was seen running.
  const args = [...rival("A", 600), ...rival("B", 300), "--game", "stoical", "--size", "5", "--games", "400", "--sprt", "elo0=0,elo1=5"];
  await watched(browser, args, async ({ page, play }) => {
    const match = play();
    await until(page, () => document.querySelectorAll('[data-role="games"] li').length >= 4);
    await matchState(page, "^running");
    await page.waitForSelector('[data-role="standings"] tbody tr');
    assert.equal(await page.locator(".curves figure").count(), 2, "Elo and the test");
    const count = () => page.locator('[data-role="games"] li').count();
    await stop(match, "SIGKILL");
    await matchState(page, "^(not running|finished)");
    const killed = await count();
    await page.waitForTimeout(1500);
    assert.equal(await count(), killed, "nothing comes from a match that is killed");
    play("--resume");
    await until(page, (killed) => document.querySelectorAll('[data-role="games"] li').length > killed, killed);
    await page.click('[data-role="games"] li:last-child button');
    await until(page, () => /wins|draw/.test(document.querySelector("#matches .film .status").textContent));
    await page.click('#matches [data-film="first"]');
    await page.click('#matches [data-film="next"]');
    assert.match(await page.textContent("#matches .film .count"), /^ 1 \//);
  });
});

test("a match that its test has decided is finished", async ({ browser }) => {
  const args = [...rival("A", 10), ...rival("B", 10), "--game", "alaric", "--size", "7", "--games", "400", "--sprt", "elo0=0,elo1=500"];
  await watched(browser, args, async ({ page, play }) => {
    play();
    await matchState(page, "^finished, \\d+ of at most 400 games");
    assert.equal(await page.locator(".curves figure").count(), 2);
  });
});

test("the moves of a match are seen as they are played, and again after it was killed and resumed", async ({ browser }) => {
  const args = [...rival("A", 1500), ...rival("B", 1500), "--game", "stoical", "--size", "7", "--games", "20"];
  await watched(browser, args, async ({ page, play }) => {
    const grows = async () => {
      const state = () => page.evaluate(() => [document.querySelector("#matches .film h3").textContent, Number(/\/ (\d+)/.exec(document.querySelector("#matches .film .count").textContent)?.[1] ?? 0)]);
      await page.waitForSelector('[data-role="playing"] li button');
      await page.waitForSelector("#matches .film h3");
      await until(page, () => /being played/.test(document.querySelector("#matches .film h3").textContent));
      const [title, moves] = await state();
      await until(page, ([title, moves]) => {
        const now = Number(/\/ (\d+)/.exec(document.querySelector("#matches .film .count").textContent)[1]);
        return now > moves + 2 || document.querySelector("#matches .film h3").textContent !== title;
      }, [title, moves]);
      return title;
    };
    const match = play();
    await grows();
    // Who looks at an earlier move is left there, and who looks at the end goes on with the game.
    await page.click('#matches [data-film="first"]');
    await page.waitForTimeout(1500);
    assert.match(await page.textContent("#matches .film .count"), /^ 0 \//);
    await page.click('#matches [data-film="last"]');
    // Games come and go above the list of those that are over.
    const place = () => page.evaluate(() => {
      const top = (selector) => document.querySelector(selector).getBoundingClientRect().top;
      return Math.round(top('[data-role="games"]') - top("#matches .pair"));
    });
    const before = await place();
    await stop(match, "SIGKILL");
    await matchState(page, "^not running");
    await until(page, () => !document.querySelector('[data-role="playing"]').checkVisibility());
    assert.equal(await place(), before, "the list of games stays where it is");
    await until(page, () => !/being played/.test(document.querySelector("#matches .film h3").textContent));
    play("--resume");
    await matchState(page, "^running");
    await grows();
    assert.equal(await place(), before);
  });
});

test("a phone of 360 pixels needs no scrolling aside", async ({ browser, server }) => {
  const guest = await visitor(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = guest;
  for (const game of Object.keys(SIZES)) {
    await begin(page, game, { ...PERSONS, size: SIZES[game] });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(await wide(), 360, game);
    const vertex = await page.evaluate(() => document.querySelector('[data-legal="true"]').dataset.vertex);
    await page.tap(`[data-vertex="${vertex}"]`);
    await played(page, 1);
    const small = await page.evaluate(() => [...document.querySelectorAll("button, select, input, [data-vertex]")]
      .filter((element) => element.getClientRects().length && Math.min(element.getBoundingClientRect().width, element.getBoundingClientRect().height) < 12)
      .map((element) => element.outerHTML.slice(0, 80)).filter((text) => !text.includes("checkbox")));
    assert.deepEqual(small, []);
  }
  // The names of rows and columns can be read on the largest boards, and stand beside each other; a row of many cells is moved aside by itself.
  for (const [game, choices] of [["stoical", { size: 25 }], ["alaric", { size: 26, "rule-board": "line" }]]) {
    await begin(page, game, { ...PERSONS, ...choices });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, game);
    await until(page, () => document.querySelector("#board svg").style.getPropertyValue("--name"));
    const names = await page.evaluate(() => [...document.querySelectorAll("#board .empty text:not(.left-out)")].map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return { text: text.textContent, size: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, left, right, top, bottom };
    }));
    assert(names.length >= 13 && names.every(({ size }) => size >= 8.5), `${game}: ${JSON.stringify(names[0])}`);
    const crossed = names.filter((a, i) => names.slice(i + 1).some((b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom - 2 && b.top + 2 < a.bottom - 2));
    assert.deepEqual(crossed.map(({ text }) => text), [], game);
  }
  await page.click('[data-view="learn"]');
  await page.waitForSelector("#learn svg.board");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(guest.wrong, []);
  await guest.leave();
});

test("an accessibility check finds nothing", async ({ browser, server }) => {
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    const guest = await visitor(browser, server, { colorScheme, bypassCSP: true });
    const { page } = guest;
    const check = async (what) => {
      await page.evaluate(axe);
      const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const told = found.violations.map(({ id, nodes }) => `${what}, ${colorScheme}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
      assert.deepEqual(told, []);
    };
    await check("start");
    for (const game of Object.keys(SIZES)) {
      await begin(page, game, { ...PERSONS, size: SIZES[game] });
      await check(game);
    }
    await line(page, "C2 C3");
    await page.click('[data-action="analyse"]');
    await page.click('[data-action="exact"]');
    await page.waitForSelector("#best li");
    await check("analysis");
    await page.click('[data-action="analyse"]');
    await page.click('[data-action="exact"]');
    await page.click('[data-action="resign"]');
    await page.waitForSelector("#result", { state: "visible" });
    await check("the end");
    await page.click('[data-view="learn"]');
    await page.waitForSelector("#learn .rules li");
    await check("learn");
    await page.click('[data-action="help"]');
    await page.waitForSelector("#help table");
    await check("keys");
    await guest.leave();
    const args = [...rival("A", 10), ...rival("B", 10), "--game", "cascade", "--size", "3", "--games", "6", "--sprt", "elo0=0,elo1=5"];
    await watched(browser, args, async ({ page, play }) => {
      play();
      await matchState(page, "6 of 6 games");
      await page.click('[data-role="games"] li:last-child button');
      await page.waitForSelector("#matches .film svg.board");
      await page.evaluate(() => document.querySelector(".curves").scrollIntoView());
      await page.emulateMedia({ colorScheme });
      const found = await page.evaluate(`${axe}; window.axe.run(document, { resultTypes: ["violations"] })`).catch((error) => error);
      assert.deepEqual(found.violations?.map(({ id, nodes }) => `matches, ${colorScheme}: ${id}: ${nodes[0].html.slice(0, 200)}`), [], String(found));
    });
  }
});

test("the scripts keep to the types of the messages", async () => {
  const pages = join(ROOT, "src/web/page");
  const folder = mkdtempSync(join(tmpdir(), "types-"));
  for (const name of readdirSync(pages).filter((name) => name.endsWith(".js"))) copyFileSync(join(pages, name), join(folder, name));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({
    compilerOptions: { allowJs: true, checkJs: true, noEmit: true, strict: true, target: "es2022", module: "es2022", moduleResolution: "bundler", lib: ["es2022", "dom", "dom.iterable"], types: [] },
    include: ["*.js"],
  }));
  const tsc = require.resolve("typescript/lib/tsc.js");
  assert(existsSync(tsc));
  try {
    execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8", timeout: TEST_TIME });
  } catch (error) {
    assert.fail(error.stdout || String(error));
  }
});

const wanted = process.argv.slice(2);
const chosen = tests.filter(({ name }) => !wanted.length || wanted.some((part) => name.includes(part)));
let passed = 0, at = "the start";
/** Whatever happens, the tests end, and say how. */
const finish = (why) => {
  if (why) console.log(`FAILED  ${why}`);
  console.log(`browser: ${passed} passed, ${Math.max(chosen.length - passed, why ? 1 : 0)} failed`);
  process.exit(why || passed < chosen.length ? 1 : 0);
};
setTimeout(() => finish(`all tests together took more than ${ALL_TIME / 60_000} minutes, at: ${at}`), ALL_TIME).unref();
process.on("uncaughtException", (error) => finish(`${at}: ${error.stack}`));
process.on("unhandledRejection", (error) => console.log(`        beside ${at}: ${error}`));

const browser = await launch();
// The words after the command are there to tell its process from others.
const server = await serve("--engine", `name=mortal,cmd=${QUINTET} --visits 10 --seed 1 --log off,${MORTAL}=off`);
for (const { name, run, expected } of chosen) {
  at = name;
  const began = Date.now();
  let guest = null;
  try {
    guest = await within(visitor(browser, server), "opening the page", 60_000);
    await within(run({ ...guest, browser, server }), name, TEST_TIME);
    const wrong = guest.wrong.filter((line) => !expected?.test(line));
    assert.deepEqual(wrong, [], "nothing went wrong in the page, and it asked nobody else for anything");
    passed += 1;
    console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    console.log(`FAILED  ${name}\n${String(error?.stack ?? error).replace(/^/gm, "        ")}`);
    if (process.env.SHOTS) await guest?.page.screenshot({ path: join(process.env.SHOTS, `${name.replaceAll(/\W+/g, "-")}.png`) }).catch(() => {});
  }
  await guest?.leave();
}
at = "the end";
await within(browser.close(), "closing the browser").catch(() => {});
await server.end();
finish();
