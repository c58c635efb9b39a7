import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { sql } from 'kysely';
import { type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import type {
  BookProgressTable,
  BooksTable,
  ProgramAssignmentsTable,
  ProgramBooksTable,
  ProgramsTable,
} from '../../schema/tables.ts';
import { editionColumns, titleWithEdition } from '../commerce/edition-columns.ts';
import { ownHiddenBefore } from './shown-results.ts';
import { assignmentDone, assignmentDoneBefore, isBound } from './state-columns.ts';

export interface ProgramRow extends Pick<ProgramsTable, 'id' | 'name' | 'photoKey'> {
  readonly students: number;
  readonly topics: number;
}

const programColumns = sql`p.id, p.name, p.photo_key as "photoKey",
  (select count(*)::int from program_students ps where ps.program_id = p.id) as students,
  (select count(*)::int from topics t where t.program_id = p.id) as topics`;

/** Null if the user does not direct the program: then it does not exist for that user. */
export const findDirectedProgram = (db: Db, directorId: string, programId: string) =>
  maybeOne(
    db,
    sql<Pick<ProgramsTable, 'id' | 'name'>>`
      select p.id, p.name from programs p
      join program_directors pd on pd.program_id = p.id and pd.user_id = ${directorId}
      where p.id = ${programId}`,
  );

/** Locks the membership until the end of the transaction; false if the user no longer directs the program. */
export const lockDirector = async (tx: Tx, programId: string, directorId: string): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from program_directors where program_id = ${programId} and user_id = ${directorId} for share`,
  )) !== null;

export const listDirectedPrograms = (db: Db, directorId: string): Promise<ProgramRow[]> =>
  many(
    db,
    sql<ProgramRow>`
      select ${programColumns} from programs p
      join program_directors pd on pd.program_id = p.id and pd.user_id = ${directorId}
      order by lower(p.name), p.id`,
  );

export interface OwnProgramRow extends ProgramRow {
  readonly directors: string[];
  readonly hiddenBefore: Date | null;
}

export const listProgramsOfStudent = (db: Db, studentId: string): Promise<OwnProgramRow[]> =>
  many(
    db,
    sql<OwnProgramRow>`
      select ${programColumns}, ${ownHiddenBefore} as "hiddenBefore",
        array(select trim(d.first_name || ' ' || d.second_name) from program_directors pd
          join users d on d.id = pd.user_id where pd.program_id = p.id order by 1) as directors
      from programs p
      join program_students ps on ps.program_id = p.id and ps.user_id = ${studentId}
      join users u on u.id = ps.user_id
      order by lower(p.name), p.id`,
  );

export interface ProgramBookRow
  extends Pick<ProgramBooksTable, 'programId'>,
    Pick<BooksTable, 'id' | 'title' | 'author' | 'coverKey'>,
    BookEdition {
  readonly pages: BooksTable['numberOfPages'];
  readonly status: BookProgressTable['status'] | null;
  readonly page: BookProgressTable['page'] | null;
}

/** With this reader's progress; directors have none. */
export const listProgramBooks = (
  db: Db,
  programIds: readonly string[],
  readerId: string,
  now: Date,
): Promise<ProgramBookRow[]> =>
  many(
    db,
    sql<ProgramBookRow>`
      select pb.program_id as "programId", b.id, b.title, b.author, b.cover_key as "coverKey",
        b.number_of_pages as pages, bp.status, bp.page, ${editionColumns(now)}
      from program_books pb
      join books b on b.id = pb.book_id and b.published_at <= ${now}
      left join book_progress bp on bp.book_id = b.id and bp.user_id = ${readerId}
      where pb.program_id = any(${[...programIds]}::uuid[])
      order by pb.program_id, pb.position, b.id`,
  );

export interface OwnAssignmentRow
  extends Pick<ProgramAssignmentsTable, 'programId' | 'id' | 'kind' | 'bookId' | 'note'>,
    BookEdition {
  readonly title: string;
  /** With the edition, where the book has several. */
  readonly bookTitle: string;
  readonly page: number;
  readonly dueOn: string;
  readonly dueAt: Date;
  readonly done: boolean;
  readonly doneBefore: boolean;
}

export const listAssignmentsOfStudent = (db: Db, studentId: string, now: Date): Promise<OwnAssignmentRow[]> =>
  many(
    db,
    sql<OwnAssignmentRow>`
      select a.program_id as "programId", a.id, a.kind, coalesce(c.title, t.title, ${titleWithEdition}) as title, ${titleWithEdition} as "bookTitle",
        a.book_id as "bookId", coalesce(c.first_page, t.pre_page, 1) as page,
        to_char(a.due_on, 'YYYY-MM-DD') as "dueOn",
        (a.due_on + 1)::timestamp at time zone u.time_zone as "dueAt", a.note, ${editionColumns(now)},
        ${assignmentDone(sql`u.id`)} as done, ${assignmentDoneBefore(sql`u.id`)} as "doneBefore"
      from program_students ps
      join users u on u.id = ps.user_id
      join program_assignments a on a.program_id = ps.program_id
      join books b on b.id = a.book_id
      left join chapters c on c.id = a.chapter_id
      left join tests t on t.id = a.test_id
      where ps.user_id = ${studentId} and ${isBound(now)}
      order by a.due_on, a.id`,
  );

export async function findPersonName(db: Db, userId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{
      name: string;
    }>`select trim(first_name || ' ' || second_name) as name from users where id = ${userId}`,
  );
  return row?.name ?? null;
}
