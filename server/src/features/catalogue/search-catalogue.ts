import type { SearchHits } from '@vesalius/contract/catalogue-parts';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { narrowestCover } from '@vesalius/contract/covers';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/session.ts';
import { readableBooks } from './access.ts';
import { publicUrl } from './book-card.ts';
import { hitContext, pageQueryOf } from './hit-context.ts';
import { searchCatalogue as findHits } from './search-queries.ts';

const LIMITS = { books: 5, authors: 3, chapters: 5, pages: 6 } as const;

/** What is found in the shop and, as far as this person may read, in the books. */
export async function searchCatalogue(
  db: Db,
  actor: Actor | null,
  term: string,
  now: Date,
): Promise<SearchHits> {
  const readable = await readableBooks(db, actor, now);
  const mayRead = (bookId: string) => readable === 'all' || readable.includes(bookId);
  const rows = await findHits(db, {
    term,
    pageQuery: pageQueryOf(term),
    readable,
    previewLastPage: PREVIEW_LAST_PAGE,
    limits: LIMITS,
    now,
  });
  const hits: SearchHits = { books: [], authors: [], chapters: [], pages: [] };
  for (const row of rows) {
    if (row.kind === 'author') {
      hits.authors.push({ name: row.name, number_of_books: row.books });
      continue;
    }
    const book = { id: row.bookId, title: row.bookTitle, has_access: mayRead(row.bookId) };
    if (row.kind === 'book')
      hits.books.push({ ...book, author: row.author, cover_photo: narrowestCover(publicUrl(row.coverKey)) });
    else if (row.kind === 'chapter')
      hits.chapters.push({
        id: row.id,
        title: row.title,
        first_page: row.firstPage,
        book,
        readable: book.has_access || row.firstPage <= PREVIEW_LAST_PAGE,
      });
    else hits.pages.push({ page: row.page, label: row.label, context: hitContext(row.text, term), book });
  }
  return hits;
}
