import { sql } from 'kysely';
import { affected, type Tx } from '../../platform/database/database.ts';

type Role = 'author' | 'editor' | 'producer';

/** How many of the books were assigned: those that exist. An assignment may stand before the account (by an import). */
export const assignBooks = (
  tx: Tx,
  { email, role, bookIds }: { email: string; role: Role; bookIds: readonly string[] },
): Promise<number> =>
  affected(
    tx,
    sql`insert into book_assignments (book_id, email, role)
      select id, ${email}, ${role} from books where id = any(${bookIds}::uuid[])
      on conflict (book_id, email, role) do update set role = excluded.role`,
  );

/** All of the person's in these roles. */
export const unassignBooks = (
  tx: Tx,
  { email, roles }: { email: string; roles: readonly Role[] },
): Promise<number> =>
  affected(
    tx,
    sql`delete from book_assignments where lower(email) = lower(${email}) and role = any(${[...roles]}::text[])`,
  );
