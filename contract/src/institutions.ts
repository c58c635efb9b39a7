import { z } from 'zod';
import { Id, IsoDate, ListQuery, listOf, Timestamp } from './atoms.ts';
import { BookEdition } from './catalogue-parts.ts';
import { defineEndpoints } from './endpoints.ts';
import { institutionsCalls } from './institutions-calls.ts';
import { ACTIVITIES, PEOPLE_ORDERS } from './people-activity.ts';
import {
  IMPORT_DESCRIPTION,
  ImportQuery,
  ImportResult,
  PeopleImports,
  PeopleList,
  PeopleRemovals,
  RemovalResult,
  ResendBody,
  ResendResult,
  UndoResult,
} from './people-import.ts';
import { REMOVAL_MAX_STUDENTS } from './programs-limits.ts';

/** After this time without reading, a seat is freed when another person needs it. */
export const SEAT_IDLE_DAYS = 90;
/** A longer report must be requested in parts. */
export const COUNTER_MAX_MONTHS = 120;
export const COUNTER_REPORTS = ['tr_b1', 'tr_b2', 'tr_b3'] as const;
export type CounterReport = (typeof COUNTER_REPORTS)[number];
export const OwnInstitution = z.object({
  id: Id,
  name: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** The institution gives no access any more. Managers see members and usage, but cannot change anything. */
  is_ended: z.boolean(),
  is_manager: z.boolean(),
  /** Null = no limit. */
  seats: z.number().int().nullable(),
  seats_taken: z.number().int(),
  /** For managers: the number of readers with a verified address in its domains who got no seat. */
  people_waiting: z.number().int(),
  domains: z.array(z.string()),
  books: z.array(BookEdition.extend({ id: Id, title: z.string() })),
  /**
   * All institutions of the user, including this one: running ones first, of these the managed ones. Of ended ones, managers see
   * all, and other members those of the last months.
   */
  institutions: z.array(
    z.object({
      id: Id,
      name: z.string(),
      is_manager: z.boolean(),
      is_ended: z.boolean(),
      ends_at: Timestamp,
    }),
  ),
});
export type OwnInstitution = z.output<typeof OwnInstitution>;

export const MissingSeat = z.object({
  id: Id,
  name: z.string(),
  /** A seat is free now: the next sign-in takes it. */
  has_free_seat: z.boolean(),
  /** The caller had a seat, which was freed for somebody else. */
  had_seat: z.boolean(),
});
export type MissingSeat = z.output<typeof MissingSeat>;

export const InstitutionMember = z.object({
  id: Id,
  first_name: z.string(),
  second_name: z.string(),
  email: z.string(),
  is_manager: z.boolean(),
  joined_at: Timestamp,
  last_active_at: Timestamp.nullable(),
  /** The invitation is not accepted: the seat is taken but cannot be used yet. */
  is_pending: z.boolean(),
  /** When the last invitation was sent; only for pending members. */
  invitation_sent_at: Timestamp.nullable(),
  /**
   * When the seat was freed for another person, because this member had read nothing for a long time: the next sign-in takes one
   * again if one is free. Null = has the seat.
   */
  seat_freed_at: Timestamp.nullable(),
});
export type InstitutionMember = z.output<typeof InstitutionMember>;

/** COUNTER Release 5.1, title reports for books, with its field names. */
export const CounterTitleReport = z.object({
  Report_Header: z.object({
    Report_Name: z.string(),
    Report_ID: z.string(),
    Release: z.literal('5.1'),
    Institution_Name: z.string(),
    Institution_ID: z.object({ Proprietary: z.array(z.string()) }),
    Report_Filters: z.object({
      Begin_Date: IsoDate,
      End_Date: IsoDate,
      Data_Type: z.array(z.string()),
      Access_Method: z.array(z.string()),
      Access_Type: z.array(z.string()).optional(),
      Metric_Type: z.array(z.string()),
    }),
    Created: z.string(),
    Created_By: z.string(),
    Registry_Record: z.string(),
  }),
  Report_Items: z.array(
    z.object({
      Title: z.string(),
      Item_ID: z.object({
        Proprietary: z.string(),
        ISBN: z.string().optional(),
        DOI: z.string().optional(),
      }),
      Platform: z.string(),
      Publisher: z.string(),
      Attribute_Performance: z.array(
        z.object({
          Data_Type: z.literal('Book'),
          YOP: z.string(),
          Access_Type: z.string().optional(),
          /** By metric, then by month (YYYY-MM). */
          Performance: z.record(z.string(), z.record(z.string(), z.number().int())),
        }),
      ),
    }),
  ),
});
export type CounterTitleReport = z.output<typeof CounterTitleReport>;

/**
 * For users with seats in several institutions. By default a running institution rather than an ended one, a managed one rather
 * than another one, then the one joined first.
 */
const InstitutionQuery = z.object({ institution_id: Id.optional() });
export type InstitutionQuery = z.output<typeof InstitutionQuery>;

const Month = z.string().regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])(-\d\d)?$/);

export const institutionsEndpoints = defineEndpoints(institutionsCalls, {
  getOwnInstitution: {
    summary: 'An institution whose member the caller is, with the names of all',
    query: InstitutionQuery,
    answer: OwnInstitution,
    errors: ['not_found'],
  },
  listMissingSeats: {
    summary: 'Running institutions whose member the caller is to be, and is not for want of a seat',
    query: z.object({ book_id: Id.optional() }),
    answer: listOf(MissingSeat),
  },
  listEndedInstitutions: {
    summary:
      'Institutions of the caller that have ended, during the last months; all of them for their managers',
    query: z.object({ book_id: Id.optional().describe('Only those that cover this book') }),
    answer: listOf(z.object({ id: Id, name: z.string(), ends_at: Timestamp })),
  },
  listInstitutionMembers: {
    summary: 'Members by name or by last activity, for a manager',
    query: ListQuery.extend({
      ...InstitutionQuery.shape,
      search_term: z.string().trim().max(100).optional(),
      activity: z.enum(ACTIVITIES).optional(),
      order: z.enum(PEOPLE_ORDERS).default('name'),
    }),
    answer: listOf(InstitutionMember),
    errors: ['not_allowed', 'not_found'],
  },
  addInstitutionMembers: {
    summary: 'Invite members, one or many; with dry_run only what would happen',
    description: IMPORT_DESCRIPTION,
    needsMail: true,
    query: ImportQuery.extend(InstitutionQuery.shape),
    body: z.object({ institution: z.object({ users: PeopleList }).optional() }),
    answer: ImportResult,
    takesFile: 'institution[users_file]',
    errors: ['institution_ended', 'not_allowed', 'not_found', 'csv_invalid', 'too_many_addresses'],
    bodyLimit: 1_000_000,
  },
  listMemberImports: {
    summary: 'Imports that can still be undone, newest first',
    query: InstitutionQuery,
    answer: PeopleImports,
    errors: ['not_allowed', 'not_found'],
  },
  undoMemberImport: {
    summary: 'Undo an import: whom it has added leaves, unless they have accepted or read since',
    query: InstitutionQuery,
    answer: UndoResult,
    errors: ['institution_ended', 'not_allowed', 'not_found', 'undo_over'],
  },
  resendMemberInvitations: {
    summary: 'Send the invitation again to members who have not accepted it',
    needsMail: true,
    query: InstitutionQuery,
    body: ResendBody,
    answer: ResendResult,
    bodyLimit: 1_000_000,
    errors: ['institution_ended', 'not_allowed', 'not_found'],
  },
  updateInstitutionMember: {
    summary: 'Make a member a manager, or no longer one',
    query: InstitutionQuery,
    body: z.object({ is_manager: z.boolean() }),
    errors: ['institution_ended', 'not_allowed', 'not_found'],
  },
  removeInstitutionMember: {
    summary: 'Free the seat of a member',
    query: InstitutionQuery,
    errors: ['institution_ended', 'not_allowed', 'not_found'],
  },
  removeInstitutionMembers: {
    summary: 'Free the seats of members, all in one act',
    description:
      'Who is no member, and the caller, are passed over. For a day the removal can be undone by its id. Sent twice it is one removal.',
    query: InstitutionQuery,
    body: z.object({
      /** Created by the browser. */
      removal_id: Id,
      user_ids: z.array(Id).min(1).max(REMOVAL_MAX_STUDENTS),
    }),
    answer: RemovalResult,
    bodyLimit: 1_000_000,
    errors: ['institution_ended', 'not_allowed', 'not_found'],
  },
  listMemberRemovals: {
    summary: 'Removals that can still be undone, newest first',
    query: InstitutionQuery,
    answer: PeopleRemovals,
    errors: ['not_allowed', 'not_found'],
  },
  undoMemberRemoval: {
    summary: 'Make the members of a removal members again, as far as there are seats for all of them',
    query: InstitutionQuery,
    answer: z.object({ restored: z.number().int() }),
    errors: ['institution_ended', 'not_allowed', 'not_found', 'undo_over', 'no_seat_left'],
  },
  leaveInstitution: {
    summary: 'Leave an institution; only an invitation brings the caller back',
    query: z.object({ institution_id: Id }),
    errors: ['not_found'],
  },
  getCounterReport: {
    summary: 'Usage by title and month, COUNTER Release 5.1',
    params: z.object({ report: z.enum(COUNTER_REPORTS) }),
    query: z.object({
      begin_date: Month,
      end_date: Month,
      ...InstitutionQuery.shape,
      format: z.enum(['json', 'csv']).default('json'),
    }),
    description: 'At most 120 months. With `format=csv` the answer is the same report as text/csv.',
    raw: 'application/json',
    rawSchema: CounterTitleReport,
    errors: ['not_allowed', 'not_found'],
  },
});
export type InstitutionsEndpoints = typeof institutionsEndpoints;
