// Runs the tests and prints how many passed: in several processes, each with a browser and a server of its own, because
// most tests wait most of the time. Tests that measure times come after the others, one by one.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { QUINTET, launch, serve, visitor, within } from "./harness.mjs";
import { ALL_TIME, MORTAL, TEST_TIME, tests } from "./suite.mjs";
import "./playing.mjs";
import "./layout.mjs";
import "./smoothness.mjs";
import "./sharing.mjs";
import "./keeping.mjs";
import "./analysis.mjs";
import "./engines.mjs";
import "./matches.mjs";
import "./comfort.mjs";
import "./lessons.mjs";
import "./clocks.mjs";
import "./together.mjs";
import "./access.mjs";

const PROCESSES = 3;
const wanted = process.argv.slice(2);
const named = tests.filter(({ name }) => !wanted.length || wanted.some((part) => name.includes(part)));
// The number of a process that runs a share of the tests; the first process has none.
const share = process.env.SHARE ? Number(process.env.SHARE) : null;
const together = named.filter(({ alone }) => !alone);
const chosen = share === null ? named.filter(({ alone }) => alone) : together.filter((_, i) => i % PROCESSES === share);
let passed = 0, at = "the start";
/** Runs the tests that are not run alone. */
async function runTogether() {
  const shares = Array.from({ length: Math.min(PROCESSES, together.length) }, async (_, share) => {
    const child = spawn(process.execPath, process.argv.slice(1), { env: { ...process.env, SHARE: share }, stdio: ["ignore", "pipe", "inherit"] });
    process.on("exit", () => child.kill());
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith("ok ")) passed += 1;
      if (!line.startsWith("browser: ")) console.log(line);
    }
  });
  await Promise.all(shares);
}
/** Ends the tests and prints the result. */
const finish = (why) => {
  if (why) console.log(`FAILED  ${why}`);
  const all = share === null ? named : chosen;
  console.log(`browser: ${passed} passed, ${Math.max(all.length - passed, why ? 1 : 0)} failed`);
  process.exit(why || passed < all.length ? 1 : 0);
};
setTimeout(() => finish(`all tests together took more than ${ALL_TIME / 60_000} minutes, at: ${at}`), ALL_TIME).unref();
process.on("SIGTERM", () => process.exit(1));
process.on("uncaughtException", (error) => finish(`${at}: ${error.stack}`));
process.on("unhandledRejection", (error) => console.log(`        beside ${at}: ${error}`));

if (!named.length) finish(`no test has ${wanted.join(" or ")} in its name`);
if (share === null) await runTogether();
if (!chosen.length) finish();
const browser = await launch();
// The words after the command identify its process.
const server = await serve("--engine", `name=mortal,cmd=${QUINTET} --visits 10 --seed 1 --log off,${MORTAL}=off`);
for (const { name, run, expected } of chosen) {
  at = name;
  const began = Date.now();
  let guest = null;
  try {
    guest = await within(visitor(browser, server), "opening the page", 60_000);
    await within(run({ ...guest, browser, server }), name, TEST_TIME);
    const wrong = guest.wrong.filter((line) => !expected?.test(line));
    assert.deepEqual(wrong, [], "nothing went wrong in the page, and it asked nobody else for anything");
    passed += 1;
    console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    console.log(`FAILED  ${name}\n${String(error?.stack ?? error).replace(/^/gm, "        ")}`);
    if (process.env.SHOTS) await guest?.page.screenshot({ path: join(process.env.SHOTS, `${name.replaceAll(/\W+/g, "-")}.png`) }).catch(() => {});
  }
  await guest?.leave();
}
at = "the end";
await within(browser.close(), "closing the browser").catch(() => {});
await server.end();
finish();
