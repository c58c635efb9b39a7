/**
 * The public pages as they are sent (rendered by the server), beside the same pages rendered in the browser: largest
 * and first paint, layout shift, compressed bytes. Real Chromium, slow 4G, processor four times slower, a phone.
 *
 *   npm start                                   in one terminal
 *   node bench/web/pages.mjs [address] [rounds] in another; defaults: http://localhost:3000, 5
 *
 * Both kinds come through the same small proxy of this process; for the second kind it answers the page's address
 * with the empty shell that every other address gets. Rounds are interleaved; the figures are medians.
 */
import { createServer, request } from 'node:http';
import { chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.mjs';
import { portOf } from '../listen.mjs';

const [address = 'http://localhost:3000', rounds = '5'] = process.argv.slice(2);
const server = new URL(address);
/** Lighthouse's slow 4G: 1.6 Mbit/s down, 0.75 up, 150 ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
/** An address that no server renders: its answer is the shell. */
const SHELL = '/contact-us';

function proxy(isShell) {
  const app = createServer((incoming, outgoing) => {
    const wantsShell = isShell && PAGES.some(([, path]) => path === incoming.url);
    const forwarded = request(
      {
        host: server.hostname,
        port: server.port || 80,
        method: incoming.method,
        headers: incoming.headers,
        path: wantsShell ? SHELL : incoming.url,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  return new Promise((resolve) => app.listen(0, '127.0.0.1', () => resolve(app)));
}

/** What the page tells about itself, gathered while it loads. */
const observe = () => {
  const seen = { largest: 0, largestWhat: '', first: 0, shift: 0 };
  window.__seen = seen;
  const on = (type, read) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => {
    seen.largest = entry.startTime;
    seen.largestWhat = `${entry.element?.tagName ?? ''} ${Math.round(entry.size)}`;
  });
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.first = entry.startTime;
  });
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shift += entry.value;
  });
};

async function visit(browser, origin, path) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const types = new Map();
  const bytes = { Document: 0, Script: 0, Stylesheet: 0, Font: 0, Image: 0, Fetch: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type in bytes) bytes[type] += encodedDataLength;
  });
  await page.addInitScript(observe);
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle', timeout: 120_000 });
  await page.waitForSelector('h1');
  const seen = await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.__seen))),
      ),
  );
  await context.close();
  return { ...seen, bytes };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const books = await (await fetch(`${server.origin}/customer_portal/v1/books?items=1`)).json();
const PAGES = [
  ['landing page', '/'],
  ['books', '/books'],
  ['book profile', `/book-profile/${books.data[0].id}`],
];
const proxies = { server: await proxy(false), browser: await proxy(true) };
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? undefined,
  args: BROWSER_ARGUMENTS,
});
const results = [];
for (const [name, path] of PAGES) {
  /** @type {Record<'server' | 'browser', Awaited<ReturnType<typeof visit>>[]>} */
  const runs = { server: [], browser: [] };
  for (let round = 0; round < Number(rounds); round += 1)
    for (const kind of /** @type {const} */ (['server', 'browser']))
      runs[kind].push(await visit(browser, `http://127.0.0.1:${portOf(proxies[kind])}`, path));
  const of = (kind, read) => median(runs[kind].map(read));
  const kB = (read) => Math.round(of('server', read) / 100) / 10;
  const largest = of('server', (run) => run.largest);
  const largestInBrowser = of('browser', (run) => run.largest);
  results.push({
    page: name,
    'LCP ms': Math.round(largest),
    'client-rendered ms': Math.round(largestInBrowser),
    ratio: Math.round((largest / largestInBrowser) * 100) / 100,
    'FCP ms': Math.round(of('server', (run) => run.first)),
    CLS: Math.round(of('server', (run) => run.shift) * 1000) / 1000,
    'HTML kB': kB((run) => run.bytes.Document),
    'JS kB': kB((run) => run.bytes.Script),
    'CSS kB': kB((run) => run.bytes.Stylesheet),
    'fonts kB': kB((run) => run.bytes.Font),
    'images kB': kB((run) => run.bytes.Image),
    largest: runs.server[0].largestWhat,
  });
}
await browser.close();
for (const app of Object.values(proxies)) app.close();
console.table(results);
