// Latency, layout shifts and frame rate.
import assert from "node:assert/strict";
import { agree, begin, moves, played, press, turn, until, visitor } from "./harness.mjs";
import { AGAINST, PERSONS, SIZES, choose, random, test, testAlone } from "./suite.mjs";

testAlone("a stone is there within 50 milliseconds of the click, before the engine answers", async ({ page }) => {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "quintet", seconds: 0.5, size: 25 });
  const times = [];
  for (let count = 0; count < 3; count++) {
    // Any empty point: the stones of the engine may be anywhere.
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
    // After the answer it is the person's turn again.
    await played(page, 2 * (count + 1));
  }
  console.log(`    25 × 25: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  assert(Math.min(...times) < 50, String(times));
});

/** Window sizes of three kinds of device. */
const WINDOWS = {
  desktop: { viewport: { width: 1280, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 },
};

/** Records layout shifts from now on, in `shifts`. */
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
  test(`nothing jumps on a ${machine} during a game, and its end is explained without scrolling`, async ({ browser, server }) => {
    const guest = await visitor(browser, server, options);
    const { page } = guest;
    await watchShifts(page);
    for (const game of Object.keys(SIZES)) {
      // The game is played to its end, once with analysis and exact values; a game with a clock is resigned.
      for (const [most, pressed] of [[200, false], [200, true], [6, false]]) {
        await begin(page, game, { ...AGAINST(game), clock: most === 6 ? "fischer:300+3" : "" });
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
            // Not with the mouse: shifts right after a real click are not counted.
            const target = document.querySelector(action ? `[data-action="${action}"]` : `[data-vertex="${vertex}"]`);
            target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          }, choice);
          await until(page, (before) => document.querySelectorAll('[data-role="moves"] li').length > before, before);
        }
        if (await turn(page)) await page.evaluate(() => document.querySelector('[data-action="resign"]').click());
        await agree(page);
        await page.waitForSelector("#result", { state: "visible" });
        await page.waitForTimeout(200);
        const shifts = await page.evaluate(() => window.shifts);
        const sum = shifts.reduce((sum, { value }) => sum + value, 0);
        assert(sum < 0.02, `${game}: ${JSON.stringify(shifts)}`);
        for (const what of ["#reason", '[data-action="rematch"]', '[data-action="review"]']) {
          const box = await page.locator(what).boundingBox();
          assert(box && box.y >= 0 && box.y + box.height <= options.viewport.height, `${game}: ${what} lies at ${JSON.stringify(box)}`);
        }
      }
    }
    assert.deepEqual(guest.wrong, []);
    await guest.leave();
  });
}

testAlone("a 25 × 25 board does not stutter while the engine thinks", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 25 });
  await press(page, "analyse");
  await page.waitForSelector("#board .own");
  const longestTasks = [];
  // Other programs may stop the browser for a moment: one of three measurements must be good.
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
    longestTasks.push(longest);
    console.log(`    25 × 25 with analysis: 95 % of frames within ${frames[Math.floor(0.95 * (frames.length - 1))].toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`);
    if (longest <= 100) break;
  }
  await press(page, "analyse");
  assert(Math.min(...longestTasks) <= 100, String(longestTasks));
});

test("few requests bring the page, so that a slow network shows it soon", async ({ browser, server }) => {
  const { context, page, wrong, leave } = await visitor(browser, server, { viewport: { width: 390, height: 844 } });
  await page.waitForSelector(".card svg");
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.clearBrowserCache");
  // Fast 3G, as Chromium's tools call it.
  await network.send("Network.emulateNetworkConditions", { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 });
  const began = Date.now();
  await page.goto(`${server.origin}/`);
  await page.waitForFunction(() => document.querySelectorAll(".cards .card svg").length === 5);
  const cards = Date.now() - began;
  const [paint, requests] = await page.evaluate(() => [performance.getEntriesByType("paint")[0]?.startTime, performance.getEntriesByType("resource").length]);
  console.log(`    Fast 3G: first paint after ${paint?.toFixed(0)} ms, cards after ${cards} ms, ${requests} requests beside the page`);
  assert(requests <= 12, `${requests} requests`);
  assert.deepEqual(wrong, []);
  await leave();
});

testAlone("the first paint comes within 300 milliseconds", async ({ page, server }) => {
  await page.goto(server.origin);
  await page.waitForSelector(".card");
  const paint = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const times = [];
  for (let i = 0; i < 3; i++) {
    await page.reload();
    await page.waitForSelector(".card");
    times.push(await paint());
  }
  console.log(`    first paint: ${times.map((time) => time?.toFixed(0)).join(", ")} ms`);
  assert(Math.min(...times) < 300, String(times));
});
