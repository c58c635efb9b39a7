import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { NewJob } from '../../platform/define-job.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import { issueEarnedCertificates } from '../certificates/issue-certificates.ts';
import { completeBook } from '../reader/complete-book.ts';
import { assessmentLetters } from './jobs.ts';
import { type RegradedAttempt, regradeAttempts } from './regrade-queries.ts';

/** For a book with a hundred thousand attempts. */
const STATEMENT_TIMEOUT_MS = 120_000;

/**
 * Grades stored attempts with the current key after an import corrected it; until then they keep the key they were graded with.
 * Readers whose score changed get a mail, and the certificates that they now earn; issued certificates are kept. Idempotent.
 */
export function regradeBook(
  db: Db,
  bookId: string,
  now: Date,
  /** Who asked for it; null for a command. */
  actorId: string | null = null,
): Promise<RegradedAttempt[]> {
  return inTransaction(
    db,
    async (tx) => {
      const attempts = await regradeAttempts(tx, bookId, now);
      if (attempts.length === 0) return [];
      await recordAudit(
        tx,
        {
          actorId,
          action: 'assessments.regrade',
          subjectType: 'book',
          subjectId: bookId,
          detail: { attempts: attempts.map(({ id, before, after }) => ({ attempt_id: id, before, after })) },
        },
        now,
      );
      const changed = attempts.filter(({ before, after }) => before !== after);
      const letters: NewJob[] = [];
      for (const [userId, own] of byReader(changed)) {
        const changes = own.map(({ kind, number, before, after, total }) => ({
          kind,
          number,
          before,
          after,
          total,
        }));
        letters.push(assessmentLetters.sendRegraded({ user_id: userId, book_id: bookId, changes }));
        if (own.some(({ kind }) => kind === 'final')) {
          await completeBook(tx, { userId, bookId, now });
          await issueEarnedCertificates(tx, { userId, bookId, now });
        }
      }
      await enqueueForMany(tx, letters);
      return attempts;
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
}

function byReader(attempts: readonly RegradedAttempt[]): Map<string, RegradedAttempt[]> {
  const readers = new Map<string, RegradedAttempt[]>();
  for (const attempt of attempts)
    readers.set(attempt.userId, [...(readers.get(attempt.userId) ?? []), attempt]);
  return readers;
}
