import type { SearchHits } from '@vesalius/contract/catalogue-parts';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { narrowestCover } from '@vesalius/contract/covers';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/session.ts';
import { readableBooks } from './access.ts';
import { publicUrl } from './book-card.ts';
import { hitContext, pageQueryOf, type Wanted, wantedOf } from './hit-context.ts';
import { listMeantWords, listPageHits, type PageHit } from './page-search-queries.ts';
import { searchCatalogue as findHits } from './search-queries.ts';

/** Of a whole paragraph put into the field, the beginning says enough. */
const MAX_WORDS = 12;
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
  const typed = wantedOf(term);
  const pageQuery = pageQueryOf(typed);
  const rows = await findHits(db, { term, pageQuery, readable, limits: LIMITS, now });
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
    else hits.pages.push(pageOf(row, typed, book));
  }
  if (hits.pages.length > 0 || typed.length === 0) return hits;
  // Nothing in the texts: perhaps a word is misspelt.
  const words = typed.flatMap(([spelling]) => spelling ?? []).slice(0, MAX_WORDS);
  const meantWords = await listMeantWords(db, words);
  const meant = meantWords?.map((alternatives) => alternatives.map((word) => [word]));
  const meantQuery = meant && pageQueryOf(meant);
  if (!meantQuery) return hits;
  const pages = await listPageHits(db, { pageQuery: meantQuery, readable, limit: LIMITS.pages, now });
  for (const row of pages)
    hits.pages.push(
      pageOf(row, meant, { id: row.bookId, title: row.bookTitle, has_access: mayRead(row.bookId) }),
    );
  return hits;
}

function pageOf(
  { page, label, text }: PageHit,
  wanted: readonly Wanted[],
  book: SearchHits['pages'][number]['book'],
): SearchHits['pages'][number] {
  return { page, label, context: hitContext(text, wanted), book };
}
