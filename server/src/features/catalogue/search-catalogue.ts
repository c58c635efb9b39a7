import type { SearchHits } from '@vesalius/contract/catalogue-parts';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { narrowestCover } from '@vesalius/contract/covers';
import { identifierOf, subjectCodeOf } from '@vesalius/contract/identifiers';
import { findHits } from '@vesalius/contract/reader-search';
import { isQuestion } from '@vesalius/contract/search-question';
import type { Db } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../accounts/actor.ts';
import { hitContext, pageQueryOf, type Wanted, wantedOf } from '../search/hit-context.ts';
import { maySummarize } from '../search/may-summarize.ts';
import { searchLibraryMaterials } from '../search/search-materials.ts';
import { searchNotes } from '../search/search-notes.ts';
import { readableBooks } from './access.ts';
import { answerQuestion } from './answer-question.ts';
import { publicUrl } from './book-card.ts';
import { listMeantWords, listPageHits, type PageHit, type PageSearch } from './page-search-queries.ts';
import { searchCatalogue as searchGroups } from './search-queries.ts';
import { isSameWord } from './spelling.ts';

/** Of a pasted paragraph, the first words are enough. */
const MAX_WORDS = 12;
const LIMITS = { books: 5, authors: 3, chapters: 5, pages: 6 } as const;

/** Search results in the shop and, as far as the user may read, in the texts of books. */
export async function searchCatalogue(
  { db, clock, config }: Deps,
  actor: Actor | null,
  term: string,
): Promise<SearchHits> {
  const now = clock.now();
  const readable = await readableBooks(db, actor, now);
  const mayRead = (bookId: string) => readable === 'all' || readable.includes(bookId);
  const typed = wantedOf(term);
  const answered = isQuestion(term)
    ? await answerQuestion(db, { readable, now }, { question: term, limit: LIMITS.pages })
    : null;
  // Of a question, not every word stands on the page that answers it.
  const pageQuery = answered && answered.pages.length > 0 ? null : pageQueryOf(typed);
  const rows = await searchGroups(db, { term, pageQuery, readable, limits: LIMITS, now });
  const hits: SearchHits = {
    ...{
      books: [],
      authors: [],
      chapters: [],
      pages: [],
      answers: [],
      materials: [],
      notes: [],
      replaced: [],
    },
  };
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
  if (answered && pageQuery === null) Object.assign(hits, answered);
  if (typed.length > 0)
    hits.materials = (await searchLibraryMaterials(db, { readable, now }, term)).map(
      ({ bookId: id, bookTitle: title, hit }) => ({ ...hit, book: { id, title, has_access: !hit.locked } }),
    );
  if (typed.length > 0 && actor)
    hits.notes = (await searchNotes(db, { userId: actor.userId, readable }, term)).map(
      ({ bookId: id, bookTitle: title, hit }) => ({ ...hit, book: { id, title, has_access: mayRead(id) } }),
    );
  if (hits.answers.length > 0 && readable.length > 0 && maySummarize(config, actor))
    hits.can_summarize = true;
  const isIdentified = hits.books.length > 0 && (identifierOf(term) ?? subjectCodeOf(term)) !== null;
  if (isIdentified || hits.pages.length > 0 || typed.length === 0) return hits;
  const words = typed.flatMap(([spelling]) => spelling ?? []).slice(0, MAX_WORDS);
  const search = { readable, now };
  const corrected = await correctWords(db, words, search);
  const wanted = corrected.map(({ meant }) => meant.map((word) => [word]));
  const correctedQuery = pageQueryOf(wanted);
  if (!correctedQuery || corrected.every(({ typed, meant }) => meant.includes(typed))) return hits;
  const similar = await listPageHits(db, { ...search, pageQuery: correctedQuery, limit: LIMITS.pages });
  for (const row of similar)
    hits.pages.push(
      pageOf(row, wanted, { id: row.bookId, title: row.bookTitle, has_access: mayRead(row.bookId) }),
    );
  hits.replaced = corrected.flatMap(({ typed, meant, isOther }) => {
    const used = isOther ? meant.filter((word) => similar.some(({ text }) => holds(text, word))) : [];
    return used.length > 0 ? [{ typed, used }] : [];
  });
  return hits;
}

interface CorrectedWord {
  readonly typed: string;
  readonly meant: readonly string[];
  /** They differ from the typed word, so the response must say so. */
  readonly isOther: boolean;
}

/** Each word, or its corrections if no text contains it: the same word in another spelling before any other. */
async function correctWords(
  db: Db,
  words: readonly string[],
  search: Pick<PageSearch, 'readable' | 'now'>,
): Promise<CorrectedWord[]> {
  const meant = await listMeantWords(db, words);
  return Promise.all(
    words.map(async (typed, index): Promise<CorrectedWord> => {
      const near = meant?.[index] ?? [typed];
      const asTyped = { typed, meant: [typed], isOther: false };
      if (near.includes(typed)) return asTyped;
      const variants = near.filter((word) => isSameWord(word, typed));
      if (variants.length > 0) return { typed, meant: variants, isOther: false };
      // Corrections are words of previews; the reader's own books may contain the word beyond them.
      const pageQuery = pageQueryOf([[[typed]]]);
      const held = pageQuery ? await listPageHits(db, { ...search, pageQuery, limit: 1 }) : [];
      return held.length > 0 ? asTyped : { typed, meant: near, isOther: true };
    }),
  );
}

const holds = (text: string, word: string): boolean =>
  findHits(text, [{ spellings: [[word]], exact: false }]).length > 0;

function pageOf(
  { page, label, text }: PageHit,
  wanted: readonly Wanted[],
  book: SearchHits['pages'][number]['book'],
): SearchHits['pages'][number] {
  return { page, label, context: hitContext(text, wanted), book };
}
