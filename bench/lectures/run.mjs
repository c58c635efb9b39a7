/**
 * Studies beside a bare viewer: `node bench/lectures/run.mjs [rounds]`.
 * The same 300 slices of 512 x 512 in our DICOM viewer and in a bare Cornerstone3D page. One browser, interleaved
 * rounds, cold cache, medians, ratios.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.mjs';
import { makeSeries } from './make-series.mjs';
import { serve } from './serve.mjs';

const COUNT = 300;
/** 20 Mbit/s, 40 ms: the shaped network of the targets. */
const SHAPED = [2_500_000, 40];

const rounds = Number(process.argv[2] ?? 3);
const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const cache = join(root, '.cache/bench-lectures');
mkdirSync(cache, { recursive: true });
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

if (!existsSync(join(import.meta.dirname, 'node_modules')))
  run('npm', ['install', '--no-audit', '--no-fund'], import.meta.dirname);
if (!existsSync(join(cache, 'series', `${COUNT}.dcm`.padStart(8, '0'))))
  makeSeries(join(cache, 'series'), COUNT);
run(
  process.execPath,
  [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    join(import.meta.dirname, 'vite.config.mjs'),
  ],
  join(root, 'web'),
);

const { origin, shape, close } = await serve(cache);
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? undefined,
  args: BROWSER_ARGUMENTS,
});
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(name) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  shape(...SHAPED);
  const start = performance.now();
  await page.goto(`${origin}/${name}.html?count=${COUNT}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.bench?.isShown(), null, { polling: 16, timeout: 120_000 });
  const firstShown = performance.now() - start;

  // The rest without the shaped network: scrolling is about drawing.
  const bytes = shape(Number.POSITIVE_INFINITY, 0);
  await page.waitForFunction((count) => window.bench.loaded() >= count, COUNT, {
    polling: 100,
    timeout: 180_000,
  });
  const frames = await page.evaluate(
    (count) =>
      new Promise((done) => {
        const gaps = [];
        let before = 0;
        let step = 0;
        const tick = (now) => {
          if (before) gaps.push(now - before);
          before = now;
          if (step++ >= count - 1) return done(gaps);
          window.bench.scroll(1);
          requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      }),
    COUNT,
  );
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage');
  await context.close();
  return {
    firstSlice: firstShown,
    kilobytes: bytes / 1000,
    slow: (100 * frames.filter((gap) => gap > 50).length) / frames.length,
    scrolling: frames.reduce((sum, gap) => sum + gap, 0),
    memory: (usedSize + backingStorageSize) / 1e6,
  };
}

const results = { ours: [], bare: [] };
for (let round = 0; round < rounds; round += 1)
  for (const name of round % 2 ? ['bare', 'ours'] : ['ours', 'bare']) {
    results[name].push(await measure(name));
    process.stderr.write(`round ${round + 1} ${name} ${JSON.stringify(results[name].at(-1))}\n`);
  }
await browser.close();
await close();

const of = (name, field) => median(results[name].map((result) => result[field]));
const line = (title, field, unit) =>
  `${title.padEnd(34)} ${of('ours', field).toFixed(1).padStart(9)} ${of('bare', field).toFixed(1).padStart(9)} ${unit.padEnd(5)} ${(of('ours', field) / of('bare', field)).toFixed(2).padStart(6)}`;
process.stdout.write(
  `${[
    `${''.padEnd(34)} ${'ours'.padStart(9)} ${'bare'.padStart(9)}        ratio   (medians of ${rounds})`,
    line('first slice, shaped network', 'firstSlice', 'ms'),
    line('fetched until then', 'kilobytes', 'kB'),
    line(`scrolling through ${COUNT} slices`, 'scrolling', 'ms'),
    line('frames over 50 ms', 'slow', '%'),
    line('memory afterwards, main thread', 'memory', 'MB'),
  ].join('\n')}\n`,
);
