// The page on a phone, in dark mode, with an accessibility check; and the types of its scripts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT, agree, begin, line, matchState, place, played, press, rival, scratchFolder, until, visitor, watched } from "./harness.mjs";
import { PERSONS, SIZES, TEST_TIME, test } from "./suite.mjs";

const require = createRequire(import.meta.url);

test("black stones stand out on the boards of both palettes", async ({ browser, server }) => {
  for (const colorScheme of ["light", "dark"]) {
    const guest = await visitor(browser, server, { colorScheme });
    for (const game of Object.keys(SIZES)) {
      await begin(guest.page, game, { ...PERSONS, size: SIZES[game] });
      const [page, tile] = await guest.page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("#board .tile")).fill]);
      assert.equal(page, colorScheme === "dark" ? "rgb(27, 26, 24)" : "rgb(246, 242, 234)");
      const light = /\d+/g[Symbol.match](tile).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      const contrast = (0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] + 0.05) / (0.0116 + 0.05);
      assert(contrast > 3, `${game}, ${colorScheme}: black stones on ${tile}: ${contrast}`);
    }
    await guest.leave();
  }
});

test("a phone of 360 pixels needs no horizontal scrolling", async ({ browser, server }) => {
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
  // Coordinates are readable on the largest boards and do not overlap; a long row of cells scrolls by itself.
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

// The violations of a page, after its colours have stopped changing: in the middle of a transition
// a text may have less contrast than at either end.
async function violations(page, what) {
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  await until(page, () => !document.getAnimations().some((animation) => animation instanceof CSSTransition && animation.playState === "running"));
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

test("an accessibility check finds nothing", async ({ browser, server }) => {
  for (const colorScheme of ["light", "dark"]) {
    const guest = await visitor(browser, server, { colorScheme, bypassCSP: true });
    const { page } = guest;
    const check = async (what) => assert.deepEqual(await violations(page, `${what}, ${colorScheme}`), []);
    await check("start");
    await page.click('[data-action="welcome"]');
    await page.waitForSelector("#puzzle.task.open");
    await check("a task");
    await place(page, "C1");
    await page.waitForSelector("#puzzle.task.solved");
    await check("a task that is done");
    for (const game of Object.keys(SIZES)) {
      await begin(page, game, { ...PERSONS, size: SIZES[game] });
      await check(game);
    }
    await line(page, "C2 C3");
    await press(page, "analyse");
    await press(page, "exact");
    await page.waitForSelector("#candidates li");
    await check("analysis");
    await press(page, "analyse");
    await press(page, "exact");
    await press(page, "resign");
    await agree(page);
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
      await page.waitForSelector("#matches .replay svg.board");
      await page.evaluate(() => document.querySelector(".curves").scrollIntoView());
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await violations(page, `matches, ${colorScheme}`), []);
    });
  }
});

test("an accessibility check finds nothing in a game of two people", async ({ browser, server, page }) => {
  await begin(page, "stoical", { "seat-b": "person", "seat-w": "guest", size: 5 });
  await page.waitForSelector("#invite[open]");
  const address = (which) => page.inputValue(`#invite [data-invite="${which}"]`);
  const [white, watch] = [await address("w"), await address("watch")];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page, `invitations, ${colorScheme}`), []);
  }
  const guest = await visitor(browser, { ...server, address: white });
  const watcher = await visitor(browser, { ...server, address: watch });
  await until(page, () => !document.querySelector("#invite").open);
  await line(page, "C3");
  await press(page, "undo");
  await guest.page.waitForSelector("#offer:not([hidden])");
  await until(watcher.page, () => !document.querySelector("#offer").hidden);
  for (const [who, one] of [["host", page], ["guest", guest.page], ["watcher", watcher.page]]) {
    assert.deepEqual(await violations(one, who), []);
  }
  await guest.leave();
  await watcher.leave();
});

test("the scripts keep to the types of the messages", async () => {
  const pages = join(ROOT, "crates/web/src/page");
  const folder = scratchFolder();
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
