import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { SurveyResponsesTable, SurveysTable } from '../../schema/tables.ts';
import type { StoredSurveyAnswer, SurveyQuestionRow } from './survey-answers.ts';

export interface SurveyRow extends Pick<SurveysTable, 'id' | 'bookId' | 'title'> {
  readonly responseId: SurveyResponsesTable['id'] | null;
}

export function findSurvey(db: Db, surveyId: string, userId: string): Promise<SurveyRow | null> {
  return maybeOne(
    db,
    sql<SurveyRow>`
      select s.id, s.book_id as "bookId", s.title, r.id as "responseId"
      from surveys s left join survey_responses r on r.survey_id = s.id and r.user_id = ${userId}
      where s.id = ${surveyId} and s.retired_at is null`,
  );
}

/** The best rating comes first; its number is the count of the choices. */
export function listSurveyQuestions(db: Db, surveyId: string): Promise<SurveyQuestionRow[]> {
  return many(
    db,
    sql<SurveyQuestionRow>`
      select q.id, q.question, q.question_type as type, q.is_mcq_single_choice as "isSingleChoice",
        coalesce((select json_agg(json_build_object('id', c.id, 'text', c.answer_choice) order by c.position)
          from survey_choices c where c.survey_question_id = q.id and c.retired_at is null), '[]'::json) as choices
      from survey_questions q where q.survey_id = ${surveyId} and q.retired_at is null
      order by q.position, q.id`,
  );
}

export function listSurveyAnswers(db: Db, responseId: string): Promise<StoredSurveyAnswer[]> {
  return many(
    db,
    sql<StoredSurveyAnswer>`
      select survey_question_id as "questionId", choice_ids as "choiceIds", rating, open_ended_answer as text
      from survey_answers where response_id = ${responseId}`,
  );
}

/** False if this reader answered before; then nothing is stored. */
export async function insertSurveyResponse(
  tx: Tx,
  response: { surveyId: string; userId: string; answers: readonly StoredSurveyAnswer[]; at: Date },
): Promise<boolean> {
  const { surveyId, userId, answers, at } = response;
  const row = await maybeOne(
    tx,
    sql<{ id: string }>`
      with response as (
        insert into survey_responses (id, survey_id, user_id, submitted_at)
        values (${newId()}, ${surveyId}, ${userId}, ${at})
        on conflict (survey_id, user_id) do nothing returning id
      ), answers as (
        insert into survey_answers (response_id, survey_question_id, choice_ids, rating, open_ended_answer)
        select response.id, given."questionId", given."choiceIds", given.rating, given.text
        from response, jsonb_to_recordset(${jsonb(answers)})
          as given ("questionId" uuid, "choiceIds" uuid[], rating integer, text text)
      ), draft as (
        delete from answer_drafts where user_id = ${userId} and kind = 'survey' and subject_id = ${surveyId}
      )
      select id from response`,
  );
  return row !== null;
}
