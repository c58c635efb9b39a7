/**
 * Builds the demo library: `npm run build-demo [-- slug ...] [--only figures,dicom,images,cover,video,pdf,manifest,faculty]`.
 * Needs Chromium; ffmpeg and espeak-ng for the lectures; pdftoppm (poppler-utils) for samples and page numbers.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { demoFolder, slugs } from './tools/series.mjs';

const steps = {
  figures: async (slug) => {
    const generator = new URL(`./${slug}/source/tools/figures.mjs`, import.meta.url);
    if (!existsSync(generator)) return undefined;
    await import(generator.href);
    return 'drawn';
  },
  dicom: async (slug) => (await import('./tools/dicom-phantom.mjs')).buildSeries(slug),
  images: async (slug) => (await import('./tools/images.mjs')).buildImages(slug),
  cover: async (slug) => (await import('./tools/covers.mjs')).buildCover(slug),
  video: async (slug) => (await import('./tools/lectures.mjs')).buildLectures(slug),
  pdf: async (slug) => {
    const { typesetBook } = await import('./tools/typeset.mjs');
    const book = await typesetBook(slug);
    return `${book.number_of_pages} pages, ${book.figures.length} figures, ${Math.round(book.bytes / 1024)} kB`;
  },
  manifest: async (slug) => (await import('./tools/assemble.mjs')).assembleBook(slug),
  faculty: async (slug) => (await import('./tools/portraits.mjs')).buildPortraits(slug),
};

const words = process.argv.slice(2);
const onlyAt = words.indexOf('--only');
const only = onlyAt < 0 ? Object.keys(steps) : words.splice(onlyAt, 2)[1].split(',');
const chosen = words.length > 0 ? words : slugs.filter((slug) => existsSync(join(demoFolder, slug)));

for (const name of only) {
  if (!steps[name]) throw new Error(`No step "${name}"; steps: ${Object.keys(steps).join(', ')}`);
}
for (const slug of chosen) {
  for (const name of Object.keys(steps).filter((step) => only.includes(step))) {
    const said = await steps[name](slug);
    if (said) console.log(`${slug}  ${name}  ${said}`);
  }
}
