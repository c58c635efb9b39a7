import { SECTION_ALERT_BELOW_PERCENT } from '@vesalius/contract/constants';
import type { BookScores, Distribution, ProgramOverview } from '@vesalius/contract/programs-overview';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import {
  countReaders,
  countStates,
  listAssignments,
  listOverviewBooks,
  listSectionResults,
  listTurnScores,
  type TurnScores,
} from './overview-queries.ts';

/** A report over everybody: with 10,000 students it reads a million answers, and may take its time for it. */
const REPORT_TIMEOUT_MS = 20_000;

export function readOverview(
  db: Db,
  given: { program: { id: string; name: string }; bookId: string | undefined },
  now: Date,
): Promise<ProgramOverview> {
  const { program, bookId } = given;
  return inTransaction(
    db,
    async (tx) => {
      const states = { on_track: 0, behind: 0, not_started: 0, completed: 0 };
      for (const { state, count } of await countStates(tx, program.id, now)) states[state] = count;
      const books = await listOverviewBooks(tx, program.id, now);
      const book = bookId ? books.find(({ id }) => id === bookId) : books[0];
      demand(book || !bookId, 'not_found');
      const assignments = await listAssignments(tx, program.id);
      return {
        id: program.id,
        name: program.name,
        number_of_students: Object.values(states).reduce((sum, count) => sum + count, 0),
        states,
        books,
        scores: book ? await readScores(tx, program.id, book) : null,
        assignments: assignments.map(({ bookTitle, dueOn, done, ...rest }) => ({
          ...rest,
          book_title: bookTitle,
          due_on: dueOn,
          number_done: done,
        })),
      };
    },
    { statementTimeoutMs: REPORT_TIMEOUT_MS },
  );
}

async function readScores(
  db: Db,
  programId: string,
  book: { id: string; title: string },
): Promise<BookScores> {
  const [readers] = await countReaders(db, programId, book.id);
  const turns = await listTurnScores(db, programId, book.id);
  const sections = await listSectionResults(db, programId, book.id);
  const tests = new Map(turns.map(({ testId, title }) => [testId, title]));
  return {
    book: { id: book.id, title: book.title },
    number_started: readers?.started ?? 0,
    number_completed: readers?.completed ?? 0,
    chapters: [...tests].map(([id, title]) => {
      const own = turns.filter(({ testId }) => testId === id);
      return {
        test: { id, title },
        pre: distribution(own.filter(({ kind }) => kind === 'pre')),
        post: distribution(own.filter(({ kind }) => kind === 'post')),
      };
    }),
    weak_sections: sections
      .filter(({ percentage }) => percentage < SECTION_ALERT_BELOW_PERCENT)
      .map((row) => ({
        test_title: row.testTitle,
        name: row.name,
        first_page: row.firstPage,
        last_page: row.lastPage,
        percentage: row.percentage,
        number_of_students: row.students,
      })),
  };
}

function distribution(rows: readonly TurnScores[]): Distribution {
  const bins = Array.from({ length: 10 }, () => 0);
  let sum = 0;
  for (const row of rows) {
    bins[row.bin ?? 0] = row.count;
    sum += row.sum ?? 0;
  }
  const count = bins.reduce((total, each) => total + each, 0);
  return { count, mean: count === 0 ? null : Math.round((sum * 10) / count) / 10, bins };
}
