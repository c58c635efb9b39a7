import type { Certificate } from '@vesalius/contract/certificates';
import type { TFunction } from 'i18next';
import { formatDate } from '../../../lib/formats.ts';
import { earnedSentence } from '../earned-sentence.ts';
import { editionName } from '../edition.ts';

/** All texts of the diploma, in the reader's language. Texts of the book and its provider stay in theirs. */
export interface DiplomaWords {
  readonly publisher: string;
  readonly sealRing: string;
  readonly heading: string;
  readonly certify: string;
  readonly name: string;
  /** What the holder completed. */
  readonly achieved: string;
  readonly title: string;
  /** What was required and completed, and the provider; empty on older certificates that did not store it. */
  readonly earned: string;
  /** The text from the book. */
  readonly description: string;
  readonly work: string;
  readonly by: string;
  readonly award: string;
  /** The completion date and the date of this issue, which distinguishes copies. */
  readonly dates: readonly { readonly label: string; readonly day: string }[];
  readonly issuedByLabel: string;
  readonly issuedBy: string;
  readonly numberLabel: string;
  readonly number: string;
  readonly check: string;
  readonly address: string;
  /** The accredited provider's statements; empty if there are none. */
  readonly statements: readonly string[];
  readonly rightToLeft: boolean;
  readonly isCredit: boolean;
}

export function diplomaWords(
  { certificate, ...work }: Certificate,
  t: TFunction<'certificates'>,
  language: string,
): DiplomaWords {
  const isCredit = certificate.certificate_type === 'credit';
  const award = !isCredit
    ? t('diploma.awardHours', { count: certificate.hours_of_participation })
    : certificate.credits_claimed === null
      ? t('diploma.awardOpen', { count: certificate.credits_maximum ?? 0 })
      : t('diploma.awardCredits', { count: certificate.credits_claimed });
  const edition = editionName(work.book_version, t);
  return {
    publisher: t('diploma.publisher'),
    sealRing: t('diploma.sealRing'),
    heading: t(isCredit ? 'diploma.headingCredit' : 'diploma.headingHours'),
    certify: t('diploma.certify'),
    name: work.user_name,
    achieved: t(certificate.book_completed ? 'diploma.completed' : 'diploma.passed'),
    title: certificate.certificate_title,
    earned: earnedSentence(certificate, t, language),
    description: certificate.certificate_description,
    // If certificate and book have the same name, it is written once.
    work:
      certificate.certificate_title === work.book_title
        ? edition
        : t('diploma.work', { title: work.book_title, edition }),
    by: t('diploma.by', { author: work.author_name }),
    award,
    dates: [
      { label: t('diploma.earnedOn'), day: formatDate(certificate.submission_date, language) },
      { label: t('diploma.issuedOn'), day: formatDate(work.issue_date, language) },
    ],
    issuedByLabel: t('diploma.issuedBy'),
    issuedBy: certificate.provider ?? t('verify.byName'),
    numberLabel: t('diploma.number'),
    number: certificate.certificate_unique_id,
    check: t('diploma.check'),
    address: certificate.verification_url,
    statements: [certificate.accreditation_statement, certificate.designation_statement].filter(
      (statement): statement is string => Boolean(statement),
    ),
    rightToLeft: language === 'ar',
    isCredit,
  };
}
