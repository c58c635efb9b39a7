import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';
import { inShop } from '../commerce/in-shop.ts';
import { PAGES, type SearchLayer } from './build-postings.ts';
import type { BookIndexRow } from './search-queries.ts';

/** The number of books, of the shop and of the reader, from which the frequency of a word is estimated. */
const SAMPLED_BOOKS = 150;
/** The number of books that are compared per word: those whose best page ranks highest for it. */
const BOOKS_A_STEM = 40;

/** The books that are searched: the previews of those in the shop, and all pages of `readable`. */
export interface SearchedLibrary {
  readonly readable: 'all' | readonly string[];
  readonly now: Date;
  /** By default the pages. */
  readonly layer?: SearchLayer;
}

/** As literals, for the planner. */
const partsOf = ({ open, rest }: SearchLayer) => ({
  open: sql.lit(open),
  rest: sql.lit(rest),
  both: sql`array[${sql.lit(open)}, ${sql.lit(rest)}]::smallint[]`,
});
const ownBooks = ({ readable }: SearchedLibrary) => sql`${readable === 'all' ? [] : [...readable]}::uuid[]`;
const isSold = (bookId: RawBuilder<unknown>, now: Date) =>
  sql`exists (select from books b where b.id = ${bookId} and ${inShop(now)})`;

export interface LibraryFacts {
  /** Of the sample. */
  readonly pages: number;
  readonly frequencies: Readonly<Record<string, number>>;
  /** Per stem and book, what the best page counts. */
  readonly best: readonly { readonly bookId: string; readonly stem: string; readonly best: number }[];
}

/** How rare the stems are, and the books that are most about each. Parts that are not for the asker are not read. */
export async function getLibraryFacts(
  db: Db,
  library: SearchedLibrary,
  stems: readonly string[],
): Promise<LibraryFacts> {
  const { readable, now, layer = PAGES } = library;
  const { open, rest, both } = partsOf(layer);
  const all = readable === 'all';
  const own = ownBooks(library);
  const asked = sql`unnest(${[...stems]}::text[]) as asked (stem)`;
  const columns = sql`p.book_id, p.stem, p.best`;
  const bestOf = (part: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`(select ${columns} from search_postings p where p.stem = asked.stem and p.part = ${part} and ${condition}
        order by p.best desc limit ${BOOKS_A_STEM})`;
  const ofShop = sql`${isSold(sql`p.book_id`, now)} ${all ? sql`` : sql`and not p.book_id = any(${own})`}`;
  const beyond = all
    ? bestOf(rest, isSold(sql`p.book_id`, now))
    : // `offset 0` keeps the planner from the index of all books: there are few.
      sql`(select * from (select ${columns} from search_postings p
          where p.book_id = any(${own}) and p.part = any(${both}) and p.stem = asked.stem offset 0) p
        order by best desc limit ${BOOKS_A_STEM})`;
  const row = await maybeOne(
    db,
    sql<LibraryFacts>`${PLANNED_FOR_ITS_TERM}
      with sampled as materialized (
          (select s.book_id, s.part, s.lengths from search_books s
            where s.part = ${open} and ${isSold(sql`s.book_id`, now)} order by s.book_id limit ${SAMPLED_BOOKS})
          union all
          (select s.book_id, s.part, s.lengths from search_books s
            where s.part = ${rest} and ${all ? isSold(sql`s.book_id`, now) : sql`s.book_id = any(${own})`}
            order by s.book_id limit ${SAMPLED_BOOKS})),
        counted as (select p.stem, sum(cardinality(p.postings) / 2)::int as pages
          from sampled s join search_postings p on p.book_id = s.book_id and p.part = s.part
          where p.stem = any(${[...stems]}::text[]) group by p.stem),
        best as (select p.* from ${asked} cross join lateral (${bestOf(open, ofShop)} union all ${beyond}) p)
      select (select coalesce(sum(cardinality(lengths)), 0)::int from sampled) as pages,
        (select coalesce(jsonb_object_agg(stem, pages), '{}') from counted) as frequencies,
        (select coalesce(jsonb_agg(jsonb_build_object('bookId', book_id, 'stem', stem, 'best', best)), '[]')
          from best) as best`,
  );
  return row ?? { pages: 0, frequencies: {}, best: [] };
}

/** What the indexes of these books say about the stems, of the parts that the asker may read. */
export const listBookIndexes = (
  db: Db,
  library: SearchedLibrary,
  { bookIds, stems }: { bookIds: readonly string[]; stems: readonly string[] },
): Promise<(BookIndexRow & { readonly bookId: string })[]> => {
  const { open, both } = partsOf(library.layer ?? PAGES);
  const parts =
    library.readable === 'all'
      ? both
      : sql`case when b.id = any(${ownBooks(library)}) then ${both} else array[${open}]::smallint[] end`;
  return many(
    db,
    sql<BookIndexRow & { bookId: string }>`
      select b.id as "bookId",
        (select coalesce(json_agg(json_build_object('part', part, 'first_page', first_page, 'lengths', lengths)), '[]')
          from search_books s where s.book_id = b.id and s.part = any(${parts})) as parts,
        (select coalesce(json_agg(json_build_object('part', part, 'stem', stem, 'postings', postings)), '[]')
          from search_postings p where p.book_id = b.id and p.part = any(${parts})
            and p.stem = any(${[...stems]}::text[])) as found
      from books b where b.id = any(${[...bookIds]}::uuid[])`,
  );
};

export interface LibraryPageRow {
  readonly bookId: string;
  readonly title: string;
  readonly page: number;
  readonly label: string;
  readonly text: string;
}

/** In no order; only pages that the asker may read. */
export const listLibraryPages = (
  db: Db,
  library: SearchedLibrary,
  pages: readonly { readonly bookId: string; readonly page: number }[],
): Promise<LibraryPageRow[]> =>
  many(
    db,
    sql<LibraryPageRow>`
      select b.id as "bookId", b.title, p.page_number as page, p.label, p.text
      from unnest(${pages.map(({ bookId }) => bookId)}::uuid[], ${pages.map(({ page }) => page)}::int[])
        as wanted (book_id, page_number)
      join book_pages p on p.book_id = wanted.book_id and p.page_number = wanted.page_number
      join books b on b.id = p.book_id
      where p.page_number <= ${PREVIEW_LAST_PAGE}
        or ${library.readable === 'all' ? sql`true` : sql`b.id = any(${ownBooks(library)})`}`,
  );
