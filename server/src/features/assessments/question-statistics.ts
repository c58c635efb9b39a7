import { Readable } from 'node:stream';
import type { QuestionStatistics } from '@vesalius/contract/assessments-results';
import { STATISTICS_MIN_ANSWERS } from '@vesalius/contract/constants';
import { defuseCell } from '@vesalius/contract/spreadsheet-cell';
import { stringify } from 'csv-stringify/sync';
import { QUOTED } from '../../platform/csv-options.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Actor } from '../accounts/actor.ts';
import { listStatistics, type StatisticsRow, type StatisticsWish } from './statistics-queries.ts';

/** The limits of Moodle's facility index: up to 34 percent is hard, above 80 is easy. */
const HARD_MAX_PERCENT = 34;
const EASY_ABOVE_PERCENT = 80;

function difficultyOf(answered: number | null, right: number | null): QuestionStatistics['difficulty'] {
  if (answered === null || answered < STATISTICS_MIN_ANSWERS || right === null) return null;
  const percent = (right * 100) / answered;
  if (percent > EASY_ABOVE_PERCENT) return 'easy';
  return percent <= HARD_MAX_PERCENT ? 'hard' : 'medium';
}

const percentOf = (answered: number | null, right: number | null): number | null =>
  !answered || right === null ? null : Math.round((right * 1000) / answered) / 10;

/** Of a few answers staff alone learn which they are: others could tell whose they are. */
export const minAnswersFor = ({ role }: Actor): number => (role === 'staff' ? 0 : STATISTICS_MIN_ANSWERS);

type ShownRow = Omit<StatisticsRow, 'answered'> & { readonly answered: number | null };

/** Without what nobody may learn of so few: not even how many they are, because the count tells when each one answered. */
const withoutFew = (row: StatisticsRow, minAnswers: number): ShownRow =>
  row.answered >= minAnswers
    ? row
    : {
        ...row,
        answered: null,
        right: null,
        choices: row.choices.map((choice) => ({ ...choice, number_chosen: null })),
      };

const present = (row: ShownRow): QuestionStatistics => ({
  question_id: row.questionId,
  kind: row.kind,
  subject_title: row.subjectTitle,
  question: row.question,
  page_number: row.pageNumber,
  number_answered: row.answered,
  number_right: row.right,
  percentage_right: percentOf(row.answered, row.right),
  difficulty: difficultyOf(row.answered, row.right),
  discrimination: row.discrimination,
  choices: [...row.choices],
});

export const presentStatistics =
  (minAnswers: number) =>
  (row: StatisticsRow): QuestionStatistics =>
    present(withoutFew(row, minAnswers));

const COLUMNS = [
  'asked_in',
  'test',
  'question',
  'page',
  'answered',
  'right',
  'percent_right',
  'difficulty',
  'discrimination',
  'right_answer',
  'most_chosen_wrong_answer',
  'times_chosen',
];
const ROWS_PER_BATCH = 100;
/** A batch may take long on a busy machine; a truncated file helps nobody. */
const BATCH_TIMEOUT_MS = 30_000;

function line(row: ShownRow) {
  const wrong = row.choices
    .filter(({ correct, number_chosen: times }) => !correct && Number(times) > 0)
    .reduce<QuestionStatistics['choices'][number] | null>(
      (most, each) => (most && Number(most.number_chosen) >= Number(each.number_chosen) ? most : each),
      null,
    );
  const rightAnswers = row.choices.filter(({ correct }) => correct).map(({ answer }) => answer);
  return [
    row.kind,
    defuseCell(row.subjectTitle),
    defuseCell(row.question),
    row.pageNumber,
    row.answered,
    row.right,
    percentOf(row.answered, row.right),
    difficultyOf(row.answered, row.right),
    row.discrimination,
    defuseCell(rightAnswers.join('; ')),
    wrong && defuseCell(wrong.answer),
    wrong?.number_chosen,
  ];
}

/** Every question in each of its turns. Cells that a spreadsheet would run are defused. */
export function statisticsCsv(db: Db, of: Omit<StatisticsWish, 'order'>): Readable {
  async function* parts() {
    for (let offset = 0; ; offset += ROWS_PER_BATCH) {
      const slice = { limit: ROWS_PER_BATCH, offset };
      const { rows } = await inTransaction(db, (tx) => listStatistics(tx, { ...of, order: 'book' }, slice), {
        statementTimeoutMs: BATCH_TIMEOUT_MS,
      });
      const lines = rows.map((row) => line(withoutFew(row, of.minAnswers)));
      yield stringify(offset === 0 ? [COLUMNS, ...lines] : lines, { bom: offset === 0, ...QUOTED });
      if (rows.length < ROWS_PER_BATCH) return;
    }
  }
  return Readable.from(parts());
}
