import type { Role } from '@vesalius/contract/calls';
import { sql } from 'kysely';
import { many, type Tx } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { UsersTable } from '../../schema/tables.ts';

/**
 * Checks the role again within the transaction and locks it until the end, because it may have been taken away since the
 * session was read. Throws `not_allowed`.
 */
export async function holdRole(tx: Tx, actor: { userId: string; role: Role }): Promise<void> {
  const [row] = await many(
    tx,
    sql<
      Pick<UsersTable, 'role'>
    >`select role from users where id = ${actor.userId} and deleted_at is null for share`,
  );
  demand(row?.role === actor.role, 'not_allowed');
}

/**
 * The same, and locks the other account that the role is used on; both in the order of their ids. So of two users who take
 * the role from each other, the second no longer has it.
 */
export async function holdRoleOver(
  tx: Tx,
  actor: { userId: string; role: Role },
  subjectId: string,
): Promise<void> {
  const rows = await many(
    tx,
    sql<Pick<UsersTable, 'id' | 'role'>>`
      select id, role from users where id = any(${[actor.userId, subjectId]}::uuid[]) and deleted_at is null
      order by id for no key update`,
  );
  demand(rows.find(({ id }) => id === actor.userId)?.role === actor.role, 'not_allowed');
}
