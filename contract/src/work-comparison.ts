import { z } from 'zod';

/** What readers would notice between two editions of a book's content: two releases, or a release and the working copy. */

export const COMPARED_KINDS = [
  'chapter',
  'video',
  'image',
  'dicom',
  'quiz',
  'test',
  'final_test',
  'question',
  'survey',
  'person',
  'package',
  'program',
] as const;
export type ComparedKind = (typeof COMPARED_KINDS)[number];
/** `replaced`: its file is another one. `moved`: the same, at another place. */
export const COMPARED_CHANGES = ['added', 'removed', 'replaced', 'changed', 'moved'] as const;
export type ComparedChange = (typeof COMPARED_CHANGES)[number];
/** Attempts on a question are counted up to here. */
export const MAX_ATTEMPTS_COUNTED = 10_000;

const Label = z.string().describe('As printed on the page');
const Range = z.object({ first: Label, last: Label, count: z.number().int() });
const MovedRange = Range.extend({ first_before: Label });

/** So many changed pages are told with their words; the others are only counted. */
export const MAX_COMPARED_TEXTS = 200;
const Words = z.string().nullable();

const ChangedPage = z.object({
  page: Label,
  before: Words.describe(
    'The changed words with some around them; null for both: only what is drawn is another',
  ),
  after: Words,
});

export const ComparedPages = z.object({
  before: z.number().int(),
  after: z.number().int(),
  added: z.array(Range),
  /** With the labels that they had. */
  removed: z.array(Range),
  changed: z.array(Range),
  texts: z.array(ChangedPage).describe(`What changed on them; ${MAX_COMPARED_TEXTS} pages at most`),
  moved: z.array(MovedRange),
});
export type ComparedPages = z.output<typeof ComparedPages>;

export const ComparedThing = z.object({
  kind: z.enum(COMPARED_KINDS),
  change: z.enum(COMPARED_CHANGES),
  title: z.string(),
  /** Of the quiz or test that a question belongs to; null for the final test and for everything else. */
  within: z.string().nullable(),
  page: Label.nullable(),
  page_before: Label.nullable(),
  number: z.number().int().nullable().describe('Of a question in its quiz or test'),
  details: z
    .array(z.object({ field: z.string(), before: Words, after: Words }))
    .describe('What its fields were and are; null: empty, or a file'),
  /** Which of its fields are others. */
  fields: z.array(z.string()),
  /** Attempts that answered a question which is changed or removed; `MAX_ATTEMPTS_COUNTED` = that many or more. */
  attempts: z.number().int(),
});
export type ComparedThing = z.output<typeof ComparedThing>;

export const ComparedField = z.object({
  path: z.array(z.string()),
  /** Null: empty, or a file. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ComparedField = z.output<typeof ComparedField>;

export const WorkComparison = z.object({
  /** Null: nothing, as before the first release. */
  from: z.number().int().nullable(),
  /** Null: the working copy. */
  to: z.number().int().nullable(),
  /** Of the working copy, where it is compared. */
  version: z.number().int().nullable(),
  /** Null: those of a PDF are still being prepared. */
  pages: ComparedPages.nullable(),
  /** The PDF is another file, also where its pages are the same: its table of contents may differ. */
  is_other_pdf: z.boolean(),
  things: z.array(ComparedThing),
  fields: z.array(ComparedField),
});
export type WorkComparison = z.output<typeof WorkComparison>;
