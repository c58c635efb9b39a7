import { COMPLETED_PAGES_RATIO, MIN_PAGE_READING_MS, PASS_ABOVE_RATIO } from '@vesalius/contract/constants';
import type { ReadingProgress } from '@vesalius/contract/reader';
import { type RawBuilder, sql } from 'kysely';
import { batched } from '../../platform/database/batch.ts';
import { type Db, many, type Tx } from '../../platform/database/database.ts';
import type { PageRun } from './page-moves.ts';

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
  await sql`update annotations a set page_number = least(${pages}::int, run.target + a.page_number - run.page)
    from ${runsOf(places)}
    where a.book_id = ${bookId} and a.quote = ''
      and a.page_number between run.page and run.page + run.length - 1`.execute(tx);
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
