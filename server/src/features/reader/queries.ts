import { COMPLETED_PAGES_RATIO, MIN_PAGE_READING_MS, PASS_ABOVE_RATIO } from '@vesalius/contract/constants';
import type { PageRun as PlacedRun } from '@vesalius/contract/page-runs';
import type { ReadingProgress } from '@vesalius/contract/reader';
import { type RawBuilder, sql } from 'kysely';
import { batched } from '../../platform/database/batch.ts';
import { type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { BooksTable } from '../../schema/tables.ts';
import { holdsTerm, packageHolds } from '../commerce/packaged-books.ts';
import type { PageRun } from './page-moves.ts';

export interface BookForReadingRow
  extends Pick<BooksTable, 'author' | 'language' | 'priceCents' | 'numberOfPages' | 'revision'> {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly (readonly [width: number, height: number, label: string])[];
  readonly chapters: readonly { id: string; title: string; first_page: number; last_page: number }[];
  readonly outline: readonly { depth: number; title: string; page: number }[];
  readonly progress: ReadingProgress | null;
  readonly readerName: string | null;
  /** The end of the last subscription, to the book or a package; null unless requested. */
  readonly subscriptionEndedAt: Date | null;
  readonly runs: readonly PlacedRun[] | null;
  /** The latest published edition that replaces this one. */
  readonly newVersion: { id: string; title: string } | null;
}

/** Everything with which the viewer opens, in one statement. The outline ends at the last readable page. */
export function getBookForReading(
  db: Db,
  args: {
    bookId: string;
    userId: string | null;
    lastReadablePage: number;
    endedBefore: Date | null;
    now: Date;
  },
): Promise<BookForReadingRow> {
  const { bookId, userId, lastReadablePage, endedBefore, now } = args;
  return one(
    db,
    sql<BookForReadingRow>`
      select b.id, b.title, b.author, b.language, b.price_cents as "priceCents",
        b.number_of_pages as "numberOfPages", b.revision,
        (select r.page_runs from releases r where r.book_id = b.id and r.revision = b.revision) as runs,
        (select coalesce(json_agg(json_build_array(p.width, p.height, p.label) order by p.page_number), '[]')
          from book_pages p where p.book_id = b.id) as pages,
        (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title,
            'first_page', c.first_page, 'last_page', c.last_page) order by c.position), '[]')
          from chapters c where c.book_id = b.id) as chapters,
        (select coalesce(json_agg(json_build_object('depth', o.depth, 'title', o.title,
            'page', o.page_number) order by o.position), '[]')
          from outline_entries o where o.book_id = b.id and o.page_number <= ${lastReadablePage}) as outline,
        (select json_build_object('status', g.status, 'page', g.page)
          from book_progress g where g.book_id = b.id and g.user_id = ${userId}::uuid) as progress,
        (select u.first_name || ' ' || u.second_name from users u where u.id = ${userId}::uuid) as "readerName",
        (select max(s.ends_at) from subscriptions s where s.user_id = ${userId}::uuid and s.ends_at <= ${endedBefore}
          and (s.book_id = b.id or ${packageHolds(sql`b.id`)})
        ) as "subscriptionEndedAt",
        (select json_build_object('id', n.id, 'title', n.title) from books n
          where n.old_version_book_id = b.id and n.published_at <= ${now}
          order by n.published_at desc limit 1) as "newVersion"
      from books b where b.id = ${bookId}`,
  );
}

export interface StoredProgress extends ReadingProgress {
  /** This write completed the book. */
  readonly completesBook: boolean;
}
export interface ProgressWrite {
  readonly userId: string;
  readonly bookId: string;
  readonly page: number;
  /** Pages that were shown long enough to count as read. */
  readonly shown: readonly number[];
  readonly readAt: Date;
  /** The time of arrival by our clock. */
  readonly now: Date;
}

/** The epoch of `shown_time` in the database. */
const SHOWN_TIME_ZERO_SECONDS = 1_577_836_800;
/** Pages per row of `shown_pages`. */
const PAGES_A_PART = 64;

interface ShownPart {
  /** The index of the write in the batch. */
  readonly n: number;
  readonly part: number;
  /** A PostgreSQL array, from the first page of the part to the last shown one. */
  readonly times: string;
}
function shownParts({ shown, readAt }: ProgressWrite, n: number): ShownPart[] {
  const seconds = Math.floor(readAt.getTime() / 1000) - SHOWN_TIME_ZERO_SECONDS;
  const parts = new Map<number, string[]>();
  for (const page of shown) {
    const part = Math.floor((page - 1) / PAGES_A_PART);
    const times = parts.get(part) ?? [];
    times[(page - 1) % PAGES_A_PART] = String(seconds);
    parts.set(part, times);
  }
  return [...parts].map(([part, times]) => ({
    n,
    part,
    times: `{${Array.from(times, (time) => time ?? 'NULL').join(',')}}`,
  }));
}

/**
 * The maximum number of pages that can have been read since the first report of this reader for this book. The browser
 * reports the pages, but the server measures the time. A book that was read offline is completed by the first call
 * after enough time has passed.
 */
const pagesInTime = (firstStoredAt: RawBuilder<unknown>, now: RawBuilder<unknown>) =>
  sql`coalesce(extract(epoch from ${now} - ${firstStoredAt})::float8 * 1000 / ${MIN_PAGE_READING_MS}::float8, 'infinity')`;

/**
 * Whether a reader with this many shown pages has completed the book: it is read, and its final test, if there is one,
 * is passed.
 */
const isCompletedBy = (
  userId: RawBuilder<unknown>,
  bookId: RawBuilder<unknown>,
  shown: RawBuilder<unknown>,
) =>
  sql`exists (select 1 from books of_book where of_book.id = ${bookId}
    and ${shown} >= of_book.number_of_pages * ${COMPLETED_PAGES_RATIO}::float8
    and not exists (select 1 from final_tests f where f.book_id = of_book.id and f.retired_at is null
      and not exists (select 1 from attempts a where a.user_id = ${userId} and a.kind = 'final'
        and a.subject_id = f.id and a.score > a.total * ${PASS_ABOVE_RATIO}::float8)))`;

/**
 * Stores positions and shown pages; concurrent calls share one statement. The latest reading wins in any order of
 * arrival, and a completed book stays completed. Null = the book has no such page; nothing is stored.
 */
export const storeProgress = batched(
  async (db: Db, writes: readonly ProgressWrite[]): Promise<(StoredProgress | null)[]> => {
    const parts = writes.flatMap(shownParts);
    const rows = await many(
      db,
      sql<{ n: number; progress: StoredProgress | null }>`
        with ask as (
          select ask.*, b.number_of_pages from unnest(${writes.map((_, n) => n)}::int[],
            ${writes.map(({ userId }) => userId)}::uuid[], ${writes.map(({ bookId }) => bookId)}::uuid[],
            ${writes.map(({ page }) => page)}::int[],
            ${writes.map(({ readAt }) => readAt)}::timestamptz[], ${writes.map(({ now }) => now)}::timestamptz[])
            as ask (n, user_id, book_id, page, read_at, stored_at)
          join books b on b.id = ask.book_id and ask.page <= b.number_of_pages
        ), seen as (
          select ask.user_id, ask.book_id, seen.part,
            last_shown((seen.times::integer[])[:ask.number_of_pages - seen.part * ${PAGES_A_PART}::int]) as shown_at
          from unnest(${parts.map(({ n }) => n)}::int[], ${parts.map(({ part }) => part)}::int[],
            ${parts.map(({ times }) => times)}::text[]) as seen (n, part, times)
          join ask on ask.n = seen.n and seen.part * ${PAGES_A_PART}::int < ask.number_of_pages
          group by ask.user_id, ask.book_id, seen.part
        ), kept as (
          insert into shown_pages as k (user_id, book_id, part, shown_at)
          select user_id, book_id, part, shown_at from seen order by user_id, book_id, part
          on conflict (user_id, book_id, part) do update set shown_at = merge_shown(k.shown_at, excluded.shown_at)
          returning user_id, book_id, part, number_shown
        ), newest as (
          select distinct on (user_id, book_id) *, min(read_at) over (partition by user_id, book_id) as began
          from ask order by user_id, book_id, read_at desc, n desc
        ), completing as (
          select user_id, book_id, completed_before,
            ${isCompletedBy(sql`user_id`, sql`book_id`, sql`least(shown, in_time)`)} as completed
          from (select n.user_id, n.book_id, coalesce(g.status = 'completed', false) as completed_before,
              case when g.user_id is null then 0 else ${pagesInTime(sql`g.first_stored_at`, sql`n.stored_at`)} end as in_time,
              coalesce((select sum(k.number_shown) from kept k where k.user_id = n.user_id and k.book_id = n.book_id), 0)
              + coalesce((select sum(o.number_shown) from shown_pages o
                where o.user_id = n.user_id and o.book_id = n.book_id and not exists (select 1 from kept k
                  where k.user_id = o.user_id and k.book_id = o.book_id and k.part = o.part)), 0) as shown
            from newest n left join book_progress g on g.user_id = n.user_id and g.book_id = n.book_id) reader
        ), written as (
          insert into book_progress as g (user_id, book_id, page, status, started_at, updated_at, completed_at, first_stored_at)
          select user_id, book_id, page, case when completed then 'completed' else 'in_progress' end,
            began, read_at, case when completed then read_at end, stored_at
          from newest join completing using (user_id, book_id)
          order by user_id, book_id
          on conflict (user_id, book_id) do update set
            page = case when g.updated_at <= excluded.updated_at then excluded.page else g.page end,
            updated_at = greatest(g.updated_at, excluded.updated_at),
            status = case when 'completed' in (g.status, excluded.status) then 'completed' else 'in_progress' end,
            completed_at = coalesce(g.completed_at, excluded.completed_at)
          returning user_id, book_id, status, page
        )
        select ask.n, json_build_object('status', w.status, 'page', w.page,
          'completesBook', w.status = 'completed' and not c.completed_before) as progress
        from ask join written w on w.user_id = ask.user_id and w.book_id = ask.book_id
        join completing c on c.user_id = ask.user_id and c.book_id = ask.book_id`,
    );
    const byWrite = new Map(rows.map(({ n, progress }) => [n, progress]));
    return writes.map((_, n) => byWrite.get(n) ?? null);
  },
);

/** After a passed final test: the book may already have been read. */
export async function completeProgress(
  db: Db,
  { userId, bookId, now }: { userId: string; bookId: string; now: Date },
): Promise<void> {
  const shown = sql`least(${pagesInTime(sql`g.first_stored_at`, sql`${now}::timestamptz`)},
    (select coalesce(sum(s.number_shown), 0) from shown_pages s
      where s.user_id = g.user_id and s.book_id = g.book_id))`;
  await sql`update book_progress g set status = 'completed', completed_at = ${now}
    where g.user_id = ${userId} and g.book_id = ${bookId} and g.status <> 'completed'
      and ${isCompletedBy(sql`g.user_id`, sql`g.book_id`, shown)}`.execute(db);
}

/** Moves the positions and shown pages of all readers to the page numbers of the new revision. */
export async function updateMovedProgress(
  tx: Tx,
  args: { bookId: string; places: readonly PageRun[]; shown: readonly PageRun[]; pages: number },
): Promise<void> {
  const { bookId, places, shown, pages } = args;
  const runsOf = (runs: readonly PageRun[]) => sql`unnest(${runs.map(({ page }) => page)}::int[],
    ${runs.map(({ target }) => target)}::int[], ${runs.map(({ length }) => length)}::int[]) as run (page, target, length)`;
  await sql`update book_progress g set page = least(${pages}::int, run.target + g.page - run.page)
    from ${runsOf(places)}
    where g.book_id = ${bookId} and g.page between run.page and run.page + run.length - 1`.execute(tx);
  // Pages that no run contains were removed.
  await sql`with former as (
      delete from shown_pages where book_id = ${bookId} returning *
    ), moved as (
      select f.user_id, run.target + f.part * ${PAGES_A_PART}::int + place - run.page as page, f.shown_at[place] as at
      from former f cross join generate_subscripts(f.shown_at, 1) as place
      join ${runsOf(shown)} on f.part * ${PAGES_A_PART}::int + place between run.page and run.page + run.length - 1
      where f.shown_at[place] is not null
    )
    insert into shown_pages (user_id, book_id, part, shown_at)
    select user_id, ${bookId}, (page - 1) / ${PAGES_A_PART}::int,
      last_shown(array_fill(null::integer, array[(page - 1) % ${PAGES_A_PART}::int]) || at)
    from moved group by 1, 3`.execute(tx);
}

/** Recounts all readers of chapters whose pages changed; the database counts new pages itself. */
export async function recountChapterReads(tx: Tx, chapterIds: readonly string[]): Promise<void> {
  await sql`delete from chapter_reads where chapter_id = any(${[...chapterIds]}::uuid[])`.execute(tx);
  await sql`
    insert into chapter_reads as r (chapter_id, user_id, read_at)
    select shown.id, shown.user_id, read_at from (
      select c.id, s.user_id, c.book_id, c.first_page, c.last_page
      from chapters c join shown_pages s on s.book_id = c.book_id
        and s.part between (c.first_page - 1) / 64 and (c.last_page - 1) / 64
      where c.id = any(${[...chapterIds]}::uuid[])
      group by c.id, s.user_id
      having sum(s.number_shown) >= (c.last_page - c.first_page + 1) * ${COMPLETED_PAGES_RATIO}::float8) shown
    cross join lateral chapter_read_at(shown.user_id, shown.book_id, shown.first_page, shown.last_page) as read_at
    order by shown.id, shown.user_id
    on conflict (chapter_id, user_id) do update set read_at = excluded.read_at`.execute(tx);
}

/** Where the pages of a book's release are stored. */
export interface BookRelease extends Pick<BooksTable, 'revision' | 'textVersion'> {
  readonly bookId: string;
  readonly pages: BooksTable['numberOfPages'];
  readonly runs: readonly PlacedRun[] | null;
}

/** The published release. */
export const findRelease = (db: Db, bookId: string): Promise<BookRelease | null> =>
  maybeOne(
    db,
    sql<BookRelease>`select b.id as "bookId", b.revision, b.text_version as "textVersion",
        b.number_of_pages as pages, r.page_runs as runs
      from books b left join releases r on r.book_id = b.id and r.revision = b.revision
      where b.id = ${bookId}`,
  );

/** Where the pages of a release are, including a former one; null: below the book's own id. */
export async function findPageRuns(
  db: Db,
  { bookId, revision }: { bookId: string; revision: number },
): Promise<readonly PlacedRun[] | null> {
  const row = await maybeOne(
    db,
    sql<Pick<BookRelease, 'runs'>>`select page_runs as runs from releases
      where book_id = ${bookId} and revision = ${revision}`,
  );
  return row?.runs ?? null;
}

/** The median page width in points: the viewer's layout is based on it. */
export async function getCommonWidth(db: Db, bookId: string): Promise<number> {
  const { width } = await one(
    db,
    sql<{ width: number | null }>`
      select percentile_disc(0.5) within group (order by width) as width from book_pages where book_id = ${bookId}`,
  );
  return width ?? 0;
}

/** When the last of the running subscriptions to this book (own or by package) ends. */
/**
 * When access ends: the latest end of the subscriptions and institutions. And when readers can no longer open the
 * edition, because another has replaced it. Null = no such end.
 */
export async function findAccessEnds(
  db: Db,
  { userId, institutionIds }: { userId: string; institutionIds: readonly string[] },
  bookId: string,
  now: Date,
): Promise<{ endsAt: Date | null; retiresAt: Date | null }> {
  return one(
    db,
    sql<{ endsAt: Date | null; retiresAt: Date | null }>`
      select greatest(
          (select max(s.ends_at) from subscriptions s
            where s.user_id = ${userId} and s.ends_at > ${now} and (s.book_id = ${bookId}
              or ${packageHolds(sql`${bookId}::uuid`)})),
          (select max(i.ends_at) from institution_books ib join institutions i on i.id = ib.institution_id
            where ib.book_id = ${bookId} and i.id = any(${[...institutionIds]}::uuid[]))) as "endsAt",
        (select min((n.readable_until + 1)::timestamp at time zone 'UTC') from books n
          where n.old_version_book_id = ${bookId} and n.published_at <= ${now}
            and not ${holdsTerm(sql`${userId}`, sql`${bookId}::uuid`, now)}) as "retiresAt"`,
  );
}
