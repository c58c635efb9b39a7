import { sql } from 'kysely';
import { jsonb, many, one, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { SurveyChoicesTable } from '../../../schema/tables.ts';
import type { Manifest } from '../manifest.ts';

const TYPES = { mcq: 'MCQ', rating: 'Rating', open_ended: 'OpenEnded' } as const;

/** Questions are recognized by key, choices by their text; removed ones are retired, so that answers stay. */
export async function upsertSurvey(
  tx: Tx,
  bookId: string,
  survey: Manifest['survey'],
  now: Date,
): Promise<void> {
  if (!survey) {
    await sql`update surveys set retired_at = ${now} where book_id = ${bookId} and retired_at is null`.execute(
      tx,
    );
    return;
  }
  const { id: surveyId } = await one(
    tx,
    sql<{
      id: string;
    }>`insert into surveys (id, book_id, title) values (${newId()}, ${bookId}, ${survey.title})
      on conflict (book_id) do update set title = excluded.title, retired_at = null returning id`,
  );
  const questions = survey.questions.map((question, index) => ({
    id: newId(),
    key: question.key,
    position: index + 1,
    question: question.question,
    type: TYPES[question.type],
    single: question.type === 'mcq' ? question.single_choice : true,
  }));
  const stored = await many(
    tx,
    sql<{ id: string; key: string }>`
      insert into survey_questions (id, survey_id, key, position, question, question_type, is_mcq_single_choice)
      select x.id, ${surveyId}::uuid, x.key, x.position, x.question, x.type, x.single
      from jsonb_to_recordset(${jsonb(questions)})
        as x(id uuid, key text, position int, question text, type text, single boolean)
      on conflict (survey_id, key) do update set position = excluded.position, question = excluded.question,
        question_type = excluded.question_type, is_mcq_single_choice = excluded.is_mcq_single_choice,
        retired_at = null
      returning id, key`,
  );
  const ids = new Map(stored.map(({ key, id }) => [key, id]));
  await sql`update survey_questions set retired_at = ${now} where survey_id = ${surveyId} and retired_at is null
    and key <> all(${questions.map(({ key }) => key)})`.execute(tx);
  await upsertSurveyChoices(tx, survey, ids, now);
}

async function upsertSurveyChoices(
  tx: Tx,
  survey: NonNullable<Manifest['survey']>,
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const questionIds = [...ids.values()];
  const existing = await many(
    tx,
    sql<
      Pick<SurveyChoicesTable, 'id'> & {
        questionId: SurveyChoicesTable['surveyQuestionId'];
        words: SurveyChoicesTable['answerChoice'];
      }
    >`
      select id, survey_question_id as "questionId", answer_choice as words from survey_choices
      where survey_question_id = any(${questionIds}::uuid[])`,
  );
  const idOf = new Map(existing.map(({ id, questionId, words }) => [`${questionId} ${words}`, id]));
  const choices = survey.questions.flatMap((question) => {
    const questionId = ids.get(question.key)!;
    const words = question.type === 'open_ended' ? [] : question.choices;
    return words.map((text, index) => ({
      id: idOf.get(`${questionId} ${text}`) ?? newId(),
      questionId,
      position: index + 1,
      text,
    }));
  });
  await sql`
    insert into survey_choices (id, survey_question_id, position, answer_choice)
    select x.id, x."questionId", x.position, x.text
    from jsonb_to_recordset(${jsonb(choices)}) as x(id uuid, "questionId" uuid, position int, text text)
    on conflict (id) do update set position = excluded.position, retired_at = null`.execute(tx);
  await sql`update survey_choices set retired_at = ${now}
    where survey_question_id = any(${questionIds}::uuid[]) and retired_at is null
      and id <> all(${choices.map(({ id }) => id)}::uuid[])`.execute(tx);
}
