import type { IssuedCertificate } from '@vesalius/contract/certificates-admin';
import { useTranslation } from 'react-i18next';

type Facts = Pick<
  IssuedCertificate,
  'kind' | 'hours_of_participation' | 'credits_claimed' | 'credits_maximum'
>;

/** Formats the amount: hours, or the claimed credits of the maximum. */
export function useAmount() {
  const { t } = useTranslation('issued');
  return ({ kind, hours_of_participation: hours, credits_claimed: claimed, credits_maximum: max }: Facts) => {
    if (kind === 'hours') return t('hours', { count: hours });
    return claimed === null ? t('unclaimed', { max }) : t('claimed', { claimed, max });
  };
}
