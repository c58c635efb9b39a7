import { z } from 'zod';
import { adminCalls } from './admin-calls.ts';
import {
  AddMemberBody,
  Institution,
  InstitutionBody,
  InstitutionRow,
  UpdateInstitutionBody,
} from './admin-institutions.ts';
import {
  FoundPerson,
  InvitePersonBody,
  MAIL_KINDS,
  Person,
  PersonAccess,
  PersonSubscription,
  RenamePersonBody,
  UpdatePersonBody,
} from './admin-people.ts';
import { ExtendBody, GrantBody } from './admin-subscriptions.ts';
import { Id, IsoDate, ListQuery, listOf, QueryFlag, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { RoleName } from './users.ts';

const ProductKind = z.enum(['book', 'package']);
export const Product = z.object({ id: Id, kind: ProductKind, title: z.string() });
export type Product = z.output<typeof Product>;

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

const AuditFilter = z.object({
  subject_id: z.string().max(100).optional(),
  actor_id: Id.optional(),
  /** The actor or the subject. */
  person_id: Id.optional(),
  action: z.string().max(100).optional(),
  /** Days in UTC, both included. */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
});

export const adminEndpoints = defineEndpoints(adminCalls, {
  listPeople: {
    summary: 'People by name or address',
    query: PeopleQuery,
    answer: listOf(FoundPerson),
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
      'A new role begins at once: all sessions of the person end, and a letter tells them. Books go to authors and editors, programs to directors. What the former role had ends: `previous` names it, or the change is refused. A person who is a reader again within 30 days gets back the places in programs.',
    body: UpdatePersonBody,
    answer: Person,
    errors: ['not_allowed', 'edited_meanwhile', 'role_change_unconfirmed'],
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
  endInstitution: {
    summary: 'Ends a running institution now, and tells its members by mail',
    answer: Institution,
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
    query: ListQuery.extend(AuditFilter.shape),
    answer: listOf(AuditEntry),
  },
  downloadAuditLog: {
    summary: 'The same as CSV, to the end; written into the audit log',
    query: AuditFilter,
    raw: 'text/csv',
  },
});
export type AdminEndpoints = typeof adminEndpoints;
