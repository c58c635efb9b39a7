import { z } from 'zod';
import { Id, IsoDate, ListQuery, listOf, Money } from './atoms.ts';
import { BookAccessibility } from './book-accessibility.ts';
import { catalogueCalls } from './catalogue-calls.ts';
import {
  BookEdition,
  BookHold,
  Category,
  CheaperSingly,
  Cover,
  HeldBook,
  Person,
  Publisher,
  SearchHits,
  Subject,
} from './catalogue-parts.ts';
import { MAX_QUESTION_LENGTH } from './constants.ts';
import { defineEndpoints } from './endpoints.ts';

export const BookStatus = z.enum(['not_started', 'in_progress', 'completed']);

/** The facts on a card, and what the caller may do with the book. */
export const BookCard = BookEdition.extend({
  id: Id,
  title: z.string(),
  author: z.string(),
  /** The language of the text: screen readers change their voice. */
  language: z.string(),
  category: Category,
  price: Money,
  release_date: IsoDate,
  cover_photo: z.string(),
  cover: Cover,
  number_of_pages: z.number().int(),
  /** A running subscription: own, by package or by program. */
  is_subscribed: z.boolean(),
  /** Whether the whole book can be read, for any reason: the decision of the access policy. */
  has_access: z.boolean(),
  book_progress: z.object({ status: BookStatus, page: z.number().int() }),
});
export type BookCard = z.output<typeof BookCard>;

/** A book of the caller's own list; null = its access has just ended. */
export const OwnBook = BookCard.extend({ hold: BookHold.nullable() });
export type OwnBook = z.output<typeof OwnBook>;

/** A featured book has a summary. */
export const FeaturedBook = BookCard.extend({ summary: z.string() });
export type FeaturedBook = z.output<typeof FeaturedBook>;

export const BookDetail = BookCard.extend({
  /** The URL that describes the book's pages; there is no file of the whole book. */
  pdf: z.string(),
  brief: z.string(),
  learning_objectives: z.array(z.string()),
  audience: z.string().nullable(),
  disclosures: z.string().nullable(),
  references: z.array(z.string()),
  isbn_print: z.string().nullable(),
  isbn_electronic: z.string().nullable(),
  doi: z.string().nullable(),
  subjects: z.array(Subject),
  publisher: Publisher.nullable(),
  review_date: IsoDate.nullable(),
  expiry_date: IsoDate.nullable(),
  /** The pages of it that the caller can see; null = none. */
  front_matter: z.object({ first_page: z.number().int(), last_page: z.number().int() }).nullable(),
  faculty: z.array(Person),
  senior_editors: z.array(Person),
  book_samples: z.array(z.object({ id: z.string(), sample_url: z.string() })),
  chapters: z.array(
    z.object({ id: Id, title: z.string(), first_page: z.number().int(), last_page: z.number().int() }),
  ),
  reading_hours: z.number(),
  number_of_chapters: z.number().int(),
  number_of_lectures: z.number().int(),
  number_of_quizzes: z.number().int(),
  number_of_tests: z.number().int(),
  number_of_authors: z.number().int(),
  number_of_speakers: z.number().int(),
  has_certificate: z.boolean(),
  /** Statements about accreditation are the provider's own; empty = none. */
  certificate: z
    .object({
      title: z.string(),
      description: z.string(),
      hours_of_participation: z.number(),
      credits: z.number().nullable(),
      provider: z.string().nullable(),
      accreditation_statement: z.string().nullable(),
      designation_statement: z.string().nullable(),
    })
    .nullable(),
  /** How the book can be perceived. */
  accessibility: BookAccessibility,
  has_survey: z.boolean(),
  survey_id: Id.nullable(),
  has_final_test: z.boolean(),
  /** PayPal's plan for the current price; null until someone has used it. */
  paypal_plan_id: z.string().nullable(),
  /** PayPal's plans of promo codes that the caller has entered or used. */
  promo_plans: z.array(z.object({ plan_id: z.string(), promo_code: z.object({ name: z.string() }) })),
  /** The older edition, which its readers can open until the date. */
  old_version_book: z
    .object({ id: Id, deprecation: z.enum(['pending', 'deprecated']), deprecation_date: IsoDate })
    .nullable(),
  /** The edition that replaced this one, which is no longer sold. */
  new_version_book: z.object({ id: Id, title: z.string() }).nullable(),
  /** No longer sold; readers with access keep it. */
  is_withdrawn: z.boolean(),
  book_progress: z.object({
    status: BookStatus,
    page: z.number().int(),
    is_survey_solved: z.boolean(),
    highlights_and_notes: z.object({ notesProgress: z.number().int() }),
  }),
  /** How the caller can read it; null = only the preview. */
  hold: BookHold.nullable(),
  /** Whether the caller's progress and answers are recorded: for customers with access. */
  records_progress: z.boolean(),
  /** The caller's own running subscription to this book, if the access comes from it. */
  subscription_id: Id.nullable(),
  subscription_end_date: z.string().nullable(),
  can_cancel_subscription: z.boolean(),
  /** The caller's results in the sections' pre-tests; the reader announces weak sections. */
  sections_results: z.array(
    z.object({
      name: z.string(),
      percentage: z.number(),
      message: z.string(),
      pre_test_score_percentage: z.number(),
      section_from: z.number().int(),
    }),
  ),
});
export type BookDetail = z.output<typeof BookDetail>;

export const SORTING_TERMS = ['date', 'price_high', 'price_low'] as const;
const SearchTerm = z.string().trim().max(MAX_QUESTION_LENGTH);
const BooksQuery = ListQuery.extend({
  search_term: SearchTerm.optional(),
  category_id: Id.optional(),
  /** Without region: "en" is also what is written in "en-GB". */
  language: z.string().trim().toLowerCase().max(8).optional(),
  /** By default the newest first or, with a search term, the best matches. */
  sorting_term: z.enum(SORTING_TERMS).optional(),
});
export type BooksQuery = z.output<typeof BooksQuery>;

export const Package = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: Money,
  image_url: z.string().nullable(),
  is_subscribed: z.boolean(),
  /** The price of the same books bought separately. */
  price_of_items: Money,
  /** The credit for books of the package that the caller already pays for. */
  credit: Money,
  price_to_pay: Money,
  cheaper_singly: CheaperSingly.nullable(),
  items: z.array(BookCard),
  /** Of `items`, those that the caller can read already; not by a subscription to this package. */
  held_books: z.array(HeldBook),
});
export type Package = z.output<typeof Package>;

/** A book that was begun, with the next test in it. */
export const StartedBook = BookCard.extend({
  last_read_at: z.string(),
  page_label: z.string().describe('What is printed on the page of `book_progress`'),
  next_test: z
    .object({
      id: Id,
      title: z.string(),
      turn: z.enum(['pre', 'post']),
      page: z.number().int(),
      page_label: z.string(),
    })
    .nullable(),
});
export type StartedBook = z.output<typeof StartedBook>;

export const catalogueEndpoints = defineEndpoints(catalogueCalls, {
  listBooks: {
    summary: 'The books of the shop, by page, with what the caller has of them',
    query: BooksQuery,
    answer: listOf(BookCard),
  },
  getBook: { summary: 'One book with everything that its profile shows', answer: BookDetail },
  listFeaturedBooks: { summary: 'Featured books', query: ListQuery, answer: listOf(FeaturedBook) },
  listRelatedBooks: {
    summary: 'Other books of the same category or of the same package',
    query: ListQuery.extend({ book_id: Id }),
    answer: listOf(BookCard),
  },
  listAssignedBooks: {
    summary: 'The books that the caller writes or edits, also before they are published',
    query: BooksQuery,
    answer: listOf(BookCard),
  },
  listInstitutionBooks: {
    summary: "The books of the caller's institution, with progress",
    query: ListQuery,
    answer: listOf(BookCard),
    errors: ['not_allowed'],
  },
  listOwnBooks: {
    summary: 'The books that the caller is subscribed to, last read first, with progress',
    query: ListQuery,
    answer: listOf(OwnBook),
  },
  listStartedBooks: {
    summary: 'The books that the caller is reading, latest first, with the next test',
    query: ListQuery,
    answer: listOf(StartedBook),
  },
  searchCatalogue: {
    summary:
      'Titles, authors, chapters and pages that match, or pages with similar words, which it names; for a question, the pages and sentences that say most about it',
    query: z.object({ search_term: SearchTerm.min(2), book_id: Id.optional() }),
    answer: SearchHits,
  },
  listCategories: {
    summary: 'Categories with at least one book',
    answer: listOf(Category),
    ignoresToken: true,
  },
  listBookLanguages: {
    summary: 'The languages of the books of the shop, without regions',
    answer: listOf(z.object({ language: z.string() })),
    ignoresToken: true,
  },
  listPackages: { summary: 'Packages of books', query: ListQuery, answer: listOf(Package) },
  getPackage: { summary: 'One package with its books and what it costs the caller', answer: Package },
});
export type CatalogueEndpoints = typeof catalogueEndpoints;
