import type { Requirements } from '@vesalius/contract/certificates';
import type { TFunction } from 'i18next';

/** What the holder did for the certificate, as it was required on its day; empty where that was not stored. */
export function earnedSentence(
  { requirements, provider }: { requirements: Requirements | null; provider: string | null },
  t: TFunction<'certificates'>,
): string {
  if (!requirements) return '';
  const values = { provider: provider ?? t('verify.byName'), percent: requirements.final_test_percent };
  return t(requirements.survey ? 'earned.testAndSurvey' : 'earned.test', values);
}
