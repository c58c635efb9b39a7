import { z } from 'zod';
import { Id, ListMetadata, ListQuery, listOf, Money, PageNumber, PageRect, Timestamp } from './atoms.ts';
import { MAX_QUESTION_LENGTH, MAX_SHOWN_PAGES } from './constants.ts';
import { defineEndpoints } from './endpoints.ts';
import { fieldText } from './field-text.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { HIGHLIGHT_COLORS, MAX_QUOTE_LENGTH } from './notebook-limits.ts';
import { readerCalls } from './reader-calls.ts';
import { HeadingHit, MaterialHit, NoteHit } from './search-hits.ts';
import { CanSummarize, SearchedQuote } from './searched-quote.ts';

export const HighlightColor = z.enum(HIGHLIGHT_COLORS);
export type HighlightColor = z.output<typeof HighlightColor>;

export const ReadingProgress = z.object({
  status: z.enum(['not_started', 'in_progress', 'completed']),
  page: z.number().int(),
});
export type ReadingProgress = z.output<typeof ReadingProgress>;

const PageRuns = z
  .array(z.object({ first: PageNumber, last: z.number().int(), set: z.string(), from: PageNumber }))
  .describe(
    'Pages first to last of the book are the pages from `from` on of a set, which is named {id}/{number}',
  );
const PageGrants = z
  .record(z.string(), z.string())
  .describe('By set; without those of which the caller may open nothing');

export const BookPages = z.object({
  book: z.object({
    id: Id,
    title: z.string(),
    author: z.string(),
    language: z.string(),
    price: Money,
    number_of_pages: z.number().int(),
    /** The edition that replaced this one, which is no longer sold. */
    new_version_book: z.object({ id: Id, title: z.string() }).nullable(),
  }),
  revision: z.number().int(),
  access: z.object({
    /** The whole book, or only its preview. */
    granted: z.boolean(),
    is_subscribed: z.boolean(),
    /** Whether progress is recorded: for customers only. */
    records: z.boolean(),
    /** Whether this user can write notes here. */
    annotates: z.boolean(),
    /** The last page whose files this user can get. */
    last_page: z.number().int(),
    /** Without access: when the user's last subscription to the book ended, own or by package. */
    ended_at: Timestamp.nullable(),
  }),
  /**
   * Each page's files are at `/page-files/{id}/{revision}/{page}/{file}?grant={grant}`. A cache or another server that
   * knows no releases is asked by the page's own place instead: `/page-files/{set}/{its page}/{file}?grant={grants[set]}`.
   */
  files: z.object({ grant: z.string(), expires_at: Timestamp, runs: PageRuns, grants: PageGrants }),
  /** Width and height in points, with the number of consecutive pages of that size: equal pages are one entry. */
  sizes: z.array(z.tuple([z.number(), z.number(), z.number().int()])),
  /**
   * What is not white margin on each page: x, y, width and height as fractions of the page. Null for a blank page, and for one that
   * is not measured yet. Absent if none is, and in what an earlier release has kept on a device.
   */
  ink: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable()).optional(),
  /**
   * Estimated seconds for reading the text of each page. Absent without access to the book, and in what an earlier release has
   * kept on a device for offline reading.
   */
  reading_seconds: z.array(z.number().int()).optional(),
  /** The printed page numbers; null if they equal the page's index. */
  labels: z.array(z.string()).nullable(),
  chapters: z.array(
    z.object({ id: Id, title: z.string(), first_page: z.number().int(), last_page: z.number().int() }),
  ),
  /** The PDF's table of contents, as far as the user can read. */
  outline: z.array(z.object({ depth: z.number().int(), title: z.string(), page: z.number().int() })),
  progress: ReadingProgress,
  /** The name on printed pages; null for visitors. */
  reader_name: z.string().nullable(),
});
export type BookPages = z.output<typeof BookPages>;

const ShownPages = z
  .string()
  .regex(/^(?:[1-9]\d{0,5}(?:,[1-9]\d{0,5})*)?$/, VALUE_MESSAGES.pageNumbers)
  .transform((pages) => (pages === '' ? [] : pages.split(',').map(Number)))
  .refine((pages) => pages.length <= MAX_SHOWN_PAGES, fieldText('atMostPages', { count: MAX_SHOWN_PAGES }));

const SEARCH_ORDERS = ['worth', 'page'] as const;
export type SearchOrder = (typeof SEARCH_ORDERS)[number];
const SearchQuery = z.object({
  /** Words, in any order, or a question; "in quotes" = exactly so. */
  q: z.string().trim().min(1, VALUE_MESSAGES.searchRequired).max(MAX_QUESTION_LENGTH),
  /** Continues a long list: `next_page` of the answer before. */
  from_page: PageNumber.optional(),
  /** `worth`: the page that says most about it first. `page`: as the book goes. */
  order: z.enum(SEARCH_ORDERS).default('worth'),
});
export const SearchAnswer = z.object({
  hits: z.array(
    z.object({
      page: z.number().int(),
      /** Its index among the page's hits, from 0. */
      index: z.number().int(),
      before: z.string(),
      match: z.string(),
      after: z.string(),
    }),
  ),
  /** Of a question: sentences of the pages that this person may read, best first. Empty where words are looked for. */
  answers: z.array(SearchedQuote),
  can_summarize: CanSummarize,
  /** Lectures, images and studies, best first; without access those whose titles say it. */
  materials: z.array(MaterialHit),
  /** The caller's own notes and highlights, best first. */
  notes: z.array(NoteHit),
  /** Chapters and sections on readable pages, best first. */
  headings: z.array(HeadingHit),
  /** What abbreviations of the question mean: looked for, too, and marked as phrases. */
  meanings: z.array(z.string()),
  /** Pages with hits, among those that this person may read. */
  pages: z.number().int(),
  /** Where the next part of the list begins, for `from_page`; null at its end. */
  next_page: z.number().int().nullable(),
  /** Without hits: the query with words that the book contains, best first. */
  did_you_mean: z.array(z.string()),
});
export type SearchAnswer = z.output<typeof SearchAnswer>;

const NoteFields = z.object({
  pageNumber: PageNumber,
  quote: z.string().max(MAX_QUOTE_LENGTH),
  /** Empty = a highlight without a note; without a quote either, a bookmark of the page. */
  text: z.string().max(10_000),
});
const Anchor = {
  color: HighlightColor,
  /** One rectangle per line of the quote, in fractions of the page. */
  rects: z.array(PageRect).max(200),
  /** The words around the quote, which find it again in a new edition. */
  quote_before: z.string().max(200),
  quote_after: z.string().max(200),
};
export const Annotation = z.object({
  id: Id,
  author_name: z.string(),
  is_own: z.boolean(),
  note: NoteFields,
  ...Anchor,
  /** The quote is not in the current edition; the note keeps its page. */
  orphaned: z.boolean(),
  /** Written by an editor of the book, for its editors. Otherwise only its author reads it. */
  for_editors: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Annotation = z.output<typeof Annotation>;

export const NewAnnotation = z.object({
  /** Chosen by the caller, which makes the request idempotent. */
  id: Id.optional(),
  book_id: Id,
  note: NoteFields.extend({
    quote: z.string().max(MAX_QUOTE_LENGTH).default(''),
    text: z.string().max(10_000).default(''),
  }),
  color: HighlightColor.default('yellow'),
  rects: Anchor.rects.default([]),
  quote_before: Anchor.quote_before.default(''),
  quote_after: Anchor.quote_after.default(''),
  /** false: private also if the caller edits the book, as a private note that is stored again. Readers' notes always are. */
  for_editors: z.boolean().default(true),
});
export type NewAnnotation = z.input<typeof NewAnnotation>;

/**
 * The `updated_at` that the caller knows: if the text has changed since, the answer is `edited_meanwhile` and nothing is stored. For
 * text that was written offline.
 */
const UnchangedSince = Timestamp.optional();

/** The viewer draws all annotations of a book, so it requests them together. */
const MAX_ANNOTATIONS = 5000;

/** A boolean in a URL. */
const Flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

export const readerEndpoints = defineEndpoints(readerCalls, {
  getBookPages: {
    summary:
      'What the viewer needs: page sizes and labels, chapters, access, place, and the grant for page files',
    description:
      'With a token, what its user may read; without one, the preview. `access.last_page` is the last page whose files `files.grant` opens, and `files.expires_at` is when to ask again.',
    answer: BookPages,
  },
  searchBook: {
    summary:
      'Searches the pages that the caller may read: without access those of the preview, as if there were no others',
    query: SearchQuery,
    answer: SearchAnswer,
  },
  updateCurrentProgress: {
    summary:
      'Keeps the place where the reader stopped and the pages that were shown; 90 percent of them, and a passed final test, complete the book',
    query: z.object({
      book_id: Id,
      page: PageNumber,
      /** When the page was read; an older reading never replaces a newer one. */
      read_at: Timestamp.optional(),
      /** When the call is sent, by the same clock as `read_at`: the server uses the difference of the two. */
      sent_at: Timestamp.optional(),
      /** Pages shown for two seconds or more since the last call, separated by commas; undefined = only `page`. */
      shown: ShownPages.optional(),
    }),
    answer: ReadingProgress,
    errors: ['not_subscribed'],
  },
  listAnnotations: {
    summary:
      'Notes and highlights in a book: the caller’s own; its editors also see those that its other editors wrote as such',
    description: `Up to ${MAX_ANNOTATIONS} at once, in the order of the book; \`items\` asks for less, \`page\` for what follows.`,
    query: ListQuery.extend({
      book_id: Id,
      /** true: with a note; false: only highlights; undefined: both. */
      IsNote: Flag.optional(),
      items: z.coerce.number().int().min(1).max(MAX_ANNOTATIONS).default(MAX_ANNOTATIONS),
    }),
    answer: listOf(Annotation),
  },
  createAnnotation: {
    summary:
      'Highlights a passage, with or without a note; without a passage, a note on the page or its bookmark',
    description: 'With an `id` of the caller’s own choice, sending it twice stores it once.',
    body: NewAnnotation,
    answer: Annotation,
    status: 201,
    errors: ['not_subscribed'],
  },
  updateAnnotation: {
    summary: 'Changes the text or the colour of one’s own annotation',
    body: z.object({
      text: z.string().max(10_000).optional(),
      color: HighlightColor.optional(),
      unchanged_since: UnchangedSince,
    }),
    answer: Annotation,
    errors: ['edited_meanwhile'],
  },
  deleteAnnotation: {
    summary: 'Deletes one’s own annotation',
    query: z.object({ unchanged_since: UnchangedSince }),
    errors: ['edited_meanwhile'],
  },
  createOfflineLicence: {
    summary: 'Permission to keep the book on a device, until the given time at most',
    answer: z.object({
      book_id: Id,
      revision: z.number().int(),
      /** Rises when the texts of the pages were read again and differ. */
      text_version: z.number().int(),
      /** After this time the offline pages cannot be opened; a new request extends it. */
      valid_until: Timestamp,
      /** The server's time, which tells a device how wrong its clock is. */
      issued_at: Timestamp,
      /** For fetching every page now: by release, and by page set (`files` of the call for a book's pages). */
      grant: z.string(),
      grants: PageGrants,
    }),
    status: 201,
    errors: ['not_subscribed'],
  },
  getOfflineSize: {
    summary: 'How much room the book takes on a device: measured on some of its pages',
    answer: z.object({
      pages: z.number().int(),
      /** The approximate size of all pages: images, text and thumbnails. */
      bytes: z.number().int(),
    }),
    errors: ['not_subscribed'],
  },
  listEditorNotes: {
    summary: 'The editors’ notes on a book, for its editors: page, quote, text and author',
    errors: ['not_subscribed', 'not_allowed'],
    answer: z.object({
      book: z.object({ id: Id, title: z.string() }),
      data: z.array(
        z.object({
          id: Id,
          author_name: z.string(),
          note: z.object({ pageNumber: z.number().int(), quote: z.string(), text: z.string() }),
          created_at: Timestamp,
        }),
      ),
      metadata: ListMetadata,
    }),
  },
});
export type ReaderEndpoints = typeof readerEndpoints;
