import { z } from 'zod';
import { OPEN_ANSWER_MAX_LENGTH } from './assessments-limits.ts';
import { Id } from './atoms.ts';
import { ShownText } from './written-text.ts';

export const QUESTION_TYPES = ['MCQ', 'Rating', 'OpenEnded'] as const;

export const SurveyAnswer = z.object({
  survey_question_id: Id,
  survey_question_answer_choice_ids: z.array(Id).max(20).optional(),
  open_ended_answer: ShownText.max(OPEN_ANSWER_MAX_LENGTH).optional(),
  rating: z.number().int().min(1).max(20).optional(),
});
export type SurveyAnswer = z.output<typeof SurveyAnswer>;

export const SurveyQuestion = z.object({
  id: Id,
  question: z.string(),
  question_type: z.enum(QUESTION_TYPES),
  is_mcq_single_choice: z.boolean(),
  survey_question_answer_choices: z.array(
    z.object({
      id: Id,
      answer_choice: z.string(),
      /** For rating choices: numbered downward from their count, so that the first of five is 5. */
      rating: z.number().int().nullable(),
    }),
  ),
  user_answer: SurveyAnswer.nullable(),
});
export type SurveyQuestion = z.output<typeof SurveyQuestion>;

export const Survey = z.object({
  id: Id,
  book_id: Id,
  title: z.string(),
  solved: z.boolean(),
  may_submit: z.boolean(),
  survey_questions: z.array(SurveyQuestion),
  /** Whether the caller has a certificate of the book now. */
  certificate_earned: z.boolean(),
});
export type Survey = z.output<typeof Survey>;

export const SurveySubmission = z.object({ survey_id: Id, answers: z.array(SurveyAnswer).max(200) });
