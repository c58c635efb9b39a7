/**
 * The book folder's manifest, `book.yaml`: everything a publisher says about one edition of a book.
 * The JSON Schema in docs/book-folder.schema.json is generated from here; docs/book-folder.md explains it.
 *
 * `key` fields are the publisher's own stable names. Importing the folder again recognises a question, a
 * lecture or a chapter by its key, so that readers' answers, notes and progress stay with it.
 */

import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { doiOf, isbn13Of, isSubjectCode, SUBJECT_SCHEMES } from '@vesalius/contract/identifiers';
import { z } from 'zod';
import { Accessibility } from './manifest-accessibility.ts';
import { Dollars, FilePath, Isbn, IsoDate, Key, Line, Page, Person, Text } from './manifest-fields.ts';
import { ManifestMaterial } from './manifest-materials.ts';
import { keep_order, Questions } from './manifest-questions.ts';

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
