import type { JobHandlers } from '../../../platform/define-job.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handleJobs } from '../../../platform/handle-jobs.ts';
import { titleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { mailPerson } from '../../accounts/mail/mail-person.ts';
import { releaseLetters } from '../jobs.ts';
import { findReleaseRow } from '../store/release-queries.ts';
import { refusedLetter } from './refused-letter.ts';

export function releaseLetterHandlers(deps: Deps): JobHandlers {
  return handleJobs(deps, releaseLetters, {
    tellRefused: async ({ book_id: bookId, revision, user_id: userId }, { job }) => {
      const release = await findReleaseRow(deps.db, { bookId, revision });
      // The release was canceled or replaced meanwhile.
      if (!release?.refusedBecause || !release.manifest || !release.publishAt) return;
      const { publishAt, manifest } = release;
      const url = `${deps.config.publicUrl}/studio/${bookId}/publish`;
      await mailPerson(deps, userId, job.id, (person) =>
        refusedLetter(person, { title: titleInLetter(manifest.title), publishAt, url }),
      );
    },
  });
}
