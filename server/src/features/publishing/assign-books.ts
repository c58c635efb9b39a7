import type { BookRole } from '@vesalius/contract/publishing-admin';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Tx } from '../../platform/database/database.ts';

/**
 * Assigns books or works to a person, on behalf of staff. Returns how many of the ids exist and were assigned. An
 * assignment from book.yaml stays one. The address needs no account yet.
 */
export async function assignBooks(
  tx: Tx,
  { email, role, bookIds }: { email: string; role: BookRole; bookIds: readonly string[] },
  now: Date,
): Promise<number> {
  const ids = sql`${[...bookIds]}::uuid[]`;
  await sql`delete from book_dismissals where book_id = any(${ids}) and email = lower(${email}) and role = ${role}`.execute(
    tx,
  );
  return affected(
    tx,
    sql`insert into book_assignments (book_id, email, role, set_at)
      select id, lower(${email}), ${role}, ${now} from (
        select id from books where id = any(${ids}) and preview_of is null union select id from works where id = any(${ids})) existing
      on conflict (book_id, email, role) do update set role = excluded.role`,
  );
}

/**
 * Removes the assignments of an address in this role, except those listed. The next import does not restore an
 * assignment from book.yaml.
 */
export async function unassignBooks(
  tx: Tx,
  { email, role, except = [] }: { email: string; role: BookRole; except?: readonly string[] },
  now: Date,
): Promise<void> {
  await removeAssignments(tx, { email, role }, sql`not book_id = any(${[...except]}::uuid[])`, now);
}

/** Removes the assignment to one book. False if there was none. */
export const unassignBook = async (
  tx: Tx,
  { bookId, email, role }: { bookId: string; email: string; role: BookRole },
  now: Date,
): Promise<boolean> => (await removeAssignments(tx, { email, role }, sql`book_id = ${bookId}`, now)) > 0;

/** When the owner of an address deletes the account. Nothing of it is kept, so that an import of book.yaml names it again. */
export async function forgetAssignments(tx: Tx, email: string): Promise<void> {
  await sql`delete from book_assignments where lower(email) = lower(${email})`.execute(tx);
}

const removeAssignments = (
  tx: Tx,
  { email, role }: { email: string; role: BookRole },
  which: RawBuilder<unknown>,
  now: Date,
): Promise<number> => {
  const gone = sql`lower(email) = lower(${email}) and role = ${role} and ${which}`;
  return affected(
    tx,
    sql`
      with kept_off as (
        insert into book_dismissals (book_id, email, role, dismissed_at)
        select distinct book_id, lower(email), role, ${now}::timestamptz from book_assignments
        where ${gone} and role in ('author', 'editor')
        on conflict do nothing)
      delete from book_assignments where ${gone}`,
  );
};
