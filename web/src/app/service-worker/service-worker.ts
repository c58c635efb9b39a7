/// <reference lib="webworker" />
import { idbStore } from '../../features/reader/offline/idb-store.ts';
import { CACHE_PREFIX } from '../../features/reader/offline/kept-book.ts';
import { readKeptFile } from '../../features/reader/offline/kept-files.ts';
import { paths } from '../../lib/paths.ts';
import { KEPT_VIEWER_PATH } from '../../lib/viewer-address.ts';
import { type Answer, answerOf } from './answer-of.ts';
import { serverFirst } from './server-first.ts';

/**
 * Opens the viewer offline. It is registered only for users with offline books. Requests go to the server first; this answers if
 * the server does not, and for files whose names contain a hash of their content.
 */
declare const self: ServiceWorkerGlobalScope;
/** Inserted by `web/build/service-worker.ts`. */
declare const BUILD: {
  /** Hash of all files that the viewer needs: each build has its own cache. */
  readonly version: string;
  readonly assets: readonly string[];
  /** The entry script of this build's page. */
  readonly entry: string;
};

// Read once: the build replaces each occurrence with the whole value.
const { version, assets, entry } = BUILD;
const CACHE = CACHE_PREFIX + version;
/** A server that takes longer to begin an answer counts as unreachable (milliseconds). */
const ANSWER_TIMEOUT_MS = 6000;

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
// A new worker takes over when the last page of the old one is closed, so that nothing changes while a user reads.
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const answer = answerOf(event.request, self.location.origin, assets);
  if (answer) event.respondWith(respond(answer, event));
});

async function keepShell(): Promise<void> {
  const shell = await fetch(KEPT_VIEWER_PATH, { cache: 'no-store' });
  const text = shell.ok ? await shell.clone().text() : '';
  // A page of another build would request files that are not cached.
  if (!text.includes(entry)) throw new Error('the page belongs to another build');
  const cache = await caches.open(CACHE);
  await cache.addAll([...assets]);
  await cache.put(KEPT_VIEWER_PATH, shell);
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function respond(answer: Answer, { request }: FetchEvent): Promise<Response> {
  switch (answer.kind) {
    case 'asset':
      return (await (await caches.open(CACHE)).match(request.url)) ?? fetch(request);
    case 'page':
      return page(request);
    case 'kept':
      return keptFile(answer);
  }
}

async function page(request: Request): Promise<Response> {
  const kept = async () => {
    const shell = await (await caches.open(CACHE)).match(KEPT_VIEWER_PATH);
    // The home page is not cached; the list of offline books is the best alternative.
    return shell && new URL(request.url).pathname === paths.home.to()
      ? Response.redirect(paths.myBooks.to())
      : shell;
  };
  return serverFirst(fetch(request), kept, ANSWER_TIMEOUT_MS);
}

const TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', json: 'application/json' };

async function keptFile(asked: Answer & { kind: 'kept' }): Promise<Response> {
  const content = await readKeptFile(idbStore, asked, Date.now()).catch(() => null);
  if (!content) return new Response(null, { status: 404 });
  const type = TYPES[asked.file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return new Response(content, {
    headers: { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
}
