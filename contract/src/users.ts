import { z } from 'zod';
import { Language } from './accounts-fields.ts';
import { Id } from './atoms.ts';

export const RoleName = z.enum(['customer', 'author', 'editor', 'program_director', 'staff']);
export const Job = z.object({
  id: Id,
  job_type: z.string(),
  job_type_ar: z.string(),
  may_claim_credit: z.boolean(),
});
export type Job = z.output<typeof Job>;
export const Country = z.object({ id: Id, code: z.string(), name: z.string(), name_ar: z.string() });
export type Country = z.output<typeof Country>;

export const User = z.object({
  id: Id,
  role_name: RoleName,
  email: z.string(),
  email_verified: z.boolean(),
  first_name: z.string(),
  second_name: z.string(),
  /** Both names together, for older clients of the specification. */
  name: z.string(),
  image: z.string().nullable(),
  phone: z.string().nullable(),
  country_id: Id.nullable(),
  city: z.string().nullable(),
  institution: z.string().nullable(),
  job: Job.pick({ id: true, job_type: true, job_type_ar: true }).nullable(),
  /** A running institution subscription. */
  institution_subscription: z.object({ id: Id, is_manager: z.boolean() }).nullable(),
  /** Also an institution that has ended: its members and usage are still visible. */
  manages_institution: z.boolean(),
  is_beta: z.boolean(),
  language: Language,
  time_zone: z.string(),
  wants_digest: z.boolean(),
  wants_weekly: z.boolean(),
  wants_work_comments: z.boolean(),
  /** False for users who only sign in with Google. */
  has_password: z.boolean(),
  /** Whether signing in requires a code. */
  has_second_factor: z.boolean(),
  /** Of ten; 0 if none were created. */
  recovery_codes_left: z.number().int(),
  /** This role requires a second factor, and the user has not turned it on. */
  must_add_second_factor: z.boolean(),
  message: z.string().optional(),
});
export type User = z.output<typeof User>;
export const SignedIn = User.extend({ auth_token: z.string() });
export type SignedIn = z.output<typeof SignedIn>;
