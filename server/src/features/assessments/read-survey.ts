import type { Survey } from '@vesalius/contract/assessments-surveys';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { hasCertificate } from '../certificates/issue-certificates.ts';
import { surveyQuestion } from './survey-answers.ts';
import { findSurvey, listSurveyAnswers, listSurveyQuestions } from './survey-queries.ts';

/** The survey with the caller's answers, if any. */
export async function readSurvey(
  db: Db,
  { actor, surveyId, now }: { actor: Actor; surveyId: string; now: Date },
): Promise<Survey> {
  const survey = await findSurvey(db, surveyId, actor.userId);
  demand(survey, 'not_found');
  const { records } = await demandAccess(db, actor, survey.bookId, now);
  const [questions, answers, earned] = await Promise.all([
    listSurveyQuestions(db, surveyId),
    survey.responseId ? listSurveyAnswers(db, survey.responseId) : [],
    hasCertificate(db, actor.userId, survey.bookId),
  ]);
  return {
    id: survey.id,
    book_id: survey.bookId,
    title: survey.title,
    solved: survey.responseId !== null,
    may_submit: records,
    survey_questions: questions.map((question) =>
      surveyQuestion(
        question,
        answers.find(({ questionId }) => questionId === question.id),
      ),
    ),
    certificate_earned: earned,
  };
}
