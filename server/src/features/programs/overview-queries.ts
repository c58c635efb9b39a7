import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import type { StudentState } from '@vesalius/contract/programs-limits';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import type { BooksTable, ProgramAssignmentsTable } from '../../schema/tables.ts';
import { editionColumns, titleWithEdition } from '../commerce/edition-columns.ts';
import { isClosed } from './program-editions.ts';
import { programMembers, programStates, taskDays, tasksDone } from './program-states.ts';
import { completedAt, isShown } from './shown-results.ts';
import { dayEnd } from './state-columns.ts';

export const countStates = (db: Db, programId: string, now: Date) =>
  many(
    db,
    sql<{ state: StudentState; count: number }>`
      select state, count(*)::int as count from (${programStates(programId, now)}) s group by state`,
  );

export interface OverviewBook extends BookEdition {
  readonly id: string;
  readonly title: string;
  readonly subjects: { kind: 'book' | 'chapter' | 'test'; id: string; title: string }[];
}

export const listOverviewBooks = (db: Db, programId: string, now: Date): Promise<OverviewBook[]> =>
  many(
    db,
    sql<OverviewBook>`
      select b.id, b.title, ${editionColumns(now)},
        case when ${isClosed(sql`b.id`, now)} then '[]' else
        jsonb_build_array(jsonb_build_object('kind', 'book', 'id', b.id, 'title', b.title))
        || coalesce((select jsonb_agg(jsonb_build_object('kind', 'chapter', 'id', c.id, 'title', c.title)
            order by c.position) from chapters c where c.book_id = b.id), '[]')
        || coalesce((select jsonb_agg(jsonb_build_object('kind', 'test', 'id', t.id, 'title', t.title)
            order by t.pre_page, t.id) from tests t where t.book_id = b.id and t.retired_at is null), '[]') end as subjects
      from program_books pb join books b on b.id = pb.book_id and b.published_at <= ${now}
      where pb.program_id = ${programId} order by pb.position, b.id`,
  );

export const countReaders = (db: Db, programId: string, bookId: string) =>
  many(
    db,
    sql<{ started: number; completed: number }>`
      select count(*)::int as started, count(*) filter (where bp.status = 'completed' and ${isShown(completedAt, 'ps')})::int as completed
      from book_progress bp
      join program_students ps on ps.program_id = ${programId} and ps.user_id = bp.user_id
        and ${isShown(sql`bp.updated_at`, 'ps')}
      where bp.book_id = ${bookId}`,
  );

export const listAssignments = (
  db: Db,
  { programId, directorId }: { programId: string; directorId: string },
  now: Date,
) =>
  many(
    db,
    sql<
      Pick<ProgramAssignmentsTable, 'id' | 'kind' | 'note'> & {
        subjectId: string;
        title: string;
        bookTitle: BooksTable['title'];
        dueOn: string;
        isOver: boolean;
        assigned: number;
        done: number;
      } & BookEdition
    >`
      with ${programMembers(programId)},
      days as materialized (${taskDays(programId, now)}),
      done as materialized (select distinct id, user_id from (${tasksDone(programId)}) twice),
      counted as (
        select a.id, count(m.id)::int as assigned, count(done.user_id)::int as done
        from program_assignments a
        left join (days join members m on m.time_zone = days.time_zone and days.ends_at > m.joined_at) on days.id = a.id
        left join done on done.id = a.id and done.user_id = m.id
        where a.program_id = ${programId} group by a.id)
      select a.id, a.kind, coalesce(a.chapter_id, a.test_id, a.book_id) as "subjectId", coalesce(c.title, t.title, ${titleWithEdition}) as title, ${titleWithEdition} as "bookTitle",
        to_char(a.due_on, 'YYYY-MM-DD') as "dueOn", a.note, ${editionColumns(now)},
        ${dayEnd(sql`a.due_on`, sql`director.time_zone`)} <= ${now} and not ${isClosed(sql`a.book_id`, now)} as "isOver",
        counted.assigned, counted.done
      from program_assignments a join counted on counted.id = a.id join books b on b.id = a.book_id
      join users director on director.id = ${directorId}
      left join chapters c on c.id = a.chapter_id left join tests t on t.id = a.test_id
      order by a.due_on, a.id`,
  );
