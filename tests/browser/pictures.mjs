// Makes the pictures of docs/web.md: scripts/test-browser --pictures FOLDER.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { QUINTET, ROOT, begin, launch, line, matchState, played, press, reveal, rival, scratchFolder, serve, start, turn, until, visitor, watched } from "./harness.mjs";
import { PERSONS } from "./suite.mjs";

const folder = process.argv[2];
const browser = await launch();
const server = await serve();
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Opens a page, has it show something, and takes its picture. */
async function picture(name, options, show) {
  const guest = await visitor(browser, server, options);
  try {
    await show(guest.page);
    await guest.page.mouse.move(5, 5);
    await guest.page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(name);
  } finally {
    await guest.leave();
  }
}

/** Goes to a move of the game on the page. */
const goTo = (page, share) => page.evaluate((share) => {
  const buttons = document.querySelectorAll('[data-role="moves"] li button');
  if (share === 0) document.querySelector('[data-action="first"]').click();
  else buttons[Math.round(share * (buttons.length - 1))].click();
}, share);

/** Opens a record, by default that of a picture of the README, and goes to a move of it. */
async function open(page, game, share, record = join(ROOT, `docs/pictures/${game}.sgf`)) {
  await begin(page, game, PERSONS);
  const sgf = readFileSync(record, "utf8");
  await page.evaluate((sgf) => {
    const data = new DataTransfer();
    data.items.add(new File([sgf], "game.sgf"));
    document.querySelector("#play").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, sgf);
  await until(page, () => document.querySelectorAll('[data-role="moves"] li').length > 4);
  await goTo(page, share);
}

/** Opens the first moves of the record of a game as a game of the person against a level. */
async function against(page, game, count, level) {
  await begin(page, game, PERSONS);
  const commands = `loadsgf ${join(ROOT, `docs/pictures/${game}.sgf`)} ${count + 1}\nprintsgf\n`;
  const sgf = execFileSync(QUINTET, ["--game", game], { input: commands, encoding: "utf8" }).split("= ").at(-1);
  // The page offers it as a game that the browser has kept.
  const copy = { session: "an earlier one", run: "an earlier one", sgf, seats: { seatB: "person", seatW: level }, text: "a game" };
  await page.evaluate((copy) => { localStorage.setItem("quintet-games", JSON.stringify([copy])); sessionStorage.clear(); }, copy);
  await page.goto(server.address);
  await page.click(".notice >> text=Return to it");
  await played(page, count);
}

/** Returns the record of a game that the engine plays against itself to the end. */
async function record(game) {
  const out = scratchFolder();
  const ended = await start("match", "--game", game, "--games", "1", "--seed", "3", "--out", out, ...rival("A", 300), ...rival("B", 300)).ended;
  assert.equal(ended, 0, "the match is played");
  return join(out, "sgf", "00001.sgf");
}

/** Takes the start, the middle and the end of a game on a desktop and a phone, light and dark, in one picture. */
async function gallery(game) {
  const [sgf, columns] = [await record(game), []];
  for (const colorScheme of ["light", "dark"]) {
    for (const options of [{}, PHONE]) {
      const guest = await visitor(browser, server, { ...options, colorScheme });
      await open(guest.page, game, 1, sgf);
      const pictures = [];
      for (const share of [0, 0.5, 1]) {
        await goTo(guest.page, share);
        await guest.page.mouse.move(5, 5);
        // Stones have fallen and settled, and messages are gone.
        await guest.page.waitForTimeout(1500);
        pictures.push((await guest.page.screenshot()).toString("base64"));
      }
      columns.push({ width: options === PHONE ? 194 : 567, pictures });
      await guest.leave();
    }
  }
  const context = await browser.newContext({ viewport: { width: 1582, height: 1230 }, deviceScaleFactor: 1.25 });
  const page = await context.newPage();
  const shown = columns.map(({ width, pictures }) => `<div>${pictures.map((data) => `<img width="${width}" src="data:image/png;base64,${data}">`).join("")}</div>`);
  await page.setContent(`<style>body { display: flex; gap: 12px; margin: 12px; background: #fff; } div { display: grid; gap: 10px; } img { display: block; outline: 1px solid #999; }</style>${shown.join("")}`);
  await page.screenshot({ path: join(folder, `web-all-${game}.png`) });
  await context.close();
  console.log(`web-all-${game}`);
}

/** Switches the analysis on and waits for some of it. */
async function analyse(page) {
  await press(page, "analyse");
  await page.waitForSelector("#candidates li", { state: "attached" });
  await page.waitForTimeout(4000);
}

for (const game of ["alaric", "bracket", "cancer", "cascade", "stoical"]) await gallery(game);
await picture("web-choose", {}, async () => {});
await picture("web-cancer", {}, async (page) => { await against(page, "cancer", 42, "quintet-level-5"); await analyse(page); });
await picture("web-cascade", {}, async (page) => {
  await open(page, "cascade", 1);
  await reveal(page, "#tab-moves");
  await page.click("#tab-moves");
  await press(page, "review");
  await until(page, () => document.querySelectorAll('[data-role="moves"] li[data-grade]').length === document.querySelectorAll('[data-role="moves"] li').length);
  await page.waitForTimeout(1000);
});
await picture("web-dark", { colorScheme: "dark" }, async (page) => { await open(page, "stoical", 0.6); await analyse(page); });
await picture("web-exact", {}, async (page) => {
  await begin(page, "alaric", { ...PERSONS, size: 7 });
  await line(page, "D1 C1");
  await press(page, "exact");
  await until(page, () => /moves known$/.test(document.querySelector('[data-role="exact"]').textContent));
});
await picture("web-how", {}, async (page) => {
  await begin(page, "bracket", { "seat-b": "person", "seat-w": "quintet-level-7", clock: "fischer:300+3" });
  for (const vertex of ["E5", "D4", "F6"]) {
    await turn(page);
    await page.evaluate((vertex) => {
      const wanted = document.querySelector(`[data-vertex="${vertex}"][data-legal="true"]`);
      (wanted ?? document.querySelector('[data-legal="true"]')).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }, vertex);
    await page.waitForTimeout(300);
  }
  await turn(page);
});
await picture("web-bracket", { colorScheme: "dark" }, async (page) => { await open(page, "bracket", 1); await page.waitForSelector("#board .group"); });
await picture("web-invite", {}, async (page) => {
  await begin(page, "cancer", { "seat-b": "person", "seat-w": "guest", clock: "fischer:300+3" });
  await page.waitForSelector("#invite[open]");
});
await picture("web-task", {}, async (page) => {
  await page.click('[data-view="learn"]');
  await page.locator("[data-task]").nth(1).click();
  await page.waitForSelector('[data-role="task"]');
  await page.waitForTimeout(500);
});
await picture("web-puzzles", {}, async (page) => {
  await page.click('[data-view="puzzles"]');
  await page.click('[data-puzzles="bracket"]');
  await page.waitForSelector('[aria-pressed="true"][data-puzzles="bracket"]');
  await page.waitForTimeout(500);
});
for (const [game, colorScheme] of [["cancer", "light"], ["cascade", "dark"], ["stoical", "dark"]]) {
  await picture(`phone-${game}`, { ...PHONE, colorScheme }, async (page) => { await open(page, game, 0.6); await analyse(page); });
}
await watched(browser, [...rival("quick", 20), ...rival("slow", 200), ...rival("tiny", 3), "--game", "stoical", "--size", "7", "--games", "240"], async ({ page, play }) => {
  play();
  await matchState(page, "[3-9][0-9] of ");
  await page.screenshot({ path: join(folder, "web-match.png") });
  console.log("web-match");
});
await browser.close();
await server.end();
process.exit(0);
