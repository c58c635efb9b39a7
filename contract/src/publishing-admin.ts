import { z } from 'zod';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { ShownRole } from './admin-people.ts';
import { Email, Id, ListQuery, listOf, Money, SentMoney, Timestamp } from './atoms.ts';
import { Subject } from './catalogue-parts.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { publishingAdminCalls } from './publishing-admin-calls.ts';
import { Slug } from './slugs.ts';
import { MAX_REQUIRED_APPROVALS } from './studio-limits.ts';
import { visibleText } from './visible-text.ts';

/** Fewer books are no package. */
export const MIN_PACKAGE_BOOKS = 2;
const MAX_BOOKS = 200;

const Name = z.string().overwrite(visibleText).min(1, FIELD_MESSAGES.nameRequired).max(200);
/** The link that an upload answered with, or the one that is shown already. */
const PictureLink = z.string().max(300).nullable();
const BookIds = z
  .array(Id)
  .max(MAX_BOOKS)
  .refine((ids) => new Set(ids).size === ids.length, VALUE_MESSAGES.bookTwice);
/** When staff last changed it. An update sends back what was on the screen, and fails when it is another by now. */
const ChangedAt = Timestamp.nullable();
const SearchQuery = ListQuery.extend({ search_term: z.string().trim().max(200).optional() });

/** `draft`: a work that was never published. `withdrawn`, `replaced` by a newer edition: it was, and is not in the shop. */
export const BOOK_STATES = ['published', 'scheduled', 'withdrawn', 'replaced', 'draft'] as const;
export const BookState = z.enum(BOOK_STATES);
export type BookState = z.output<typeof BookState>;
const ListedBook = z.object({ id: Id, title: z.string(), state: BookState });
export type ListedBook = z.output<typeof ListedBook>;

export const CataloguePackageRow = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  price: Money,
  is_published: z.boolean(),
  book_count: z.number().int(),
  /** Of its books: how many are in the shop, and what those cost one by one. */
  sold_book_count: z.number().int(),
  sold_books_price: Money,
  is_sold: z
    .boolean()
    .describe('False also of one in the shop that lost books and costs more than those left'),
  /** With a running subscription. */
  subscribers: z.number().int(),
});
export type CataloguePackageRow = z.output<typeof CataloguePackageRow>;
export const CataloguePackage = CataloguePackageRow.extend({
  description: z.string(),
  image_url: z.string().nullable(),
  books: z.array(ListedBook),
  changed_at: ChangedAt,
});
export type CataloguePackage = z.output<typeof CataloguePackage>;
export const PackageBody = z.object({
  name: Name,
  description: z.string().trim().max(4000),
  image_url: PictureLink,
  /** In the order in which they are shown. */
  book_ids: BookIds,
});
export type PackageBody = z.output<typeof PackageBody>;
export const UpdatePackageBody = PackageBody.extend({ changed_at: ChangedAt });
export const NewPackageBody = PackageBody.extend({
  slug: Slug,
  price: SentMoney,
  /** Says that a price of 0 is meant. */
  free: z.boolean().default(false),
}).refine(({ price, free }) => price > 0 || free, {
  message: VALUE_MESSAGES.freeMustBeSaid,
  path: ['price'],
});
export type NewPackageBody = z.output<typeof NewPackageBody>;

export const ProgramRow = z.object({
  id: Id,
  name: z.string(),
  institution_name: z.string().nullable(),
  book_count: z.number().int(),
  student_count: z.number().int(),
  director_count: z.number().int(),
});
export type ProgramRow = z.output<typeof ProgramRow>;
export const CatalogueProgram = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  photo_url: z.string().nullable(),
  institution: z.object({ id: Id, name: z.string() }).nullable(),
  books: z.array(ListedBook),
  directors: z.array(z.object({ id: Id, name: z.string(), email: z.string() })),
  student_count: z.number().int(),
  changed_at: ChangedAt,
});
export type CatalogueProgram = z.output<typeof CatalogueProgram>;
export const ProgramBody = z.object({
  name: Name,
  photo_url: PictureLink,
  institution_id: Id.nullable(),
  book_ids: BookIds,
});
export type ProgramBody = z.output<typeof ProgramBody>;
export const UpdateProgramBody = ProgramBody.extend({ changed_at: ChangedAt });
export const NewProgramBody = ProgramBody.extend({ slug: Slug });

export const BOOK_ROLES = ['author', 'editor', 'producer'] as const;
export const BookRole = z.enum(BOOK_ROLES);
export type BookRole = z.output<typeof BookRole>;
export const BookPerson = z.object({
  email: z.string(),
  role: BookRole,
  /** The account of the address; null: there is none yet. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  /** The account has a role in which the assignment does nothing. */
  is_idle: z.boolean(),
  /** By whom: an import takes off only those whom the book folder had named. */
  named_by: z.enum(['staff', 'book_folder']),
});
export type BookPerson = z.output<typeof BookPerson>;
export const CatalogueBookRow = ListedBook.extend({
  edition: z.string(),
  people: z.array(z.object({ name: z.string(), role: BookRole })),
});
export type CatalogueBookRow = z.output<typeof CatalogueBookRow>;
export const CatalogueBook = ListedBook.extend({
  edition: z.string(),
  isbn_print: z.string().nullable(),
  isbn_electronic: z.string().nullable(),
  doi: z.string().nullable(),
  subjects: z.array(Subject),
  publisher: z.object({ id: Id, name: z.string() }).nullable(),
  people: z.array(BookPerson),
});
export type CatalogueBook = z.output<typeof CatalogueBook>;

export const PublisherRow = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  imprint: z.string().nullable(),
  book_count: z.number().int(),
});
export type PublisherRow = z.output<typeof PublisherRow>;
export const CataloguePublisher = PublisherRow.extend({
  logo_url: z.string().nullable(),
  website: z.string().nullable(),
  contact_email: z.string().nullable(),
  required_approvals: z.number().int().describe('Of authors and editors, before a release is published'),
  books: z.array(ListedBook),
  changed_at: ChangedAt,
});
export type CataloguePublisher = z.output<typeof CataloguePublisher>;
export const PublisherBody = z.object({
  name: Name,
  imprint: z.string().trim().min(1).max(200).nullable(),
  logo_url: PictureLink,
  website: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  contact_email: Email.nullable(),
  required_approvals: z
    .number()
    .int()
    .min(0)
    .max(MAX_REQUIRED_APPROVALS)
    .optional()
    .describe('Absent: as it is; 0 for a new publisher'),
});
export type PublisherBody = z.output<typeof PublisherBody>;
export const UpdatePublisherBody = PublisherBody.extend({ changed_at: ChangedAt });
export const NewPublisherBody = PublisherBody.extend({ slug: Slug });

const MADE = {
  answer: z.object({ id: Id }),
  status: 201,
  errors: ['slug_taken', 'image_upload_failed'],
} as const;

const NEW_ROLE =
  'A new role ends all sessions of the person, and what the former role had; a letter tells them. `previous` names what ends: without it a request that changes the role is refused.';

export const publishingAdminEndpoints = defineEndpoints(publishingAdminCalls, {
  listCataloguePackages: {
    summary: 'Packages by name, in the shop or not',
    query: SearchQuery,
    answer: listOf(CataloguePackageRow),
  },
  createPackage: {
    summary: 'A new package, not in the shop yet',
    body: NewPackageBody,
    ...MADE,
  },
  getCataloguePackage: { summary: 'A package with its books', answer: CataloguePackage },
  updatePackage: {
    summary: 'Replaces what a package is and contains; who has a book by it keeps it',
    description: 'What was set here outlives every import. The price has a call of its own.',
    body: UpdatePackageBody,
    answer: CataloguePackage,
    errors: ['image_upload_failed', 'edited_meanwhile', 'package_incomplete'],
  },
  publishPackage: {
    summary: 'Offers a package in the shop; it needs two books that are sold',
    answer: CataloguePackage,
    errors: ['package_incomplete'],
  },
  withdrawPackage: {
    summary: 'Takes a package out of the shop; its subscriptions go on',
    answer: CataloguePackage,
  },
  listPrograms: { summary: 'Programs by name', query: SearchQuery, answer: listOf(ProgramRow) },
  createProgram: { summary: 'A new program', body: NewProgramBody, ...MADE },
  getProgram: { summary: 'A program with its books and directors', answer: CatalogueProgram },
  updateProgram: {
    summary: 'Replaces what a program is and contains',
    description: 'What was set here outlives every import.',
    body: UpdateProgramBody,
    answer: CatalogueProgram,
    errors: ['image_upload_failed', 'edited_meanwhile'],
  },
  addProgramDirector: {
    summary: 'Makes an account a director of the program; a reader becomes a director by it',
    description: NEW_ROLE,
    body: z.object({ person_id: Id, previous: ShownRole.optional() }),
    answer: CatalogueProgram,
    status: 201,
    errors: ['not_allowed', 'edited_meanwhile', 'role_change_unconfirmed'],
  },
  removeProgramDirector: { summary: 'Ends the direction of this program; the role stays' },
  listCatalogueBooks: {
    summary: 'Books and works by title, with their people',
    query: SearchQuery,
    answer: listOf(CatalogueBookRow),
  },
  getBookPeople: { summary: 'A book or work with its people', answer: CatalogueBook },
  addBookPerson: {
    summary: 'Names an account author, editor or producer; a reader becomes an author or editor by it',
    description: NEW_ROLE,
    body: z.object({ person_id: Id, role: BookRole, previous: ShownRole.optional() }),
    answer: CatalogueBook,
    status: 201,
    errors: ['not_allowed', 'edited_meanwhile', 'role_change_unconfirmed'],
  },
  removeBookPerson: {
    summary: 'Takes a person off a book; no import brings them back',
    query: z.object({ email: z.string().trim().toLowerCase().min(1).max(254), book_role: BookRole }),
  },
  listPublishers: {
    summary: 'Publishers by name',
    query: SearchQuery,
    answer: listOf(PublisherRow),
  },
  createPublisher: { summary: 'A new publisher', body: NewPublisherBody, ...MADE },
  getPublisher: { summary: 'A publisher with its books', answer: CataloguePublisher },
  updatePublisher: {
    summary: 'Replaces what is told about a publisher',
    body: UpdatePublisherBody,
    answer: CataloguePublisher,
    errors: ['image_upload_failed', 'edited_meanwhile'],
  },
});
export type PublishingAdminEndpoints = typeof publishingAdminEndpoints;
