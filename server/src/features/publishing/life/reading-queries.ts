import { MIN_READERS_SHOWN } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { type Db, many, one } from '../../../platform/database/database.ts';

/** Days without reading after which a reader counts as stopped. */
const STOPPED_DAYS = 30;
/** The longest time that counts as reading one page; longer is a pause. */
const MAX_PAGE_SECONDS = 600;
/** The most recent readers: enough for a median, with bounded work for a book with a million readers. */
const TIMED_READERS = 2_000;
const MAX_STOPS = 10;
/** Pages per row of `shown_pages`. */
const PAGES_A_PART = 64;

/** Subscribers and other readers; not the book's authors, editors or teachers. */
const readersOf = (bookId: string) => sql`
  select g.user_id, g.page, g.status, g.updated_at from book_progress g
  join users u on u.id = g.user_id and u.role = 'customer' where g.book_id = ${bookId}`;
const hasStopped = (now: Date) => sql`r.status <> 'completed'
  and r.updated_at < ${now}::timestamptz - ${STOPPED_DAYS} * interval '1 day'`;

export const countReaders = (db: Db, bookId: string): Promise<{ readers: number; completed: number }> =>
  one(
    db,
    sql<{ readers: number; completed: number }>`select count(*)::int as readers,
      (count(*) filter (where r.status = 'completed'))::int as completed from (${readersOf(bookId)}) r`,
  );

export interface ChapterCount {
  readonly title: string;
  readonly firstPage: number;
  readonly lastPage: number;
  readonly opened: number;
  readonly read: number;
  readonly stopped: number;
}
export const countChapters = (db: Db, bookId: string, now: Date): Promise<ChapterCount[]> =>
  many(
    db,
    sql<ChapterCount>`
      with readers as materialized (${readersOf(bookId)})
      select c.title, c.first_page as "firstPage", c.last_page as "lastPage",
        (select count(distinct s.user_id)::int from shown_pages s join readers r on r.user_id = s.user_id
          where s.book_id = c.book_id and s.part between (c.first_page - 1) / ${PAGES_A_PART}::int
              and (c.last_page - 1) / ${PAGES_A_PART}::int
            and exists (select 1 from unnest(s.shown_at[c.first_page - s.part * ${PAGES_A_PART}::int
              : c.last_page - s.part * ${PAGES_A_PART}::int]) as at where at is not null)) as opened,
        (select count(*)::int from chapter_reads k join readers r on r.user_id = k.user_id
          where k.chapter_id = c.id) as read,
        (select count(*)::int from readers r
          where r.page between c.first_page and c.last_page and ${hasStopped(now)}) as stopped
      from chapters c where c.book_id = ${bookId} order by c.position`,
  );

/**
 * The median reading time of each chapter in seconds, from the time at which each page was last shown: a page counts
 * until the next one is shown, and longer gaps are pauses.
 */
export const timeChapters = (
  db: Db,
  bookId: string,
): Promise<{ firstPage: number; readers: number; seconds: number }[]> =>
  many(
    db,
    sql<{ firstPage: number; readers: number; seconds: number }>`
      with timed as materialized (
        select user_id from (${readersOf(bookId)}) r order by r.updated_at desc limit ${TIMED_READERS}
      ), shown as (
        select s.user_id, s.shown_at[place] as at, s.part * ${PAGES_A_PART}::int + place as page
        from shown_pages s join timed t on t.user_id = s.user_id
          cross join generate_subscripts(s.shown_at, 1) as place
        where s.book_id = ${bookId} and s.shown_at[place] is not null
      ), moments as (
        select user_id, at, count(*) as pages, lead(at) over (partition by user_id order by at) - at as lasted
        from shown group by user_id, at
      ), spent as (
        select c.first_page, s.user_id, sum(m.lasted / m.pages) as seconds
        from moments m join shown s on s.user_id = m.user_id and s.at = m.at
          join chapters c on c.book_id = ${bookId} and s.page between c.first_page and c.last_page
        where m.lasted <= ${MAX_PAGE_SECONDS} group by 1, 2
      )
      select first_page as "firstPage", count(*)::int as readers,
        percentile_cont(0.5) within group (order by seconds) as seconds
      from spent where seconds > 0 group by first_page`,
  );

export const listStops = (
  db: Db,
  bookId: string,
  now: Date,
): Promise<{ page: number; label: string; stopped: number }[]> =>
  many(
    db,
    sql<{ page: number; label: string; stopped: number }>`
      select r.page, coalesce(max(p.label), r.page::text) as label, count(*)::int as stopped
      from (${readersOf(bookId)}) r left join book_pages p on p.book_id = ${bookId} and p.page_number = r.page
      where ${hasStopped(now)} group by r.page having count(*) >= ${MIN_READERS_SHOWN}
      order by count(*) / ${MIN_READERS_SHOWN}::int desc, r.page limit ${MAX_STOPS}`,
  );
