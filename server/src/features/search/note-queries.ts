import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { HighlightColor } from '@vesalius/contract/reader';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';

/** The newest are searched. */
const MAX_NOTES = 2000;

export interface NotesOf {
  readonly userId: string;
  /** Undefined = of all books. */
  readonly bookId?: string;
  readonly readable: 'all' | readonly string[];
}
export interface NoteRow {
  readonly id: string;
  readonly bookId: string;
  readonly bookTitle: string;
  readonly page: number;
  readonly label: string;
  readonly color: HighlightColor;
  readonly text: string;
  /** Empty where the caller may not read the page. */
  readonly quote: string;
}

/** Previews of works are not books. */
export const listNotes = (db: Db, { userId, bookId, readable }: NotesOf): Promise<NoteRow[]> => {
  const isOpen =
    readable === 'all'
      ? sql`true`
      : sql`(a.book_id = any(${[...readable]}::uuid[]) or a.page_number <= ${PREVIEW_LAST_PAGE}::int)`;
  return many(
    db,
    sql<NoteRow>`select a.id, a.book_id as "bookId", b.title as "bookTitle", a.page_number as page,
        coalesce(p.label, a.page_number::text) as label, a.color, a.text,
        case when ${isOpen} then a.quote else '' end as quote
      from annotations a join books b on b.id = a.book_id and b.preview_of is null
      left join book_pages p on p.book_id = a.book_id and p.page_number = a.page_number
      where a.user_id = ${userId} and (a.quote <> '' or a.text <> '') ${bookId ? sql`and a.book_id = ${bookId}` : sql``}
      order by a.created_at desc, a.id limit ${MAX_NOTES}`,
  );
};
