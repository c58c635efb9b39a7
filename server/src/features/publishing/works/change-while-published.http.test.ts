import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReviewCalls } from '@vesalius/contract/work-review-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATEMENT_TIMEOUT_MS } from '../../../platform/database/client.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';

let t: TestApp;
let staff: Person;
let author: Person;
let workId: string;
beforeAll(async () => {
  t = await testApp({}, { database: { poolSize: 10, statementTimeoutMs: STATEMENT_TIMEOUT_MS } });
  staff = await t.person({ role: 'staff' });
  author = await t.person({ role: 'author' });
  ({ id: workId } = await buildWork(t.deps.db, { manifest: { slug: 'long' } }));
  await t.call(studioCalls.addWorkPerson, {
    ...{ as: staff, params: { id: workId }, body: { email: author.email, work_role: 'author' } },
  });
});
afterAll(() => t.close());

it('says that a publication runs, keeps nothing half, and takes the same change and approval afterwards', async () => {
  const params = { id: workId };
  const { version } = (await t.call(studioCalls.getWork, { as: staff, params })).body;
  const changes = [{ id: newId(), operations: [{ op: 'set', path: ['title'], value: 'Another title' }] }];
  const change = () =>
    t.call(studioCalls.changeWork, { as: staff, params, body: { base_version: version, changes } });
  const undo = () =>
    t.call(studioCalls.undoWorkChange, { as: staff, params, body: { id: newId(), since: version } });
  const approve = (of: number) =>
    t.call(workReviewCalls.approveWork, { as: author, params, body: { version: of } });
  const refused = await inTransaction(
    t.deps.db,
    async (tx) => {
      // As a long publication does.
      await sql`select 1 from works where id = ${workId} for no key update`.execute(tx);
      return [await change(), await undo(), await approve(version)];
    },
    { statementTimeoutMs: 60_000 },
  );
  for (const { status, body, headers } of refused)
    expect([status, body.code, body.message, headers['retry-after']]).toEqual([
      ...[503, 'being_published', expect.stringContaining('Nothing was lost'), '2'],
    ]);
  const { body } = await change();
  expect(body.outcomes).toMatchObject([{ state: 'applied' }]);
  expect((await approve(body.version)).status).toBe(200);
});
