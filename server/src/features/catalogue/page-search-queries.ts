import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { inShop } from './book-rows.ts';

/** Pages taken from the index before the best are chosen: a word of every page must not rank every page. */
const MAX_CANDIDATES = 400;
/** So many books are read page by page sooner than the index of all books is (12 books of 500 pages: 40 ms). */
const FEW_BOOKS = 20;
/** Words that a mistyped one may have meant. */
const MAX_MEANT = 3;
/** Of a shorter word nearly every other one is a misspelling. */
const SHORTEST_CORRECTED = 4;

export interface PageSearch {
  /** A `tsquery` of folded words. */
  readonly pageQuery: string;
  /** Books whose pages beyond the preview may be shown. */
  readonly readable: 'all' | readonly string[];
  readonly limit: number;
  readonly now: Date;
}
export interface PageHit {
  readonly kind: 'page';
  readonly bookId: string;
  readonly bookTitle: string;
  readonly page: number;
  readonly label: string;
  readonly text: string;
}

/** As a number in the text: only then is the index of the previews known to do. */
const previews = sql`p.page_number <= ${sql.lit(PREVIEW_LAST_PAGE)}`;

/**
 * `offset 0` keeps the planner from the index of all books, whose list of a common word is as long as the library:
 * it does not know what the beginning of a word costs there.
 */
const ownPages = (books: readonly string[], query: RawBuilder<unknown>): RawBuilder<unknown> => {
  const columns = sql`p.book_id, p.page_number, p.search_vector`;
  const own = sql`p.book_id = any(${[...books]}::uuid[])`;
  return books.length > FEW_BOOKS
    ? sql`select ${columns} from book_pages p where ${own} and p.search_vector @@ ${query}`
    : sql`select ${columns} from (select ${columns} from book_pages p where ${own} offset 0) p
        where p.search_vector @@ ${query}`;
};

/** Rows `(hit jsonb)`, best first, of the previews of the shop and of everything that the reader may open. */
export function pageHits({ pageQuery, readable, limit, now }: PageSearch): RawBuilder<unknown> {
  const query = sql`to_tsquery('simple', ${pageQuery})`;
  const isSold = sql`exists (select 1 from books b where b.id = p.book_id and ${inShop(now)})`;
  const found = sql`select p.book_id, p.page_number, p.search_vector from book_pages p where p.search_vector @@ ${query}`;
  const candidates =
    readable === 'all'
      ? sql`${found} and ${isSold} limit ${MAX_CANDIDATES}`
      : sql`(${found} and ${previews} and p.book_id <> all(${[...readable]}::uuid[]) and ${isSold}
          limit ${MAX_CANDIDATES}) union all (${ownPages(readable, query)} limit ${MAX_CANDIDATES})`;
  return sql`(select jsonb_build_object('kind', 'page', 'bookId', b.id, 'bookTitle', b.title,
      'page', p.page_number, 'label', p.label, 'text', p.text) as hit
    from (select c.book_id, c.page_number, ts_rank(c.search_vector, ${query}) as rank from (${candidates}) c
        order by rank desc, c.book_id, c.page_number limit ${limit}) best
    join book_pages p on p.book_id = best.book_id and p.page_number = best.page_number
    join books b on b.id = best.book_id
    order by best.rank desc, p.book_id, p.page_number)`;
}

export const listPageHits = async (db: Db, search: PageSearch): Promise<PageHit[]> =>
  (await many(db, sql<{ hit: PageHit }>`${pageHits(search)}`)).map((row) => row.hit);

/**
 * For each word that stands in no book, the words of books that are most like it; every other word alone. Null =
 * there is nothing to correct.
 */
export async function listMeantWords(db: Db, words: readonly string[]): Promise<string[][] | null> {
  const rows = await many(
    db,
    sql<{ meant: string[] | null }>`
      select (select array_agg(near.word) from (
          select s.word from search_words s where length(asked.word) >= ${SHORTEST_CORRECTED} and s.word % asked.word
            and not exists (select 1 from search_words known where known.word like asked.word || '%')
          order by similarity(s.word, asked.word) desc, s.word limit ${MAX_MEANT}) near) as meant
      from unnest(${[...words]}::text[]) with ordinality as asked (word, n) order by asked.n`,
  );
  if (rows.every((row) => row.meant === null)) return null;
  return rows.map((row, index) => row.meant ?? [words[index] as string]);
}
