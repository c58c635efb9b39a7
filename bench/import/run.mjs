/**
 * `node bench/import/run.mjs [rounds] [book folder]`: how fast a book is imported, beside what its library needs for
 * bare text extraction and for bare drawing and encoding of the same pages. Interleaved rounds, medians.
 *
 * Without a folder: the 450-page textbook of ../shared/data where that is, else the longest book of the demo library.
 * Needs a build (`npm run build`) and Linux (processor time of child processes is read from /proc).
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRealBook, findMaterial } from '../../e2e/real-book/build-folder.mjs';

const rounds = Number(process.argv[2] ?? 3);
const given = process.argv[3];
const temporary = mkdtempSync(join(tmpdir(), 'vesalius-bench-book-'));
let folder = given;
if (!folder && findMaterial()) {
  folder = join(temporary, 'book');
  await buildRealBook(folder);
}
if (!folder) {
  console.log('SKIPPED: the 450-page textbook is not on this machine; a demo book takes its place');
  folder = join(import.meta.dirname, '../../demo/ecg-in-practice');
}

/** The same book without its figures, studies and questions: what is left is the work that drawing is compared to. */
function withoutExtras(whole) {
  const { parse, stringify } = createRequire(join(import.meta.dirname, '../../server/package.json'))('yaml');
  const { slug, edition, title, author, category, price, release_date, pdf, cover, brief, chapters } = parse(
    readFileSync(join(whole, 'book.yaml'), 'utf8'),
  );
  const bare = { slug, edition, title, author, category, price, release_date, pdf, cover, brief, chapters };
  const target = join(temporary, 'pages');
  mkdirSync(target);
  for (const file of [pdf, cover]) copyFileSync(join(whole, file), join(target, file));
  writeFileSync(join(target, 'book.yaml'), stringify(bare));
  return target;
}

const folders = { text: folder, render: folder, pages: withoutExtras(folder), import: folder };
const results = { text: [], render: [], pages: [], import: [] };
for (let round = 1; round <= rounds; round += 1) {
  for (const name of Object.keys(results)) {
    const output = execFileSync(
      process.execPath,
      [join(import.meta.dirname, 'contestant.mjs'), name, folders[name]],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const result = JSON.parse(output);
    results[name].push(result);
    console.log(
      `round ${round}  ${name.padEnd(7)} ${result.pages} pages, ${result.clock.toFixed(1)} s, ${result.processor.toFixed(1)} s of processor`,
    );
  }
}
rmSync(temporary, { recursive: true, force: true });

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const rate = (name, clock) => median(results[name].map((each) => each.pages / each[clock]));
const row = (label, name) =>
  console.log(
    `${label.padEnd(44)} ${rate(name, 'processor').toFixed(1).padStart(7)} ${rate(name, 'clock').toFixed(1).padStart(7)}`,
  );
console.log(`\nMedians of ${rounds}: pages a second of processor, of clock`);
row('bare text extraction', 'text');
row('bare drawing and encoding', 'render');
row('import of the pages alone', 'pages');
row('import of all (figures, study, questions)', 'import');
const ratio = (name, beside) => (rate(name, 'processor') / rate(beside, 'processor')).toFixed(2);
console.log(
  `\nBeside bare drawing and encoding: pages alone ${ratio('pages', 'render')} (owed 0.7, aim 0.9), all ${ratio('import', 'render')}`,
);
console.log(`Beside bare text extraction: all ${ratio('import', 'text')}`);
