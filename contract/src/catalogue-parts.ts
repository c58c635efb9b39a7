import { z } from 'zod';
import { Id, IsoDate, Money, PageNumber, Timestamp } from './atoms.ts';
import { SUBJECT_SCHEMES } from './identifiers.ts';
import { MaterialHit, NoteHit, TextPart } from './search-hits.ts';
import { CanSummarize, SearchedQuote } from './searched-quote.ts';

export const Category = z.object({ id: Id, name: z.string(), name_ar: z.string().nullable() });
export type Category = z.output<typeof Category>;

/** A package that costs the caller more than those of its books that the caller does not have yet. */
export const CheaperSingly = z.object({
  number_held: z.number().int().min(1).describe('Books of the package that the caller has'),
  price_of_others: Money.describe('Of the other books, bought one by one'),
});
export type CheaperSingly = z.output<typeof CheaperSingly>;

/** How a user can read a complete book: strongest reason first. */
export const ACCESS_REASONS = [
  'subscription',
  'package',
  'program',
  'institution',
  'beta',
  'assigned',
  'director',
  'staff',
] as const;

/** In which way the caller can read a book; of several ways the one that lasts longest. */
export const BookHold = z.object({
  by: z.enum(ACCESS_REASONS),
  /** Of the package, program or institution; null = there is none. */
  name: z.string().nullable(),
  /** Null: without an end that is known. */
  until: Timestamp.nullable(),
  /** It goes on after `until`. */
  renews: z.boolean(),
});
export type BookHold = z.output<typeof BookHold>;

/** A book that the caller can read before anything is bought. */
export const HeldBook = z.object({
  id: Id,
  title: z.string(),
  hold: BookHold,
  /** Where the caller reads on; null = not begun. */
  continue_page: PageNumber.nullable(),
});
export type HeldBook = z.output<typeof HeldBook>;

/** Which edition a book is, and whether another one has taken its place. */
export const BookEdition = z.object({
  edition: z.string(),
  /** Null: it is the current one. */
  replaced: z
    .object({
      new_edition: z.object({ id: Id, edition: z.string() }),
      /** Until when it opens for readers whose term began after it was replaced; null: for as long as they have it. */
      last_day: IsoDate.nullable(),
    })
    .nullable(),
});
export type BookEdition = z.output<typeof BookEdition>;

/** Reserves a cover's space on the page and lets the browser choose its width. */
export const Cover = z.object({
  /** `srcset` of an `img`; empty = only `cover_photo` exists. */
  srcset: z.string(),
  /** 0 = unknown */
  width: z.number().int(),
  height: z.number().int(),
  /** The main color, `#rrggbb`; empty = unknown. */
  color: z.string(),
});
export type Cover = z.output<typeof Cover>;

export const Person = z.object({
  name: z.string(),
  title: z.string().nullable(),
  photo: z.string().nullable(),
  biography: z.string().nullable(),
  disclosure: z.string().nullable(),
});
export type Person = z.output<typeof Person>;

/** A subject heading, with the name that the publisher entered. */
export const Subject = z.object({ scheme: z.enum(SUBJECT_SCHEMES), code: z.string(), name: z.string() });
export type Subject = z.output<typeof Subject>;

/** The publishing house of a book. */
export const Publisher = z.object({
  name: z.string(),
  imprint: z.string().nullable(),
  logo_url: z.string().nullable(),
  website: z.string().nullable(),
  contact_email: z.string().nullable(),
});
export type Publisher = z.output<typeof Publisher>;

const BookOfHit = z.object({ id: Id, title: z.string(), has_access: z.boolean() });

/** The groups of a search, the best hits first. Pages after the preview are searched only with access. */
export const SearchHits = z.object({
  books: z.array(BookOfHit.extend({ author: z.string(), cover_photo: z.string() })),
  authors: z.array(z.object({ name: z.string(), number_of_books: z.number().int() })),
  chapters: z.array(
    z.object({
      id: Id,
      title: z.string(),
      first_page: z.number().int(),
      book: BookOfHit,
      readable: z.boolean(),
    }),
  ),
  pages: z.array(
    z.object({ page: z.number().int(), label: z.string(), context: z.array(TextPart), book: BookOfHit }),
  ),
  /** Of a question: sentences of the pages that this person may read, best first. Empty where words are looked for. */
  answers: z.array(SearchedQuote.extend({ context: z.array(TextPart), book: BookOfHit })),
  can_summarize: CanSummarize,
  /** Lectures, images and studies; of books without access those whose titles say it. */
  materials: z.array(MaterialHit.extend({ book: BookOfHit })),
  /** The caller's own notes and highlights. */
  notes: z.array(NoteHit.extend({ book: BookOfHit })),
  /** Typed words that no page contains, each with the similar words that `pages` were searched for instead. */
  replaced: z.array(z.object({ typed: z.string(), used: z.array(z.string()) })),
});
export type SearchHits = z.output<typeof SearchHits>;
