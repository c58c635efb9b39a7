import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';

export interface PageTextRow {
  readonly page: number;
  readonly label: string;
  readonly text: string;
}

/** In no order. */
export const listTextsOfPages = (db: Db, bookId: string, pages: readonly number[]): Promise<PageTextRow[]> =>
  many(
    db,
    sql<PageTextRow>`select page_number as page, label, text from book_pages
      where book_id = ${bookId} and page_number = any(${[...pages]}::int[])`,
  );
