import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import type { BookAssignmentsTable, WorksTable } from '../../../schema/tables.ts';
import type { Actor } from '../../accounts/actor.ts';

/** The account's assignments, as `a (book_id, role)`; none after it got another role or was deleted. */
export const ownAssignments = ({ userId, role }: Pick<Actor, 'userId' | 'role'>): RawBuilder<unknown> => sql`
  select a.book_id, a.role from book_assignments a join users u on lower(u.email) = lower(a.email)
  where u.id = ${userId} and u.role = ${role} and u.deleted_at is null and a.role in (${role}, 'producer')`;

const isStaff = (userId: string): RawBuilder<boolean> =>
  sql`exists (select 1 from users where id = ${userId} and role = 'staff' and deleted_at is null)`;

/** Null for a work that does not exist. `isStaff` is the present role, not that of the session. */
export const findPowers = (
  db: Db,
  actor: Pick<Actor, 'userId' | 'role'>,
  workId: string,
): Promise<(Pick<WorksTable, 'id'> & { isStaff: boolean; roles: BookAssignmentsTable['role'][] }) | null> =>
  maybeOne(
    db,
    sql`select w.id,
        ${isStaff(actor.userId)} as "isStaff",
        array(select o.role from (${ownAssignments(actor)}) o where o.book_id = w.id) as roles
      from works w where w.id = ${workId}`,
  );

/** Locks the account's row, and then its assignments to the work. */
export async function lockPowers(tx: Tx, userId: string, workId: string): Promise<void> {
  await sql`select from users where id = ${userId} for share`.execute(tx);
  await sql`select from book_assignments where book_id = ${workId}
    and lower(email) = (select lower(email) from users where id = ${userId}) for share`.execute(tx);
}

const isProducer = (workId: string): RawBuilder<boolean> => sql`exists (select 1 from book_assignments a
  where a.book_id = ${workId} and lower(a.email) = lower(u.email) and a.role = 'producer')`;

/** The facts that decide an account's powers; null if it was deleted. */
export const findAccount = (
  db: Db,
  userId: string,
): Promise<Pick<Actor, 'userId' | 'role' | 'emailVerified'> | null> =>
  maybeOne(
    db,
    sql`select id as "userId", role, email_verified_at is not null as "emailVerified"
      from users where id = ${userId} and deleted_at is null`,
  );

/** The producers of a work, or all staff if it has none. */
export const listMakers = async (db: Db, workId: string): Promise<string[]> => {
  const among = (which: RawBuilder<unknown>) =>
    many(
      db,
      sql<{ id: string }>`select u.id from users u
        where u.deleted_at is null and u.email_verified_at is not null and ${which} order by u.id`,
    );
  const producers = await among(isProducer(workId));
  const makers = producers.length > 0 ? producers : await among(sql`u.role = 'staff'`);
  return makers.map(({ id }) => id);
};

export const isStaffNow = async (db: Db, userId: string): Promise<boolean> =>
  (await one(db, sql<{ isStaff: boolean }>`select ${isStaff(userId)} as "isStaff"`)).isStaff;
