import { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue, type JobHandlers } from '../../platform/jobs.ts';
import { mailPerson } from '../accounts/mail/mail-person.ts';
import { changedLetter, STAFF_ACTS } from './changed-letter.ts';
import { issuedLetter } from './issued-letter.ts';
import { listCertificatesOfBook } from './queries.ts';
import { findIssued } from './staff/issued-queries.ts';

const SEND_ISSUED = 'certificates.send-issued';
const Payload = z.object({ user_id: z.uuid(), book_id: z.uuid(), kinds: z.array(z.string()) });

export const enqueueIssuedMail = (tx: Tx, payload: z.input<typeof Payload>): Promise<string | null> =>
  enqueue(tx, { kind: SEND_ISSUED, payload });

const SEND_CHANGED = 'certificates.send-changed';
const Changed = z.object({ number: z.string(), act: z.enum(STAFF_ACTS) });

export const enqueueChangedMail = (tx: Tx, payload: z.input<typeof Changed>): Promise<string | null> =>
  enqueue(tx, { kind: SEND_CHANGED, payload });

export function certificatesJobs(deps: Deps): JobHandlers {
  return {
    [SEND_ISSUED]: async (payload, { job }) => {
      const { user_id: userId, book_id: bookId, kinds } = Payload.parse(payload);
      // As they are now: a certificate that was issued again meanwhile has another number.
      const certificates = (await listCertificatesOfBook(deps.db, userId, bookId)).filter(({ kind }) =>
        kinds.includes(kind),
      );
      const [first] = certificates;
      if (!first) return;
      await mailPerson(deps, userId, job.id, (person) =>
        issuedLetter(person, {
          title: first.bookTitle,
          url: `${deps.config.publicUrl}/certificates?book=${bookId}`,
          certificates: certificates.map(({ kind, uniqueId }) => ({ kind, number: uniqueId })),
        }),
      );
    },
    [SEND_CHANGED]: async (payload, { job }) => {
      const { number, act } = Changed.parse(payload);
      const row = await findIssued(deps.db, number);
      // What was undone meanwhile is not told as if it stood.
      if (!row || (row.revokedAt !== null) !== (act === 'revoke')) return;
      await mailPerson(deps, row.userId, job.id, (person) =>
        changedLetter(person, {
          act,
          title: row.bookTitle,
          number,
          userName: row.userName,
          reason: row.revokedReason,
          publicUrl: deps.config.publicUrl,
        }),
      );
    },
  };
}
