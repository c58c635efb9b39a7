import type { PageRun } from '@vesalius/contract/page-runs';
import type { ReadingProgress } from '@vesalius/contract/reader';
import type { Box } from '@vesalius/contract/reader-text';
import type { InkedPage } from '@vesalius/contract/text-crop';
import { sql } from 'kysely';
import { type Db, many, maybeOne, one } from '../../platform/database/database.ts';
import type { BooksTable } from '../../schema/tables.ts';
import { holdsTerm, packageHolds } from '../commerce/packaged-books.ts';

export interface BookForReadingRow
  extends Pick<BooksTable, 'author' | 'language' | 'priceCents' | 'numberOfPages' | 'revision'> {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly (readonly [width: number, height: number, label: string, textBytes: number])[];
  /** Of the pages that are measured and not blank. */
  readonly inks: readonly (readonly [page: number, ink: Box])[] | null;
  readonly chapters: readonly { id: string; title: string; first_page: number; last_page: number }[];
  readonly outline: readonly { depth: number; title: string; page: number }[];
  readonly progress: ReadingProgress | null;
  readonly readerName: string | null;
  /** The end of the last subscription, to the book or a package; null unless requested. */
  readonly subscriptionEndedAt: Date | null;
  readonly runs: readonly PageRun[] | null;
  /** The latest published edition that replaces this one. */
  readonly newVersion: { id: string; title: string } | null;
}

/** The measured pages of the release in `r`, with the page of the book in `page`. */
const inkedPages = sql`(select run.first + d.page - run."from" as page, d.ink
  from jsonb_to_recordset(r.page_runs) as run (first int, last int, set text, "from" int)
  join pdf_pages d on d.work_id = split_part(run.set, '/', 1)::uuid and d.number = split_part(run.set, '/', 2)::int
    and d.page between run."from" and run."from" + run.last - run.first
  where d.ink[3] > 0)`;

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
        (select coalesce(json_agg(json_build_array(p.width, p.height, p.label, octet_length(p.text))
            order by p.page_number), '[]')
          from book_pages p where p.book_id = b.id) as pages,
        (select json_agg(json_build_array(i.page, i.ink)) from releases r, lateral ${inkedPages} i
          where r.book_id = b.id and r.revision = b.revision) as inks,
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

/** Where the pages of a book's release are stored. */
export interface BookRelease extends Pick<BooksTable, 'revision' | 'textVersion'> {
  readonly bookId: string;
  readonly pages: BooksTable['numberOfPages'];
  readonly runs: readonly PageRun[] | null;
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

/** Where the pages of a release are, including a former one; `runs` null: below the book's own id. */
export const findPageRuns = (
  db: Db,
  { bookId, revision }: { bookId: string; revision: number },
): Promise<(Pick<BookRelease, 'runs'> & { readonly isBarred: boolean }) | null> =>
  maybeOne(
    db,
    sql<Pick<BookRelease, 'runs'> & { isBarred: boolean }>`
      select page_runs as runs, barred_at is not null as "isBarred" from releases
      where book_id = ${bookId} and revision = ${revision}`,
  );

/** Sizes and ink of the first pages. */
export const listInkedPages = (db: Db, bookId: string, lastPage: number): Promise<InkedPage[]> =>
  many(
    db,
    sql<InkedPage>`
      with inked as materialized (select i.page, i.ink
        from books b join releases r on r.book_id = b.id and r.revision = b.revision, lateral ${inkedPages} i
        where b.id = ${bookId} and i.page <= ${lastPage})
      select p.width, p.height, i.ink from book_pages p left join inked i on i.page = p.page_number
      where p.book_id = ${bookId} and p.page_number <= ${lastPage} order by p.page_number`,
  );

/** The median page width in points: the viewer's layout is based on it. */
export async function getCommonWidth(db: Db, bookId: string): Promise<number> {
  const { width } = await one(
    db,
    sql<{ width: number | null }>`
      select percentile_disc(0.5) within group (order by width) as width from book_pages where book_id = ${bookId}`,
  );
  return width ?? 0;
}

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
