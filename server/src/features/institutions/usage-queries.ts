import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export type UsageKind = 'investigation' | 'request' | 'no_license';

/** COUNTER counts two clicks on the same item within this time as one. */
const DOUBLE_CLICK_SECONDS = 30;

/**
 * Stores a use; the chapter is that of the page. Returns the institutions for which it counts: none for a double click, and none
 * for a book that `no_license` does not apply to.
 */
export const insertUsage = async (
  db: Db,
  use: {
    institutionIds: readonly string[];
    userId: string;
    bookId: string;
    page: number | null;
    /** The lecture or test that was opened. */
    partId: string | null;
    kind: UsageKind;
  },
  now: Date,
): Promise<string[]> => {
  const ids = sql`${[...use.institutionIds]}::uuid[]`;
  const rows = await many(
    db,
    sql<{ institutionId: string }>`
      with item as (select (select c.id from chapters c where c.book_id = ${use.bookId}
        and ${use.page}::int between c.first_page and c.last_page order by c.position limit 1) as chapter_id),
        covering as (select institution_id from institution_books
          where institution_id = any(${ids}) and book_id = ${use.bookId})
      insert into institution_usage (id, institution_id, user_id, book_id, chapter_id, part_id, kind, used_at)
      select i.usage_id, i.id, ${use.userId}, ${use.bookId}, item.chapter_id, ${use.partId}::uuid, ${use.kind}, ${now}
      from item, unnest(${ids}, ${use.institutionIds.map(() => newId())}::uuid[]) as i (id, usage_id)
      where case when ${use.kind} = 'no_license' then not exists (select 1 from covering)
          else i.id in (select institution_id from covering) end
        and not exists (select 1 from institution_usage u where u.user_id = ${use.userId} and u.book_id = ${use.bookId}
          and u.institution_id = i.id and u.kind = ${use.kind} and u.chapter_id is not distinct from item.chapter_id
          and u.part_id is not distinct from ${use.partId}::uuid
          and u.used_at > ${now}::timestamptz - ${DOUBLE_CLICK_SECONDS} * interval '1 second')
      returning institution_id as "institutionId"`,
  );
  return rows.map(({ institutionId }) => institutionId);
};

export async function touchMember(
  db: Db,
  institutionIds: readonly string[],
  userId: string,
  now: Date,
): Promise<void> {
  await sql`update institution_members set last_active_at = ${now}
    where institution_id = any(${[...institutionIds]}::uuid[]) and user_id = ${userId}
      and (last_active_at is null or last_active_at < ${now}::timestamptz - interval '1 hour')`.execute(db);
}

export interface UsageRow {
  readonly bookId: string;
  readonly title: string;
  readonly publicationYear: string;
  readonly publisher: string | null;
  /** Of the electronic edition where it has one of its own. */
  readonly isbn: string | null;
  readonly doi: string | null;
  /** YYYY-MM */
  readonly month: string;
  readonly totalInvestigations: number;
  readonly uniqueItemInvestigations: number;
  readonly uniqueTitleInvestigations: number;
  readonly totalRequests: number;
  readonly uniqueItemRequests: number;
  readonly uniqueTitleRequests: number;
  readonly noLicense: number;
}

/**
 * A session is a user, a day and an hour, as COUNTER allows for platforms without sessions. "Unique" counts an item or a title
 * once per session; every request is also an investigation.
 */
export const listUsage = (db: Db, institutionId: string, from: Date, until: Date): Promise<UsageRow[]> =>
  many(
    db,
    sql<UsageRow>`
      with uses as (
        select u.book_id, u.kind, to_char(u.used_at at time zone 'UTC', 'YYYY-MM') as month,
          u.user_id || to_char(u.used_at at time zone 'UTC', 'YYYYMMDDHH24') as session,
          coalesce(u.chapter_id, u.book_id) as item
        from institution_usage u
        where u.institution_id = ${institutionId} and u.used_at >= ${from} and u.used_at < ${until})
      select b.id as "bookId", b.title, to_char(b.release_date, 'YYYY') as "publicationYear",
        p.name as publisher, coalesce(b.isbn_electronic, b.isbn_print) as isbn, b.doi, uses.month,
        count(*) filter (where kind <> 'no_license')::int as "totalInvestigations",
        count(distinct session || item) filter (where kind <> 'no_license')::int as "uniqueItemInvestigations",
        count(distinct session) filter (where kind <> 'no_license')::int as "uniqueTitleInvestigations",
        count(*) filter (where kind = 'request')::int as "totalRequests",
        count(distinct session || item) filter (where kind = 'request')::int as "uniqueItemRequests",
        count(distinct session) filter (where kind = 'request')::int as "uniqueTitleRequests",
        count(*) filter (where kind = 'no_license')::int as "noLicense"
      from uses join books b on b.id = uses.book_id left join publishers p on p.id = b.publisher_id
      group by b.id, p.id, uses.month order by b.title, b.id, uses.month`,
  );
