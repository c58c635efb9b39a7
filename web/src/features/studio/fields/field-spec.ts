import {
  ACCESS_MODES,
  ACCESSIBILITY_FEATURES,
  ACCESSIBILITY_HAZARDS,
} from '@vesalius/contract/accessibility-terms';
import { SUBJECT_SCHEMES } from '@vesalius/contract/identifiers';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { newId } from '../../../lib/new-id.ts';
import type { FieldName } from './field-label.ts';

/** A field of the manifest as a form shows it. The server checks each value against the manifest's own schema. */
export type FieldSpec =
  | { readonly kind: 'text' | 'long' | 'date'; readonly name: FieldName; readonly onLeave?: true }
  | { readonly kind: 'switch'; readonly name: FieldName }
  | { readonly kind: 'number'; readonly name: FieldName; readonly step?: number }
  | { readonly kind: 'choice'; readonly name: FieldName; readonly choices: readonly FieldName[] }
  /** A list of plain texts, one a line. */
  | { readonly kind: 'lines'; readonly name: FieldName }
  /** A file of the work: `accept` as file choosers know it. */
  | { readonly kind: 'file'; readonly name: FieldName; readonly accept: string }
  /** Several files of the work. */
  | { readonly kind: 'files'; readonly name: FieldName; readonly accept: string }
  /** Some of the terms of a vocabulary, each in plain words. */
  | {
      readonly kind: 'terms';
      readonly name: FieldName;
      readonly vocabulary: 'mode' | 'feature' | 'hazard';
      readonly terms: readonly string[];
    }
  /** Which ways of perceiving are enough, each for itself. */
  | { readonly kind: 'sufficient'; readonly name: FieldName }
  /** Written one by one, as readers see them. */
  | { readonly kind: 'questions'; readonly name: FieldName }
  | { readonly kind: 'group'; readonly name: FieldName; readonly fields: readonly FieldSpec[] }
  | {
      readonly kind: 'list';
      readonly name: FieldName;
      readonly fields: readonly FieldSpec[];
      /** What an entry is called by. */
      readonly titled: FieldName;
      readonly fresh: () => Fields;
    };

const text = (name: FieldName): FieldSpec => ({ kind: 'text', name });
/** Sent when the field is left: half of it would be refused. */
const code = (name: FieldName): FieldSpec => ({ kind: 'text', name, onLeave: true });
const long = (name: FieldName): FieldSpec => ({ kind: 'long', name });
const date = (name: FieldName): FieldSpec => ({ kind: 'date', name });
const number = (name: FieldName, step?: number): FieldSpec => ({
  kind: 'number',
  name,
  ...(step ? { step } : {}),
});
const onOff = (name: FieldName): FieldSpec => ({ kind: 'switch', name });
const lines = (name: FieldName): FieldSpec => ({ kind: 'lines', name });
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
  fresh: () => Fields = () => ({ _id: shortId() }),
): FieldSpec => ({ kind: 'list', name, titled, fields, fresh });

/** Random enough for the entries of one list. */
export const shortId = (): string => newId().replaceAll('-', '').slice(-12);
const keyed =
  (prefix: string, more: Fields = {}) =>
  () => ({ key: `${prefix}-${shortId()}`, ...more });

const PERSON = [text('name'), text('title'), long('biography'), long('disclosure'), file('photo', PICTURES)];
const QUESTIONS: FieldSpec = { kind: 'questions', name: 'questions' };

/** The book's own fields, by the part of the desk in which they stand. */
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
    lines('learning_objectives'),
    text('audience'),
    long('disclosures'),
    number('reading_hours', 0.5),
    lines('references'),
    { kind: 'files', name: 'samples', accept: PICTURES },
    group('front_matter', [number('first_page'), number('last_page')]),
    list('page_labels', 'from_page', [
      number('from_page'),
      choice('style', ['roman', 'decimal']),
      number('first'),
    ]),
  ],
  people: [
    list('faculty', 'name', PERSON),
    list('senior_editors', 'name', PERSON),
    number('number_of_authors'),
    number('number_of_speakers'),
  ],
  shop: [
    number('price', 0.01),
    date('release_date'),
    date('review_date'),
    date('expiry_date'),
    onOff('featured'),
    group('isbn', [code('print'), code('electronic')]),
    code('doi'),
    group('publisher', [code('slug'), text('name')]),
    list('subjects', 'name', [choice('scheme', SUBJECT_SCHEMES), code('code'), text('name')]),
    group('replaces', [code('edition'), date('readable_until')]),
    list('packages', 'slug', [
      code('slug'),
      text('name'),
      long('description'),
      number('price', 0.01),
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
      number('hours_of_participation', 0.25),
      number('credits', 0.25),
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
      number('retake_pause'),
      number('questions_per_attempt'),
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
          lines('choices'),
          onOff('single_choice'),
        ],
        keyed('question', { type: 'open_ended' }),
      ),
    ]),
  ],
} as const satisfies Record<string, readonly FieldSpec[]>;
export type BookPart = keyof typeof BOOK_FIELDS;
export const BOOK_PARTS = Object.keys(BOOK_FIELDS) as readonly BookPart[];

export const CHAPTER_FIELDS = [text('title'), number('first_page'), number('last_page')];
export const QUIZ_FIELDS = [text('title'), number('page'), onOff('keep_order'), QUESTIONS];
export const TEST_FIELDS = [
  text('title'),
  long('note'),
  onOff('is_mandatory'),
  number('pre_page'),
  number('post_page'),
  list('sections', 'name', [text('name'), number('first_page'), long('message')], keyed('section')),
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
    list('captions', 'language', TIMED_TEXTS),
    list('descriptions', 'language', TIMED_TEXTS),
    list('marks', 'title', [number('at_seconds'), text('title'), number('page')]),
  ],
  image: [...MATERIAL, list('images', 'caption', [file('file', PICTURES), text('alt'), text('caption')])],
  dicom: [
    ...MATERIAL,
    choice('identifying_attributes', ['refuse', 'remove']),
    list('series', 'title', [text('title'), code('folder')], keyed('series')),
  ],
};
