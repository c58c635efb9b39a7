import { wholeList } from '@vesalius/contract/atoms';
import type { OwnProgram, Program } from '@vesalius/contract/programs';
import type { Db } from '../../platform/database/database.ts';
import { imageOf } from './present-student.ts';
import {
  listAssignmentsOfStudent,
  listDirectedPrograms,
  listProgramBooks,
  listProgramsOfStudent,
  type ProgramBookRow,
  type ProgramRow,
} from './program-queries.ts';

const present = (row: ProgramRow, books: readonly ProgramBookRow[]): Program => ({
  id: row.id,
  name: row.name,
  photo_url: imageOf(row.photoKey),
  number_of_students: row.students,
  number_of_topics: row.topics,
  books: books
    .filter(({ programId }) => programId === row.id)
    .map((book) => ({
      id: book.id,
      title: book.title,
      edition: book.edition,
      replaced: book.replaced,
      author: book.author,
      cover_photo: `/files/${book.coverKey}`,
      number_of_pages: book.pages,
      book_progress: { status: book.status ?? 'not_started', page: book.page ?? 1 },
    })),
});

export async function listCurrentPrograms(db: Db, directorId: string, now: Date) {
  const rows = await listDirectedPrograms(db, directorId);
  const books = await listProgramBooks(
    db,
    rows.map(({ id }) => id),
    directorId,
    now,
  );
  return wholeList(rows.map((row) => present(row, books)));
}

/** With the tasks and their due dates. */
export async function listUserPrograms(db: Db, studentId: string, now: Date) {
  const [rows, assignments] = await Promise.all([
    listProgramsOfStudent(db, studentId),
    listAssignmentsOfStudent(db, studentId, now),
  ]);
  const books = await listProgramBooks(
    db,
    rows.map(({ id }) => id),
    studentId,
    now,
  );
  return wholeList(
    rows.map(
      (row): OwnProgram => ({
        ...present(row, books),
        directors: row.directors,
        hidden_before: row.hiddenBefore?.toISOString() ?? null,
        assignments: assignments
          .filter(({ programId }) => programId === row.id)
          .map((each) => ({
            id: each.id,
            kind: each.kind,
            title: each.title,
            edition: each.edition,
            replaced: each.replaced,
            book_id: each.bookId,
            book_title: each.bookTitle,
            page: each.page,
            due_on: each.dueOn,
            due_at: each.dueAt.toISOString(),
            note: each.note,
            done: each.done,
            done_before_joining: each.doneBefore,
          })),
      }),
    ),
  );
}
