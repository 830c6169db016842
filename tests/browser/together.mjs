// Two people on two pages: invitations, the game, offers, lost connections, and those who watch.
import assert from "node:assert/strict";
import { begin, line, played, press, serve, start, stop, text, turn, until, visitor, within } from "./harness.mjs";
import { SIZES, choose, random, test } from "./suite.mjs";

/** Begins a game of the host against a guest; returns the addresses for the guest and for watching. */
async function invite(page, game, choices = {}) {
  await begin(page, game, { "seat-b": "person", "seat-w": "guest", ...choices });
  await page.waitForSelector("#invite[open]");
  const address = (which) => page.inputValue(`#invite [data-invite="${which}"]`);
  return { guest: await address("w"), watch: await address("watch") };
}

/** Opens an invitation in a browser context of its own. */
async function join(browser, server, address) {
  const other = await visitor(browser, { ...server, address });
  await other.page.waitForSelector("#board [data-vertex]");
  return other;
}

/** Plays a random legal move on a page. */
async function playAny(page, passes) {
  const before = await page.locator('[data-role="moves"] li:not(.later)').count();
  const choice = passes ? { action: "pass" } : await choose(page, random());
  if (choice.action) await page.click(`[data-action="${choice.action}"]`);
  else await page.click(`#board [data-vertex="${choice.vertex}"]`);
  await played(page, before + 1);
}

for (const game of ["alaric", "bracket", "cancer", "cascade", "stoical"]) {
  test(`two people on two pages play ${game} to the end, and one comes back after losing the connection`, async ({ browser, server, page }) => {
    const addresses = await invite(page, game, { size: SIZES[game] });
    const guest = await join(browser, server, addresses.guest);
    await until(page, () => !document.querySelector("#invite").open);
    for (let moves = 0; moves < 400; moves++) {
      const mover = await Promise.race([page, guest.page].map(async (one) => { await turn(one); return one; }));
      if (await mover.evaluate(() => !document.querySelector("#result").hidden)) break;
      if (moves === 4) await guest.page.reload();
      if (moves === 6) await page.reload();
      if (moves === 4 || moves === 6) await Promise.all([page, guest.page].map((one) => played(one, moves)));
      await playAny(mover, game === "stoical" && moves > 12);
    }
    for (const one of [page, guest.page]) {
      await until(one, () => !document.querySelector("#result").hidden);
    }
    assert.equal(await text(guest.page, "status"), await text(page, "status"));
    assert.equal(await text(guest.page, "position"), await text(page, "position"));
    assert.deepEqual(guest.wrong, []);
    await guest.leave();
  });
}

test("a guest finds the seat, the names and the clock, and nothing else of the server", async ({ browser, server, page }) => {
  const addresses = await invite(page, "stoical", { size: 5, clock: "fischer:300+3" });
  assert.match(await page.textContent("#invite"), /Only this computer can open these addresses/);
  assert.equal(await page.locator("#invite .qr").count(), 2);
  const guest = await join(browser, server, addresses.guest);
  assert.match(await guest.page.textContent("#player-bottom"), /White\s*You/);
  await until(guest.page, () => /Your host/.test(document.querySelector("#player-top").textContent));
  await until(page, () => /Your guest$/.test(document.querySelector("#player-top .player").textContent));
  for (const hidden of ['[data-action="new"]', '[data-view="puzzles"]', '[data-view="matches"]']) {
    assert.equal(await guest.page.isVisible(hidden), false, hidden);
  }
  await line(page, "C3");
  await played(guest.page, 1);
  await guest.page.waitForSelector('#player-bottom .clock[data-running="true"]');
  // The page without the invitation is that of the host.
  const root = await guest.context.newPage();
  const answer = await root.goto(server.origin);
  assert.equal(answer.status(), 403);
  await root.close();
  await guest.page.close();
  await until(page, () => /Your guest, not here/.test(document.querySelector("#player-top").textContent));
  await guest.leave();
});

test("moves are taken back and games begun again when both agree", async ({ browser, server, page }) => {
  const addresses = await invite(page, "stoical", { size: 5 });
  const guest = await join(browser, server, addresses.guest);
  await until(page, () => !document.querySelector("#invite").open);
  await line(page, "C3");
  await press(page, "undo");
  await guest.page.waitForSelector("#offer:not([hidden])");
  assert.match(await guest.page.textContent("#offer"), /Black asks to take the last move back/);
  assert.match(await page.textContent("#offer"), /You have asked to take the last move back; there is no answer yet/);
  await guest.page.click('[data-action="decline"]');
  await page.waitForSelector("#offer", { state: "hidden" });
  await played(page, 1);
  await press(page, "undo");
  await guest.page.click('[data-action="accept"]');
  await played(page, 0);
  await played(guest.page, 0);
  await line(page, "B2");
  await played(guest.page, 1);
  await press(guest.page, "resign");
  await guest.page.click('#confirm [data-action="yes"]');
  await until(page, () => document.querySelector('[data-role="status"]').textContent === "Black wins: White resigned");
  await press(page, "rematch");
  await guest.page.click('[data-action="accept"]');
  await played(guest.page, 0);
  // The sides are exchanged.
  await until(guest.page, () => document.querySelector("#board").classList.contains("yours"));
  assert.match(await guest.page.textContent("#player-bottom"), /Black\s*You/);
  await line(guest.page, "D4");
  await played(page, 1);
  await guest.leave();
});

test("who watches sees each move, looks back alone, and changes nothing", async ({ browser, server, page }) => {
  const addresses = await invite(page, "stoical", { size: 5 });
  const guest = await join(browser, server, addresses.guest);
  const watcher = await join(browser, server, addresses.watch);
  await until(page, () => document.querySelector("#watching").textContent === "1 page watches");
  await line(page, "C3");
  await played(guest.page, 1);
  await line(guest.page, "D3");
  await played(watcher.page, 2);
  for (const hidden of ["undo", "redo", "hint", "resign", "pass"]) {
    assert.equal(await watcher.page.isVisible(`[data-action="${hidden}"]`), false, hidden);
  }
  await watcher.page.click('[data-vertex="A1"]');
  await until(watcher.page, () => /this page watches the game/i.test(document.querySelector('[data-role="message"]').textContent));
  await press(watcher.page, "first");
  await played(watcher.page, 0);
  await played(page, 2);
  // The next move brings the page back.
  await line(page, "B2");
  await played(watcher.page, 3);
  await watcher.leave();
  await guest.leave();
});

test("invitations that have ended say so", async ({ browser, server, page }) => {
  const addresses = await invite(page, "stoical", { size: 5 });
  const guest = await join(browser, server, addresses.guest);
  await until(page, () => !document.querySelector("#invite").open);
  await press(page, "invite");
  await page.click("#invite >> text=End all invitations");
  await guest.page.waitForSelector("#disconnected:not([hidden])");
  assert.match(await guest.page.textContent("#disconnected"), /This invitation has ended: ask for a new one/);
  const again = await guest.page.goto(addresses.guest);
  assert.equal(again.status(), 403);
  assert.match(await guest.page.textContent("main"), /this invitation has ended/);
  await guest.context.close();
});

test("a guest reads that the program of the host has ended, and that its invitation has", async ({ browser }) => {
  const server = await serve();
  const host = await visitor(browser, server);
  const { guest: address } = await invite(host.page, "alaric", { size: 7 });
  const guest = await join(browser, server, address);
  await server.end();
  await until(guest.page, () => /^The program of your host has ended/.test(document.querySelector("#disconnected").textContent));
  assert.equal(await guest.page.locator("#disconnected button").count(), 0, "a guest's browser keeps no game");
  const again = start("web", "--port", new URL(address).port);
  await until(guest.page, () => /^This invitation has ended/.test(document.querySelector("#disconnected").textContent));
  await stop(again);
  for (const one of [host, guest]) await one.context.close();
});

test("on a network, invitations begin with the address of this machine there", async ({ browser }) => {
  const server = await serve("--host", "0.0.0.0");
  const host = await visitor(browser, server);
  const { guest } = await invite(host.page, "alaric", { size: 7 });
  assert.match(guest, /^http:\/\/[\d.]+:\d+\/\?invite=[0-9a-f]{32}$/);
  assert.doesNotMatch(await host.page.textContent("#invite"), /Only this computer/);
  if (!guest.includes("127.0.0.1")) {
    const other = await visitor(browser, { ...server, address: guest, origin: new URL(guest).origin });
    await other.page.waitForSelector("#board [data-vertex]");
    // Plain HTTP on a network is no secure context, which Chromium notes.
    assert.deepEqual(other.wrong.filter((line) => !line.includes("Cross-Origin-Opener-Policy")), []);
    await other.leave();
  }
  await host.leave();
  await within(server.end(), "the end of a server");
});
