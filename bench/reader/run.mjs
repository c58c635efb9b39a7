/**
 * `node bench/reader/run.mjs --pdf <file> [--rounds 5] [--phrase "two words"] [--only vesalius,react-pdf]
 * [--keep <folder>] [--reader <address> --token <token> --user <id>] [--first-only] [--page 200]`
 *
 * The reader beside PDF.js's own viewer, react-pdf and EmbedPDF, on the same PDF, in the same Chromium, on a network
 * of 20 Mbit/s with 40 ms and a cold cache; interleaved rounds, medians. First: `npm install` in this folder and
 * `npm run build`. Without --reader the PDF is imported into a server of its own (prepare-reader.mjs); --keep keeps
 * what was imported for the next run. --first-only stops when the first page can be read; --page opens ours there,
 * as somebody who comes back.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launch, SHAPED, signIn } from './browser.mjs';
import { prepareReader } from './prepare-reader.mjs';
import { serveViewers } from './serve-viewers.mjs';

const { values: options } = parseArgs({
  options: {
    pdf: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    pages: { type: 'string' },
    phrase: { type: 'string', default: 'in the' },
    reader: { type: 'string' },
    token: { type: 'string' },
    user: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
    'first-only': { type: 'boolean', default: false },
    page: { type: 'string', default: '1' },
  },
});
const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 120_000);

const { pdf } = options;
if (pdf === undefined) throw new Error('name the PDF: --pdf <file>');
const viewers = await serveViewers(pdf);
const own = options.reader
  ? { url: options.reader, reader: { token: options.token, userId: options.user }, close() {} }
  : await prepareReader(pdf, options.keep);

/** In the page: what the other viewers define themselves. */
const ownBench = () => {
  performance.setResourceTimingBufferSize(20_000);
  const scroller = () => /** @type {HTMLElement} */ (document.querySelector('[data-scroller]'));
  /** As a key does it: React hears of no value that a script sets. */
  const type = (field, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.form.requestSubmit();
  };
  globalThis.bench = {
    readable: (page) => document.querySelector(`[data-page="${page}"] [data-loaded]`) !== null,
    goTo(page) {
      type(document.querySelector('header form input'), String(page));
    },
    scroller,
    blank() {
      const box = scroller().getBoundingClientRect();
      const seen = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const page = seen.find((each) => each.matches('[data-page]'));
      if (!page) return seen.every((each) => !each.matches('[data-scroller]')) || !onGap(box);
      if (page.querySelector('[data-loaded]')) return false;
      // The small preview of the page is shown until the image has loaded: coarse, not blank.
      const [, preview] =
        /url\("(.+)"\)/.exec(page.querySelector('canvas')?.style.backgroundImage ?? '') ?? [];
      const come = preview && performance.getEntriesByName(new URL(preview, location.href).href).length > 0;
      return come ? 'coarse' : true;
    },
    search(phrase) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      const wait = () => {
        const field = document.querySelector('input[type="search"]');
        if (!field) return requestAnimationFrame(wait);
        type(field, `"${phrase}"`);
        const next = () => {
          const first = /** @type {HTMLElement | null} */ (document.querySelector('[data-hits] button'));
          if (!first) return requestAnimationFrame(next);
          first.click();
        };
        next();
      };
      wait();
    },
    marked: () => document.querySelector('[data-hit="current"]') !== null,
  };
  // The middle of the window may be on the gap between two pages.
  const onGap = (box) =>
    [...document.querySelectorAll('[data-page]')].some((each) => {
      const page = each.getBoundingClientRect();
      return (
        Math.abs(page.top - (box.top + box.height / 2)) < 20 ||
        Math.abs(page.bottom - (box.top + box.height / 2)) < 20
      );
    });
};

/** @typedef {{ url: string, bench?: () => void, reader?: { token: string, userId: string }, page?: string | number }} Contestant */
/** @type {Record<string, Contestant>} */
const CONTESTANTS = {
  vesalius: {
    url: `${own.url}?page=${options.page}`,
    bench: ownBench,
    reader: own.reader,
    page: options.page,
  },
  'PDF.js viewer': { url: `${viewers.url}/pdfjs.html` },
  'react-pdf': { url: `${viewers.url}/react-pdf.html` },
  EmbedPDF: { url: `${viewers.url}/embedpdf.html` },
};

/** The steps of the present measurement: what was known when it failed. */
let steps = {};

/**
 * @param {Contestant} contestant
 * @param {number} pages
 */
async function measure({ url, bench, reader, page: opensAt = 1 }, pages) {
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    if (reader) await signIn(context, reader, { pagePanelOpen: false });
    if (bench) await context.addInitScript(bench);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SHAPED);
    let bytes = 0;
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    page.setDefaultTimeout(PATIENCE_MS);
    const until = (test, argument) =>
      page.waitForFunction(test, argument, { polling: 'raf', timeout: PATIENCE_MS });
    const readable = (number) =>
      until((wanted) => globalThis.bench?.readable(wanted) && performance.now(), number).then((found) =>
        found.jsonValue(),
      );

    const result = {};
    steps = result;
    await page.goto(url, { waitUntil: 'commit' });
    result.first = await readable(opensAt);
    result.firstBytes = bytes;
    if (options['first-only']) return result;
    await page.waitForTimeout(1500);
    const far = Math.round(pages * 0.7);
    const startedAt = await page.evaluate((number) => {
      const now = performance.now();
      globalThis.bench.goTo(number);
      return now;
    }, far);
    result.jump = (await readable(far)) - startedAt;

    // A hundred pages, one after the other, each until it can be read.
    await page.evaluate(() => {
      globalThis.long = { count: 0, ms: 0 };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          globalThis.long.count += 1;
          globalThis.long.ms += entry.duration;
        }
      }).observe({ entryTypes: ['longtask'] });
    });
    const from = Math.max(1, Math.min(20, pages - 101));
    for (let number = from; number < from + 100 && number <= pages; number += 1) {
      await page.evaluate((to) => globalThis.bench.goTo(to), number);
      await readable(number);
    }
    result.hundredBytes = bytes;
    result.longTasks = await page.evaluate(() => globalThis.long.count);
    result.longMs = await page.evaluate(() => globalThis.long.ms);
    await cdp.send('HeapProfiler.collectGarbage');
    result.memory = rendererMegabytes(
      await browser.newBrowserCDPSession().then((session) => session.send('SystemInfo.getProcessInfo')),
    );

    // Fifty pages in six seconds.
    const scrolled = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const scroller = globalThis.bench.scroller();
          if (!scroller) return resolve(null);
          const top = scroller.scrollTop;
          const distance = 50 * scroller.clientHeight;
          const begun = performance.now();
          let frames = 0;
          let blank = 0;
          let coarse = 0;
          const step = () => {
            const share = Math.min(1, (performance.now() - begun) / 6000);
            scroller.scrollTop = top + distance * share;
            frames += 1;
            const seen = globalThis.bench.blank();
            if (seen === 'coarse') coarse += 1;
            else if (seen) blank += 1;
            if (share < 1) requestAnimationFrame(step);
            else resolve({ blank: blank / frames, coarse: coarse / frames });
          };
          requestAnimationFrame(step);
        }),
    );
    result.blank = scrolled?.blank ?? null;
    result.coarse = scrolled?.coarse ?? null;
    if (await page.evaluate(() => Boolean(globalThis.bench.search))) {
      const searchedAt = await page.evaluate((phrase) => {
        const now = performance.now();
        globalThis.bench.search(phrase);
        return now;
      }, options.phrase);
      const marked = await until(() => globalThis.bench.marked() && performance.now());
      result.search = (await marked.jsonValue()) - searchedAt;
    }
    return result;
  } finally {
    await browser.close();
  }
}

/** Proportional memory of the page's process: what it has for itself, and its share of the rest. */
function rendererMegabytes({ processInfo }) {
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) =>
      Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
    );
  return Math.max(...sizes) / 1024;
}

const median = (values) => {
  const known = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  return known.length > 0 ? known[Math.floor(known.length / 2)] : null;
};

const pages = Number(
  options.pages ?? execFileSync('pdfinfo', [pdf], { encoding: 'utf8' }).match(/Pages:\s+(\d+)/)?.[1],
);
/** @type {Record<string, Record<string, number | string>[]>} */
const results = Object.fromEntries(Object.keys(CONTESTANTS).map((name) => [name, []]));
const wanted = Object.entries(CONTESTANTS).filter(
  ([name]) => !options.only || options.only.split(',').includes(name),
);
for (let round = 1; round <= Number(options.rounds); round += 1)
  for (const [name, contestant] of wanted) {
    const result = await measure(contestant, pages).catch((error) => ({
      ...steps,
      error: error.message.split('\n')[0],
    }));
    results[name].push(result);
    process.stderr.write(`${round} ${name} ${JSON.stringify(result)}\n`);
  }

/** @type {[title: string, key: string, digits: number, unit?: number][]} */
const ROWS = [
  ['first readable page, ms', 'first', 0],
  ['bytes until then, kB', 'firstBytes', 0, 1024],
  ['go to a far page, ms', 'jump', 0],
  ['bytes after 100 pages, MB', 'hundredBytes', 1, 1_048_576],
  ['memory after 100 pages, MB', 'memory', 0],
  ['long tasks in 100 pages', 'longTasks', 0],
  ['their time, ms', 'longMs', 0],
  ['blank frames, 50 pages in 6 s, %', 'blank', 1, 0.01],
  ['frames with a preview only, %', 'coarse', 1, 0.01],
  [`search "${options.phrase}" until marked, ms`, 'search', 0],
];
const names = wanted.map(([name]) => name);
console.log(
  `\n${pages} pages, ${options.rounds} rounds, medians\n\n| | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}`,
);
for (const [title, key, digits, unit = 1] of ROWS) {
  if (names.every((name) => median(results[name].map((result) => result[key])) === null)) continue;
  console.log(
    `| ${title} | ${names
      .map((name) => {
        const value = median(results[name].map((result) => result[key]));
        return value === null ? '' : (value / unit).toFixed(digits);
      })
      .join(' | ')} |`,
  );
}
viewers.close();
await own.close();
