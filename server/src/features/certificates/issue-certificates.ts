import type { Db, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { newCertificateNumber } from './certificate-number.ts';
import { completedAt, dayIn, earnedKinds, requirementsOf } from './earned-kinds.ts';
import { findEarningFacts } from './earning-queries.ts';
import { certificateLetters } from './jobs.ts';
import { insertCertificate, listCertificatesOfBook, lockReader } from './queries.ts';

/**
 * Issues the certificates that the reader has earned for this book and does not have yet. Idempotent; called in the transaction
 * of everything that may meet the requirements, and when a certificate is requested. Mails the holder about new ones. Two
 * requirements that are met at the same time wait for each other, so that the second one finds the first.
 */
export async function issueEarnedCertificates(
  tx: Tx,
  { userId, bookId, now }: { userId: string; bookId: string; now: Date },
): Promise<void> {
  await lockReader(tx, userId);
  const facts = await findEarningFacts(tx, userId, bookId);
  const completed = facts && completedAt(facts);
  if (!facts?.certificate || !completed) return;
  const completedOn = dayIn(facts.timeZone, completed);
  const terms = facts.certificate;
  const issued: string[] = [];
  for (const kind of earnedKinds(facts, completedOn)) {
    const credit = kind === 'credit';
    const isNew = await insertCertificate(tx, {
      id: newId(),
      uniqueId: newCertificateNumber(),
      userId,
      bookId,
      kind,
      userName: facts.userName,
      bookTitle: facts.bookTitle,
      bookVersion: facts.bookVersion,
      authorName: facts.authorName,
      title: terms.title,
      description: terms.description,
      requirements: requirementsOf(facts),
      bookCompleted: facts.bookCompleted,
      hoursOfParticipation: terms.hours_of_participation,
      creditsMaximum: credit ? (terms.credits ?? null) : null,
      creditsClaimed: null,
      provider: terms.provider ?? null,
      // Statements about accreditation are for credit only, and only if the provider entered them.
      accreditationStatement: credit ? (terms.accreditation_statement ?? null) : null,
      designationStatement: credit ? (terms.designation_statement ?? null) : null,
      finalScore: facts.finalScore ?? 0,
      finalTotal: facts.finalTotal ?? 0,
      completedAt: completed,
      completedOn,
      issuedAt: now,
    });
    if (isNew) issued.push(kind);
  }
  if (issued.length > 0)
    await enqueue(tx, certificateLetters.sendIssued({ user_id: userId, book_id: bookId, kinds: issued }));
}

export async function hasCertificate(db: Db, userId: string, bookId: string): Promise<boolean> {
  return (await listCertificatesOfBook(db, userId, bookId)).length > 0;
}
