import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { SearchAnswer, SearchOrder } from '@vesalius/contract/reader';
import {
  contextOf,
  findHits,
  markedTerms,
  parseSearch,
  type SearchTerm,
} from '@vesalius/contract/reader-search';
import { isQuestion } from '@vesalius/contract/search-question';
import type { Db } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../accounts/actor.ts';
import { accessToBook } from '../catalogue/access.ts';
import { densestHit } from '../search/densest-hit.ts';
import { ANSWERING_PAGES, findAnswers } from '../search/find-answers.ts';
import { frontMatterLast, listFrontMatter } from '../search/front-matter.ts';
import { maySummarize } from '../search/may-summarize.ts';
import { listTextsOfPages } from '../search/page-texts.ts';
import { type BookPassage, type BookRanking, rankBookPages } from '../search/rank-book-pages.ts';
import { bodiesOf } from '../search/running-heads.ts';
import { searchHeadings } from '../search/search-headings.ts';
import { searchBookMaterials } from '../search/search-materials.ts';
import { searchNotes } from '../search/search-notes.ts';
import { correctSearch } from './correct-search.ts';
import { type ListedPages, listPagesInOrder } from './list-hits.ts';
import { noteMissedSearch } from './missed-searches.ts';
import { listPagesWith } from './search-queries.ts';
import { toTsquery } from './search-terms.ts';

/** The number of pages in a response. */
const PAGES_AT_ONCE = 25;

export interface SearchedPart {
  readonly bookId: string;
  /** Null = the whole book. */
  readonly lastReadablePage: number | null;
}

export async function searchBook(
  deps: Deps,
  actor: Actor | null,
  bookId: string,
  query: { q: string; from_page?: number | undefined; order: SearchOrder },
): Promise<SearchAnswer> {
  const { db } = deps;
  const access = await accessToBook(db, actor, bookId, deps.clock.now());
  const terms = parseSearch(query.q);
  const none: SearchAnswer = {
    ...{
      hits: [],
      answers: [],
      materials: [],
      notes: [],
      headings: [],
      meanings: [],
      pages: 0,
      next_page: null,
      did_you_mean: [],
    },
  };
  if (terms.length === 0) return none;
  const book: SearchedPart = { bookId, lastReadablePage: access.granted ? null : PREVIEW_LAST_PAGE };
  const ranking = terms.every(({ exact }) => exact)
    ? null
    : await rankBookPages(db, { bookId, wholeBook: access.granted }, query.q);
  // A search with phrases only, or a book whose index does not exist yet: lists the pages that contain every word.
  const listed = ranking
    ? await listRanked(db, book, { ranking, terms, ...query })
    : await listPagesInOrder(db, book, terms, query.from_page ?? 1);
  const meanings = ranking?.meanings ?? [];
  // Only the first part of a list has results besides pages.
  const isFirst = query.from_page === undefined;
  const besides = isFirst ? await searchBesidesPages(db, actor, book, query.q) : NOTHING_BESIDES;
  const isAsked = ranking !== null && isQuestion(query.q) && isFirst;
  const answers = isAsked ? listAnswers(bookId, { ranking, question: query.q }) : [];
  const didYouMean = listed.pages === 0 ? await correctSearch(db, book, query.q) : [];
  // A misspelled word whose correction is in the book does not count as missed.
  const isMissed =
    (isAsked ? answers.length : listed.pages) + besides.materials.length + didYouMean.length === 0;
  if (actor && access.records && isMissed && !query.from_page)
    await noteMissedSearch(deps, { userId: actor.userId, bookId, question: query.q });
  const canSummarize = access.granted && answers.length > 0 && maySummarize(deps.config, actor);
  return {
    ...{ ...none, ...listed, answers, ...besides, meanings: [...meanings], did_you_mean: didYouMean },
    ...(canSummarize ? { can_summarize: true } : {}),
  };
}

const NOTHING_BESIDES = { materials: [], notes: [], headings: [] };

async function searchBesidesPages(
  db: Db,
  actor: Actor | null,
  { bookId, lastReadablePage }: SearchedPart,
  question: string,
): Promise<Pick<SearchAnswer, 'materials' | 'notes' | 'headings'>> {
  const granted = lastReadablePage === null;
  const readable = granted ? [bookId] : [];
  const [materials, notes, headings] = await Promise.all([
    searchBookMaterials(db, { bookId, granted }, question),
    actor ? searchNotes(db, { userId: actor.userId, bookId, readable }, question) : [],
    searchHeadings(db, { bookId, lastReadablePage }, question),
  ]);
  return { materials, notes: notes.map(({ hit }) => hit), headings };
}

interface RankedSearch {
  readonly ranking: BookRanking;
  readonly terms: readonly SearchTerm[];
  readonly q: string;
  readonly order: SearchOrder;
  readonly from_page?: number | undefined;
}

/** In the order of relevance, `from_page` counts pages of the list, not of the book. */
async function listRanked(db: Db, book: SearchedPart, search: RankedSearch): Promise<ListedPages> {
  const { ranking, terms, order } = search;
  const phrases = terms.filter(({ exact }) => exact);
  const held =
    phrases.length > 0 ? new Set(await listPagesWith(db, { ...book, tsquery: toTsquery(phrases) })) : null;
  const front = await listFrontMatter(db, book.bookId);
  const ranked = frontMatterLast(
    ranking.pages.filter(({ page }) => !held || held.has(page)).map(({ page }) => page),
    (page) => front.has(page),
  );
  const from = search.from_page ?? 1;
  const pages =
    order === 'page' ? ranked.sort((a, b) => a - b).filter((page) => page >= from) : ranked.slice(from - 1);
  const shown = pages.slice(0, PAGES_AT_ONCE);
  const texts = new Map((await listTextsOfPages(db, book.bookId, shown)).map((row) => [row.page, row]));
  const bodies = bodiesOf(shown.map((page) => texts.get(page)?.text ?? ''));
  const marked = markedTerms(search.q, ranking.meanings);
  const hits = shown.flatMap((page, at) => {
    const text = texts.get(page)?.text ?? '';
    const body = bodies[at] ?? { start: 0, end: text.length };
    const found = findHits(text, marked).map((range, index) => ({
      ...{ page, index },
      ...contextOf(text, range.start, range.end),
      start: range.start,
    }));
    if (order === 'page') return found;
    const inBody = found.filter(({ start }) => start >= body.start && start < body.end);
    return [densestHit(inBody) ?? densestHit(found) ?? []].flat();
  });
  const next = order === 'page' ? pages[PAGES_AT_ONCE] : from + PAGES_AT_ONCE;
  const isMore = pages.length > PAGES_AT_ONCE && next !== undefined;
  return {
    hits: hits.map(({ start: _, ...hit }) => hit),
    pages: ranked.length,
    next_page: isMore ? next : null,
  };
}

/** The sentences of the best pages, whose text the ranking has read. */
const listAnswers = (
  bookId: string,
  {
    ranking,
    question,
  }: { ranking: BookRanking & { readonly passages: readonly BookPassage[] }; question: string },
) =>
  findAnswers(ranking.passages.slice(0, ANSWERING_PAGES), question, ranking).map(
    ({ passage: { page, label }, quote, score }) => ({
      ...{ book_id: bookId, page, label, quote, score },
    }),
  );
