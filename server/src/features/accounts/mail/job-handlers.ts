import { z } from 'zod';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandlers } from '../../../platform/jobs.ts';
import { issueToken, TOKEN_LIFE_HOURS } from '../one-time-tokens.ts';
import { recordInvitation } from '../people-import/import-queries.ts';
import {
  invitationLetter,
  passwordChangedLetter,
  resetLetter,
  roleLetter,
  verificationLetter,
  welcomeLetter,
} from './letters.ts';
import { mailPerson } from './mail-person.ts';
import { SECOND_FACTOR_CHANGES, secondFactorLetter } from './second-factor-letter.ts';

const Person = z.object({ user_id: z.uuid() });
const MaybePerson = z.object({ user_id: z.uuid().nullable() });
const SecondFactorChanged = Person.extend({ change: z.enum(SECOND_FACTOR_CHANGES) });
const Invitation = Person.extend({ by: z.string().nullable() });

/**
 * Mail about accounts. Tokens are made here, at the last moment, so that none stands in a job's payload; a mail that
 * is tried again carries a new one.
 */
export function accountJobHandlers(deps: Deps): JobHandlers {
  const { db, clock, config } = deps;
  const link = (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query);
    return `${config.publicUrl}${path}${search.size > 0 ? `?${search}` : ''}`;
  };
  return {
    'accounts.send-verification': (payload, { job }) =>
      mailPerson(deps, Person.parse(payload).user_id, job.id, async (person) => {
        const token = await issueToken(db, { userId: person.id, purpose: 'verify_email', now: clock.now() });
        return verificationLetter(person, link('/verification', { token }), TOKEN_LIFE_HOURS.verify_email);
      }),
    'accounts.send-reset': async (payload, { job }) => {
      const { user_id: userId } = MaybePerson.parse(payload);
      if (userId === null) return;
      await mailPerson(deps, userId, job.id, async (person) => {
        const token = await issueToken(db, {
          userId: person.id,
          purpose: 'reset_password',
          now: clock.now(),
        });
        return resetLetter(person, link('/forget-password', { token, email: person.email }));
      });
    },
    'accounts.send-invitation': (payload, { job }) => {
      const { user_id: userId, by } = Invitation.parse(payload);
      return mailPerson(deps, userId, job.id, async (person) => {
        const now = clock.now();
        const token = await issueToken(db, { userId: person.id, purpose: 'invitation', now });
        await recordInvitation(db, person.id, now);
        const url = link('/forget-password', { token, email: person.email });
        return invitationLetter(person, url, { by, days: TOKEN_LIFE_HOURS.invitation / 24 });
      });
    },
    'accounts.send-role-changed': (payload, { job }) =>
      mailPerson(deps, Person.parse(payload).user_id, job.id, (person) =>
        roleLetter(person, link('/SignIn')),
      ),
    'accounts.send-welcome': (payload, { job }) =>
      mailPerson(deps, Person.parse(payload).user_id, job.id, (person) =>
        welcomeLetter(person, link('/books')),
      ),
    'accounts.send-password-changed': (payload, { job }) =>
      mailPerson(deps, Person.parse(payload).user_id, job.id, (person) =>
        passwordChangedLetter(person, link('/forget-password')),
      ),
    'accounts.send-second-factor-change': (payload, { job }) => {
      const { user_id: userId, change } = SecondFactorChanged.parse(payload);
      return mailPerson(deps, userId, job.id, (person) =>
        secondFactorLetter(person, change, link('/forget-password')),
      );
    },
  };
}
