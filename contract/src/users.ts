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
  /** Both together, as the specification's older readers expect it. */
  name: z.string(),
  image: z.string().nullable(),
  phone: z.string().nullable(),
  country_id: Id.nullable(),
  city: z.string().nullable(),
  institution: z.string().nullable(),
  job: Job.pick({ id: true, job_type: true, job_type_ar: true }).nullable(),
  /** A running institution subscription. */
  institution_subscription: z.object({ id: Id, is_manager: z.boolean() }).nullable(),
  /** Also one that has ended: its members and usage can still be seen. */
  manages_institution: z.boolean(),
  is_beta: z.boolean(),
  language: Language,
  time_zone: z.string(),
  wants_digest: z.boolean(),
  /** False for those who only ever used Google: there is no old password to ask for. */
  has_password: z.boolean(),
  /** Signing in asks for a code as well. */
  has_second_factor: z.boolean(),
  /** Of the ten; 0 where none were made. */
  recovery_codes_left: z.number().int(),
  /** This role has to turn it on before it may do anything else, and has not yet. */
  must_add_second_factor: z.boolean(),
  message: z.string().optional(),
});
export type User = z.output<typeof User>;
export const SignedIn = User.extend({ auth_token: z.string() });
export type SignedIn = z.output<typeof SignedIn>;
