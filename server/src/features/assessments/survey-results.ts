import { Readable } from 'node:stream';
import type { SurveyResults } from '@vesalius/contract/assessments-results';
import { SURVEY_GROUP_SIZE } from '@vesalius/contract/constants';
import { stringify } from 'csv-stringify/sync';
import { DEFUSED } from '../../platform/csv-options.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Actor } from '../accounts/actor.ts';
import {
  countReaders,
  findSurveyTitle,
  listResults,
  listWords,
  listWordsAfter,
  type ResultRow,
  type ResultsWish,
} from './survey-result-queries.ts';

/** Staff run the survey and see every answer, without names. */
export const groupSizeFor = ({ role }: Actor): number => (role === 'staff' ? 1 : SURVEY_GROUP_SIZE);

/** A report over all answers of a book may take longer than an ordinary call. */
const REPORT_TIMEOUT_MS = 10_000;

export const readSurveyResults = (db: Db, wish: ResultsWish): Promise<SurveyResults> =>
  inTransaction(
    db,
    async (tx) => {
      const survey = await findSurveyTitle(tx, wish.bookId);
      const readers = await countReaders(tx, wish);
      return {
        book_id: wish.bookId,
        title: survey?.title ?? null,
        number_of_readers: readers.shown,
        number_held_back: readers.waiting,
        group_size: wish.groupSize,
        questions: (await listResults(tx, wish)).map(presentResult),
      };
    },
    { statementTimeoutMs: REPORT_TIMEOUT_MS, isolation: 'repeatable read' },
  );

type Result = SurveyResults['questions'][number];

const presentResult = (row: ResultRow): Result => ({
  id: row.id,
  question: row.question,
  question_type: row.type,
  is_mcq_single_choice: row.isSingleChoice,
  retired: row.retired,
  number_answered: row.answered,
  mean: row.type === 'Rating' ? row.mean : null,
  choices: distribution(row).map(({ answer_choice, rating, times }) => ({
    answer_choice,
    rating,
    number_chosen: times,
    percentage: row.answered === 0 ? 0 : Math.round((times * 1000) / row.answered) / 10,
  })),
});

/** Ratings from the best to 1 with the texts of the current choices; removed choices only if someone chose them. */
function distribution({ type, choices, counts }: ResultRow) {
  const asked = choices.filter(({ retired }) => !retired);
  if (type === 'Rating') {
    const highest = Math.max(asked.length, 0, ...Object.keys(counts).map(Number));
    return Array.from({ length: highest }, (_none, index) => {
      const rating = highest - index;
      return {
        answer_choice: asked[asked.length - rating]?.text ?? '',
        rating,
        times: counts[rating] ?? 0,
      };
    });
  }
  return [...asked, ...choices.filter(({ id, retired }) => retired && (counts[id] ?? 0) > 0)].map(
    ({ id, text }) => ({ answer_choice: text, rating: null, times: counts[id] ?? 0 }),
  );
}

/** A page of the words in answer to one question. */
export const readSurveyWords = (
  db: Db,
  wish: ResultsWish & { questionId: string },
  slice: { limit: number; offset: number },
): Promise<{ rows: { text: string }[]; count: number }> => listWords(db, wish, slice);

const COLUMNS = ['number', 'question', 'type', 'answer', 'rating', 'readers', 'percent'];
/** Texts per query: a file of any length is never in memory as a whole. */
const TEXTS_PER_BATCH = 500;
const lines = (rows: unknown[][], first = false) => stringify(rows, { bom: first, ...DEFUSED });

/** A row per choice, and one per text. Cells that a spreadsheet would run as formulas are escaped. */
export function surveyCsv(db: Db, wish: ResultsWish): Readable {
  async function* parts() {
    const { questions } = await readSurveyResults(db, wish);
    yield lines([COLUMNS], true);
    for (const [index, question] of questions.entries()) {
      const which = [index + 1, question.question, question.question_type];
      yield lines(
        question.choices.map((choice) => [
          ...which,
          choice.answer_choice,
          choice.rating,
          choice.number_chosen,
          choice.percentage,
        ]),
      );
      if (question.question_type === 'OpenEnded') yield* words(question, which);
    }
  }
  async function* words({ id: questionId }: Result, which: unknown[]) {
    for (let after = ''; ; ) {
      const cursor = after;
      const rows: { text: string; place: string }[] = await inTransaction(
        db,
        (tx) => listWordsAfter(tx, { ...wish, questionId }, cursor, TEXTS_PER_BATCH),
        { statementTimeoutMs: REPORT_TIMEOUT_MS },
      );
      yield lines(rows.map(({ text }) => [...which, text, null, 1, null]));
      after = rows.at(-1)?.place ?? after;
      if (rows.length < TEXTS_PER_BATCH) return;
    }
  }
  return Readable.from(parts());
}
