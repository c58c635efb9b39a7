import type { Language } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import { type TitleInLetter, titleInLetter } from '../../../platform/mail/title-in-letter.ts';
import type { BookAssignmentsTable } from '../../../schema/tables.ts';
import { type LinkedAssignments, linkedAssignments } from './linked-assignments.ts';

type BookRole = BookAssignmentsTable['role'];

/** A book that an author or editor works on. */
export interface AssignedBook {
  readonly id: string;
  readonly title: TitleInLetter;
  readonly role: BookRole;
}

const titleOf: RawBuilder<string> = sql`coalesce(b.title || ' (' || b.edition || ')', w.manifest ->> 'title', '')`;

/** Those of the account's present role. */
export async function listAssignedBooks(db: Db, userId: string): Promise<AssignedBook[]> {
  const rows = await many(
    db,
    sql<{ id: string; title: string; role: BookRole }>`select a.book_id as id, a.role, ${titleOf} as title
      from users u join book_assignments a on lower(a.email) = lower(u.email) and a.role in (u.role, 'producer')
      left join books b on b.id = a.book_id left join works w on w.id = a.book_id
      where u.id = ${userId} and u.role in ('author', 'editor') and u.deleted_at is null order by title, a.book_id, a.role`,
  );
  return rows.map((row) => ({ ...row, title: titleInLetter(row.title) }));
}

/** The names of those books and programs that the user has again, in this role or in any. */
export async function listBack(
  db: Db,
  userId: string,
  gone: readonly { readonly id: string; readonly name: string }[],
  role?: BookRole,
): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ id: string }>`select a.book_id as id from users u
        join book_assignments a on lower(a.email) = lower(u.email) where u.id = ${userId}
          ${role ? sql`and a.role = ${role}` : sql``}
      union select program_id from program_directors where user_id = ${userId}`,
  );
  const ids = new Set(rows.map(({ id }) => id));
  return gone.filter(({ id }) => ids.has(id)).map(({ name }) => name);
}

const WORDS = {
  en: {
    books: 'Your books in Studio',
    roles: { author: 'Author', editor: 'Editor', producer: 'Producer' },
    assigned: (titles: string) => `You work on: ${titles}.`,
    added: (titles: string) => `You now work on: ${titles}.`,
    quoted: (title: TitleInLetter) => `“${title}”`,
    separator: ', ',
  },
  ar: {
    books: 'كتبك في الاستوديو',
    roles: { author: 'مؤلف', editor: 'محرر', producer: 'مُعِدّ' },
    assigned: (titles: string) => `تعمل على: ${titles}.`,
    added: (titles: string) => `تعمل الآن على: ${titles}.`,
    quoted: (title: TitleInLetter) => `«${title}»`,
    separator: '، ',
  },
} as const;

/** The sentence and the links about the books, for a letter; neither if there are none. `are`: all of them, or new ones. */
export function booksInLetter(
  language: Language,
  books: readonly AssignedBook[],
  publicUrl: string,
  are: 'assigned' | 'added' = 'assigned',
): LinkedAssignments {
  const words = WORDS[language];
  return linkedAssignments(
    [...new Set(books.map(({ title }) => words.quoted(title)))],
    books.map(({ id, title, role }) => ({
      ...{ label: title, url: `${publicUrl}/studio/${id}`, detail: words.roles[role] },
    })),
    { title: words.books, separator: words.separator, sentence: words[are] },
  );
}
