import { COMPLETED_PAGES_RATIO } from '@vesalius/contract/constants';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Db, many, one } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription, buildUser } from '../../testing/factories.ts';
import { migratedBefore } from '../../testing/migrated-before.ts';
import { replaceChapters } from '../publishing/store/content-queries.ts';
import { moveProgress } from './move-progress.ts';

interface Read {
  chapter: string;
  reader: string;
  since: number;
}
const NUMBER = sql`(c.last_page - c.first_page + 1)`;
/** Recomputes the read chapters, and since when, page by page from the shown pages. */
const recount = (db: Db) =>
  many(
    db,
    sql<Read>`select c.id as chapter, p.user_id as reader,
        (array_agg(p.at order by p.at desc))[ceil(${NUMBER} * ${COMPLETED_PAGES_RATIO}::float8)::int] as since
      from chapters c join (select s.user_id, s.book_id, s.part * 64 + place as page, s.shown_at[place] as at
        from shown_pages s cross join generate_subscripts(s.shown_at, 1) place where s.shown_at[place] is not null) p
        on p.book_id = c.book_id and p.page between c.first_page and c.last_page
      group by c.id, p.user_id having count(*) >= ${NUMBER} * ${COMPLETED_PAGES_RATIO}::float8
      order by 1, 2`,
  );
const kept = (db: Db) =>
  many(
    db,
    sql<Read>`select chapter_id as chapter, user_id as reader, read_at as since from chapter_reads order by 1, 2`,
  );
const chaptersOf = (lengths: readonly number[]) => {
  let last = 0;
  return lengths.map((length, index) => {
    const first_page = last + 1;
    last += length;
    return { key: `c${index}`, title: `Chapter ${index}`, first_page, last_page: last };
  });
};
const LENGTHS = [1, 2, 7, 9, 10, 11, 19, 20, 41, 80, 200];
const PAGES = LENGTHS.reduce((sum, length) => sum + length, 0);

describe('which chapters were read', () => {
  let app: TestApp;
  let db: Db;
  let reader: Person;
  let bookId: string;
  beforeAll(async () => {
    app = await testApp();
    db = app.deps.db;
  });
  beforeEach(async () => {
    bookId = (await buildBook(db, { pages: PAGES })).id;
    await inTransaction(db, (tx) => replaceChapters(tx, bookId, chaptersOf(LENGTHS)));
    reader = await app.person();
    await buildSubscription(db, { userId: reader.id, bookId });
  });
  afterAll(() => app.close());
  const turnTo = (pages: readonly number[]) =>
    app.call(readerCalls.updateCurrentProgress, {
      as: reader,
      portal: 'customer',
      query: { book_id: bookId, page: 1, shown: pages.join(',') },
    });
  /** The same order in every run. */
  const shuffled = () =>
    Array.from({ length: PAGES }, (_, index) => index + 1).sort(
      (a, b) => ((a * 7919) % 387) - ((b * 7919) % 387),
    );

  it('follows the shown pages in any order', async () => {
    for (let from = 0; from < PAGES; from += 40) {
      app.clock.advance(60_000);
      expect((await turnTo(shuffled().slice(from, from + 40))).status).toBe(200);
      expect(await kept(db)).toEqual(await recount(db));
    }
    expect((await kept(db)).filter((read) => read.reader === reader.id)).toHaveLength(LENGTHS.length);
    // Pages shown again get later times.
    await turnTo(shuffled().slice(0, 60));
    expect(await kept(db)).toEqual(await recount(db));
  });

  it('counts the pages of two devices that arrive at the same time', async () => {
    const chapter = chaptersOf(LENGTHS).at(-1)!;
    const pages = Array.from({ length: 200 }, (_, index) => chapter.first_page + index);
    const halves = [0, 40, 80, 120, 160].map((from) => pages.slice(from, from + 40));
    await Promise.all(halves.map(turnTo));
    expect(await kept(db)).toEqual(await recount(db));
    expect((await kept(db)).filter((read) => read.reader === reader.id)).toHaveLength(1);
  });

  it('is recounted when an import changes the pages of chapters, or removes chapters', async () => {
    await turnTo(Array.from({ length: 100 }, (_, index) => index + 1));
    const before = (await kept(db)).length;
    const stays = [{ page: 1, target: 1, length: PAGES }];
    for (const lengths of [[50, 40, 100], [30], [30, 60, 2, 2, 200]]) {
      await inTransaction(db, async (tx) => {
        const changedChapters = await replaceChapters(tx, bookId, chaptersOf(lengths));
        await moveProgress(tx, bookId, { places: stays, shown: stays }, { pages: PAGES, changedChapters });
      });
      expect(await kept(db)).toEqual(await recount(db));
      expect((await kept(db)).length).not.toBe(before);
    }
  });

  it('is recounted when an import moves the shown pages', async () => {
    await turnTo(Array.from({ length: 60 }, (_, index) => index + 1));
    // Ten pages were inserted before page 5, and pages 30 to 39 were removed.
    const runs = [
      { page: 1, target: 1, length: 4 },
      { page: 5, target: 15, length: 25 },
      { page: 40, target: 40, length: 60 },
    ];
    await inTransaction(db, async (tx) => {
      const changedChapters = await replaceChapters(tx, bookId, chaptersOf([4, 35, 21, 100]));
      await moveProgress(tx, bookId, { places: runs, shown: runs }, { pages: PAGES, changedChapters });
    });
    expect(await kept(db)).toEqual(await recount(db));
    expect((await kept(db)).filter((read) => read.reader === reader.id)).toHaveLength(2);
  });
});

it('includes earlier reading after the upgrade', async () => {
  const { db, migrate, close } = await migratedBefore('0137-chapters-read.sql');
  try {
    const { id: bookId } = await buildBook(db, { pages: PAGES });
    await inTransaction(db, (tx) => replaceChapters(tx, bookId, chaptersOf(LENGTHS)));
    for (const last of [1, 30, 64, 118, 200, PAGES]) {
      const { id: userId } = await buildUser(db);
      await sql`insert into shown_pages (user_id, book_id, part, shown_at)
        select ${userId}, ${bookId}, (page - 1) / 64, array_agg(1000 + (page * 37) % 91 order by page)
        from generate_series(1, ${last}::int) page group by 3`.execute(db);
    }
    await migrate();
    expect(await kept(db)).toEqual(await recount(db));
    expect(
      (await one(db, sql<{ n: number }>`select count(*)::int as n from chapter_reads`)).n,
    ).toBeGreaterThan(20);
  } finally {
    await close();
  }
});
