import { z } from 'zod';
import { Id } from './atoms.ts';
import { MAX_QUESTION_LENGTH } from './constants.ts';
import { defineEndpoints } from './endpoints.ts';
import type { ErrorCode } from './errors.ts';
import { generatedAnswersCalls } from './generated-answers-calls.ts';
import { VALUE_MESSAGES } from './issue-text.ts';

const Question = z.object({
  question: z.string().trim().min(1, VALUE_MESSAGES.searchRequired).max(MAX_QUESTION_LENGTH),
});

/** Where a sentence comes from. */
const AnswerSource = z.object({
  book_id: Id,
  title: z.string(),
  page: z.number().int(),
  /** The printed number. */
  label: z.string(),
});

export const GeneratedAnswer = z.object({
  /** Empty: the passages do not answer the question. */
  sentences: z.array(
    z.object({
      /** Plain text. All of its content words are in a passage of each source. */
      text: z.string(),
      sources: z.array(AnswerSource).min(1),
    }),
  ),
});
export type GeneratedAnswer = z.output<typeof GeneratedAnswer>;

const description =
  'Exists only where the operator has configured a model (otherwise 404). The model gets the question and the passages, and nothing about the caller. Sentences that their passage does not support are left out. Each call counts toward the caller’s and the site’s number of a day.';
const errors: readonly ErrorCode[] = [
  'not_found',
  'not_subscribed',
  'summaries_used_up',
  'summaries_paused',
  'provider_failed',
];

export const generatedAnswersEndpoints = defineEndpoints(generatedAnswersCalls, {
  generateBookAnswer: {
    summary: 'Summarizes the passages of a book that answer a question',
    description,
    body: Question,
    answer: GeneratedAnswer,
    errors,
  },
  generateLibraryAnswer: {
    summary: 'Summarizes the passages that answer a question, of all books that the caller may read',
    description,
    body: Question,
    answer: GeneratedAnswer,
    errors,
  },
});
export type GeneratedAnswersEndpoints = typeof generatedAnswersEndpoints;
