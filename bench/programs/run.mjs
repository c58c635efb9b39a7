/**
 * Programs with 100, 1,000 and 10,000 students, 20 books and 10 chapter tests a book: one page of the students list, the
 * program overview, and an import, each beside the main statement alone through the same driver.
 * `node bench/programs/run.mjs` (after `npm run build`). SIZES=100,1000 makes it shorter.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built, root } from '../built.mjs';
import { makeProgram, signIn } from './make-program.mjs';

const SIZES = (process.env.SIZES ?? '100,1000,10000').split(',').map(Number);
const ROUNDS = 15;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const { openDeps } = await built('platform/open-deps.js');
const { buildApp } = await built('app/app.js');
const { newId } = await built('platform/ids.js');
const { hashToken } = await built('features/accounts/tokens.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const dataDir = await mkdtemp(join(tmpdir(), 'bench-programs-'));
const { deps, database } = await openDeps({ DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' });
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
const app = await buildApp(deps, { web: false });
const { token, director } = await signIn(pool, { newId, hashToken });

// Statements of the product, counted where they leave for the database; those of the bench go through `plain`.
let statements = 0;
const send = pg.Client.prototype.query;
pg.Client.prototype.query = function counted(...args) {
  statements += 1;
  return send.apply(this, args);
};
const queries = new Map();

const programs = [];
for (const size of SIZES) {
  const began = performance.now();
  programs.push({ size, ...(await makeProgram(pool, newId, { students: size, director })) });
  console.log(`made ${size} students in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
await pool.query('vacuum analyze');

async function call(method, url, payload) {
  const before = statements;
  const began = performance.now();
  const answer = await app.inject({
    method,
    url: `/program_director_portal/v1${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  });
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
  return { ms: performance.now() - began, bytes: answer.body.length, statements: statements - before };
}
async function plain(text, values) {
  const began = performance.now();
  await pool.query(text, values);
  return performance.now() - began;
}

/** The page's names, and the counts per student and book: what any implementation has to ask. */
const PLAIN_PAGE = `select u.id, count(*) over () from program_students ps join users u on u.id = ps.user_id
  where ps.program_id = $1 order by lower(u.first_name || ' ' || u.second_name) collate "C", u.id limit 20`;
const PLAIN_SCORES = `select a.user_id, a.book_id, a.kind, count(*), max(a.score) from attempts a
  where a.user_id = any($1::uuid[]) group by 1, 2, 3`;
/** The histogram of one book, without sections, states and tasks. */
const PLAIN_OVERVIEW = `select a.subject_id, a.kind, a.score * 10 / a.total, count(*) from attempts a
  join tests t on t.id = a.subject_id and t.book_id = $2
  join program_students ps on ps.user_id = a.user_id and ps.program_id = $1 where a.total > 0 group by 1, 2, 3`;
/** The chapter tasks alone, page by page from what was shown, instead of from what is kept of it. */
const PLAIN_CHAPTERS = `select c.id, s.user_id from program_assignments a join chapters c on c.id = a.chapter_id
  join shown_pages s on s.book_id = c.book_id and s.part between (c.first_page - 1) / 64 and (c.last_page - 1) / 64
  join program_students ps on ps.program_id = a.program_id and ps.user_id = s.user_id
  where a.program_id = $1 group by c.id, s.user_id
  having sum((select count(*) from unnest(s.shown_at[c.first_page - s.part * 64 : c.last_page - s.part * 64]) at
    where at >= 0)) >= (c.last_page - c.first_page + 1) * 0.9`;
const KEPT_CHAPTERS = `select r.chapter_id, r.user_id from program_assignments a
  join chapter_reads r on r.chapter_id = a.chapter_id
  join program_students ps on ps.program_id = a.program_id and ps.user_id = r.user_id where a.program_id = $1`;

const times = new Map();
const note = (key, ms) => times.set(key, [...(times.get(key) ?? []), ms]);
/** The first call of each kind is not measured: plans, caches, and the first count of a large program. */
async function measure(name, size, url) {
  const { ms, statements: count } = await call('GET', url);
  if (!queries.has(`${name} ${size}`)) {
    queries.set(`${name} ${size}`, 0);
    note(`first ${name} ${size}`, ms);
    return;
  }
  queries.set(`${name} ${size}`, count);
  note(`${name} ${size}`, ms);
}
// The job that updates the sums of a large program; the first call enqueues its first run.
const { recountScores } = await built('features/programs/read-scores.js');
for (let round = 0; round < 3; round += 1)
  for (const { size, programId, bookIds } of programs) {
    const began = performance.now();
    await recountScores(deps.db, { programId, bookId: bookIds[0] }, deps.clock.now());
    note(`count by the job ${size}`, performance.now() - began);
  }
for (let round = 0; round <= ROUNDS; round += 1)
  for (const { size, programId, bookIds } of programs) {
    const list = `/students/students_overview?program_id=${programId}`;
    await measure('students', size, list);
    await measure('last page', size, `${list}&page=${Math.ceil(size / 20)}`);
    await measure('search', size, `${list}&search_term=student%2042`);
    await measure('behind', size, `${list}&state=behind`);
    await measure('overview', size, `/programs/${programId}/overview`);
    const began = performance.now();
    const { rows } = await pool.query(PLAIN_PAGE, [programId]);
    await pool.query(PLAIN_SCORES, [rows.map(({ id }) => id)]);
    note(`plain students ${size}`, performance.now() - began);
    if (round < 5) {
      note(`plain overview ${size}`, await plain(PLAIN_OVERVIEW, [programId, bookIds[0]]));
      note(`chapters kept ${size}`, await plain(KEPT_CHAPTERS, [programId]));
      note(`chapters by pages ${size}`, await plain(PLAIN_CHAPTERS, [programId]));
    }
  }
const first = programs[0].programId;
for (let round = 0; round < 5; round += 1) {
  const users = Array.from({ length: 500 }, (_none, nr) => ({
    email: `import-${round}-${nr}@bench.example`,
    first_name: 'Import',
    second_name: `Number${nr}`,
  }));
  note('import of 500', (await call('POST', `/programs/${first}/assign_users`, { program: { users } })).ms);
}

const shown = (ms) => `${ms.toFixed(1)} ms`.padStart(11);
const NAMES = [
  'students',
  'plain students',
  'last page',
  'search',
  'behind',
  'overview',
  'count by the job',
  'plain overview',
  'chapters kept',
  'chapters by pages',
];
let grows = false;
for (const name of NAMES) {
  const row = SIZES.map((size) => median(times.get(`${name} ${size}`)));
  const counts = SIZES.map((size) => queries.get(`${name} ${size}`)).filter((count) => count !== undefined);
  grows ||= Math.max(...counts, 0) > Math.min(...counts, 99) + 1;
  console.log(
    `${name.padEnd(16)} ${row.map((ms, index) => `${SIZES[index]}: ${shown(ms)}`).join('  ')}   largest beside smallest: ${(row.at(-1) / row[0]).toFixed(2)}${counts.length > 0 ? `   statements: ${counts.join(', ')}` : ''}`,
  );
}
const ratio = SIZES.map((size) => {
  const [pages, kept] = ['by pages', 'kept'].map((how) => median(times.get(`chapters ${how} ${size}`)));
  return `${size}: ${(pages / kept).toFixed(1)}`;
});
console.log(`chapters by pages beside kept   ${ratio.join('  ')}`);
console.log(`import of 500   ${shown(median(times.get('import of 500')))}`);
console.log(
  `memory          ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB (server and bench in one process)`,
);
await app.close();
await pool.end();
await database.close();
await rm(dataDir, { recursive: true, force: true });
if (grows) console.log('The number of statements grows with the data.');
process.exit(grows ? 1 : 0);
