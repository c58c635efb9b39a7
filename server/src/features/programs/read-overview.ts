import type { ProgramOverview } from '@vesalius/contract/programs-overview';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { countReaders, countStates, listAssignments, listOverviewBooks } from './overview-queries.ts';
import { COUNT_TIMEOUT_MS, readScores } from './read-scores.ts';

/** States, readers and assignments are current; scores of a large program may be a minute old. */
export function readOverview(
  db: Db,
  given: { program: { id: string; name: string }; directorId: string; bookId: string | undefined },
  now: Date,
): Promise<ProgramOverview> {
  const { program, directorId, bookId } = given;
  return inTransaction(
    db,
    async (tx) => {
      const states = { invited: 0, completed: 0, behind: 0, on_track: 0, not_started: 0 };
      for (const { state, count } of await countStates(tx, program.id, now)) states[state] = count;
      const numberOfStudents = Object.values(states).reduce((sum, count) => sum + count, 0);
      const books = await listOverviewBooks(tx, program.id, now);
      const book = bookId ? books.find(({ id }) => id === bookId) : books[0];
      demand(book || !bookId, 'not_found');
      const assignments = await listAssignments(tx, { programId: program.id, directorId }, now);
      const scores =
        book && (await readScores(tx, { programId: program.id, bookId: book.id, numberOfStudents }, now));
      const readers = book && (await countReaders(tx, program.id, book.id))[0];
      return {
        id: program.id,
        name: program.name,
        number_of_students: numberOfStudents,
        states,
        books,
        scores:
          book && scores
            ? {
                book: { id: book.id, title: book.title },
                number_started: readers?.started ?? 0,
                number_completed: readers?.completed ?? 0,
                ...scores.facts,
                counted_at: scores.countedAt?.toISOString() ?? null,
                is_counting: scores.isCounting,
              }
            : null,
        assignments: assignments.map(({ bookTitle, dueOn, isOver, assigned, done, subjectId, ...rest }) => ({
          ...rest,
          subject_id: subjectId,
          book_title: bookTitle,
          due_on: dueOn,
          is_over: isOver,
          number_assigned: assigned,
          number_done: done,
        })),
      };
    },
    { statementTimeoutMs: COUNT_TIMEOUT_MS },
  );
}
