import type { Role } from '@vesalius/contract/calls';
import type { WorkRole } from '@vesalius/contract/studio-limits';
import { sql } from 'kysely';
import { type Db, many, type Tx } from '../../../platform/database/database.ts';

export interface WorkPersonRow {
  readonly workId: string;
  readonly role: WorkRole;
  readonly email: string;
  /** Null: an address without an account. */
  readonly userId: string | null;
  readonly name: string | null;
}

export const listWorkPeople = (db: Db, workIds: readonly string[]): Promise<WorkPersonRow[]> =>
  many(
    db,
    sql<WorkPersonRow>`
      select a.book_id as "workId", a.role, a.email, u.id as "userId", u.first_name || ' ' || u.second_name as name
      from book_assignments a left join users u on lower(u.email) = lower(a.email) and u.deleted_at is null
      where a.book_id = any(${[...workIds]}::uuid[])
      order by array_position(array['producer', 'author', 'editor'], a.role), name, a.email`,
  );

/** Locks the account, so that its role stays until the transaction ends. */
export const holdAccount = async (tx: Tx, email: string): Promise<{ id: string; role: Role } | null> =>
  (
    await many(
      tx,
      sql<{ id: string; role: Role }>`select id, role from users
        where lower(email) = lower(${email}) and deleted_at is null for share`,
    )
  )[0] ?? null;
