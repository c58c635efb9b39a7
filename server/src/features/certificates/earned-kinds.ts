import type { CertificateKind, CertificateRequirements, Requirements } from '@vesalius/contract/certificates';
import { CERTIFICATE_MIN_PERCENT, COMPLETED_PAGES_RATIO } from '@vesalius/contract/constants';
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
  readonly requires_mandatory_tests?: boolean;
  readonly requires_pages_read?: boolean;
}
interface MandatoryTest {
  readonly id: string;
  readonly title: string;
  /** Of its next turn. */
  readonly page: number;
  /** What is printed on it. */
  readonly page_label: string;
  /** Of the post-test, in milliseconds; null = not solved. */
  readonly solved_at: number | null;
}
export interface EarningFacts
  extends Pick<BooksTable, 'expiryDate' | 'numberOfPages'>,
    Pick<UsersTable, 'timeZone'> {
  readonly bookId: BooksTable['id'];
  readonly bookTitle: BooksTable['title'];
  readonly bookVersion: BooksTable['edition'];
  readonly authorName: BooksTable['author'];
  readonly certificate: CertificateTerms | null;
  readonly userName: string;
  readonly mayClaimCredit: boolean;
  /** Read, with the final test passed. */
  readonly bookCompleted: boolean;
  /** When it was completed. */
  readonly bookCompletedAt: Date | null;
  /** Of the book as it is now. */
  readonly pagesShown: number;
  readonly mandatoryTests: readonly MandatoryTest[];
  readonly hasSurvey: boolean;
  readonly surveyAt: Date | null;
  /** Of the best attempt; null before the first. */
  readonly finalScore: number | null;
  readonly finalTotal: number | null;
  /** When an attempt first reached the percentage for certificates. */
  readonly reachedAt: Date | null;
}

/** The requirements of the book's certificate: they are stored with each certificate. */
export const requirementsOf = ({ certificate, hasSurvey, mandatoryTests }: EarningFacts): Requirements => ({
  final_test_percent: CERTIFICATE_MIN_PERCENT,
  survey: hasSurvey,
  mandatory_tests: certificate?.requires_mandatory_tests === true && mandatoryTests.length > 0,
  pages_percent: certificate?.requires_pages_read ? Math.round(COMPLETED_PAGES_RATIO * 100) : null,
});

/** What the reader still has to do for the certificate. */
export function missingOf(
  facts: EarningFacts,
): Pick<CertificateRequirements, 'missing' | 'pages_to_read' | 'open_tests'> {
  const { surveyAt, reachedAt, bookCompleted, numberOfPages, pagesShown } = facts;
  const requires = requirementsOf(facts);
  const open = requires.mandatory_tests
    ? facts.mandatoryTests.filter((test) => test.solved_at === null).map(({ solved_at, ...test }) => test)
    : [];
  const unread = Math.ceil(numberOfPages * COMPLETED_PAGES_RATIO) - pagesShown;
  // Completed is read, with the final test passed: before that test, the pages alone count. After it, pages that were turned
  // faster than anybody reads are completed by the next one.
  const needsPages = requires.pages_percent !== null && !bookCompleted && (unread > 0 || reachedAt !== null);
  return {
    missing: [
      ...(needsPages ? (['pages'] as const) : []),
      ...(open.length > 0 ? (['mandatory_tests'] as const) : []),
      ...(reachedAt ? [] : (['final_test'] as const)),
      ...(requires.survey && !surveyAt ? (['survey'] as const) : []),
    ],
    pages_to_read: needsPages ? Math.max(1, unread) : 0,
    open_tests: open,
  };
}

/** When all requirements were met. Null = not yet, or the book has no certificate. */
export function completedAt(facts: EarningFacts): Date | null {
  const { certificate, surveyAt, reachedAt, bookCompletedAt, mandatoryTests } = facts;
  if (!certificate || !reachedAt || missingOf(facts).missing.length > 0) return null;
  const requires = requirementsOf(facts);
  const times = [
    reachedAt.getTime(),
    ...(requires.survey && surveyAt ? [surveyAt.getTime()] : []),
    ...(requires.pages_percent !== null && bookCompletedAt ? [bookCompletedAt.getTime()] : []),
    ...(requires.mandatory_tests ? mandatoryTests.map((test) => test.solved_at ?? 0) : []),
  ];
  return new Date(Math.max(...times));
}

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
