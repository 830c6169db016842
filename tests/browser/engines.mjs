// External engines, and engines that end.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { begin, moves, played, serve, text, turn, until, visitor } from "./harness.mjs";
import { MORTAL, test } from "./suite.mjs";

const GNUGO = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"].find(existsSync);

test("a killed engine is shown as a fault, and the game goes on", async ({ page }) => {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "mortal", size: 5 });
  await page.click('[data-vertex="C3"]');
  await played(page, 2);
  // The engine, not the server, whose command line has the same words.
  execFileSync("pkill", ["-KILL", "-f", `^[^ ]+ --visits 10 .*${MORTAL}`]);
  await turn(page);
  const free = await page.evaluate(() => document.querySelector('[data-legal="true"][data-stone="empty"]').dataset.vertex);
  await page.click(`[data-vertex="${free}"]`);
  await page.waitForSelector('[data-role="fault"]');
  assert.match(await page.textContent('[data-role="fault"]'), /mortal stopped: ended with/);
  await page.click('[data-role="fault"] button');
  await played(page, 4);
  assert.equal(await page.locator('[data-role="fault"]').count(), 0);
});

test("GNU Go plays Go with its ko rule, and games that it does not know are reported", async ({ browser }) => {
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
    // Back to another move, which the engine gets.
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
    // It plays Black and begins.
    await begin(page, "stoical", { "seat-b": "GNU Go", "seat-w": "person", size: 9, "rule-ko": "simple", komi: 0.5 }, 1);
    await played(page, 1);
    // A game that it does not know.
    await begin(page, "cascade", { "seat-b": "person", "seat-w": "GNU Go", size: 5 }, 1);
    await page.waitForSelector('[data-role="fault"]');
    assert.match(await page.textContent('[data-role="fault"]'), /GNU Go stopped: it plays .* which is illegal/);
    assert.deepEqual(guest.wrong, []);
  } finally {
    await guest.leave();
    await server.end();
  }
});

test("two engines play, are stopped and continue", async ({ page }) => {
  // Not on a small board, whose last moves come at once: the game could be over before it is stopped.
  await begin(page, "bracket", { "seat-b": "quintet", "seat-w": "quintet", seconds: 0.4, size: 9 }, 60);
  await until(page, () => document.querySelectorAll('[data-role="moves"] li').length >= 2);
  // The button goes to the other side's bar with each move, and a click can come just then.
  for (let click = 0; click < 5 && !await page.isVisible('[data-action="go"]'); click++) {
    await page.click('[data-action="stop"]');
    await page.waitForTimeout(500);
  }
  await page.waitForSelector('[data-action="go"]', { state: "visible" });
  const count = (await moves(page)).length;
  await page.waitForTimeout(900);
  assert.equal((await moves(page)).length, count);
  await page.click('[data-action="go"]');
  await until(page, (count) => document.querySelectorAll('[data-role="moves"] li').length > count, count);
});
