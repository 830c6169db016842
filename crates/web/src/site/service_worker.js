// Keeps the files of the site, so that it works without a network. Files of a build never change; the page itself is
// asked for first.
"use strict";

const CACHE = "quintet-{build}";
const PAGE = ["./", "manifest.webmanifest"];
const FILES = {files};

/** @param {any} event */
const installed = (event) => event.waitUntil(
  caches.open(CACHE).then((cache) => cache.addAll([...PAGE, ...FILES])).then(() => self.skipWaiting()),
);

/** Removes the files of other builds. @param {any} event */
const activated = (event) => event.waitUntil((async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("quintet-") && name !== CACHE)
    .map((name) => caches.delete(name)));
  await self.clients.claim();
})());

/** Returns a file of a build: the kept one, or else it is fetched and kept. @param {Request} request */
async function file(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreSearch: true });
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** Returns the page: the present one or, without a network, the kept one. @param {Request} request */
async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    return await fetch(request);
  } catch {
    return (await cache.match(request, { ignoreSearch: true })) ?? (await cache.match("./")) ?? Response.error();
  }
}

self.addEventListener("install", installed);
self.addEventListener("activate", activated);
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const isOfBuild = request.url.slice(self.registration.scope.length).startsWith("{build}/");
  event.respondWith(isOfBuild ? file(request) : page(request));
});
