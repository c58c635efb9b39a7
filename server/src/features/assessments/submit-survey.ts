import type { SurveyAnswer } from '@vesalius/contract/assessments-surveys';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { issueEarnedCertificates } from '../certificates/issue-certificates.ts';
import { isSameSurvey, readSurveyAnswers } from './survey-answers.ts';
import {
  findSurvey,
  insertSurveyResponse,
  listSurveyAnswers,
  listSurveyQuestions,
} from './survey-queries.ts';

/** Can be answered once. If it was the last requirement of a certificate, that is issued in the same transaction. */
export async function submitSurvey(
  db: Db,
  { actor, surveyId, answers }: { actor: Actor; surveyId: string; answers: readonly SurveyAnswer[] },
  now: Date,
): Promise<void> {
  const { userId } = actor;
  const survey = await findSurvey(db, surveyId, userId);
  demand(survey, 'not_found');
  const access = await demandAccess(db, actor, survey.bookId, now);
  demand(access.records, 'read_only_role');
  const reading = readSurveyAnswers(await listSurveyQuestions(db, surveyId), answers);
  if ('problem' in reading) throw new ProductError(reading.problem);
  await inTransaction(db, async (tx) => {
    const inserted = await insertSurveyResponse(tx, { surveyId, userId, answers: reading.answers, at: now });
    if (inserted) return issueEarnedCertificates(tx, { userId, bookId: survey.bookId, now });
    const stored = await findSurvey(tx, surveyId, userId);
    const before = stored?.responseId ? await listSurveyAnswers(tx, stored.responseId) : [];
    demand(isSameSurvey(before, reading.answers), 'already_answered');
  });
}
