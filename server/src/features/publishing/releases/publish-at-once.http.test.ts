import { join } from 'node:path';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATEMENT_TIMEOUT_MS } from '../../../platform/database/client.ts';
import { one } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { importBook } from '../import-book.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
let bookId: string;
beforeAll(async () => {
  t = await testApp({}, { database: { poolSize: 10, statementTimeoutMs: STATEMENT_TIMEOUT_MS } });
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  staff = await t.person({ role: 'staff' });
  ({ bookId } = await importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file } }));
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

const call = (name: keyof typeof workReleasesCalls, options: Record<string, unknown> = {}) =>
  t.call(workReleasesCalls[name], { as: staff, params: { id: bookId }, ...options });
async function rename(title: string): Promise<number> {
  const { version } = (await t.call(studioCalls.getWork, { as: staff, params: { id: bookId } })).body;
  const changes = [{ id: newId(), operations: [{ op: 'set', path: ['title'], value: title }] }];
  const { body } = await t.call(studioCalls.changeWork, {
    ...{ as: staff, params: { id: bookId }, body: { base_version: version, changes } },
  });
  return body.version;
}

/** How many statements wait for a lock for longer than a statement may take. */
const countLongWaits = async (): Promise<number> =>
  (
    await one(
      t.deps.db,
      sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'
        and clock_timestamp() - query_start > ${STATEMENT_TIMEOUT_MS + 200} * interval '1 millisecond'`,
    )
  ).n;

it('publishes once for six people at the same moment, and tells five of them, however long they wait', async () => {
  const version = await rename('Six Hands');
  const answers: { status: number; body: { code?: string } }[] = [];
  // Holds the working copy, as a publication on a busy machine does.
  const sent = await inTransaction(
    t.deps.db,
    async (tx) => {
      await sql`select 1 from works where id = ${bookId} for no key update`.execute(tx);
      const requests = Array.from({ length: 6 }, async () => {
        const answer = await call('publishWork', { body: { version } });
        answers.push(answer);
      });
      while ((await countLongWaits()) + answers.length === 0);
      return { requests };
    },
    { statementTimeoutMs: 60_000 },
  );
  await Promise.all(sent.requests);
  const told = answers.map(({ status, body }) => [status, status === 202 ? null : body.code]);
  expect(told.sort()).toEqual([
    [202, null],
    ...Array.from({ length: 5 }, () => [409, 'published_meanwhile']),
  ]);
  expect((await call('listReleases')).body.publication.pending).toMatchObject({
    state: 'publishing',
    version,
  });
  await call('cancelSchedule');
});

it('answers at once while a publication runs, which holds the working copy', async () => {
  const version = await rename('Too Late');
  expect((await call('publishWork', { body: { version } })).status).toBe(202);
  const answer = await inTransaction(t.deps.db, async (tx) => {
    await sql`select 1 from works where id = ${bookId} for no key update`.execute(tx);
    return call('publishWork', { body: { version } });
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'published_meanwhile']);
});

it('withdraws a book after the publication that holds it', async () => {
  const sent = await inTransaction(
    t.deps.db,
    async (tx) => {
      await sql`select 1 from books where id = ${bookId} for update`.execute(tx);
      let hasAnswer = false;
      const answer = call('withdrawBook').finally(() => {
        hasAnswer = true;
      });
      while (!hasAnswer && (await countLongWaits()) === 0);
      return { answer };
    },
    { statementTimeoutMs: 60_000 },
  );
  expect((await sent.answer).status).toBe(200);
});
