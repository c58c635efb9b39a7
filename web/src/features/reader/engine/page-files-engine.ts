import type { BookPages } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';
import { CappedMap } from '../../../lib/capped-map.ts';
import { takeEarlyText } from '../start/early.ts';
import { fetchPicture } from './fetch-picture.ts';
import type { PageEngine } from './page-engine.ts';
import { PageFileError } from './page-file-error.ts';
import { pageFileUrl } from './page-file-url.ts';

/** The number of page texts in memory: enough for a few windows back and forth. */
const KEPT_TEXTS = 40;
/** The number of compressed images in memory: the next and the last pages. */
const KEPT_PICTURES = 24;
/** A preloaded image is canceled at this distance from the current page (pages). */
const FAR = 13;

interface Asked {
  readonly page: number;
  readonly blob: Promise<Blob>;
  readonly stop: AbortController;
  /** The number of mounted pages that wait for it. */
  wanted: number;
  done: boolean;
}

export interface PageFilesEngine extends PageEngine {
  /** Pages that load from now on use the new grant; shown images stay. */
  renewData(data: BookPages): void;
}

/** Pages as the import prepared them, each at its own address. `refresh` gets a new grant. */
export function pageFilesEngine(first: BookPages, refresh: () => Promise<unknown>): PageFilesEngine {
  let data = first;
  let renewing: Promise<void> | null = null;
  const texts = new CappedMap<number, Promise<PageText>>(KEPT_TEXTS);
  const pictures = new CappedMap<string, Asked>(KEPT_PICTURES);

  const ask = (page: number, file: string, priority: RequestPriority): Asked => {
    const key = `${page} ${file}`;
    const known = pictures.get(key);
    if (known) return known;
    const stop = new AbortController();
    const blob = fetchPicture(pageFileUrl(data, page, file), priority, stop.signal);
    const asked: Asked = { page, blob, stop, wanted: 0, done: false };
    blob.then(
      () => {
        asked.done = true;
      },
      () => {
        if (pictures.get(key) === asked) pictures.delete(key);
      },
    );
    pictures.set(key, asked);
    return asked;
  };

  const load = async (page: number): Promise<PageText> => {
    const url = pageFileUrl(data, page, 'text.json');
    const early = await takeEarlyText(url);
    if (early) return early;
    const response = await fetch(url);
    if (!response.ok) throw new PageFileError(response.status);
    return response.json() as Promise<PageText>;
  };

  return {
    pictureUrl: (page, quality) => pageFileUrl(data, page, `${quality}.webp`),
    preload(page, urgent) {
      // Requests for another position would only delay the new ones.
      for (const [key, asked] of pictures)
        if (!asked.done && asked.wanted === 0 && Math.abs(asked.page - page) > FAR) {
          asked.stop.abort();
          pictures.delete(key);
        }
      ask(page, '1x.webp', urgent ? 'auto' : 'low');
    },
    async drawPicture(page, quality, canvas, { pixelWidth, signal }) {
      const file = `${quality}.webp`;
      const asked = ask(page, file, quality === '1x' ? 'high' : 'auto');
      asked.wanted += 1;
      const leave = () => {
        asked.wanted -= 1;
        if (asked.wanted > 0 || asked.done) return;
        // Scrolled past: leaves the bandwidth to visible pages.
        asked.stop.abort();
        if (pictures.get(`${page} ${file}`) === asked) pictures.delete(`${page} ${file}`);
      };
      signal.addEventListener('abort', leave, { once: true });
      const blob = await asked.blob;
      signal.throwIfAborted();
      let bitmap = await createImageBitmap(blob);
      if (pixelWidth && pixelWidth < bitmap.width) {
        bitmap.close();
        bitmap = await createImageBitmap(blob, { resizeWidth: pixelWidth, resizeQuality: 'high' });
      }
      if (signal.aborted) bitmap.close();
      signal.throwIfAborted();
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
    },
    text(page) {
      const known = texts.get(page);
      if (known !== undefined) return known;
      const text = load(page);
      text.catch(() => texts.delete(page));
      texts.set(page, text);
      return text;
    },
    async drawSharp(page, region, canvas, signal) {
      const { drawPdfRegion } = await import('./pdf-drawing.ts');
      await drawPdfRegion(pageFileUrl(data, page, 'drawn.pdf'), region, canvas, signal);
    },
    renew() {
      // When the grant has expired, twenty images fail together: renew it once for all.
      renewing ??= refresh().then(
        () => {
          renewing = null;
        },
        () => {
          renewing = null;
        },
      );
      return renewing;
    },
    renewData(newer) {
      data = newer;
    },
  };
}
