/** The covers: one grid and type for the series, one engraved motif and one deep colour for each book. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { openBrowser } from './browser.mjs';
import { motifs } from './cover-motifs.mjs';
import { fontLinks } from './fonts.mjs';
import { cacheFolder, demoFolder, describeBook } from './series.mjs';
import { pressMark } from './typeset.mjs';
import { wordsIn } from './words.mjs';

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const ordinal = (edition) =>
  edition
    .replace(/^1st\b/i, 'First')
    .replace(/^2nd\b/i, 'Second')
    .replace(/^3rd\b/i, 'Third');

async function coverHtml(book) {
  const motif = await motifs[book.slug](book);
  const authors = book.author.split(/\s*(?:,|،|;|\band\b)\s*/).filter(Boolean);
  return `<!doctype html><html lang="${book.language}" dir="${book.language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">${fontLinks}<style>
  * { box-sizing: border-box; margin: 0 }
  body { width: 1000px; height: 1500px; background: ${book.deep}; color: #f6f1e7; position: relative; overflow: hidden; font-family: "Source Serif 4", "Noto Naskh Arabic", serif }
  svg.motif { position: absolute; inset: 0 }
  .top { position: absolute; left: 84px; right: 84px; top: 74px; display: flex; justify-content: space-between; align-items: baseline; font: 500 23px Inter, 'Noto Naskh Arabic', sans-serif; letter-spacing: 0.1em; text-transform: uppercase; color: ${book.spark} }
  .rule { position: absolute; left: 84px; right: 84px; top: 122px; border-top: 2px solid #f6f1e755 }
  h1 { position: absolute; left: 80px; right: 60px; top: 152px; font-weight: 400; font-size: 122px; line-height: 122px; letter-spacing: -0.022em; text-wrap: balance }
  .subtitle { font-style: italic; font-weight: 400; font-size: 41px; line-height: 52px; letter-spacing: 0; color: ${book.spark}; margin-top: 26px; margin-inline-start: 4px; max-width: 760px; text-wrap: balance }
  [dir=rtl] * { letter-spacing: 0 !important; font-style: normal !important }
  [dir=rtl] h1 { line-height: 165px }
  [dir=rtl] .subtitle { line-height: 70px }
  .foot { position: absolute; left: 84px; right: 84px; bottom: 66px; display: flex; justify-content: space-between; align-items: flex-end; border-top: 2px solid #f6f1e755; padding-top: 28px }
  .authors { font-size: 37px; line-height: 48px }
  .press { text-align: end; font-size: 25px; letter-spacing: 0.03em; display: flex; gap: 16px; align-items: center }
  </style></head><body>
  <svg class="motif" viewBox="0 0 1000 1500" width="1000" height="1500" fill="none">${motif}</svg>
  <div class="top"><span>${escapeHtml(book.shelf)}</span><span>${escapeHtml(ordinal(book.edition))}</span></div><div class="rule"></div>
  <h1>${escapeHtml(book.title)}<div class="subtitle">${escapeHtml(book.subtitle)}</div></h1>
  <div class="foot"><div class="authors">${authors.map(escapeHtml).join('<br>')}</div><div class="press">${pressMark(52, '#f6f1e7')}<span>${wordsIn(book.language).press}</span></div></div>
  </body></html>`;
}

/** The picture of a package: its covers side by side on paper. The first book named keeps the file. */
async function buildPackageImage(slugs, file) {
  const [width, height, coverHeight] = [1200, 800, 640];
  const coverWidth = Math.round((coverHeight * 2) / 3);
  const gap = 56;
  const left = Math.round((width - slugs.length * coverWidth - (slugs.length - 1) * gap) / 2);
  const shadow = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><filter id="b"><feGaussianBlur stdDeviation="13"/></filter><g filter="url(#b)" fill="#2a2620" opacity=".38">${slugs
      .map(
        (_, at) =>
          `<rect x="${left + at * (coverWidth + gap) + 4}" y="96" width="${coverWidth}" height="${coverHeight}"/>`,
      )
      .join('')}</g></svg>`,
  );
  const covers = await Promise.all(
    slugs.map(async (slug, at) => ({
      input: await sharp(join(demoFolder, slug, 'cover.webp'))
        .resize(coverWidth, coverHeight)
        .toBuffer(),
      left: left + at * (coverWidth + gap),
      top: 80,
    })),
  );
  await sharp({ create: { width, height, channels: 3, background: '#efe9dd' } })
    .composite([{ input: shadow }, ...covers])
    .webp({ quality: 86 })
    .toFile(join(demoFolder, slugs[0], file));
}

/** package picture: the books on it, the one that keeps it first */
const packagePictures = {
  'images/package-thorax-and-heart.webp': ['chest-radiography', 'ecg-in-practice'],
};

export async function buildCover(slug) {
  const book = describeBook(slug);
  mkdirSync(cacheFolder, { recursive: true });
  const htmlPath = join(cacheFolder, `${slug}-cover.html`);
  writeFileSync(htmlPath, await coverHtml(book));
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage({ viewport: { width: 1000, height: 1500 } });
    await tab.goto(pathToFileURL(htmlPath).href);
    await tab.evaluate(() => document.fonts.ready.then(() => true));
    const png = await tab.screenshot({ type: 'png' });
    const { size } = await sharp(png)
      .webp({ quality: 88, effort: 6 })
      .toFile(join(book.folder, 'cover.webp'));
    for (const [file, slugs] of Object.entries(packagePictures)) {
      const ready = slugs.every((each) => existsSync(join(demoFolder, each, 'cover.webp')));
      if (slugs.includes(slug) && ready) await buildPackageImage(slugs, file);
    }
    return `${Math.round(size / 1024)} kB`;
  } finally {
    await browser.close();
  }
}
