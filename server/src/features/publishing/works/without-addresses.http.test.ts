import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonb } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildBook, buildWork } from '../../../testing/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('shows people’s addresses only to users who edit the book, also in changes and history', async () => {
  const staff = await t.person({ role: 'staff' });
  const author = await t.person({ role: 'author' });
  const assigned = { authors: ['hidden@people.example'], editors: [] };
  const { id } = await buildWork(t.deps.db, { manifest: { slug: 'assigned', edition: '1', assigned } });
  await buildBook(t.deps.db, { id, slug: 'assigned' });
  await t.call(studioCalls.addWorkPerson, {
    ...{ as: staff, params: { id }, body: { email: author.email, work_role: 'author' } },
  });
  // As a folder stores it.
  const operation = { op: 'set', path: ['assigned'], value: assigned };
  await sql`insert into work_operations (work_id, version, operation, inverse, group_id, made_at)
    values (${id}, 1, ${jsonb(operation)}, ${jsonb(operation)}, ${newId()}, ${t.clock.now()})`.execute(
    t.deps.db,
  );
  await sql`update works set version = 1 where id = ${id}`.execute(t.deps.db);
  await t.call(studioCalls.addWorkPerson, {
    ...{ as: staff, params: { id }, body: { email: 'named@people.example', work_role: 'editor' } },
  });
  const hidden = { email: 'hidden@people.example', work_role: 'author' };
  await t.call(studioCalls.addWorkPerson, { as: staff, params: { id }, body: hidden });
  await t.call(studioCalls.removeWorkPerson, { as: staff, params: { id }, query: hidden });
  const told = async (as: Person) => {
    const params = { id };
    const answers = await Promise.all([
      t.call(studioCalls.getWork, { as, params }),
      t.call(studioCalls.listWorkChanges, { as, params, query: { since: 0 } }),
      t.call(studioCalls.listWorkHistory, { as, params }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    return answers.map(({ body }) => JSON.stringify(body).includes('hidden@people.example'));
  };
  const findings = async (as: Person) =>
    (await t.call(workReleasesCalls.getWorkCheckList, { as, params: { id } })).body.findings
      .filter(({ path }: { path: string[] }) => path[0] === 'assigned')
      .map(({ text }: { text: string }) => text);
  // Who is not named is set in the administration, as everybody at the desk.
  expect(await findings(staff)).toEqual([
    expect.stringMatching(/^names hidden@people.example, who stays off the book/),
  ]);
  expect(await findings(author)).toEqual([expect.stringMatching(/^names a person, who stays off the book/)]);
  expect(await told(staff)).toEqual([true, true, true]);
  expect(await told(author)).toEqual([false, false, false]);
});
