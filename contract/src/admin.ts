import { z } from 'zod';
import { name } from './accounts-fields.ts';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { adminCalls } from './admin-calls.ts';
import { ExtendBody, GrantBody } from './admin-subscriptions.ts';
import { Email, Id, ListQuery, listOf, Money, QueryFlag, Timestamp } from './atoms.ts';
import { BookEdition } from './catalogue-parts.ts';
import { LANGUAGES } from './constants.ts';
import { defineEndpoints } from './endpoints.ts';
import { RoleName } from './users.ts';
import { visibleText } from './visible-text.ts';

export const PersonRow = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role_name: RoleName,
  email_verified: z.boolean(),
  is_beta: z.boolean(),
  /** The running institutions in which the user has a seat, separated by commas. */
  institution_name: z.string().nullable(),
  created_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
});
export type PersonRow = z.output<typeof PersonRow>;

/** The reasons of the access policy. */
export const AccessReason = z.enum([
  'subscription',
  'package',
  'program',
  'institution',
  'beta',
  'assigned',
  'director',
  'staff',
]);
export const PersonSubscription = z.object({
  id: Id,
  /** With the edition, where the book has several. */
  title: z.string(),
  replaced: BookEdition.shape.replaced,
  kind: z.enum(['book', 'package']),
  gateway: z.enum(['free', 'card', 'paypal', 'grant']),
  started_at: Timestamp,
  ends_at: Timestamp,
  renews: z.boolean(),
  /** When the next year is charged; PayPal has its own date. Null = no renewal. */
  renews_at: Timestamp.nullable(),
  /** The price of that year; 0 without a renewal. */
  renewal_price: Money,
  /** Not sold any more: nothing is charged, unless it is back in the shop before that day. */
  renewal_held: z.boolean(),
  is_active: z.boolean(),
});
export const Person = PersonRow.extend({
  first_name: z.string(),
  second_name: z.string(),
  job_type: z.string().nullable(),
  job_type_ar: z.string().nullable(),
  country: z.string().nullable(),
  country_ar: z.string().nullable(),
  language: z.enum(LANGUAGES),
  has_password: z.boolean(),
  has_google: z.boolean(),
  has_second_factor: z.boolean(),
  sessions: z.array(
    z.object({ id: Id, device_name: z.string(), last_seen_at: Timestamp, expires_at: Timestamp }),
  ),
  subscriptions: z.array(PersonSubscription),
  institutions: z.array(z.object({ id: Id, name: z.string(), ends_at: Timestamp, is_active: z.boolean() })),
  programs: z.array(
    z.object({
      id: Id,
      name: z.string(),
      as: z.enum(['student', 'director']),
      /** True if the program has no other director. */
      is_only_director: z.boolean(),
    }),
  ),
  /** The books that are assigned to an author or editor. */
  books: z.array(z.object({ id: Id, title: z.string() })),
  /** The books that an author or editor produces: their working copies can be changed. */
  produced_books: z.array(z.object({ id: Id, title: z.string() })),
  /** When the last invitation was sent; only until it is accepted. */
  invitation_sent_at: Timestamp.nullable(),
});
export type Person = z.output<typeof Person>;
/** Whether the user can open the whole book, and why: the decision of the access policy. */
export const PersonAccess = z.object({
  book_id: Id,
  /** With the edition, where the book has several. */
  title: z.string(),
  replaced: BookEdition.shape.replaced,
  granted: z.boolean(),
  reasons: z.array(AccessReason),
});
export type PersonAccess = z.output<typeof PersonAccess>;

export const InvitePersonBody = z.object({
  email: z
    .string({ error: FIELD_MESSAGES.emailRequired })
    .trim()
    .min(1, FIELD_MESSAGES.emailRequired)
    .pipe(Email),
  first_name: name(FIELD_MESSAGES.firstNameRequires),
  second_name: name(FIELD_MESSAGES.secondNameRequires),
  role_name: RoleName,
  language: z.enum(LANGUAGES).default('en'),
  /** The books that are assigned to an author or editor. */
  book_ids: z.array(Id).max(100).default([]),
  /** The programs of a director. */
  program_ids: z.array(Id).max(100).default([]),
});
/** With names, an unknown address gets an account and an invitation; a known account keeps its names. */
export const AddMemberBody = InvitePersonBody.pick({ email: true }).extend({
  first_name: InvitePersonBody.shape.first_name.optional(),
  second_name: InvitePersonBody.shape.second_name.optional(),
  is_manager: z.boolean().default(false),
});
/** Undefined = not changed. The assignments of a former role end with it. */
export const UpdatePersonBody = z.object({
  is_beta: z.boolean().optional(),
  role_name: RoleName.optional(),
  /** All books that an author or editor is assigned to. */
  book_ids: z.array(Id).max(1000).optional(),
  /** All books that an author or editor produces. */
  produced_book_ids: z.array(Id).max(1000).optional(),
  /** All programs that a director directs. */
  program_ids: z.array(Id).max(1000).optional(),
  /** What the caller's screen showed: if it has changed since, nothing is stored. */
  previous: z
    .object({
      role_name: RoleName,
      is_beta: z.boolean().optional(),
      book_ids: z.array(Id),
      produced_book_ids: z.array(Id).optional(),
      program_ids: z.array(Id),
    })
    .optional(),
});
const PersonName = InvitePersonBody.pick({ first_name: true, second_name: true });
export const RenamePersonBody = PersonName.extend({
  /** What the caller's screen showed: if it has changed since, nothing is stored. */
  previous: z.object({ first_name: z.string(), second_name: z.string() }),
});
export const MAIL_KINDS = ['verification', 'invitation', 'reset', 'welcome'] as const;
const ProductKind = z.enum(['book', 'package']);
export const Product = z.object({ id: Id, kind: ProductKind, title: z.string() });
export type Product = z.output<typeof Product>;

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  // Accepts the form with @ in front.
  .overwrite((domain) => domain.replace(/^@/, ''))
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, FIELD_MESSAGES.domainFormat);
export const InstitutionBody = z
  .object({
    name: z.string().overwrite(visibleText).min(1, FIELD_MESSAGES.nameRequired).max(200),
    starts_at: Timestamp,
    ends_at: Timestamp,
    seats: z.number().int().min(1).max(1_000_000).nullable(),
    /** Users who verify an address in one of these become members. */
    domains: z.array(Domain).max(50),
    book_ids: z.array(Id).max(1000),
  })
  .refine(({ starts_at, ends_at }) => starts_at < ends_at, {
    message: FIELD_MESSAGES.endBeforeBeginning,
    path: ['ends_at'],
  });
export type InstitutionBody = z.output<typeof InstitutionBody>;
/** `version` is that of the caller's screen: if it has changed since, nothing is stored. */
export const UpdateInstitutionBody = InstitutionBody.safeExtend({ version: z.number().int() });
export const InstitutionRow = z.object({
  id: Id,
  name: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  is_active: z.boolean(),
  seats: z.number().int().nullable(),
  member_count: z.number().int(),
  book_count: z.number().int(),
});
export type InstitutionRow = z.output<typeof InstitutionRow>;
export const Institution = InstitutionRow.extend({
  version: z.number().int(),
  domains: z.array(z.string()),
  /** The title names the edition, as staff choose it. */
  books: z.array(BookEdition.extend({ id: Id, title: z.string() })),
  members: z.array(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      joined_at: Timestamp,
      is_manager: z.boolean(),
      /** The invitation is not accepted yet. */
      is_pending: z.boolean(),
      /** When an idle member lost the seat, which the next sign-in takes again. Null = has the seat. */
      seat_freed_at: Timestamp.nullable(),
    }),
  ),
});
export type Institution = z.output<typeof Institution>;

export const FailedJob = z.object({
  id: Id,
  kind: z.string(),
  /** The user whom the job names, if that account exists. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
  created_at: Timestamp,
  dead_at: Timestamp,
});
export type FailedJob = z.output<typeof FailedJob>;
export const AuditEntry = z.object({
  id: Id,
  actor_name: z.string().nullable(),
  actor_id: Id.nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  /** The current name of the subject, if it exists and has one. */
  subject_name: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  /** The current names of the ids in the detail, by id; ids without a name are left out. */
  names: z.record(z.string(), z.string()),
  created_at: Timestamp,
});
export type AuditEntry = z.output<typeof AuditEntry>;

const SearchQuery = ListQuery.extend({ search_term: z.string().trim().max(200).optional() });

const PeopleQuery = SearchQuery.extend({ role_name: RoleName.optional() });

export const adminEndpoints = defineEndpoints(adminCalls, {
  listPeople: {
    summary: 'People by name or address',
    query: PeopleQuery,
    answer: listOf(PersonRow),
  },
  downloadPeople: {
    summary: 'The same as CSV, to the end; written into the audit log',
    query: PeopleQuery,
    raw: 'text/csv',
  },
  getPerson: { summary: 'A person with what decides what they can open', answer: Person },
  listPersonAccess: {
    summary: 'What a person can open, and why',
    /** `readable`: only books that the user can open as a whole; otherwise all that exist for the user. */
    query: SearchQuery.extend({ readable: QueryFlag.default(false) }),
    answer: listOf(PersonAccess),
  },
  invitePerson: {
    summary: 'An account whose owner sets the password by a link in a mail, with its books or programs',
    body: InvitePersonBody,
    answer: z.object({ id: Id }),
    status: 201,
    errors: ['email_taken'],
    needsMail: true,
  },
  updatePerson: {
    summary: 'Beta flag, role, and the books or programs of the role',
    description:
      'A new role begins at once: all sessions of the person end, and a letter tells them. Books go to authors and editors, programs to directors.',
    body: UpdatePersonBody,
    answer: Person,
    errors: ['not_allowed', 'edited_meanwhile'],
  },
  renamePerson: {
    summary: 'The name of the account',
    description: 'Certificates that were issued keep the name they were issued to.',
    body: RenamePersonBody,
    answer: Person,
    errors: ['edited_meanwhile'],
  },
  verifyPerson: { summary: 'Takes the address as verified', answer: Person },
  endPersonSessions: { summary: 'Signs the person out everywhere' },
  removeSecondFactor: {
    summary: 'Turns the second step of signing in off, for who has lost it; ends all sessions',
    errors: ['second_factor_off', 'not_allowed'],
  },
  resendMail: {
    summary: 'Sends a mail again',
    body: z.object({ kind: z.enum(MAIL_KINDS) }),
    needsMail: true,
    status: 202,
  },
  grantSubscription: {
    summary: 'A subscription that nobody paid',
    body: GrantBody,
    answer: Person,
    status: 201,
    errors: ['already_subscribed', 'not_in_shop'],
  },
  extendSubscription: {
    summary: 'Moves the end of a subscription, later or earlier',
    description: 'A time that is over ends it at once: the answer says when.',
    body: ExtendBody,
    answer: PersonSubscription,
    errors: ['end_before_paypal_renewal'],
  },
  listProducts: {
    summary: 'Books and packages by name',
    /** `id`: an item that is already selected, to get its name. */
    query: SearchQuery.extend({ kind: ProductKind.optional(), id: Id.optional() }),
    answer: listOf(Product),
  },
  listInstitutions: { summary: 'Institutions', query: SearchQuery, answer: listOf(InstitutionRow) },
  createInstitution: {
    summary: 'A new institution',
    body: InstitutionBody,
    answer: z.object({ id: Id }),
    status: 201,
    errors: ['domain_taken'],
  },
  getInstitution: { summary: 'An institution with its domains, books and members', answer: Institution },
  updateInstitution: {
    summary: 'Replaces what an institution is and covers',
    body: UpdateInstitutionBody,
    answer: Institution,
    errors: ['domain_taken', 'edited_meanwhile'],
  },
  addInstitutionMember: {
    summary: 'Makes an account a member, and its manager if so asked; invites an unknown address with names',
    body: AddMemberBody,
    answer: Institution,
    status: 201,
    errors: ['no_seat_left', 'institution_ended'],
    needsMail: true,
  },
  appointInstitutionManager: {
    summary: 'Makes a member the manager of the institution, or no longer one',
    body: z.object({ is_manager: z.boolean() }),
    answer: Institution,
    errors: ['institution_ended'],
  },
  removeInstitutionMember: { summary: 'Ends a membership' },
  listFailedJobs: {
    summary: 'Mails and other work that failed for good',
    query: ListQuery,
    answer: listOf(FailedJob),
  },
  retryAllJobs: {
    summary: 'Gives every failed job new attempts',
    answer: z.object({ jobs: z.number().int() }),
    status: 202,
  },
  discardJob: { summary: 'Ends a failed job: its work is not done' },
  retryJob: { summary: 'Gives a failed job new attempts', status: 202 },
  listAuditLog: {
    summary: 'Who changed what, when',
    query: ListQuery.extend({
      subject_id: z.string().max(100).optional(),
      actor_id: Id.optional(),
      /** The actor or the subject. */
      person_id: Id.optional(),
      action: z.string().max(100).optional(),
    }),
    answer: listOf(AuditEntry),
  },
});
export type AdminEndpoints = typeof adminEndpoints;
