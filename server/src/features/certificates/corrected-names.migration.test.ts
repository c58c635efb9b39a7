import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { buildBook, buildUser } from '../../testing/factories.ts';
import { migratedBefore } from '../../testing/migrated-before.ts';

test('a name that staff corrected to the account’s own becomes theirs to change, and no other name does', async () => {
  const { db, migrate, close } = await migratedBefore('0098-corrected-names.sql');
  try {
    const issue = async (number: string, fields: { replacedBecause?: string | null } = {}) => {
      const { id: userId } = await buildUser(db);
      const { id: bookId } = await buildBook(db);
      const insert = (name: string, replacedAt: Date | null, reason: string | null) =>
        sql`insert into certificates (id, unique_id, user_id, book_id, kind, user_name, book_title, book_version, author_name,
            title, description, hours_of_participation, final_score, final_total, completed_at, completed_on, issued_at,
            replaced_at, replaced_reason)
          values (${newId()}, ${number}, ${userId}, ${bookId}, 'hours', ${name}, 'B', '1', 'A', 'T', 'D', 2, 1, 1, now(),
            '2026-03-01', now(), ${replacedAt}, ${reason})`.execute(db);
      if (fields.replacedBecause !== undefined) await insert('Before', new Date(), fields.replacedBecause);
      await insert('Now', null, null);
    };
    await issue('VSL-CORR-CORR-CORR', { replacedBecause: 'Misspelt.' });
    await issue('VSL-HHHH-HHHH-HHHH', { replacedBecause: null });
    await issue('VSL-NNNN-NNNN-NNNN');
    await migrate();
    expect(
      await many(
        db,
        sql`select unique_id as number, account_name as name from certificates where replaced_at is null order by 1`,
      ),
    ).toEqual([
      { number: 'VSL-CORR-CORR-CORR', name: 'Now' },
      { number: 'VSL-HHHH-HHHH-HHHH', name: null },
      { number: 'VSL-NNNN-NNNN-NNNN', name: null },
    ]);
  } finally {
    await close();
  }
});
