import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { titleInLetter } from '../../platform/mail/title-in-letter.ts';
import { mailPerson } from '../accounts/mail/mail-person.ts';
import { changedLetter } from './changed-letter.ts';
import { issuedLetter } from './issued-letter.ts';
import { certificateLetters } from './jobs.ts';
import { listCertificatesOfBook, readTitleWithEdition } from './queries.ts';
import { findIssued } from './staff/issued-queries.ts';

export function certificateLetterHandlers(deps: Deps): JobHandlers {
  return handleJobs(deps, certificateLetters, {
    sendIssued: async ({ user_id: userId, book_id: bookId, kinds }, { job }) => {
      // Read now, because a certificate that has been reissued has another id.
      const certificates = (await listCertificatesOfBook(deps.db, userId, bookId)).filter(({ kind }) =>
        kinds.includes(kind),
      );
      const [first] = certificates;
      if (!first) return;
      const title = titleInLetter(await readTitleWithEdition(deps.db, first));
      await mailPerson(deps, userId, job.id, (person) =>
        issuedLetter(person, {
          title,
          bookCompleted: first.bookCompleted,
          url: `${deps.config.publicUrl}/certificates?book=${bookId}`,
          certificates: certificates.map(({ kind, uniqueId }) => ({ kind, number: uniqueId })),
        }),
      );
    },
    sendChanged: async ({ number, act }, { job }) => {
      const row = await findIssued(deps.db, number);
      // An action that has been undone since is not announced.
      if (!row || (row.revokedAt !== null) !== (act === 'revoke')) return;
      const title = titleInLetter(await readTitleWithEdition(deps.db, row));
      await mailPerson(deps, row.userId, job.id, (person) =>
        changedLetter(person, {
          act,
          title,
          number,
          userName: row.userName,
          reason: row.revokedReason,
          publicUrl: deps.config.publicUrl,
        }),
      );
    },
  });
}
