import type { JobHandlers } from '../../../platform/define-job.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handleJobs } from '../../../platform/handle-jobs.ts';
import { titleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { mailPerson } from '../../accounts/mail/mail-person.ts';
import { releaseLetters } from '../jobs.ts';
import { findReleaseRow } from '../store/release-queries.ts';
import { stillEdits } from '../studio/access.ts';
import { publishedLetter, refusedLetter } from './release-letters.ts';

export function releaseLetterHandlers(deps: Deps): JobHandlers {
  const urlOf = (bookId: string) => `${deps.config.publicUrl}/studio/${bookId}/publish`;
  return handleJobs(deps, releaseLetters, {
    tellRefused: async ({ book_id: bookId, revision, user_id: userId }, { job }) => {
      const release = await findReleaseRow(deps.db, { bookId, revision });
      // The release was canceled or replaced meanwhile.
      if (!release?.refusedBecause || !release.manifest || !release.publishAt) return;
      const { publishAt, manifest } = release;
      await mailPerson(deps, userId, job.id, (person) =>
        refusedLetter(person, { title: titleInLetter(manifest.title), publishAt, url: urlOf(bookId) }),
      );
    },
    tellPublished: async ({ book_id: bookId, revision, user_id: userId }, { job }) => {
      const release = await findReleaseRow(deps.db, { bookId, revision });
      if (!release?.publishedAt || !release.manifest || !(await stillEdits(deps.db, userId, bookId))) return;
      const { publishedAt, manifest } = release;
      await mailPerson(deps, userId, job.id, (person) =>
        publishedLetter(person, { title: titleInLetter(manifest.title), publishedAt, url: urlOf(bookId) }),
      );
    },
  });
}
