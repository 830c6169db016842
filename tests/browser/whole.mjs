// Plays many whole games on the page: two engines, a person against an engine, and two people, both with random legal
// clicks. The record of every game has the page's result when the engine reads it.
// usage: whole.mjs GAMES [GAME...]: GAMES games of each game (redstone and alak)
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { QUINTET, begin, launch, moves, press, serve, text, until, visitor, within } from "./harness.mjs";
import { choose, random } from "./suite.mjs";

const TIME = 600_000;
const BOARDS = {
  redstone: [{ size: 3 }, { size: 4 }, { size: 5 }, { size: 4, "rule-pie": "off" }, { size: 7 }, { size: 9 }, { size: 13 }],
  alak: [{ size: 5 }, { size: 7 }, { size: 9, "rule-edge": "open" }, { size: 11 }, { size: 19 }],
};
/** Who plays, and up to which size: random clicks take long on large boards. */
const PLAYERS = [
  { name: "two engines", seats: { "seat-b": "quintet", "seat-w": "quintet", visits: 5 }, most: 19 },
  { name: "against an engine", seats: { "seat-b": "person", "seat-w": "quintet", visits: 5 }, most: 7 },
  { name: "two people", seats: { "seat-b": "person", "seat-w": "person" }, most: 5 },
];
const count = Number(process.argv[2] ?? 200);
const games = process.argv.length > 3 ? process.argv.slice(3) : Object.keys(BOARDS);

/** Waits until a person may move or the game is over; returns whether it goes on. */
async function turn(page) {
  await page.waitForFunction(() => !document.querySelector("#result").hidden || document.querySelector("#board").classList.contains("yours"),
    null, { timeout: TIME, polling: 20 });
  return page.evaluate(() => document.querySelector("#result").hidden);
}

/** Plays random legal moves by clicks until the game is over. */
async function playOut(page) {
  while (await turn(page)) {
    const before = (await moves(page)).length;
    const swap = page.locator('[data-action="swap"]');
    const swaps = await swap.isVisible() && await swap.isEnabled() && random() < 0.5;
    const choice = swaps ? null : await choose(page, random());
    assert(!choice?.action, "a legal point is offered");
    await (swaps ? swap.click() : page.click(`[data-vertex="${choice.vertex}"] .hit`));
    await until(page, (before) => document.querySelectorAll('[data-role="moves"] li').length > before, before);
  }
}

/** Returns the result that the engine finds in the record of the game on the page. */
async function recorded(page, game) {
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "download-sgf")]);
  const path = await file.path();
  const answer = execFileSync(QUINTET, ["--game", game], { input: `loadsgf ${path}\nfinal_score\n`, encoding: "utf8" });
  const score = answer.split("= ").at(-1).trim();
  const record = readFileSync(path, "utf8").replace(/\s/g, "");
  assert(record.includes(`RE[${score}]`), `the record has the result ${score}: ${record}`);
  return score[0];
}

const browser = await launch();
const server = await serve();
const tally = {};
for (const game of games) {
  for (let number = 0; number < count; number++) {
    const players = PLAYERS[number % PLAYERS.length];
    const boards = BOARDS[game].filter(({ size }) => size <= players.most);
    const board = boards[Math.floor(number / PLAYERS.length) % boards.length];
    const what = `${game} ${JSON.stringify(board)}, ${players.name}, game ${number + 1}`;
    try {
      await within((async () => {
        // A page of its own: the state of the game before could be taken for that of this one.
        const guest = await visitor(browser, server);
        const { page } = guest;
        await begin(page, game, { ...board, ...players.seats }, 5000);
        await playOut(page);
        const status = await text(page, "status");
        const winner = { B: "Black wins", W: "White wins", 0: "draw" }[await recorded(page, game)];
        assert(status.toLowerCase().includes(winner.toLowerCase()), `${status}: the record says ${winner}`);
        assert((await page.textContent("#reason")).length > 20, "the end is explained");
        assert.deepEqual(guest.wrong, []);
        const line = `${game} ${Object.values(board).join(" ")}, ${players.name}`;
        const { played, sum } = tally[line] ?? { played: 0, sum: 0 };
        tally[line] = { played: played + 1, sum: sum + (await moves(page)).length };
        await guest.leave();
      })(), what, TIME);
    } catch (error) {
      console.log(`FAILED  ${what}\n${String(error?.stack ?? error)}`);
      process.exit(1);
    }
    if ((number + 1) % 20 === 0) console.log(`${game}: ${number + 1} of ${count} games`);
  }
}
for (const [line, { played, sum }] of Object.entries(tally)) console.log(`${line}: ${played} games, ${Math.round(sum / played)} moves on average`);
await within(browser.close(), "closing the browser").catch(() => {});
await server.end();
console.log(`whole games: ${count} of each of ${games.join(", ")} without a fault`);
