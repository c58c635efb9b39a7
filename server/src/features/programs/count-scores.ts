import { SECTION_ALERT_BELOW_PERCENT } from '@vesalius/contract/constants';
import type { BookScores, Distribution } from '@vesalius/contract/programs-overview';
import type { Db } from '../../platform/database/database.ts';
import { listSectionResults, listTurnScores, type TurnScores } from './score-queries.ts';

export type CountedScores = Pick<BookScores, 'chapters' | 'weak_sections'>;

/** Counts every answer of every student: for 10,000 students this takes half a second or more. */
export async function countScores(db: Db, programId: string, bookId: string): Promise<CountedScores> {
  const turns = await listTurnScores(db, programId, bookId);
  const sections = await listSectionResults(db, programId, bookId);
  const tests = new Map(turns.map(({ testId, title }) => [testId, title]));
  return {
    chapters: [...tests].map(([id, title]) => {
      const turnsOfTest = turns.filter(({ testId }) => testId === id);
      return {
        test: { id, title },
        pre: distribution(turnsOfTest.filter(({ kind }) => kind === 'pre')),
        post: distribution(turnsOfTest.filter(({ kind }) => kind === 'post')),
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
