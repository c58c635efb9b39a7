/**
 * How much the search index takes in the database, beside the pages that it is made of, and how long building it takes.
 * `node bench/search/size.mjs [folder]` (after `npm run build`): the demo library, and the book of the folder (sets.mjs).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addBook } from '../assessments/stores.mjs';
import { built, root } from '../built.mjs';
import { demoSets, folderSet } from './sets.mjs';

const { openDeps } = await built('platform/open-deps.js');
const { inTransaction } = await built('platform/database/transaction.js');
const { replaceOutline, replacePages } = await built('features/publishing/store/content-queries.js');
const { indexBook } = await built('features/search/index-book.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const INDEX = ['search_postings', 'search_books', 'search_words'];
const dataDir = await mkdtemp(join(tmpdir(), 'bench-search-size-'));
const { deps, database } = await openDeps({ DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
pool.on('error', () => {}); // the database is stopped at the end

/** Bytes of each table with its indexes, as it is after the last book. */
async function sizes() {
  const { rows } = await pool.query(
    'select name, pg_total_relation_size(name::regclass)::int as bytes from unnest($1::text[]) as name',
    [[...INDEX, 'book_pages']],
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
const kilobytes = (bytes, pages) => (bytes / pages / 1000).toFixed(1);

console.log(
  '| books | pages | characters a page | pages, kB each | index, kB a page | indexing, ms a page |',
);
console.log('|---|---|---|---|---|---|');
const [folder] = process.argv.slice(2);
for (const { name, books } of [...(await demoSets()), ...(folder ? [await folderSet(folder)] : [])]) {
  const before = await sizes();
  let spent = 0;
  for (const book of books) {
    const id = await addBook(pool, `size-${book.slug}`);
    await inTransaction(deps.db, async (tx) => {
      const rows = book.pages.map((text, index) => ({
        ...{ page: index + 1, label: String(index + 1), width: 1, height: 1, text },
      }));
      await replacePages(tx, id, rows);
      await replaceOutline(tx, id, book.outline);
      const from = performance.now();
      await indexBook(tx, id);
      spent += performance.now() - from;
    });
  }
  const after = await sizes();
  const grown = (tables) => tables.reduce((sum, table) => sum + after.get(table) - before.get(table), 0);
  const texts = books.flatMap(({ pages }) => pages);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const figures = [
    texts.length,
    Math.round(characters / texts.length),
    kilobytes(grown(['book_pages']), texts.length),
    kilobytes(grown(INDEX), texts.length),
    (spent / texts.length).toFixed(1),
  ];
  console.log(`| ${name} | ${figures.join(' | ')} |`);
}
await pool.end();
await database.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
