/**
 * How much larger "Fit text" makes the text of the books of a running server in a window of 390 pixels, beside the whole width of
 * the page: `node bench/reading/fit-text.mjs http://localhost:3000`. Asks as a visitor, after a build.
 */
import { textCrops } from '../../contract/dist/text-crop.js';

const [origin = 'http://localhost:3000'] = process.argv.slice(2);
const WINDOW = 390;
/** As `COLUMN_MARGIN` in web/src/features/reader/layout/page-layout.ts, on both sides. */
const MARGINS = 8;
const FIRST_PAGES = Array.from({ length: 15 }, (_, index) => index + 1);

const ask = async (path) => (await fetch(`${origin}${path}`)).json();
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const { data } = await ask('/customer_portal/v1/books?items=100');
console.log(
  '| book | pages | measured | larger by, median | smallest | largest | height of a word, px | with Fit text |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const { id, title } of data) {
  const { sizes, ink = [], revision, files } = await ask(`/customer_portal/v1/books/${id}/pages`);
  const pages = sizes
    .flatMap(([width, height, count]) => Array.from({ length: count }, () => ({ width, height })))
    .map((size, index) => ({ ...size, ink: ink[index] ?? null }));
  const factors = textCrops(pages).map((crop) =>
    crop ? Math.max(1, (WINDOW - MARGINS) / WINDOW / (crop[1] - crop[0])) : 1,
  );
  const heights = [];
  for (const page of FIRST_PAGES.slice(0, pages.length)) {
    const path = `/page-files/${id}/${revision}/${page}/text.json?grant=${files.grant}`;
    const { words, width, height } = await ask(path);
    for (const [, , , share] of words) heights.push((share * height * WINDOW) / width);
  }
  const [usual, factor] = [median(heights), median(factors)];
  const cells = [
    title,
    pages.length,
    ink.filter(Boolean).length,
    `${Math.round((factor - 1) * 100)} %`,
    `${Math.round((Math.min(...factors) - 1) * 100)} %`,
    `${Math.round((Math.max(...factors) - 1) * 100)} %`,
    usual.toFixed(1),
    (usual * factor).toFixed(1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
