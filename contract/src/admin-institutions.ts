import { z } from 'zod';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { InvitePersonBody } from './admin-people.ts';
import { Id, Timestamp } from './atoms.ts';
import { BookEdition } from './catalogue-parts.ts';
import { visibleText } from './visible-text.ts';

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

/** With names, an unknown address gets an account and an invitation; a known account keeps its names. */
export const AddMemberBody = InvitePersonBody.pick({ email: true }).extend({
  first_name: InvitePersonBody.shape.first_name.optional(),
  second_name: InvitePersonBody.shape.second_name.optional(),
  is_manager: z.boolean().default(false),
});
