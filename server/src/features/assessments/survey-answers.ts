import type { SurveyAnswer, SurveyQuestion } from '@vesalius/contract/assessments-surveys';
import type { SurveyAnswersTable, SurveyQuestionsTable } from '../../schema/tables.ts';

export interface SurveyQuestionRow extends Pick<SurveyQuestionsTable, 'question'> {
  readonly id: string;
  readonly type: SurveyQuestion['question_type'];
  readonly isSingleChoice: SurveyQuestionsTable['isMcqSingleChoice'];
  readonly choices: readonly { readonly id: string; readonly text: string }[];
}
export interface StoredSurveyAnswer extends Pick<SurveyAnswersTable, 'rating'> {
  readonly questionId: SurveyAnswersTable['surveyQuestionId'];
  readonly choiceIds: readonly string[];
  readonly text: SurveyAnswersTable['openEndedAnswer'];
}
export type SurveyReading =
  | { readonly answers: readonly StoredSurveyAnswer[] }
  | { readonly problem: 'answers_incomplete' | 'answer_not_of_question' };

/** Checks a submission against the survey: an empty choice list, a missing rating or a blank text is not an answer. */
export function readSurveyAnswers(
  questions: readonly SurveyQuestionRow[],
  given: readonly SurveyAnswer[],
): SurveyReading {
  const byQuestion = new Map(given.map((answer) => [answer.survey_question_id, answer]));
  const known = new Set(questions.map(({ id }) => id));
  if (byQuestion.size !== given.length || given.some(({ survey_question_id: id }) => !known.has(id)))
    return { problem: 'answer_not_of_question' };
  const answers: StoredSurveyAnswer[] = [];
  for (const question of questions) {
    const answer = byQuestion.get(question.id);
    if (!answer || isEmpty(question, answer)) return { problem: 'answers_incomplete' };
    if (!fits(question, answer)) return { problem: 'answer_not_of_question' };
    answers.push(stored(question, answer));
  }
  return { answers };
}

function isEmpty({ type }: SurveyQuestionRow, answer: SurveyAnswer): boolean {
  if (type === 'MCQ') return (answer.survey_question_answer_choice_ids ?? []).length === 0;
  if (type === 'Rating') return answer.rating === undefined;
  return (answer.open_ended_answer ?? '').trim() === '';
}

function fits(question: SurveyQuestionRow, answer: SurveyAnswer): boolean {
  if (question.type === 'Rating') return (answer.rating as number) <= question.choices.length;
  if (question.type === 'OpenEnded') return true;
  const chosen = new Set(answer.survey_question_answer_choice_ids);
  if (question.isSingleChoice && chosen.size !== 1) return false;
  return [...chosen].every((id) => question.choices.some((choice) => choice.id === id));
}

const stored = ({ id, type }: SurveyQuestionRow, answer: SurveyAnswer): StoredSurveyAnswer => ({
  questionId: id,
  choiceIds: type === 'MCQ' ? [...new Set(answer.survey_question_answer_choice_ids)].sort() : [],
  rating: type === 'Rating' ? (answer.rating ?? null) : null,
  text: type === 'OpenEnded' ? (answer.open_ended_answer ?? '').trim() : null,
});

export function surveyQuestion(
  row: SurveyQuestionRow,
  answer: StoredSurveyAnswer | undefined,
): SurveyQuestion {
  return {
    id: row.id,
    question: row.question,
    question_type: row.type,
    is_mcq_single_choice: row.isSingleChoice,
    survey_question_answer_choices: row.choices.map(({ id, text }, index) => ({
      id,
      answer_choice: text,
      rating: row.type === 'Rating' ? row.choices.length - index : null,
    })),
    user_answer: answer
      ? {
          survey_question_id: row.id,
          ...(row.type === 'MCQ' ? { survey_question_answer_choice_ids: [...answer.choiceIds] } : {}),
          ...(answer.rating === null ? {} : { rating: answer.rating }),
          ...(answer.text === null ? {} : { open_ended_answer: answer.text }),
        }
      : null,
  };
}

const canonical = (answers: readonly StoredSurveyAnswer[]) =>
  JSON.stringify(
    answers
      .map(({ questionId, choiceIds, rating, text }) => [questionId, [...choiceIds].sort(), rating, text])
      .sort(([left], [right]) => String(left).localeCompare(String(right))),
  );
export const isSameSurvey = (
  left: readonly StoredSurveyAnswer[],
  right: readonly StoredSurveyAnswer[],
): boolean => canonical(left) === canonical(right);
