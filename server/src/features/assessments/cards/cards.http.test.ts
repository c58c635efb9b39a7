import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { cardsCalls } from '@vesalius/contract/cards-calls';
import { MAX_CARDS, MAX_CARDS_TEXT } from '@vesalius/contract/cards-limits';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import initSqlJs from 'sql.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildBook, buildSubscription } from '../../../testing/factories.ts';

describe('cards', () => {
  let t: TestApp;
  let bookId: string;
  let reader: Person;
  let highlight: string;
  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db, { title: 'The Heart' })).id;
  });
  beforeEach(async () => {
    t.clock.reset();
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId });
    const note = { pageNumber: 20, quote: 'The mitral valve closes first.', text: '' };
    highlight = (await t.call(readerCalls.createAnnotation, { as: reader, body: { book_id: bookId, note } }))
      .body.id;
  });
  afterAll(() => t.close());

  const create = (body: object = {}, as = reader) =>
    t.call(cardsCalls.createCard, {
      as,
      body: {
        annotation_id: highlight,
        front: 'Which valve closes first?',
        back: 'The mitral valve',
        ...body,
      },
    });
  const review = async (as = reader) => (await t.call(assessmentsCalls.getReview, { as })).body;
  const answer = (id: string, grade: string, as = reader) =>
    t.call(cardsCalls.answerCard, { as, params: { id }, body: { grade } });
  const endAccess = () =>
    sql`update subscriptions set ends_at = ${new Date(t.clock.now().getTime() - 1)} where user_id = ${reader.id}`.execute(
      t.deps.db,
    );

  it('are made of a highlight, with its book and page, and once for the same id', async () => {
    const id = crypto.randomUUID();
    const { status, body } = await create({ id });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ id, kind: 'basic', front: 'Which valve closes first?', back: 'The mitral valve', page: 20 },
      ...{ book: { id: bookId, title: 'The Heart' }, annotation_id: highlight, is_closed: false },
    });
    expect((await create({ id })).body).toEqual(body);
    const { body: list } = await t.call(cardsCalls.listCards, { as: reader });
    expect(list).toMatchObject({ data: [{ id }], metadata: { count: 1 } });
  });

  it.each([
    ['no answer', { back: '' }, 'back'],
    ['no question', { front: ' ' }, 'front'],
    ['a cloze without a hidden part', { kind: 'cloze', front: 'The {{c1:: }} valve' }, 'back'],
  ])('are refused with %s', async (_what, body, field) => {
    const answered = await create(body);
    expect(answered.status).toBe(422);
    expect(answered.body.fields).toHaveProperty(field);
  });

  it('belong to their maker', async () => {
    const other = await t.person();
    await buildSubscription(t.deps.db, { userId: other.id, bookId });
    expect((await create({}, other)).status).toBe(404);
    const { id } = (await create()).body;
    t.clock.advance(2 * DAY_MS);
    expect((await answer(id, 'good', other)).status).toBe(404);
    expect((await t.call(cardsCalls.deleteCard, { as: other, params: { id } })).status).toBe(404);
    expect((await review(other)).cards).toEqual([]);
  });

  it('can be reviewed at once, come later the better they were remembered, and count once', async () => {
    expect(await review()).toMatchObject({ next_due_at: null, last_reviewed_at: null });
    const { id } = (await create()).body;
    expect(await review()).toMatchObject({
      ...{ cards: [{ id }], number_of_due_cards: 1, number_due: 0 },
      ...{ next_due_at: null, last_reviewed_at: null },
    });
    const good = (await answer(id, 'good')).body;
    expect(good.interval_days).toBeGreaterThan(1);
    expect((await answer(id, 'good')).body.code).toBe('already_answered');
    expect(await review()).toMatchObject({
      ...{ cards: [], number_of_due_cards: 0 },
      ...{ next_due_at: good.due_at, last_reviewed_at: t.clock.now().toISOString() },
    });
    t.clock.set(new Date(good.due_at));
    const again = (await answer(id, 'again')).body;
    expect(again.interval_days).toBeLessThan(good.interval_days);
  });

  it('change their texts and stay due when they were', async () => {
    const { id, due_at } = (await create()).body;
    const changed = await t.call(cardsCalls.updateCard, {
      as: reader,
      params: { id },
      body: { kind: 'cloze', front: 'The {{c1::mitral}} valve' },
    });
    expect(changed.body).toMatchObject({
      kind: 'cloze',
      front: 'The {{c1::mitral}} valve',
      back: '',
      due_at,
    });
    await t.call(readerCalls.deleteAnnotation, { as: reader, params: { id: highlight } });
    const { body } = await t.call(cardsCalls.listCards, { as: reader });
    expect(body.data).toMatchObject([{ id, annotation_id: null }]);
    expect((await t.call(cardsCalls.deleteCard, { as: reader, params: { id } })).status).toBe(204);
    expect((await t.call(cardsCalls.listCards, { as: reader })).body.data).toEqual([]);
  });

  it('have a limit, up to which all fit into one package', async () => {
    const { db } = t.deps;
    await sql`insert into cards (id, user_id, book_id, page_number, kind, front, back, due_at, created_at, updated_at)
      select gen_random_uuid(), ${reader.id}, ${bookId}, 20, 'basic', 'Question ' || n, 'Answer', now(), now(), now()
      from generate_series(1, ${MAX_CARDS}) n`.execute(db);
    expect((await create()).body.code).toBe('too_many_cards');
    const packed = await t.call(cardsCalls.downloadCards, { as: reader });
    expect(packed.status).toBe(200);
  });

  it('have a limit of characters together, also after a change', async () => {
    const { db } = t.deps;
    const { id } = (await create()).body;
    const long = 5_000;
    await sql`insert into cards (id, user_id, book_id, page_number, kind, front, back, due_at, created_at, updated_at)
      select gen_random_uuid(), ${reader.id}, ${bookId}, 20, 'basic', repeat('a', ${long}), repeat('b', ${long}), now(), now(),
        now()
      from generate_series(1, ${Math.floor(MAX_CARDS_TEXT / (2 * long)) - 1}) n`.execute(db);
    const front = 'c'.repeat(long);
    const body = { kind: 'basic', front, back: front } as const;
    const changed = await t.call(cardsCalls.updateCard, { as: reader, params: { id }, body });
    expect(changed.status).toBe(409);
    expect((await create({ front, back: front })).body.code).toBe('too_many_cards');
    expect((await t.call(cardsCalls.downloadCards, { as: reader })).status).toBe(200);
    expect((await t.call(accountsCalls.downloadOwnData, { as: reader })).status).toBe(200);
  });

  it('wait without their texts while the book is closed', async () => {
    const { id } = (await create()).body;
    t.clock.advance(DAY_MS);
    await endAccess();
    expect((await review()).cards).toEqual([]);
    expect((await answer(id, 'good')).body.code).toBe('not_subscribed');
    expect((await create()).body.code).toBe('not_subscribed');
    const { text, body } = await t.call(cardsCalls.listCards, { as: reader });
    expect(body.data).toMatchObject([{ id, is_closed: true, front: '', back: '' }]);
    expect(text).not.toContain('mitral');
    expect(await packed()).toEqual([]);
  });

  const packed = async () => {
    const response = await t.app.inject({
      url: `/customer_portal/v1${cardsCalls.downloadCards.path}`,
      headers: { authorization: `Bearer ${reader.token}` },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toContain('.apkg');
    const SQL = await initSqlJs();
    const db = new SQL.Database(unzipSync(new Uint8Array(response.rawPayload))['collection.anki2']);
    return (db.exec('select flds from notes')[0]?.values ?? []).map(([fields]) =>
      String(fields).split('\x1f'),
    );
  };
  it('are packed for Anki with their source', async () => {
    await create();
    expect(await packed()).toEqual([
      [
        'Which valve closes first?',
        'The mitral valve',
        expect.stringMatching(new RegExp(`/book-viewer/${bookId}\\?page=20">The Heart, p\\. 20</a>$`)),
      ],
    ]);
  });

  it('are in the user’s own data, and gone with the account', async () => {
    const { id } = (await create()).body;
    const { text } = await t.call(accountsCalls.downloadOwnData, { as: reader });
    expect(text).toContain(id);
    const body = { email: reader.email };
    expect((await t.call(accountsCalls.deleteAccount, { as: reader, body })).status).toBe(204);
    const left = await sql`select id from cards where id = ${id}`.execute(t.deps.db);
    expect(left.rows).toEqual([]);
  });
});
