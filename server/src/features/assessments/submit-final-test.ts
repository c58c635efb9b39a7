import type { FinalTest } from '@vesalius/contract/assessments-questions';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { issueEarnedCertificates } from '../certificates/issue-certificates.ts';
import { completeBook } from '../reader/complete-book.ts';
import {
  findAttempt,
  findLastAttempt,
  insertAttempt,
  listAnswers,
  listAttempts,
  type NewAttempt,
} from './attempt-queries.ts';
import { askedOf, type DrawnPaper } from './draw-paper.ts';
import { findPaper, openPaper } from './drawn-paper-queries.ts';
import { isPassed, reachesCertificate } from './marks.ts';
import { type FinalTestRow, listKey } from './paper-queries.ts';
import type { ImageUrl } from './paper-views.ts';
import { finalTestView, readFinalTest } from './read-final-test.ts';
import { retakeAt } from './retake.ts';
import { type GivenAnswer, grade, type KeyEntry } from './scoring.ts';
import { findFinalHead } from './subject-queries.ts';
import type { TestPapers } from './test-papers.ts';

export interface FinalTestSubmission {
  readonly actor: Actor;
  readonly bookId: string;
  readonly answers: readonly GivenAnswer[];
  /** The number of the attempt as the client counts; undefined from clients that do not count. */
  readonly attempt?: number | undefined;
  readonly papers: TestPapers;
  readonly imageUrl: ImageUrl;
  readonly now: Date;
}

/**
 * Stores one more attempt and returns it with its answers. Usually it is the next attempt, which is graded in memory and stored by
 * one conditional statement; what it earns is issued in the same transaction. A repeated submission is recognized by its number,
 * or without a number by being equal to the last attempt.
 */
export async function submitFinalTest(db: Db, submission: FinalTestSubmission): Promise<FinalTest> {
  const { actor, bookId, answers, attempt, papers, imageUrl, now } = submission;
  const { userId } = actor;
  const [{ records }, head] = await Promise.all([
    demandAccess(db, actor, bookId, now),
    findFinalHead(db, { bookId, userId }),
  ]);
  demand(records, 'read_only_role');
  demand(head, 'final_test_not_found');
  const number = head.lastNumber + 1;
  if (attempt === number || (attempt === undefined && number === 1)) {
    const before = number === 1 ? [] : await listAttempts(db, { userId, kind: 'final', subjectId: head.id });
    demandRetake(before, head.retakePauseMinutes, now);
    const { key, questions } = await papers.get(db, { kind: 'final', id: head.id }, head.revision);
    demand(key.length > 0, 'final_test_not_found');
    const drawn = head.paper ?? (await drawUnopened(db, { userId, number, test: head, key, now }));
    const graded = grade(ofPaper(key, drawn), answers);
    if ('problem' in graded) throw new ProductError(graded.problem);
    const of = { userId, kind: 'final' as const, subjectId: head.id };
    if (await insertAndEarn(db, { ...of, ...graded, bookId, number, at: now })) {
      const stored = { id: '', number, score: graded.score, total: graded.total, submittedAt: now };
      const attempts = [stored, ...before.filter((each) => each.number < number)];
      return finalTestView({
        ...{ test: head, questions, attempts, records, imageUrl, now },
        ...{ shown: stored, answers: graded.answers, drawn },
      });
    }
  }
  const stored = await storeOrRecognise(db, { ...submission, test: head });
  return readFinalTest(db, { actor, bookId, attempt: stored, imageUrl, now });
}

/** Throws `retake_too_soon`, with the time. */
function demandRetake(...given: Parameters<typeof retakeAt>): void {
  const at = retakeAt(...given);
  if (at) throw new ProductError('retake_too_soon', { retryAt: at });
}

/** The key of the questions of this paper: answers to other questions are refused. */
function ofPaper(key: readonly KeyEntry[], drawn: DrawnPaper | null): readonly KeyEntry[] {
  if (!drawn?.questionIds) return key;
  const asked = askedOf(
    drawn,
    key.map(({ questionId }) => questionId),
  );
  return key.filter(({ questionId }) => asked.has(questionId));
}

/** Where papers are drawn, draws one that was never opened, so that clients cannot choose their questions. */
async function drawUnopened(
  db: Db,
  {
    userId,
    number,
    test,
    key,
    now,
  }: { userId: string; number: number; test: FinalTestRow; key: readonly KeyEntry[]; now: Date },
): Promise<DrawnPaper | null> {
  if (test.questionsPerAttempt === null) return null;
  const questionIds = key.map(({ questionId }) => questionId);
  const of = { userId, kind: 'final' as const, subjectId: test.id, number };
  return openPaper(db, of, { questionIds, size: test.questionsPerAttempt, now });
}

/** False if that number is already stored. */
function insertAndEarn(db: Db, attempt: NewAttempt): Promise<boolean> {
  if (!isPassed(attempt.score, attempt.total)) return insertAttempt(db, attempt);
  return inTransaction(db, async (tx) => {
    const inserted = await insertAttempt(tx, attempt);
    if (inserted) await earn(tx, attempt);
    return inserted;
  });
}

/** Completes the book, and issues the certificates that a passed attempt earns. */
async function earn(
  tx: Tx,
  { userId, bookId, score, total, at: now }: Omit<NewAttempt, 'answers'>,
): Promise<void> {
  await completeBook(tx, { userId, bookId, now });
  if (reachesCertificate(score, total)) await issueEarnedCertificates(tx, { userId, bookId, now });
}

interface OfFinalTest {
  readonly test: FinalTestRow;
}

function storeOrRecognise(db: Db, submission: FinalTestSubmission & OfFinalTest): Promise<number> {
  return inTransaction(db, async (tx) => {
    for (;;) {
      const stored = await storeOrNotice(tx, submission, submission.now);
      if (stored === null) continue; // a concurrent request took the number: read again
      return stored;
    }
  });
}

async function storeOrNotice(
  tx: Tx,
  { actor, bookId, test, answers, attempt }: FinalTestSubmission & OfFinalTest,
  at: Date,
): Promise<number | null> {
  const of = { userId: actor.userId, kind: 'final' as const, subjectId: test.id };
  const last = await findLastAttempt(tx, of);
  const number = attempt ?? (last?.number ?? 0) + 1;
  if (last && attempt !== undefined && attempt <= last.number) {
    const stored = await findAttempt(tx, of, attempt);
    const same = stored && isSame(await listAnswers(tx, [stored.id]), answers);
    if (!same) throw new ProductError('already_answered');
    return attempt;
  }
  if (last && attempt === undefined && isSame(await listAnswers(tx, [last.id]), answers)) return last.number;
  demand(number === (last?.number ?? 0) + 1, 'already_answered');

  demandRetake(await listAttempts(tx, of), test.retakePauseMinutes, at);
  const key = await listKey(tx, { kind: 'final', id: test.id });
  demand(key.length > 0, 'final_test_not_found');
  const drawn =
    (await findPaper(tx, { ...of, number })) ??
    (await drawUnopened(tx, { userId: actor.userId, number, test, key, now: at }));
  const graded = grade(ofPaper(key, drawn), answers);
  if ('problem' in graded) throw new ProductError(graded.problem);
  const made = { ...of, ...graded, bookId, number, at };
  if (!(await insertAttempt(tx, made))) return null;
  if (isPassed(graded.score, graded.total)) await earn(tx, made);
  return number;
}

function isSame(stored: readonly GivenAnswer[], given: readonly GivenAnswer[]): boolean {
  const chosen = new Map(given.map(({ questionId, choiceId }) => [questionId, choiceId]));
  return (
    chosen.size === stored.length && stored.every((each) => chosen.get(each.questionId) === each.choiceId)
  );
}
