/**
 * How often the search finds the page that answers a question, and how long it takes, beside the search that wants every
 * word, beside a plain BM25 in memory, and beside the first ranking alone. `node bench/search/run.mjs [folder]` (after `npm run build`): the demo
 * library, and the book of the folder (sets.mjs).
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
const { rankBookPages, rankByIndex } = await built('features/search/rank-book-pages.js');
const { rankLibraryPages } = await built('features/search/rank-library-pages.js');
const { listPagesInOrder } = await built('features/reader/list-hits.js');
const { parseSearch, tokensOf } = await import('@vesalius/contract/reader-search');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const FIRST = [1, 3, 5, 10];
const dataDir = await mkdtemp(join(tmpdir(), 'bench-search-'));
const { deps, database } = await openDeps({ DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
pool.on('error', () => {}); // the database is stopped at the end

async function store(book) {
  const id = await addBook(pool, `search-${book.slug}`);
  await inTransaction(deps.db, async (tx) => {
    const rows = book.pages.map((text, index) => ({
      ...{ page: index + 1, label: String(index + 1), width: 1, height: 1, text },
    }));
    await replacePages(tx, id, rows);
    await replaceOutline(tx, id, book.outline);
    await indexBook(tx, id);
  });
  return id;
}

/** BM25 over whole words, without stems, headings or abbreviations. */
function plainRanking(pages) {
  const texts = pages.map((text) => tokensOf(text).map(({ word }) => word));
  const average = texts.reduce((sum, words) => sum + words.length, 0) / texts.length;
  const counts = texts.map((words) => {
    const count = new Map();
    for (const word of words) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  const found = new Map();
  for (const count of counts) for (const word of count.keys()) found.set(word, (found.get(word) ?? 0) + 1);
  return (question) => {
    const words = new Set(tokensOf(question).map(({ word }) => word));
    const scores = counts.map((count, index) => {
      let score = 0;
      for (const word of words) {
        const times = count.get(word) ?? 0;
        const pagesWith = found.get(word) ?? 0;
        const rarity = Math.log(1 + (texts.length - pagesWith + 0.5) / (pagesWith + 0.5));
        score += (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * texts[index].length) / average));
      }
      return { page: index + 1, score };
    });
    return scores
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ page }) => page);
  };
}

async function measure(name, questions, pagesOf) {
  const ranks = [];
  const times = [];
  for (const question of questions) {
    const from = performance.now();
    const pages = await pagesOf(question);
    times.push(performance.now() - from);
    ranks.push(pages.findIndex(question.isRight));
  }
  times.sort((a, b) => a - b);
  const share = (first) => ranks.filter((rank) => rank >= 0 && rank < first).length / ranks.length;
  const meanReciprocal = ranks.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / ranks.length;
  const p95 = times[Math.floor(times.length * 0.95)];
  console.log(
    `| ${name} | ${[...FIRST.map(share), meanReciprocal].map((value) => value.toFixed(2)).join(' | ')} | ${p95.toFixed(1)} |`,
  );
}

/** Asks each question in turn of all searches, because the load of the machine changes. */
async function compareTimes(questions, searches) {
  /** @type {number[][]} */
  const times = Object.values(searches).map(() => []);
  for (const question of questions)
    for (const [index, search] of Object.values(searches).entries()) {
      const from = performance.now();
      await search(question);
      times[index].push(performance.now() - from);
    }
  console.log(
    '\n| in the book, interleaved | median, ms | p95, ms | CPU of this process, ms |\n|---|---|---|---|',
  );
  for (const [index, [name, search]] of Object.entries(searches).entries()) {
    const sorted = times[index].sort((a, b) => a - b);
    const before = process.cpuUsage();
    for (const question of questions) await search(question);
    const { user, system } = process.cpuUsage(before);
    const figures = [sorted[sorted.length >> 1], sorted[Math.floor(sorted.length * 0.95)]];
    figures.push((user + system) / 1000 / questions.length);
    console.log(`| ${name} | ${figures.map((figure) => figure.toFixed(1)).join(' | ')} |`);
  }
}

const [folder] = process.argv.slice(2);
for (const set of [...(await demoSets()), ...(folder ? [await folderSet(folder)] : [])]) {
  const questions = [];
  for (const book of set.books) {
    const id = await store(book);
    const plain = plainRanking(book.pages);
    for (const question of book.questions) questions.push({ ...question, id, plain });
  }
  console.log(`\n${set.name}: ${questions.length} questions, ${set.books.length} books\n`);
  console.log(`| search | ${FIRST.map((first) => `first ${first}`).join(' | ')} | MRR | p95, ms |`);
  console.log(`|---|${'---|'.repeat(FIRST.length + 2)}`);
  await measure('plain BM25 in memory', questions, ({ plain, text }) => plain(text));
  const everyWord = async ({ id, text }) => {
    const part = { bookId: id, lastReadablePage: null };
    const { hits } = await listPagesInOrder(deps.db, part, parseSearch(text), 1);
    return [...new Set(hits.map(({ page }) => page))];
  };
  const inBook =
    (rank) =>
    async ({ id, text }) => {
      const ranking = await rank(deps.db, { bookId: id, wholeBook: true }, text);
      return ranking.pages.map(({ page }) => page);
    };
  await measure('every word', questions, everyWord);
  await measure('first ranking alone, in the book', questions, inBook(rankByIndex));
  await measure('this search, in the book', questions, inBook(rankBookPages));
  for (const half of [0, 1])
    await measure(
      `the same, questions ${half === 0 ? '1, 3, 5 ...' : '2, 4, 6 ...'}`,
      questions.filter((_, index) => index % 2 === half),
      inBook(rankBookPages),
    );
  const library = { readable: 'all', now: new Date() };
  await measure(
    'this search, in the library',
    questions.map((question) => ({
      ...question,
      isRight: ({ bookId, page }) => bookId === question.id && question.isRight(page),
    })),
    async ({ text }) => (await rankLibraryPages(deps.db, library, { question: text, limit: 10 })).passages,
  );
  await compareTimes(questions, {
    'every word': everyWord,
    'first ranking alone': inBook(rankByIndex),
    'this search': inBook(rankBookPages),
  });
}
await pool.end();
await database.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
