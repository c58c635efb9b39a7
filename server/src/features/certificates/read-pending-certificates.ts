import type { PendingCertificate } from '@vesalius/contract/certificates';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../accounts/actor.ts';
import { readableBooks } from '../catalogue/access.ts';
import { listPendingCertificates } from './queries.ts';

/** Only customers take tests and surveys, so nothing is pending for others. */
export async function readPendingCertificates(
  db: Db,
  actor: Actor,
  now: Date,
): Promise<PendingCertificate[]> {
  if (actor.role !== 'customer') return [];
  const rows = await listPendingCertificates(db, actor.userId, await readableBooks(db, actor, now));
  return rows.map(({ bookId, bookTitle, needsFinalTest, needsSurvey }) => ({
    book_id: bookId,
    book_title: bookTitle,
    missing: [
      ...(needsFinalTest ? (['final_test'] as const) : []),
      ...(needsSurvey ? (['survey'] as const) : []),
    ],
  }));
}
