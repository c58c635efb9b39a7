import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Clock } from '../platform/clock.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Four pages' worth of addresses are really visited; more is somebody inventing filters. */
const MAX_PAGES = 200;
/** Nearly as small as the best, in a fraction of the time: a page is compressed while somebody waits. */
const BROTLI_QUALITY = 5;

export interface KeptPage {
  readonly status: number;
  readonly content: Readonly<Record<'br' | 'gzip' | 'identity', () => Promise<Buffer>>>;
}

/** Rendered public pages, the same for every visitor, kept as long as the catalogue that they show. */
export class PageCache {
  readonly #pages = new Map<string, { at: number; page: Promise<KeptPage | null> }>();
  readonly #clock: Clock;
  readonly #lifeMs: number;
  readonly #maxPages: number;

  constructor(clock: Clock, lifeSeconds: number, maxPages = MAX_PAGES) {
    this.#clock = clock;
    this.#maxPages = maxPages;
    this.#lifeMs = lifeSeconds * 1000;
  }

  get(
    key: string,
    render: () => Promise<{ status: number; document: string } | null>,
  ): Promise<KeptPage | null> {
    const now = this.#clock.now().getTime();
    const kept = this.#pages.get(key);
    if (kept && now - kept.at < this.#lifeMs) return kept.page;
    const page = render().then((rendered) => rendered && keep(rendered.status, rendered.document));
    if (this.#lifeMs > 0) {
      this.#pages.delete(key);
      if (this.#pages.size >= this.#maxPages) this.#pages.delete(this.#pages.keys().next().value as string);
      this.#pages.set(key, { at: now, page });
      page.catch(() => this.#pages.delete(key));
    }
    return page;
  }
}

/** Compressed when first asked for, then kept with the page. */
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
    content: {
      br: once(() => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })),
      gzip: once(() => gzipped(plain)),
      identity: async () => plain,
    },
  };
}

/** The best encoding that the browser takes. */
export function encodingFor(accepted: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  const list = String(accepted ?? '');
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(list)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(list) ? 'gzip' : 'identity';
}
