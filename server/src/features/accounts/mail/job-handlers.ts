import type { JobHandlers } from '../../../platform/define-job.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handleJobs } from '../../../platform/handle-jobs.ts';
import { titleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { accountLetters } from '../jobs.ts';
import { isStillInvited, issueToken, TOKEN_LIFE_HOURS } from '../one-time-tokens.ts';
import { hasOwnersProfile } from '../owner-profile.ts';
import { hasPlace } from '../queries.ts';
import { roleLetter } from './assignment-letters.ts';
import { assignmentsInLetter } from './assignments-in-letter.ts';
import { listStudentPrograms } from './directed-programs.ts';
import { passwordChangedLetter, resetLetter, verificationLetter, welcomeLetter } from './letters.ts';
import { mailAssignmentsChanged } from './mail-assignments-changed.ts';
import { invitationPath, mailInvitation, writeInvitation } from './mail-invitation.ts';
import { mailPerson } from './mail-person.ts';
import { placeEndedLetter } from './place-ended-letter.ts';
import { secondFactorLetter } from './second-factor-letter.ts';
import { tellPlaceOnce } from './told-places.ts';

/**
 * Mails about accounts. Tokens are created here, at the last moment, so that no job's payload contains one; a retried mail
 * contains a new token.
 */
export function accountLetterHandlers(deps: Deps): JobHandlers {
  const { db, clock, config } = deps;
  const link = (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query);
    return `${config.publicUrl}${path}${search.size > 0 ? `?${search}` : ''}`;
  };
  return handleJobs(deps, accountLetters, {
    sendVerification: ({ user_id: userId, next }, { job }) =>
      mailPerson(deps, userId, job.id, async (person) => {
        // An account that others created is opened only by its invitation.
        if (!person.hasAcceptedTerms) return writeInvitation(deps, person, { by: null });
        const token = await issueToken(db, { userId: person.id, purpose: 'verify_email', now: clock.now() });
        const url = link('/verification', { token, ...(next ? { next } : {}) });
        return verificationLetter(person, url, TOKEN_LIFE_HOURS.verify_email);
      }),
    sendReset: async ({ user_id: userId }, { job }) => {
      if (userId === null) return;
      await mailPerson(deps, userId, job.id, async (person) => {
        const token = await issueToken(db, {
          userId: person.id,
          purpose: 'reset_password',
          now: clock.now(),
        });
        // An owner without a profile sends it together with the new password.
        const url = hasOwnersProfile(person)
          ? link('/forget-password', { token, email: person.email })
          : `${config.publicUrl}${invitationPath(token, person.email)}`;
        return resetLetter(person, url);
      });
    },
    sendInvitation: ({ user_id: userId, by }, { job }) =>
      mailInvitation(deps, { userId, jobId: job.id }, { by }),
    sendRoleChanged: ({ user_id: userId, has_renewals: hasRenewals, ...former }, { job }) =>
      mailPerson(deps, userId, job.id, async (person) => {
        const { sentences, ...links } = await assignmentsInLetter(deps, person);
        const letter = roleLetter(person, link('/SignIn'), {
          renewalsUrl: hasRenewals ? link('/subscription-management') : null,
          ended: {
            studentOf: former.student_of.map(titleInLetter),
            directed: former.directed.map(titleInLetter),
            names: former.ended.map(titleInLetter),
          },
          studentAgain: await listStudentPrograms(db, userId, former.student_again),
          assigned: sentences,
        });
        return { ...letter, ...links };
      }),
    sendAssignmentsChanged: (payload, { job }) => mailAssignmentsChanged(deps, payload, job.id),
    sendPlaceEnded: async (payload, { job }) => {
      const { user_id: userId, group_id: groupId, place, by, ended_at: endedAt } = payload;
      if (await isStillInvited(db, userId, groupId)) return;
      const facts = {
        place: titleInLetter(place),
        by,
        endedAt: endedAt === null ? null : new Date(endedAt),
        url: link('/'),
      };
      await tellPlaceOnce(
        deps,
        { userId, groupId, state: 'out', jobId: job.id },
        {
          send: () => mailPerson(deps, userId, job.id, (person) => placeEndedLetter(person, facts)),
          again: (options) => accountLetters.sendPlaceEnded(payload, options),
        },
      );
    },
    sendWelcome: ({ user_id: userId }, { job }) =>
      mailPerson(deps, userId, job.id, async (person) => {
        const hasBooks = await hasPlace(db, userId, clock.now());
        return welcomeLetter(person, { hasBooks, url: link(hasBooks ? '/' : '/books') });
      }),
    sendPasswordChanged: ({ user_id: userId }, { job }) =>
      mailPerson(deps, userId, job.id, (person) => passwordChangedLetter(person, link('/forget-password'))),
    sendSecondFactorChange: ({ user_id: userId, change }, { job }) =>
      mailPerson(deps, userId, job.id, (person) =>
        secondFactorLetter(person, change, link('/forget-password')),
      ),
  });
}
