import { sql } from 'kysely';
import { type Db, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { DeletedWorksTable } from '../../../schema/tables.ts';

/** Whether the work was never published, and no release of it waits for its time or is being published. */
export const isDraft = async (tx: Tx, workId: string): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from works w where w.id = ${workId} and w.released_revision is null
      and not exists (select 1 from books b where b.id = w.id)
      and not exists (select 1 from releases r where r.book_id = w.id
        and (r.published_at is not null or (r.publish_at is not null and r.refused_because is null)))`,
  )) !== null;

/** Stores what its people are told. Before the assignments are deleted. */
export async function insertDeletedWork(
  tx: Tx,
  { id, title, deletedBy }: Pick<DeletedWorksTable, 'id' | 'title'> & { readonly deletedBy: string },
  now: Date,
): Promise<void> {
  await sql`insert into deleted_works (id, title, people, deleted_at, deleted_by)
    select ${id}::uuid, ${title}, array(select u.id from users u join book_assignments a
        on lower(a.email) = lower(u.email) where a.book_id = ${id} and u.deleted_at is null),
      ${now}::timestamptz, ${deletedBy}::uuid`.execute(tx);
}

/** Deletes the work with everything that belongs to it alone. Its files are collected when nothing names them. */
export async function deleteWorkRows(tx: Tx, workId: string): Promise<void> {
  await sql`delete from releases where book_id = ${workId}`.execute(tx);
  await sql`delete from study_keys where work_id = ${workId}`.execute(tx);
  await sql`delete from book_assignments where book_id = ${workId}`.execute(tx);
  await sql`delete from book_dismissals where book_id = ${workId}`.execute(tx);
  await sql`delete from works where id = ${workId}`.execute(tx);
}

/** Whether the user may know that the work was deleted. */
export const isDeletedFor = async (
  db: Db,
  workId: string,
  { userId, isStaff }: { userId: string; isStaff: boolean },
): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from deleted_works where id = ${workId} and (${isStaff} or ${userId}::uuid = any(people))`,
  )) !== null;
