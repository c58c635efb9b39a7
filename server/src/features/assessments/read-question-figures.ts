import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { STATISTICS_MIN_ANSWERS } from '@vesalius/contract/constants';
import type { TurnFigures } from '@vesalius/contract/work-questions';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { presentStatistics } from './question-statistics.ts';
import { listQuestionRows, type SubjectWish } from './statistics-queries.ts';

/** A report over all readers of a book: it may take longer than one call of a reader. */
const REPORT_TIMEOUT_MS = 10_000;
/** Each question of a chapter test has two. */
const MAX_ROWS = 2 * MAX_QUESTIONS;

export interface WordingFigures {
  readonly key: string;
  readonly wording: number;
  readonly figures: TurnFigures;
}

/**
 * For the makers of a book: wordings that enough have answered, in each turn, counted as on the results page for the same
 * actor. Of fewer answers staff learn nothing here either.
 */
export async function readQuestionFigures(
  db: Db,
  bookId: string,
  subject: SubjectWish,
  minAnswers: number,
): Promise<WordingFigures[]> {
  const wish = {
    bookId,
    kind: undefined,
    order: 'book',
    minAnswers,
    subject,
  } as const;
  const rows = await inTransaction(db, (tx) => listQuestionRows(tx, wish, { limit: MAX_ROWS, offset: 0 }), {
    statementTimeoutMs: REPORT_TIMEOUT_MS,
  });
  return rows.flatMap((row): WordingFigures[] => {
    const { key, wording, answered, choices } = row;
    if (wording === null || answered < STATISTICS_MIN_ANSWERS) return [];
    const { kind, number_answered, percentage_right, difficulty, discrimination } =
      presentStatistics(minAnswers)(row);
    const told = choices.map((choice) => ({
      answer: choice.answer,
      correct: choice.correct,
      number_chosen: choice.number_chosen ?? 0,
      discrimination: choice.discrimination,
    }));
    const figures = { kind, number_answered, percentage_right, difficulty, discrimination, choices: told };
    return [{ key, wording, figures }];
  });
}
