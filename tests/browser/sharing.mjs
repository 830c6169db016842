// Files, pictures and addresses.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { begin, line, moves, press, scratchFolder, stone, text, until } from "./harness.mjs";
import { PERSONS, test } from "./suite.mjs";

test("a game saved as SGF opens as the same position", async ({ page }) => {
  await begin(page, "cancer", { ...PERSONS, size: 4 });
  await line(page, "B2 swap-pieces A2 A1 cancer@B1");
  const position = await text(page, "position");
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "download-sgf")]);
  assert.equal(download.suggestedFilename(), "quintet-cancer.sgf");
  const path = await download.path();
  const sgf = readFileSync(path, "utf8");
  await begin(page, "bracket", { ...PERSONS, size: 5 });
  const file = join(scratchFolder(), "game.sgf");
  copyFileSync(path, file);
  await page.setInputFiles('[name="sgf"]', file);
  await until(page, (position) => document.querySelector('[data-role="position"]').textContent === position, position);
  assert.deepEqual(await moves(page), ["B2", "swap-pieces", "A2", "A1", "cancer@B1"]);
  // The file can be dropped on the page.
  await begin(page, "bracket", { ...PERSONS, size: 5 });
  await page.evaluate((sgf) => {
    const data = new DataTransfer();
    data.items.add(new File([sgf], "game.sgf"));
    document.querySelector("#play").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, sgf);
  await until(page, (position) => document.querySelector('[data-role="position"]').textContent === position, position);
});

test("a record is pasted as it stands in a mail", async ({ page }) => {
  await begin(page, "bracket", { ...PERSONS, size: 5 });
  const paste = (text) => page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, text);
  await paste("no record (at all); nothing");
  await paste("Our game (of today):\n(\n;\nFF[4]GM[1]SZ[9]RU[Chinese]\n;B[ee];W[cc](;B[gg])(;B[gc]))");
  await until(page, () => document.querySelector('[data-role="position"]').textContent.startsWith("stoical 9"));
  assert.deepEqual(await moves(page), ["E5", "C7", "G3"]);
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "download-sgf")]);
  const saved = readFileSync(await download.path(), "utf8");
  assert(saved.endsWith(";B[ee];W[cc]\n(;B[gg])\n(;B[gc]))\n") && !saved.includes("DT["), saved);
});

test("pictures are saved as SVG and PNG", async ({ page }) => {
  await begin(page, "cascade", { ...PERSONS, size: 3 });
  await line(page, "white@B2 black@C3");
  for (const kind of ["svg", "png"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, `picture-${kind}`)]);
    const bytes = readFileSync(await download.path());
    assert(bytes.length > 500 && String(bytes.subarray(0, 8)).includes(kind === "png" ? "PNG" : "<svg"), kind);
  }
});

test("a picture of the position is shared where the device offers it", async ({ page, context, server }) => {
  assert(!(await page.locator('[data-action="share"]').evaluate((button) => !button.hidden && !navigator.share)), "it is not offered elsewhere");
  const other = await context.newPage();
  await other.addInitScript(() => {
    navigator.canShare = (offer) => offer.files.length === 1;
    navigator.share = async (offer) => { window.shared = { ...offer, bytes: [...new Uint8Array(await offer.files[0].arrayBuffer())] }; };
  });
  await other.goto(server.origin);
  await other.waitForSelector(".card, #board [data-vertex]");
  await begin(other, "cascade", { ...PERSONS, size: 3 });
  await line(other, "white@B2");
  await press(other, "share");
  await until(other, () => window.shared);
  const { name, type, size, title, said, magic } = await other.evaluate(() => {
    const { files: [file], title, text, bytes } = window.shared;
    return { name: file.name, type: file.type, size: file.size, title, said: text, magic: String.fromCharCode(...bytes.slice(1, 4)) };
  });
  assert.deepEqual([name, type, magic], ["quintet-cascade.png", "image/png", "PNG"]);
  assert(size > 500 && title.startsWith("Cascade 3") && said === "Black to move", `${size} ${title} ${said}`);
  // A device that refuses this file gets it as a download.
  await other.evaluate(() => { navigator.canShare = () => false; });
  const [download] = await Promise.all([other.waitForEvent("download"), press(other, "share")]);
  assert.equal(download.suggestedFilename(), "quintet-cascade.png");
  await other.close();
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

test("an address holds a whole game, with its variations", async ({ page, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await begin(page, "cancer", { ...PERSONS, size: 5 });
  await line(page, "C3 B2 D3 B3");
  await press(page, "back");
  await page.click('[data-vertex="D4"]');
  await page.waitForSelector("#board.variation");
  await press(page, "copy-game-link");
  await until(page, () => document.querySelector('[data-role="message"]').textContent.includes("copied"));
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(address, /#game=[\w-]+$/);
  const second = await context.newPage();
  await second.goto(address);
  await until(second, () => document.querySelectorAll('[data-role="moves"] li').length === 4);
  assert.deepEqual(await moves(second), ["C3", "B2", "D3", "B3"]);
  assert.equal(await second.locator("#variations li").count(), 1);
  // A damaged address is told, and the page works on.
  await second.evaluate((origin) => { location.href = `${origin}/#game=AAAA`; }, server.origin);
  await second.waitForSelector(".notice >> text=cannot be read");
  await second.close();
});

test("a reload continues the game", async ({ page }) => {
  await begin(page, "stoical", { ...PERSONS, size: 5 });
  await line(page, "C3 D3");
  await page.reload();
  await until(page, () => document.querySelectorAll('[data-role="moves"] li').length === 2);
});

test("a link from another page is confirmed first, and its position is kept", async ({ page, server }) => {
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
