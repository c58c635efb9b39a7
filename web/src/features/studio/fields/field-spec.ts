import {
  ACCESS_MODES,
  ACCESSIBILITY_FEATURES,
  ACCESSIBILITY_HAZARDS,
} from '@vesalius/contract/accessibility-terms';
import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { SUBJECT_SCHEMES } from '@vesalius/contract/identifiers';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { newId } from '../../../lib/new-id.ts';
import type { FieldName } from './field-label.ts';
import type { NumberLimits } from './limits.ts';

const MAX_PAGES = 10_000;

/** A field of the manifest as a form shows it. The server checks each value against the manifest's own schema. */
export type FieldSpec =
  | { readonly kind: 'text' | 'long' | 'date'; readonly name: FieldName; readonly onLeave?: true }
  | { readonly kind: 'switch'; readonly name: FieldName }
  | ({ readonly kind: 'number'; readonly name: FieldName; readonly step?: number } & NumberLimits)
  | { readonly kind: 'choice'; readonly name: FieldName; readonly choices: readonly FieldName[] }
  /** A list of plain texts, one per line. */
  | { readonly kind: 'lines'; readonly name: FieldName; readonly max: number }
  /** A file of the work: `accept` as in a file input. */
  | { readonly kind: 'file'; readonly name: FieldName; readonly accept: string }
  /** Several files of the work. */
  | { readonly kind: 'files'; readonly name: FieldName; readonly accept: string; readonly max: number }
  /** Some of the terms of a vocabulary, each in plain words. */
  | {
      readonly kind: 'terms';
      readonly name: FieldName;
      readonly vocabulary: 'mode' | 'feature' | 'hazard';
      readonly terms: readonly string[];
    }
  /** Which access modes are each sufficient alone. */
  | { readonly kind: 'sufficient'; readonly name: FieldName }
  /** Edited one by one, as readers see them. */
  | { readonly kind: 'questions'; readonly name: FieldName }
  | { readonly kind: 'group'; readonly name: FieldName; readonly fields: readonly FieldSpec[] }
  | {
      readonly kind: 'list';
      readonly name: FieldName;
      readonly fields: readonly FieldSpec[];
      /** The field that names an entry. */
      readonly titled: FieldName;
      readonly fresh: () => Fields;
      /** Absent: as many as the book needs. */
      readonly max?: number;
    };

const text = (name: FieldName): FieldSpec => ({ kind: 'text', name });
/** Sent when the field loses the focus: an incomplete code would be refused. */
const code = (name: FieldName): FieldSpec => ({ kind: 'text', name, onLeave: true });
const long = (name: FieldName): FieldSpec => ({ kind: 'long', name });
const date = (name: FieldName): FieldSpec => ({ kind: 'date', name });
const number = (name: FieldName, limits: NumberLimits & { step?: number }): FieldSpec => ({
  kind: 'number',
  name,
  ...limits,
});
const page = (name: FieldName): FieldSpec => number(name, { min: 1, max: MAX_PAGES, multipleOf: 1 });
const count = (name: FieldName, min: number, max?: number): FieldSpec =>
  number(name, { min, multipleOf: 1, ...(max === undefined ? {} : { max }) });
const dollars = (name: FieldName): FieldSpec =>
  number(name, { min: 0, max: 100_000, multipleOf: 0.01, step: 0.01 });
const quarters = (name: FieldName): FieldSpec =>
  number(name, { min: 0.25, max: 500, multipleOf: 0.25, step: 0.25 });
const onOff = (name: FieldName): FieldSpec => ({ kind: 'switch', name });
const lines = (name: FieldName, max: number): FieldSpec => ({ kind: 'lines', name, max });
const choice = (name: FieldName, choices: readonly FieldName[]): FieldSpec => ({
  kind: 'choice',
  name,
  choices,
});
const file = (name: FieldName, accept: string): FieldSpec => ({ kind: 'file', name, accept });
const PICTURES = 'image/*';
const group = (name: FieldName, fields: readonly FieldSpec[]): FieldSpec => ({ kind: 'group', name, fields });
const list = (
  name: FieldName,
  titled: FieldName,
  fields: readonly FieldSpec[],
  { max, fresh = () => ({ _id: shortId() }) }: { max?: number; fresh?: () => Fields } = {},
): FieldSpec => ({ kind: 'list', name, titled, fields, fresh, ...(max === undefined ? {} : { max }) });

/** Random enough for the entries of one list. */
export const shortId = (): string => newId().replaceAll('-', '').slice(-12);
const keyed =
  (prefix: string, more: Fields = {}) =>
  () => ({ key: `${prefix}-${shortId()}`, ...more });

const PERSON = [text('name'), text('title'), long('biography'), long('disclosure'), file('photo', PICTURES)];
const QUESTIONS: FieldSpec = { kind: 'questions', name: 'questions' };

/** The book's own fields, by the part of the desk that shows them. */
export const BOOK_FIELDS = {
  profile: [
    text('title'),
    code('slug'),
    code('edition'),
    code('language'),
    text('author'),
    text('category'),
    file('cover', PICTURES),
    file('pdf', 'application/pdf'),
    long('brief'),
    lines('learning_objectives', 30),
    text('audience'),
    long('disclosures'),
    number('reading_hours', { min: 0, max: 2000, step: 0.5 }),
    lines('references', 300),
    { kind: 'files', name: 'samples', accept: PICTURES, max: 20 },
    group('front_matter', [page('first_page'), page('last_page')]),
    list('page_labels', 'from_page', [
      page('from_page'),
      choice('style', ['roman', 'decimal']),
      count('first', 1),
    ]),
  ],
  people: [
    list('faculty', 'name', PERSON, { max: 100 }),
    list('senior_editors', 'name', PERSON, { max: 50 }),
    count('number_of_authors', 0),
    count('number_of_speakers', 0),
  ],
  shop: [
    dollars('price'),
    date('release_date'),
    date('review_date'),
    date('expiry_date'),
    onOff('featured'),
    group('isbn', [code('print'), code('electronic')]),
    code('doi'),
    group('publisher', [code('slug'), text('name')]),
    list('subjects', 'name', [choice('scheme', SUBJECT_SCHEMES), code('code'), text('name')], { max: 30 }),
    group('replaces', [code('edition'), date('readable_until')]),
    list('packages', 'slug', [
      code('slug'),
      text('name'),
      long('description'),
      dollars('price'),
      file('image', PICTURES),
    ]),
    list('programs', 'slug', [code('slug'), text('name'), file('photo', PICTURES)]),
  ],
  accessibility: [
    group('accessibility', [
      { kind: 'terms', name: 'access_mode', vocabulary: 'mode', terms: ACCESS_MODES },
      { kind: 'sufficient', name: 'access_mode_sufficient' },
      { kind: 'terms', name: 'feature', vocabulary: 'feature', terms: ACCESSIBILITY_FEATURES },
      { kind: 'terms', name: 'hazard', vocabulary: 'hazard', terms: ACCESSIBILITY_HAZARDS },
      long('summary'),
    ]),
  ],
  certificate: [
    group('certificate', [
      text('title'),
      text('description'),
      quarters('hours_of_participation'),
      quarters('credits'),
      text('provider'),
      long('accreditation_statement'),
      long('designation_statement'),
      onOff('requires_mandatory_tests'),
      onOff('requires_pages_read'),
    ]),
  ],
  finalTest: [
    group('final_test', [
      long('note'),
      choice('review', ['always', 'after_certificate']),
      count('retake_pause', 0, 10_080),
      count('questions_per_attempt', 1, MAX_QUESTIONS),
      onOff('keep_order'),
      QUESTIONS,
    ]),
  ],
  survey: [
    group('survey', [
      text('title'),
      list(
        'questions',
        'question',
        [
          long('question'),
          choice('type', ['mcq', 'rating', 'open_ended']),
          lines('choices', 20),
          onOff('single_choice'),
        ],
        { max: 100, fresh: keyed('question', { type: 'open_ended' }) },
      ),
    ]),
  ],
} as const satisfies Record<string, readonly FieldSpec[]>;
export type BookPart = keyof typeof BOOK_FIELDS;
export const BOOK_PARTS = Object.keys(BOOK_FIELDS) as readonly BookPart[];

export const CHAPTER_FIELDS = [text('title'), page('first_page'), page('last_page')];
export const QUIZ_FIELDS = [text('title'), page('page'), onOff('keep_order'), QUESTIONS];
export const TEST_FIELDS = [
  text('title'),
  long('note'),
  onOff('is_mandatory'),
  page('pre_page'),
  page('post_page'),
  list('sections', 'name', [text('name'), page('first_page'), long('message')], {
    max: 100,
    fresh: keyed('section'),
  }),
  onOff('keep_order'),
  QUESTIONS,
];

const TIMED_TEXTS = [code('language'), file('file', '.vtt,.srt')];
const MATERIAL = [text('title'), long('description'), long('diagnosis')];
export const MATERIAL_FIELDS: Readonly<Record<string, readonly FieldSpec[]>> = {
  video: [
    ...MATERIAL,
    text('speaker'),
    file('file', 'video/*,.mkv,.avi,.wmv,.mxf,.flv,.mpg,.ts'),
    file('poster', PICTURES),
    list('captions', 'language', TIMED_TEXTS, { max: 20 }),
    list('descriptions', 'language', TIMED_TEXTS, { max: 20 }),
    list('marks', 'title', [number('at_seconds', { min: 0 }), text('title'), page('page')], { max: 200 }),
  ],
  image: [
    ...MATERIAL,
    list('images', 'caption', [file('file', PICTURES), text('alt'), text('caption')], { max: 50 }),
  ],
  dicom: [
    ...MATERIAL,
    list('series', 'title', [text('title'), code('folder')], { max: 20, fresh: keyed('series') }),
  ],
};
