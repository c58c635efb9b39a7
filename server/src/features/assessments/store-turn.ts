import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { issueEarnedCertificates } from '../certificates/issue-certificates.ts';
import {
  type AttemptOf,
  addAnswers,
  findAttempt,
  insertAttempt,
  isSolved,
  listAnswers,
  lockAttempt,
} from './attempt-queries.ts';
import { listKey, type PaperKind } from './paper-queries.ts';
import { type GivenAnswer, grade } from './scoring.ts';

export interface Turn extends AttemptOf {
  readonly kind: 'quiz' | 'pre' | 'post';
  readonly bookId: string;
  readonly answers: readonly GivenAnswer[];
  /** True for one question of a quiz; otherwise every question needs an answer. */
  readonly partial?: boolean;
}

/**
 * Grades and stores what can be answered once: a quiz, a pre-test, a post-test, in one transaction. Repeating a submission stores
 * nothing; changing a stored answer is refused (`already_answered`).
 */
export function storeTurn(db: Db, turn: Turn, at: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    // A request that loses the race for the insert finds the other one's answers in the next round.
    while (!(await storeOrNotice(tx, turn, at)));
  });
}

async function storeOrNotice(tx: Tx, turn: Turn, at: Date): Promise<boolean> {
  const { kind, subjectId, partial = false } = turn;
  const paper: PaperKind = kind === 'quiz' ? 'quiz' : 'test';
  const attempt = await lockAttempt(tx, turn);
  const key = await listKey(tx, { kind: paper, id: subjectId });
  const stored = attempt ? await listAnswers(tx, [attempt.id]) : [];
  if (kind === 'post' && !attempt) {
    const ids = key.map(({ questionId }) => questionId);
    demand(await isSolved(tx, { ...turn, kind: 'pre' }, ids), 'pre_test_not_solved');
  }
  const before = new Map(stored.map(({ questionId, choiceId }) => [questionId, choiceId]));
  const graded = grade(key, turn.answers, before, { partial });
  if ('problem' in graded) throw new ProductError(graded.problem);
  if (graded.answers.length === 0) return true;
  const news = { ...turn, ...graded, at };
  if (!attempt) {
    const inserted = await insertAttempt(tx, { ...news, number: 1 });
    // A mandatory test may be the last thing that a certificate requires.
    if (inserted && kind === 'post')
      await issueEarnedCertificates(tx, { userId: turn.userId, bookId: turn.bookId, now: at });
    return inserted;
  }
  await addAnswers(tx, attempt.id, news);
  return true;
}

/** The stored answers of a turn, or null. */
export async function findTurn(db: Db, of: AttemptOf, number = 1) {
  const attempt = await findAttempt(db, of, number);
  return attempt && { attempt, answers: await listAnswers(db, [attempt.id]) };
}
