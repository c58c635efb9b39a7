import { type Activity, IDLE_AFTER_DAYS } from '@vesalius/contract/people-activity';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../platform/durations.ts';
import { isShown } from './shown-results.ts';

/** Rows (user_id, at): when each student of a program last read a page or took a test in a book of it. */
export const lastActivity = (programId: string): RawBuilder<unknown> => sql`
  select act.user_id, max(act.at) as at from (
    select bp.user_id, bp.updated_at as at from book_progress bp
      join program_books pb on pb.book_id = bp.book_id and pb.program_id = ${programId}
    union all
    select t.user_id, t.submitted_at from attempts t
      join program_books pb on pb.book_id = t.book_id and pb.program_id = ${programId}) act
  join program_students ps on ps.user_id = act.user_id and ps.program_id = ${programId}
  where ${isShown(sql`act.at`, 'ps')} group by 1`;

/** Whether the activity applies to the student with user `u`. */
export function isStudentWith(programId: string, activity: Activity, now: Date): RawBuilder<boolean> {
  if (activity === 'never_signed_in') return sql<boolean>`u.email_verified_at is null`;
  const since = activity === 'idle' ? sql`where at > ${daysBefore(now, IDLE_AFTER_DAYS)}` : sql``;
  return sql<boolean>`u.id not in (select user_id from (${lastActivity(programId)}) active ${since})`;
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
