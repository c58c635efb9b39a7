import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReviewCalls } from '@vesalius/contract/work-review-calls';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';
import { linkIn, mailsTo } from '../../../testing/mails.ts';
import { endByRelease } from './end-by-release.ts';

const t: TestApp = await testApp();
const staff = await t.person({ role: 'staff' });
const producer = await t.person({ role: 'author' });
let author: Person;
let editor: Person;
let workId: string;
beforeEach(async () => {
  author = await t.person({ role: 'author', firstName: 'Ada', secondName: 'Author' });
  editor = await t.person({ role: 'editor' });
  ({ id: workId } = await buildWork(t.deps.db, {
    manifest: { title: 'Atlas' },
    producers: [producer.email],
  }));
  for (const [{ email }, role] of [
    [author, 'author'],
    [editor, 'editor'],
  ] as const)
    await t.call(studioCalls.addWorkPerson, {
      ...{ as: staff, params: { id: workId }, body: { email, work_role: role } },
    });
});
afterAll(() => t.close());

const ask = (as: Person, text: string, version = 0) =>
  t.call(workReviewCalls.askForChanges, { as, params: { id: workId }, body: { version, text } });
const takeBack = (as: Person) => t.call(workReviewCalls.withdrawChanges, { as, params: { id: workId } });
const approve = (as: Person, version = 0) =>
  t.call(workReviewCalls.approveWork, { as, params: { id: workId }, body: { version } });
const review = async (as = staff) =>
  (await t.call(workReviewCalls.getWorkReview, { as, params: { id: workId } })).body;
const requestOf = async ({ id }: Person) =>
  (await review(producer)).people.find(({ user_id: userId }: { user_id: string }) => userId === id)
    .changes_asked;
const letters = async ({ email }: Person) =>
  (await mailsTo(t, email)).filter(
    ({ subject, text }) => subject === 'Changes asked: Atlas' && text.includes(workId),
  );

it('is shown to the producer with its text, and stays when the book is changed', async () => {
  expect((await ask(author, '  Page 7 names the wrong rib. ')).status).toBe(200);
  expect(await requestOf(author)).toMatchObject({ text: 'Page 7 names the wrong rib.', is_behind: false });
  expect(await requestOf(editor)).toBeNull();
  await t.call(studioCalls.changeWork, {
    ...{ as: producer, params: { id: workId } },
    body: {
      base_version: 0,
      changes: [{ id: newId(), operations: [{ op: 'set', path: ['brief'], value: 'Ribs' }] }],
    },
  });
  expect(await requestOf(author)).toMatchObject({ version: 0, is_behind: true });
});

it('takes the place of an approval, and ends with the next one', async () => {
  await approve(editor);
  expect((await review()).approvals.given).toBe(1);
  await ask(editor, 'I looked again: page 9.');
  expect((await review()).approvals.given).toBe(0);
  await approve(editor);
  expect(await requestOf(editor)).toBeNull();
  expect(await review()).toMatchObject({
    approvals: { given: 1 },
    earlier_changes_asked: [{ text: 'I looked again: page 9.', ended_by: 'approved' }],
  });
});

it('is refused to producers, strangers and readers of another version than there is', async () => {
  expect((await ask(producer, 'Mine')).status).toBe(403);
  expect((await ask(await t.person({ role: 'author' }), 'Not mine')).status).toBe(404);
  expect((await ask(author, 'Later', 5)).status).toBe(422);
  expect((await ask(author, '   ')).body.fields?.text).toBeTruthy();
  expect((await review()).people.every((each: { changes_asked: unknown }) => !each.changes_asked)).toBe(true);
});

it('is stored once however often it is sent, and replaced by other words', async () => {
  await Promise.all([ask(author, 'Page 7'), ask(author, 'Page 7')]);
  await ask(author, 'Page 7');
  expect((await review()).earlier_changes_asked).toEqual([]);
  await ask(author, 'Page 8');
  expect((await requestOf(author)).text).toBe('Page 8');
  expect((await review()).earlier_changes_asked).toMatchObject([{ text: 'Page 7', ended_by: 'replaced' }]);
  for (let turn = 0; turn < 2; turn += 1) expect((await takeBack(author)).status).toBe(200);
  expect(await requestOf(author)).toBeNull();
});

it('is told by letter to the producers, or to who asked for the review, unless it is taken back at once', async () => {
  await ask(author, 'Taken back at once');
  await takeBack(author);
  await ask(author, 'The rib on page 7. See https://evil.example/now');
  t.clock.advance(6 * MINUTE_MS);
  const sent = await letters(producer);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toMatch(/Ada Author asks for changes to “Atlas”:[\s\S]*The rib on page 7/);
  expect(sent[0]?.text).not.toMatch(/evil\.example|Taken back/);
  expect(linkIn(sent[0]).pathname).toBe(`/studio/${workId}/review`);
  const asker = await t.person({ role: 'staff' });
  await t.call(workReviewCalls.askForReview, {
    ...{ as: asker, params: { id: workId } },
    body: { people: [editor.id], due_on: '2030-01-01' },
  });
  await ask(editor, 'Page 9');
  t.clock.advance(6 * MINUTE_MS);
  expect(await letters(asker)).toHaveLength(1);
  expect(await letters(producer)).toHaveLength(1);
});

const release = (version: number, by: Person | null = producer) =>
  t.deps.db
    .transaction()
    .execute((tx) => endByRelease(tx as never, { workId, version, actorId: by?.id ?? null }, t.clock.now()));

it('ends when that version or a later one is published', async () => {
  await t.call(studioCalls.changeWork, {
    ...{ as: producer, params: { id: workId } },
    body: {
      base_version: 0,
      changes: [{ id: newId(), operations: [{ op: 'set', path: ['brief'], value: 'Ribs' }] }],
    },
  });
  await ask(author, 'Page 7', 1);
  await release(0);
  expect(await requestOf(author)).not.toBeNull();
  await release(1);
  expect(await requestOf(author)).toBeNull();
  expect((await review()).earlier_changes_asked).toMatchObject([{ ended_by: 'published' }]);
});

it('is answered by a letter when the book is published over it, except to who published', async () => {
  const told = async ({ email }: Person) =>
    (await mailsTo(t, email)).filter(
      ({ subject }) => subject === 'Published after you asked for changes: Atlas',
    );
  await ask(author, 'The rib on page 7. See https://evil.example/now');
  await ask(editor, 'Page 9');
  await takeBack(editor);
  await release(0);
  const [letter, ...more] = await told(author);
  expect(more).toEqual([]);
  expect(letter?.text).toMatch(/“Atlas” was published on [\s\S]*The rib on page 7/);
  expect(letter?.text).not.toContain('evil.example');
  expect(linkIn(letter).pathname).toBe(`/studio/${workId}/preview`);
  expect(await told(editor)).toEqual([]);
  await ask(editor, 'Page 10');
  await release(0, editor);
  expect(await told(editor)).toEqual([]);
});

it('is told to the producers also when the book is published at once', async () => {
  await ask(author, 'Page 7');
  await release(0);
  t.clock.advance(6 * MINUTE_MS);
  const [letter, ...more] = await letters(producer);
  expect(letter?.text).toMatch(/was published on [\s\S]*which closed this request/);
  expect(more).toEqual([]);
});

it('is in the audit log', async () => {
  await ask(author, 'Page 7');
  await takeBack(author);
  const { rows } = await sql<{ action: string }>`select action from audit_log where subject_id = ${workId}
    and actor_id = ${author.id} order by id`.execute(t.deps.db);
  expect(rows.map(({ action }) => action)).toEqual(['work.ask-changes', 'work.withdraw-changes']);
});
