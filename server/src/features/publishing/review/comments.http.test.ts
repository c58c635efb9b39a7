import { join } from 'node:path';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import {
  MAX_ANSWERS_PER_COMMENT,
  MAX_COMMENT_LENGTH,
  MAX_OPEN_COMMENTS_PER_WORK,
} from '@vesalius/contract/studio-limits';
import { workCommentsCalls } from '@vesalius/contract/work-comments-calls';
import { workPreviewCalls } from '@vesalius/contract/work-preview-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { importBook } from '../import-book.ts';
import { makePreview } from '../preview/make-preview.ts';
import { removePreviews } from '../preview/remove-previews.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
let author: Person;
let editor: Person;
let workId: string;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  staff = await t.person({ role: 'staff' });
  author = await t.person({ role: 'author' });
  editor = await t.person({ role: 'editor' });
  ({ bookId: workId } = await importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file } }));
  for (const { email, role } of [author, editor])
    await t.call(studioCalls.addWorkPerson, {
      ...{ as: staff, params: { id: workId }, body: { email, work_role: role } },
    });
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

const call = (name: keyof typeof workCommentsCalls, as: Person, options: Record<string, unknown> = {}) =>
  t.call(workCommentsCalls[name], { as, params: { id: workId }, ...options });
const add = (as: Person, body: object) =>
  call('addWorkComment', as, { body: { id: newId(), text: 'The arrow points at the wrong rib.', ...body } });
async function preview() {
  await t.call(workPreviewCalls.makeWorkPreview, { as: author, params: { id: workId } });
  const job = { attempts: 1, maxAttempts: 3 } as never;
  await makePreview(
    t.deps,
    workId,
    { job, signal: new AbortController().signal },
    { childProgram: child.file },
  );
}
async function remove(path: string[]) {
  const { version } = (await t.call(studioCalls.getWork, { as: staff, params: { id: workId } })).body;
  const changes = [{ id: newId(), operations: [{ op: 'remove', path }] }];
  await t.call(studioCalls.changeWork, {
    ...{ as: staff, params: { id: workId }, body: { base_version: version, changes } },
  });
}
const at = (commentId: string) => ({ params: { id: workId, commentId } });
const comments = async (as = author) => (await call('listWorkComments', as)).body.comments;

describe('comments on a work', () => {
  it('need a preview whose pages they are about', async () => {
    expect((await add(author, { page: 2 })).body.code).toBe('preview_missing');
    await preview();
    const id = newId();
    for (let sent = 0; sent < 2; sent += 1) {
      const { status, body } = await add(author, { id, page: 2 });
      expect(status).toBe(201);
      expect(body).toMatchObject({ id, page: 2, is_own: true, may_remove: true });
    }
    expect((await add(editor, { id, page: 2 })).status).toBe(404);
    expect((await add(author, { page: 9999 })).status).toBe(404);
    expect((await add(author, {})).status).toBe(404);
    expect(await comments(editor)).toMatchObject([
      { id, page: 2, is_own: false, text: 'The arrow points at the wrong rib.', settled_at: null },
    ]);
  });

  it('are answered, settled and reopened by every user of the work', async () => {
    const [{ id }] = await comments();
    expect((await add(editor, { answers: id, text: 'It was moved.' })).status).toBe(201);
    const [, answer] = await comments();
    expect(answer).toMatchObject({ answers: id, page: null, text: 'It was moved.' });
    expect((await add(editor, { answers: answer.id })).status).toBe(404);
    expect((await call('settleWorkComment', editor, at(answer.id))).status).toBe(404);
    for (let sent = 0; sent < 2; sent += 1)
      expect((await call('settleWorkComment', [editor, staff][sent] as Person, at(id))).status).toBe(200);
    const [settled] = await comments();
    expect(settled.settled_at).not.toBeNull();
    await call('reopenWorkComment', author, at(id));
    expect((await comments())[0]).toMatchObject({ settled_at: null, settled_by: null });
  });

  it('are deleted by their authors, except with another user’s answer', async () => {
    const [{ id }, { id: answerId }] = await comments();
    expect((await call('removeWorkComment', author, at(id))).body.code).toBe('not_allowed');
    expect((await call('removeWorkComment', author, at(answerId))).body.code).toBe('not_allowed');
    expect((await comments()).map((each: { may_remove: boolean }) => each.may_remove)).toEqual([
      false,
      false,
    ]);
    expect((await call('removeWorkComment', editor, at(answerId))).status).toBe(204);
    expect(await comments()).toMatchObject([{ id, may_remove: true }]);
    for (let sent = 0; sent < 2; sent += 1)
      expect((await call('removeWorkComment', author, at(id))).status).toBe(204);
    expect(await comments()).toEqual([]);
  });

  it('are removed by staff with their answers, which is recorded once', async () => {
    const { id } = (await add(author, { page: 2 })).body;
    await add(editor, { answers: id });
    expect((await comments(staff))[0]).toMatchObject({ is_own: false, may_remove: true });
    const own = (await add(staff, { page: 2 })).body.id;
    for (const each of [id, id, own]) await call('removeWorkComment', staff, at(each));
    expect(await comments()).toEqual([]);
    const { body } = await t.call(adminCalls.listAuditLog, {
      ...{ as: staff, query: { action: 'work.remove-comment' } },
    });
    expect(body.data).toMatchObject([
      { subject_id: workId, detail: { comment_id: id, written_by: author.id, answers: 1 } },
    ]);
  });

  it('are listed by page and by state in parts that fit, and counted', async () => {
    const long = 'x'.repeat(MAX_COMMENT_LENGTH);
    const ids: string[] = [];
    for (const page of [1, 1, 2]) ids.push((await add(author, { page })).body.id);
    for (let n = 0; n < 30; n += 1) await add(editor, { answers: ids[0], text: long });
    const settled = await call('settleWorkComment', editor, at(ids[1] as string));
    expect(settled.body).toMatchObject({ id: ids[1], settled_at: expect.any(String) });
    const of = async (query: object) => {
      const { body } = await call('listWorkComments', author, { query });
      const places = body.comments.filter((each: { answers: string | null }) => each.answers === null);
      return { next: body.next, ids: places.map((each: { id: string }) => each.id) };
    };
    // The first comment fills an answer alone.
    expect(await of({})).toEqual({ next: 1, ids: [ids[0]] });
    expect(await of({ from: 1 })).toEqual({ next: null, ids: [ids[1], ids[2]] });
    expect(await of({ page: 2 })).toEqual({ next: null, ids: [ids[2]] });
    expect(await of({ page: 1, state: 'settled' })).toEqual({ next: null, ids: [ids[1]] });
    expect(await of({ page: 9999 })).toEqual({ next: null, ids: [] });
    expect(await of({ comment_id: ids[2] })).toEqual({ next: null, ids: [ids[2]] });
    expect((await call('countWorkComments', author)).body).toEqual({
      ...{ open: 2, settled: 1 },
      pages: [
        { page: 1, open: 1 },
        { page: 2, open: 1 },
      ],
    });
    for (const id of ids) await call('removeWorkComment', staff, at(id));
  });

  it('are limited while they are open; settled ones do not count, and an answer too many is refused', async () => {
    const { id } = (await add(author, { page: 1 })).body;
    const fill = (count: number, answers: string | null) =>
      sql`insert into work_comments (id, work_id, answers, user_id, page_set, page_of_set, text, made_at)
        select gen_random_uuid(), c.work_id, ${answers}::uuid, c.user_id,
          case when ${answers}::uuid is null then c.page_set end,
          case when ${answers}::uuid is null then c.page_of_set end, 'filler', c.made_at
        from work_comments c, generate_series(1, ${count}::int) where c.id = ${id}`.execute(t.deps.db);
    await fill(MAX_ANSWERS_PER_COMMENT, id);
    expect((await add(editor, { answers: id })).body.code).toBe('too_many_answers');
    await fill(MAX_OPEN_COMMENTS_PER_WORK - MAX_ANSWERS_PER_COMMENT - 2, null);
    const last = (await add(author, { page: 1 })).body.id;
    expect((await add(author, { page: 1 })).body.code).toBe('too_many_comments');
    await call('settleWorkComment', editor, at(last));
    const next = (await add(author, { page: 1 })).body.id;
    expect((await call('reopenWorkComment', author, at(last))).body.code).toBe('too_many_comments');
    await call('removeWorkComment', author, at(next));
    expect((await call('reopenWorkComment', author, at(last))).status).toBe(200);
    expect((await call('reopenWorkComment', author, at(last))).status).toBe(200);
    await sql`delete from work_comments where work_id = ${workId}`.execute(t.deps.db);
  });

  it('are about a phrase, a second of a lecture or a question, and outlive the preview that they were made in', async () => {
    const idOf = async (table: 'materials' | 'questions', key: string) =>
      (
        await many(
          t.deps.db,
          sql<{ id: string }>`select x.id from ${sql.table(table)} x join books b on b.id = x.book_id
            where b.preview_of = ${workId} and x.key = ${key}`,
        )
      )[0]?.id as string;
    const quote = { text: 'ninth rib', before: 'the', after: 'is broken' };
    const [lecture, question] = [await idOf('materials', 'lecture'), await idOf('questions', 'q2')];
    expect((await add(author, { page: 2, quote })).status).toBe(201);
    expect((await add(author, { lecture: { id: lecture, second: 83 } })).status).toBe(201);
    expect((await add(author, { question_id: question })).status).toBe(201);
    expect((await add(author, { page: 2, quote, question_id: question })).body.code).toBe('invalid');
    expect((await add(author, { question_id: newId() })).status).toBe(404);
    expect((await add(author, { lecture: { id: question, second: 1 } })).status).toBe(404);
    const said = await comments(editor);
    expect(said).toMatchObject([
      { page: 2, was_page: 2, quote, lecture: null, question: null },
      { quote: null, lecture: { id: lecture, second: 83 } },
      { lecture: null, question: { id: question, title: 'What?', kind: 'quiz' } },
    ]);

    const only = async (query: object) => (await call('listWorkComments', author, { query })).body.comments;
    expect(await only({ lecture_id: lecture })).toMatchObject([{ id: said[1].id }]);
    expect(await only({ question_id: question })).toMatchObject([{ id: said[2].id }]);
    const onPage = await only({ page: said[1].page });
    expect(onPage.map((each: { id: string }) => each.id)).toContain(said[1].id);

    await remove(['quizzes', '#quiz', 'questions', '#q2']);
    await preview();
    const [, , gone] = await comments(editor);
    expect(gone.question).toMatchObject({ id: null, title: 'What?', list_id: null });
    // The preview is deleted after a day; the pages of the comments stay.
    await sql`update work_previews set used_at = used_at - interval '2 days'`.execute(t.deps.db);
    await removePreviews(t.deps);
    const [phrase, second] = await comments(editor);
    expect(phrase).toMatchObject({ page: 2, quote });
    expect(second.lecture).toMatchObject({ id: null, second: 83, title: expect.any(String) });
    for (const { id } of said) await call('removeWorkComment', author, at(id));
    await preview();
  });

  it('do not exist for others, nor for a user who was taken off the book', async () => {
    await add(author, { page: 1 });
    const [{ id }] = await comments();
    const stranger = await t.person({ role: 'author' });
    expect((await call('listWorkComments', stranger)).status).toBe(404);
    expect((await call('settleWorkComment', stranger, at(id))).status).toBe(404);
    expect((await call('countWorkComments', stranger)).status).toBe(404);
    expect((await call('removeWorkComment', stranger, at(id))).status).toBe(404);
    await t.call(studioCalls.removeWorkPerson, {
      ...{ as: staff, params: { id: workId }, query: { email: editor.email, work_role: 'editor' } },
    });
    expect((await call('listWorkComments', editor)).status).toBe(404);
    expect((await add(editor, { answers: id })).status).toBe(404);
  });
});
