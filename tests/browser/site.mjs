// The page without a server of ours: static files from a file server on the loopback address.
// usage: node site.mjs FOLDER [WORDS...]
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { readFileSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { begin, launch, moves, press, reveal, text, turn, until, visitor, within } from "./harness.mjs";
import { SIZES, choose, random } from "./suite.mjs";

const [folder, ...wanted] = process.argv.slice(2);
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** Serves the files of the folder under a path, as a host of static pages does. */
async function host() {
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname.replace(/^\/games\//, "/");
    const name = normalize(path.endsWith("/") ? `${path}index.html` : path);
    asked.push(name.slice(1));
    try {
      const content = await readFile(join(folder, name));
      response.writeHead(200, { "Content-Type": KINDS[extname(name)] ?? "application/octet-stream" });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const build = readdirSync(folder).find((name) => /^[0-9a-f]{16}$/.test(name));
  return { build, origin, address: `${origin}/games/`, asked, end: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }) };
}

/** Waits until the service worker keeps the files. */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
  || new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }))).then(() => null));

/** Plays random legal moves until the game is over, or `most` moves are played. */
async function playOut(page, most = 400) {
  for (let played = 0; played < most && await turn(page); played += 1) {
    const before = (await moves(page)).length;
    const choice = await choose(page, random());
    await (choice.action ? page.click(`[data-action="${choice.action}"]`) : page.click(`[data-vertex="${choice.vertex}"] .hit`));
    await until(page, (before) => document.querySelectorAll('[data-role="moves"] li').length > before, before);
  }
}

const tests = {
  "all games against level 3, without a network, on a phone": async ({ page, context, server }) => {
    await kept(page);
    const games = [...Object.keys(SIZES), "redstone", "alak"];
    for (const game of games) await begin(page, game, { size: SIZES[game] ?? 5, "seat-b": "person", "seat-w": "quintet-level-3" }, 1);
    // Weights come with their game.
    const weights = () => page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).filter(({ url }) => url.includes("/weights/")).length);
    while (await weights() < readdirSync(join(folder, server.build, "weights")).length) await page.waitForTimeout(100);
    await context.setOffline(true);
    const before = server.asked.length;
    await page.reload();
    await page.waitForSelector(".card:visible, #board [data-vertex]:visible");
    for (const game of games) {
      await begin(page, game, { size: SIZES[game] ?? 5, "seat-b": "person", "seat-w": "quintet-level-3" }, 1);
      await playOut(page);
      assert(!(await page.isHidden("#result")), `${game} came to its end`);
      assert.deepEqual(await page.locator("#notices .notice").allTextContents(), [], game);
    }
    // The browser looks for another service worker by itself.
    assert.deepEqual(server.asked.slice(before).filter((name) => name !== "service_worker.js"), []);
  },
  "a game whose weights cannot be had says so once, and gets them with a network": async ({ page, context, server }) => {
    await kept(page);
    await context.setOffline(true);
    await begin(page, "cancer", { size: 5, "seat-b": "person", "seat-w": "quintet-level-3" }, 1);
    await playOut(page, 3);
    assert.equal(await page.locator("#notices .notice").count(), 1);
    assert(!server.asked.some((name) => name.endsWith("cancer.json")));
    await context.setOffline(false);
    await playOut(page, 1);
    for (let tries = 0; !server.asked.some((name) => name.endsWith("cancer.json")); tries += 1) {
      assert(tries < 100, "the weights are asked for");
      await page.waitForTimeout(100);
    }
  },
  "weights are loaded when their game is chosen": async ({ page, server }) => {
    await begin(page, "alaric", { size: 11, "seat-b": "person", "seat-w": "quintet-level-3" });
    await until(page, () => document.querySelector("#board").classList.contains("yours"));
    const weights = () => [...new Set(server.asked.filter((name) => name.includes("/weights/")).map((name) => name.split("/").at(-1).replace(/[-.].*/, "")))];
    // The board that is shown first is that of the usual game.
    assert.deepEqual(weights().sort(), ["alaric", "stoical"]);
  },
  "an analysis goes on while the page is used": async ({ page }) => {
    await begin(page, "cascade", { size: 8, "seat-b": "person", "seat-w": "person" });
    await press(page, "analyse");
    await until(page, () => Number(document.querySelector("#candidates li span:last-child")?.textContent.replace(/\D/g, "")) > 50);
    const longest = await page.evaluate(() => new Promise((done) => {
      let last = performance.now(), longest = 0, frames = 0;
      const frame = (now) => { longest = Math.max(longest, now - last); last = now; frames += 1; frames < 60 ? requestAnimationFrame(frame) : done(longest); };
      requestAnimationFrame(frame);
    }));
    assert(longest < 1000, `the longest frame took ${longest} ms`);
    await page.click('[data-vertex="D1"] .hit');
    await until(page, () => document.querySelectorAll('[data-role="moves"] li').length === 1);
  },
  "exact values, puzzles, lessons and records": async ({ page }) => {
    await begin(page, "alaric", { size: 7, "seat-b": "person", "seat-w": "person" });
    await reveal(page, '[data-action="exact"]');
    await page.click('[data-action="exact"]');
    await until(page, () => /White wins|W\+|wins/.test(document.querySelector('[data-role="exact"]').textContent));
    await page.click('[data-view="puzzles"]');
    await page.waitForSelector("#puzzles button:visible");
    await page.click('[data-view="learn"]');
    await page.waitForSelector("#learn svg:visible");
    await page.click('[data-view="play"]');
    const saved = page.waitForEvent("download");
    await press(page, "download-sgf");
    assert.match((await saved).suggestedFilename(), /^quintet-alaric.*\.sgf$/);
  },
  "what needs a server is not shown": async ({ page }) => {
    await begin(page, "cancer", { size: 5, "seat-b": "person", "seat-w": "person" });
    assert(await page.isHidden('[data-view="matches"]'));
    await page.click("#menu > summary");
    assert(await page.isHidden('[data-action="invite"]'));
    assert(await page.isVisible('[data-action="download-sgf"]'));
    await page.keyboard.press("Escape");
    assert.equal(await page.locator('select[name="seat-b"] option[value="guest"]').count(), 0);
  },
  "a game stays when the page is loaded again": async ({ page }) => {
    await begin(page, "bracket", { size: 5, "seat-b": "person", "seat-w": "person" });
    await playOut(page, 3);
    const [line, played] = [await text(page, "position"), await moves(page)];
    await page.reload();
    await page.waitForSelector("#board [data-vertex]:visible");
    await until(page, (line) => document.querySelector('[data-role="position"]').textContent === line, line);
    assert.deepEqual(await moves(page), played);
    assert.equal(await page.locator("#notices .notice").count(), 0);
  },
  "a worker that fails is started again, and the game stays": async ({ page }) => {
    await begin(page, "bracket", { size: 5, "seat-b": "person", "seat-w": "person" });
    await playOut(page, 2);
    const played = await moves(page);
    await page.workers()[0].evaluate(() => { functions = new Proxy({}, { get() { throw new Error("out of memory"); } }); });
    await press(page, "analyse");
    await page.getByText("because it had failed: out of memory").waitFor();
    assert.deepEqual(await moves(page), played);
    await playOut(page, 1);
    assert.equal((await moves(page)).length, played.length + 1);
  },
  "the page can be installed": async ({ page, context }) => {
    await kept(page);
    const client = await context.newCDPSession(page);
    const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
    // A context of a test is one without history, in which nothing is installed.
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
  },
};

let passed = 0, failed = 0;
const browser = await launch();
for (const [name, run] of Object.entries(tests)) {
  if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
  const server = await host();
  const began = Date.now();
  let guest = null;
  try {
    guest = await within(visitor(browser, server, PHONE), "opening the page", 60_000);
    await within(run({ ...guest, server }), name, 300_000);
    const offline = /ERR_INTERNET_DISCONNECTED/;
    assert.deepEqual(guest.wrong.filter((line) => !offline.test(line)), []);
    passed += 1;
    console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${String(error?.stack ?? error).replace(/^/gm, "        ")}`);
    if (process.env.SHOTS) await guest?.page.screenshot({ path: join(process.env.SHOTS, `${name.replaceAll(/\W+/g, "-")}.png`) }).catch(() => {});
  }
  await guest?.leave();
  await server.end();
}
await within(browser.close(), "closing the browser").catch(() => {});
/** Returns the size of files as hosts of static pages send them. */
const sent = (names) => names.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(folder, name))).length, 0);
const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
const weights = all.filter((name) => name.includes("weights"));
const first = all.filter((name) => !weights.includes(name) && !/fallback|retry/.test(name));
const most = spawnSync("wasm-opt", ["--version"]).error ? 615_000 : 600_000;
if (sent(first) > most) {
  failed += 1;
  console.log(`FAILED  the first load is at most ${most} bytes`);
} else passed += 1;
console.log(`compressed: first load ${sent(first)} bytes, of which the engine ${sent(first.filter((name) => name.endsWith(".wasm")))}; weights ${weights.map((name) => `${name.split("/").at(-1)} ${sent([name])}`).join(", ")}`);
console.log(`site: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
