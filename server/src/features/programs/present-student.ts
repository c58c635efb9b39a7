import { COMPLETED_PAGES_RATIO } from '@vesalius/contract/constants';
import type { Score, StudentRow as ShownRow, StudentProgress } from '@vesalius/contract/programs-students';
import { isPassed } from '../assessments/marks.ts';
import type { StudentTask } from './reminder-queries.ts';
import type { BookStanding, ListedPerson, Points, StudentRow, TestScores } from './student-queries.ts';

export const imageOf = (key: string | null): string | null => key && `/files/${key}`;

export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10;

const scoreOf = (points: Points | null): Score | null =>
  points && { score: points.score, total: points.total, percentage: percentOf(points.score, points.total) };

const personOf = (row: ListedPerson) => ({
  id: row.id,
  first_name: row.firstName,
  second_name: row.secondName,
  email: row.email,
  image: imageOf(row.imageKey),
});

/** A row of the list. The last course is the book with the latest release date. */
export function studentRow(row: StudentRow, standings: readonly BookStanding[]): ShownRow {
  const latest = standings.reduce<BookStanding | null>(
    (found, each) => (found && found.releaseDate >= each.releaseDate ? found : each),
    null,
  );
  const last = latest?.lastPre ?? null;
  return {
    user: personOf(row),
    joined_at: row.joinedAt.toISOString(),
    hidden_before: row.hiddenBefore?.toISOString() ?? null,
    state: row.state,
    invitation_sent_at: row.invitationSentAt?.toISOString() ?? null,
    last_active_at: row.lastActiveAt?.toISOString() ?? null,
    reminded_at: row.remindedAt?.toISOString() ?? null,
    last_course: latest && { id: latest.bookId, title: latest.title },
    last_chapter: last && {
      id: last.id,
      title: last.title,
      pre_test_score: scoreOf(last.pre) as Score,
      post_test_score: scoreOf(last.post),
    },
    books: standings.map(({ bookId, title, tests, testsDone, final, ...standing }) => ({
      book: { id: bookId, title },
      number_of_tests: tests,
      tests_done: testsDone,
      percentage: percentOf(testsDone, tests),
      final_score: scoreOf(final),
      is_read: standing.isCompleted,
      is_passed: standing.hasFinal ? final !== null && isPassed(final.score, final.total) : null,
      is_certified: standing.isCertified,
      certificate_requires: requiredOf(standing),
    })),
  };
}

function requiredOf(
  standing: Pick<BookStanding, 'requiresPages' | 'requiresTests' | 'mandatoryTests' | 'mandatorySolved'>,
): ShownRow['books'][number]['certificate_requires'] {
  const { requiresPages, mandatoryTests: total, mandatorySolved: solved } = standing;
  const requiresTests = standing.requiresTests && total > 0;
  if (!requiresPages && !requiresTests) return null;
  return {
    mandatory_tests: requiresTests ? { solved, total } : null,
    pages_percent: requiresPages ? Math.round(COMPLETED_PAGES_RATIO * 100) : null,
  };
}

export function studentProgress(
  program: { id: string; name: string },
  student: ListedPerson,
  { books, tasks }: { books: readonly TestScores[]; tasks: readonly StudentTask[] },
): StudentProgress {
  return {
    user: personOf(student),
    program: { id: program.id, name: program.name },
    hidden_before: student.hiddenBefore?.toISOString() ?? null,
    tasks: tasks.map(({ id, kind, title, bookTitle, dueOn, note, isDone, isOver }) => ({
      id,
      kind,
      title,
      book_title: bookTitle,
      due_on: dueOn,
      note,
      state: isDone ? 'done' : isOver ? 'behind' : 'open',
    })),
    books: books.map((book) => ({
      book: {
        id: book.bookId,
        title: book.title,
        author: book.author,
        cover_photo: `/files/${book.coverKey}`,
      },
      tests: book.tests.map(({ id, title, pre, post }) => ({
        test: { id, title },
        test_report: { result: { pre_test_score: scoreOf(pre), post_test_score: scoreOf(post) } },
      })),
      final_score: scoreOf(book.final),
    })),
  };
}
