import { discussionsCalls as calls } from '@vesalius/contract/discussions-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';

let app: TestApp;
let director: Person;
let colleague: Person;
let student: Person;
let fellow: Person;
let outsiders: Person[];
let programId: string;
let bookId: string;

beforeAll(async () => {
  app = await testApp();
  [director, colleague] = [
    await app.person({ role: 'program_director', email: 'dina@example.org' }),
    await app.person({ role: 'program_director' }),
  ];
  [student, fellow] = [await app.person({ email: 'stu@example.org' }), await app.person()];
  outsiders = [await app.person(), await app.person({ role: 'program_director' })];
  bookId = (await buildBook(app.deps.db)).id;
  programId = (
    await buildProgram(app.deps.db, {
      bookIds: [bookId],
      directorIds: [director.id, colleague.id],
      studentIds: [student.id, fellow.id],
    })
  ).id;
});
afterAll(() => app.close());

const params = (topicId = newId(), commentId = newId()) => ({ id: programId, topicId, commentId });
const write = (as: Person, topic: Record<string, unknown> = {}) =>
  app.call(calls.createTopic, {
    as,
    params: params(),
    body: { topic: { title: 'Murmurs', content: '<p>What do you hear?</p>', ...topic } },
  });
const comment = (as: Person, topicId: string, content: unknown, more = {}) =>
  app.call(calls.createComment, { as, params: params(topicId), body: { comment: { content, ...more } } });
const edit = (as: Person, topicId: string, topic: Record<string, unknown> = {}) =>
  app.call(as.role === 'customer' ? calls.updateTopic : calls.replaceTopic, {
    as,
    params: params(topicId),
    body: { topic: { title: 'Changed', content: '<p>Changed.</p>', ...topic } },
  });
const remove = (as: Person, topicId: string) => app.call(calls.deleteTopic, { as, params: params(topicId) });

describe('topics', () => {
  it('are written by students and directors, cleaned, and listed newest first', async () => {
    const first = await write(student, { content: '<p onclick="x()">Hello<script>alert(1)</script></p>' });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      content: '<p>Hello</p>',
      ownable_type: 'User',
      ownable_id: student.id,
      version: 1,
    });
    app.clock.advance(1000);
    expect((await write(director, { title: 'Méningite' })).body.ownable_type).toBe('ProgramDirector');
    const list = await app.call(calls.listTopics, { as: fellow, params: params() });
    expect(list.body.data.map(({ title }: { title: string }) => title)).toEqual(['Méningite', 'Murmurs']);
    expect(list.body.data[0]).toMatchObject({ can_edit: false, can_delete: false });
    const found = await app.call(calls.listTopics, {
      as: fellow,
      params: params(),
      query: { search_term: 'meningi' },
    });
    expect(found.body.metadata.count).toBe(1);
  });

  it('tell how many they are beyond the last page, too', async () => {
    const query = { page: 9 };
    const { body } = await app.call(calls.listTopics, { as: director, params: { id: programId }, query });
    const { body: first } = await app.call(calls.listTopics, { as: director, params: { id: programId } });
    expect(body.data).toEqual([]);
    expect(body.metadata).toEqual({ ...first.metadata, currentPage: 9 });
    expect(first.metadata.count).toBeGreaterThan(0);
  });

  it('need a title and content that shows something', async () => {
    expect((await write(student, { title: ' ' })).body.fields).toHaveProperty('topic.title');
    expect((await write(student, { content: '<p><br></p>' })).status).toBe(422);
    expect((await write(student, { content: '<script>x</script>' })).status).toBe(422);
  });

  it('point at a page of a book of the program, and at no other', async () => {
    const linked = await write(student, { page_link: { book_id: bookId, page: 7 } });
    expect(linked.body.page_link).toMatchObject({ book_id: bookId, page: 7 });
    expect((await write(student, { page_link: { book_id: bookId, page: 4000 } })).status).toBe(422);
    const other = await buildBook(app.deps.db);
    expect((await write(student, { page_link: { book_id: other.id, page: 1 } })).status).toBe(422);
  });

  it('are edited by their owner alone, and deleted by the owner or a director', async () => {
    const own = (await write(student)).body.id;
    const directors = (await write(director)).body.id;
    expect((await edit(fellow, own)).status).toBe(403);
    expect((await edit(director, own)).status).toBe(403);
    expect((await edit(colleague, directors)).status).toBe(403);
    expect((await edit(student, directors)).status).toBe(403);
    expect((await edit(student, own)).body.title).toBe('Changed');
    expect((await edit(director, directors)).body.title).toBe('Changed');

    expect((await remove(fellow, own)).status).toBe(403);
    expect((await remove(student, directors)).status).toBe(403);
    expect((await remove(student, own)).status).toBe(204);
    expect((await remove(student, own)).status).toBe(404);
    expect((await remove(colleague, directors)).status).toBe(204);
  });

  it('edited at once in two places lose nothing: the second is told', async () => {
    const { id, version } = (await write(director)).body;
    expect((await edit(director, id, { version, content: '<p>First</p>' })).body.version).toBe(version + 1);
    const late = await edit(director, id, { version, content: '<p>Second</p>' });
    expect([late.status, late.body.code]).toEqual([409, 'edited_meanwhile']);
    expect((await app.call(calls.getTopic, { as: director, params: params(id) })).body.content).toBe(
      '<p>First</p>',
    );
  });

  it('do not exist for those outside of the program, whatever they call', async () => {
    const { id } = (await write(director)).body;
    for (const as of outsiders) {
      const answers = [
        await app.call(calls.listTopics, { as, params: params() }),
        await write(as),
        await app.call(calls.getTopic, { as, params: params(id) }),
        await edit(as, id),
        await remove(as, id),
        await comment(as, id, 'Hello'),
        await app.call(calls.deleteComment, { as, params: params(id) }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    expect((await app.call(calls.listTopics, { params: params() })).status).toBe(401);
    // Nor through a program of one's own.
    const own = await buildProgram(app.deps.db, { directorIds: [outsiders[1]?.id as string] });
    const through = await app.call(calls.getTopic, {
      as: outsiders[1] as Person,
      params: { id: own.id, topicId: id },
    });
    expect(through.status).toBe(404);
  });
});

describe('what is sent again with the same id', () => {
  it('is one topic, as it was first written', async () => {
    const id = newId();
    const [first, again] = [await write(student, { id }), await write(student, { id, title: 'Again' })];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toMatchObject({ id, title: 'Murmurs' });
    expect((await write(fellow, { id })).status).toBe(404);
  });

  it('is one comment, also when both arrive together', async () => {
    const [topicId, otherId, id] = [(await write(student)).body.id, (await write(student)).body.id, newId()];
    const answers = await Promise.all([
      comment(student, topicId, 'A click.', { id }),
      comment(student, topicId, 'A click.', { id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const { body } = await app.call(calls.getTopic, { as: fellow, params: params(topicId) });
    expect(body.comments.map((each: { id: string }) => each.id)).toEqual([id]);
    expect((await comment(fellow, topicId, 'Mine.', { id })).status).toBe(404);
    expect((await comment(student, otherId, 'Elsewhere.', { id })).status).toBe(404);
  });
});

describe('comments', () => {
  let topicId: string;
  beforeEach(async () => {
    app.clock.advance(60_000);
    topicId = (await write(student)).body.id;
  });
  const read = async (as: Person) =>
    (await app.call(calls.getTopic, { as, params: params(topicId) })).body.comments;

  it('are text, in order, and deleted by their owner alone', async () => {
    const made = await comment(fellow, topicId, '  <b>A click</b>  ', {
      page_link: { book_id: bookId, page: 3 },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ content: '<b>A click</b>', commentable_id: topicId, can_delete: true });
    const at = { params: params(topicId, made.body.id) };
    expect((await app.call(calls.deleteComment, { as: student, ...at })).status).toBe(403);
    expect((await app.call(calls.deleteComment, { as: director, ...at })).status).toBe(403);
    expect((await app.call(calls.deleteComment, { as: fellow, ...at })).status).toBe(204);
    expect((await app.call(calls.deleteComment, { as: fellow, ...at })).status).toBe(404);
    expect(await read(student)).toEqual([]);
  });

  it('without words are refused', async () => {
    expect((await comment(fellow, topicId, '   ')).status).toBe(422);
    expect((await comment(fellow, topicId, 5)).status).toBe(422);
  });

  it('are hidden by a director with a reason, and shown again', async () => {
    const { id } = (await comment(fellow, topicId, 'A patient of bed 7')).body;
    const at = { params: params(topicId, id) };
    const refused = await app.call(calls.hideComment, { as: director, ...at, body: { reason: '' } });
    expect(refused.status).toBe(422);
    const hidden = await app.call(calls.hideComment, {
      as: director,
      ...at,
      body: { reason: 'Patient data' },
    });
    expect(hidden.body).toMatchObject({ content: 'A patient of bed 7', hidden: { reason: 'Patient data' } });
    expect(await read(student)).toMatchObject([{ content: '', hidden: { reason: 'Patient data' } }]);
    expect(await read(fellow)).toMatchObject([{ content: 'A patient of bed 7' }]);
    const log = await sql<{ action: string }>`select action from audit_log where subject_id = ${id}`.execute(
      app.deps.db,
    );
    expect(log.rows).toEqual([{ action: 'discussions.hide-comment' }]);
    await app.call(calls.showComment, { as: colleague, ...at });
    expect(await read(student)).toMatchObject([{ content: 'A patient of bed 7', hidden: null }]);
  });

  it('are told of once a day, to those who take part and want it', async () => {
    await comment(fellow, topicId, 'Listen again');
    await comment(director, topicId, 'On the left side');
    app.clock.advance(DAY_MS);
    await mailsTo(app, student.email);
    const mails = await mailsTo(app, student.email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('new comments')]);
    expect(linkIn(mails[0]).pathname).toBe(`/getprogra/${programId}/topics/${topicId}`);
    // Nothing new since: the director, who wrote last, hears of nothing; nobody hears twice.
    app.clock.advance(DAY_MS);
    await app.call(calls.setDigestChoice, { as: student, body: { wants_digest: false } });
    expect((await app.call(calls.getDigestChoice, { as: student })).body).toEqual({ wants_digest: false });
    await comment(fellow, topicId, 'And now?');
    app.clock.advance(DAY_MS);
    await mailsTo(app, student.email);
    expect(await mailsTo(app, student.email)).toHaveLength(1);
  });

  it('are told of no more after the one-click request of a mail program', async () => {
    await app.call(calls.setDigestChoice, { as: student, body: { wants_digest: true } });
    const lettersAfter = async (content: string) => {
      await comment(fellow, topicId, content);
      app.clock.advance(DAY_MS);
      await mailsTo(app, student.email);
      return mailsTo(app, student.email);
    };
    const [letter, ...earlier] = await lettersAfter('Once more');
    expect(earlier).toHaveLength(1);
    const url = /Unsubscribe:\n(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
    const stopped = await app.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.json()).toMatchObject({ letter: 'digest', wants: false });
    expect(await lettersAfter('And again')).toHaveLength(2);
  });
});

it('topics and comments turn nothing around that stands beside them, also those of former releases', async () => {
  const turned = 'photo\u202egnp.exe \u2066';
  const topic = await write(student, { title: turned, content: `<p>${turned}&#8238;</p>` });
  const { id } = topic.body;
  const said = await comment(fellow, id, turned);
  expect(said.body.content).toBe('photognp.exe');
  await sql`update comments set content = ${turned} where id = ${said.body.id}`.execute(app.deps.db);
  const { body } = await app.call(calls.getTopic, { as: student, params: params(id) });
  expect(JSON.stringify(body)).toContain('photognp.exe');
  expect(JSON.stringify(body)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
});
