import type { Role } from '@vesalius/contract/calls';
import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { type RawBuilder, sql } from 'kysely';
import { batched, latest } from '../../platform/database/batch.ts';
import { type Db, many } from '../../platform/database/database.ts';
import { contains } from '../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';
import type { BooksTable } from '../../schema/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { replacedColumn, titleWithEdition } from '../commerce/edition-columns.ts';
import { holdsTerm, packagedBooks, packageHolds } from '../commerce/packaged-books.ts';

export interface AccessRow {
  readonly bookId: string;
  readonly subscribed: boolean;
  readonly inPackage: boolean;
  readonly inProgram: boolean;
  readonly inInstitution: boolean;
  readonly assigned: boolean;
  readonly directs: boolean;
  /** A newer edition has replaced it, its last day is over, and no term of the user is still running. */
  readonly retired: boolean;
  /** Withdrawn from the shop: it exists only for users who may read it. */
  readonly withdrawn: boolean;
}

/**
 * The columns of AccessRow for a query whose `from` names the table `books` as `b`: lists join the policy's facts to
 * their rows instead of a second query. For visitors they are constants, so the public catalogue needs no joins.
 */
export function accessColumns(actor: Actor | null, now: Date): RawBuilder<AccessRow> {
  // The token of a preview opens its own book only.
  const assigned = actor?.preview ? sql`b.id = ${actor.preview.bookId}` : sql`false`;
  if (!actor || actor.preview)
    return sql`b.id as "bookId", false as subscribed, false as "inPackage", false as "inProgram",
      false as "inInstitution", ${assigned} as assigned, false as directs, false as retired,
      b.withdrawn_at is not null as withdrawn`;
  return columnsFor(actor.role, now, {
    userId: sql`${actor.userId}`,
    institutionIds: actor.institutionIds.length > 0 ? sql`${[...actor.institutionIds]}::uuid[]` : null,
  });
}

/**
 * The same for several customers in one statement, whose `from` names `customers(rows)` as `ask` beside `books` as `b`.
 */
export const customerAccessColumns = (now: Date): RawBuilder<AccessRow> =>
  columnsFor('customer', now, { userId: sql`ask.user_id`, institutionIds: sql`ask.institution_ids::uuid[]` });

/**
 * A relation `ask (n, user_id, institution_ids, book_id)`: which customer asks for which book; `n` is the index of the
 * question. The institution ids of each are one array as text, because PostgreSQL cannot combine arrays of different
 * lengths.
 */
export function customerAsks(
  asks: readonly { actor: Actor; bookIds: readonly string[] }[],
): RawBuilder<unknown> {
  const rows = asks.flatMap(({ actor, bookIds }, n) => bookIds.map((bookId) => ({ n, actor, bookId })));
  return sql`unnest(${rows.map(({ n }) => n)}::int[], ${rows.map(({ actor }) => actor.userId)}::uuid[],
    ${rows.map(({ actor }) => `{${actor.institutionIds.join(',')}}`)}::text[], ${rows.map(({ bookId }) => bookId)}::uuid[])
    as ask (n, user_id, institution_ids, book_id)`;
}

/** Assigns the rows of a joined statement to their questions. */
export function byQuestion<Row extends { n: number }>(rows: readonly Row[], questions: number): Row[][] {
  const answers: Row[][] = Array.from({ length: questions }, () => []);
  for (const row of rows) answers[row.n]?.push(row);
  return answers;
}

/** The books assigned to an email address in this role. An author or an editor may also produce a book. */
const assignments = (role: Role, userId: RawBuilder<unknown>) => sql`
  select a.book_id from book_assignments a join users u on lower(u.email) = lower(a.email)
  where u.id = ${userId} and a.role in (${role}, 'producer')`;
const mayBeAssigned = (role: Role) => role === 'author' || role === 'editor';
/** Of `books` as `b`, for this user: see `AccessRow`. */
export const isRetired = (
  userId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => sql`exists (select 1 from books n
  where n.old_version_book_id = b.id and n.published_at <= ${now}
    and n.readable_until < (${now}::timestamptz at time zone 'UTC')::date
    and not ${holdsTerm(userId, sql`b.id`, now)})`;

function columnsFor(
  role: Role,
  now: Date,
  { userId, institutionIds }: { userId: RawBuilder<unknown>; institutionIds: RawBuilder<unknown> | null },
): RawBuilder<AccessRow> {
  return sql`b.id as "bookId",
    exists (select 1 from subscriptions s where s.user_id = ${userId} and s.book_id = b.id
      and s.ends_at > ${now}) as subscribed,
    exists (select 1 from subscriptions s
      where s.user_id = ${userId} and s.ends_at > ${now} and ${packageHolds(sql`b.id`)}) as "inPackage",
    exists (select 1 from program_students ps join program_books pb on pb.program_id = ps.program_id
      where ps.user_id = ${userId} and pb.book_id = b.id) as "inProgram",
    ${role === 'customer' && institutionIds ? sql`exists (select 1 from institution_books ib where ib.institution_id = any(${institutionIds}) and ib.book_id = b.id)` : sql`false`} as "inInstitution",
    ${mayBeAssigned(role) ? sql`exists (${assignments(role, userId)} and a.book_id = b.id)` : sql`false`} as assigned,
    ${
      role === 'program_director'
        ? sql`exists (select 1 from program_directors pd join program_books pb on pb.program_id = pd.program_id
            where pd.user_id = ${userId} and pb.book_id = b.id)`
        : sql`false`
    } as directs,
    ${isRetired(userId, now)} as retired, b.withdrawn_at is not null as withdrawn`;
}

/** The books to which the policy may grant this user access for a personal reason; beta and staff need none. */
export async function listReachableBooks(db: Db, actor: Actor, now: Date): Promise<AccessRow[]> {
  return many(
    db,
    sql<AccessRow>`
      select ${accessColumns(actor, now)} from books b where b.id in (
        select s.book_id from subscriptions s where s.user_id = ${actor.userId} and s.ends_at > ${now}
        union ${packagedBooks(sql`s.user_id = ${actor.userId} and s.ends_at > ${now}`)}
        union select pb.book_id from program_students ps join program_books pb on pb.program_id = ps.program_id
          where ps.user_id = ${actor.userId}
        union select pb.book_id from program_directors pd join program_books pb on pb.program_id = pd.program_id
          where pd.user_id = ${actor.userId}
        union select ib.book_id from institution_books ib where ib.institution_id = any(${[...actor.institutionIds]}::uuid[])
        union select a.book_id from book_assignments a join users u on lower(u.email) = lower(a.email)
          where u.id = ${actor.userId})`,
  );
}

type ListedRow = AccessRow & { readonly published: boolean };

const isPublished = (now: Date) => sql`b.published_at is not null and b.published_at <= ${now} as published`;

/** Concurrent calls of readers share one statement. */
const listCustomerAccess = batched(
  async (db: Db, asks: readonly { actor: Actor; bookIds: readonly string[]; now: Date }[]) => {
    const now = latest(asks);
    const rows = await many(
      db,
      sql<ListedRow & { n: number }>`
        select ask.n, ${customerAccessColumns(now)}, ${isPublished(now)}
        from ${customerAsks(asks)} join books b on b.id = ask.book_id`,
    );
    return byQuestion(rows, asks.length);
  },
);

/** An unpublished book exists only for its authors, its editors, the staff, and in its own preview. */
export const seesUnpublished = (
  actor: Actor | null,
  row: Pick<AccessRow, 'assigned'> | null | undefined,
): boolean => actor?.emailVerified === true && (row?.assigned === true || actor.role === 'staff');

export async function listAccess(
  db: Db,
  actor: Actor | null,
  bookIds: readonly string[],
  now: Date,
): Promise<AccessRow[]> {
  if (bookIds.length === 0) return [];
  const rows: readonly ListedRow[] =
    actor?.role === 'customer' && !actor.preview
      ? await listCustomerAccess(db, { actor, bookIds, now })
      : await many(
          db,
          sql<ListedRow>`select ${accessColumns(actor, now)}, ${isPublished(now)}
            from books b where b.id = any(${[...bookIds]}::uuid[])`,
        );
  return rows.filter((row) => row.published || seesUnpublished(actor, row));
}

export type TitledAccessRow = AccessRow & Pick<BooksTable, 'title'> & Pick<BookEdition, 'replaced'>;
export interface TitledAccessFilter {
  /** As returned by `plainTerm`. */
  readonly term: string | null;
  /** Only these ids; `all` = books that their readers can still open; null = all that exist for the user. */
  readonly among: 'all' | readonly string[] | null;
  readonly limit: number;
  readonly offset: number;
}

/** The condition of `listAccess`, for books whose ids are not known beforehand. */
function existsFor(actor: Actor, now: Date): RawBuilder<boolean> {
  const published = sql<boolean>`b.published_at <= ${now}`;
  if (!actor.emailVerified) return published;
  if (actor.role === 'staff') return sql`true`;
  if (!mayBeAssigned(actor.role)) return published;
  return sql`(${published} or b.id in (${assignments(actor.role, sql`${actor.userId}`)}))`;
}

function isAmong(actor: Actor, among: TitledAccessFilter['among'], now: Date): RawBuilder<unknown> {
  if (among === null) return sql``;
  if (among !== 'all') return sql`and b.id = any(${[...among]}::uuid[])`;
  return actor.role === 'staff' ? sql`` : sql`and not ${isRetired(sql`${actor.userId}`, now)}`;
}

/**
 * A page of the books that exist for this user, by title, with the total: beyond the last page, the only row has no
 * book. Access is computed for the books of the page only.
 */
export async function listTitledAccess(
  db: Db,
  actor: Actor,
  { term, among, limit, offset }: TitledAccessFilter,
  now: Date,
): Promise<{ count: number; rows: TitledAccessRow[] }> {
  const found = sql`from books b where b.preview_of is null and ${existsFor(actor, now)} ${isAmong(actor, among, now)}
    ${term === null ? sql`` : sql`and ${contains(sql`b.plain_title`, term)}`}`;
  const rows = await many(
    db,
    sql<TitledAccessRow & { count: number; bookId: string | null }>`${PLANNED_FOR_ITS_TERM}
      select n.count, ${titleWithEdition} as title, ${replacedColumn(now)}, ${accessColumns(actor, now)}
      from (select (select count(*) ${found})::int as count) n
      left join (select b.id ${found} order by b.plain_title using ~<~, b.id limit ${limit} offset ${offset}) page on true
      left join books b on b.id = page.id
      order by b.plain_title using ~<~, b.id`,
  );
  return { count: rows[0]?.count ?? 0, rows: rows.filter(({ bookId }) => bookId !== null) };
}
