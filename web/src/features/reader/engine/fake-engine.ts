import type { PageText, PageWord } from '@vesalius/contract/reader-text';
import type { PageEngine } from './page-engine.ts';

/** One blank pixel. */
const BLANK = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** For tests: pages with given text, without network and drawing. */
export function fakeEngine(textOfPage: (page: number) => string = (page) => `Page ${page} of the book`) {
  const drawn: number[] = [];
  const engine: PageEngine & { readonly drawn: readonly number[] } = {
    drawn,
    pictureUrl: (page, quality) => `${BLANK}#${page}-${quality}`,
    preload() {},
    async drawPicture(_page, _quality, canvas, { pixelWidth = 816 }) {
      canvas.width = pixelWidth;
    },
    text: async (page) => wordsInLines(textOfPage(page)),
    async drawSharp(page) {
      drawn.push(page);
    },
    renew: async () => {},
  };
  return engine;
}

/** Lines from the top; each word is a tenth of the page's width. */
export function wordsInLines(text: string): PageText {
  const words = text.split('\n').flatMap((line, row) =>
    (line ? line.split(' ') : []).map((word, column, all): PageWord => {
      const box = [0.1 + column * 0.1, 0.1 + row * 0.05, 0.09, 0.03, word] as const;
      return column === all.length - 1 ? [...box, 1] : box;
    }),
  );
  return { width: 504, height: 720, words };
}
