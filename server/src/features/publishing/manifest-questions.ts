import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { MAX_CHOICES, MIN_CHOICES } from '@vesalius/contract/studio-limits';
import { z } from 'zod';
import { FilePath, Key, Page, Text } from './manifest-fields.ts';

const Choice = z.strictObject({
  answer: Text(600).optional(),
  image: FilePath.optional(),
  correct: z.boolean().default(false),
});

/** A single-choice question: exactly one choice is correct. */
export const ManifestQuestion = z.strictObject({
  key: Key,
  question: Text(2000),
  image: FilePath.optional(),
  justification: Text(4000).optional(),
  justification_image: FilePath.optional(),
  /** The page that proves the answer. */
  page: Page.optional(),
  /** Key of the section of the chapter test it belongs to. */
  section: Key.optional(),
  /** Whether the choices stay in this order. Absent: only if they refer to each other, or are a series of numbers. */
  keep_order: z.boolean().optional(),
  choices: z.array(Choice).min(MIN_CHOICES).max(MAX_CHOICES),
});

export type ManifestQuestion = z.output<typeof ManifestQuestion>;

export const QuestionList = z.array(ManifestQuestion).min(1).max(MAX_QUESTIONS);
/** Questions are in the manifest, or in a file (a YAML list) that is named here. */
export const Questions = z.union([QuestionList, FilePath]);
/** The questions stay in this order; otherwise each attempt has its own order. */
export const keep_order = z.boolean().default(false);
