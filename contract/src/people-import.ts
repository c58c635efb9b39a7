import { z } from 'zod';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { Id, listOf, QueryFlag, Timestamp } from './atoms.ts';
import { NAME_MAX_LENGTH, STUDENT_NAME_MIN_LENGTH } from './constants.ts';
import { holdsLink } from './links.ts';
import { ACTIVITIES } from './people-activity.ts';
import { IMPORT_MAX_PEOPLE, RESEND_MAX_PEOPLE, ROW_OUTCOMES } from './people-import-limits.ts';
import { PERSON_MESSAGES } from './people-import-messages.ts';
import { visibleText } from './visible-text.ts';

/* Directors add students to programs in the same way as managers add members to institutions. */

/** A single letter is a complete name in scripts without case: Han, Hangul, Arabic and others. */
const isLongEnough = (value: string): boolean =>
  [...value].length >= STUDENT_NAME_MIN_LENGTH || /^\p{Lo}$/u.test(value);

const nameOf = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite(visibleText)
    .min(1, missing)
    .refine((value) => value === '' || isLongEnough(value), PERSON_MESSAGES.nameTooShort)
    .max(NAME_MAX_LENGTH, PERSON_MESSAGES.nameTooLong)
    .refine((value) => !holdsLink(value), FIELD_MESSAGES.nameHasLink);

/** A person in the form, or in a row of a file. The messages are the specification's. */
export const PersonToAdd = z.object({
  first_name: nameOf(PERSON_MESSAGES.firstNameRequired),
  second_name: nameOf(PERSON_MESSAGES.secondNameRequired),
  email: z
    .string({ error: PERSON_MESSAGES.emailRequired })
    .trim()
    .toLowerCase()
    .min(1, PERSON_MESSAGES.emailRequired)
    .max(254, PERSON_MESSAGES.emailInvalid)
    .pipe(z.email(PERSON_MESSAGES.emailInvalid)),
});
export type PersonToAdd = z.output<typeof PersonToAdd>;

/** Rows are checked one by one, so that an invalid row does not affect others; here they only need the right types. */
export const LooseRow = z.object({
  first_name: z.string().max(1000).default(''),
  second_name: z.string().max(1000).default(''),
  email: z.string().max(1000).default(''),
});
export type LooseRow = z.output<typeof LooseRow>;

export const ImportedRow = z.object({
  /** From 1: the row's number in the spreadsheet, or its position in the list. */
  row: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  second_name: z.string(),
  outcome: z.enum(ROW_OUTCOMES),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ImportedRow = z.output<typeof ImportedRow>;

/** Counted from 1. */
const ColumnNumber = z.number().int().min(1).nullable();
export const PeopleFile = z.object({
  /** The encoding of a text file, or Excel. */
  read_as: z.enum(['UTF-8', 'UTF-16', 'Windows-1252', 'Excel']),
  /** The headings, with the first value below each; without a heading the letter of the column. */
  columns: z.array(z.object({ name: z.string(), example: z.string() })),
  /**
   * Which column contains what, as chosen or guessed; null = none. Rows are read once the mail address is known, and either both
   * names or `full_name`, which is split: "Haddad, Leila" at the comma, "Leila Haddad" at the last space.
   */
  mapping: z.object({
    email: ColumnNumber,
    first_name: ColumnNumber,
    second_name: ColumnNumber,
    full_name: ColumnNumber,
  }),
});
export type PeopleFile = z.output<typeof PeopleFile>;

export const ImportResult = z.object({
  message: z.string(),
  dry_run: z.boolean(),
  import_id: Id.nullable(),
  counts: z.record(z.enum(ROW_OUTCOMES), z.number().int()),
  /** Of members who have long read nothing: so many were freed for the new ones, or would be with dry_run. */
  freed_seats: z.number().int(),
  /** Whose seats these are or would be, the longest idle first; of many the first hundred. */
  freed_members: z.array(z.object({ name: z.string(), email: z.string() })),
  rows: z.array(ImportedRow),
  /**
   * Domains of addresses that are right: the group's own, and those of its members with a verified address, the most common
   * first.
   */
  known_domains: z.array(z.string()),
  /** The file of the request; null for a list. */
  file: PeopleFile.nullable(),
});
export type ImportResult = z.output<typeof ImportResult>;

export const PeopleImport = z.object({
  id: Id,
  created_at: Timestamp,
  /** The director or manager who added them. */
  added_by: z.string(),
  /** How many of the added people are still in the group. */
  number_of_people: z.number().int(),
  /** How many of them have accepted the invitation or read since: an undo keeps them. */
  number_of_active: z.number().int(),
  /** Of the number_of_people, those first whom an undo removes; of many the first five hundred. */
  people: z.array(z.object({ name: z.string(), email: z.string(), is_active: z.boolean() })),
  undo_until: Timestamp,
  /** Null = not undone. An undone import stays in the list as long as others. */
  undone_at: Timestamp.nullable(),
  /** The director or manager who undid it; null also for one that was undone before this was recorded. */
  undone_by: z.string().nullable(),
});
export type PeopleImport = z.output<typeof PeopleImport>;
export const PeopleImports = listOf(PeopleImport);

/** Of people whom an act concerned: the first three, by name. */
const FirstNames = z.array(z.string());
export const RemovalResult = z.object({ removed: z.number().int(), names: FirstNames });
export const PeopleRemoval = z.object({
  id: Id,
  removed_at: Timestamp,
  number_of_people: z.number().int(),
  names: FirstNames,
  undo_until: Timestamp,
});
export type PeopleRemoval = z.output<typeof PeopleRemoval>;
export const PeopleRemovals = listOf(PeopleRemoval);

export const UndoResult = z.object({
  message: z.string(),
  removed: z.number().int(),
  kept: z.number().int(),
});

const ColumnChoice = z.coerce.number().int().min(1).max(1000).optional();
export const ImportQuery = z.object({
  dry_run: QueryFlag.default(false),
  /** Chosen by the caller, so that the parts of a long file are one import. */
  import_id: Id.optional(),
  /** Which column of the file contains what, counted from 1; guessed from the headings if it is not given. */
  email_column: ColumnChoice,
  first_name_column: ColumnChoice,
  second_name_column: ColumnChoice,
  /** The full name, instead of the other two. */
  full_name_column: ColumnChoice,
});
export type ImportQuery = z.output<typeof ImportQuery>;
export const PeopleList = z.array(LooseRow).min(1).max(IMPORT_MAX_PEOPLE);

export const IMPORT_DESCRIPTION =
  'Each row has its own outcome; one bad row loses no good one. A file is CSV (UTF-8, UTF-16 or Windows-1252) or Excel (.xlsx). The parts of a long file carry the same `import_id`, and a part sent again is not added again.';

/** For invitations that are not accepted, and for reminders to students who are behind. */
export const ResendBody = z.object({
  /** By default all people that it concerns. */
  user_ids: z.array(Id).min(1).max(RESEND_MAX_PEOPLE).optional(),
  /** Only those that a search of the list matches. */
  search_term: z.string().trim().max(100).optional(),
  /** Only those that this filter of the list includes. */
  activity: z.enum(ACTIVITIES).optional(),
  /** Only counts, and sends nothing. */
  dry_run: z.boolean().default(false),
});
export type ResendBody = z.output<typeof ResendBody>;
export const ResendResult = z.object({
  sent: z.number().int(),
  /** Who gets one. */
  names: FirstNames,
  /** How many got the last mail too recently. */
  waiting: z.number().int(),
});
