import { join } from 'node:path';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workCommentsCalls } from '@vesalius/contract/work-comments-calls';
import { workPreviewCalls } from '@vesalius/contract/work-preview-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { workReviewCalls } from '@vesalius/contract/work-review-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { linkIn, mailsTo } from '../../../testing/mails.ts';
import { importBook } from '../import-book.ts';
import { makePreview } from '../preview/make-preview.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
let producer: Person;
let author: Person;
let editor: Person;
let workId: string;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  staff = await t.person({ role: 'staff', firstName: 'Vera' });
  [producer, author] = [await t.person({ role: 'author' }), await t.person({ role: 'author' })];
  editor = await t.person({ role: 'editor' });
  await sql`update users set language = 'ar' where id = ${editor.id}`.execute(t.deps.db);
  ({ bookId: workId } = await importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file } }));
  await name(producer, 'producer');
  await name(author, 'author');
  await name(editor, 'editor');
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

const name = ({ email }: Pick<Person, 'email'>, role: string) =>
  t.call(studioCalls.addWorkPerson, {
    ...{ as: staff, params: { id: workId }, body: { email, work_role: role } },
  });
const takeOff = ({ email, role }: Person) =>
  t.call(studioCalls.removeWorkPerson, {
    ...{ as: staff, params: { id: workId }, query: { email, work_role: role } },
  });
const call = (of: keyof typeof workReviewCalls, as: Person, options: Record<string, unknown> = {}) =>
  t.call(workReviewCalls[of], { as, params: { id: workId }, ...options });
const ask = (people: readonly Person[], more: object = {}, as = producer) =>
  call('askForReview', as, {
    body: {
      ...{ people: people.map(({ id }) => id), note: 'Above all chapter one.', due_on: '2026-03-10' },
      ...more,
    },
  });
const review = async (as = producer) => (await call('getWorkReview', as)).body;
const personIn = async (person: Person) =>
  (await review()).people.find(({ user_id }: { user_id: string }) => user_id === person.id);
const letters = async (person: Person, about: RegExp) =>
  (await mailsTo(t, person.email)).filter(({ subject }) => about.test(subject));
const listed = async (as: Person) =>
  (await t.call(studioCalls.listWorks, { as })).body.data.find(({ id }: { id: string }) => id === workId);

describe('a review', () => {
  it('is requested only by producers and staff, of people of the book', async () => {
    expect((await ask([author], {}, author)).status).toBe(403);
    const stranger = await t.person({ role: 'author' });
    expect((await ask([author], {}, stranger)).status).toBe(404);
    expect((await ask([stranger])).body.code).toBe('cannot_review');
    expect((await ask([producer])).body.code).toBe('cannot_review');
    await name({ email: 'later@people.example' }, 'author');
    const { people } = await review();
    expect(people).toContainEqual(
      expect.objectContaining({ email: 'later@people.example', user_id: null, can_be_asked: false }),
    );
    expect((await review()).review).toBeNull();
  });

  it('has a due day that has not ended in any time zone', async () => {
    const answer = await ask([author], { due_on: '2026-02-27' });
    expect([answer.status, answer.body.code]).toEqual([422, 'due_in_past']);
    expect((await ask([author], { due_on: '2926-02-27' })).body.code).toBe('invalid');
  });

  it('asks each person once, in their language, with a link to the preview', async () => {
    for (let sent = 0; sent < 2; sent += 1) expect((await ask([author])).status).toBe(200);
    expect((await ask([author, editor])).body.review).toMatchObject({ due_on: '2026-03-10' });
    const [letter, ...others] = await letters(author, /^Please review A Small Book$/);
    expect(others).toEqual([]);
    expect(letter?.text).toContain('Above all chapter one.');
    expect(letter?.text).toContain('Until: Tuesday 10 March');
    expect(linkIn(letter).pathname).toBe(`/studio/${workId}/preview`);
    expect(await letters(editor, /^طلب مراجعة: A Small Book$/)).toHaveLength(1);
  });

  it('shows who has visited and who has commented, in the list of works too', async () => {
    await t.call(workPreviewCalls.makeWorkPreview, { as: author, params: { id: workId } });
    await makePreview(
      t.deps,
      workId,
      { job: { attempts: 1, maxAttempts: 3 } as never, signal: new AbortController().signal },
      { childProgram: child.file },
    );
    expect(await personIn(author)).toMatchObject({ looked_at: null, number_of_comments: 0 });
    await t.call(workPreviewCalls.openWorkPreview, {
      ...{ as: author, params: { id: workId }, body: { as: 'subscriber' } },
    });
    await t.call(workCommentsCalls.addWorkComment, {
      ...{ as: author, params: { id: workId }, body: { id: newId(), page: 1, text: 'Typo.' } },
    });
    expect(await personIn(author)).toMatchObject({
      looked_at: t.clock.now().toISOString(),
      number_of_comments: 1,
    });
    expect(await personIn(editor)).toMatchObject({ looked_at: null, number_of_comments: 0 });
    const row = await listed(author);
    expect(row.review).toMatchObject({ due_on: '2026-03-10', is_overdue: false, asks_caller: true });
    expect(row.review.note).toMatch(/Above all chapter one/);
    expect((await listed(producer)).review.asks_caller).toBe(false);
    expect(row.number_of_open_comments).toBe(1);
    expect(row.review.people.map((each: Record<string, unknown>) => each.has_looked).sort()).toEqual([
      false,
      true,
    ]);
    expect((await review(author)).people.every(({ email }: { email: unknown }) => email === null)).toBe(true);
  });

  it('reminds on the day before the current due day, and only people still on the book', async () => {
    await ask([author], { due_on: '2026-03-12' });
    t.clock.advance(8 * DAY_MS);
    expect(await letters(author, /^Review until tomorrow/)).toHaveLength(0);
    await takeOff(editor);
    t.clock.advance(2 * DAY_MS);
    expect(await letters(author, /^Review until tomorrow: A Small Book$/)).toHaveLength(1);
    expect(await letters(editor, /^تنتهي المراجعة غدًا/)).toHaveLength(0);
    expect((await call('getWorkReview', editor)).status).toBe(404);
    expect((await listed(producer)).review.people).toHaveLength(1);
  });

  it('is canceled for one person and for all, who are told once', async () => {
    await name(editor, 'editor');
    expect((await call('endReview', author)).status).toBe(403);
    const gone = { params: { id: workId, userId: editor.id } };
    for (let turn = 0; turn < 2; turn += 1) {
      const { body } = await call('removeReviewer', producer, gone);
      expect(body.people.filter(({ asked_at }: { asked_at: unknown }) => asked_at)).toHaveLength(1);
    }
    expect(await letters(editor, /^أُلغيت المراجعة/)).toHaveLength(1);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await call('endReview', producer)).body.review).toBeNull();
    expect(await letters(author, /^The review was called off/)).toHaveLength(1);
    expect((await listed(producer)).review).toBeNull();
  });

  it('sends a person one letter of each kind per day, and the next day only what is still true', async () => {
    const [asked, off] = [/^Please review/, /^The review was called off/];
    const before = [await letters(author, asked), await letters(author, off)].map(({ length }) => length);
    t.clock.advance(DAY_MS);
    for (let turn = 0; turn < 5; turn += 1) {
      if (turn > 0) await call('endReview', producer);
      expect((await ask([author], { due_on: '2026-03-20' })).status).toBe(200);
    }
    const sent = async () => [
      (await letters(author, asked)).length - (before[0] as number),
      (await letters(author, off)).length - (before[1] as number),
    ];
    const [askedToday, offToday] = await sent();
    expect(askedToday).toBe(1);
    expect(offToday).toBeLessThanOrEqual(1);
    // They have been asked: the last letter says so.
    t.clock.advance(2 * DAY_MS);
    expect(await sent()).toEqual([2, offToday]);
    await call('endReview', producer);
  });

  it('quotes the note after its author’s name, without links', async () => {
    t.clock.advance(DAY_MS);
    await ask([author], { due_on: '2026-03-20' });
    const note = 'Your account is locked.” Sign in at https://evil.example/login';
    expect((await ask([author, editor], { note, due_on: '2026-03-20' }, staff)).status).toBe(200);
    const letter = (await letters(editor, /^طلب مراجعة/))[0];
    expect(letter?.text).not.toContain('evil.example');
    expect(letter?.text).toMatch(/^Vera .*: “Your account is locked\." Sign in/m);
    await call('endReview', producer);
  });

  it('limits the requests of a user, and says that it is about letters', async () => {
    let refusal: Awaited<ReturnType<typeof ask>> | null = null;
    for (let turn = 0; turn < 80 && !refusal; turn += 1) {
      const answer = await ask([author], { due_on: '2026-03-20' });
      if (answer.status === 429) refusal = answer;
      else expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      await call('endReview', producer);
    }
    expect(refusal).toMatchObject({ status: 429, body: { code: 'too_many_review_letters' } });
    expect(Number(refusal?.headers['retry-after'])).toBeGreaterThan(0);
    t.clock.advance(2 * DAY_MS);
  });

  it('ends when the reviewed version is published', async () => {
    await ask([author], { due_on: '2026-03-20' });
    const { version } = (await t.call(studioCalls.getWork, { as: staff, params: { id: workId } })).body;
    const publish = { as: staff, params: { id: workId }, body: { version } };
    expect((await t.call(workReleasesCalls.publishWork, publish)).status).toBe(202);
    await letters(author, /^Please review/);
    const ended = await review();
    expect(ended).toMatchObject({ review: null, ended_at: expect.any(String) });
    // Who was asked is still known.
    expect((await personIn(author)).asked_at).toEqual(expect.any(String));
  });
});
