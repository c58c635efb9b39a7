import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { mailInvitation } from '../accounts/mail/mail-invitation.ts';
import { mailPerson } from '../accounts/mail/mail-person.ts';
import { institutionLetters } from './jobs.ts';
import { managerPowers, memberLetter, memberTerms, wayOut } from './letters.ts';
import { findMemberForMail } from './queries.ts';

export function institutionLetterHandlers(deps: Deps): JobHandlers {
  const { db, config } = deps;
  return handleJobs(deps, institutionLetters, {
    welcomeMember: async ({ institution_id, user_id, as_manager }, { job }) => {
      const member = await findMemberForMail(db, institution_id, user_id);
      if (!member || (as_manager !== null && as_manager !== member.isManager)) return;
      const { name, isManager, isVerified } = member;
      // Whose address is not verified gets the letter with which its owner sets a password.
      if (!isVerified)
        return mailInvitation(
          deps,
          { userId: user_id, jobId: job.id },
          {
            by: name,
            invitedTo: institution_id,
            purpose: (language) => [
              ...(isManager ? managerPowers(language, name) : memberTerms(language, name)),
              wayOut(language),
            ],
          },
        );
      const page = isManager ? `/institution-management?institution=${institution_id}` : '/institution-books';
      const url = `${config.publicUrl}${page}`;
      await mailPerson(deps, user_id, job.id, (person) => memberLetter(person, { name, isManager, url }));
    },
  });
}
