import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { meantWords } from '../../platform/database/meant-words.ts';
import { inShop } from '../commerce/in-shop.ts';
import { hasFrontLabel } from '../search/front-matter.ts';

/** The maximum of pages taken from an index for ranking, because a common word may be on every page. */
const MAX_CANDIDATES = 100;
/**
 * One page in this many is in a sample with its own index. Words that are on MAX_CANDIDATES pages of the sample are on
 * some ten thousand pages: reading that complete list would take longer with every book and would not find better
 * pages.
 */
const PAGE_SAMPLE_EVERY = 128;
/**
 * In the books that the user may read, a common word is searched on all pages of this many books, or on as many pages
 * spread evenly over more books (about 2,000 pages of usual books: 20 ms).
 */
const BOOKS_READ = 4;

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

/** As literals, because the planner uses the partial indexes of previews and sample only then. */
const isPreview = sql`p.page_number <= ${sql.lit(PREVIEW_LAST_PAGE)}`;
const every = sql.lit(PAGE_SAMPLE_EVERY);
const isSample = sql`get_byte(uuid_send(p.book_id), 15) % ${every} = p.page_number % ${every}`;

/** Rows `(hit jsonb)`, best first, from the previews of sold books and from all that the reader may open. */
export function pageHits({ pageQuery, readable, limit, now }: PageSearch): RawBuilder<unknown> {
  const query = sql`to_tsquery('simple', ${pageQuery})`;
  const columns = sql`p.book_id, p.page_number, p.search_vector`;
  const matches = sql`p.search_vector @@ ${query}`;
  const isSold = sql`exists (select 1 from books b where b.id = p.book_id and ${inShop(now)})`;
  const all = readable === 'all';
  const step = all ? 1 : Math.max(1, Math.ceil(readable.length / BOOKS_READ));
  const own = sql`p.book_id = any(${all ? [] : [...readable]}::uuid[])`;
  const from = (condition: RawBuilder<unknown>) =>
    sql`select ${columns} from book_pages p where ${condition}`;
  const some = (condition: RawBuilder<unknown>) => sql`(${from(condition)} limit ${MAX_CANDIDATES})`;
  const previews = some(sql`${matches} and ${isPreview} and ${isSold} ${all ? sql`` : sql`and not ${own}`}`);
  // No page twice: for readers of all books, the previews are excluded here; otherwise only the user's own books are
  // searched.
  const rest = all ? sql`not ${isPreview} and ${isSold}` : own;
  const isCommon = sql`(select common from sample)`;
  const ofRareWord = some(sql`${matches} and ${rest} and not ${isCommon}`);
  const ofCommonWord = all
    ? sql`(select ${columns} from sampled p where ${rest} and ${isCommon})`
    : // `offset 0` keeps the planner from the indexes: the word is soon found by reading the books.
      sql`(select ${columns} from (${from(sql`${own} and p.page_number % ${step}::int = 0`)} offset 0) p where ${matches} and ${isCommon} limit ${MAX_CANDIDATES})`;
  const none = !all && readable.length === 0;
  const sample = sql`with sampled as materialized ${some(sql`${matches} and ${isSample}`)},
      sample as materialized (select count(*) = ${MAX_CANDIDATES} as common from sampled)`;
  const beyond = sql`union all ${ofRareWord} union all ${ofCommonWord}`;
  return sql`(${none ? sql`` : sample}
    select jsonb_build_object('kind', 'page', 'bookId', b.id, 'bookTitle', b.title,
      'page', p.page_number, 'label', p.label, 'text', p.text) as hit
    from (select c.book_id, c.page_number, ${hasFrontLabel(sql`f.label`)} as is_front, ts_rank(c.search_vector, ${query}) as rank
        from (${previews} ${none ? sql`` : beyond}) c
        join book_pages f on f.book_id = c.book_id and f.page_number = c.page_number
        order by is_front, rank desc, c.book_id, c.page_number limit ${limit}) best
    join book_pages p on p.book_id = best.book_id and p.page_number = best.page_number
    join books b on b.id = best.book_id
    order by best.is_front, best.rank desc, p.book_id, p.page_number)`;
}

export const listPageHits = async (db: Db, search: PageSearch): Promise<PageHit[]> =>
  (await many(db, sql<{ hit: PageHit }>`${pageHits(search)}`)).map((row) => row.hit);

/** Corrections of misspelled words, from the previews only. */
export const listMeantWords = (db: Db, words: readonly string[]): Promise<string[][] | null> =>
  meantWords(db, words, { table: sql`search_words` });
