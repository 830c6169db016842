// The lessons that are played: tasks, their progress, by mouse, touch and keyboard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { begin, line, place, press, text, until, visitor } from "./harness.mjs";
import { PERSONS, test } from "./suite.mjs";

/** A wrong try and the right moves of each task of Alaric, as scripts of actions. */
const ALARIC = [["", "C1"], ["A1", "E1"], ["A1", "C1"], ["", "D1"], ["A1", "G1"]];

const phase = (page, wanted) => until(page, (wanted) => document.querySelector("#puzzle:not([hidden])")?.classList.contains(wanted), wanted);
const number = (page, wanted) => until(page, (wanted) => document.querySelector(".task-number")?.textContent.startsWith(`Task ${wanted} `), wanted);
const kept = (page) => page.evaluate(() => localStorage.getItem("quintet-tasks"));

test("a newcomer plays the five tasks of a game, with wrong tries", async ({ page }) => {
  assert.match(await page.textContent("#welcome"), /New here\? Alaric in three minutes/);
  await page.click('[data-action="welcome"]');
  for (const [index, [wrong, right]] of ALARIC.entries()) {
    await number(page, index + 1);
    await phase(page, "open");
    if (wrong) {
      await place(page, wrong);
      await phase(page, "wrong");
      assert((await text(page, "puzzle")).length > 20, "it says why");
      await press(page, "retry");
      await phase(page, "open");
    }
    await place(page, right);
    // The last task takes a second move after White's.
    if (index === 4) {
      await until(page, () => document.querySelector('[data-role="puzzle"]').textContent.startsWith("Right so far"));
      const rest = await page.locator('[data-legal="true"]').first().getAttribute("data-vertex");
      await place(page, rest);
    }
    await phase(page, "solved");
    assert.match(await text(page, "puzzle"), /^Done\. /);
    if (index < 4) await press(page, "next-task");
  }
  assert.equal(await kept(page), "alaric/task-1 alaric/task-2 alaric/task-3 alaric/task-4 alaric/task-5");
  assert.equal(await page.getAttribute("#puzzle .task-ticks", "aria-label"), "5 of 5 tasks done");
  // Then a game is offered, and the next game's tasks.
  await press(page, "play-game");
  await page.waitForSelector("#setup", { state: "visible" });
  assert(await page.isChecked('[name="card"][value="alaric"]'));
  assert.match(await page.textContent("#welcome"), /Next: Bracket in three minutes/);
  // The ticks are beside the rules, and can be taken away.
  await page.click('[data-view="learn"]');
  await page.click('[data-lesson="alaric"]');
  await until(page, () => document.querySelectorAll(".tasks .tick").length === 5);
  await press(page, "tasks-again");
  assert.equal(await page.locator(".tasks .tick").count(), 0);
  assert.equal(await kept(page), "");
});

test("a task of each game is opened from its rules and its solution shown", async ({ page }) => {
  for (const game of await page.locator(".card").evaluateAll((cards) => cards.map((card) => card.dataset.game))) {
    await page.click('[data-view="learn"]');
    await page.click(`[data-lesson="${game}"]`);
    await until(page, (game) => document.querySelector(`[data-lesson="${game}"]`).getAttribute("aria-pressed") === "true" && document.querySelectorAll("[data-task]").length === 5, game);
    await page.click('[data-task="task-5"]');
    await number(page, 5);
    await until(page, (game) => document.querySelector('[data-role="position"]').textContent.startsWith(`${game} `), game);
    await press(page, "solution");
    await phase(page, "shown");
    await press(page, "task-again");
    await phase(page, "open");
    assert.equal(await kept(page), null, "a solution that is shown is not a task that is done");
  }
});

test("a task is done by keyboard alone, and its result is announced", async ({ page }) => {
  await page.focus('[data-action="welcome"]');
  await page.keyboard.press("Enter");
  await number(page, 1);
  await until(page, () => document.activeElement?.closest("#board"));
  await page.keyboard.press("Enter");
  await phase(page, "solved");
  const focused = () => page.evaluate(() => document.activeElement?.dataset.action ?? document.activeElement?.dataset.vertex);
  assert.equal(await focused(), "next-task");
  await page.keyboard.press("Enter");
  await number(page, 2);
  await phase(page, "open");
  await until(page, () => document.activeElement?.closest("#board"));
  // A wrong try: the focus is on the button that takes it back, which the reason describes.
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await phase(page, "wrong");
  assert.equal(await focused(), "retry");
  const live = await page.evaluate(() => {
    const line = document.getElementById(document.activeElement.getAttribute("aria-describedby"));
    return [line.getAttribute("role"), line.textContent];
  });
  assert.equal(live[0], "status");
  assert.match(live[1], /^A1 takes nothing\. /);
  await page.keyboard.press("Enter");
  await phase(page, "open");
  assert.equal(await focused(), "A1");
});

test("tasks need no scrolling sideways on a screen of 320 pixels", async ({ browser, server }) => {
  const guest = await visitor(browser, server, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  const { page } = guest;
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(await wide(), 320, "the first screen");
  await page.tap('[data-action="welcome"]');
  for (const [index, [, right]] of ALARIC.slice(0, 4).entries()) {
    await number(page, index + 1);
    await phase(page, "open");
    await page.tap(`[data-vertex="${right}"]`);
    await phase(page, "solved");
    assert.equal(await wide(), 320, right);
    // The buttons are whole and above the bar of tools.
    const button = await page.locator('[data-action="next-task"]').boundingBox();
    const tools = await page.locator("#buttons").boundingBox();
    assert(button.height >= 44 && button.y + button.height <= tools.y, JSON.stringify([button, tools]));
    await page.tap('[data-action="next-task"]');
  }
  // A game can be chosen from here.
  assert(await page.locator('[data-action="new"]').isVisible());
  await page.tap('[data-view="learn"]');
  await page.waitForSelector("[data-task]");
  assert.equal(await wide(), 320, "the list");
  assert.deepEqual(guest.wrong, []);
  await guest.leave();
});

test("sounds are offered in the first game, once", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await page.click('[data-action="sounds-on"]');
  await page.waitForSelector("#sound-offer", { state: "hidden" });
  assert(await page.evaluate(() => document.activeElement?.closest("#board") && document.querySelector('[name="sounds"]').checked));
  assert.equal(await page.evaluate(() => localStorage.getItem("quintet-sounds")), "on");
  await line(page, "C3");
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  assert(!(await page.isVisible("#sound-offer")));
});

test("the end of a game offers a rematch, a review and ways to share it", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  const main = () => page.locator("#choices .main, #buttons .main").evaluateAll((all) => all.filter((button) => button.getClientRects().length && getComputedStyle(button).visibility === "visible").map((button) => button.dataset.action));
  await line(page, "C3 D3");
  assert.deepEqual(await main(), [], "nothing is needed but a stone");
  await line(page, "pass");
  assert.deepEqual(await main(), ["pass"]);
  await line(page, "pass");
  assert.deepEqual(await main(), ["rematch"]);
  for (const action of ["rematch", "review", "share-game"]) assert(await page.isVisible(`[data-action="${action}"]`), action);
  // All buttons are in one row.
  const rows = await page.locator("#buttons > :is(button, details, .alternatives)").evaluateAll((all) => all.filter((one) => one.getClientRects().length).map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2)));
  assert(Math.max(...rows) - Math.min(...rows) < 8, String(rows));
  await page.click('[data-action="share-game"]');
  const download = page.waitForEvent("download");
  await page.click('[data-share="download-sgf"]');
  assert.match((await download).suggestedFilename(), /\.sgf$/);
  await page.waitForSelector("#share", { state: "hidden" });
});

test("a game is saved as an animated picture and as a page that replays it", async ({ page, browser }) => {
  await begin(page, "cancer", { ...PERSONS, size: 4 });
  await line(page, "B2 B3 A2 A1 cancer@B1");
  const save = async (action) => {
    const download = page.waitForEvent("download");
    await press(page, action);
    return readFileSync(await (await download).path(), "utf8");
  };
  const [picture, replay] = [await save("animation"), await save("replay-page")];
  const context = await browser.newContext({ offline: true });
  const other = await context.newPage();
  const wrong = [];
  other.on("pageerror", (error) => wrong.push(String(error)));
  other.on("request", (request) => { if (/^http/.test(request.url())) wrong.push(request.url()); });
  const stones = (found) => found.filter((use) => getComputedStyle(use).visibility === "visible").length;
  const shown = () => other.locator('use[href*="stone-"]:not(symbol *)').evaluateAll(stones);
  await other.setContent(picture);
  // With time standing still at the start, in the middle and at the end of the game.
  const at = (share) => other.evaluate((share) => document.getAnimations().forEach((animation) => {
    animation.pause();
    animation.currentTime = share * animation.effect.getComputedTiming().duration;
  }), share);
  for (const [share, count] of [[0, 0], [1.5 * 0.9 / 7.5, 1], [4.5 * 0.9 / 7.5, 4], [0.99, 4]]) {
    await at(share);
    assert.equal(await shown(), count, `at ${share}`);
  }
  await other.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await other.evaluate(() => document.getAnimations().length), 0);
  assert.equal(await shown(), 4, "the last position");
  await other.emulateMedia({ reducedMotion: "no-preference" });
  await other.setContent(replay);
  const state = () => other.textContent(".state");
  assert.deepEqual([await state(), await shown()], ["start", 0]);
  await other.keyboard.press("ArrowRight");
  await other.click('[aria-label="on"]');
  assert.deepEqual([await state(), await shown()], ["move 2 of 5: White: B3", 2]);
  await other.click('[aria-label="last"]');
  assert.deepEqual([await state(), await shown()], ["move 5 of 5: Red: cancer B1", 4]);
  await other.click('[aria-label="back"]');
  await other.click('[aria-label="first"]');
  assert.equal(await state(), "start");
  assert.deepEqual(wrong, []);
  await context.close();
});
