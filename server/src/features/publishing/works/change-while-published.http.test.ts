import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReviewCalls } from '@vesalius/contract/work-review-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATEMENT_TIMEOUT_MS } from '../../../platform/database/client.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { type Answer, type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';
import { whileHeld } from '../../../testing/held-row.ts';

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

const params = () => ({ id: workId });
const versionNow = async () =>
  (await t.call(studioCalls.getWork, { as: staff, params: params() })).body.version as number;
const approve = (of: number) =>
  t.call(workReviewCalls.approveWork, { as: author, params: params(), body: { version: of } });
const name = (work_role: string) =>
  t.call(studioCalls.addWorkPerson, {
    as: staff,
    params: params(),
    body: { email: author.email, work_role },
  });

describe.each([
  ['being_published', 'a publication runs'],
  ['work_busy', 'another change takes long'],
])('%s', (code, what) => {
  it(`says that ${what}, keeps nothing half, and takes the same change and approval afterwards`, async () => {
    const version = await versionNow();
    const changes = [{ id: newId(), operations: [{ op: 'set', path: ['title'], value: `As ${what}` }] }];
    const change = () =>
      t.call(studioCalls.changeWork, {
        as: staff,
        params: params(),
        body: { base_version: version, changes },
      });
    const undo = () =>
      t.call(studioCalls.undoWorkChange, {
        as: staff,
        params: params(),
        body: { id: newId(), since: version },
      });
    const now = t.clock.now();
    if (code === 'being_published')
      await sql`insert into releases (book_id, revision, slug, edition, started_at, publish_at)
        values (${workId}, 1, 'long', '1', ${now}, ${now})`.execute(t.deps.db);
    const refused = await inTransaction(
      t.deps.db,
      async (tx) => {
        // As a long publication does.
        await sql`select 1 from works where id = ${workId} for no key update`.execute(tx);
        return [await change(), await undo(), await approve(version)];
      },
      { statementTimeoutMs: 60_000 },
    );
    await sql`delete from releases where book_id = ${workId}`.execute(t.deps.db);
    for (const { status, body, headers } of refused)
      expect([status, body.code, body.message, headers['retry-after']]).toEqual([
        ...[503, code, expect.stringContaining('Nothing was lost'), '2'],
      ]);
    const { body } = await change();
    expect(body.outcomes).toMatchObject([{ state: 'applied' }]);
    expect((await approve(body.version)).status).toBe(200);
  });
});

it('lets a person approve while the same person is named for the work', async () => {
  const version = await versionNow();
  const [named, approved] = await whileHeld<Answer<unknown>>(
    t.deps.db,
    sql`select 1 from works where id = ${workId} for no key update`,
    [() => name('author'), () => approve(version)],
  );
  expect([named?.status, approved?.status]).toEqual([201, 200]);
});
