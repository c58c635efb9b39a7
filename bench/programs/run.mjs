/**
 * Programs with 100, 1,000 and 10,000 students, 20 books and 10 chapter tests a book: one page of the students list, the
 * program overview, and an import, each beside the main statement alone through the same driver.
 * `node bench/programs/run.mjs` (after `npm run build`). SIZES=100,1000 makes it shorter.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeProgram, signIn } from './make-program.mjs';

const root = resolve(import.meta.dirname, '../..');
const built = (path) => import(pathToFileURL(join(root, 'server/dist', path)).href);
const SIZES = (process.env.SIZES ?? '100,1000,10000').split(',').map(Number);
const ROUNDS = 15;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const { openDeps } = await built('platform/open-deps.js');
const { buildApp } = await built('app/app.js');
const { newId } = await built('platform/ids.js');
const { hashToken } = await built('platform/session.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const dataDir = await mkdtemp(join(tmpdir(), 'bench-programs-'));
const { deps, database } = await openDeps({ DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' });
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
const app = await buildApp(deps, { web: false });
const { token, director } = await signIn(pool, { newId, hashToken });

const programs = [];
for (const size of SIZES) {
  const began = performance.now();
  programs.push({ size, ...(await makeProgram(pool, newId, { students: size, director })) });
  console.log(`made ${size} students in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
await pool.query('vacuum analyze');

async function call(method, url, payload) {
  const began = performance.now();
  const answer = await app.inject({
    method,
    url: `/program_director_portal/v1${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  });
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
  return { ms: performance.now() - began, bytes: answer.body.length };
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

const times = new Map();
const note = (key, ms) => times.set(key, [...(times.get(key) ?? []), ms]);
for (let round = 0; round < ROUNDS; round += 1)
  for (const { size, programId, bookIds } of programs) {
    note(`students ${size}`, (await call('GET', `/students/students_overview?program_id=${programId}`)).ms);
    const search = `/students/students_overview?program_id=${programId}&search_term=student%2042`;
    note(`search ${size}`, (await call('GET', search)).ms);
    const began = performance.now();
    const { rows } = await pool.query(PLAIN_PAGE, [programId]);
    await pool.query(PLAIN_SCORES, [rows.map(({ id }) => id)]);
    note(`plain students ${size}`, performance.now() - began);
    if (round < 5) {
      note(`overview ${size}`, (await call('GET', `/programs/${programId}/overview`)).ms);
      note(`plain overview ${size}`, await plain(PLAIN_OVERVIEW, [programId, bookIds[0]]));
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
for (const name of ['students', 'plain students', 'search', 'overview', 'plain overview']) {
  const row = SIZES.map((size) => median(times.get(`${name} ${size}`)));
  console.log(
    `${name.padEnd(15)} ${row.map((ms, index) => `${SIZES[index]}: ${shown(ms)}`).join('  ')}   largest beside smallest: ${(row.at(-1) / row[0]).toFixed(2)}`,
  );
}
console.log(`import of 500   ${shown(median(times.get('import of 500')))}`);
console.log(
  `memory          ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB (server and bench in one process)`,
);
await app.close();
await pool.end();
await database.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
