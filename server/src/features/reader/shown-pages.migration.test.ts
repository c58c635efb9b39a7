import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { buildBook, buildUser } from '../../testing/factories.ts';
import { migratedBefore } from '../../testing/migrated-before.ts';

test('keeps shown pages when they are divided into parts', async () => {
  const { db, migrate, close } = await migratedBefore('0080-shown-pages.sql');
  try {
    const { id: userId } = await buildUser(db);
    const { id: bookId } = await buildBook(db, { pages: 400 });
    const { id: unread } = await buildBook(db, { pages: 40 });
    await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at) values
      (${userId}, ${bookId}, 200, 'in_progress', now(), now()),
      (${userId}, ${unread}, 3, 'in_progress', now(), now())`.execute(db);
    // The lower bound of the array is the first shown page.
    for (const page of [63, 64, 65, 200])
      await sql`update book_progress set shown_at = merge_shown(shown_at, ${`[${page}:${page}]={${page * 10}}`}::integer[])
        where book_id = ${bookId}`.execute(db);
    await migrate();
    const pages = await many(
      db,
      sql<{ page: number; at: number }>`select s.part * 64 + place as page, s.shown_at[place] as at
        from shown_pages s cross join generate_subscripts(s.shown_at, 1) place
        where s.shown_at[place] is not null order by page`,
    );
    expect(pages).toEqual([63, 64, 65, 200].map((page) => ({ page, at: page * 10 })));
    expect(await many(db, sql`select number_shown as n from shown_pages order by part`)).toEqual([
      { n: 2 },
      { n: 1 },
      { n: 1 },
    ]);
  } finally {
    await close();
  }
});
