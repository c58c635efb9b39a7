import type { Requirements } from '@vesalius/contract/certificates';
import type { TFunction } from 'i18next';

/** What the holder completed for the certificate, by the requirements of its day; empty if they were not stored. */
export function earnedSentence(
  { requirements, provider }: { requirements: Requirements | null; provider: string | null },
  t: TFunction<'certificates'>,
  language: string,
): string {
  if (!requirements) return '';
  const deeds = [
    t('earned.test', { percent: requirements.final_test_percent }),
    ...(requirements.mandatory_tests ? [t('earned.mandatory_tests')] : []),
    ...(requirements.pages_percent ? [t('earned.pages', { percent: requirements.pages_percent })] : []),
    ...(requirements.survey ? [t('earned.survey')] : []),
  ];
  return t('earned.sentence', {
    provider: provider ?? t('verify.byName'),
    deeds: new Intl.ListFormat(language).format(deeds),
  });
}
