import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { buildBook, buildUser } from '../../testing/factories.ts';
import { migratedBefore } from '../../testing/migrated-before.ts';

const NAMED_AT = new Date('2026-03-01T09:00:00Z');
const AFTER = new Date('2026-03-02T09:00:00Z');
const BEFORE = new Date('2026-02-27T09:00:00Z');

test('of the notes of the release before, only those of the book’s own editors are shared; others become private', async () => {
  const { db, migrate, close } = await migratedBefore('0176-notes-for-editors.sql');
  try {
    const editor = await buildUser(db, { role: 'editor' });
    const named = await buildUser(db, { role: 'editor' });
    const producer = await buildUser(db, { role: 'editor' });
    const other = await buildUser(db, { role: 'editor' });
    const unproved = await buildUser(db, { role: 'editor', verified: false });
    const reader = await buildUser(db);
    const { id: bookId } = await buildBook(db, { editors: [editor.email.toUpperCase(), unproved.email] });
    await buildBook(db, { editors: [other.email, named.email] });
    await sql`insert into book_assignments (book_id, email, role, set_at) values
      (${bookId}, ${named.email}, 'editor', ${NAMED_AT}), (${bookId}, ${reader.email}, 'editor', ${NAMED_AT}),
      (${bookId}, ${producer.email}, 'producer', ${NAMED_AT})`.execute(db);
    const write = ({ id }: { id: string }, text: string, at = AFTER) =>
      sql`insert into annotations (id, book_id, user_id, page_number, text, created_at, updated_at)
        values (${newId()}, ${bookId}, ${id}, 3, ${text}, ${at}, ${AFTER})`.execute(db);
    await write(editor, 'of the editor');
    await write(named, 'of an editor whom staff named');
    await write(named, 'of the same before, as a subscriber', BEFORE);
    await write(other, 'of an editor of another book');
    await write(producer, 'of a producer');
    await write(unproved, 'of an address that nobody confirmed');
    await write(reader, 'of a reader');
    await migrate();
    const shared = await many(
      db,
      sql<{ text: string }>`select text from annotations where for_editors order by text`,
    );
    expect(shared.map(({ text }) => text)).toEqual(['of an editor whom staff named', 'of the editor']);
  } finally {
    await close();
  }
});
