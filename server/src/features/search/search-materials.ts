import { MaterialKind } from '@vesalius/contract/lectures';
import { markedTerms } from '@vesalius/contract/reader-search';
import type { MaterialHit } from '@vesalius/contract/search-hits';
import type { Db } from '../../platform/database/database.ts';
import { MATERIALS } from './build-postings.ts';
import { contextFrom, densestContext, densestPart, markedParts } from './hit-context.ts';
import { secondsAt } from './material-pieces.ts';
import { listPieces, type PieceRow } from './material-queries.ts';
import { type BookRanking, rankBookPages } from './rank-book-pages.ts';
import { rankLibrary, type SearchedLibrary } from './rank-library-pages.ts';

const MAX_HITS = 5;
/** Of the same lecture. */
const MAX_MOMENTS = 2;
/** A lecture that holds less of the search is no result. */
const MIN_COVERAGE = 0.6;
/** Several hits may be of the same lecture, and some lectures may have left the book. */
const MAX_CANDIDATES = 40;

export interface FoundMaterial {
  readonly bookId: string;
  readonly bookTitle: string;
  readonly hit: MaterialHit;
}

/** Lectures, images and studies of a book. Without access only their titles are searched, which everybody may see. */
export async function searchBookMaterials(
  db: Db,
  { bookId, granted }: { bookId: string; granted: boolean },
  question: string,
): Promise<MaterialHit[]> {
  const ranking = await rankBookPages(db, { bookId, wholeBook: granted, layer: MATERIALS }, question);
  const found = ranking ? await hitsOf(db, ranking, { question, isOpen: () => granted }) : [];
  return found.map(({ hit }) => hit);
}

/** The same in all books: of those that the caller does not have, only titles in the shop. */
export async function searchLibraryMaterials(
  db: Db,
  { readable, now }: Pick<SearchedLibrary, 'readable' | 'now'>,
  question: string,
): Promise<FoundMaterial[]> {
  const ranking = await rankLibrary(db, { readable, now, layer: MATERIALS }, question);
  const isOpen = (bookId: string) => readable === 'all' || readable.includes(bookId);
  return hitsOf(db, ranking, { question, isOpen });
}

async function hitsOf(
  db: Db,
  { pages, meanings }: BookRanking,
  { question, isOpen }: { question: string; isOpen: (bookId: string) => boolean },
): Promise<FoundMaterial[]> {
  const best = pages.filter(({ coverage }) => coverage >= MIN_COVERAGE).slice(0, MAX_CANDIDATES);
  const rows = await listPieces(db, best);
  const marked = markedTerms(question, meanings);
  const found: FoundMaterial[] = [];
  for (const { bookId, page: number } of best) {
    const row = rows.find((one) => one.bookId === bookId && one.number === number);
    if (!row) continue;
    const hit = hitOf(row, marked, isOpen(bookId));
    const same = found.filter(({ hit: { id } }) => id === row.materialId);
    const isSaid = same.some((one) => one.hit.at_seconds === hit.at_seconds);
    if (isSaid || same.length >= MAX_MOMENTS) continue;
    found.push({ bookId, bookTitle: row.bookTitle, hit });
    if (found.length === MAX_HITS) break;
  }
  return found;
}

function hitOf(row: PieceRow, marked: ReturnType<typeof markedTerms>, isOpen: boolean): MaterialHit {
  const { source, text, title, offsets } = row;
  const place = densestPart(text, marked, offsets);
  const excerpt = offsets.length > 0 ? contextFrom(text, marked, place) : densestContext(text, marked);
  return {
    id: row.materialId,
    material_type: MaterialKind.options[row.type] as MaterialKind,
    title: markedParts(title, marked),
    page: row.page,
    label: row.label,
    at_seconds: secondsAt(row, place),
    context: source === 'title' ? [] : excerpt,
    locked: !isOpen,
  };
}
