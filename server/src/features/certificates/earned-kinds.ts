import type { CertificateKind, Requirements } from '@vesalius/contract/certificates';
import { CERTIFICATE_MIN_PERCENT } from '@vesalius/contract/constants';
import type { BooksTable, UsersTable } from '../../schema/tables.ts';

/** The texts and terms of the book's certificate, as its publisher entered them. */
interface CertificateTerms {
  readonly title: string;
  readonly description: string;
  readonly hours_of_participation: number;
  readonly credits?: number | null;
  readonly provider?: string | null;
  readonly accreditation_statement?: string | null;
  readonly designation_statement?: string | null;
}
export interface EarningFacts extends Pick<BooksTable, 'expiryDate'>, Pick<UsersTable, 'timeZone'> {
  readonly bookTitle: BooksTable['title'];
  readonly bookVersion: BooksTable['edition'];
  readonly authorName: BooksTable['author'];
  readonly certificate: CertificateTerms | null;
  readonly userName: string;
  readonly mayClaimCredit: boolean;
  /** Read, with the final test passed. */
  readonly bookCompleted: boolean;
  readonly hasSurvey: boolean;
  readonly surveyAt: Date | null;
  /** Of the best attempt; null before the first. */
  readonly finalScore: number | null;
  readonly finalTotal: number | null;
  /** When an attempt first reached the percentage for certificates. */
  readonly reachedAt: Date | null;
}

/**
 * When all requirements were met: the final test with 70 percent or more and, if there is one, the survey. Null = not yet, or the
 * book has no certificate.
 */
export function completedAt({ certificate, hasSurvey, surveyAt, reachedAt }: EarningFacts): Date | null {
  if (!certificate || !reachedAt || (hasSurvey && !surveyAt)) return null;
  return hasSurvey && surveyAt && surveyAt > reachedAt ? surveyAt : reachedAt;
}

/** The requirements of `completedAt`, as they are stored with the certificate. */
export const requirementsOf = ({ hasSurvey }: EarningFacts): Requirements => ({
  final_test_percent: CERTIFICATE_MIN_PERCENT,
  survey: hasSurvey,
});

/** Hours for everyone; credit for professions that may claim it, and only until the activity expires. */
export function earnedKinds(facts: EarningFacts, completedOn: string): CertificateKind[] {
  const { certificate, mayClaimCredit, expiryDate } = facts;
  if (!certificate) return [];
  const credit = Boolean(certificate.credits) && mayClaimCredit && (!expiryDate || completedOn <= expiryDate);
  return credit ? ['hours', 'credit'] : ['hours'];
}

/** The calendar day of a time in a time zone; in UTC if this machine does not know the zone. */
export function dayIn(timeZone: string, at: Date): string {
  const format = (zone: string) =>
    // en-CA writes YYYY-MM-DD.
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).format(at);
  try {
    return format(timeZone);
  } catch {
    return format('UTC');
  }
}
