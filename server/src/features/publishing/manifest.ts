/**
 * The book folder's manifest, `book.yaml`: everything a publisher says about one edition of a book.
 * The JSON Schema in docs/book-folder.schema.json is generated from here; docs/book-folder.md explains it.
 *
 * `key` fields are the publisher's own stable names. Importing the folder again recognises a question, a
 * lecture or a chapter by its key, so that readers' answers, notes and progress stay with it.
 */

import {
  ACCESS_MODES,
  ACCESSIBILITY_FEATURES,
  ACCESSIBILITY_HAZARDS,
  SUFFICIENT_MODES,
} from '@vesalius/contract/accessibility-terms';
import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { doiOf, isbn13Of, isSubjectCode, SUBJECT_SCHEMES } from '@vesalius/contract/identifiers';
import { visibleText } from '@vesalius/contract/visible-text';
import { z } from 'zod';

const Key = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'use lower-case letters, digits and hyphens, at most 80 characters');
const Text = (max: number) => z.string().trim().min(1).max(max);
/** A title or name, which other texts quote. Characters that would reverse the sentence around it are removed. */
const Line = (max: number) => z.string().overwrite(visibleText).min(1).max(max);
/** A path inside the book folder, with forward slashes; never absolute, and without `..`. */
const FilePath = z
  .string()
  .min(1)
  .max(300)
  .refine((path) => !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..'), {
    message: 'name a file inside the book folder',
  });
const Page = z.number().int().min(1).max(10_000);
const IsoDate = z.iso.date('write the date as YYYY-MM-DD');
const Dollars = z
  .number()
  .min(0)
  .max(100_000)
  .refine((value) => Math.round(value * 100) / 100 === value, 'at most two decimals');

const Isbn = z
  .string('put the number in quotes')
  .trim()
  .max(40)
  .refine((text) => isbn13Of(text) !== null, 'check the digits: this is no ISBN');

const Person = z.strictObject({
  name: Line(120),
  /** Degrees and position, as printed under the name. */
  title: Line(200).optional(),
  photo: FilePath.optional(),
  biography: Text(4000).optional(),
  /** Financial relationships in the words of the accredited provider; absent = nothing is claimed. */
  disclosure: Text(1000).optional(),
});

/** Pairs of a hazard's value and the pattern that contradicts it. */
const CONTRADICTIONS: readonly (readonly [string, RegExp])[] = [
  ['none', /./],
  ['unknown', /./],
  ['flashing', /Flashing/],
  ['noFlashingHazard', /unknownFlashing/],
  ['motionSimulation', /MotionSimulation/],
  ['noMotionSimulationHazard', /unknownMotion/],
  ['sound', /Sound/],
  ['noSoundHazard', /unknownSound/],
];
const contradicts = (values: readonly string[]): boolean =>
  CONTRADICTIONS.some(
    ([value, others]) =>
      values.includes(value) && values.some((other) => other !== value && others.test(other)),
  );
const list = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z.array(z.enum(values)).max(values.length).default([]);
const Accessibility = z
  .strictObject({
    access_mode: list(ACCESS_MODES).describe('How the content is perceived: schema.org accessMode'),
    access_mode_sufficient: z
      .array(z.array(z.enum(SUFFICIENT_MODES)).min(1))
      .max(15)
      .default([])
      .describe('Each list is enough by itself to take in everything: schema.org accessModeSufficient'),
    feature: list(ACCESSIBILITY_FEATURES)
      .refine((values) => values.length < 2 || !values.some((value) => /^(none|unknown)$/.test(value)), {
        message: 'say "none" or "unknown" alone',
      })
      .describe('schema.org accessibilityFeature'),
    hazard: list(ACCESSIBILITY_HAZARDS)
      .refine((values) => !contradicts(values), { message: 'leave out what contradicts another value' })
      .describe('schema.org accessibilityHazard'),
    summary: Text(2000).optional().describe('schema.org accessibilitySummary, in the language of the book'),
  })
  .refine((stated) => Object.values(stated).some((value) => value && value.length > 0), {
    message: 'fill in one of them at least, or leave it out',
  });

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
  choices: z.array(Choice).min(2).max(8),
});

export const QuestionList = z.array(ManifestQuestion).min(1).max(MAX_QUESTIONS);
/** Questions are in the manifest, or in a file (a YAML list) that is named here. */
const Questions = z.union([QuestionList, FilePath]);
/** The questions stay in this order; otherwise each attempt has its own order. */
const keep_order = z.boolean().default(false);

const Caption = z.strictObject({ language: z.string().regex(/^[a-z]{2}$/), file: FilePath });
const MaterialBase = {
  key: Key,
  title: Line(200),
  description: Text(4000).optional(),
  diagnosis: Text(4000).optional(),
};
export const ManifestMaterial = z.discriminatedUnion('type', [
  z.strictObject({
    ...MaterialBase,
    type: z.literal('video'),
    file: FilePath,
    poster: FilePath.optional(),
    captions: z.array(Caption).max(20).default([]),
    /** What is seen but not said, in words: spoken while the lecture pauses, and part of its transcript. */
    descriptions: z.array(Caption).max(20).default([]),
    /** Chapters of the lecture; a page number links that second with the page. */
    marks: z
      .array(z.strictObject({ at_seconds: z.number().min(0), title: Line(200), page: Page.optional() }))
      .max(200)
      .default([]),
    speaker: Text(120).optional(),
  }),
  z.strictObject({
    ...MaterialBase,
    type: z.literal('image'),
    images: z
      .array(z.strictObject({ file: FilePath, caption: Text(1000).optional(), alt: Text(1000) }))
      .min(1)
      .max(50),
  }),
  z.strictObject({
    ...MaterialBase,
    type: z.literal('dicom'),
    /** Each series: one folder of .dcm files, or single files. */
    series: z
      .array(z.strictObject({ key: Key, title: Line(200), folder: FilePath }))
      .min(1)
      .max(20),
    /**
     * `remove` strips all attributes that identify a patient (DICOM PS3.15); without it such a file stops the import.
     */
    identifying_attributes: z.enum(['refuse', 'remove']).default('refuse'),
    /** With `remove`: attributes that stay, by their DICOM keyword, each with the reason. */
    kept_attributes: z
      .array(z.strictObject({ attribute: z.string().regex(/^[A-Z][A-Za-z0-9]{0,99}$/), reason: Text(500) }))
      .max(50)
      .default([]),
  }),
]);

export const Manifest = z.strictObject({
  /** Identity of the work across editions, and of this edition: a new edition is a new book in the shop. */
  slug: Key,
  edition: Line(40),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .default('en'),
  title: Line(300),
  author: Text(300).describe('Authors as printed on the cover'),
  category: Text(80),
  featured: z.boolean().default(false),
  price: Dollars,
  release_date: IsoDate,
  review_date: IsoDate.optional(),
  expiry_date: IsoDate.optional(),

  pdf: FilePath,
  cover: FilePath,
  /** Pages of the PDF shown as front matter, first to last. */
  front_matter: z.strictObject({ first_page: Page, last_page: Page }).optional(),
  samples: z.array(FilePath).max(20).default([]),
  /** Printed labels where they differ from the page's number: from this page on, in this style. */
  page_labels: z
    .array(
      z.strictObject({
        from_page: Page,
        style: z.enum(['roman', 'decimal']),
        first: z.number().int().min(1).default(1),
      }),
    )
    .default([]),

  isbn: z
    .strictObject({ print: Isbn.optional(), electronic: Isbn.optional() })
    .refine(({ print, electronic }) => print !== undefined || electronic !== undefined, {
      message: 'fill in print or electronic, or leave it out',
    })
    .refine(({ print, electronic }) => !print || !electronic || isbn13Of(print) !== isbn13Of(electronic), {
      message: 'give print and electronic each their own number',
    })
    .optional()
    .describe('ISBN of 13 or 10 digits, with or without hyphens'),
  doi: z
    .string()
    .trim()
    .max(300)
    .refine((text) => doiOf(text) !== null, 'write the DOI as 10.1234/abcd')
    .transform((text) => text.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, ''))
    .optional(),
  /** By slug; a new one also has a name. Imprint, logo, website and contact belong to the administration. */
  publisher: z.strictObject({ slug: Key, name: Line(200).optional() }).optional(),
  subjects: z
    .array(
      z
        .strictObject({ scheme: z.enum(SUBJECT_SCHEMES), code: Text(20), name: Line(200) })
        .superRefine(({ scheme, code }, context) => {
          const message = 'write a MeSH code as D006333, a BISAC code as MED010000';
          if (!isSubjectCode(scheme, code))
            context.addIssue({ code: 'custom', message, path: ['code'], input: code });
        }),
    )
    .max(30)
    .default([])
    .describe('Subject headings with their codes, as in MeSH or BISAC'),

  brief: Text(6000),
  learning_objectives: z.array(Text(500)).max(30).default([]),
  audience: Text(1000).optional(),
  disclosures: Text(4000).optional(),
  /** Absent: the shop shows what the files themselves tell. */
  accessibility: Accessibility.optional(),
  references: z.array(Text(1000)).max(300).default([]),
  reading_hours: z.number().min(0).max(2000).default(0),
  faculty: z.array(Person).max(100).default([]),
  senior_editors: z.array(Person).max(50).default([]),
  number_of_authors: z.number().int().min(0).optional(),
  number_of_speakers: z.number().int().min(0).optional(),
  /** E-mail addresses of the platform's accounts that see this book in the author and editor portals. */
  assigned: z
    .strictObject({ authors: z.array(z.email()).default([]), editors: z.array(z.email()).default([]) })
    .prefault({}),

  chapters: z
    .array(z.strictObject({ key: Key, title: Line(300), first_page: Page, last_page: Page }))
    .min(1)
    .max(300),
  supplementaries: z
    .array(z.strictObject({ page: Page, materials: z.array(ManifestMaterial).min(1).max(50) }))
    .default([]),
  quizzes: z
    .array(z.strictObject({ key: Key, page: Page, title: Line(200), keep_order, questions: Questions }))
    .default([]),
  tests: z
    .array(
      z.strictObject({
        key: Key,
        title: Line(200),
        note: Text(2000).optional(),
        is_mandatory: z.boolean().default(false),
        pre_page: Page,
        post_page: Page,
        sections: z
          .array(
            z.strictObject({ key: Key, name: Line(200), first_page: Page, message: Text(500).optional() }),
          )
          .min(1)
          .max(100),
        keep_order,
        questions: Questions,
      }),
    )
    .default([]),
  final_test: z
    .strictObject({
      note: Text(2000).optional(),
      /** When right choices and justifications are shown; by default after the certificate where there is one. */
      review: z.enum(['always', 'after_certificate']).optional(),
      /** Minutes to wait before the second retake and each later one, below the certificate. */
      retake_pause: z.int().min(0).max(10_080).default(10),
      keep_order,
      /** The number of questions drawn for each attempt; absent: all of them. */
      questions_per_attempt: z.int().min(1).max(MAX_QUESTIONS).optional(),
      questions: Questions,
    })
    .optional(),
  survey: z
    .strictObject({
      title: Line(200),
      questions: z
        .array(
          z.discriminatedUnion('type', [
            z.strictObject({
              key: Key,
              question: Text(1000),
              type: z.literal('mcq'),
              single_choice: z.boolean().default(true),
              choices: z.array(Text(300)).min(2).max(20),
            }),
            /** Labels from the best to the worst; they are numbered in descending order by count. */
            z.strictObject({
              key: Key,
              question: Text(1000),
              type: z.literal('rating'),
              choices: z.array(Text(100)).min(2).max(10),
            }),
            z.strictObject({ key: Key, question: Text(1000), type: z.literal('open_ended') }),
          ]),
        )
        .min(1)
        .max(100),
    })
    .optional(),
  /** Present = the book has a certificate. The wording about accreditation is the provider's own. */
  certificate: z
    .strictObject({
      title: Line(200),
      description: Text(500),
      hours_of_participation: z.number().min(0.25).max(500).multipleOf(0.25),
      /** Maximum credits, in steps of 0.25; absent = no credit certificate. */
      credits: z.number().min(0.25).max(500).multipleOf(0.25).optional(),
      provider: Text(200).optional(),
      accreditation_statement: Text(2000).optional(),
      designation_statement: Text(2000).optional(),
      /** Beside the final test and the survey: every mandatory chapter test is solved. */
      requires_mandatory_tests: z.boolean().optional(),
      /** Beside the final test and the survey: 90 percent of the pages are read. */
      requires_pages_read: z.boolean().optional(),
    })
    .optional(),

  /** The packages of the book, by slug. Name, description and price create a package that does not exist yet. */
  packages: z
    .array(
      z.strictObject({
        slug: Key,
        name: Line(200).optional(),
        description: Text(4000).optional(),
        price: Dollars.optional(),
        image: FilePath.optional(),
      }),
    )
    .default([]),
  programs: z
    .array(z.strictObject({ slug: Key, name: Line(200).optional(), photo: FilePath.optional() }))
    .default([]),
  /** This edition replaces an earlier one, which its readers can open until that date. */
  replaces: z.strictObject({ edition: Line(40), readable_until: IsoDate }).optional(),
});

export type Manifest = z.output<typeof Manifest>;
export type ManifestInput = z.input<typeof Manifest>;
export type ManifestQuestion = z.output<typeof ManifestQuestion>;
export type ManifestMaterial = z.output<typeof ManifestMaterial>;
