/**
 * Each main call with 1, 10 and 100 times the data: 100 to 10,000 books, 1,000 to 100,000 readers with what they did, a
 * program of 100 to 10,000 students. The whole server over HTTP, nothing cached; rounds interleaved, medians; the SQL
 * statements of each request counted; the plan of each call that takes more than 1.5 times as long at 100 times the data.
 *
 *   npm run build && node bench/server/growth.mjs [rounds]      default: 31; ten minutes to make the data, three to measure; SCALES=1,10 makes it shorter
 *
 * The three databases (3 GB) are made on one embedded PostgreSQL in the temporary folder and removed at the end;
 * BENCH_DATA=/some/folder keeps them for the next run. PLANS=all prints every plan. CACHE=5 keeps the public lists for five
 * seconds, as it is set by default.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { built, root } from '../built.mjs';
import { portOf } from '../listen.mjs';
import { noteStatements } from '../noted-statements.mjs';
import { makeGrowth, sizesAt } from './make-growth.mjs';

const SCALES = (process.env.SCALES ?? '1,10,100').split(',').map(Number);
const ROUNDS = Number(process.argv[2] ?? 31);
const WARM = 8;
const FLOOR = 1.5;
const MOST_STATEMENTS = 3;

const { openDatabase } = await built('platform/database/database.js');
const { openDeps } = await built('platform/open-deps.js');
const { buildApp } = await built('app/app.js');
const { newId } = await built('platform/ids.js');
const { hashToken } = await built('features/accounts/tokens.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const statementsOf = noteStatements(pg);

const folder = process.env.BENCH_DATA ?? (await mkdtemp(join(tmpdir(), 'bench-growth-')));
const log = { info() {}, warn() {}, error: console.error };
const server = await openDatabase({ dataDir: folder, log });
const admin = new pg.Client({ connectionString: server.url });
await admin.connect();

async function open(scale) {
  const name = `growth_${scale}`;
  const dataDir = join(folder, name);
  await mkdir(dataDir, { recursive: true });
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.query(`create database ${name}`);
  const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const { deps, database } = await openDeps({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DEMO: 'false',
    LOG_LEVEL: 'error',
    CATALOGUE_CACHE_SECONDS: process.env.CACHE ?? '0',
  });
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on('error', () => {}); // the server is stopped at the end
  const factsFile = join(dataDir, 'facts.json');
  if (!existsSync(factsFile)) {
    const began = performance.now();
    await writeFile(factsFile, JSON.stringify(await makeGrowth(pool, { newId, hashToken }, scale)));
    console.log(
      `${JSON.stringify(sizesAt(scale))} made in ${Math.round((performance.now() - began) / 1000)} s`,
    );
  }
  const facts = JSON.parse(await readFile(factsFile, 'utf8'));
  const app = await buildApp(deps, { web: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await pool.end();
    await app.close();
    await database.close();
  };
  return { scale, ...facts, pool, port: portOf(app.server), close };
}

const agent = new Agent({ keepAlive: true });
const PORTALS = { director: 'program_director_portal', staff: 'admin_portal' };
/** @typedef {{ path: (product: any) => string, as?: string, method?: string }} Asked */
/**
 * @param {any} product
 * @param {Asked} asked
 */
function call(product, { as = '', method = 'GET', path }) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        agent,
        port: product.port,
        host: '127.0.0.1',
        method,
        path: `/${PORTALS[as] ?? 'customer_portal'}/v1${path(product)}`,
        headers: as ? { authorization: `Bearer ${product.tokens[as]}` } : {},
      },
      async (answer) => {
        const chunks = [];
        for await (const chunk of answer) chunks.push(chunk);
        if (answer.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${path(product)}: ${answer.statusCode} ${Buffer.concat(chunks)}`));
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

const search = (word) => (p) => `/search?search_term=${encodeURIComponent(word(p.words))}`;
const inBook = (p) => `/books/${p.bookId}`;
const students = (rest) => (p) => `/students/students_overview?program_id=${p.programId}${rest}`;
/**
 * What is asked, as whom.
 * @type {Record<string, Asked>}
 */
const CALLS = {
  'books, first page': { path: () => '/books?items=12' },
  'books, page 6 by price': { path: () => '/books?items=12&page=6&sorting_term=price_low', as: 'reader' },
  'book profile': { path: inBook, as: 'reader' },
  'pages of a book (manifest)': { path: (p) => `${inBook(p)}/pages`, as: 'reader' },
  'progress update': {
    method: 'PATCH',
    path: (p) => `/books/update_current_progress?book_id=${p.bookId}&page=7`,
    as: 'reader',
  },
  'search in a book': { path: (p) => `${inBook(p)}/search?q=${p.words[60]}`, as: 'reader' },
  'search: rare word': {
    path: search((words) => words.slice(20_000).find((word) => word.length > 9)),
    as: 'reader',
  },
  'search: common word': { path: search((words) => words[60]), as: 'reader' },
  'search: word of titles': { path: search(() => 'nephrology') },
  'my books': { path: () => '/books/own', as: 'reader' },
  'started books': { path: () => '/books/started', as: 'reader' },
  'notes of a book': { path: (p) => `/annotations?book_id=${p.bookId}`, as: 'reader' },
  review: { path: () => '/review', as: 'reader' },
  'chapter tests, with attempts': { path: (p) => `/tests?book_id=${p.bookId}`, as: 'reader' },
  'quizzes, with attempts': { path: (p) => `/book_quizzes?book_id=${p.bookId}`, as: 'reader' },
  'students, first page': { path: students(''), as: 'director' },
  'students, page 3': { path: students('&page=3'), as: 'director' },
  'students by name': { path: students('&search_term=student+99'), as: 'director' },
  topics: { path: (p) => `/programs/${p.programId}/topics`, as: 'director' },
  'topics by a word': { path: (p) => `/programs/${p.programId}/topics?search_term=topic+77`, as: 'director' },
  'one topic': { path: (p) => `/programs/${p.programId}/topics/${p.topic}`, as: 'director' },
  'people, newest': { path: () => '/people', as: 'staff' },
  'people by name': { path: () => '/people?search_term=zuckerkandl', as: 'staff' },
  'people by a common name': { path: () => '/people?search_term=ada', as: 'staff' },
  'people by address': { path: () => '/people?search_term=reader-77', as: 'staff' },
  'one person': { path: (p) => `/people/${p.readerId}`, as: 'staff' },
  'what a person can open': { path: (p) => `/people/${p.readerId}/access?readable=true`, as: 'staff' },
  'all books, for a person': { path: (p) => `/people/${p.readerId}/access`, as: 'staff' },
  'all books, for a person, by title': {
    path: (p) => `/people/${p.readerId}/access?search_term=nephrology`,
    as: 'staff',
  },
  'books and packages to choose from': { path: () => '/products', as: 'staff' },
  'books to choose from, by title': {
    path: () => '/products?kind=book&search_term=nephrology',
    as: 'staff',
  },
  'programs to choose from': { path: () => '/programs', as: 'staff' },
  institutions: { path: () => '/institutions', as: 'staff' },
};

const products = [];
for (const scale of SCALES) products.push(await open(scale));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const only = process.env.ONLY;
const table = [];
const slow = [];
const failed = [];
for (const [name, asked] of Object.entries(CALLS)) {
  if (only && !name.includes(only)) continue;
  try {
    const statements = [];
    /** @type {Map<number, number[]>} */
    const times = new Map(products.map(({ scale }) => [scale, []]));
    for (let round = -WARM; round < ROUNDS; round += 1)
      for (const product of products) {
        // Counted in a warm round: the first one may open connections.
        if (round === -1) statementsOf.begin();
        const time = await call(product, asked);
        const noted = statementsOf.end().filter(({ text }) => typeof text === 'string');
        if (round === -1) statements.push({ product, list: noted });
        if (round >= 0) times.get(product.scale)?.push(time);
      }
    const of = products.map(({ scale }) => median(times.get(scale)));
    const ratios = of.map((time) => time / of[0]);
    const slowest = ratios.at(-1) ?? 0;
    const counts = statements.map(({ list }) => list.length);
    table.push({
      call: name,
      ...Object.fromEntries(
        products.map(({ scale }, index) => [`${scale}x ms`, Number(of[index].toFixed(2))]),
      ),
      ...Object.fromEntries(
        products.slice(1).map(({ scale }, index) => [`${scale}x / 1x`, Number(ratios[index + 1].toFixed(2))]),
      ),
      statements: [...new Set(counts)].join(' to '),
      '': slowest > FLOOR ? 'SLOWER' : new Set(counts).size > 1 || counts[0] > MOST_STATEMENTS ? 'look' : '',
    });
    if (slowest > FLOOR || process.env.PLANS === 'all') slow.push({ name, ...statements.at(-1) });
  } catch (error) {
    failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}
console.table(table);
console.log(`medians of ${ROUNDS} interleaved requests; load ${loadavg()[0].toFixed(0)}`);
for (const { name, product, list } of slow)
  for (const { text, values } of list) {
    if (!/^\s*(\/\*.*?\*\/)?\s*(select|with)/is.test(text)) continue;
    const { rows } = await product.pool.query(`explain (analyze, buffers, costs off) ${text}`, values ?? []);
    console.log(`\n${name}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
    console.log(rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n'));
  }
for (const line of failed) console.log(`FAILED ${line}`);
for (const { close } of products) await close();
await admin.end();
await server.close();
if (!process.env.BENCH_DATA) await rm(folder, { recursive: true, force: true });
process.exit(failed.length > 0 ? 1 : 0);
