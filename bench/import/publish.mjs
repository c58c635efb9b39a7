/**
 * `node bench/import/publish.mjs [rounds] [book folder]`: how long publishing a book anew and restoring a release of it take,
 * beside the bare statements that write as many pages with the same search index again. Interleaved rounds, medians.
 *
 * Without a folder: the 450-page textbook of ../shared/data where that is, else the longest book of the demo library.
 * Needs a build (`npm run build`).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRealBook, findMaterial } from '../../e2e/real-book/build-folder.mjs';
import { built, root } from '../built.mjs';

const { sql } = createRequire(join(root, 'server/package.json'))('kysely');
const { openDeps } = await built('platform/open-deps.js');
const { importBook } = await built('features/publishing/import-book.js');
const { restoreRelease } = await built('features/publishing/releases/restore-release.js');
const { publishWork } = await built('features/publishing/releases/publish-work.js');
const { publishFrozen } = await built('features/publishing/releases/publish-frozen.js');
const { newId } = await built('platform/ids.js');

const rounds = Number(process.argv[2] ?? 5);
const temporary = await mkdtemp(join(tmpdir(), 'vesalius-bench-publish-'));
let folder = process.argv[3];
if (!folder && findMaterial()) {
  folder = join(temporary, 'book');
  await buildRealBook(folder);
}
if (!folder) {
  console.log('SKIPPED: the 450-page textbook is not on this machine; a demo book takes its place');
  folder = join(root, 'demo/ecg-in-practice');
}

const { deps, database } = await openDeps({ DATA_DIR: join(temporary, 'data'), LOG_LEVEL: 'error' });
const { db, clock } = deps;
const times = { bare: [], publish: [], restore: [], import: [] };
const timed = async (name, work) => {
  const started = performance.now();
  const result = await work();
  times[name].push(performance.now() - started);
  return result;
};
try {
  const { bookId, pages } = await timed('import', () => importBook(deps, folder));
  const staff = newId();
  await sql`insert into users (id, role, email, first_name, second_name, email_verified_at, time_zone, created_at)
    values (${staff}, 'staff', 'bench@vesalius.example', 'Bench', 'Mark', ${clock.now()}, 'UTC', ${clock.now()})`.execute(
    db,
  );
  const actor = { userId: staff, role: 'staff', emailVerified: true };
  const once = { job: { attempts: 1, maxAttempts: 1 }, signal: new AbortController().signal };
  const publish = async () => {
    const { rows } = await sql`select version from works where id = ${bookId}`.execute(db);
    await publishWork(deps, actor, bookId, { version: rows[0].version, note: '' });
    const frozen =
      await sql`select revision from releases where book_id = ${bookId} and published_at is null`.execute(db);
    await publishFrozen(deps, { bookId, revision: frozen.rows[0].revision }, once);
  };
  const bare = () =>
    db.transaction().execute(async (tx) => {
      await sql`create temp table kept on commit drop as select * from book_pages where book_id = ${bookId}`.execute(
        tx,
      );
      await sql`delete from book_pages where book_id = ${bookId}`.execute(tx);
      await sql`insert into book_pages select * from kept`.execute(tx);
    });
  for (let round = 0; round < rounds; round += 1) {
    await timed('bare', bare);
    await timed('publish', publish);
    await timed('restore', () => restoreRelease(deps, { bookId, revision: 1 }));
  }
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  console.log(`${pages} pages, medians of ${rounds} rounds (the import: once)`);
  for (const [name, values] of Object.entries(times))
    console.log(
      `${name.padEnd(8)} ${(median(values) / 1000).toFixed(2).padStart(7)} s   ${(median(values) / median(times.bare)).toFixed(1).padStart(6)} times the bare statements`,
    );
} finally {
  await database.close();
  await rm(temporary, { recursive: true, force: true });
}
