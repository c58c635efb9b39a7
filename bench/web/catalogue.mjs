/**
 * A library of 10,000 books and five million pages of text beside one of a hundredth: listing and searching through the
 * whole server over HTTP, beside the same statements alone through the same driver.
 *
 *   npm run build && node bench/web/catalogue.mjs [pages]      default: 5,000,000
 *
 * The databases are made in the temporary folder and removed at the end: five million pages take 28 GB and, on two busy
 * cores, half an hour. BENCH_DATA=/some/folder keeps them for the next run; BENCH_POSTGRES=postgres://... makes them on a
 * server of one's own. No list is cached (CATALOGUE_CACHE_SECONDS=0).
 * Rounds are interleaved; the figures are medians in milliseconds.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built, root } from '../built.mjs';
import { portOf } from '../listen.mjs';
import { noteStatements } from '../noted-statements.mjs';
import { makeCatalogue } from './make-catalogue.mjs';
import { makeReader } from './make-reader.mjs';

const PAGES = Number(process.argv[2] ?? 5_000_000);
const BOOKS = 10_000;
const SMALLER = 100;
const ROUNDS = Number(process.env.ROUNDS ?? 15);
const WARM = 3;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const { openDeps } = await built('platform/open-deps.js');
const { buildApp } = await built('app/app.js');
const { newId } = await built('platform/ids.js');
const { hashToken } = await built('features/accounts/tokens.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const statementsOf = noteStatements(pg);

const folder = process.env.BENCH_DATA ?? (await mkdtemp(join(tmpdir(), 'bench-catalogue-')));
const agent = new Agent({ keepAlive: true });

/** BENCH_POSTGRES=postgres://... takes the databases to a server of one's own; undefined = the product's. */
async function externalDatabase(name) {
  const server = process.env.BENCH_POSTGRES;
  if (!server) return undefined;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

async function openLibrary(pages, books) {
  const dataDir = join(folder, String(pages));
  await mkdir(dataDir, { recursive: true });
  const { deps, database } = await openDeps({
    DATA_DIR: dataDir,
    DATABASE_URL: await externalDatabase(`catalogue_${pages}`),
    DEMO: 'false',
    LOG_LEVEL: 'error',
    CATALOGUE_CACHE_SECONDS: '0',
  });
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const factsFile = join(dataDir, 'facts.json');
  if (!existsSync(factsFile)) {
    const began = performance.now();
    const { ids, words, indexed, sizes } = await makeCatalogue(pool, newId, { pages, books });
    const people = {
      subscriber: await makeReader(
        pool,
        { newId, hashToken },
        { name: 'subscriber', books: ids.slice(0, 12) },
      ),
      beta: await makeReader(pool, { newId, hashToken }, { name: 'beta', books: [], beta: true }),
    };
    await writeFile(
      factsFile,
      JSON.stringify({ people, id: ids[Math.floor(books / 2)], words: words.slice(0, 30_000) }),
    );
    const gigabytes = (bytes) => `${(Number(bytes) / 1e9).toFixed(2)} GB`;
    console.log(
      `${books} books, ${pages} pages in ${Math.round((performance.now() - began) / 1000)} s (indexes ${Math.round(indexed / 1000)} s): ` +
        `database ${gigabytes(sizes.bytes)}, pages ${gigabytes(sizes.pages)}, of it the index of the text ${gigabytes(sizes.index)}`,
    );
  }
  const { people, id, words } = JSON.parse(await readFile(factsFile, 'utf8'));
  const app = await buildApp(deps, { web: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const alone = new pg.Client({ connectionString: database.url });
  await alone.connect();
  const close = async () => {
    await alone.end();
    await pool.end();
    await app.close();
    await database.close();
  };
  return { port: portOf(app.server), people, id, words, alone, close };
}

function call(library, { path, as }) {
  const began = performance.now();
  return new Promise((resolved, rejected) => {
    const asked = request(
      {
        agent,
        port: library.port,
        host: '127.0.0.1',
        path: `/customer_portal/v1${path}`,
        headers: as ? { authorization: `Bearer ${library.people[as]}` } : {},
      },
      async (answer) => {
        const chunks = [];
        for await (const chunk of answer) chunks.push(chunk);
        const body = Buffer.concat(chunks).toString();
        if (answer.statusCode !== 200)
          rejected(new Error(`${path}: ${answer.statusCode} ${body.slice(0, 300)}`));
        else resolved({ ms: performance.now() - began, body: JSON.parse(body) });
      },
    );
    asked.on('error', rejected);
    asked.end();
  });
}

/** The noted statements of one call, one after the other, prepared (or not) as the product prepares them. */
async function replay(library, name, statements) {
  const began = performance.now();
  for (const [index, { text, values }] of statements.entries())
    await library.alone.query({
      name: text.startsWith('select') ? `${name} ${index}` : undefined,
      text,
      values,
    });
  return performance.now() - began;
}

const large = await openLibrary(PAGES, BOOKS);
const small = await openLibrary(PAGES / SMALLER, BOOKS / SMALLER);
const { words } = large;
const search = (term) => `/search?search_term=${encodeURIComponent(term)}`;
/** Missing a letter in its middle. */
const mistyped = (word) => word.slice(0, 3) + word.slice(4);
const rare = words.slice(20_000).find((word) => word.length > 9);
/** @type {[name: string, call: { path: string | ((library: any) => string), as?: string }][]} */
const CALLS = [
  ['books, first page', { path: '/books?items=12' }],
  ['books, page 8 of 12 by price', { path: '/books?items=12&page=8&sorting_term=price_low' }],
  ['books, subscriber', { path: '/books?items=12', as: 'subscriber' }],
  ['books, dearest first', { path: '/books?items=12&sorting_term=price_high' }],
  ['books by a word of every title', { path: '/books?items=12&search_term=volume' }],
  ['books by a word of the title', { path: '/books?items=12&search_term=nephrology' }],
  ['one book', { path: (library) => `/books/${library.id}` }],
  ['search: rare word', { path: search(rare) }],
  ['search: word of every third page', { path: search(words[60]) }],
  ['search: two words', { path: search(`${words[300]} ${words[500]}`) }],
  ['search: begun word', { path: search(words[300].slice(0, -2)) }],
  ['search: two letters', { path: search(words[300].slice(0, 2)) }],
  ['search: word of every title', { path: search('volume') }],
  ['search: mistyped word of a title', { path: search('nephrolgy') }],
  ['search: mistyped word of the text', { path: search(mistyped(rare)) }],
  ['subscriber: rare word', { path: search(rare), as: 'subscriber' }],
  ['subscriber: word of every third page', { path: search(words[60]), as: 'subscriber' }],
  ['subscriber: two words', { path: search(`${words[300]} ${words[500]}`), as: 'subscriber' }],
  ['everything readable: rare word', { path: search(rare), as: 'beta' }],
  ['everything readable: every third page', { path: search(words[60]), as: 'beta' }],
];

/** @type {Map<string, Record<'small' | 'large' | 'alone', number[]>>} */
const runs = new Map(CALLS.map(([name]) => [name, { small: [], large: [], alone: [] }]));
const runsOf = (name) => /** @type {Record<'small' | 'large' | 'alone', number[]>} */ (runs.get(name));
const noteOf = new Map();
for (let round = 0; round < WARM + ROUNDS; round += 1)
  for (const [name, { path, as }] of CALLS) {
    const ask = (library) => call(library, { path: typeof path === 'function' ? path(library) : path, as });
    const inSmall = await ask(small);
    if (round === 0) statementsOf.begin();
    const inLarge = await ask(large);
    const statements = statementsOf.end();
    if (round === 0) noteOf.set(name, { statements, body: inLarge.body });
    const alone = await replay(large, name, noteOf.get(name).statements);
    if (round < WARM) continue;
    const run = runsOf(name);
    run.small.push(inSmall.ms);
    run.large.push(inLarge.ms);
    run.alone.push(alone);
  }

const tenth = (value) => Math.round(value * 10) / 10;
const hundredth = (value) => Math.round(value * 100) / 100;
console.table(
  CALLS.map(([name]) => {
    const { small: few, large: many, alone } = runsOf(name);
    const { statements, body } = noteOf.get(name);
    return {
      call: name,
      'ms, 1x': tenth(median(few)),
      'ms, 100x': tenth(median(many)),
      '100x : 1x': hundredth(median(many) / median(few)),
      'SQL alone, 100x': tenth(median(alone)),
      'call : SQL': hundredth(median(many) / median(alone)),
      'worst ms': tenth(Math.max(...many)),
      statements: statements.length,
      found: body.metadata?.count ?? body.pages?.length ?? '',
    };
  }),
);
if (process.env.EXPLAIN)
  for (const [name, { statements }] of noteOf)
    if (name.includes(process.env.EXPLAIN))
      for (const { text, values } of statements) {
        const { rows } = await large.alone.query(`explain (analyze, buffers) ${text}`, values);
        console.log(`\n== ${name}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
      }
agent.destroy();
await small.close();
await large.close();
if (!process.env.BENCH_DATA) await rm(folder, { recursive: true, force: true });
