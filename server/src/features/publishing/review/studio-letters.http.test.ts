import { join } from 'node:path';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workCommentsCalls } from '@vesalius/contract/work-comments-calls';
import { workPreviewCalls } from '@vesalius/contract/work-preview-calls';
import { workReviewCalls } from '@vesalius/contract/work-review-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
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
  staff = await t.person({ role: 'staff' });
  [producer, author] = [
    await t.person({ role: 'author' }),
    await t.person({ role: 'author', firstName: 'Ada' }),
  ];
  editor = await t.person({ role: 'editor', firstName: 'Nour' });
  ({ bookId: workId } = await importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file } }));
  for (const [{ email }, role] of [
    [producer, 'producer'],
    [author, 'author'],
    [editor, 'editor'],
  ] as const)
    await t.call(studioCalls.addWorkPerson, {
      ...{ as: staff, params: { id: workId }, body: { email, work_role: role } },
    });
  await t.call(workPreviewCalls.makeWorkPreview, { as: author, params: { id: workId } });
  await makePreview(
    t.deps,
    workId,
    { job: { attempts: 1, maxAttempts: 3 } as never, signal: new AbortController().signal },
    { childProgram: child.file },
  );
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

async function comment(as: Person, text: string, answers?: string): Promise<string> {
  const id = newId();
  const body = { id, text, ...(answers ? { answers } : { page: 2 }) };
  const { status } = await t.call(workCommentsCalls.addWorkComment, { as, params: { id: workId }, body });
  expect(status).toBe(201);
  return id;
}
const letters = async ({ email }: Person, about = /^New comments: A Small Book$/) =>
  (await mailsTo(t, email)).filter(({ subject }) => about.test(subject));
const last = (mails: Awaited<ReturnType<typeof letters>>) => mails[0];

describe('the letter about comments', () => {
  it('gathers the comments of a while for those who make the book, and not for their writer', async () => {
    await comment(editor, 'The rib is the wrong one.');
    t.clock.advance(10 * MINUTE_MS);
    await comment(editor, 'See https://evil.example/now');
    t.clock.advance(10 * MINUTE_MS);
    expect(await letters(author)).toHaveLength(0);
    t.clock.advance(10 * MINUTE_MS);
    for (const each of [author, producer]) {
      const sent = await letters(each);
      expect(sent).toHaveLength(1);
      expect(sent[0]?.text).toContain('There are 2 new comments on “A Small Book”.');
      expect(sent[0]?.text).toMatch(/Nour .*, page 2: The rib is the wrong one\./);
      expect(sent[0]?.text).not.toContain('evil.example');
      expect(linkIn(sent[0]).pathname).toBe(`/studio/${workId}/review`);
    }
    expect(await letters(editor)).toHaveLength(0);
  });

  it('comes at most once an hour, in the reader’s language', async () => {
    await sql`update users set language = 'ar' where id = ${producer.id}`.execute(t.deps.db);
    await comment(editor, 'One more.');
    t.clock.advance(20 * MINUTE_MS);
    expect(await letters(author)).toHaveLength(1);
    t.clock.advance(HOUR_MS);
    expect(await letters(author)).toHaveLength(2);
    expect(await letters(producer, /^تعليقات جديدة: A Small Book$/)).toHaveLength(1);
  });

  it('includes a comment that another machine, whose clock is behind, stored after the letter', async () => {
    t.clock.advance(2 * HOUR_MS);
    await comment(editor, 'In time.');
    t.clock.advance(HOUR_MS);
    const before = (await letters(author)).length;
    const id = await comment(editor, 'With an earlier time.');
    const early = new Date(t.clock.now().getTime() - 2 * HOUR_MS);
    await sql`update work_comments set made_at = ${early} where id = ${id}`.execute(t.deps.db);
    t.clock.advance(2 * HOUR_MS);
    const sent = await letters(author);
    expect(sent).toHaveLength(before + 1);
    expect(last(sent)?.text).toContain('With an earlier time.');
    expect(last(sent)?.text).not.toContain('In time.');
  });

  it('comes to who takes part in a thread, only about that thread', async () => {
    t.clock.advance(2 * HOUR_MS);
    const thread = await comment(editor, 'Is this right?');
    t.clock.advance(2 * HOUR_MS);
    await letters(editor);
    await comment(author, 'It is.', thread);
    await comment(author, 'Elsewhere.');
    t.clock.advance(HOUR_MS);
    const sent = await letters(editor);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('It is.');
    expect(sent[0]?.text).not.toContain('Elsewhere.');
  });

  it('leaves out what was removed meanwhile, and does not come if nothing is left', async () => {
    t.clock.advance(2 * HOUR_MS);
    const before = (await letters(author)).length;
    const id = await comment(editor, 'A mistake of mine.');
    await t.call(workCommentsCalls.removeWorkComment, {
      ...{ as: editor, params: { id: workId, commentId: id } },
    });
    t.clock.advance(HOUR_MS);
    expect(await letters(author)).toHaveLength(before);
  });

  it('stops for who turns it off', async () => {
    t.clock.advance(2 * HOUR_MS);
    const before = (await letters(author)).length;
    const { body } = await t.call(accountsCalls.updateProfile, {
      ...{ as: author, body: { wants_work_comments: false } },
    });
    expect(body.wants_work_comments).toBe(false);
    await comment(editor, 'Unheard.');
    t.clock.advance(HOUR_MS);
    expect(await letters(author)).toHaveLength(before);
    await t.call(accountsCalls.updateProfile, { as: author, body: { wants_work_comments: true } });
  });

  it('is not sent to who was taken off the book', async () => {
    t.clock.advance(2 * HOUR_MS);
    const before = (await letters(author)).length;
    await comment(editor, 'Not for them.');
    await t.call(studioCalls.removeWorkPerson, {
      ...{ as: staff, params: { id: workId }, query: { email: author.email, work_role: 'author' } },
    });
    t.clock.advance(HOUR_MS);
    expect(await letters(author)).toHaveLength(before);
    await t.call(studioCalls.addWorkPerson, {
      ...{ as: staff, params: { id: workId }, body: { email: author.email, work_role: 'author' } },
    });
  });
});

describe('the letter about an approval', () => {
  const review = (name: keyof typeof workReviewCalls, as: Person, body?: object) =>
    t.call(workReviewCalls[name], { as, params: { id: workId }, ...(body ? { body } : {}) });
  async function approve() {
    const [{ version }, preview] = [
      (await t.call(studioCalls.getWork, { as: staff, params: { id: workId } })).body,
      (await t.call(workPreviewCalls.getWorkPreview, { as: editor, params: { id: workId } })).body,
    ];
    expect((await review('approveWork', editor, { version, preview_made_at: preview.made_at })).status).toBe(
      200,
    );
  }

  it('tells who asked for the review, with the approver’s open comments', async () => {
    await sql`update users set language = 'en' where id = ${producer.id}`.execute(t.deps.db);
    const due = new Date(t.clock.now().getTime() + 48 * HOUR_MS).toISOString().slice(0, 10);
    const asked = await review('askForReview', producer, { people: [editor.id], note: '', due_on: due });
    expect(asked.status).toBe(200);
    await approve();
    t.clock.advance(10 * MINUTE_MS);
    const sent = await letters(producer, /^Approved: A Small Book$/);
    expect(sent).toHaveLength(1);
    expect(last(sent)?.text).toMatch(/Nour .* approved “A Small Book”\./);
    expect(last(sent)?.text).toContain('Is this right?');
    expect(await letters(editor, /^Approved/)).toHaveLength(0);
  });

  it('is not sent about an approval that was withdrawn at once', async () => {
    await review('withdrawApproval', editor);
    await approve();
    await review('withdrawApproval', editor);
    t.clock.advance(10 * MINUTE_MS);
    expect(await letters(producer, /^Approved/)).toHaveLength(1);
  });

  it('is sent once about an approval that was withdrawn and given in circles', async () => {
    for (let round = 0; round < 3; round += 1) {
      await approve();
      t.clock.advance(1000);
      await review('withdrawApproval', editor);
    }
    await approve();
    t.clock.advance(10 * MINUTE_MS);
    expect(await letters(producer, /^Approved/)).toHaveLength(2);
  });
});
