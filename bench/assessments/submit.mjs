/**
 * Five hundred readers submit a test of forty questions at once, a chapter test and a final test, beside a bare
 * `node:http` handler that inserts the same rows in one transaction through the same driver and pool size. Five
 * interleaved rounds, medians; then it counts what was stored. `node bench/assessments/submit.mjs` (after
 * `npm run build`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built, root } from '../built.mjs';
import { startBare } from './bare.mjs';
import { load, median } from './load.mjs';
import { addBook, addFinalTest, addReaders, addTest } from './stores.mjs';

const READERS = 500;
const QUESTIONS = 40;
const ROUNDS = 5;
const POOL = 16;

const { openDeps } = await built('platform/open-deps.js');
const { buildApp } = await built('app/app.js');
const { newId } = await built('platform/ids.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const dataDir = await mkdtemp(join(tmpdir(), 'bench-assessments-'));
const { deps, database } = await openDeps({
  DATA_DIR: dataDir,
  DEMO: 'false',
  LOG_LEVEL: 'fatal',
  DATABASE_POOL_SIZE: String(POOL),
});
const pool = new pg.Pool({ connectionString: database.url, max: POOL });
pool.on('error', () => {}); // the database is stopped at the end
const app = await buildApp(deps, { web: false });
const address = await app.listen({ port: 0, host: '127.0.0.1' });

/** The baseline of each of ours: the bare insert of the same rows. */
const BESIDE = { 'chapter test': 'bare', 'final test': 'bare, cards' };
const rounds = { 'chapter test': [], bare: [], 'final test': [], 'bare, cards': [] };
let expected = 0;
for (let round = 1; round <= ROUNDS; round += 1) {
  const bookId = await addBook(pool, `round-${round}`);
  const test = await addTest(pool, bookId, QUESTIONS);

  const answers = test.questions.map(({ id, choices }, index) => ({
    question_id: id,
    test_answer_choice_id: choices[index % 4],
  }));
  const final = await addFinalTest(pool, bookId, QUESTIONS);
  const finalAnswers = final.questions.map(({ id, choices }, index) => ({
    question_id: id,
    answer_id: choices[index % 4],
  }));
  const choiceIsRight = new Set([...test.questions, ...final.questions].map(({ choices }) => choices[0]));
  const readers = await addReaders(pool, bookId, READERS);
  const others = await addReaders(pool, bookId, READERS);
  // As autovacuum does within a minute: without statistics both sides get plans for empty tables.
  await pool.query('analyze');
  const bare = await startBare(pool, { newId, bookId, testId: test.id, finalId: final.id, choiceIsRight });
  const contestants = [
    [
      'chapter test',
      readers.map(({ token }) => ({
        url: `${address}/customer_portal/v1/test_answers/bulk_create`,
        token,
        body: { test_id: test.id, test_type: 0, answers },
      })),
    ],
    [
      'final test',
      readers.map(({ token }) => ({
        url: `${address}/customer_portal/v1/final_tests/submit_final_test?book_id=${bookId}`,
        token,
        body: { attempt: 1, answers: finalAnswers },
      })),
    ],
    ['bare', others.map(({ id }) => ({ url: bare.url, body: { userId: id, answers } }))],
    [
      'bare, cards',
      others.map(({ id }) => ({ url: bare.url, body: { userId: id, answers: finalAnswers, cards: true } })),
    ],
  ];
  // A different contestant comes first in each round.
  for (let turn = 0; turn < contestants.length; turn += 1) {
    const [name, requests] = contestants[(round + turn) % contestants.length];
    rounds[name].push(await load(requests, READERS));
  }
  bare.close();
  expected += contestants.length * READERS;
}

const stored = (
  await pool.query(
    `select count(*)::int as attempts, count(distinct (user_id, subject_id))::int as apart,
       (select count(*)::int from attempt_answers) as answers from attempts`,
  )
).rows[0];
const of = (name, figure) => median(rounds[name].map((round) => round[figure]));
for (const name of Object.keys(rounds))
  console.log(
    `${name.padEnd(12)} ${of(name, 'perSecond').toFixed(0).padStart(6)} submissions/s   p50 ${of(name, 'p50').toFixed(0)} ms   p99 ${of(name, 'p99').toFixed(0)} ms   failed ${rounds[name].reduce((sum, { failed }) => sum + failed, 0)}`,
  );
for (const [name, beside] of Object.entries(BESIDE))
  console.log(
    `${name} beside ${beside}: throughput ${(of(name, 'perSecond') / of(beside, 'perSecond')).toFixed(2)} (owed 0.5, aim 0.75), p99 ${(of(name, 'p99') / of(beside, 'p99')).toFixed(2)} (owed 2)`,
  );
console.log(
  `stored ${stored.attempts} of ${expected} attempts, ${stored.apart} different, ${stored.answers} answers of ${expected * QUESTIONS}`,
);
await app.close();
await pool.end();
await database.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(stored.attempts === expected && stored.apart === expected ? 0 : 1);
