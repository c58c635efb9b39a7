/**
 * Adds a large program to an instance, to be looked at in a browser: 20 books, 10 chapter tests each, and as many
 * students as asked for, led by the demo's director. Start the product on the folder first (DEMO=true), then
 * `DATA_DIR=... node bench/programs/seed.mjs 10000`.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { built, root } from '../built.mjs';
import { makeProgram } from './make-program.mjs';

const students = Number(process.argv[2] ?? 10_000);
const { openDeps } = await built('platform/open-deps.js');
const { newId } = await built('platform/ids.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const { database } = await openDeps({ ...process.env, LOG_LEVEL: 'error' });
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
const { rows } = await pool.query(
  `select (select id from users where email = 'director@vesalius.example') as director,
     (select cover_key from books where published_at is not null order by id limit 1) as "coverKey"`,
);
const began = performance.now();
const { programId } = await makeProgram(pool, newId, { students, ...rows[0] });
await pool.query('vacuum analyze');
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`program ${programId}: ${students} students, made in ${seconds} s`);
await pool.end();
await database.close();
process.exit(0);
