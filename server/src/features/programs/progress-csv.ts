import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { DEFUSED } from '../../platform/csv-options.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { percentOf } from './present-student.ts';
import { findStudent, listStudents, listTestScores, type Points } from './student-queries.ts';

const COLUMNS = [
  'student_id',
  'first_name',
  'second_name',
  'email',
  'joined_on',
  'course',
  'chapter',
  'pre_test_percent',
  'post_test_percent',
  'final_test_percent',
  'edition',
  'book_id',
];
/** Students per query: the file of 10,000 students is never in memory as a whole. */
const STUDENTS_PER_BATCH = 100;
/** A batch may take long on a busy machine; a truncated file helps nobody. */
const BATCH_TIMEOUT_MS = 30_000;

const percent = (points: Points | null) => (points ? percentOf(points.score, points.total) : 'N/A');
/** Cells that a spreadsheet would run as formulas are escaped; the byte order mark lets it read Arabic. */
const line = (rows: unknown[][], first: boolean) =>
  stringify(first ? [COLUMNS, ...rows] : rows, { bom: first, ...DEFUSED });

/** One row per chapter test, and one for the final test, of each student and book. */
export function progressCsv(
  db: Db,
  given: { programId: string; studentId?: string | undefined; bookId?: string | undefined },
  now: Date,
): Readable {
  const { programId, studentId, bookId } = given;
  async function* parts() {
    for (let offset = 0, first = true; ; offset += STUDENTS_PER_BATCH, first = false) {
      const { students, scores } = await inTransaction(
        db,
        async (tx) => {
          const found = studentId
            ? [await findStudent(tx, programId, studentId)].filter((one) => one !== null)
            : await listStudents(tx, programId, { limit: STUDENTS_PER_BATCH, offset }, now);
          const ids = found.map(({ id }) => id);
          return {
            students: found,
            scores: ids.length > 0 ? await listTestScores(tx, programId, ids, now, bookId) : [],
          };
        },
        { statementTimeoutMs: BATCH_TIMEOUT_MS },
      );
      const byStudent = groupByStudent(scores);
      yield line(
        students.flatMap((student) => {
          const who = [
            student.id,
            student.firstName,
            student.secondName,
            student.email,
            student.joinedAt.toISOString().slice(0, 10),
          ];
          return (byStudent.get(student.id) ?? []).flatMap((book) => [
            ...book.tests.map((test) => [
              ...who,
              book.title,
              test.title,
              percent(test.pre),
              percent(test.post),
              '',
              book.edition,
              book.bookId,
            ]),
            [...who, book.title, 'Final Test', '', '', percent(book.final), book.edition, book.bookId],
          ]);
        }),
        first,
      );
      if (students.length < STUDENTS_PER_BATCH) return;
    }
  }
  return Readable.from(parts());
}

/** Hand-written, because Map.groupBy needs Node 21. */
function groupByStudent<Row extends { userId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.userId, [...(groups.get(row.userId) ?? []), row]);
  return groups;
}
