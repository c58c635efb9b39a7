import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import { encodingFor } from '../platform/compression.ts';
import { isNotModified } from '../platform/conditional.ts';
import { QueueFullError, WorkQueue } from '../platform/work-queue.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
interface CacheLimits {
  readonly maxPages: number;
  /** Rendering blocks the event loop for tens of milliseconds. */
  readonly concurrency: number;
  readonly maxWaiting: number;
}
/** Real visitors use about 50 addresses; more are invented filters. */
const PUBLIC_PAGES: CacheLimits = { maxPages: 200, concurrency: 2, maxWaiting: 8 };
/** Nearly as small as the best level in a fraction of the time: a visitor waits while a page is compressed. */
const BROTLI_QUALITY = 5;

export interface KeptPage {
  readonly status: number;
  /** A weak tag, because the same page has several encodings. */
  readonly etag: string;
  readonly content: Readonly<Record<'br' | 'gzip' | 'identity', () => Promise<Buffer>>>;
}

/**
 * How long an expired page may be served when there is no capacity to render it again: long enough for a burst of invented
 * addresses, short enough for a changed price.
 */
const MAX_STALE_MS = 60_000;

/**
 * Caches rendered public pages, which are the same for every visitor, as long as the catalogue that they show. A few pages
 * are rendered concurrently, some wait, with turns for each network (`site`), and the rest get a stale copy or null.
 */
export class PageCache {
  readonly #pages: LRUCache<string, { at: number; page: Promise<KeptPage | null> }>;
  readonly #rendering: WorkQueue;
  readonly #clock: Clock;
  readonly #lifeMs: number;

  constructor(clock: Clock, lifeSeconds: number, limits = PUBLIC_PAGES) {
    this.#clock = clock;
    this.#pages = new LRUCache({ max: limits.maxPages });
    this.#rendering = new WorkQueue({ ...limits, retryAfterSeconds: 1 });
    this.#lifeMs = lifeSeconds * 1000;
  }

  get(
    key: string,
    render: () => Promise<{ status: number; document: string } | null>,
    site?: string,
  ): Promise<KeptPage | null> {
    const now = this.#clock.now().getTime();
    const cached = this.#pages.get(key);
    if (cached && now - cached.at < this.#lifeMs) return cached.page;
    const stale = cached && now - cached.at < MAX_STALE_MS ? cached.page : Promise.resolve(null);
    if (this.#rendering.isFull(site)) return stale;
    const page: Promise<KeptPage | null> = this.#rendering.run(render, site).then(
      (rendered) => rendered && keep(rendered.status, rendered.document),
      (error) => {
        if (!(error instanceof QueueFullError)) throw error;
        forget();
        return stale;
      },
    );
    const forget = () => this.#pages.peek(key)?.page === page && this.#pages.delete(key);
    if (this.#lifeMs > 0) {
      this.#pages.set(key, { at: now, page });
      // Addresses that do not exist are endless, and one may exist the next moment: do not cache them.
      page.then((rendered) => rendered && rendered.status !== 200 && forget(), forget);
    }
    return page;
  }
}

/** A page that is compressed at the first request of each encoding. */
export function keep(status: number, document: string): KeptPage {
  const plain = Buffer.from(document);
  const once = (make: () => Promise<Buffer>) => {
    let made: Promise<Buffer> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
  return {
    status,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    content: {
      br: once(() => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })),
      gzip: once(() => gzipped(plain)),
      identity: async () => plain,
    },
  };
}

/** Sends the page in the best encoding that the client accepts, or 304. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  page: KeptPage,
): Promise<FastifyReply> {
  if (page.status === 200) {
    reply.header('etag', page.etag);
    if (isNotModified(request.headers, page)) return reply.code(304).send();
  }
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(page.status).send(await page.content[encoding]());
}
