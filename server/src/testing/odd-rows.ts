import { sql } from 'kysely';
import { type Db, jsonb } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { buildBook, buildSubscription, buildUser } from './factories.ts';

/** Values that a careless copy would damage: separators, escapes, other scripts, empty text next to null. */
const ODD = ['a\tb', 'a\\nb', '\\N', '"q", \'s\'', 'سلام', '🫀 é e\u0301', '', 'line\nline\r\n', '\\.'];

/** Inserts this many readers, each with a subscription and a job, with such texts. */
export async function buildOddRows(db: Db, readers: number): Promise<void> {
  const author = await buildUser(db, { role: 'author' });
  const book = await buildBook(db, {});
  for (let number = 0; number < readers; number += 1) {
    const odd = ODD[number % ODD.length] as string;
    const reader = await buildUser(db, { secondName: `${odd}${number}` });
    await buildSubscription(db, { userId: reader.id, bookId: book.id });
    await sql`insert into jobs (id, kind, payload, run_at, max_attempts, last_error, dedupe_key)
      values (${newId()}, 'test.odd', ${jsonb({ odd, nested: [odd, null, 0.1, { [odd]: true }] })},
        ${new Date(1_700_000_000_123 + number)}, 1, ${odd}, ${`${author.id} ${number}`})`.execute(db);
  }
}
