import { z } from 'zod';
import { name } from './accounts-fields.ts';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { Email, Id, Money, Timestamp } from './atoms.ts';
import { BookEdition } from './catalogue-parts.ts';
import { LANGUAGES } from './constants.ts';
import { RoleName } from './users.ts';

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

/** A hit of a search. */
export const FoundPerson = PersonRow.extend({
  /** What it was found by, where neither name nor address shows it: a number as printed, or the name on a certificate. */
  found_by: z
    .object({ kind: z.enum(['certificate', 'receipt', 'certificate_name']), text: z.string() })
    .nullable(),
});
export type FoundPerson = z.output<typeof FoundPerson>;

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
  /** The programs in which a user with another role would be a student again as a reader. */
  restorable_programs: z.array(z.object({ id: Id, name: z.string() })),
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
/** The role that the caller's screen showed, and what a change of it ends: if that has changed since, nothing is stored. */
export const ShownRole = z.object({
  role_name: RoleName,
  is_beta: z.boolean().optional(),
  book_ids: z.array(Id),
  produced_book_ids: z.array(Id).optional(),
  /** Of a director: the directed programs; of a reader: those with a place as a student. */
  program_ids: z.array(Id),
  /** Of a reader: the institutions with a seat. */
  institution_ids: z.array(Id).optional(),
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
  /** Required where a new role ends places, seats or assignments. */
  previous: ShownRole.optional(),
});
const PersonName = InvitePersonBody.pick({ first_name: true, second_name: true });
export const RenamePersonBody = PersonName.extend({
  /** What the caller's screen showed: if it has changed since, nothing is stored. */
  previous: z.object({ first_name: z.string(), second_name: z.string() }),
});
export const MAIL_KINDS = ['verification', 'invitation', 'reset', 'welcome'] as const;
