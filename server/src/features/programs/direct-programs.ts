import { sql } from 'kysely';
import { affected, type Tx } from '../../platform/database/database.ts';

/** Makes the user a director of the programs, and returns how many of them exist. */
export const directPrograms = (tx: Tx, userId: string, programIds: readonly string[]): Promise<number> =>
  affected(
    tx,
    sql`insert into program_directors (program_id, user_id)
      select id, ${userId} from programs where id = any(${programIds}::uuid[])
      on conflict (program_id, user_id) do update set user_id = excluded.user_id`,
  );

export async function directNoProgram(tx: Tx, userId: string): Promise<void> {
  await sql`delete from program_directors where user_id = ${userId}`.execute(tx);
}

/** False if the user was not a director. */
export const stopDirecting = async (tx: Tx, userId: string, programId: string): Promise<boolean> =>
  (await affected(
    tx,
    sql`delete from program_directors where user_id = ${userId} and program_id = ${programId}`,
  )) > 0;
