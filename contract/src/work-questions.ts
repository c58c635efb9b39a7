import { z } from 'zod';
import { QUESTION_TURNS, QuestionStatistics } from './assessments-results.ts';
import { Id, PageNumber } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { ChangeOutcome } from './studio.ts';
import { workQuestionsCalls } from './work-questions-calls.ts';
import type { Path } from './working-copy-document.ts';

export const QUESTION_EXPORTS = ['qti', 'csv'] as const;
export const QUESTION_FINDING_KINDS = ['refused', 'left_out', 'check'] as const;

const Finding = z.object({
  kind: z
    .enum(QUESTION_FINDING_KINDS)
    .describe('`refused`: not taken; `left_out`: taken without this part; `check`: taken, to be looked at'),
  question: z.number().int().nullable().describe('As counted in the file, from 1; null: the file as a whole'),
  title: z.string(),
  line: z.number().int().nullable(),
  text: z.string(),
});
const ReadQuestion = z.object({
  key: z.string(),
  question: z.string(),
  image: z.string().optional(),
  justification: z.string().optional(),
  justification_image: z.string().optional(),
  page: z.number().int().optional(),
  section: z.string().optional(),
  choices: z.array(
    z.object({ answer: z.string().optional(), image: z.string().optional(), correct: z.boolean() }),
  ),
});
export const QuestionFilePreview = z.object({
  /** Null: it was not recognized. */
  format: z.string().nullable(),
  questions: z.array(ReadQuestion),
  /** Those that the file holds, as the questions name them. */
  pictures: z.array(z.string()),
  findings: z.array(Finding),
});
export type QuestionFilePreview = z.output<typeof QuestionFilePreview>;

/** A list of questions by its path, as operations name it. */
const ListPath = z
  .array(z.string().max(100))
  .min(2)
  .max(3)
  .refine(
    (path) =>
      path.at(-1) === 'questions' &&
      (path.length === 2 ? path[0] === 'final_test' : path[0] === 'quizzes' || path[0] === 'tests'),
  ) as unknown as z.ZodType<Path, Path>;
const Target = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('list'),
    path: ListPath,
    section: z.string().max(100).optional().describe('For questions without a section of the chapter test'),
  }),
  z.object({
    kind: z.literal('pages'),
    page: PageNumber.describe('For questions that name no page'),
    title: z.string().trim().min(1).max(200).describe('Of quizzes that are made'),
  }),
]);
export type ImportTarget = z.output<typeof Target>;

/** Of the answers to one wording in one turn: as in QuestionStatistics, from STATISTICS_MIN_ANSWERS on for everybody. */
const TurnFigures = QuestionStatistics.pick({ percentage_right: true, discrimination: true }).extend({
  kind: z.enum(QUESTION_TURNS),
  number_answered: z
    .number()
    .int()
    .nullable()
    .describe('In whole groups; null: fewer than one, and there are no figures'),
  difficulty: QuestionStatistics.shape.difficulty,
  choices: z.array(
    z.object({
      answer: z.string().describe('Empty: a picture'),
      correct: z.boolean().describe('By the key that readers are graded by'),
      number_chosen: z.number().int(),
      discrimination: z
        .number()
        .nullable()
        .describe('How those who chose it did in the rest of the paper, -1 to 1; null: too few chose it'),
    }),
  ),
});
export type TurnFigures = z.output<typeof TurnFigures>;
const ChosenWording = z.object({
  question: z.string(),
  image: z.string().nullable(),
  choices: z.array(z.object({ answer: z.string(), image: z.string().nullable() })),
  is_current: z.boolean().describe('Readers are asked this now'),
  turns: z.array(TurnFigures),
});
export const WorkQuestionStatistics = z.object({
  questions: z.array(
    z.object({
      key: z.string(),
      wordings: z
        .array(ChosenWording)
        .describe('The newest first: the one that readers see, and earlier ones that enough have answered'),
    }),
  ),
});
export type WorkQuestionStatistics = z.output<typeof WorkQuestionStatistics>;

export const workQuestionsEndpoints = defineEndpoints(workQuestionsCalls, {
  readQuestionFile: {
    summary: 'What is in a file of questions, and what of it can be taken',
    description:
      'QTI 2.1 to 3.0, Moodle XML, GIFT, Aiken, CSV, Excel or YAML, recognized by its content. Changes nothing.',
    body: z.object({ upload_id: Id }),
    answer: QuestionFilePreview,
    errors: ['not_allowed', 'upload_not_finished', 'upload_gone', 'unavailable'],
  },
  importQuestions: {
    summary: 'Take the questions of a file into a book that is being made',
    description: 'One change, which can be undone. The same id sent again is made once.',
    body: z.object({
      /** Of the change that this makes. */
      id: Id,
      upload_id: Id,
      target: Target,
      mode: z.enum(['append', 'replace']),
    }),
    answer: z.object({ outcome: ChangeOutcome, taken: z.number().int() }),
    errors: ['not_allowed', 'upload_not_finished', 'upload_gone', 'unavailable', 'edited_meanwhile'],
  },
  exportQuestions: {
    summary: 'Questions of a book that is being made, as QTI 3.0 or CSV',
    description:
      'Of one list (`final_test/questions`, `quizzes/#key/questions`), or all. Unfinished questions are left out.',
    query: z.object({ format: z.enum(QUESTION_EXPORTS), list: z.string().max(300).optional() }),
    raw: 'application/zip',
    errors: ['stored_file_damaged'],
  },
  getWorkQuestionStatistics: {
    summary: 'How the published questions of one list of a work perform, by wording and turn',
    description: 'First attempts, in whole groups of ten. Up to five minutes old.',
    query: z.object({ list: z.string().max(300) }),
    answer: WorkQuestionStatistics,
  },
});
export type WorkQuestionsEndpoints = typeof workQuestionsEndpoints;
