import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/session.ts';

export interface AccessRow {
  readonly bookId: string;
  readonly subscribed: boolean;
  readonly inPackage: boolean;
  readonly inProgram: boolean;
  readonly inInstitution: boolean;
  readonly assigned: boolean;
  readonly directs: boolean;
  /** A newer edition has replaced it, and the day until which its readers could still open it is over. */
  readonly retired: boolean;
}

/**
 * The columns of AccessRow for a query whose `from` names the table `books` as `b`: lists join the policy's facts to
 * their own rows instead of asking again. Visitors get constants, so that the public catalogue costs nothing.
 */
export function accessColumns(actor: Actor | null, now: Date): RawBuilder<AccessRow> {
  if (!actor)
    return sql`b.id as "bookId", false as subscribed, false as "inPackage", false as "inProgram",
      false as "inInstitution", false as assigned, false as directs, false as retired`;
  const { userId, institutionId, role } = actor;
  const customer = role === 'customer';
  return sql`b.id as "bookId",
    exists (select 1 from subscriptions s where s.user_id = ${userId} and s.book_id = b.id
      and s.ends_at > ${now}) as subscribed,
    exists (select 1 from subscriptions s join package_books pb on pb.package_id = s.package_id
      where s.user_id = ${userId} and pb.book_id = b.id and s.ends_at > ${now}) as "inPackage",
    exists (select 1 from program_students ps join program_books pb on pb.program_id = ps.program_id
      where ps.user_id = ${userId} and pb.book_id = b.id) as "inProgram",
    ${customer && institutionId ? sql`exists (select 1 from institution_books ib where ib.institution_id = ${institutionId} and ib.book_id = b.id)` : sql`false`} as "inInstitution",
    ${
      role === 'author' || role === 'editor'
        ? sql`exists (select 1 from book_assignments a join users u on lower(u.email) = lower(a.email)
            where a.book_id = b.id and u.id = ${userId} and a.role = ${role})`
        : sql`false`
    } as assigned,
    ${
      role === 'program_director'
        ? sql`exists (select 1 from program_directors pd join program_books pb on pb.program_id = pd.program_id
            where pd.user_id = ${userId} and pb.book_id = b.id)`
        : sql`false`
    } as directs,
    exists (select 1 from books n where n.old_version_book_id = b.id and n.published_at <= ${now}
      and n.readable_until < (${now}::timestamptz at time zone 'UTC')::date) as retired`;
}

/** The books that the policy may grant to this person for a reason of their own; beta and staff need none. */
export async function listReachableBooks(db: Db, actor: Actor, now: Date): Promise<AccessRow[]> {
  return many(
    db,
    sql<AccessRow>`
      select ${accessColumns(actor, now)} from books b where b.id in (
        select s.book_id from subscriptions s where s.user_id = ${actor.userId} and s.ends_at > ${now}
        union select pb.book_id from subscriptions s join package_books pb on pb.package_id = s.package_id
          where s.user_id = ${actor.userId} and s.ends_at > ${now}
        union select pb.book_id from program_students ps join program_books pb on pb.program_id = ps.program_id
          where ps.user_id = ${actor.userId}
        union select pb.book_id from program_directors pd join program_books pb on pb.program_id = pd.program_id
          where pd.user_id = ${actor.userId}
        union select ib.book_id from institution_books ib where ib.institution_id = ${actor.institutionId}
        union select a.book_id from book_assignments a join users u on lower(u.email) = lower(a.email)
          where u.id = ${actor.userId})`,
  );
}

/** Unpublished books exist only for their authors, editors and staff: before the public sees them. */
export async function listAccess(
  db: Db,
  actor: Actor | null,
  bookIds: readonly string[],
  now: Date,
): Promise<AccessRow[]> {
  if (bookIds.length === 0) return [];
  const rows = await many(
    db,
    sql<AccessRow & { published: boolean }>`
      select ${accessColumns(actor, now)}, b.published_at is not null and b.published_at <= ${now} as published
      from books b where b.id = any(${[...bookIds]}::uuid[])`,
  );
  return rows.filter((row) => row.published || row.assigned || actor?.role === 'staff');
}
