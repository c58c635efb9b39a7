/**
 * Turns figures into WebP image materials, 1600 pixels wide, set in Inter and Noto Naskh Arabic:
 *   node demo/ecg-in-practice/source/tools/render.mjs <slug> <figure> ...
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { openBrowser } from '../../../tools/browser.mjs';
import { fontLinks } from '../../../tools/fonts.mjs';
import { cacheFolder, demoFolder } from '../../../tools/series.mjs';

const [slug, ...names] = process.argv.slice(2);
const out = process.env.RENDER_TO ?? join(demoFolder, slug, 'images');
mkdirSync(out, { recursive: true });
mkdirSync(cacheFolder, { recursive: true });
const browser = await openBrowser();
try {
  const tab = await browser.newPage({ viewport: { width: 1640, height: 1640 } });
  for (const name of names) {
    const drawing = readFileSync(join(demoFolder, slug, 'source', 'figures', `${name}.svg`), 'utf8');
    const page = join(cacheFolder, `${slug}-figure.html`);
    writeFileSync(
      page,
      `<!doctype html><meta charset="utf-8">${fontLinks}<style>body{margin:0;background:#fff}svg{width:1600px;height:auto;display:block}</style>${drawing}`,
    );
    await tab.goto(pathToFileURL(page).href);
    await tab.evaluate(() => document.fonts.ready.then(() => true));
    const png = await tab.locator('svg').screenshot();
    await sharp(png)
      .resize({ width: 1600 })
      .webp({ quality: 88 })
      .toFile(join(out, `${name}.webp`));
  }
} finally {
  await browser.close();
}
