import { sql } from 'kysely';
import { type Db, many, one, type Tx } from '../../platform/database/database.ts';
import type { ProgramsTable, UsersTable } from '../../schema/tables.ts';
import { ownHiddenBefore } from './shown-results.ts';

/** Inserts students and returns the ids of the new ones. */
export const insertStudents = async (
  tx: Tx,
  given: { programId: string; importId: string; userIds: readonly string[] },
  now: Date,
): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ userId: string }>`
        insert into program_students (program_id, user_id, joined_at, results_from, import_id)
        select ${given.programId}::uuid, n, ${now}::timestamptz, ${now}::timestamptz, ${given.importId}::uuid
        from unnest(${[...given.userIds]}::uuid[]) n
        on conflict do nothing returning user_id as "userId"`,
    )
  ).map(({ userId }) => userId);

const bookOfDraft = sql`(select book_id from quizzes where id = d.subject_id
  union all select book_id from tests where id = d.subject_id
  union all select book_id from final_tests where id = d.subject_id
  union all select book_id from surveys where id = d.subject_id limit 1)`;

/**
 * Whether the student `m` (user `u`) has accepted, read, watched, answered or written since joining, including private notes and
 * drafts of answers.
 */
export const hasActed = sql<boolean>`(coalesce(u.email_verified_at > m.joined_at, false)
  or exists (select 1 from book_progress bp join program_books pb on pb.book_id = bp.book_id
    where bp.user_id = u.id and pb.program_id = m.program_id and bp.updated_at > m.joined_at)
  or exists (select 1 from attempts t join program_books pb on pb.book_id = t.book_id
    where t.user_id = u.id and pb.program_id = m.program_id and t.submitted_at > m.joined_at)
  or exists (select 1 from annotations a join program_books pb on pb.book_id = a.book_id
    where a.user_id = u.id and pb.program_id = m.program_id and a.updated_at > m.joined_at)
  or exists (select 1 from material_progress mp join program_books pb on pb.book_id = mp.book_id
    where mp.user_id = u.id and pb.program_id = m.program_id and mp.updated_at > m.joined_at)
  or exists (select 1 from review_cards r join program_books pb on pb.book_id = r.book_id
    where r.user_id = u.id and pb.program_id = m.program_id and r.reviewed_at > m.joined_at)
  or exists (select 1 from survey_responses sr join surveys s on s.id = sr.survey_id
    join program_books pb on pb.book_id = s.book_id
    where sr.user_id = u.id and pb.program_id = m.program_id and sr.submitted_at > m.joined_at)
  or exists (select 1 from answer_drafts d where d.user_id = u.id and d.updated_at > m.joined_at
    and ${bookOfDraft} in (select book_id from program_books where program_id = m.program_id))
  or exists (select 1 from topics t where t.owner_id = u.id and t.program_id = m.program_id
    and t.created_at > m.joined_at)
  or exists (select 1 from comments c join topics t on t.id = c.topic_id
    where c.owner_id = u.id and t.program_id = m.program_id and c.created_at > m.joined_at))`;

export async function deleteIdleStudents(
  tx: Tx,
  importId: string,
): Promise<{ removed: string[]; kept: number }> {
  const removed = await many(
    tx,
    sql<{ id: string }>`delete from program_students m using users u
      where u.id = m.user_id and m.import_id = ${importId} and not ${hasActed} returning u.id`,
  );
  const { kept } = await one(
    tx,
    sql<{ kept: number }>`select count(*)::int as kept from program_students where import_id = ${importId}`,
  );
  return { removed: removed.map(({ id }) => id), kept };
}

/** The students to mail, with what decides which mail they get. */
export const listNewcomers = (db: Db, programId: string, userIds: readonly string[]) =>
  many(
    db,
    sql<
      Pick<UsersTable, 'id'> & {
        emailVerified: boolean;
        programName: ProgramsTable['name'];
        hiddenBefore: Date | null;
      }
    >`
      select u.id, u.email_verified_at is not null as "emailVerified", p.name as "programName", ${ownHiddenBefore} as "hiddenBefore"
      from users u join program_students ps on ps.user_id = u.id and ps.program_id = ${programId}
      join programs p on p.id = ps.program_id
      where u.id = any(${[...userIds]}::uuid[]) and u.deleted_at is null`,
  );
