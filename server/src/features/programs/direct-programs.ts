import { sql } from 'kysely';
import { affected, type Tx } from '../../platform/database/database.ts';

/** How many of the programs the person directs now: those that exist. */
export const directPrograms = (tx: Tx, userId: string, programIds: readonly string[]): Promise<number> =>
  affected(
    tx,
    sql`insert into program_directors (program_id, user_id)
      select id, ${userId} from programs where id = any(${programIds}::uuid[])`,
  );

export async function directNoProgram(tx: Tx, userId: string): Promise<void> {
  await sql`delete from program_directors where user_id = ${userId}`.execute(tx);
}
