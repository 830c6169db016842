// Matches.
import assert from "node:assert/strict";
import { matchState, rival, stop, until, watched } from "./harness.mjs";
import { test } from "./suite.mjs";

test("a match is shown while it is played, killed and resumed", async ({ browser }) => {
  // Games that take some time, so that the match is seen running.
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
    await until(page, () => /wins|draw/.test(document.querySelector("#matches .replay .status").textContent));
    await page.click('#matches [data-replay="first"]');
    await page.click('#matches [data-replay="next"]');
    assert.match(await page.textContent("#matches .replay .count"), /^ 1 \//);
  });
});

test("a match whose test has ended is finished", async ({ browser }) => {
  const args = [...rival("A", 10), ...rival("B", 10), "--game", "alaric", "--size", "7", "--games", "400", "--sprt", "elo0=0,elo1=500"];
  await watched(browser, args, async ({ page, play }) => {
    play();
    await matchState(page, "^finished, \\d+ of at most 400 games");
    assert.equal(await page.locator(".curves figure").count(), 2);
  });
});

test("the moves of a match are shown as they are played, also after it was killed and resumed", async ({ browser }) => {
  const args = [...rival("A", 1500), ...rival("B", 1500), "--game", "stoical", "--size", "7", "--games", "20"];
  await watched(browser, args, async ({ page, play }) => {
    const grows = async () => {
      const state = () => page.evaluate(() => [document.querySelector("#matches .replay h3").textContent, Number(/\/ (\d+)/.exec(document.querySelector("#matches .replay .count").textContent)?.[1] ?? 0)]);
      await page.waitForSelector('[data-role="playing"] li button');
      await page.waitForSelector("#matches .replay h3");
      await until(page, () => /being played/.test(document.querySelector("#matches .replay h3").textContent));
      const [title, moves] = await state();
      await until(page, ([title, moves]) => {
        const now = Number(/\/ (\d+)/.exec(document.querySelector("#matches .replay .count").textContent)[1]);
        return now > moves + 2 || document.querySelector("#matches .replay h3").textContent !== title;
      }, [title, moves]);
      return title;
    };
    const match = play();
    await grows();
    // An earlier move stays shown; at the end of the game new moves are shown.
    await page.click('#matches [data-replay="first"]');
    await page.waitForTimeout(1500);
    assert.match(await page.textContent("#matches .replay .count"), /^ 0 \//);
    await page.click('#matches [data-replay="last"]');
    // Games come and go above the list of finished games.
    const place = () => page.evaluate(() => {
      const top = (selector) => document.querySelector(selector).getBoundingClientRect().top;
      return Math.round(top('[data-role="games"]') - top("#matches .columns"));
    });
    const before = await place();
    await stop(match, "SIGKILL");
    await matchState(page, "^not running");
    await until(page, () => !document.querySelector('[data-role="playing"]').checkVisibility());
    // Within the rounding of one pixel.
    assert(Math.abs(await place() - before) <= 1, "the list of games stays where it is");
    await until(page, () => !/being played/.test(document.querySelector("#matches .replay h3").textContent));
    play("--resume");
    await matchState(page, "^running");
    await grows();
    assert(Math.abs(await place() - before) <= 1);
  });
});
