import type { CertificateRequirements, PendingCertificate } from '@vesalius/contract/certificates';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess, readableBooks } from '../catalogue/access.ts';
import { missingOf, requirementsOf } from './earned-kinds.ts';
import { findEarningFacts, listBegunCertificates, listEarningFacts } from './earning-queries.ts';
import { hasCertificate, issueEarnedCertificates } from './issue-certificates.ts';

/**
 * Only customers take tests and surveys, so nothing is pending for others. A certificate of which nothing is missing any more,
 * because the book requires less than before, is issued now.
 */
export async function readPendingCertificates(
  db: Db,
  actor: Actor,
  now: Date,
): Promise<PendingCertificate[]> {
  const { userId } = actor;
  if (actor.role !== 'customer') return [];
  const begun = await listBegunCertificates(db, userId, await readableBooks(db, actor, now));
  if (begun.length === 0) return [];
  const facts = new Map((await listEarningFacts(db, userId, begun)).map((each) => [each.bookId, each]));
  const pending: PendingCertificate[] = [];
  for (const bookId of begun) {
    const ofBook = facts.get(bookId);
    if (!ofBook) continue;
    const state = missingOf(ofBook);
    if (state.missing.length > 0) pending.push({ book_id: bookId, book_title: ofBook.bookTitle, ...state });
    else await inTransaction(db, (tx) => issueEarnedCertificates(tx, { userId, bookId, now }));
  }
  return pending;
}

/** For readers of the book. */
export async function readCertificateRequirements(
  db: Db,
  { actor, bookId }: { actor: Actor; bookId: string },
  now: Date,
): Promise<CertificateRequirements> {
  await demandAccess(db, actor, bookId, now);
  const facts = await findEarningFacts(db, actor.userId, bookId);
  demand(facts?.certificate, 'certificate_not_valid');
  return {
    book_id: bookId,
    requirements: requirementsOf(facts),
    ...missingOf(facts),
    is_issued: await hasCertificate(db, actor.userId, bookId),
  };
}
