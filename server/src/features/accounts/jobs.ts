import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';
import { SECOND_FACTOR_CHANGES } from './mail/second-factor-letter.ts';

const Person = z.object({ user_id: z.uuid() });
const Named = z.object({ id: z.uuid(), name: z.string() });

export const accountLetters = {
  sendVerification: defineJob('accounts.send-verification', Person.extend({ next: z.string().optional() })),
  /** Also enqueued for an address without an account (null), so that the answer takes as long. */
  sendReset: defineJob('accounts.send-reset', z.object({ user_id: z.uuid().nullable() })),
  sendInvitation: defineJob('accounts.send-invitation', Person.extend({ by: z.string().nullable() })),
  sendRoleChanged: defineJob(
    'accounts.send-role-changed',
    Person.extend({
      has_renewals: z.boolean().default(false),
      /** Names of institutions and books; in jobs of an earlier release also of programs. */
      ended: z.array(z.string()).default([]),
      /** Names of programs whose student, or director, the user was. */
      student_of: z.array(z.string()).default([]),
      directed: z.array(z.string()).default([]),
      /** Programs whose student the user is again; the letter names those of which the user still is one by then. */
      student_again: z.array(z.uuid()).default([]),
    }),
  ),
  /** Books or programs that the user has no more, or newly, under the same role, and those that remain. */
  sendAssignmentsChanged: defineJob(
    // As an earlier release named it, whose jobs may still wait.
    'accounts.send-assignments-ended',
    Person.extend({
      ended: z.array(z.string()),
      remaining: z.array(z.string()),
      /** Those of `ended` that the user could have again by then; absent in jobs of the previous release. */
      gone: z.array(Named).default([]),
      /** Books that the user does not produce any more, and may have in another role; likewise. */
      produced: z.array(Named).default([]),
      /** Those of `remaining` that were assigned before; null in jobs of the previous release. Named if they still are by then. */
      kept: z.array(Named).nullable().default(null),
      /** Those that are new; likewise. */
      added: z.array(Named.extend({ as: z.enum(['director', 'author', 'editor', 'producer']) })).default([]),
    }),
  ),
  /** A place in a program or institution was ended by others. Does nothing if the user is back in it by then. */
  sendPlaceEnded: defineJob(
    'accounts.send-place-ended',
    Person.extend({
      group_id: z.uuid(),
      place: z.string(),
      by: z.string().nullable(),
      /** Absent in jobs of the previous release. */
      ended_at: z.iso.datetime().nullable().default(null),
    }),
  ),
  sendWelcome: defineJob('accounts.send-welcome', Person),
  sendPasswordChanged: defineJob('accounts.send-password-changed', Person),
  sendSecondFactorChange: defineJob(
    'accounts.send-second-factor-change',
    Person.extend({ change: z.enum(SECOND_FACTOR_CHANGES) }),
  ),
};

export const accountJobs = {
  removeExpired: defineJob('accounts.remove-expired', z.object({}), { dailyAtHour: 4 }),
};
