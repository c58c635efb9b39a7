import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/session.ts';
import { demandAccess } from '../catalogue/access.ts';
import { issueEarnedCertificates } from '../certificates/issue-certificates.ts';
import { findAttempt, findLastAttempt, insertAttempt, listAnswers } from './attempt-queries.ts';
import { reachesCertificate } from './marks.ts';
import { findFinalTest, listKey } from './paper-queries.ts';
import { type GivenAnswer, grade } from './scoring.ts';

export interface FinalTestSubmission {
  readonly actor: Actor;
  readonly bookId: string;
  readonly answers: readonly GivenAnswer[];
  /** Which attempt the sender believes to be making; absent from clients that do not count. */
  readonly attempt?: number | undefined;
}

/**
 * Stores one more attempt and returns its number. Sent again it is recognised: by its number, or without one by
 * being the same as the last attempt. Issues the certificates that it earns, in the same transaction.
 */
export async function submitFinalTest(db: Db, submission: FinalTestSubmission, now: Date): Promise<number> {
  const { actor, bookId } = submission;
  const access = await demandAccess(db, actor, bookId, now);
  demand(access.records, 'read_only_role');
  const test = await findFinalTest(db, bookId);
  demand(test, 'final_test_not_found');
  return inTransaction(db, async (tx) => {
    for (;;) {
      const stored = await storeOrNotice(tx, { ...submission, finalTestId: test.id }, now);
      if (stored === null) continue; // somebody took the number meanwhile: look again
      if (stored.earns) await issueEarnedCertificates(tx, { userId: actor.userId, bookId, now });
      return stored.number;
    }
  });
}

async function storeOrNotice(
  tx: Tx,
  { actor, bookId, finalTestId, answers, attempt }: FinalTestSubmission & { finalTestId: string },
  at: Date,
): Promise<{ number: number; earns: boolean } | null> {
  const of = { userId: actor.userId, kind: 'final' as const, subjectId: finalTestId };
  const last = await findLastAttempt(tx, of);
  const number = attempt ?? (last?.number ?? 0) + 1;
  if (last && attempt !== undefined && attempt <= last.number) {
    const stored = await findAttempt(tx, of, attempt);
    const same = stored && isSame(await listAnswers(tx, [stored.id]), answers);
    if (!same) throw new ProductError('already_answered');
    return { number: attempt, earns: false };
  }
  if (last && attempt === undefined && isSame(await listAnswers(tx, [last.id]), answers))
    return { number: last.number, earns: false };
  demand(number === (last?.number ?? 0) + 1, 'already_answered');

  const key = await listKey(tx, { kind: 'final', id: finalTestId });
  demand(key.length > 0, 'final_test_not_found');
  const graded = grade(key, answers);
  if ('problem' in graded) throw new ProductError(graded.problem);
  const inserted = await insertAttempt(tx, { ...of, ...graded, bookId, number, at });
  return inserted ? { number, earns: reachesCertificate(graded.score, graded.total) } : null;
}

function isSame(stored: readonly GivenAnswer[], given: readonly GivenAnswer[]): boolean {
  const chosen = new Map(given.map(({ questionId, choiceId }) => [questionId, choiceId]));
  return (
    chosen.size === stored.length && stored.every((each) => chosen.get(each.questionId) === each.choiceId)
  );
}
