/**
 * The cost of a reader's history: the books list and the review with 100, 1,000 and 10,000 answered questions per
 * reader, medians of 60 requests each, interleaved. `node bench/assessments/growth.mjs` (after `npm run build`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built, root } from '../built.mjs';
import { load, median } from './load.mjs';
import { addBook, addQuestions, addReaders } from './stores.mjs';

const SIZES = [100, 1000, 10_000];
const REQUESTS = 60;
const QUESTIONS_A_BOOK = 500;

const { openDeps } = await built('platform/open-deps.js');
const { buildApp } = await built('app/app.js');
const { newId } = await built('platform/ids.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const dataDir = await mkdtemp(join(tmpdir(), 'bench-growth-'));
const { deps, database } = await openDeps({ DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' });
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
pool.on('error', () => {}); // the database is stopped at the end
const app = await buildApp(deps, { web: false });
const address = await app.listen({ port: 0, host: '127.0.0.1' });

const books = [];
for (let index = 0; index < Math.max(...SIZES) / QUESTIONS_A_BOOK; index += 1) {
  const bookId = await addBook(pool, `growth-${index}`);
  const quizId = newId();
  await pool.query(
    `insert into quizzes (id, book_id, key, page, title) values ($1, $2, 'bench', 3, 'Bench')`,
    [quizId, bookId],
  );
  books.push({
    bookId,
    quizId,
    questions: await addQuestions(pool, bookId, { quiz_id: quizId }, QUESTIONS_A_BOOK),
  });
}

/** Half of the answers are wrong: each makes a review card, and all are due. */
async function answer(userId, count) {
  for (const { bookId, quizId, questions } of books.slice(0, Math.ceil(count / QUESTIONS_A_BOOK))) {
    await pool.query(
      `insert into subscriptions (id, user_id, book_id, gateway, renews, started_at, ends_at, created_at)
       values ($1, $2, $3, 'free', false, now(), now() + interval '1 year', now())`,
      [newId(), userId, bookId],
    );
    const asked = questions.slice(0, Math.min(count, QUESTIONS_A_BOOK));
    const attempt = newId();
    await pool.query(
      `insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
       values ($1, $2, $3, 'quiz', $4, 0, $5, now())`,
      [attempt, userId, bookId, quizId, asked.length],
    );
    await pool.query(
      `insert into attempt_answers select $1, question_id, choice_id, n % 2 = 0, 1
       from unnest($2::uuid[], $3::uuid[]) with ordinality as g (question_id, choice_id, n)`,
      [attempt, asked.map(({ id }) => id), asked.map(({ choices }) => choices[1])],
    );
    await pool.query(
      `insert into review_cards (user_id, question_id, book_id, due_at)
       select $1, q, $3, now() - (n || ' minutes')::interval from unnest($2::uuid[]) with ordinality as g (q, n) where n % 2 = 1`,
      [userId, asked.map(({ id }) => id), bookId],
    );
  }
}

const readers = [];
for (const size of SIZES) {
  const [reader] = await addReaders(pool, await addBook(pool, `of-${size}`), 1);
  await answer(reader.id, size);
  readers.push({ size, token: reader.token });
}
await pool.query('vacuum analyze');

const paths = { 'books list': '/books?items=10', review: '/review' };
const times = new Map();
for (let round = 0; round < REQUESTS; round += 1)
  for (const { size, token } of readers)
    for (const [name, path] of Object.entries(paths)) {
      const { p50, failed } = await load(
        [{ url: `${address}/customer_portal/v1${path}`, method: 'GET', token }],
        1,
      );
      if (failed) throw new Error(`${name} failed`);
      const key = `${name} ${size}`;
      times.set(key, [...(times.get(key) ?? []), p50]);
    }
for (const name of Object.keys(paths)) {
  const row = SIZES.map((size) => median(times.get(`${name} ${size}`)));
  console.log(
    `${name.padEnd(11)} ${SIZES.map((size, index) => `${size}: ${row[index].toFixed(2)} ms`).join('   ')}   10,000 beside 100: ${(row[2] / row[0]).toFixed(2)}`,
  );
}
await app.close();
await pool.end();
await database.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
