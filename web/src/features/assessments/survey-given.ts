import type { SurveyAnswer, SurveyQuestion } from '@vesalius/contract/assessments-surveys';

/** The current answers, in the shape of stored drafts. */
export interface SurveyGiven {
  readonly choice_ids: string[];
  readonly rating?: number | undefined;
  readonly text?: string | undefined;
}

export const givenOf = (stored: SurveyAnswer | null): SurveyGiven => ({
  choice_ids: stored?.survey_question_answer_choice_ids ?? [],
  rating: stored?.rating,
  text: stored?.open_ended_answer,
});

/** An empty choice list, a missing rating or a blank text is not an answer. */
export function isAnswered({ question_type: type }: SurveyQuestion, given: SurveyGiven | undefined): boolean {
  if (!given) return false;
  if (type === 'MCQ') return given.choice_ids.length > 0;
  if (type === 'Rating') return given.rating !== undefined;
  return (given.text ?? '').trim() !== '';
}

export const surveyAnswer = (
  { id, question_type: type }: SurveyQuestion,
  given: SurveyGiven,
): SurveyAnswer => ({
  survey_question_id: id,
  ...(type === 'MCQ' ? { survey_question_answer_choice_ids: given.choice_ids } : {}),
  ...(type === 'Rating' ? { rating: given.rating } : {}),
  ...(type === 'OpenEnded' ? { open_ended_answer: given.text } : {}),
});
