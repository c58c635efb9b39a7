/**
 * `node bench/reading/run.mjs [--pdf <file>] [--keep <folder>] [--rounds 5] [--highlights 500]
 * [--only structure,reflow,first,change,highlights]`
 *
 * The text view beside the PDF's own tags and beside the page images, in a real Chromium. Without a PDF: the 450-page
 * textbook of ../shared/data; skipped where that is absent. Needs a build (`npm run build`). --keep keeps the import
 * for the next run, as in bench/reader.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../built.mjs';
import { launch, SHAPED, signIn } from '../reader/browser.mjs';
import { prepareReader } from '../reader/prepare-reader.mjs';
import { measureHighlights } from './highlights.mjs';
import { readingBench } from './text-page.mjs';
import { readTruth, wordsOf } from './truth.mjs';
import { wordsInOrder } from './word-order.mjs';

const { values: options } = parseArgs({
  options: {
    pdf: { type: 'string', default: join(root, '../shared/data/cardiopulmonary/book.pdf') },
    keep: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    highlights: { type: 'string', default: '500' },
    only: { type: 'string', default: 'structure,reflow,first,change,highlights' },
    details: { type: 'boolean', default: false },
  },
});
if (!existsSync(options.pdf)) {
  console.log('SKIPPED: the 450-page textbook is not on this machine; name a tagged PDF: --pdf <file>');
  process.exit();
}
const rounds = Number(options.rounds);
const only = options.only.split(',');
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const TEXT = { mode: 'text', pagePanelOpen: false };
const PAGES = { mode: 'pages', pagePanelOpen: false };

const truth = await readTruth(options.pdf);
const reader = await prepareReader(options.pdf, options.keep);
const browser = await launch();

async function open({ view, page: number = 1, viewport = { width: 1280, height: 900 }, shaped = false }) {
  const context = await browser.newContext({ viewport });
  await signIn(context, reader.reader, view);
  await context.addInitScript(readingBench);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  if (shaped) {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SHAPED);
  }
  await page.goto(`${reader.url}?page=${number}`, { waitUntil: 'commit' });
  const isReadable = view.mode === 'text' ? 'textReadable' : 'imageReadable';
  const time = await page.waitForFunction(
    ([test, wanted]) => globalThis.reading?.[test](wanted) && performance.now(),
    /** @type {const} */ ([isReadable, number]),
    { polling: 'raf' },
  );
  return { page, context, time: await time.jsonValue() };
}

/** Visits every page in the text view. */
async function eachPage(page, visit) {
  for (let number = 1; number <= truth.length; number += 1) {
    await page.evaluate((wanted) => globalThis.reading.scrollTo(wanted), number);
    const shown = await page.waitForFunction((wanted) => globalThis.reading.shown(wanted), number, {
      polling: 'raf',
    });
    await visit(number, await shown.jsonValue());
  }
}

const measurements = {
  async structure() {
    const { page, context } = await open({ view: TEXT });
    const sums = { words: 0, inOrder: 0, images: /** @type {number[]} */ ([]) };
    const found = { headings: 0, tables: 0, figures: 0 };
    const owed = { headings: 0, tables: 0, figures: 0 };
    const more = { headings: 0, tables: 0, figures: 0 };
    await eachPage(page, async (number, shown) => {
      const wanted = truth[number - 1];
      const words = wordsOf(shown.blocks ?? '');
      const inOrder = wordsInOrder(wanted.words, words);
      sums.words += Math.max(wanted.words.length, words.length);
      sums.inOrder += inOrder;
      if (shown.image) sums.images.push(number);
      for (const name of Object.keys(found)) {
        owed[name] += wanted[name];
        found[name] += Math.min(wanted[name], shown[name] ?? 0);
        more[name] += Math.max(0, (shown[name] ?? 0) - wanted[name]);
        if (options.details && wanted[name] !== (shown[name] ?? 0))
          console.log(`  page ${number}: ${shown[name]} of ${wanted[name]} ${name}`);
      }
      const missing = Math.max(wanted.words.length, words.length) - inOrder;
      if (options.details && missing > 2)
        console.log(
          `  page ${number}: ${missing} words differ\n    ${wanted.words.join(' ')}\n    ${words.join(' ')}`,
        );
    });
    await context.close();
    console.log(
      `word order: ${(sums.inOrder / sums.words).toFixed(4)} (${sums.inOrder} of ${sums.words} words)`,
    );
    for (const name of Object.keys(found))
      console.log(
        `${name}: ${(found[name] / owed[name]).toFixed(3)} (${found[name]} of ${owed[name]}; ${more[name]} too many)`,
      );
    console.log(
      `shown as images: ${sums.images.length} pages${sums.images.length > 0 ? `: ${sums.images}` : ''}`,
    );
  },

  async reflow() {
    const view = { ...TEXT, text: { size: 400 } };
    const { page, context } = await open({ view, viewport: { width: 320, height: 640 } });
    const wide = [];
    await eachPage(page, async (number) => {
      const { beyond, elements } = await page.evaluate(() => globalThis.reading.sideways());
      if (beyond > 0 || elements > 0) wide.push(number);
    });
    await context.close();
    console.log(
      `400 percent, 320 px: ${wide.length} pages scroll sideways outside tables${wide.length > 0 ? `: ${wide}` : ''}`,
    );
  },

  async first() {
    for (const number of [1, Math.round(truth.length * 0.45)]) {
      const times = { text: /** @type {number[]} */ ([]), image: /** @type {number[]} */ ([]) };
      for (let round = 0; round < rounds; round += 1)
        for (const [name, view] of /** @type {const} */ ([
          ['text', TEXT],
          ['image', PAGES],
        ])) {
          const { context, time } = await open({ view, page: number, shaped: true });
          times[name].push(time);
          await context.close();
        }
      const [text, image] = [median(times.text), median(times.image)];
      console.log(
        `first screen, page ${number}: text ${text.toFixed(0)} ms, page image ${image.toFixed(0)} ms, ratio ${(text / image).toFixed(2)} (${rounds} rounds)`,
      );
    }
  },

  async change() {
    const { page, context } = await open({ view: PAGES });
    await page.waitForSelector('header form input');
    const times = { 'to text': [], 'to pages': [] };
    for (let round = 0; round < 4 * rounds; round += 1) {
      const number = 10 + ((round * 37) % (truth.length - 20));
      await page.evaluate((wanted) => globalThis.reading.goTo(wanted), number);
      await page.waitForFunction((wanted) => globalThis.reading.imageReadable(wanted), number);
      // Somebody looks at a page before changing the view.
      await page.waitForTimeout(1000);
      for (const [name, test] of [
        ['to text', 'textReadable'],
        ['to pages', 'imageReadable'],
      ])
        times[name].push(
          await page.evaluate(
            ([wanted, isReadable]) => globalThis.reading.changeView('Text view', wanted, isReadable),
            /** @type {const} */ ([number, test]),
          ),
        );
    }
    await context.close();
    for (const [name, each] of Object.entries(times))
      console.log(
        `change of view ${name}: median ${median(each).toFixed(0)} ms, most ${Math.max(...each).toFixed(0)} ms (${each.length} pages)`,
      );
  },

  highlights: () =>
    measureHighlights({ open, pages: truth.length, count: Number(options.highlights), TEXT, PAGES }),
};

try {
  for (const name of only) await measurements[name]();
} finally {
  await browser.close();
  await reader.close();
}
