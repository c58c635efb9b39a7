import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription, writePage } from '../../testing/factories.ts';
import { deleteOldMissedSearches } from './missed-search-queries.ts';
import { noteMissedSearch, termOf } from './missed-searches.ts';

describe('the words of a search that found nothing', () => {
  it.each([
    ['Mitral  Valve-Prolapse', 'mitral valve prolapse'],
    ['Vitamin B12', 'vitamin b12'],
    ['متلازمة', 'متلازمة'],
    ['How are tumours of the spleen of a zebra treated?', 'spleen treat tumor zebr'],
    ['What treats a tumor of the spleen of zebras?', 'spleen treat tumor zebr'],
  ])('are kept folded: %s', (question, term) => expect(termOf(question)).toBe(term));

  it.each([
    'ada@hospital.example',
    'www.hospital.example',
    'Zorro 12.03.1964',
    'MRN 00 12 34',
    '٠١٢٣٤',
    '+49 170 1234567',
    'ab',
    '12',
    'text somebody pasted mistake yesterday morning',
    'What did Zorro of 12.03.1964 have?',
    'Is +49 170 1234567 the number of the clinic?',
    'What did ada@hospital.example write about the valve?',
    `A text that somebody pasted by mistake: ${'alpha bravo charlie delta echo foxtrot golf hotel india'}.`,
    'x'.repeat(61),
  ])('are not kept where they may tell of a person or are no term: %s', (question) =>
    expect(termOf(question)).toBeNull(),
  );
});

describe('stored searches without a result', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  it('appear when five readers searched for them, and are deleted after one month or three', async () => {
    const book = await buildBook(t.deps.db);
    const terms = () =>
      many(
        t.deps.db,
        sql<{ term: string | null }>`select term from missed_searches order by cardinality(people), term`,
      );
    for (let index = 0; index < 5; index += 1) {
      const person = await t.person();
      await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
      const search = (q: string) =>
        t.call(readerCalls.searchBook, { as: person, params: { id: book.id }, query: { q } });
      await search('zebrastripes');
      if (index > 0) await search('quokkafever');
    }
    expect(await terms()).toEqual([{ term: null }, { term: 'zebrastripes' }]);
    const after = (days: number) =>
      deleteOldMissedSearches(t.deps.db, new Date(t.clock.now().getTime() + days * DAY_MS));
    await after(29);
    expect(await terms()).toHaveLength(2);
    await after(31);
    expect(await terms()).toEqual([{ term: 'zebrastripes' }]);
    await after(91);
    expect(await terms()).toEqual([]);
  });

  it('count a question that got no answer, however it is worded, even if pages have some of its words', async () => {
    const book = await buildBook(t.deps.db);
    await writePage(t.deps.db, book.id, 3, 'Zebra fever');
    await writePage(t.deps.db, book.id, 4, 'The okapis live in the forests of Ituri.');
    for (const q of [
      'What causes zebra fever?',
      'Which is the cause of the fever of zebras?',
      'What causes fever in a zebra?',
      'How is the fever of zebras caused?',
      'Why does a zebra have fever, and what is the cause?',
    ]) {
      const person = await t.person();
      await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
      const ask = (question: string) =>
        t.call(readerCalls.searchBook, { as: person, params: { id: book.id }, query: { q: question } });
      await ask(q);
      expect((await ask('Where do the okapis live?')).body.answers).toHaveLength(1);
    }
    expect(await many(t.deps.db, sql`select term from missed_searches where book_id = ${book.id}`)).toEqual([
      { term: 'caus fever zebr' },
    ]);
  });

  it('have space for the terms of others, however much one reader searches', async () => {
    const book = await buildBook(t.deps.db);
    const note = (userId: string, question: string) =>
      noteMissedSearch(t.deps, { userId, bookId: book.id, question });
    const letters = (number: number) =>
      [...String(number)].map((figure) => 'abcdefghij'[Number(figure)]).join('');
    const crowd = await t.person();
    for (let index = 100; index < 160; index += 1) await note(crowd.id, `word${letters(index)}`);
    const count = async () =>
      (await many(t.deps.db, sql`select 1 from missed_searches where book_id = ${book.id}`)).length;
    expect(await count()).toBe(50);
    // Simulates many readers: the list is full, but terms of five other readers are still stored.
    await sql`insert into missed_searches (book_id, term_hash, people, asked_at)
      select ${book.id}, decode(md5(n::text), 'hex'), array[decode(md5(n::text), 'hex')], ${t.clock.now()}
      from generate_series(1, 1950) n`.execute(t.deps.db);
    for (let index = 0; index < 5; index += 1) await note((await t.person()).id, 'zebrafish');
    expect(
      await many(
        t.deps.db,
        sql`select term from missed_searches where book_id = ${book.id} and term is not null`,
      ),
    ).toEqual([{ term: 'zebrafish' }]);
    expect(await count()).toBe(2000);
  });
});
