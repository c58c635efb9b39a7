import type { SurveyResults } from '@vesalius/contract/assessments-results';
import { SURVEY_GROUP_SIZE } from '@vesalius/contract/constants';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { metadataOf, sliceOf } from '../../platform/lists.ts';
import { groupProgramAnswers } from '../assessments/group-program-answers.ts';
import { readSurveyResults, readSurveyWords } from '../assessments/survey-results.ts';
import { findSubjectBook } from './assignment-queries.ts';

interface OfProgram {
  readonly programId: string;
  readonly bookId: string;
}
const wishOf = (of: OfProgram) => ({
  ...of,
  ...{ groupSize: SURVEY_GROUP_SIZE, from: undefined, to: undefined },
});

/** What students of the program answered, without names, once there are enough of them. */
export async function readProgramSurvey(db: Db, of: OfProgram): Promise<SurveyResults> {
  demand(await findSubjectBook(db, of.programId, 'book', of.bookId), 'not_found');
  await groupProgramAnswers(db, { ...of, groupSize: SURVEY_GROUP_SIZE });
  return readSurveyResults(db, wishOf(of));
}

/** The words of the students whose answers are shown. */
export async function listProgramSurveyWords(
  db: Db,
  { questionId, page, items, ...of }: OfProgram & { questionId: string; page: number; items: number },
) {
  demand(await findSubjectBook(db, of.programId, 'book', of.bookId), 'not_found');
  const { rows, count } = await readSurveyWords(db, { ...wishOf(of), questionId }, sliceOf(page, items));
  return { data: rows, metadata: metadataOf(count, page, items) };
}
