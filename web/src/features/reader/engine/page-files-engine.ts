import type { BookPages } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';
import { CappedMap } from '../../../lib/capped-map.ts';
import { fetchPicture } from './fetch-picture.ts';
import type { PageEngine } from './page-engine.ts';
import { PageFileError } from './page-file-error.ts';
import { pageFileUrl } from './page-file-url.ts';

/** Texts kept in memory: a few windows' worth, for going back and forth. */
const KEPT_TEXTS = 40;
/** Pictures kept as they came (compressed): the next pages' and the last ones'. */
const KEPT_PICTURES = 24;
/** Pages from here at which a picture asked for ahead is no longer on the way. */
const FAR = 13;

interface Asked {
  readonly page: number;
  readonly blob: Promise<Blob>;
  readonly stop: AbortController;
  /** Mounted pages that wait for it. */
  wanted: number;
  done: boolean;
}

export interface PageFilesEngine extends PageEngine {
  /** Pages that load from now on use the new grant; pictures on the screen stay as they are. */
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
    const response = await fetch(pageFileUrl(data, page, 'text.json'));
    if (!response.ok) throw new PageFileError(response.status);
    return response.json() as Promise<PageText>;
  };

  return {
    pictureUrl: (page, quality) => pageFileUrl(data, page, `${quality}.webp`),
    preload(page, urgent) {
      // What was asked for ahead of another place only stands in the way now.
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
        // Scrolled past: the line is for the pages that are seen.
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
      await drawPdfRegion(pageFileUrl(data, page, 'page.pdf'), region, canvas, signal);
    },
    renew() {
      // Twenty pictures fail together when the grant has ended: one question for all of them.
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
