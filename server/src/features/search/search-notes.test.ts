import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import type { HeadingHit, NoteHit } from '@vesalius/contract/search-hits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription, writePage } from '../../testing/factories.ts';

let t: TestApp;
let bookId: string;
let reader: Person;
let other: Person;
beforeAll(async () => {
  t = await testApp();
  bookId = (await buildBook(t.deps.db, { title: 'Rhythms' })).id;
  reader = await t.person();
  other = await t.person();
  for (const { id: userId } of [reader, other]) await buildSubscription(t.deps.db, { userId, bookId });
  await write(reader, { page: 20, text: 'Ask about amiodarone and the thyroid', quote: 'a quoted passage' });
  await write(reader, { page: 3, quote: 'the moderator band' });
  await write(other, { page: 4, text: 'amiodarone of somebody else' });
});
afterAll(() => t.close());

const write = (
  { id }: Person,
  { page, text = '', quote = '' }: { page: number; text?: string; quote?: string },
) =>
  sql`insert into annotations (id, book_id, user_id, page_number, text, quote, created_at, updated_at)
    values (${newId()}, ${bookId}, ${id}, ${page}, ${text}, ${quote}, now(), now())`.execute(t.deps.db);
const search = async (q: string, as: Person | null = reader) =>
  (await t.call(readerCalls.searchBook, { as, params: { id: bookId }, query: { q } })).body;
const notes = async (q: string, as?: Person | null): Promise<NoteHit[]> => (await search(q, as)).notes;
const everywhere = async (search_term: string, as: Person | null = reader) =>
  (await t.call(catalogueCalls.searchCatalogue, { as, query: { search_term } })).body.notes;

it('finds the caller’s own notes and highlights, and nobody else’s', async () => {
  for (const found of [await notes('What about amiodarone?'), await everywhere('amiodarone')]) {
    expect(found).toMatchObject([{ page: 20, label: '20' }]);
    expect(found[0].text).toContainEqual({ text: 'amiodarone', hit: true });
  }
  expect(await notes('moderator band')).toMatchObject([{ page: 3, text: [] }]);
  expect((await everywhere('amiodarone'))[0].book).toEqual({
    id: bookId,
    title: 'Rhythms',
    has_access: true,
  });
  expect(await notes('amiodarone', null)).toEqual([]);
  expect(await everywhere('amiodarone', await t.person())).toEqual([]);
});

it('finds words that are still being typed, and those of the same stem', async () => {
  expect(await notes('amiod')).toHaveLength(1);
  expect(await notes('moderator bands')).toHaveLength(1);
});

it('finds one’s own words after access ended, and no passage beyond the preview', async () => {
  await sql`update subscriptions set ends_at = ${t.clock.now()} where user_id = ${reader.id}`.execute(
    t.deps.db,
  );
  expect(await notes('amiodarone')).toMatchObject([{ page: 20, quote: [] }]);
  expect([await notes('quoted passage'), await everywhere('quoted passage')]).toEqual([[], []]);
  expect(await notes('moderator')).toHaveLength(1);
});

it('finds chapters and sections, on pages that the caller may read', async () => {
  await sql`insert into outline_entries (book_id, position, depth, title, page_number)
    values (${bookId}, 1, 1, 'Wenckebach block', 14), (${bookId}, 2, 1, 'Wenckebach in athletes', 22)`.execute(
    t.deps.db,
  );
  const pages = async (q: string, as: Person | null) =>
    (await search(q, as)).headings.map(({ page }: HeadingHit) => page);
  expect(await pages('What is a Wenckebach block?', other)).toEqual([14, 22]);
  expect(await pages('wenckebach', null)).toEqual([14]);
  expect(await pages('nothing of it', other)).toEqual([]);
});

it('lists pages of front matter last', async () => {
  await sql`update book_pages set label = 'ii' where book_id = ${bookId} and page_number = 2`.execute(
    t.deps.db,
  );
  await writePage(t.deps.db, bookId, 2, 'Flutter. Flutter. Flutter.');
  await writePage(t.deps.db, bookId, 9, 'Among other words, one says flutter.');
  const pages = async (order: 'worth' | 'page') =>
    (
      await t.call(readerCalls.searchBook, { params: { id: bookId }, query: { q: 'flutter', order } })
    ).body.hits.map(({ page }: { page: number }) => page);
  expect(await pages('worth')).toEqual([9, 2]);
  expect(new Set(await pages('page'))).toEqual(new Set([2, 9]));
});
