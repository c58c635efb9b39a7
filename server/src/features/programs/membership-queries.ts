import { sql } from 'kysely';
import { affected, type Db, type Tx } from '../../platform/database/database.ts';

interface Key {
  readonly programId: string;
  readonly studentId: string;
}

export const showAllResults = (db: Db, { programId, studentId }: Key): Promise<number> =>
  affected(
    db,
    sql`update program_students set results_from = '-infinity'
      where program_id = ${programId} and user_id = ${studentId}`,
  );

/** Undoing an earlier removal must not put back a student who left. */
export async function deleteRemovalsOf(tx: Tx, { programId, studentId }: Key): Promise<void> {
  await sql`delete from program_removed_students
    where program_id = ${programId} and user_id = ${studentId}`.execute(tx);
}

export const deleteStudent = (tx: Tx, { programId, studentId }: Key): Promise<number> =>
  affected(tx, sql`delete from program_students where program_id = ${programId} and user_id = ${studentId}`);
